/* The battery reads every text as people and programs get to read it. */
#include "battery_parts.h"

#include "words.h"

#include <string.h>

bool battery_tables(struct battery *b) {
    struct sr_error error = {0};
    struct words_problem problem;
    if (!sr_fields_cover(b->game, &error)) {
        struct sr_out out;
        sr_out_open(&out, b->text[0], sizeof b->text[0]);
        sr_error_say(&out, SR_EN, &error);
        return battery_fail(b, BATTERY_TABLES, "%.500s", b->text[0]);
    }
    if (!words_of_game(b->game, &problem))
        return battery_fail(b, BATTERY_TABLES, "%s", problem.text);
    return true;
}

/* ---- complete? ---- */

static int count_of(const char *text, char c) {
    int count = 0;
    for (; text && *text; text++)
        count += *text == c;
    return count;
}

/* A value that could not be filled in reads "?": more of these than the template has itself, or a
 * brace or a bar that was left over, mean that something was hidden or missing. */
static bool is_complete(struct battery *b, const char *text, const char *pattern, const char *what,
                        const char *name) {
    if (!*text || strpbrk(text, "{}|") || !sr_utf8_valid(text, strlen(text)) ||
        count_of(text, '?') > count_of(pattern, '?'))
        return battery_fail(b, BATTERY_WORDS, "%s %s reads \"%.300s\"", what, name, text);
    return true;
}

static struct sr_reader reader_in(int lang) {
    return (struct sr_reader){.lang = (enum sr_lang)lang, .names = NULL};
}

/* ---- the choices ---- */

bool battery_notation(struct battery *b) {
    const struct sr_moves *moves = &b->table->moves;
    static char text[SR_MAX_MOVES][SR_MOVE_TEXT_BYTES];
    for (uint32_t i = 0; i < moves->count; i++) {
        struct sr_out out;
        sr_out_open(&out, text[i], sizeof text[i]);
        sr_move_write(&out, b->game, moves->list[i]);
        struct sr_move read;
        struct sr_error error = {0};
        if (!sr_out_fits(&out))
            return battery_fail(b, BATTERY_NOTATION, "%zu bytes: %s", out.len, text[i]);
        if (!sr_move_read(b->game, text[i], out.len, b->setup.seats, &read, &error) ||
            !sr_same_move(read, moves->list[i]))
            return battery_fail(b, BATTERY_NOTATION, "\"%s\" is read as another move, or none",
                                text[i]);
        for (uint32_t k = 0; k < i; k++)
            if (strcmp(text[i], text[k]) == 0)
                return battery_fail(b, BATTERY_NOTATION, "two moves are written \"%s\"", text[i]);
    }
    return true;
}

static bool read_labels(struct battery *b, int lang) {
    enum { LABEL_BYTES = 512 };
    static char label[SR_MAX_MOVES][LABEL_BYTES];
    const struct sr_moves *moves = &b->table->moves;
    struct sr_reader reader = reader_in(lang);
    for (uint32_t i = 0; i < moves->count; i++) {
        struct sr_out out;
        sr_out_open(&out, label[i], sizeof label[i]);
        sr_move_say(&out, &reader, b->game, b->table->state, moves->list[i]);
        if (!sr_out_fits(&out))
            return battery_fail(b, BATTERY_WORDS, "a label of %zu bytes: %s", out.len, label[i]);
        if (!is_complete(b, label[i], b->game->verbs[moves->list[i].verb].text.in[lang], "choice",
                         battery_move(b, moves->list[i])))
            return false;
        for (uint32_t k = 0; k < i; k++)
            if (strcmp(label[i], label[k]) == 0)
                return battery_fail(b, BATTERY_WORDS, "%s and %s both read \"%.300s\"",
                                    battery_move(b, moves->list[k]),
                                    battery_move(b, moves->list[i]), label[i]);
    }
    return true;
}

bool battery_words_of_position(struct battery *b) {
    const struct sr_phase *phase = &b->game->phases[sr_head(b->table->state)->phase];
    int16_t words[SR_LABEL_ARGS] = {0};
    const struct sr_text *chosen = phase->wording ? phase->wording(b->table->state, words) : NULL;
    const struct sr_text *prompt = chosen ? chosen : &phase->prompt;
    for (int lang = 0; lang < SR_LANGS; lang++) {
        struct sr_reader reader = reader_in(lang);
        struct sr_out out;
        sr_out_open(&out, b->text[0], sizeof b->text[0]);
        sr_prompt_say(&out, &reader, b->game, b->table->state);
        if (!is_complete(b, b->text[0], prompt->in[lang], "the prompt of", phase->name) ||
            !read_labels(b, lang))
            return false;
    }
    return true;
}

/* ---- the log ---- */

static bool read_event(struct battery *b, const struct sr_event *event) {
    const struct sr_event_kind *kind = &b->game->events[event->kind];
    for (int arg = 0; arg < sr_event_args(kind); arg++)
        if (!sr_domain_holds(kind->args[arg].of, event->arg[arg], b->setup.seats))
            return battery_fail(b, BATTERY_EVENTS, "%s: %s is %d", kind->name, kind->args[arg].name,
                                event->arg[arg]);
    for (int lang = 0; lang < SR_LANGS; lang++)
        for (int viewer = SR_REFEREE; viewer < b->setup.seats; viewer++) {
            struct sr_reader reader = reader_in(lang);
            struct sr_out out;
            sr_out_open(&out, b->text[0], sizeof b->text[0]);
            sr_event_say(&out, &reader, b->game, event, viewer);
            bool veiled = false;
            for (int arg = 0; arg < sr_event_args(kind); arg++)
                veiled |= !sr_event_seen(b->game, event, arg, viewer);
            if (!is_complete(b, b->text[0], veiled ? kind->veiled.in[lang] : kind->text.in[lang],
                             "event", kind->name))
                return false;
        }
    return true;
}

bool battery_words_of_events(struct battery *b, const struct sr_events *events) {
    for (uint32_t i = 0; i < events->count; i++) {
        if (events->list[i].kind >= b->game->event_count)
            return battery_fail(b, BATTERY_EVENTS, "an event of kind %d", events->list[i].kind);
        if (!read_event(b, &events->list[i]))
            return false;
    }
    return true;
}

/* ---- the score sheet ---- */

bool battery_words_of_sheet(struct battery *b) {
    struct sr_sheet sheet;
    sr_score(b->game, b->table->state, &sheet);
    for (uint32_t i = 0; i < sheet.count; i++)
        for (int lang = 0; lang < SR_LANGS; lang++) {
            const struct sr_reason *reason = &b->game->reasons[sheet.line[i].reason];
            struct sr_reader reader = reader_in(lang);
            struct sr_out out;
            sr_out_open(&out, b->text[0], sizeof b->text[0]);
            sr_reason_say(&out, &reader, b->game, &sheet.line[i]);
            if (!is_complete(b, b->text[0], reason->text.in[lang], "reason", reason->name))
                return false;
        }
    return true;
}
