#include "lab/weights.h"

#include <stdlib.h>
#include <string.h>

struct reader {
    const char *at;
    int line;
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

static bool read_number(struct reader *reader, float *number) {
    char *end;
    skip(reader);
    *number = strtof(reader->at, &end);
    if (end == reader->at)
        return false;
    reader->at = end + (*end == 'f');
    return true;
}

/* "WEIGHTS(2, 0.5f, ...)", or LATE. */
static bool read_row(struct reader *reader, const struct sr_game *game, float *weights,
                     float *late) {
    bool is_late = late && read_sign(reader, "LATE");
    float seats;
    if ((!is_late && !read_sign(reader, "WEIGHTS")) || !read_sign(reader, "(") ||
        !read_number(reader, &seats) || seats < game->seats_min || seats > game->seats_max ||
        (is_late && !sr_weights_change(game, (int)seats)))
        return false;
    float *row = (is_late ? late : weights) + ((int)seats - game->seats_min) * game->feature_count;
    for (int i = 0; i < game->feature_count; i++)
        if (!read_sign(reader, ",") || !read_number(reader, &row[i]))
            return false;
    return read_sign(reader, ")");
}

/* "HABIT(luck, 0.5f)" */
static bool read_habit(struct reader *reader, const struct sr_game *game, float *habits) {
    if (!read_sign(reader, "HABIT") || !read_sign(reader, "("))
        return false;
    skip(reader);
    size_t length = strcspn(reader->at, ",)\n ");
    for (int i = 0; i < game->habit_count; i++)
        if (strlen(game->habit_names[i]) == length &&
            !memcmp(game->habit_names[i], reader->at, length)) {
            reader->at += length;
            return read_sign(reader, ",") && read_number(reader, &habits[i]) &&
                   read_sign(reader, ")");
        }
    return false;
}

struct sr_game *sr_weights_read(const struct sr_game *game, const char *text, int *line) {
    size_t count = (size_t)(game->seats_max - game->seats_min + 1) * game->feature_count;
    size_t bytes = count * sizeof(float), habits_bytes = game->habit_count * sizeof(float);
    struct sr_game *made = malloc(sizeof *made + 2 * bytes + habits_bytes);
    struct reader reader = {text, 1};
    *line = 0;
    if (!made)
        return NULL;
    float *weights = (float *)(made + 1), *late = game->late_weights ? weights + count : NULL;
    memcpy(made, game, sizeof *made);
    memcpy(weights, game->weights, bytes);
    if (late)
        memcpy(late, game->late_weights, bytes);
    made->weights = weights;
    made->late_weights = late;
    float *habits = weights + 2 * count;
    if (game->habit_count) {
        memcpy(habits, game->habits, habits_bytes);
        made->habits = habits;
    }
    for (skip(&reader); *reader.at; skip(&reader))
        if (!read_habit(&reader, game, habits) && !read_row(&reader, game, weights, late)) {
            *line = reader.line;
            free(made);
            return NULL;
        }
    return made;
}
