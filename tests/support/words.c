/* Static reading of texts: see words.h. */
#include "words.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { MAX_PLACEHOLDERS = 16 };

struct words {
    const struct sr_game *game;
    const char *what; /* the text that is read now, as a person would find it */
    struct words_problem *problem;
};

static bool wrong(struct words *words, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static bool wrong(struct words *words, const char *format, ...) {
    char detail[300];
    va_list args;
    va_start(args, format);
    vsnprintf(detail, sizeof detail, format, args);
    va_end(args);
    snprintf(words->problem->text, sizeof words->problem->text, "%.90s: %s", words->what, detail);
    return false;
}

/* ---- templates ---- */

struct placeholder {
    const char *name;
    size_t length;
    int grammatical_case; /* 0 without one */
    int forms;            /* 0 without plural forms */
};

struct template {
    struct placeholder placeholder[MAX_PLACEHOLDERS];
    int count;
    bool has_latin, has_cyrillic; /* letters outside of placeholder names */
};

static const char case_letters[] = "ngadi";

static bool take_placeholder(struct words *words, const char *at, size_t length,
                             struct template *template) {
    struct placeholder *placeholder = &template->placeholder[template->count];
    if (template->count++ == MAX_PLACEHOLDERS)
        return wrong(words, "too many placeholders");
    *placeholder = (struct placeholder){.name = at, .length = length};
    for (size_t i = 0; i < length; i++) {
        if (at[i] == '#') {
            placeholder->length = i;
            placeholder->forms = 1;
            for (size_t k = i + 1; k < length; k++)
                placeholder->forms += at[k] == '|';
            return true;
        }
        if (at[i] == '.') {
            placeholder->length = i;
            const char *letter = i + 2 == length ? strchr(case_letters, at[i + 1]) : NULL;
            if (!letter)
                return wrong(words, "{%.*s} asks for no case; write n, g, a, d or i", (int)length,
                             at);
            placeholder->grammatical_case = (int)(letter - case_letters);
            return true;
        }
    }
    return length > 0 || wrong(words, "an empty placeholder");
}

static bool is_latin(unsigned char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

static void note_letters(struct template *template, const char *at, size_t length) {
    for (size_t i = 0; i < length; i++) {
        template->has_latin |= is_latin((unsigned char)at[i]);
        template->has_cyrillic |= (unsigned char)at[i] == 0xD0 || (unsigned char)at[i] == 0xD1;
    }
}

static bool take_apart(struct words *words, const char *text, struct template *template) {
    enum { DEEPEST = 2 };
    int section_from[DEEPEST], depth = 0;
    bool barred[DEEPEST] = {false};
    memset(template, 0, sizeof *template);
    if (!sr_utf8_valid(text, strlen(text)))
        return wrong(words, "is not UTF-8");
    for (const char *at = text; *at; at++) {
        if (*at == '{') {
            const char *end = strpbrk(at + 1, "{}");
            if (!end || *end != '}')
                return wrong(words, "a brace without its partner in \"%s\"", text);
            if (!take_placeholder(words, at + 1, (size_t)(end - at - 1), template))
                return false;
            const char *forms = memchr(at, '#', (size_t)(end - at));
            if (forms)
                note_letters(template, forms, (size_t)(end - forms));
            at = end;
        } else if (*at == '}') {
            return wrong(words, "a brace without its partner in \"%s\"", text);
        } else if (*at == '[') {
            if (depth == DEEPEST)
                return wrong(words, "too many sections inside each other in \"%s\"", text);
            section_from[depth] = template->count;
            barred[depth++] = false;
        } else if (*at == ']' || (*at == '|' && depth > 0)) {
            bool first_part = depth > 0 && !barred[depth - 1];
            if (depth == 0 || (first_part && section_from[depth - 1] == template->count))
                return wrong(words, "a section without beginning or placeholder in \"%s\"", text);
            if (*at == '|' && barred[depth - 1])
                return wrong(words, "a section with two bars in \"%s\"", text);
            barred[depth - 1] = true;
            depth -= *at == ']';
        } else {
            note_letters(template, at, 1);
        }
    }
    return depth == 0 || wrong(words, "a section without end in \"%s\"", text);
}

static bool has_name(const struct template *template, const struct placeholder *wanted) {
    for (int i = 0; i < template->count; i++)
        if (template->placeholder[i].length == wanted->length &&
            memcmp(template->placeholder[i].name, wanted->name, wanted->length) == 0)
            return true;
    return false;
}

static bool is_there(struct words *words, const struct sr_text *text) {
    for (int lang = 0; lang < SR_LANGS; lang++)
        if (!text->in[lang] || !*text->in[lang])
            return wrong(words, "has no text in %s", lang == SR_EN ? "English" : "Russian");
    return true;
}

bool words_english_alone(const struct sr_game *game) {
    return strcmp(game->title.in[SR_EN], game->title.in[SR_RU]) == 0;
}

/* Both languages taken apart: the same values in both, plurals complete, Russian in Russian. */
static bool take_both(struct words *words, const struct sr_text *text,
                      struct template both[SR_LANGS]) {
    static const int forms_of[SR_LANGS] = {[SR_EN] = 2, [SR_RU] = 3};
    if (!is_there(words, text))
        return false;
    bool english = words->game && words_english_alone(words->game) &&
                   strcmp(text->in[SR_EN], text->in[SR_RU]) == 0;
    for (int lang = 0; lang < SR_LANGS; lang++) {
        struct template *template = &both[lang];
        int forms = forms_of[english ? SR_EN : lang];
        if (!take_apart(words, text->in[lang], template))
            return false;
        for (int i = 0; i < template->count; i++)
            if (template->placeholder[i].forms && template->placeholder[i].forms != forms)
                return wrong(words, "%d plural forms, not %d, in \"%s\"",
                             template->placeholder[i].forms, forms, text->in[lang]);
    }
    for (int lang = 0; lang < SR_LANGS; lang++)
        for (int i = 0; i < both[lang].count; i++)
            if (!has_name(&both[!lang], &both[lang].placeholder[i]))
                return wrong(words, "{%.*s} is missing in the other language",
                             (int)both[lang].placeholder[i].length, both[lang].placeholder[i].name);
    /* A single letter is a sign, like the Q on a playing card, and the same everywhere. */
    if (both[SR_RU].has_latin && !both[SR_RU].has_cyrillic && text->in[SR_RU][1] && !english)
        return wrong(words, "the Russian text \"%s\" is not Russian", text->in[SR_RU]);
    if (both[SR_EN].has_cyrillic)
        return wrong(words, "the English text \"%s\" is not English", text->in[SR_EN]);
    return true;
}

/* ---- names ---- */

static bool is_id(const char *id) {
    size_t length = id ? strspn(id, "abcdefghijklmnopqrstuvwxyz0123456789_") : 0;
    return length > 0 && !id[length];
}

static int forms_in(const char *text) {
    int forms = 1;
    for (; *text; text++)
        forms += *text == '|';
    return forms;
}

static bool names_of_domain(struct words *words, const struct sr_domain *domain) {
    if (!domain || !domain->id)
        return wrong(words, "has no domain, or one without a name");
    if (domain->kind == SR_NAMED && !sr_domain_has_names(domain))
        return wrong(words, "%s has no names", domain->id);
    for (int i = domain->min; domain->parts && i <= domain->max; i++) {
        char id[SR_ID_BYTES], other[SR_ID_BYTES];
        if (!is_id(sr_domain_id(domain, i, id)))
            return wrong(words, "%s: \"%s\" is no id", domain->id, id);
        for (int k = domain->min; k < i; k++)
            if (strcmp(sr_domain_id(domain, i, id), sr_domain_id(domain, k, other)) == 0)
                return wrong(words, "%s: two things are called \"%s\"", domain->id, id);
    }
    if (!domain->names)
        return true;
    int count = domain->kind == SR_BITS ? 0 : domain->max - domain->min + 1;
    if (domain->parts)
        count -= (domain->parts->first->max + 1) * (domain->parts->second->max + 1);
    for (int bits = domain->max; domain->kind == SR_BITS && bits; bits >>= 1)
        count++;
    const char *outer = words->what;
    for (int i = 0; i < count; i++) {
        const struct sr_name *name = &domain->names[i];
        if (!is_id(name->id))
            return wrong(words, "%s: \"%s\" is no id", domain->id, name->id ? name->id : "");
        for (int k = 0; k < i; k++)
            if (strcmp(name->id, domain->names[k].id) == 0)
                return wrong(words, "%s: two things are called \"%s\"", domain->id, name->id);
        struct template both[SR_LANGS];
        words->what = name->id;
        if (!take_both(words, &name->text, both))
            return false;
        if (forms_in(name->text.in[SR_EN]) != 1)
            return wrong(words, "cases in an English name");
        words->what = outer;
    }
    return true;
}

/* A template asks for a case: does every name of the domain have it? */
static bool has_case(struct words *words, const struct sr_domain *domain, int grammatical_case) {
    if (domain->kind != SR_NAMED || !grammatical_case)
        return true;
    if (domain->parts)
        return wrong(words, "%s is made of parts and has no cases", domain->id);
    for (int i = 0; i <= domain->max - domain->min; i++)
        if (forms_in(domain->names[i].text.in[SR_RU]) <= grammatical_case)
            return wrong(words, "\"%s\" lacks the case .%c that is asked of it",
                         domain->names[i].text.in[SR_RU], case_letters[grammatical_case]);
    return true;
}

/* ---- templates of a game ---- */

/* What a {name} may stand for; NULL: nothing. */
typedef const struct sr_domain *find_domain(const void *owner, const struct placeholder *name);

static bool is_called(const struct placeholder *placeholder, const char *name) {
    return name && strlen(name) == placeholder->length &&
           memcmp(name, placeholder->name, placeholder->length) == 0;
}

static bool template_of(struct words *words, const struct sr_text *text, find_domain *find,
                        const void *owner) {
    struct template both[SR_LANGS];
    if (!take_both(words, text, both))
        return false;
    for (int lang = 0; lang < SR_LANGS; lang++)
        for (int i = 0; i < both[lang].count; i++) {
            const struct placeholder *placeholder = &both[lang].placeholder[i];
            const struct sr_domain *domain = find(owner, placeholder);
            if (!domain)
                return wrong(words, "{%.*s} means nothing", (int)placeholder->length,
                             placeholder->name);
            if (lang == SR_RU && !has_case(words, domain, placeholder->grammatical_case))
                return false;
        }
    return true;
}

static const struct sr_domain *find_nothing(const void *owner, const struct placeholder *name) {
    (void)owner;
    (void)name;
    return NULL;
}

static const struct sr_domain a_number = SR_DOMAIN_NUMBER("number", 0, 0);

/* {0} to {3} are the arguments of a problem, {4} what the field that it is about is. */
static const struct sr_domain *find_numbered(const void *owner, const struct placeholder *name) {
    (void)owner;
    bool digit = name->length == 1 && name->name[0] >= '0' && name->name[0] <= '4';
    return digit ? &a_number : NULL;
}

static const struct sr_domain *find_in_verb(const void *owner, const struct placeholder *name) {
    const struct sr_verb *verb = owner;
    for (int i = 0; i < SR_MOVE_ARGS; i++)
        if (is_called(name, verb->args[i].name))
            return verb->args[i].of;
    for (int i = 0; i < SR_LABEL_ARGS; i++)
        if (is_called(name, verb->label[i].name))
            return verb->label[i].of;
    return NULL;
}

static const struct sr_domain *find_in_event(const void *owner, const struct placeholder *name) {
    const struct sr_event_kind *kind = owner;
    for (int i = 0; i < SR_EVENT_ARGS; i++)
        if (is_called(name, kind->args[i].name))
            return kind->args[i].of;
    return NULL;
}

static const struct sr_domain *find_for_all(const void *owner, const struct placeholder *name) {
    const struct sr_event_kind *kind = owner;
    for (int i = 0; i < SR_EVENT_ARGS; i++)
        if (is_called(name, kind->args[i].name) && kind->args[i].told == SR_TOLD_ALL)
            return kind->args[i].of;
    return NULL;
}

static const struct sr_domain *find_in_reason(const void *owner, const struct placeholder *name) {
    const struct sr_reason *reason = owner;
    for (int i = 0; i < SR_SCORE_ARGS; i++)
        if (is_called(name, reason->args[i].name))
            return reason->args[i].of;
    return is_called(name, "points") ? &a_number : NULL;
}

/* Whose prompt is read. */
struct prompt_owner {
    const struct sr_game *game;
    const struct sr_phase *phase;
};

static const struct sr_domain *find_in_prompt(const void *owner, const struct placeholder *name) {
    const struct prompt_owner *prompt = owner;
    const struct sr_game *game = prompt->game;
    for (int i = 0; i < SR_LABEL_ARGS && prompt->phase->words[i].name; i++)
        if (is_called(name, prompt->phase->words[i].name))
            return prompt->phase->words[i].of;
    for (int i = 0; i < SR_ITEM_ARGS && prompt->phase->args[i].name; i++)
        if (is_called(name, prompt->phase->args[i].name))
            return prompt->phase->args[i].of;
    for (int i = 0; i < game->fields->count; i++) {
        int axes = sr_field_axes(&game->fields->list[i]);
        bool sayable = axes == 0 || (axes == 1 && game->fields->list[i].axis[0].kind == SR_BY_SEAT);
        if (sayable && is_called(name, game->fields->list[i].name))
            return game->fields->list[i].of;
    }
    return NULL;
}

/* ---- the tables of a game ---- */

/* Names of one table: proper, and no two alike. */
static bool is_new_id(struct words *words, const char *id, const char *const earlier) {
    if (!is_id(id))
        return wrong(words, "\"%s\" is no id", id ? id : "");
    return !earlier || strcmp(id, earlier) != 0 || wrong(words, "\"%s\" is there twice", id);
}

static bool read_verbs(struct words *words) {
    const struct sr_game *game = words->game;
    for (int i = 0; i < game->verb_count; i++) {
        const struct sr_verb *verb = &game->verbs[i];
        words->what = verb->name ? verb->name : "a verb";
        for (int k = 0; k <= i; k++)
            if (!is_new_id(words, verb->name, k < i ? game->verbs[k].name : NULL))
                return false;
        for (int arg = 0; arg < sr_verb_args(verb); arg++)
            if (!names_of_domain(words, verb->args[arg].of))
                return false;
        for (int arg = 0; arg < SR_LABEL_ARGS && verb->label[arg].name; arg++)
            if (!names_of_domain(words, verb->label[arg].of))
                return false;
        if (!template_of(words, &verb->text, find_in_verb, verb))
            return false;
    }
    return true;
}

static bool read_event(struct words *words, const struct sr_event_kind *kind) {
    bool hides = false;
    for (int arg = 0; arg < sr_event_args(kind); arg++) {
        if (kind->args[arg].told < SR_TOLD_ALL || kind->args[arg].told > SR_TOLD_NOBODY)
            return wrong(words, "nobody said who may see %s", kind->args[arg].name);
        if (!names_of_domain(words, kind->args[arg].of))
            return false;
        hides |= kind->args[arg].told != SR_TOLD_ALL;
    }
    if (!template_of(words, &kind->text, find_in_event, kind))
        return false;
    return !hides || template_of(words, &kind->veiled, find_for_all, kind);
}

static bool read_events(struct words *words) {
    const struct sr_game *game = words->game;
    for (int i = 0; i < game->event_count; i++) {
        const struct sr_event_kind *kind = &game->events[i];
        words->what = kind->name ? kind->name : "an event";
        for (int k = 0; k <= i; k++)
            if (!is_new_id(words, kind->name, k < i ? game->events[k].name : NULL))
                return false;
        if (!read_event(words, kind))
            return false;
    }
    return true;
}

static bool read_phases(struct words *words) {
    const struct sr_game *game = words->game;
    for (int i = 0; i < game->phase_count; i++) {
        const struct sr_phase *phase = &game->phases[i];
        words->what = phase->name ? phase->name : "a phase";
        for (int k = 0; k <= i; k++)
            if (!is_new_id(words, phase->name, k < i ? game->phases[k].name : NULL))
                return false;
        for (int arg = 0; arg < SR_ITEM_ARGS && phase->args[arg].name; arg++)
            if (!is_id(phase->args[arg].name) || !names_of_domain(words, phase->args[arg].of))
                return wrong(words, "argument %d is not sound", arg + 1);
        if (phase->run && !phase->list && !phase->play)
            continue;
        if (phase->run || !phase->list || !phase->play)
            return wrong(words, "a phase lists and plays, or runs");
        if (!template_of(words, &phase->title, find_nothing, NULL) ||
            !template_of(words, &phase->prompt, find_in_prompt,
                         &(struct prompt_owner){game, phase}))
            return false;
    }
    return true;
}

static bool read_reasons(struct words *words) {
    const struct sr_game *game = words->game;
    for (int i = 0; i < game->reason_count; i++) {
        const struct sr_reason *reason = &game->reasons[i];
        words->what = reason->name ? reason->name : "a reason";
        for (int k = 0; k <= i; k++)
            if (!is_new_id(words, reason->name, k < i ? game->reasons[k].name : NULL))
                return false;
        for (int arg = 0; arg < SR_SCORE_ARGS && reason->args[arg].name; arg++)
            if (!names_of_domain(words, reason->args[arg].of))
                return false;
        if (!template_of(words, &reason->text, find_in_reason, reason))
            return false;
    }
    return true;
}

static bool read_fields(struct words *words) {
    const struct sr_game *game = words->game;
    for (int i = 0; i < game->fields->count; i++) {
        const struct sr_field *field = &game->fields->list[i];
        words->what = field->name;
        for (int k = 0; k <= i; k++)
            if (!is_new_id(words, field->name, k < i ? game->fields->list[k].name : NULL))
                return false;
        if (!names_of_domain(words, field->of))
            return false;
        for (int axis = 0; axis < sr_field_axes(field); axis++)
            if (field->axis[axis].names && !names_of_domain(words, field->axis[axis].names))
                return false;
    }
    return true;
}

/* What is told of fields is told of fields that there are, and once. */
static bool read_members(struct words *words) {
    const struct sr_fields *fields = words->game->fields;
    for (int i = 0; i < fields->text_count; i++) {
        int found = 0;
        words->what = fields->texts[i].id;
        for (int k = 0; k < fields->count; k++)
            found += strcmp(fields->list[k].name, fields->texts[i].id) == 0;
        if (!found)
            return wrong(words, "there is no such field");
        if (sr_field_text(fields, fields->texts[i].id) != &fields->texts[i].text)
            return wrong(words, "is told twice");
        if (!template_of(words, &fields->texts[i].text, find_nothing, NULL))
            return false;
    }
    return true;
}

static bool read_options(struct words *words) {
    const struct sr_game *game = words->game;
    for (int i = 0; i < game->option_count; i++) {
        const struct sr_option *option = &game->options[i];
        words->what = option->name ? option->name : "an option";
        for (int k = 0; k <= i; k++)
            if (!is_new_id(words, option->name, k < i ? game->options[k].name : NULL))
                return false;
        if (!names_of_domain(words, option->of) ||
            !template_of(words, &option->text, find_nothing, NULL))
            return false;
        if (!sr_domain_holds(option->of, option->standard, game->seats_max))
            return wrong(words, "what is usual is not one of its values");
        if (!sr_domain_holds(option->of, sr_option_unsaid(option), game->seats_max))
            return wrong(words, "what it is unsaid is not one of its values");
    }
    return true;
}

/* A preset must be a set-up that can be played by all who may play. */
static bool read_presets(struct words *words) {
    const struct sr_game *game = words->game;
    for (int i = 0; i < sr_preset_count(game); i++) {
        const struct sr_preset *preset = &game->presets->list[i];
        words->what = preset->name ? preset->name : "a preset";
        for (int k = 0; k <= i; k++)
            if (!is_new_id(words, preset->name, k < i ? game->presets->list[k].name : NULL))
                return false;
        if (!template_of(words, &preset->text, find_nothing, NULL))
            return false;
        for (int seats = game->seats_min; seats <= game->seats_max; seats++) {
            struct sr_error error = {0};
            struct sr_setup setup;
            sr_setup_init(game, &setup);
            setup.seats = (uint8_t)seats;
            if (!sr_setup_options(game, &setup, preset->options, &error) ||
                !sr_setup_check(game, &setup, &error))
                return wrong(words, "cannot be played by %d: %s", seats, error.problem->id);
        }
    }
    return true;
}

/* Chapters are prose: braces and brackets mean nothing there. */
static bool read_prose(struct words *words, const struct sr_text *text) {
    struct template letters[SR_LANGS] = {0};
    if (!is_there(words, text))
        return false;
    for (int lang = 0; lang < SR_LANGS; lang++) {
        if (!sr_utf8_valid(text->in[lang], strlen(text->in[lang])))
            return wrong(words, "is not UTF-8");
        note_letters(&letters[lang], text->in[lang], strlen(text->in[lang]));
    }
    bool english = words_english_alone(words->game) && !letters[SR_RU].has_cyrillic;
    if ((!letters[SR_RU].has_cyrillic && !english) || letters[SR_EN].has_cyrillic)
        return wrong(words, "English and Russian are mixed up");
    return true;
}

bool words_of_game(const struct sr_game *game, struct words_problem *problem) {
    struct words words = {.game = game, .what = game->name, .problem = problem};
    problem->text[0] = '\0';
    if (!is_id(game->name))
        return wrong(&words, "the game's name is no id");
    if (!read_prose(&words, &game->title) || !read_prose(&words, &game->blurb))
        return false;
    for (int i = 0; i < sr_chapter_count(game); i++) {
        words.what = "a chapter of the rules";
        if (!read_prose(&words, &game->chapters->list[i].heading) ||
            !read_prose(&words, &game->chapters->list[i].body))
            return false;
    }
    if (!sr_chapter_count(game))
        return wrong(&words, "nothing says how to play");
    return read_options(&words) && read_presets(&words) && read_members(&words) &&
           read_fields(&words) && read_phases(&words) && read_verbs(&words) &&
           read_events(&words) && read_reasons(&words);
}

bool words_of_text(const char *what, const struct sr_text *text, bool numbered,
                   struct words_problem *problem) {
    struct words words = {.what = what, .problem = problem};
    problem->text[0] = '\0';
    return template_of(&words, text, numbered ? find_numbered : find_nothing, NULL);
}
