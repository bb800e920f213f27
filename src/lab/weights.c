#include "lab/weights.h"

#include "core/mind.h"
#include "lab/problems.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

struct reader {
    const char *at;
    int line;
    const struct sr_game *game;
    const char *path;
    struct sr_error *error;
};

/* Past blanks and comments. */
static void skip(struct reader *reader) {
    for (;; reader->at++) {
        if (reader->at[0] == '/' && reader->at[1] == '*') {
            const char *end = strstr(reader->at + 2, "*/");
            for (; reader->at < end; reader->at++)
                reader->line += *reader->at == '\n';
            if (end)
                reader->at++;
            else
                return;
        } else if (*reader->at == '\n') {
            reader->line++;
        } else if (*reader->at != ' ' && *reader->at != '\t' && *reader->at != '\r') {
            return;
        }
    }
}

static bool read_sign(struct reader *reader, const char *sign) {
    size_t length = strlen(sign);
    skip(reader);
    if (strncmp(reader->at, sign, length) != 0)
        return false;
    reader->at += length;
    return true;
}

/* ---- what is wrong ---- */

static bool fail_form(struct reader *reader) {
    return sr_fail(reader->error, SR_PROBLEM_BAD_WEIGHTS, reader->path,
                   sr_digits(reader->line).text,
                   sr_digits(sr_mind_of(reader->game)->feature_count).text, NULL);
}

/* About the number that begins at `at`. */
static bool fail_number(struct reader *reader, const struct sr_problem *problem, const char *at,
                        const char *offer) {
    sr_fail(reader->error, problem, reader->path, sr_digits(reader->line).text, "", offer, NULL);
    sr_error_set_arg(reader->error, 2, at, strcspn(at, ",) \t\r\n"));
    return false;
}

/* ---- rows and habits ---- */

static bool read_number(struct reader *reader, float *number) {
    char *end;
    skip(reader);
    const char *at = reader->at;
    *number = strtof(at, &end);
    if (end == at)
        return fail_form(reader);
    if (!isfinite(*number)) /* in a sum it would drown all others */
        return fail_number(reader, SR_PROBLEM_WEIGHT_NUMBER, at, NULL);
    reader->at = end + (*end == 'f');
    return true;
}

/* A whole number up to `most`, from the fewest that may play. */
static bool read_seats(struct reader *reader, int most, int *seats) {
    int least = reader->game->seats_min;
    float number;
    skip(reader);
    const char *at = reader->at;
    if (!read_number(reader, &number))
        return false;
    *seats = number >= (float)least && number <= (float)most ? (int)number : 0;
    if (*seats && (float)*seats == number)
        return true;
    char offer[32];
    struct sr_out out;
    sr_out_open(&out, offer, sizeof offer);
    sr_put_number(&out, least);
    sr_put(&out, "–");
    sr_put_number(&out, most);
    return fail_number(reader, SR_PROBLEM_WEIGHT_SEATS, at, offer);
}

/* "(2, 0.5f, ...)" after WEIGHTS or LATE. */
static bool read_row(struct reader *reader, int most_seats, float *rows) {
    int features = sr_mind_of(reader->game)->feature_count, seats;
    if (!read_sign(reader, "("))
        return fail_form(reader);
    if (!read_seats(reader, most_seats, &seats))
        return false;
    float *row = rows + sr_weights_row(reader->game, seats);
    for (int i = 0; i < features; i++) {
        if (!read_sign(reader, ","))
            return fail_form(reader);
        if (!read_number(reader, &row[i]))
            return false;
    }
    return read_sign(reader, ")") || fail_form(reader);
}

/* "(luck, 0.5f)" after HABIT. */
static bool read_habit(struct reader *reader, float *habits) {
    const struct sr_mind *mind = sr_mind_of(reader->game);
    if (!read_sign(reader, "("))
        return fail_form(reader);
    skip(reader);
    size_t length = strcspn(reader->at, ",)\n ");
    for (int i = 0; i < mind->habit_count; i++) {
        if (strlen(mind->habit_names[i]) != length ||
            memcmp(mind->habit_names[i], reader->at, length) != 0)
            continue;
        reader->at += length;
        if (!read_sign(reader, ","))
            return fail_form(reader);
        return read_number(reader, &habits[i]) && (read_sign(reader, ")") || fail_form(reader));
    }
    return fail_form(reader);
}

/* What a game is given in the place of its own; `late` is NULL where nothing changes on the way. */
struct numbers {
    float *weights, *late, *habits;
};

static bool read_entry(struct reader *reader, const struct numbers *numbers) {
    int most = reader->game->seats_max, late = sr_mind_of(reader->game)->late_seats_max;
    if (read_sign(reader, "HABIT"))
        return read_habit(reader, numbers->habits);
    if (read_sign(reader, "WEIGHTS"))
        return read_row(reader, most, numbers->weights);
    if (numbers->late && read_sign(reader, "LATE"))
        return read_row(reader, late ? late : most, numbers->late);
    return fail_form(reader);
}

/* A text without anything would leave the game as it is, and whoever gave it none the wiser. */
static bool read_all(struct reader *reader, const struct numbers *numbers) {
    int entries = 0;
    for (skip(reader); *reader->at; skip(reader), entries++)
        if (!read_entry(reader, numbers))
            return false;
    return entries > 0 || sr_fail(reader->error, SR_PROBLEM_NO_WEIGHTS, reader->path,
                                  sr_digits(sr_mind_of(reader->game)->feature_count).text, NULL);
}

/* A game with a mind of its own, in one piece of memory with its numbers. */
struct made {
    struct sr_game game;
    struct sr_mind mind;
    float numbers[];
};

struct sr_game *sr_weights_read(const struct sr_game *game, const char *path, const char *text,
                                struct sr_error *error) {
    const struct sr_mind *mind = sr_mind_of(game);
    size_t count = (size_t)(game->seats_max - game->seats_min + 1) * mind->feature_count;
    size_t bytes = count * sizeof(float), habits_bytes = mind->habit_count * sizeof(float);
    struct made *made = malloc(sizeof *made + 2 * bytes + habits_bytes);
    struct reader reader = {text, 1, game, path, error};
    if (!made) {
        sr_fail(error, SR_PROBLEM_MEMORY, NULL);
        return NULL;
    }
    struct numbers numbers = {.weights = made->numbers,
                              .late = mind->late_weights ? made->numbers + count : NULL,
                              .habits = made->numbers + 2 * count};
    made->game = *game;
    made->mind = *mind;
    made->game.mind = &made->mind;
    memcpy(numbers.weights, mind->weights, bytes);
    made->mind.weights = numbers.weights;
    if (numbers.late)
        memcpy(numbers.late, mind->late_weights, bytes);
    made->mind.late_weights = numbers.late;
    if (mind->habit_count) {
        memcpy(numbers.habits, mind->habits, habits_bytes);
        made->mind.habits = numbers.habits;
    }
    if (read_all(&reader, &numbers))
        return &made->game;
    free(made);
    return NULL;
}
