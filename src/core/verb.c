/* Moves and events in notation and in words, made from the verbs tables. */
#include "verb.h"

#include "error.h"
#include "game.h"

#include <string.h>

int sr_verb_args(const struct sr_verb *verb) {
    int count = 0;
    while (count < SR_MOVE_ARGS && verb->args[count].name)
        count++;
    return count;
}

int sr_event_args(const struct sr_event_kind *kind) {
    int count = 0;
    while (count < SR_EVENT_ARGS && kind->args[count].name)
        count++;
    return count;
}

static bool is_none(const struct sr_domain *domain, int64_t value) {
    return domain->may_be_none && value == SR_NONE;
}

static const struct sr_verb *verb_of(const struct sr_game *game, struct sr_move move) {
    return move.verb < game->verb_count ? &game->verbs[move.verb] : NULL;
}

/* ---- notation ---- */

void sr_move_write(struct sr_out *out, const struct sr_game *game, struct sr_move move) {
    const struct sr_verb *verb = verb_of(game, move);
    if (!verb) {
        sr_put_char(out, '?');
        return;
    }
    int count = sr_verb_args(verb);
    while (count > 0 && is_none(verb->args[count - 1].of, move.arg[count - 1]))
        count--;
    sr_put(out, verb->name);
    for (int i = 0; i < count; i++) {
        sr_put_char(out, ' ');
        sr_domain_write(out, verb->args[i].of, move.arg[i]);
    }
}

/* Walks through the words of a line. */
struct words {
    const char *at, *end;
};

struct word {
    const char *at;
    size_t length; /* 0: there is none */
};

static bool is_blank(char c) {
    return c == ' ' || c == '\t';
}

static struct word next_word(struct words *words) {
    while (words->at < words->end && is_blank(*words->at))
        words->at++;
    struct word word = {words->at, 0};
    while (words->at < words->end && !is_blank(*words->at))
        words->at++;
    word.length = (size_t)(words->at - word.at);
    return word;
}

static const struct sr_verb *find_verb(const struct sr_game *game, struct word word) {
    for (int i = 0; i < game->verb_count; i++) {
        const char *name = game->verbs[i].name;
        if (strlen(name) == word.length && memcmp(name, word.at, word.length) == 0)
            return &game->verbs[i];
    }
    return NULL;
}

static void put_verbs(struct sr_out *out, const struct sr_game *game) {
    for (int i = 0; i < game->verb_count; i++) {
        if (i > 0)
            sr_put(out, ", ");
        sr_put(out, game->verbs[i].name);
    }
}

/* The verbs of the game, or what an argument may be, for an error. */
struct offer {
    char text[2 * SR_ERROR_ARG_BYTES];
};

static struct offer offer_verbs(const struct sr_game *game) {
    struct offer offer;
    struct sr_out out;
    sr_out_open(&out, offer.text, sizeof offer.text);
    put_verbs(&out, game);
    return offer;
}

static struct offer offer_values(const struct sr_domain *domain, int seats) {
    struct offer offer;
    struct sr_out out;
    sr_out_open(&out, offer.text, sizeof offer.text);
    sr_domain_offer(&out, domain, seats);
    return offer;
}

static bool fail_on_length(struct sr_error *error, size_t length) {
    char bytes[24], most[24];
    struct sr_out out;
    sr_out_open(&out, bytes, sizeof bytes);
    sr_put_number(&out, (int64_t)length);
    sr_out_open(&out, most, sizeof most);
    sr_put_number(&out, SR_MOVE_TEXT_BYTES - 1);
    return sr_fail(error, SR_PROBLEM_MOVE_TOO_LONG, bytes, most, NULL);
}

/* Reads the arguments of a verb; those at the end that may be none may be missing. */
static bool read_args(const struct sr_verb *verb, struct words *words, int seats,
                      struct sr_move *move, struct sr_error *error) {
    for (int i = 0; i < SR_MOVE_ARGS && verb->args[i].name; i++) {
        const struct sr_arg *arg = &verb->args[i];
        struct word word = next_word(words);
        int64_t value = SR_NONE;
        if (word.length == 0) {
            if (!arg->of->may_be_none)
                return sr_fail(error, SR_PROBLEM_TOO_FEW_ARGS, verb->name, arg->name,
                               offer_values(arg->of, seats).text, NULL);
        } else if (!sr_domain_read(arg->of, word.at, word.length, seats, &value) || value < 0 ||
                   value > UINT8_MAX) {
            sr_fail(error, SR_PROBLEM_BAD_ARG, verb->name, "", arg->name,
                    offer_values(arg->of, seats).text, NULL);
            sr_error_set_arg(error, 1, word.at, word.length);
            return false;
        }
        move->arg[i] = (uint8_t)value;
    }
    return true;
}

bool sr_move_read(const struct sr_game *game, const char *text, size_t length, int seats,
                  struct sr_move *move, struct sr_error *error) {
    if (length >= SR_MOVE_TEXT_BYTES)
        return fail_on_length(error, length);
    struct words words = {text, text + length};
    struct word first = next_word(&words);
    if (first.length == 0)
        return sr_fail(error, SR_PROBLEM_NO_MOVE, offer_verbs(game).text, NULL);
    const struct sr_verb *verb = find_verb(game, first);
    if (!verb) {
        sr_fail(error, SR_PROBLEM_UNKNOWN_VERB, "", game->name, offer_verbs(game).text, NULL);
        sr_error_set_arg(error, 0, first.at, first.length);
        return false;
    }
    struct sr_move found = {.verb = (uint8_t)(verb - game->verbs)};
    if (!read_args(verb, &words, seats, &found, error))
        return false;
    const char *complete = words.at;
    struct word extra = next_word(&words);
    if (extra.length > 0) {
        sr_fail(error, SR_PROBLEM_TOO_MANY_ARGS, NULL);
        sr_error_set_arg(error, 0, first.at, (size_t)(complete - first.at));
        sr_error_set_arg(error, 1, extra.at, extra.length);
        return false;
    }
    *move = found;
    return true;
}

/* ---- in words ---- */

static bool is_name(const char *expected, const char *name, size_t length) {
    return strlen(expected) == length && memcmp(expected, name, length) == 0;
}

static struct sr_value known_value(const struct sr_domain *domain, int64_t number) {
    struct sr_value value = {.known = true, .number = number, .of = domain};
    value.nothing = sr_domain_nothing(domain, number);
    return value;
}

struct choice {
    const struct sr_verb *verb;
    struct sr_move move;
    int16_t label[SR_LABEL_ARGS];
};

static bool value_of_choice(const void *context, const char *name, size_t length,
                            struct sr_value *value) {
    const struct choice *choice = context;
    const struct sr_verb *verb = choice->verb;
    for (int i = 0; i < SR_MOVE_ARGS && verb->args[i].name; i++) {
        if (is_name(verb->args[i].name, name, length)) {
            *value = known_value(verb->args[i].of, choice->move.arg[i]);
            return true;
        }
    }
    for (int i = 0; i < SR_LABEL_ARGS && verb->label[i].name; i++) {
        if (is_name(verb->label[i].name, name, length)) {
            *value = known_value(verb->label[i].of, choice->label[i]);
            return true;
        }
    }
    return false;
}

void sr_move_say(struct sr_out *out, const struct sr_reader *reader, const struct sr_game *game,
                 const void *state, struct sr_move move) {
    struct choice choice = {.verb = verb_of(game, move), .move = move};
    if (!choice.verb) {
        sr_put_char(out, '?');
        return;
    }
    if (game->label)
        game->label(state, move, choice.label);
    sr_fill_line(out, reader, choice.verb->text.in[reader->lang], value_of_choice, &choice);
}

bool sr_event_seen(const struct sr_game *game, const struct sr_event *event, int arg, int viewer) {
    if (viewer == SR_REFEREE)
        return true;
    if (event->kind >= game->event_count || arg < 0 || arg >= SR_EVENT_ARGS)
        return false;
    bool at_table = viewer >= 0;
    switch (game->events[event->kind].args[arg].told) {
    case SR_TOLD_ALL:
        return true;
    case SR_TOLD_FIRST:
        return at_table && viewer == event->arg[0];
    case SR_TOLD_BOTH:
        return at_table && (viewer == event->arg[0] || viewer == event->arg[1]);
    case SR_TOLD_NOBODY:
        break;
    }
    return false;
}

struct witness {
    const struct sr_game *game;
    const struct sr_event *event;
    int viewer;
};

static bool value_of_event(const void *context, const char *name, size_t length,
                           struct sr_value *value) {
    const struct witness *witness = context;
    const struct sr_event_kind *kind = &witness->game->events[witness->event->kind];
    for (int i = 0; i < SR_EVENT_ARGS && kind->args[i].name; i++) {
        if (!is_name(kind->args[i].name, name, length))
            continue;
        if (sr_event_seen(witness->game, witness->event, i, witness->viewer))
            *value = known_value(kind->args[i].of, witness->event->arg[i]);
        else
            *value = (struct sr_value){.known = false, .of = kind->args[i].of};
        return true;
    }
    return false;
}

void sr_event_say(struct sr_out *out, const struct sr_reader *reader, const struct sr_game *game,
                  const struct sr_event *event, int viewer) {
    if (event->kind >= game->event_count) {
        sr_put_char(out, '?');
        return;
    }
    const struct sr_event_kind *kind = &game->events[event->kind];
    bool all_seen = true;
    for (int i = 0; i < sr_event_args(kind); i++)
        all_seen = all_seen && sr_event_seen(game, event, i, viewer);
    const char *pattern = kind->text.in[reader->lang];
    if (!all_seen && kind->veiled.in[reader->lang])
        pattern = kind->veiled.in[reader->lang];
    struct witness witness = {game, event, viewer};
    sr_fill_line(out, reader, pattern, value_of_event, &witness);
}
