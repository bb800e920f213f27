/* The scenario runner: reads a file line by line, keeps one table, and says what does not hold. */
#include "scenario.h"

#include "battery.h"

#include "api/table.h"

#include <jansson.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_LINES = 4000, MAX_TABLES = 32, VIEW_BYTES = 1 << 16, LINE_BYTES = 1024 };

/* A line of the file, without remarks and outer blanks. */
struct line {
    char *text;
    int number;
    int indent;
};

/* The range of lines of a named beginning. */
struct beginning {
    const char *name;
    int first, last;
};

struct runner {
    const struct sr_game *game;
    const char *file;
    struct line line[MAX_LINES];
    int lines;
    struct beginning beginning[MAX_TABLES];
    int beginnings;
    struct scenario_report *report;

    struct sr_table *table;
    struct sr_events events; /* of the last move */
    json_t *patch;           /* changes of the given block under way */
    bool loose, fill;
    char pool[LINE_BYTES]; /* the member that is to hold the rest */
    bool failed;           /* the present scenario */
};

static void complain(struct runner *run, int number, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
static void complain(struct runner *run, int number, const char *format, ...) {
    char *text = run->report->text;
    size_t used = strlen(text), room = sizeof run->report->text - used;
    va_list args;
    int length = snprintf(text + used, room, "%s:%d: ", run->file, number);
    if (length > 0 && (size_t)length < room) {
        va_start(args, format);
        vsnprintf(text + used + length, room - (size_t)length, format, args);
        va_end(args);
        used = strlen(text);
        snprintf(text + used, sizeof run->report->text - used, "\n");
    }
    run->failed = true;
}

static void complain_of(struct runner *run, int number, const char *what,
                        const struct sr_error *error) {
    char message[1024];
    struct sr_out out;
    sr_out_open(&out, message, sizeof message);
    sr_error_say(&out, SR_EN, error);
    complain(run, number, "%s: %s", what, message);
}

/* ---- lines ---- */

static char *trim(char *text) {
    while (*text == ' ' || *text == '\t')
        text++;
    size_t length = strlen(text);
    while (length && strchr(" \t\r", text[length - 1]))
        text[--length] = '\0';
    return text;
}

/* If `text` begins with `word` and a blank (or ends there), what follows; else NULL. */
static char *after(char *text, const char *word) {
    size_t length = strlen(word);
    if (strncmp(text, word, length))
        return NULL;
    if (text[length] && text[length] != ' ' && word[length - 1] != ':')
        return NULL;
    return trim(text + length);
}

static void split_lines(struct runner *run, char *text) {
    int number = 0;
    for (char *at = text; at && run->lines < MAX_LINES;) {
        char *end = strchr(at, '\n');
        if (end)
            *end = '\0';
        number++;
        int indent = (int)strspn(at, " ");
        char *trimmed = trim(at);
        if (*trimmed && *trimmed != '#')
            run->line[run->lines++] = (struct line){trimmed, number, indent};
        at = end ? end + 1 : NULL;
    }
}

/* ---- values and paths ---- */

/* JSON, or a bare word. */
static json_t *value_of(const char *text) {
    json_t *value = json_loads(text, JSON_DECODE_ANY | JSON_REJECT_DUPLICATES, NULL);
    return value ? value : json_string(text);
}

static json_t *view_of(const struct runner *run, int viewer) {
    static char text[VIEW_BYTES];
    struct sr_out out;
    sr_out_open(&out, text, sizeof text);
    sr_view_write(&out, run->game, run->table->state, viewer);
    return sr_out_fits(&out) ? json_loads(text, 0, NULL) : NULL;
}

static json_t *position_of(const struct runner *run) {
    static char text[VIEW_BYTES];
    struct sr_out out;
    sr_out_open(&out, text, sizeof text);
    sr_position_write(&out, run->game, run->table->state, false);
    return sr_out_fits(&out) ? json_loads(text, 0, NULL) : NULL;
}

/* The next word of a path, which is cut off; lists are counted from 1. */
static json_t *step_into(json_t *from, const char *word) {
    if (json_is_array(from)) {
        long place = strtol(word, NULL, 10);
        return place >= 1 ? json_array_get(from, (size_t)place - 1) : NULL;
    }
    return json_object_get(from, word);
}

static json_t *follow(json_t *from, const char *path) {
    char copy[LINE_BYTES];
    snprintf(copy, sizeof copy, "%s", path);
    for (char *rest = copy, *word; from && (word = strtok_r(rest, ".", &rest));)
        from = step_into(from, word);
    return from;
}

static char *shown(const json_t *value) {
    return value ? json_dumps(value, JSON_ENCODE_ANY | JSON_COMPACT) : strdup("nothing");
}

/* "path = value": cuts the line at the sign. */
static char *split_at_sign(char *text) {
    char *sign = strstr(text, " = ");
    if (!sign)
        return NULL;
    *sign = '\0';
    return trim(sign + 3);
}

/* ---- deal and given ---- */

static void begin_table(struct runner *run, const struct sr_setup *setup, int number) {
    struct sr_error error = {0};
    sr_table_free(run->table);
    run->table = sr_table_new(run->game, setup, &error);
    run->events.count = 0;
    if (!run->table)
        complain_of(run, number, "deal", &error);
}

static bool set_options(struct runner *run, struct sr_setup *setup, char *options, int number) {
    struct sr_error error = {0};
    for (char *rest = options, *option; (option = strtok_r(rest, ",", &rest));) {
        option = trim(option);
        char *sign = strchr(option, '=');
        if (!sign) {
            complain(run, number, "option \"%s\": write name=value", option);
            return false;
        }
        if (!sr_setup_option(run->game, setup, option, (size_t)(sign - option), sign + 1,
                             strlen(sign + 1), &error)) {
            complain_of(run, number, "deal", &error);
            return false;
        }
    }
    return true;
}

/* deal 4 seats, seed 1, rules 1, options a=b,c=d */
static void read_deal(struct runner *run, char *text, int number) {
    struct sr_setup setup;
    char seed[80] = "1";
    int seats = 0, used = 0;
    sr_setup_unsaid(run->game, &setup);
    if (sscanf(text, "%d seat%*[s]%n", &seats, &used) < 1) {
        complain(run, number, "deal: write \"deal N seats, seed S, rules V, options a=b,...\"");
        return;
    }
    setup.seats = (uint8_t)seats;
    char *options = strstr(text, "options ");
    char *seed_at = strstr(text, "seed ");
    if (seed_at)
        sscanf(seed_at, "seed %79[0-9a-fA-F]", seed);
    char *rules = strstr(text, "rules ");
    if (rules)
        setup.rules = (uint8_t)strtoul(rules + strlen("rules "), NULL, 10);
    if (!sr_seed_parse(seed, strlen(seed), setup.seed)) {
        complain(run, number, "deal: the seed \"%s\" is no seed", seed);
        return;
    }
    if (options && !set_options(run, &setup, options + strlen("options "), number))
        return;
    begin_table(run, &setup, number);
}

/* Puts a value into the patch: the member's present value is copied there first, so that a single
 * place of a list can be changed. */
static void put_change(struct runner *run, char *path, const char *text, int number) {
    char copy[LINE_BYTES];
    snprintf(copy, sizeof copy, "%s", path);
    char *rest = copy, *word = strtok_r(rest, ".", &rest), *next;
    json_t *value = value_of(text), *at = run->patch;

    if (word && strchr(path, '.') && !json_object_get(at, word)) {
        json_t *whole = position_of(run);
        json_t *member = json_object_get(whole, word);
        if (member)
            json_object_set_new(at, word, json_deep_copy(member));
        json_decref(whole);
    }
    while (word && (next = strtok_r(rest, ".", &rest))) {
        json_t *inner = step_into(at, word);
        if (!json_is_object(inner) && !json_is_array(inner)) {
            complain(run, number, "given: there is no \"%s\" in \"%s\"", word, path);
            json_decref(value);
            return;
        }
        at = inner;
        word = next;
    }
    int failed = -1;
    if (word && json_is_array(at)) {
        long place = strtol(word, NULL, 10);
        failed = place < 1 ? -1 : json_array_set_new(at, (size_t)place - 1, value);
    } else if (word) {
        failed = json_object_set_new(at, word, value);
    }
    if (failed)
        complain(run, number, "given: \"%s\" cannot be set", path);
}

static void read_given(struct runner *run, char *text, int number) {
    if (!strcmp(text, "loose")) {
        run->loose = true;
        return;
    }
    char *value = split_at_sign(text);
    if (!value) {
        complain(run, number, "given: write \"path = value\", not \"%s\"", text);
        return;
    }
    /* The last word counts: a list given in full is no longer the rest, and the other way round. */
    if (!strcmp(value, "rest")) {
        run->fill = true;
        snprintf(run->pool, sizeof run->pool, "%s", text);
        json_object_del(run->patch, text);
        return;
    }
    if (!strcmp(text, run->pool))
        run->fill = false;
    put_change(run, text, value, number);
}

/* A given block is over: its changes are made together. In mid-game the present position becomes a
 * new beginning. */
static void make_changes(struct runner *run, int number) {
    struct sr_error error = {0};
    if (!run->patch)
        return;
    if (run->table && run->table->plies > 0) {
        json_t *whole = position_of(run);
        char *text = json_dumps(whole, JSON_COMPACT);
        struct sr_table *fresh =
            sr_position_read_of(run->game, text, strlen(text), run->loose, &error);
        free(text);
        json_decref(whole);
        if (fresh) {
            sr_table_free(run->table);
            run->table = fresh;
        } else {
            complain_of(run, number, "given", &error);
        }
    }
    char *patch = json_dumps(run->patch, JSON_COMPACT);
    if (run->table && !run->failed &&
        !sr_position_merge(run->table, patch, strlen(patch), run->loose, run->fill, &error))
        complain_of(run, number, "given", &error);
    free(patch);
    json_decref(run->patch);
    run->patch = NULL;
}

/* ---- when ---- */

/* "2: walk 1": the seat, 0-based, or SR_REFEREE. */
static int seat_before(char **text) {
    int seat = SR_REFEREE;
    char *colon = strchr(*text, ':');
    if (colon && colon > *text && strspn(*text, "0123456789") == (size_t)(colon - *text)) {
        seat = atoi(*text) - 1;
        *text = trim(colon + 1);
    }
    return seat;
}

/* Scenarios reach what random games seldom do: where few worlds are possible there, guesses must be
 * right before the move and after it. */
static void count_worlds(struct runner *run, const void *before, int number) {
    static struct battery_report report;
    struct sr_error error;
    const struct sr_ply *last = &run->table->ply[run->table->plies - 1];
    if (sr_check(run->game, before, &error) &&
        !battery_step(run->game, before, last->move, &report))
        complain(run, number, "%s: %s", battery_name(report.property), report.detail);
    run->report->small_cases += report.small_cases;
    run->report->memories += report.memories;
}

static void read_when(struct runner *run, char *text, int number) {
    struct sr_error error = {0};
    _Alignas(8) unsigned char before[SR_MAX_STATE];
    int seat = seat_before(&text);
    run->events.count = 0;
    memcpy(before, run->table->state, run->game->size);
    if (!sr_table_play_text(run->table, seat, text, strlen(text), &run->events, &error))
        complain_of(run, number, text, &error);
    else
        count_worlds(run, before, number);
    if (!run->failed && run->report->look)
        run->report->look(run->table, &run->events, run->report->looker);
}

/* ---- then ---- */

static void expect_value(struct runner *run, json_t *whole, char *text, int number) {
    char *wanted_text = split_at_sign(text);
    if (!wanted_text) {
        complain(run, number, "then: write \"path = value\", not \"%s\"", text);
        return;
    }
    json_t *wanted = value_of(wanted_text), *found = follow(whole, text);
    if (!found || !json_equal(wanted, found)) {
        char *is = shown(found);
        complain(run, number, "%s should be %s, but is %s", text, wanted_text, is);
        free(is);
    }
    json_decref(wanted);
}

static void expect_number(struct runner *run, const char *what, long found, const char *wanted,
                          int number) {
    if (!wanted || strtol(wanted, NULL, 10) != found)
        complain(run, number, "%s should be %s, but is %ld", what, wanted ? wanted : "given",
                 found);
}

static long sum_of(json_t *value) {
    long sum = 0;
    const char *key;
    json_t *item;
    size_t index;
    json_object_foreach(value, key, item) sum += sum_of(item);
    json_array_foreach(value, index, item) sum += sum_of(item);
    return json_is_integer(value) ? (long)json_integer_value(value) : sum;
}

/* Is the word an entry of a list, or the name of a number other than zero? */
static bool stands_in(json_t *value, const char *word) {
    const char *key;
    json_t *item;
    size_t index;
    json_object_foreach(value, key, item) {
        if (!strcmp(key, word) && json_is_integer(item) && json_integer_value(item))
            return true;
        if (!json_is_string(item) && stands_in(item, word))
            return true;
    }
    json_array_foreach(value, index, item) {
        if (json_is_string(item) ? !strcmp(json_string_value(item), word) : stands_in(item, word))
            return true;
    }
    return false;
}

static bool is_listed(const struct runner *run, const char *text) {
    struct sr_move move;
    struct sr_error error = {0};
    return sr_move_read(run->game, text, strlen(text), run->table->setup.seats, &move, &error) &&
           sr_listed(&run->table->moves, move);
}

static void all_legal(const struct runner *run, char *text, size_t room) {
    struct sr_out out;
    sr_out_open(&out, text, room);
    for (uint32_t i = 0; i < run->table->moves.count; i++) {
        if (i)
            sr_put(&out, ", ");
        sr_move_write(&out, run->game, run->table->moves.list[i]);
    }
}

static void expect_moves(struct runner *run, char *text, bool offered, bool exactly, int number) {
    char legal[2048];
    uint32_t count = 0;
    all_legal(run, legal, sizeof legal);
    for (char *rest = text, *move; (move = strtok_r(rest, ",", &rest)); count++) {
        move = trim(move);
        if (is_listed(run, move) != offered)
            complain(run, number, "\"%s\" should %sbe offered; legal are: %s", move,
                     offered ? "" : "not ", legal);
    }
    if (exactly && count != run->table->moves.count)
        complain(run, number, "%u moves should be legal, but these are: %s", count, legal);
}

static void expect_refusal(struct runner *run, char *text, int number) {
    struct sr_error error = {0};
    unsigned char before[SR_MAX_STATE];
    uint32_t plies = run->table->plies;
    int seat = seat_before(&text);
    memcpy(before, run->table->state, run->game->size);
    if (sr_table_play_text(run->table, seat, text, strlen(text), NULL, &error))
        complain(run, number, "\"%s\" should be refused, but was played", text);
    else if (memcmp(before, run->table->state, run->game->size) || plies != run->table->plies)
        complain(run, number, "\"%s\" was refused, but changed something", text);
}

/* name argument=value ...: does the event fit? */
static bool can_stand(const struct runner *run, json_t *position, struct sr_error *error) {
    char *text = json_dumps(position, JSON_COMPACT);
    struct sr_table *table = sr_position_read_of(run->game, text, strlen(text), false, error);
    sr_table_free(table);
    free(text);
    return table != NULL;
}

/* The position as it is can stand, and with this change it cannot. */
static void expect_impossible(struct runner *run, char *text, int number) {
    struct sr_error error = {0};
    char *value = split_at_sign(text);
    json_t *whole = position_of(run);
    if (!value) {
        complain(run, number, "impossible: write \"path = value\", not \"%s\"", text);
    } else if (!can_stand(run, whole, &error)) {
        complain_of(run, number, "without that change too", &error);
    } else {
        run->patch = json_object();
        put_change(run, text, value, number);
        json_object_update(whole, run->patch);
        json_decref(run->patch);
        run->patch = NULL;
        if (can_stand(run, whole, &error))
            complain(run, number, "%s = %s is possible", text, value);
    }
    json_decref(whole);
}

static bool event_fits(const struct runner *run, const struct sr_event *event, const char *text) {
    char json[1024], copy[512];
    struct sr_out out;
    sr_out_open(&out, json, sizeof json);
    sr_event_json(&out, run->game, event, SR_REFEREE);
    json_t *told = json_loads(json, 0, NULL);
    snprintf(copy, sizeof copy, "%s", text);
    char *rest = copy, *word = strtok_r(rest, " ", &rest);
    const char *name = json_string_value(json_object_get(told, "event"));
    bool fits = word && name && !strcmp(word, name);
    while (fits && (word = strtok_r(rest, " ", &rest))) {
        char *sign = strchr(word, '=');
        if (!sign) {
            fits = false;
            break;
        }
        *sign = '\0';
        json_t *wanted = value_of(sign + 1);
        fits = json_equal(wanted, json_object_get(told, word));
        json_decref(wanted);
    }
    json_decref(told);
    return fits;
}

static void expect_event(struct runner *run, const char *text, bool wanted, int number) {
    bool found = false;
    char told[1024];
    struct sr_out out;
    sr_out_open(&out, told, sizeof told);
    for (uint32_t i = 0; i < run->events.count; i++) {
        found = found || event_fits(run, &run->events.list[i], text);
        sr_put(&out, i ? ", " : "");
        sr_event_json(&out, run->game, &run->events.list[i], SR_REFEREE);
    }
    if (found != wanted)
        complain(run, number, "the event \"%s\" should %sbe told; told were: %s", text,
                 wanted ? "" : "not ", told);
}

static void expect_winners(struct runner *run, char *text, int number) {
    struct sr_sheet sheet;
    unsigned wanted = 0;
    sr_score(run->game, run->table->state, &sheet);
    for (char *rest = text, *word; (word = strtok_r(rest, " ,", &rest));)
        wanted |= 1u << (atoi(word) - 1);
    if (wanted != sheet.winners)
        complain(run, number, "the winners should be the set %#x, but are %#x", wanted,
                 sheet.winners);
}

static void expect_score(struct runner *run, char *text, int number) {
    struct sr_sheet sheet;
    char *wanted = split_at_sign(text);
    int seat = atoi(text) - 1;
    sr_score(run->game, run->table->state, &sheet);
    if (seat < 0 || seat >= run->table->setup.seats)
        complain(run, number, "score: there is no seat \"%s\"", text);
    else
        expect_number(run, "the score", sheet.total[seat], wanted, number);
}

static void expect_view(struct runner *run, char *text, int number) {
    char *colon = strchr(text, ':');
    if (!colon) {
        complain(run, number, "view: write \"view 2: path = value\"");
        return;
    }
    *colon = '\0';
    int viewer = strcmp(trim(text), "none") ? atoi(text) - 1 : SR_SPECTATOR;
    json_t *view = view_of(run, viewer);
    expect_value(run, view, trim(colon + 1), number);
    json_decref(view);
}

static void read_then(struct runner *run, char *text, int number) {
    char *rest;
    json_t *view = view_of(run, SR_REFEREE);
    if ((rest = after(text, "legal:"))) {
        expect_moves(run, rest, true, true, number);
    } else if ((rest = after(text, "offered:"))) {
        expect_moves(run, rest, true, false, number);
    } else if ((rest = after(text, "not offered:"))) {
        expect_moves(run, rest, false, false, number);
    } else if ((rest = after(text, "refused:"))) {
        expect_refusal(run, rest, number);
    } else if ((rest = after(text, "impossible:"))) {
        expect_impossible(run, rest, number);
    } else if ((rest = after(text, "event:"))) {
        expect_event(run, rest, true, number);
    } else if ((rest = after(text, "not event:"))) {
        expect_event(run, rest, false, number);
    } else if ((rest = after(text, "view"))) {
        expect_view(run, rest, number);
    } else if ((rest = after(text, "score"))) {
        expect_score(run, rest, number);
    } else if ((rest = after(text, "winners ="))) {
        expect_winners(run, rest, number);
    } else if ((rest = after(text, "count"))) {
        char *wanted = split_at_sign(rest);
        json_t *found = follow(view, rest);
        size_t size = json_is_array(found) ? json_array_size(found) : json_object_size(found);
        expect_number(run, rest, (long)size, wanted, number);
    } else if ((rest = after(text, "sum"))) {
        char *wanted = split_at_sign(rest);
        expect_number(run, rest, sum_of(follow(view, rest)), wanted, number);
    } else if ((rest = after(text, "nowhere:"))) {
        json_t *position = position_of(run);
        for (char *more = rest, *word; (word = strtok_r(more, ", ", &more));)
            if (stands_in(position, word))
                complain(run, number, "\"%s\" should be nowhere", word);
        json_decref(position);
    } else {
        expect_value(run, view, text, number);
    }
    json_decref(view);
}

/* ---- the file ---- */

enum block { NO_BLOCK, GIVEN, WHEN, THEN };

static bool run_lines(struct runner *run, int first, int last);

static void use_beginning(struct runner *run, const char *name, int number) {
    for (int i = 0; i < run->beginnings; i++)
        if (!strcmp(run->beginning[i].name, name)) {
            run_lines(run, run->beginning[i].first, run->beginning[i].last);
            return;
        }
    complain(run, number, "there is no table \"%s\" above", name);
}

/* A given block of the beginning and one that follows it at once are made together, so that both
 * may change what the other needs: the changes wait for the first when or then. */
static bool run_lines(struct runner *run, int first, int last) {
    enum block block = NO_BLOCK;
    for (int i = first; i < last && !run->failed; i++) {
        char text[LINE_BYTES];
        int number = run->line[i].number;
        char *rest;
        snprintf(text, sizeof text, "%s", run->line[i].text);
        if (!strcmp(text, "given")) {
            if (!run->patch) {
                run->patch = json_object();
                run->loose = run->fill = false;
            }
            block = GIVEN;
        } else if (!strcmp(text, "when") || !strcmp(text, "then")) {
            make_changes(run, number);
            block = !strcmp(text, "when") ? WHEN : THEN;
        } else if (block == NO_BLOCK && (rest = after(text, "deal"))) {
            read_deal(run, rest, number);
        } else if (block == NO_BLOCK && (rest = after(text, "on"))) {
            use_beginning(run, rest, number);
        } else if (block == NO_BLOCK && after(text, "from")) {
            continue;
        } else if (!run->table) {
            complain(run, number, "\"%s\": there is no table yet; write deal or on", text);
        } else if (block == GIVEN) {
            read_given(run, text, number);
        } else if (block == WHEN) {
            read_when(run, text, number);
        } else if (block == THEN) {
            read_then(run, text, number);
        } else {
            complain(run, number, "\"%s\" is not a line of a scenario", text);
        }
    }
    return !run->failed;
}

static void run_scenario(struct runner *run, int first, int last) {
    char where[200];
    size_t before = strlen(run->report->text);
    run->failed = run->loose = run->fill = false;
    run->pool[0] = '\0';
    run_lines(run, first + 1, last);
    if (!run->failed)
        make_changes(run, run->line[last - 1].number);
    run->report->scenarios++;
    run->report->failed += run->failed;
    if (run->failed) {
        snprintf(where, sizeof where, "  in: %s\n", run->line[first].text);
        if (strlen(run->report->text) > before)
            strncat(run->report->text, where,
                    sizeof run->report->text - strlen(run->report->text) - 1);
    }
    sr_table_free(run->table);
    run->table = NULL;
    json_decref(run->patch);
    run->patch = NULL;
}

static int next_top(const struct runner *run, int from) {
    while (from < run->lines && run->line[from].indent > 0)
        from++;
    return from;
}

bool scenario_run_text(const struct sr_game *game, const char *name, const char *text,
                       struct scenario_report *report) {
    struct runner *run = calloc(1, sizeof *run);
    char *copy = strdup(text);
    int failed_before = report->failed;
    if (!run || !copy) {
        free(run);
        free(copy);
        return false;
    }
    run->game = game;
    run->file = name;
    run->report = report;
    split_lines(run, copy);
    for (int i = 0, end; i < run->lines; i = end) {
        char *label = after(run->line[i].text, "table");
        end = next_top(run, i + 1);
        if (label && run->beginnings < MAX_TABLES) {
            run->beginning[run->beginnings++] = (struct beginning){label, i + 1, end};
        } else if (after(run->line[i].text, "scenario")) {
            run_scenario(run, i, end);
        } else {
            complain(run, run->line[i].number, "\"%s\": write scenario or table",
                     run->line[i].text);
            report->failed++;
        }
    }
    free(copy);
    free(run);
    return report->failed == failed_before;
}

bool scenario_run_file(const struct sr_game *game, const char *path,
                       struct scenario_report *report) {
    FILE *file = fopen(path, "rb");
    if (!file) {
        snprintf(report->text, sizeof report->text, "%s: cannot be read\n", path);
        report->failed++;
        return false;
    }
    static char text[1 << 20];
    size_t length = fread(text, 1, sizeof text - 1, file);
    fclose(file);
    text[length] = '\0';
    return scenario_run_text(game, path, text, report);
}
