#include "lab/learn.h"

#include "bots/net_file.h"
#include "lab/inherit.h"
#include "lab/keep.h"
#include "lab/lesson.h"
#include "lab/problems.h"
#include "lab/series.h"
#include "lab/sim.h"

#include <errno.h>
#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum {
    PATH_BYTES = 4096,
    GAMES_A_FILE = 16, /* that are played again if a run is stopped */
    GATE_LINE_BYTES = 4096,
    WINDOW = 3, /* generations whose notes are learnt from */
    EPOCHS = 3,
    FORKS = 4,
    LEAVES = 100, /* for each hundred decisions */
};
/* Of each generation: seeds of its games, its learning and its gate. */
enum seed_kind { SEED_GAMES, SEED_LEARNING, SEED_GATE, SEED_KINDS };

/* ---- files ---- */

static bool fail_file(const char *path, struct sr_error *error) {
    return sr_fail_system(error, SR_PROBLEM_LEARN_FILE, path, errno);
}

/* Whole or not at all: under another name first. */
static bool write_whole(const char *path, const void *bytes, size_t size, struct sr_error *error) {
    char fresh[PATH_BYTES + 8];
    snprintf(fresh, sizeof fresh, "%s.new", path);
    FILE *file = fopen(fresh, "wb");
    if (!file)
        return fail_file(fresh, error);
    bool written = fwrite(bytes, 1, size, file) == size;
    written = fclose(file) == 0 && written;
    return (written && rename(fresh, path) == 0) || fail_file(path, error);
}

/* The bytes of a file, which the caller frees; NULL: there is none, or no memory. */
static void *read_whole(const char *path, size_t *size) {
    FILE *file = fopen(path, "rb");
    char *bytes = NULL;
    size_t room = 0, got = 1;
    *size = 0;
    while (file && got) {
        if (*size == room) {
            room = room ? 2 * room : 1 << 16;
            char *more = realloc(bytes, room);
            if (!more)
                break;
            bytes = more;
        }
        got = fread(bytes + *size, 1, room - *size, file);
        *size += got;
    }
    if (file)
        fclose(file);
    return bytes;
}

static bool make_directory(const char *path, struct sr_error *error) {
    return mkdir(path, 0777) == 0 || errno == EEXIST || fail_file(path, error);
}

/* A run, and the best net so far as a file. */
struct school {
    const struct sr_learn *learn;
    struct sr_generation now;
    void *best;
    size_t best_size;
    double best_wins; /* against the bot that is to be beaten */
};

/* ---- the plan ---- */

static json_t *plan_of(const struct school *school) {
    const struct sr_learn *learn = school->learn;
    json_t *options = json_object();
    for (int i = 0; i < learn->game->option_count; i++)
        json_object_set_new(options, learn->game->options[i].name,
                            json_integer(learn->setup.options[i]));
    json_t *plan = json_pack("{s:s,s:s,s:i,s:i,s:s,s:s,s:s,s:i,s:i,s:o}", "serai", "learn", "game",
                             learn->game->name, "seats", learn->setup.seats, "rules",
                             learn->setup.rules, "seed", learn->seed, "player", learn->player.name,
                             "guard", learn->guard.name, "games", (int)learn->games, "gate_games",
                             (int)learn->gate_games, "options", options);
    if (learn->against) {
        uint64_t sum = sr_bot_checksum(learn->against, learn->game, learn->setup.seats);
        json_object_set_new(
            plan, "against",
            json_sprintf("%s %016llx", learn->against->name, (unsigned long long)sum));
    }
    if (learn->from) { /* what stands in the file counts, not where it lies */
        uint64_t sum = SR_MIX_NOTHING;
        for (size_t i = 0; i < school->best_size; i++)
            sum = sr_mix(sum, ((const unsigned char *)school->best)[i]);
        json_object_set_new(plan, "from", json_sprintf("%016llx", (unsigned long long)sum));
    }
    return plan;
}

static bool write_json(const char *path, json_t *json, struct sr_error *error) {
    char *text = json ? json_dumps(json, JSON_INDENT(1) | JSON_SORT_KEYS) : NULL;
    bool fine = text ? write_whole(path, text, strlen(text), error)
                     : sr_fail(error, SR_PROBLEM_MEMORY, NULL);
    free(text);
    json_decref(json);
    return fine;
}

static bool keep_plan(const struct school *school, struct sr_error *error) {
    const struct sr_learn *learn = school->learn;
    char path[PATH_BYTES];
    snprintf(path, sizeof path, "%s/plan.json", learn->directory);
    json_t *plan = plan_of(school), *before = json_load_file(path, 0, NULL);
    if (!before)
        return write_json(path, plan, error);
    bool same = json_equal(plan, before);
    json_decref(plan);
    json_decref(before);
    return same || sr_fail(error, SR_PROBLEM_LEARN_OTHER, learn->directory, NULL);
}

/* ---- generations ---- */

struct judged {
    struct sr_game game;
    struct sr_mind mind;
    struct sr_net *net;
};

/* The bot with this net; with none, by the linear judge. */
static bool seat_bot(const struct sr_learn *learn, const struct sr_bot *like, const void *file,
                     size_t size, const char *path, struct judged *judged, struct sr_bot *bot,
                     struct sr_error *error) {
    *judged = (struct judged){.game = *learn->game, .mind = *sr_mind_of(learn->game)};
    *bot = *like;
    if (!file) {
        bot->settings.net = 0;
        return true;
    }
    judged->net = sr_net_open(learn->game, learn->setup.seats, path, file, size, error);
    judged->mind.net = judged->net;
    judged->game.mind = &judged->mind;
    bot->judged = &judged->game;
    return judged->net;
}

static void seed_of(const struct sr_learn *learn, int generation, enum seed_kind kind,
                    uint8_t seed[SR_SEED_BYTES]) {
    sr_series_seed(learn->setup.seed, (uint64_t)generation * SEED_KINDS + kind, seed);
}

static void path_of(const struct sr_learn *learn, int generation, const char *name,
                    char path[PATH_BYTES]) {
    snprintf(path, PATH_BYTES, "%s/%d%s%s", learn->directory, generation, *name ? "/" : "", name);
}

static void tell(const struct sr_learn *learn, int generation, enum sr_learn_step step,
                 uint64_t done, uint64_t all) {
    if (learn->progress)
        learn->progress(learn->context, generation, step, done, all);
}

/* ---- playing ---- */

static void notes_path(const struct sr_learn *learn, int generation, uint64_t first,
                       char path[PATH_BYTES]) {
    char name[32];
    snprintf(name, sizeof name, "notes-%05llu", (unsigned long long)first);
    path_of(learn, generation, name, path);
}

static bool is_there(const char *path) {
    struct stat status;
    return stat(path, &status) == 0;
}

static bool play_some(struct sr_lesson *lesson, const char *path, struct sr_error *error) {
    size_t notes;
    unsigned char *all = sr_lesson_play(lesson, &notes, error);
    size_t bytes = sr_note_bytes(lesson->game, lesson->setup.seats);
    bool fine = all && write_whole(path, all, notes * bytes, error);
    free(all);
    return fine;
}

static bool play_games(const struct school *school, struct sr_error *error) {
    const struct sr_learn *learn = school->learn;
    int generation = school->now.number;
    struct judged judged;
    struct sr_lesson lesson = {.game = learn->game,
                               .setup = learn->setup,
                               .against = learn->against,
                               .forks = FORKS,
                               .leaves = LEAVES,
                               .threads = learn->threads};
    bool fine = seat_bot(learn, &learn->player, school->best, school->best_size, "net.bin", &judged,
                         &lesson.bot, error);
    seed_of(learn, generation, SEED_GAMES, lesson.setup.seed);
    for (uint64_t first = 0; fine && first < learn->games; first += GAMES_A_FILE) {
        char path[PATH_BYTES];
        notes_path(learn, generation, first, path);
        lesson.first = first;
        lesson.games = learn->games - first < GAMES_A_FILE ? learn->games - first : GAMES_A_FILE;
        tell(learn, generation, SR_LEARN_PLAYS, first, learn->games);
        if (!is_there(path))
            fine = play_some(&lesson, path, error);
    }
    sr_net_free(judged.net);
    return fine;
}

/* ---- learning ---- */

/* All notes of a generation; the caller frees them. */
static bool read_notes(const struct sr_learn *learn, int generation, struct sr_notes *notes,
                       struct sr_error *error) {
    size_t bytes = sr_note_bytes(learn->game, learn->setup.seats), room = 0, used = 0;
    unsigned char *all = NULL;
    for (uint64_t first = 0; first < learn->games; first += GAMES_A_FILE) {
        char path[PATH_BYTES];
        size_t size;
        notes_path(learn, generation, first, path);
        unsigned char *some = read_whole(path, &size);
        unsigned char *more = some ? realloc(all, room + size) : NULL;
        if (!more || size % bytes) {
            free(some);
            free(more ? more : all);
            return sr_fail(error, SR_PROBLEM_LEARN_NOTES, path, NULL);
        }
        memcpy(more + used, some, size);
        free(some);
        all = more;
        used = room += size;
    }
    *notes = (struct sr_notes){all, used / bytes};
    return true;
}

static void training_progress(void *context, uint64_t done, uint64_t all) {
    const struct school *school = context;
    tell(school->learn, school->now.number, SR_LEARN_LEARNS, done, all);
}

/* What the linear judge played is left out as soon as there is enough else: it says more about that
 * judge than about the game. */
static int first_generation(const struct sr_learn *learn, int generation) {
    int first = generation - WINDOW + 1;
    return first > 1 ? first : generation > 2 && !learn->from ? 2 : 1;
}

/* Of the best so far: what learns on begins there. NULL: `error` says why not. */
static struct sr_net_weights *weights_of(const struct school *school, struct sr_error *error) {
    const struct sr_learn *learn = school->learn;
    enum { LINE = 64 };
    struct sr_net_weights *weights =
        aligned_alloc(LINE, (sizeof *weights + LINE - 1) / LINE * LINE);
    if (!weights) {
        sr_fail(error, SR_PROBLEM_MEMORY, NULL);
        return NULL;
    }
    if (sr_inherit(learn->game, learn->setup.seats, learn->from, school->best, school->best_size,
                   weights, error))
        return weights;
    free(weights);
    return NULL;
}

static bool learn_net(struct school *school, struct sr_error *error) {
    const struct sr_learn *learn = school->learn;
    int generation = school->now.number, first = first_generation(learn, generation);
    char path[PATH_BYTES];
    struct sr_notes notes[WINDOW] = {{0}};
    struct sr_training training = {.game = learn->game,
                                   .seats = learn->setup.seats,
                                   .part = notes,
                                   .epochs = EPOCHS,
                                   .progress = training_progress,
                                   .context = school};
    struct sr_training_result result;
    bool fine = true;
    seed_of(learn, generation, SEED_LEARNING, training.seed);
    struct sr_net_weights *known = learn->from ? weights_of(school, error) : NULL;
    training.begin = known;
    fine = !learn->from || known;
    for (int g = first; fine && g <= generation; g++)
        fine = read_notes(learn, g, &notes[training.parts++], error);
    if (fine)
        sr_reliability_of(learn->game, learn->setup.seats, &notes[training.parts - 1],
                          &school->now.said);
    fine = fine && sr_train(&training, &result, error);
    if (known)
        free(known->row);
    free(known);
    for (int part = 0; part < WINDOW; part++)
        free((void *)(uintptr_t)notes[part].notes);
    if (!fine)
        return false;
    path_of(learn, generation, "net.bin", path);
    fine = write_whole(path, result.file, result.size, error);
    free(result.file);
    school->now.notes = result.notes;
    school->now.games = result.games;
    school->now.blind = result.blind;
    school->now.linear = result.linear;
    school->now.net = result.net;
    school->now.least = result.least;
    school->now.surer = (double)result.surer;
    return fine;
}

/* ---- the gate ---- */

bool sr_learn_passes(double wins, double games) {
    return games > 0 && wins / games - 0.5 >= 0.5 / sqrt(games);
}

/* What is played, and the file that every game is written to as it is finished. */
struct gate {
    const struct sr_learn *learn;
    const struct sr_series *series;
    int generation;
    FILE *file;
};

static bool write_game(const struct gate *gate, const struct sr_results *results, uint64_t number) {
    char line[GATE_LINE_BYTES];
    struct sr_out out;
    sr_out_open(&out, line, sizeof line);
    sr_keep_game_write(&out, gate->series, results, number);
    return fputs(line, gate->file) >= 0;
}

static bool gate_progress(void *context, const struct sr_results *results, uint64_t number) {
    const struct gate *gate = context;
    if (results->failure.problem)
        return false; /* a program that fails proves nothing */
    tell(gate->learn, gate->generation, SR_LEARN_GATE, results->done, results->games);
    return write_game(gate, results, number) && fflush(gate->file) == 0;
}

/* The games that were played before a run was stopped are taken over, and written anew, so that the
 * file ends with a whole line. */
static bool go_on_at_gate(struct gate *gate, const char *path, struct sr_results *results,
                          struct sr_error *error) {
    char head[GATE_LINE_BYTES];
    struct sr_out out;
    size_t size, whole;
    char *text = read_whole(path, &size);
    bool fine =
        !size || sr_keep_read(text, size, gate->series, gate->learn->seed, results, &whole, error);
    free(text);
    if (!fine)
        return false;
    gate->file = fopen(path, "w");
    if (!gate->file)
        return fail_file(path, error);
    sr_out_open(&out, head, sizeof head);
    sr_keep_head_write(&out, gate->series, gate->learn->seed);
    fine = fputs(head, gate->file) >= 0;
    for (uint64_t i = 0; fine && i < results->games; i++)
        fine = !results->result[i].done || write_game(gate, results, i);
    return fine || fail_file(path, error);
}

/* How often the first has won; among its like as if all had sat down equally often. */
static double share_of_first(const struct sr_results *results, bool alone) {
    double won[2] = {0}, sat[2] = {0};
    for (uint64_t i = 0; i < results->games; i++)
        for (int seat = 0; seat < results->seats; seat++) {
            int bot = results->result[i].bot[seat];
            won[bot] += sr_won(&results->result[i].outcome, seat);
            sat[bot] += 1;
        }
    double first = sat[0] > 0 ? won[0] / sat[0] : 0, second = sat[1] > 0 ? won[1] / sat[1] : 0;
    if (alone)
        return first;
    return first + second > 0 ? first / (first + second) : 0.5;
}

/* Alone nobody plays against anybody: who wins more games of the same deals is better. */
static bool play_gate(struct gate *gate, const char *path, double *share, struct sr_error *error) {
    struct sr_results results;
    if (!sr_results_open(&results, gate->series, error))
        return false;
    bool fine =
        go_on_at_gate(gate, path, &results, error) && sr_series_run(gate->series, &results, error);
    if (gate->file && fclose(gate->file) != 0 && fine)
        fine = fail_file(path, error);
    if (fine && results.failure.problem) {
        *error = results.failure;
        fine = false;
    }
    if (fine && results.done < results.games)
        fine = fail_file(path, error); /* a game could not be written */
    *share = share_of_first(&results, gate->series->focal);
    sr_results_free(&results);
    return fine;
}

/* The bot that is to be beaten, or the best before. */
static bool seat_other(const struct sr_learn *learn, const void *file, size_t size,
                       struct judged *judged, struct sr_bot *bot, struct sr_error *error) {
    if (!learn->against)
        return seat_bot(learn, &learn->guard, file, size, "net.bin", judged, bot, error);
    *bot = *learn->against;
    return true;
}

bool sr_learn_gate(const struct sr_learn *learn, int generation, const void *file, size_t size,
                   const void *other, size_t other_size, double *wins, struct sr_error *error) {
    struct judged judged[2];
    struct sr_series *series = calloc(1, sizeof *series);
    struct gate gate = {.learn = learn, .series = series, .generation = generation};
    char path[PATH_BYTES];
    double share = 0;
    if (!series)
        return sr_fail(error, SR_PROBLEM_MEMORY, NULL);
    path_of(learn, generation, "gate", path);
    *series = (struct sr_series){.game = learn->game,
                                 .setup = learn->setup,
                                 .bots = 2,
                                 .focal = learn->against,
                                 .games = learn->gate_games,
                                 .threads = learn->threads,
                                 .finished = gate_progress,
                                 .context = &gate};
    memset(judged, 0, sizeof judged);
    seed_of(learn, learn->against ? 0 : generation, SEED_GATE, series->setup.seed);
    bool fine =
        seat_bot(learn, &learn->guard, file, size, "net.bin", &judged[0], &series->bot[0], error) &&
        seat_other(learn, other, other_size, &judged[1], &series->bot[1], error);
    for (int i = 0; i < (learn->against ? 1 : 2); i++) /* who else has the same name */
        snprintf(series->bot[i].name, sizeof series->bot[i].name, "%s", i ? "best" : "new");
    fine = fine && play_gate(&gate, path, &share, error);
    *wins = share * (double)learn->gate_games;
    for (int i = 0; i < 2; i++)
        sr_net_free(judged[i].net);
    free(series);
    return fine;
}

/* ---- what came of a generation ---- */

static json_t *said_of(const struct sr_reliability *said) {
    json_t *bins = json_array();
    for (int bin = 0; bin < SR_RELIABILITY_BINS; bin++)
        json_array_append_new(bins,
                              json_pack("{s:I,s:f,s:f}", "count", (json_int_t)said->count[bin],
                                        "said", said->said[bin], "won", said->won[bin]));
    return json_pack("{s:f,s:o}", "error", said->error, "bins", bins);
}

/* What was kept without it has none. */
static void read_said(const json_t *json, struct sr_reliability *said) {
    const json_t *bins = json_object_get(json, "bins");
    said->error = json_number_value(json_object_get(json, "error"));
    for (size_t bin = 0; bin < SR_RELIABILITY_BINS && bin < json_array_size(bins); bin++) {
        const json_t *one = json_array_get(bins, bin);
        said->count[bin] = (uint64_t)json_integer_value(json_object_get(one, "count"));
        said->said[bin] = json_number_value(json_object_get(one, "said"));
        said->won[bin] = json_number_value(json_object_get(one, "won"));
    }
}

static bool write_result(const struct school *school, struct sr_error *error) {
    const struct sr_generation *now = &school->now;
    char path[PATH_BYTES];
    path_of(school->learn, now->number, "result.json", path);
    return write_json(path,
                      json_pack("{s:i,s:I,s:I,s:f,s:f,s:f,s:f,s:f,s:f,s:b,s:f,s:o}", "generation",
                                now->number, "notes", (json_int_t)now->notes, "games",
                                (json_int_t)now->games, "blind", now->blind, "linear", now->linear,
                                "net", now->net, "least", now->least, "wins", now->wins,
                                "gate_games", now->gate_games, "passed", (int)now->passed, "surer",
                                now->surer, "said", said_of(&now->said)),
                      error);
}

static bool read_result(const struct sr_learn *learn, struct sr_generation *now) {
    char path[PATH_BYTES];
    json_int_t notes = 0, games = 0;
    int passed = 0;
    path_of(learn, now->number, "result.json", path);
    json_t *json = json_load_file(path, 0, NULL);
    bool fine = json && json_unpack(json, "{s:I,s:I,s:F,s:F,s:F,s:F,s:F,s:F,s:b}", "notes", &notes,
                                    "games", &games, "blind", &now->blind, "linear", &now->linear,
                                    "net", &now->net, "least", &now->least, "wins", &now->wins,
                                    "gate_games", &now->gate_games, "passed", &passed) == 0;
    now->surer = json_number_value(json_object_get(json, "surer"));
    read_said(json_object_get(json, "said"), &now->said);
    json_decref(json);
    now->notes = (uint64_t)notes;
    now->games = (uint64_t)games;
    now->passed = passed;
    return fine;
}

static bool keep_best(const struct school *school, struct sr_error *error) {
    char path[PATH_BYTES];
    snprintf(path, sizeof path, "%s/net-%d.bin", school->learn->directory,
             school->learn->setup.seats);
    return write_whole(path, school->best, school->best_size, error);
}

/* The net of a generation that passed is the best from now on. */
static bool take_over(struct school *school, void *file, size_t size, struct sr_error *error) {
    free(school->best);
    school->best = file;
    school->best_size = size;
    school->best_wins = school->now.wins;
    return keep_best(school, error);
}

static bool stand_at_gate(struct school *school, struct sr_error *error) {
    const struct sr_learn *learn = school->learn;
    struct sr_generation *now = &school->now;
    char path[PATH_BYTES];
    size_t size;
    path_of(learn, now->number, "net.bin", path);
    void *file = read_whole(path, &size);
    if (!file)
        return sr_fail(error, SR_PROBLEM_LEARN_NOTES, path, NULL);
    bool fine = sr_learn_gate(learn, now->number, file, size, school->best, school->best_size,
                              &now->wins, error);
    now->gate_games = learn->gate_games;
    now->passed = fine && (learn->against ? now->wins > school->best_wins
                                          : sr_learn_passes(now->wins, now->gate_games));
    if (now->passed)
        return take_over(school, file, size, error) && write_result(school, error);
    free(file);
    return fine && write_result(school, error);
}

/* One generation, or what was kept of it. */
static bool run_generation(struct school *school, int number, struct sr_error *error) {
    const struct sr_learn *learn = school->learn;
    char path[PATH_BYTES];
    size_t size;
    school->now = (struct sr_generation){.number = number};
    path_of(learn, number, "", path);
    if (!make_directory(path, error))
        return false;
    if (!read_result(learn, &school->now))
        return play_games(school, error) && learn_net(school, error) &&
               stand_at_gate(school, error);
    if (!school->now.passed)
        return true;
    path_of(learn, number, "net.bin", path);
    void *file = read_whole(path, &size);
    return file ? take_over(school, file, size, error)
                : sr_fail(error, SR_PROBLEM_LEARN_NOTES, path, NULL);
}

/* The net to go on from is the best there is, in so far as it fits so many seats. */
static bool go_on_from(struct school *school, struct sr_error *error) {
    const struct sr_learn *learn = school->learn;
    size_t size;
    void *file = read_whole(learn->from, &size);
    if (!file)
        return fail_file(learn->from, error);
    school->best = file;
    school->best_size = size;
    if (sr_net_file_seats(file, size) == learn->setup.seats)
        return true; /* as it is; who plays by it says whether it fits */
    struct sr_net_weights *weights = weights_of(school, error);
    if (!weights)
        return false;
    school->best = sr_net_write(weights, &school->best_size);
    free(weights->row);
    free(weights);
    free(file);
    return school->best || sr_fail(error, SR_PROBLEM_MEMORY, NULL);
}

/* What a school begins with has to do with the bot that is to be beaten. */
static bool begin_at_gate(struct school *school, struct sr_error *error) {
    const struct sr_learn *learn = school->learn;
    struct sr_generation *now = &school->now;
    char path[PATH_BYTES];
    path_of(learn, 0, "", path);
    if (!make_directory(path, error) ||
        !sr_learn_gate(learn, 0, school->best, school->best_size, NULL, 0, &now->wins, error))
        return false;
    now->gate_games = learn->gate_games;
    school->best_wins = now->wins;
    if (learn->finished)
        learn->finished(learn->context, now);
    return true;
}

bool sr_learn_run(const struct sr_learn *learn, struct sr_generation *generation,
                  struct sr_error *error) {
    struct school school = {.learn = learn};
    if (learn->against && learn->setup.seats == 1)
        return sr_fail(error, SR_PROBLEM_LEARN_ALONE, NULL);
    bool fine = sr_setup_check(learn->game, &learn->setup, error) &&
                (!learn->from || go_on_from(&school, error)) && keep_plan(&school, error) &&
                (!learn->from || keep_best(&school, error)) &&
                (!learn->against || begin_at_gate(&school, error));
    for (int number = 1; fine && number <= learn->generations; number++) {
        fine = run_generation(&school, number, error);
        generation[number - 1] = school.now;
        if (fine && learn->finished)
            learn->finished(learn->context, &school.now);
    }
    free(school.best);
    return fine;
}
