/* The proof-reader. It knows how texts look, not what games are about. */
#include "proof.h"

#include "core/lexicon.h"

#include <regex.h>
#include <stdio.h>
#include <string.h>

/* Letters that fit on a phone of 360 points, with some 38 in a line: prompts, choices and lines of
 * the log may fill five and a half, reasons three. */
static const int longest[PROOF_PLACES] = {
    [PROOF_PROMPT] = 210, [PROOF_CHOICE] = 210, [PROOF_LOG] = 210,     [PROOF_REASON] = 115,
    [PROOF_NAME] = 150,   [PROOF_TITLE] = 40,   [PROOF_PROSE] = 32767,
};

/* What must not be found, and in which language (SR_LANGS: in both). Patterns see bytes: what is
 * not ASCII stands outside of brackets, and words end where the patterns say. */
#define EN_BEFORE "(^|[^A-Za-z0-9.,+-])"
#define EN_AFTER "([^A-Za-z]|$)"
#define RU_BEFORE "(^|[^0-9.,+-])"
#define RU_AFTER "([ ,.;:)!?]|$)"
#define EN_ONES "coin|camel|point|servant|card|token|die|good|step|time|figure|contract|value|good"
#define EN_MANY                                                                                    \
    "coins|camels|points|servants|cards|tokens|dice|goods|steps|times|figures|contracts|values"
#define RU_ONE                                                                                     \
    "монета|монету|верблюд|очко|слуга|слугу|карта|карту|жетон|кубик|товар|шаг|контракт|нефрит"
#define RU_FIVE "монет|верблюдов|очков|карт|жетонов|кубиков|товаров|шагов|контрактов|нефритов"

static const struct rule {
    enum sr_lang lang;
    const char *what, *pattern;
} rules[] = {
    {SR_LANGS, "a mark of a template", "[][{}|]"},
    {SR_LANGS, "a value nobody knows", "(^| )\\?"},
    {SR_LANGS, "two blanks, or a blank at an end", "  |^ | $"},
    {SR_LANGS, "a blank before a mark", " [,.;:!?)]"},
    {SR_LANGS, "a mark without what it announces", "(:|·|→|—|,|\\() *($|[),.;]|·)"},
    {SR_LANGS, "quotation marks around nothing", "«»|“”|\"\"|\\(\\)"},
    {SR_LANGS, "a plural that was left open", "#|\\((s|es|а|ы|ов)\\)"},
    {SR_EN, "a word without its object", "(^| )(of|and|or|the)($|[).;:]| ·)"},
    {SR_RU, "a word without its object", " (и|или|в|на|за|из|от|у|с|к|до|для|без|по)($|[).;:]| ·)"},
    {SR_LANGS, "a word for nothing", "(^|[ (])(null|undefined|NaN)($|[ ),.])"},
    {SR_LANGS, "an id", "[a-z]_[a-z]"},
    {SR_LANGS, "the code of a card", "(^|[^A-Za-z])[CGST][0-9][0-9]($|[^0-9])"},
    {SR_LANGS, "a letter for a unit", "[0-9](\\$|[cgps]|vp)( |,|$|→)|[0-9] vp"},
    {SR_RU, "a letter for a unit", "[0-9](м|в|з|ш|с|о)( |,|$|→)|[0-9] о( |,|$)"},
    {SR_EN, "a seat for a name", "[Ss]eat [0-9]"},
    {SR_RU, "a seat for a name", "(М|м)ест(о|а) [0-9]|игрок(|а|у|ом) (И|и)грок"},
    {SR_EN, "one and a plural", EN_BEFORE "1 (" EN_MANY ")" EN_AFTER},
    {SR_EN, "several and a singular", EN_BEFORE "([02-9]|[0-9][0-9]+) (" EN_ONES ")" EN_AFTER},
    {SR_RU, "one and a plural", RU_BEFORE "(1|21|31) (" RU_FIVE ")" RU_AFTER},
    {SR_RU, "several and a singular", RU_BEFORE "([05-9]|1[0-9]|[2-9]0) (" RU_ONE ")" RU_AFTER},
    {SR_RU, "straight quotation marks", "\""},
};

struct reading {
    struct proof *proof;
    enum sr_lang lang;
    const char *what, *text;
};

static bool complain(const struct reading *reading, const char *fault) {
    struct proof *proof = reading->proof;
    size_t used = strlen(proof->report);
    proof->faults++;
    if (!strstr(proof->report, reading->what))
        snprintf(proof->report + used, sizeof proof->report - used, "%s (%s), %s: %s\n",
                 reading->what, reading->lang == SR_RU ? "ru" : "en", fault, reading->text);
    return false;
}

static const regex_t *compiled(size_t rule) {
    static regex_t made[SR_COUNT(rules)];
    static bool ready[SR_COUNT(rules)];
    if (!ready[rule])
        ready[rule] = regcomp(&made[rule], rules[rule].pattern, REG_EXTENDED | REG_NOSUB) == 0;
    return ready[rule] ? &made[rule] : NULL;
}

static int letters_in(const char *text) {
    int count = 0;
    for (; *text; text++)
        count += ((unsigned char)*text & 0xC0) != 0x80;
    return count;
}

static bool begins_small(const char *text) {
    const unsigned char *byte = (const unsigned char *)text;
    return (byte[0] >= 'a' && byte[0] <= 'z') ||
           (byte[0] == 0xD0 && byte[1] >= 0xB0 && byte[1] <= 0xBF) ||
           (byte[0] == 0xD1 && byte[1] >= 0x80 && byte[1] <= 0x91);
}

bool proof_read(struct proof *proof, enum proof_place place, enum sr_lang lang, const char *what,
                const char *text) {
    const struct reading reading = {proof, lang, what, text};
    proof->texts++;
    if (!*text)
        return complain(&reading, "nothing");
    if (place != PROOF_NAME && place != PROOF_PROSE && begins_small(text))
        return complain(&reading, "a small letter at the beginning");
    if (letters_in(text) > longest[place])
        return complain(&reading, "too long for its place on a phone");
    for (size_t i = 0; i < SR_COUNT(rules); i++) {
        const regex_t *pattern = compiled(i);
        if (!pattern)
            return complain(&reading, "a rule of the proof-reader is broken");
        if ((rules[i].lang == SR_LANGS || rules[i].lang == lang) &&
            regexec(pattern, text, 0, NULL, 0) == 0)
            return complain(&reading, rules[i].what);
    }
    return true;
}

/* ---- a table ---- */

enum { TEXT_BYTES = 4096 };

static void read_prompts(struct proof *proof, const struct sr_table *table, enum sr_lang lang) {
    char text[TEXT_BYTES], what[128];
    const struct sr_head *head = sr_head(table->state);
    snprintf(what, sizeof what, "%s: prompt of %s", table->game->name,
             table->game->phases[head->phase].name);
    for (int viewer = SR_SPECTATOR; viewer < head->seats; viewer++) {
        struct sr_out out;
        sr_out_open(&out, text, sizeof text);
        sr_table_prompt(&out, table, viewer, lang);
        proof_read(proof, PROOF_PROMPT, lang, what, text);
    }
}

static void read_choices(struct proof *proof, const struct sr_table *table,
                         const struct sr_reader *reader) {
    char text[TEXT_BYTES], what[128];
    for (uint32_t i = 0; i < table->moves.count; i++) {
        struct sr_out out;
        sr_out_open(&out, text, sizeof text);
        sr_move_say(&out, reader, table->game, table->state, table->moves.list[i]);
        snprintf(what, sizeof what, "%s: choice %s", table->game->name,
                 table->game->verbs[table->moves.list[i].verb].name);
        proof_read(proof, PROOF_CHOICE, reader->lang, what, text);
    }
}

static void read_log(struct proof *proof, const struct sr_table *table,
                     const struct sr_events *events, const struct sr_reader *reader) {
    char text[TEXT_BYTES], what[128];
    for (uint32_t i = 0; events && i < events->count; i++)
        for (int viewer = SR_SPECTATOR; viewer < sr_head(table->state)->seats; viewer++) {
            struct sr_out out;
            sr_out_open(&out, text, sizeof text);
            sr_event_say(&out, reader, table->game, &events->list[i], viewer);
            snprintf(what, sizeof what, "%s: log line %s", table->game->name,
                     table->game->events[events->list[i].kind].name);
            proof_read(proof, PROOF_LOG, reader->lang, what, text);
        }
}

static void read_sheet(struct proof *proof, const struct sr_table *table,
                       const struct sr_reader *reader) {
    char text[TEXT_BYTES], what[128];
    struct sr_sheet sheet;
    sr_score(table->game, table->state, &sheet);
    for (uint32_t i = 0; i < sheet.count; i++) {
        struct sr_out out;
        sr_out_open(&out, text, sizeof text);
        sr_reason_say(&out, reader, table->game, &sheet.line[i]);
        snprintf(what, sizeof what, "%s: reason %s", table->game->name,
                 table->game->reasons[sheet.line[i].reason].name);
        proof_read(proof, PROOF_REASON, reader->lang, what, text);
    }
}

void proof_table(struct proof *proof, const struct sr_table *table,
                 const struct sr_events *events) {
    proof->positions++;
    for (int lang = 0; lang < SR_LANGS; lang++) {
        const struct sr_reader reader = {.lang = (enum sr_lang)lang, .names = NULL};
        read_prompts(proof, table, reader.lang);
        read_choices(proof, table, &reader);
        read_log(proof, table, events, &reader);
        read_sheet(proof, table, &reader);
    }
}

/* ---- what stands still ---- */

static void read_text(struct proof *proof, const struct sr_game *game, enum proof_place place,
                      const char *what, const struct sr_text *text) {
    char name[160];
    snprintf(name, sizeof name, "%s: %s", game->name, what);
    for (int lang = 0; lang < SR_LANGS; lang++)
        proof_read(proof, place, (enum sr_lang)lang, name, text->in[lang]);
}

/* Rules are read line by line: a line break is no blank. */
static void read_prose(struct proof *proof, const struct sr_game *game,
                       const struct sr_text *body) {
    for (int lang = 0; lang < SR_LANGS; lang++)
        for (const char *at = body->in[lang]; *at;) {
            char line[TEXT_BYTES], what[96];
            size_t length = strcspn(at, "\n");
            bool announces = length && at[length - 1] == ':' && at[length]; /* the lines below */
            snprintf(line, sizeof line, "%.*s", (int)length - announces, at);
            for (char *blank; (blank = strstr(line, ".  "));) /* two blanks between sentences */
                memmove(blank + 1, blank + 2, strlen(blank + 1));
            snprintf(what, sizeof what, "%s: rules, %.40s", game->name, line);
            if (length)
                proof_read(proof, PROOF_PROSE, (enum sr_lang)lang, what, line);
            at += length + (at[length] == '\n');
        }
}

struct naming {
    struct proof *proof;
    const struct sr_game *game;
    enum sr_lang lang;
};

static void read_name(void *hearer, const char *domain, const char *id, const char *name) {
    const struct naming *naming = hearer;
    char what[160];
    if (id && strncmp(id, "seat", 4) == 0) /* of an option or a side: nobody sits there yet */
        return;
    snprintf(what, sizeof what, "%s: %s %s", naming->game->name, domain, id ? id : "");
    proof_read(naming->proof, PROOF_NAME, naming->lang, what, name);
}

/* What cards, places and values are called: lists, bubbles and the terminal's `i` say it. */
static void read_names(struct proof *proof, const struct sr_game *game) {
    for (int lang = 0; lang < SR_LANGS; lang++) {
        struct naming naming = {proof, game, (enum sr_lang)lang};
        sr_lexicon_names(game, naming.lang, read_name, &naming);
    }
    for (int i = 0; i < game->fields->text_count; i++)
        read_text(proof, game, PROOF_NAME, game->fields->texts[i].id, &game->fields->texts[i].text);
}

void proof_game(struct proof *proof, const struct sr_game *game) {
    read_names(proof, game);
    for (int i = 0; i < sr_preset_count(game); i++)
        read_text(proof, game, PROOF_NAME, game->presets->list[i].name,
                  &game->presets->list[i].text);
    read_text(proof, game, PROOF_TITLE, "title", &game->title);
    read_text(proof, game, PROOF_CHOICE, "blurb", &game->blurb);
    for (int i = 0; i < game->phase_count; i++)
        if (game->phases[i].title.in[SR_EN])
            read_text(proof, game, PROOF_TITLE, game->phases[i].name, &game->phases[i].title);
    for (int i = 0; i < game->option_count; i++)
        read_text(proof, game, PROOF_REASON, game->options[i].name, &game->options[i].text);
    for (int i = 0; i < sr_chapter_count(game); i++) {
        read_text(proof, game, PROOF_TITLE, "heading", &game->chapters->list[i].heading);
        read_prose(proof, game, &game->chapters->list[i].body);
    }
}
