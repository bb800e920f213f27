/* Golden records: finished games of every rules version, kept for ever in
 * tests/golden/GAME/RULES-SEATS-NUMBER.record, of examples in examples/GAME/golden. Each must
 * replay, move by move and checksum by checksum; so behaviour cannot change without a new rules
 * version.
 *
 * `test_golden --write` writes the ones that are missing, of every version, and never
 * touches one that is there (tests/make-golden calls it). */
#include "api/table.h"
#include "games/games.h"
#include "support/places.h"

#include <dirent.h>
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include <cmocka.h>

enum { FILES_MAX = 1000, PER_SEATS = 2, PATH_BYTES = 512, NAME_BYTES = 128 };

struct golden {
    const struct sr_game *game;
    char name[NAME_BYTES]; /* GAME/RULES-SEATS-NUMBER.record */
    int rules, seats;
};

static struct golden files[FILES_MAX];
static int file_count;

static void folder_of(const struct sr_game *game, char folder[PATH_BYTES]) {
    place_of(folder, PATH_BYTES, getenv("SERAI_GOLDEN"), "golden", game->name);
}

/* ---- reading ---- */

static void find_files_of(const struct sr_game *game) {
    char folder[PATH_BYTES];
    folder_of(game, folder);
    DIR *directory = opendir(folder);
    for (struct dirent *entry; directory && (entry = readdir(directory));) {
        struct golden *file = &files[file_count];
        int number, length = 0;
        int read = sscanf(entry->d_name, "%d-%d-%d.record%n", &file->rules, &file->seats, &number,
                          &length);
        if (entry->d_name[0] == '.' || file_count == FILES_MAX)
            continue;
        if (read != 3 || entry->d_name[length])
            file->rules = -1; /* reported by the test of this file */
        file->game = game;
        snprintf(file->name, sizeof file->name, "%.40s/%.80s", game->name, entry->d_name);
        file_count++;
    }
    if (directory)
        closedir(directory);
}

static int by_name(const void *a, const void *b) {
    return strcmp(((const struct golden *)a)->name, ((const struct golden *)b)->name);
}

static char *read_file(const struct golden *golden, size_t *length) {
    char folder[PATH_BYTES], path[PATH_BYTES + NAME_BYTES];
    folder_of(golden->game, folder);
    snprintf(path, sizeof path, "%s%s", folder, strchr(golden->name, '/'));
    FILE *file = fopen(path, "rb");
    if (!file)
        return NULL;
    char *text = malloc(SR_FILE_BYTES + 1);
    *length = text ? fread(text, 1, SR_FILE_BYTES, file) : 0;
    if (text)
        text[*length] = '\0';
    fclose(file);
    return text;
}

static const char *say(const struct sr_error *error) {
    static char text[2048];
    struct sr_out out;
    sr_out_open(&out, text, sizeof text);
    sr_error_say(&out, SR_EN, error);
    return text;
}

/* ---- the tests ---- */

/* A line without its end is not the line. */
static char *without_line(const char *text, const char *line) {
    size_t before = (size_t)(line - text), length = strlen(text);
    const char *end = strchr(line, '\n');
    size_t rest = end ? (size_t)(end + 1 - text) : length;
    char *copy = malloc(length + 1);
    assert_non_null(copy);
    memcpy(copy, text, before);
    memcpy(copy + before, text + rest, length - rest + 1);
    return copy;
}

static void is_refused(const char *text, const char *name, const char *how) {
    struct sr_error error = {0};
    struct sr_table *table = sr_record_read(text, strlen(text), &error);
    if (table)
        fail_msg("%s was accepted with %s", name, how);
}

/* Whoever rewrites a golden record by hand is found out by its own checksums. */
static void refuses_edits(const char *text, const char *name) {
    const char *moves = strstr(text, "\nmoves\n");
    const char *last = strstr(text, "\nend ");
    assert_non_null(moves);
    assert_non_null(last);
    char *copy = without_line(text, moves + strlen("\nmoves\n"));
    is_refused(copy, name, "its first move missing");
    free(copy);
    copy = without_line(text, last + 1);
    is_refused(copy, name, "its end missing");
    free(copy);
    copy = strdup(text);
    assert_non_null(copy);
    char *digit = copy + (last - text) + strlen("\nend ");
    digit += strcspn(digit, " ") + 1;
    *digit = *digit == '0' ? '1' : '0';
    is_refused(copy, name, "another checksum");
    free(copy);
}

static void replays(void **state) {
    const struct golden *file = *state;
    size_t length = 0;
    struct sr_error error = {0};
    if (file->rules < 0)
        fail_msg("%s: write RULES-SEATS-NUMBER.record", file->name);
    char *text = read_file(file, &length);
    assert_non_null(text);
    struct sr_table *table = sr_record_read(text, length, &error);
    if (!table)
        fail_msg("%s:%d: %s", file->name, error.line, say(&error));
    assert_ptr_equal(table->game, file->game);
    assert_int_equal(sr_head(table->state)->seats, file->seats);
    assert_int_equal(sr_head(table->state)->rules, file->rules);
    if (!sr_head(table->state)->over)
        fail_msg("%s: the game is not over", file->name);
    char *again = sr_record_text(table);
    assert_string_equal(again, text);
    refuses_edits(text, file->name);
    free(again);
    free(text);
    sr_table_free(table);
}

static int records_of(const struct sr_game *game, int rules, int seats) {
    int found = 0;
    for (int i = 0; i < file_count; i++)
        found += files[i].game == game && files[i].rules == rules && files[i].seats == seats;
    return found;
}

/* Of every version of the rules, not only of the newest. */
static void every_game_has_its_records(void **state) {
    (void)state;
    for (int i = 0; sr_game_at(i); i++) {
        const struct sr_game *game = sr_game_at(i);
        for (int rules = 1; rules <= game->rules; rules++)
            for (int seats = game->seats_min; seats <= game->seats_max; seats++)
                if (!records_of(game, rules, seats))
                    fail_msg("%s with %d seats has no golden record of rules %d: make golden",
                             game->name, seats, rules);
    }
}

/* ---- writing what is missing ---- */

static uint8_t any_value(const struct sr_option *option, struct sr_stream *dice) {
    const struct sr_domain *of = option->of;
    uint32_t count = of->kind == SR_FLAG ? 2 : (uint32_t)(of->max - of->min + 1);
    return (uint8_t)((of->kind == SR_FLAG ? 0 : of->min) + (int)sr_draw(dice, count));
}

/* The first record of a seat count has the options as they come, the others any. */
static bool choose_setup(const struct sr_game *game, int rules, int seats, int number,
                         struct sr_stream *dice, struct sr_setup *setup) {
    for (int tries = 0; tries < 1000; tries++) {
        struct sr_error error;
        sr_setup_init(game, setup);
        setup->rules = (uint8_t)rules;
        setup->seats = (uint8_t)seats;
        for (int i = 0; i < game->option_count && number > 1; i++)
            setup->options[i] = any_value(&game->options[i], dice);
        sr_seed_number((uint64_t)(rules * 10000 + seats * 100 + number), setup->seed);
        if (sr_setup_check(game, setup, &error))
            return true;
    }
    return false;
}

static struct sr_table *play_game(const struct sr_game *game, int rules, int seats, int number,
                                  struct sr_error *error) {
    static const char *const names[] = {"Anton", "Нина", "Wei", "Зарина", "Lin", "Тимур"};
    struct sr_rng rng;
    struct sr_setup setup;
    uint8_t seed[SR_SEED_BYTES];
    sr_seed_number((uint64_t)(seats * 100 + number), seed);
    sr_rng_seed(&rng, seed);
    struct sr_stream dice = sr_stream_open(&rng);
    if (!choose_setup(game, rules, seats, number, &dice, &setup))
        return NULL;
    struct sr_table *table = sr_table_new(game, &setup, error);
    for (int seat = 0; table && number > 1 && seat < seats; seat++)
        sr_table_set_name(table, seat, names[seat], strlen(names[seat]), error);
    while (table && !sr_head(table->state)->over) {
        struct sr_move move = table->moves.list[sr_draw(&dice, table->moves.count)];
        if (!sr_table_play(table, SR_REFEREE, move, NULL, error))
            break;
    }
    return table;
}

static bool write_one(const char *folder, const struct sr_game *game, int rules, int seats,
                      int number) {
    char path[PATH_BYTES + NAME_BYTES];
    snprintf(path, sizeof path, "%s/%d-%d-%d.record", folder, rules, seats, number);
    struct stat there;
    if (stat(path, &there) == 0)
        return true;
    struct sr_error error = {0};
    struct sr_table *table = play_game(game, rules, seats, number, &error);
    char *text = table ? sr_record_text(table) : NULL;
    FILE *file = text ? fopen(path, "wbx") : NULL;
    bool good = file && fputs(text, file) >= 0;
    if (file && fclose(file) != 0)
        good = false;
    if (good)
        printf("%s: %u moves\n", path, table->plies);
    else
        fprintf(stderr, "%s: %s\n", path,
                error.problem ? say(&error)
                : text        ? strerror(errno)
                              : "no game could be played");
    free(text);
    sr_table_free(table);
    return good;
}

static bool write_missing(void) {
    bool good = true;
    for (int i = 0; sr_game_at(i); i++) {
        const struct sr_game *game = sr_game_at(i);
        char folder[PATH_BYTES];
        folder_of(game, folder);
        mkdir(folder, 0777); /* may be there; if it cannot be made, writing says so */
        for (int rules = 1; rules <= game->rules; rules++)
            for (int seats = game->seats_min; seats <= game->seats_max; seats++)
                for (int number = 1; number <= PER_SEATS; number++)
                    good = write_one(folder, game, rules, seats, number) && good;
    }
    return good;
}

int main(int argc, char **argv) {
    static struct CMUnitTest tests[FILES_MAX + 1];
    if (argc == 2 && strcmp(argv[1], "--write") == 0)
        return write_missing() ? 0 : 1;
    for (int i = 0; sr_game_at(i); i++)
        find_files_of(sr_game_at(i));
    qsort(files, (size_t)file_count, sizeof files[0], by_name);
    for (int i = 0; i < file_count; i++)
        tests[i] = (struct CMUnitTest){files[i].name, replays, NULL, NULL, &files[i]};
    tests[file_count] = (struct CMUnitTest){"every game has its golden records",
                                            every_game_has_its_records, NULL, NULL, NULL};
    return _cmocka_run_group_tests("golden", tests, (size_t)file_count + 1, NULL, NULL);
}
