/* The proof-reader. It knows how texts look, not what games are about. */
#include "proof.h"

#include "bots/hint.h"
#include "coach/review.h"
#include "core/canvas.h"
#include "core/lexicon.h"
#include "core/mind.h"
#include "core/phrase.h"

#include <regex.h>
#include <stdio.h>
#include <string.h>

/* Letters that fit on a phone of 360 points, with some 38 in a line: prompts, choices and lines of
 * the log may fill five and a half, reasons three. */
static const int longest[PROOF_PLACES] = {
    [PROOF_PROMPT] = 210, [PROOF_CHOICE] = 210,  [PROOF_LOG] = 210,
    [PROOF_REASON] = 115, [PROOF_NAME] = 150,    [PROOF_TITLE] = 40,
    [PROOF_CLAUSE] = 210, [PROOF_PROSE] = 32767, [PROOF_PROGRAM] = 32767,
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
    bool of_programs; /* also looked for in what programs say of themselves */
} rules[] = {
    {SR_LANGS, "a mark of a template", "[][{}|]"},
    {SR_LANGS, "a value nobody knows", "(^| )\\?"},
    {SR_LANGS, "two blanks, or a blank at an end", "  |^ | $"},
    {SR_LANGS, "a blank before a mark", " [,.;:!?)]"},
    {SR_LANGS, "a mark without what it announces", "(:|·|→|—|,|\\() *($|[),.;]|·)"},
    {SR_LANGS, "quotation marks around nothing", "«»|“”|\"\"|\\(\\)"},
    {SR_LANGS, "a plural that was left open", "#|\\((s|es|а|ы|ов)\\)", true},
    {SR_EN, "a word without its object", "(^| )(of|and|or|the)($|[).;:]| ·)"},
    {SR_RU, "a word without its object", " (и|или|в|на|за|из|от|у|с|к|до|для|без|по)($|[).;:]| ·)"},
    {SR_LANGS, "a word for nothing", "(^|[ (])(null|undefined|NaN)($|[ ),.])", true},
    {SR_LANGS, "an id", "[a-z]_[a-z]"},
    {SR_LANGS, "the code of a card", "(^|[^A-Za-z])[CGST][0-9][0-9]($|[^0-9])"},
    {SR_LANGS, "a sentence in brackets", "(^|[.!?:] )\\("},
    {SR_LANGS, "a letter for a unit", "[0-9](\\$|[cgps]|vp)( |,|$|→)|[0-9] vp"},
    {SR_RU, "a letter for a unit", "[0-9](м|в|з|ш|с|о)( |,|$|→)|[0-9] о( |,|$)"},
    {SR_EN, "a seat for a name", "[Ss]eat [0-9]"},
    {SR_RU, "a seat for a name", "(М|м)ест(о|а) [0-9]|игрок(|а|у|ом) (И|и)грок"},
    {SR_EN, "one and a plural", EN_BEFORE "1 (" EN_MANY ")" EN_AFTER, true},
    {SR_EN, "several and a singular", EN_BEFORE "([02-9]|[0-9][0-9]+) (" EN_ONES ")" EN_AFTER,
     true},
    {SR_RU, "one and a plural", RU_BEFORE "(1|21|31) (" RU_FIVE ")" RU_AFTER, true},
    {SR_RU, "several and a singular", RU_BEFORE "([05-9]|1[0-9]|[2-9]0) (" RU_ONE ")" RU_AFTER,
     true},
    {SR_RU, "straight quotation marks", "\""},
};

/* What is found without a pattern. */
static const char nothing[] = "nothing", small_letter[] = "a small letter at the beginning",
                  too_long[] = "too long for its place on a phone";
static const char *const unpatterned[] = {nothing, small_letter, too_long};

const char *proof_objection(int index, enum sr_lang *lang) {
    int patterns = (int)SR_COUNT(rules);
    *lang = index < patterns ? rules[index].lang : SR_LANGS;
    return index < patterns                                ? rules[index].what
           : index < patterns + (int)SR_COUNT(unpatterned) ? unpatterned[index - patterns]
                                                           : NULL;
}

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

/* Whether a text of that place is a beginning. */
static bool begins(enum proof_place place) {
    return place != PROOF_NAME && place != PROOF_CLAUSE && place != PROOF_PROSE &&
           place != PROOF_PROGRAM;
}

bool proof_read(struct proof *proof, enum proof_place place, enum sr_lang lang, const char *what,
                const char *text) {
    const struct reading reading = {proof, lang, what, text};
    proof->texts++;
    if (!*text)
        return complain(&reading, nothing);
    if (begins(place) && begins_small(text))
        return complain(&reading, small_letter);
    if (letters_in(text) > longest[place])
        return complain(&reading, too_long);
    for (size_t i = 0; i < SR_COUNT(rules); i++) {
        if (place == PROOF_PROGRAM && !rules[i].of_programs)
            continue;
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

/* The board of the terminal, in the columns and rows that it has at 80x24: is all of it there? */
static void read_board(struct proof *proof, const struct sr_table *table, enum sr_lang lang) {
    enum { COLUMNS = 80, ROWS = 13 };
    static struct sr_canvas canvas;
    const char *names[SR_MAX_SEATS];
    const struct sr_reader reader = {.lang = lang, .names = names};
    sr_table_names(table, names);
    for (int viewer = SR_REFEREE; viewer < sr_head(table->state)->seats; viewer++) {
        char what[128];
        sr_canvas_clear(&canvas, COLUMNS, ROWS);
        sr_canvas_draw(table->game, table->state, viewer, &reader, &canvas);
        proof->texts++;
        if (!canvas.cut)
            continue;
        snprintf(what, sizeof what, "%s: row %d of the board", table->game->name, canvas.cut);
        complain(&(struct reading){proof, lang, what, "beyond the edge"}, "cut");
    }
}

void proof_board(struct proof *proof, const struct sr_table *table) {
    for (int lang = 0; lang < SR_LANGS; lang++)
        read_board(proof, table, (enum sr_lang)lang);
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

/* The key of the signs on a screen. */
static void read_signs(struct proof *proof, const struct sr_game *game) {
    for (int i = 0; game->signs && i < game->signs->count; i++)
        read_text(proof, game, PROOF_NAME, "sign", &game->signs->list[i].text);
}

static void read_reason(struct proof *proof, const struct sr_game *game,
                        const struct sr_hint *hint) {
    char text[TEXT_BYTES], what[96];
    for (int lang = 0; lang < SR_LANGS; lang++) {
        struct sr_out out;
        sr_out_open(&out, text, sizeof text);
        sr_better_say(&out, (enum sr_lang)lang, game, hint);
        snprintf(what, sizeof what, "%s: reason of the coach", game->name);
        proof_read(proof, PROOF_CLAUSE, (enum sr_lang)lang, what, text);
    }
}

/* Everything that a move may be praised for. */
static void read_reasons(struct proof *proof, const struct sr_game *game) {
    const struct sr_mind *mind = sr_mind_of(game);
    for (int i = 0; i < mind->feature_count; i++)
        for (int others = 0; others < 2 && mind->features[i].better; others++) {
            struct sr_hint hint = {.likes = 1};
            hint.like[0] = (struct sr_like){
                .feature = (uint8_t)i,
                .others = others,
                .more = (mind->features[i].better == SR_MORE) != others,
            };
            read_reason(proof, game, &hint);
        }
}

/* When all is lost or won. */
static void read_outlooks(struct proof *proof) {
    static const int leads[] = {-21, -2, -1, 0, 1, 3, 11};
    char text[TEXT_BYTES];
    for (int lang = 0; lang < SR_LANGS; lang++)
        for (int lost = 0; lost < 2; lost++)
            for (size_t i = 0; i < SR_COUNT(leads); i++) {
                const struct sr_hints hints = {.outlook = lost ? SR_ALL_BUT_LOST : SR_ALL_BUT_WON};
                const struct sr_hint hint = {.chance = lost ? 0 : 1, .place = 2, .lead = leads[i]};
                struct sr_out out;
                sr_out_open(&out, text, sizeof text);
                sr_hint_outlook_say(&out, (enum sr_lang)lang, &hints, &hint);
                proof_read(proof, PROOF_CLAUSE, (enum sr_lang)lang, "outlook", text);
            }
}

void proof_game(struct proof *proof, const struct sr_game *game) {
    read_names(proof, game);
    read_signs(proof, game);
    read_reasons(proof, game);
    read_outlooks(proof);
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

/* ---- the coach, and phrases ---- */

void proof_review(struct proof *proof, const struct sr_table *table, uint32_t budget) {
    struct sr_review *review = sr_review_new(table, SR_REVIEW_ALL, budget, NULL);
    char text[TEXT_BYTES], what[96];
    while (review && sr_review_step(review))
        continue;
    snprintf(what, sizeof what, "%s: review", table->game->name);
    if (!review || !sr_review_whole(review))
        complain(&(struct reading){proof, SR_EN, what, ""}, "no review");
    for (int i = 0; review && i < sr_review_players(review); i++) {
        const struct sr_player_review *player = sr_review_player(review, i);
        for (int lang = 0; lang < SR_LANGS; lang++)
            for (int sentence = 0; sentence < SR_SUMMARY_SENTENCES; sentence++) {
                struct sr_out out;
                sr_out_open(&out, text, sizeof text);
                sr_summary_say(&out, (enum sr_lang)lang, review, player, sentence);
                proof_read(proof, PROOF_LOG, (enum sr_lang)lang, what, text);
            }
        for (uint32_t k = 0; k < player->verdicts; k++)
            read_reason(proof, table->game, &player->verdict[k].better);
    }
    sr_review_free(review);
}

void proof_phrase(struct proof *proof, const char *what, const struct sr_text *text,
                  const char *argument) {
    char said[TEXT_BYTES];
    for (int lang = 0; lang < SR_LANGS; lang++) {
        struct sr_out out;
        sr_out_open(&out, said, sizeof said);
        sr_text_say(&out, (enum sr_lang)lang, text, argument, argument, argument, argument,
                    argument, argument, NULL);
        proof_read(proof, PROOF_PROGRAM, (enum sr_lang)lang, what, said);
    }
}
