/* Kept results: written by hand, read by jansson, and believed only if they fit the schedule. */
#include "lab/keep.h"

#include "core/tally.h"
#include "core/view.h"
#include "lab/problems.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

enum { KEEP_FORMAT = 1, VALUE_BYTES = SR_ERROR_ARG_BYTES };

static const char format_name[] = "results";
static const char first_bytes[] = "{\"serai\":\"results\",";
_Static_assert(sizeof first_bytes - 1 == SR_KEEP_SIGN_BYTES, "the sign is all of them");

/* ---- writing ---- */

static void put_checksum(struct sr_out *out, uint64_t sum) {
    uint8_t bytes[sizeof sum];
    for (size_t i = 0; i < sizeof sum; i++)
        bytes[i] = (uint8_t)(sum >> 8 * (sizeof sum - 1 - i));
    sr_put_hex(out, bytes, sizeof bytes);
}

void sr_keep_head_write(struct sr_out *out, const struct sr_series *series, const char *seed) {
    const struct sr_game *game = series->game;
    sr_put(out, "{\"serai\":");
    sr_json_string(out, format_name);
    sr_put(out, ",\"format\":");
    sr_put_number(out, KEEP_FORMAT);
    sr_put(out, ",\"game\":");
    sr_json_string(out, game->name);
    sr_put(out, ",\"rules\":");
    sr_put_number(out, series->setup.rules);
    sr_put(out, ",\"seats\":");
    sr_put_number(out, series->setup.seats);
    sr_put(out, ",\"options\":{");
    for (int i = 0; i < game->option_count; i++) {
        sr_put(out, i ? "," : "");
        sr_json_string(out, game->options[i].name);
        sr_put(out, ":");
        sr_json_value(out, game->options[i].of, series->setup.options[i]);
    }
    sr_put(out, "},\"seed\":");
    sr_json_string(out, seed);
    sr_put(out, ",\"bots\":[");
    for (int i = 0; i < series->bots; i++) {
        sr_put(out, i ? "," : "");
        sr_json_string(out, series->bot[i].name);
    }
    sr_put(out, "],\"checksums\":[");
    for (int i = 0; i < series->bots; i++) {
        sr_put(out, i ? ",\"" : "\"");
        put_checksum(out, sr_bot_checksum(&series->bot[i], game, series->setup.seats));
        sr_put(out, "\"");
    }
    sr_put(out, series->focal ? "],\"focal\":true" : "],\"focal\":false");
    sr_put(out, ",\"tallies\":[");
    for (int i = 0; i < sr_tally_count(game); i++) {
        sr_put(out, i ? "," : "");
        sr_json_string(out, game->laboratory->tallies[i].name);
    }
    sr_put(out, "]}\n");
}

void sr_keep_game_write(struct sr_out *out, const struct sr_series *series,
                        const struct sr_results *results, uint64_t number) {
    const struct sr_result *result = &results->result[number];
    int seats = results->seats;
    sr_put(out, "{\"number\":");
    sr_put_number(out, (int64_t)number + 1);
    sr_put(out, ",\"bots\":[");
    for (int seat = 0; seat < seats; seat++) {
        sr_put(out, seat ? "," : "");
        sr_json_string(out, series->bot[result->bot[seat]].name);
    }
    sr_put(out, "],\"ranks\":[");
    for (int seat = 0; seat < seats; seat++) {
        sr_put(out, seat ? "," : "");
        sr_put_number(out, result->outcome.rank[seat]);
    }
    sr_put(out, "],\"winners\":[");
    for (int seat = 0, count = 0; seat < seats; seat++)
        if (result->outcome.winners & 1u << seat) {
            sr_put(out, count++ ? "," : "");
            sr_put_number(out, seat + 1);
        }
    sr_put(out, "],\"scores\":[");
    for (int seat = 0; seat < seats; seat++) {
        sr_put(out, seat ? "," : "");
        sr_put_number(out, result->outcome.score[seat]);
    }
    sr_put(out, "],\"decisions\":");
    sr_put_number(out, result->outcome.decisions);
    if (result->outcome.forfeit) {
        sr_put(out, ",\"forfeit\":");
        sr_put_number(out, result->outcome.forfeit);
    }
    sr_put(out, ",\"tallies\":[");
    for (int i = 0; i < results->tallies * seats; i++) {
        sr_put(out, i ? "," : "");
        sr_put_number(out, *sr_results_tally(results, number, i / seats, i % seats));
    }
    sr_put(out, "]}\n");
}

/* ---- the first line ---- */

static json_t *read_line(const char *line, size_t length) {
    json_t *json = json_loadb(line, length, JSON_REJECT_DUPLICATES, NULL);
    if (json && !json_is_object(json)) {
        json_decref(json);
        return NULL;
    }
    return json;
}

static size_t line_length(const char *text, size_t length) {
    const char *end = memchr(text, '\n', length);
    return end ? (size_t)(end - text) : length;
}

static bool is_head(const json_t *json) {
    const char *name = json_string_value(json_object_get(json, "serai"));
    return name && strcmp(name, format_name) == 0;
}

bool sr_keep_begins(const char *text, size_t length) {
    return length >= SR_KEEP_SIGN_BYTES && memcmp(text, first_bytes, SR_KEEP_SIGN_BYTES) == 0;
}

bool sr_keep_seed(const char *text, size_t length, char *seed, size_t room) {
    json_t *head = read_line(text, line_length(text, length));
    const char *value = is_head(head) ? json_string_value(json_object_get(head, "seed")) : NULL;
    bool fits = value && strlen(value) < room;
    if (fits)
        memcpy(seed, value, strlen(value) + 1);
    json_decref(head);
    return fits;
}

/* A value as it would stand in the file, for a message. */
static void describe(const json_t *value, char text[VALUE_BYTES]) {
    char *dump = value ? json_dumps(value, JSON_ENCODE_ANY | JSON_COMPACT) : NULL;
    struct sr_out out;
    sr_out_open(&out, text, VALUE_BYTES);
    sr_put(&out, dump ? dump : "-");
    free(dump);
}

/* The first bot that plays by other numbers than when the games were kept. Files from before there
 * were checksums say nothing about it: their games are taken for games of the bots there are. */
static bool compare_bots(const json_t *kept, const json_t *asked, const struct sr_series *series,
                         struct sr_error *error) {
    for (int i = 0; kept && i < series->bots; i++)
        if (!json_equal(json_array_get(kept, (size_t)i), json_array_get(asked, (size_t)i)))
            return sr_fail(error, SR_PROBLEM_KEEP_BOT, series->bot[i].name, NULL);
    return true;
}

/* The first member in which two first lines differ. */
static bool compare_heads(const json_t *kept, json_t *asked, const struct sr_series *series,
                          struct sr_error *error) {
    const char *name;
    json_t *value;
    json_object_foreach(asked, name, value) {
        const json_t *other = json_object_get(kept, name);
        if (strcmp(name, "checksums") == 0) {
            if (!compare_bots(other, value, series, error))
                return false;
            continue;
        }
        if (other && json_equal(value, other))
            continue;
        char is[VALUE_BYTES], should[VALUE_BYTES];
        describe(other, is);
        describe(value, should);
        return sr_fail(error, SR_PROBLEM_KEEP_DIFFERS, name, is, should, NULL);
    }
    return true;
}

static bool check_head(const char *line, size_t length, const struct sr_series *series,
                       const char *seed, struct sr_error *error) {
    struct sr_out out;
    json_t *kept = read_line(line, length);
    bool same = false;
    if (!is_head(kept)) {
        json_decref(kept);
        return sr_fail(error, SR_PROBLEM_KEEP_OTHER, NULL);
    }
    sr_out_open(&out, NULL, 0);
    sr_keep_head_write(&out, series, seed);
    size_t room = out.len + 1;
    char *text = malloc(room);
    json_t *asked = NULL;
    if (text) {
        sr_out_open(&out, text, room);
        sr_keep_head_write(&out, series, seed);
        asked = read_line(text, out.len);
    }
    if (asked)
        same = compare_heads(kept, asked, series, error);
    else
        sr_fail(error, SR_PROBLEM_MEMORY, NULL);
    json_decref(asked);
    json_decref(kept);
    free(text);
    return same;
}

/* ---- the games ---- */

/* A list of so many whole numbers, each in low..high. */
static bool read_numbers(const json_t *line, const char *name, size_t count, int64_t low,
                         int64_t high, int64_t *number) {
    const json_t *list = json_object_get(line, name);
    if (!json_is_array(list) || json_array_size(list) != count)
        return false;
    for (size_t i = 0; i < count; i++) {
        const json_t *item = json_array_get(list, i);
        number[i] = json_integer_value(item);
        if (!json_is_integer(item) || number[i] < low || number[i] > high)
            return false;
    }
    return true;
}

static bool read_number(const json_t *line, const char *name, int64_t low, int64_t high,
                        int64_t *number) {
    const json_t *value = json_object_get(line, name);
    *number = json_integer_value(value);
    return json_is_integer(value) && *number >= low && *number <= high;
}

static bool same_bots(const json_t *line, const struct sr_series *series,
                      const struct sr_pairing *pairing) {
    const json_t *list = json_object_get(line, "bots");
    if (!json_is_array(list) || json_array_size(list) != series->setup.seats)
        return false;
    for (size_t seat = 0; seat < series->setup.seats; seat++) {
        const char *name = json_string_value(json_array_get(list, seat));
        if (!name || strcmp(name, series->bot[pairing->bot[seat]].name) != 0)
            return false;
    }
    return true;
}

/* Ranks as a game gives them: each is one more than the number of those before it. */
static bool are_ranks(const int64_t *rank, int seats) {
    for (int seat = 0; seat < seats; seat++) {
        int before = 0;
        for (int other = 0; other < seats; other++)
            before += rank[other] < rank[seat];
        if (rank[seat] != before + 1)
            return false;
    }
    return true;
}

/* Seats, each once, as bits. */
static bool read_winners(const json_t *line, int seats, uint8_t *winners) {
    const json_t *list = json_object_get(line, "winners");
    int64_t seat[SR_MAX_SEATS];
    size_t count = json_array_size(list);
    *winners = 0;
    if (count > SR_MAX_SEATS || !read_numbers(line, "winners", count, 1, seats, seat))
        return false;
    for (size_t i = 0; i < count; i++)
        *winners |= (uint8_t)(1u << (seat[i] - 1));
    return __builtin_popcount(*winners) == (int)count;
}

/* Those who win are all who are first, or nobody: there are games that nobody wins, alone and at a
 * table. If a bot failed, it is behind all others, and they have won. */
static bool do_winners_fit(uint8_t winners, int64_t forfeit, const int64_t *rank, int seats) {
    unsigned first = 0, others = (1u << seats) - 1;
    for (int seat = 0; seat < seats; seat++)
        first |= (unsigned)(rank[seat] == 1) << seat;
    if (forfeit == 0)
        return winners == 0 || winners == first;
    others &= ~(1u << (forfeit - 1));
    return winners == others && (seats == 1 || first == others);
}

enum { MOST_CELLS = 256 * SR_MAX_SEATS };

/* The name of the member that is wrong, or NULL. */
static const char *take_game(const json_t *line, const struct sr_series *series,
                             struct sr_results *results) {
    int seats = results->seats;
    uint8_t winners;
    int64_t number, decisions, forfeit = 0, rank[SR_MAX_SEATS], score[SR_MAX_SEATS];
    int64_t tally[MOST_CELLS];
    struct sr_pairing pairing;
    if (!read_number(line, "number", 1, SR_SERIES_GAMES, &number))
        return "number";
    sr_series_pairing(series, (uint64_t)--number, &pairing);
    if (!same_bots(line, series, &pairing))
        return "bots";
    if (!read_numbers(line, "ranks", (size_t)seats, 1, seats, rank) || !are_ranks(rank, seats))
        return "ranks";
    if (!read_winners(line, seats, &winners))
        return "winners";
    if (!read_numbers(line, "scores", (size_t)seats, -SR_MAX_TOTAL, SR_MAX_TOTAL, score))
        return "scores";
    if (!read_number(line, "decisions", 0, UINT32_MAX, &decisions))
        return "decisions";
    if (json_object_get(line, "forfeit") && !read_number(line, "forfeit", 1, seats, &forfeit))
        return "forfeit";
    if (!do_winners_fit(winners, forfeit, rank, seats))
        return "winners";
    if (!read_numbers(line, "tallies", (size_t)(results->tallies * seats), -1, INT32_MAX, tally))
        return "tallies";
    if ((uint64_t)number >= results->games)
        return NULL; /* of a longer run: it stays in the file */
    struct sr_result *result = &results->result[number];
    if (result->done)
        return "number";
    *result = (struct sr_result){.done = true};
    memcpy(result->bot, pairing.bot, sizeof result->bot);
    result->outcome.decisions = (uint32_t)decisions;
    result->outcome.winners = winners;
    result->outcome.forfeit = (uint8_t)forfeit;
    for (int seat = 0; seat < seats; seat++) {
        result->outcome.rank[seat] = (uint8_t)rank[seat];
        result->outcome.score[seat] = (int32_t)score[seat];
    }
    for (int i = 0; i < results->tallies * seats; i++)
        *sr_results_tally(results, (uint64_t)number, i / seats, i % seats) = (int32_t)tally[i];
    results->done++;
    return NULL;
}

bool sr_keep_read(const char *text, size_t length, const struct sr_series *series, const char *seed,
                  struct sr_results *results, size_t *whole, struct sr_error *error) {
    int line = 1;
    size_t begun = length < SR_KEEP_SIGN_BYTES ? length : SR_KEEP_SIGN_BYTES;
    *whole = 0;
    /* a file of somebody else's must not be taken for a line that was never finished */
    if (memcmp(text, first_bytes, begun) != 0)
        return sr_fail(error, SR_PROBLEM_KEEP_OTHER, NULL);
    while (length > 0 && text[length - 1] != '\n')
        length--;
    for (size_t at = 0; at < length; line++) {
        size_t bytes = line_length(text + at, length - at);
        if (line == 1) {
            if (!check_head(text, bytes, series, seed, error))
                return false;
        } else {
            json_t *game = read_line(text + at, bytes);
            const char *wrong = game ? take_game(game, series, results) : "JSON";
            json_decref(game);
            if (wrong) {
                sr_fail(error, SR_PROBLEM_KEEP_LINE, wrong, NULL);
                error->line = line;
                return false;
            }
        }
        at += bytes + 1;
        *whole = at;
    }
    return true;
}
