/* `serai learn`: a net learns a game by playing itself, and must prove at the table what it has
 * learnt. */
#include "lab.h"

#include "bots/bots.h"
#include "cli/problems.h"
#include "lab/crew.h"
#include "lab/learn.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { USUAL_GENERATIONS = 6, USUAL_GAMES = 240, GATE_GAMES = 300 };

struct course {
    const struct sr_call *call;
    struct sr_learn learn;
    struct sr_wish wish;
    struct sr_bot against;
    struct sr_generation generation[SR_GENERATIONS + 1]; /* as they came: perhaps from 0 on */
    int done;
};

/* ---- on the way ---- */

static void show_progress(void *context, int generation, enum sr_learn_step step, uint64_t done,
                          uint64_t all) {
    static const enum sr_phrase phrases[SR_LEARN_STEPS] = {
        [SR_LEARN_PLAYS] = SR_SAY_LEARN_PLAYS,
        [SR_LEARN_LEARNS] = SR_SAY_LEARN_LEARNS,
        [SR_LEARN_GATE] = SR_SAY_LEARN_GATE,
    };
    const struct course *course = context;
    char title[160];
    struct sr_out out;
    sr_out_open(&out, title, sizeof title);
    sr_phrase_say(&out, course->call->lang, phrases[step], sr_digits(generation).text, NULL);
    sr_progress(title, done, all);
}

static struct sr_estimate gate_of(const struct sr_generation *generation) {
    return sr_share(generation->wins, generation->gate_games);
}

static void say_generation(struct sr_out *out, enum sr_lang lang,
                           const struct sr_generation *generation) {
    char share[96];
    struct sr_out text;
    struct sr_estimate gate = gate_of(generation);
    sr_out_open(&text, share, sizeof share);
    sr_share_say(&text, lang, &gate);
    if (generation->number == 0) {
        sr_phrase_say(out, lang, SR_SAY_LEARN_BEGINS, share,
                      sr_digits((int64_t)generation->gate_games).text, NULL);
        return;
    }
    sr_phrase_say(out, lang, SR_SAY_LEARN_GENERATION, sr_digits(generation->number).text,
                  sr_digits((int64_t)generation->notes).text,
                  sr_decimal(lang, generation->linear, 4).text,
                  sr_decimal(lang, generation->net, 4).text, share,
                  sr_digits((int64_t)generation->gate_games).text, NULL);
    sr_put(out, sr_phrase(lang, generation->passed ? SR_SAY_LEARN_PASSED : SR_SAY_LEARN_FAILED));
    sr_put(out, "\n");
}

/* ---- the page ---- */

static void write_table(struct sr_out *out, const struct course *course) {
    enum sr_lang lang = course->call->lang;
    struct sr_grid *grid = sr_need(NULL, sizeof *grid);
    static const enum sr_phrase heads[] = {SR_SAY_LEARN_HEAD_GENERATION, SR_SAY_LEARN_HEAD_NOTES,
                                           SR_SAY_LEARN_HEAD_BLIND,      SR_SAY_LEARN_HEAD_LINEAR,
                                           SR_SAY_LEARN_HEAD_NET,        SR_SAY_LEARN_HEAD_LEAST,
                                           SR_SAY_LEARN_HEAD_GATE,       SR_SAY_LEARN_HEAD_PASSED};
    memset(grid, 0, sizeof *grid);
    for (int i = 0; i < (int)(sizeof heads / sizeof heads[0]); i++) {
        struct sr_out cell = sr_grid_cell(grid, i);
        sr_put(&cell, sr_phrase(lang, heads[i]));
    }
    sr_grid_next_row(grid);
    for (int g = 0; g < course->done; g++) {
        const struct sr_generation *one = &course->generation[g];
        const double surprises[] = {one->blind, one->linear, one->net, one->least};
        struct sr_estimate gate = gate_of(one);
        struct sr_out cell = sr_grid_cell(grid, 0);
        sr_put_number(&cell, one->number);
        cell = sr_grid_cell(grid, 1);
        sr_put_number(&cell, (int64_t)one->notes);
        for (int i = 0; i < 4; i++) {
            cell = sr_grid_cell(grid, 2 + i);
            if (one->notes)
                sr_real_say(&cell, lang, surprises[i], 4);
        }
        cell = sr_grid_cell(grid, 6);
        sr_share_say(&cell, lang, &gate);
        cell = sr_grid_cell(grid, 7);
        if (one->number)
            sr_put(&cell, sr_phrase(lang, one->passed ? SR_SAY_LEARN_PASSED : SR_SAY_LEARN_FAILED));
        sr_grid_next_row(grid);
    }
    sr_grid_html(out, grid, "");
    free(grid);
}

/* Of the last generation: what was said of chances, and how they came true. */
static void write_reliability(struct sr_out *out, const struct course *course) {
    enum sr_lang lang = course->call->lang;
    if (!course->done || !course->generation[course->done - 1].notes)
        return; /* nothing was said yet */
    const struct sr_reliability *said = &course->generation[course->done - 1].said;
    static const enum sr_phrase heads[] = {SR_SAY_LEARN_HEAD_SAID, SR_SAY_LEARN_HEAD_WON,
                                           SR_SAY_LEARN_HEAD_DECISIONS};
    struct sr_grid *grid = sr_need(NULL, sizeof *grid);
    char caption[512];
    struct sr_out text;
    memset(grid, 0, sizeof *grid);
    for (int i = 0; i < (int)SR_COUNT(heads); i++) {
        struct sr_out cell = sr_grid_cell(grid, i);
        sr_put(&cell, sr_phrase(lang, heads[i]));
    }
    sr_grid_next_row(grid);
    for (int bin = 0; bin < SR_RELIABILITY_BINS; bin++) {
        const double shown[] = {said->said[bin], said->won[bin]};
        if (!said->count[bin])
            continue;
        for (int i = 0; i < (int)SR_COUNT(shown); i++) {
            struct sr_out cell = sr_grid_cell(grid, i);
            sr_percent_say(&cell, lang, shown[i]);
        }
        struct sr_out cell = sr_grid_cell(grid, 2);
        sr_put_number(&cell, (int64_t)said->count[bin]);
        sr_grid_next_row(grid);
    }
    sr_out_open(&text, caption, sizeof caption);
    sr_phrase_say(&text, lang, SR_SAY_LEARN_RELIABILITY,
                  sr_digits(course->generation[course->done - 1].number).text,
                  sr_decimal(lang, said->error, 3).text, NULL);
    sr_grid_html(out, grid, caption);
    free(grid);
}

static void write_gates(struct sr_out *out, const struct course *course) {
    const struct sr_bot *against = course->learn.against;
    const double even = against ? 1.0 / course->learn.setup.seats : 0.5;
    enum sr_lang lang = course->call->lang;
    char title[SR_BOT_NAME_BYTES + 64];
    struct sr_out text;
    struct sr_dots *dots = sr_need(NULL, sizeof *dots);
    memset(dots, 0, sizeof *dots);
    dots->lang = lang;
    sr_out_open(&text, title, sizeof title);
    sr_phrase_say(&text, lang, against ? SR_SAY_LEARN_GATES_AGAINST : SR_SAY_LEARN_GATES,
                  against ? against->name : NULL, NULL);
    dots->title = title;
    dots->about = sr_phrase(lang, SR_SAY_LEARN_GATES_ABOUT);
    dots->percent = true;
    dots->reference = &even;
    for (int g = 0; g < course->done && g < SR_PLOT_ROWS; g++) {
        struct sr_dot *dot = &dots->dot[dots->count++];
        struct sr_out name;
        sr_out_open(&name, dot->name, sizeof dot->name);
        sr_put_number(&name, course->generation[g].number);
        dot->estimate = gate_of(&course->generation[g]);
        dot->quiet = course->generation[g].number && !course->generation[g].passed;
    }
    sr_plot_dots(out, dots);
    free(dots);
}

static void write_page(struct sr_out *out, const void *context) {
    const struct course *course = context;
    enum sr_lang lang = course->call->lang;
    const struct sr_bot *against = course->learn.against;
    char title[160], subtitle[SR_BOT_NAME_BYTES + 128];
    struct sr_out text;
    sr_out_open(&text, title, sizeof title);
    sr_phrase_say(&text, lang, SR_SAY_LEARN_TITLE, course->learn.game->title.in[lang],
                  sr_digits(course->learn.setup.seats).text, course->wish.seed, NULL);
    sr_out_open(&text, subtitle, sizeof subtitle);
    if (against)
        sr_phrase_say(&text, lang, SR_SAY_LEARN_AGAINST, against->name, NULL);
    sr_html_begin(out, lang, title, subtitle);
    write_gates(out, course);
    write_table(out, course);
    write_reliability(out, course);
    sr_html_end(out, lang);
}

static bool keep_page(const struct course *course, struct sr_error *error) {
    char path[SR_PATH_BYTES];
    struct sr_out out;
    sr_out_open(&out, NULL, 0);
    write_page(&out, course);
    size_t room = out.len + 1;
    char *text = sr_need(NULL, room);
    sr_out_open(&out, text, room);
    write_page(&out, course);
    snprintf(path, sizeof path, "%s/page.html", course->learn.directory);
    bool fine = sr_file_write(path, text, error);
    free(text);
    return fine;
}

static void finished(void *context, const struct sr_generation *generation) {
    struct course *course = context;
    char line[512];
    struct sr_out out;
    struct sr_error ignored = {0};
    course->generation[course->done++] = *generation;
    sr_progress_end();
    sr_out_open(&out, line, sizeof line);
    say_generation(&out, course->call->lang, generation);
    fputs(line, stdout);
    fflush(stdout);
    keep_page(course, &ignored); /* the last one is told */
}

/* ---- the command ---- */

/* Who plays and who guards are searches, and judge by the net at hand: no files of their own. */
static bool read_player(const struct sr_call *call, struct sr_learn *learn,
                        struct sr_error *error) {
    static const char guard[] = "search:300";
    struct sr_bot bots[SR_MAX_SEATS];
    if (!sr_wish_bots(call, SR_BOTS_IN_LABORATORY, "search:150", 1, -1, bots, error) ||
        !sr_bot_read(&learn->guard, guard, strlen(guard), error))
        return false;
    learn->player = bots[0];
    if (learn->player.kind != &sr_search_bot || learn->player.weights_at ||
        !learn->player.iterations)
        return sr_fail(error, SR_PROBLEM_LEARN_PLAYER, learn->player.name, NULL);
    return true;
}

/* Who is to be beaten plays as anywhere else, and who learns as much at the gate as in lessons. */
static bool read_against(struct course *course, struct sr_error *error) {
    const char *name = course->call->value[SR_FLAG_AGAINST];
    struct sr_learn *learn = &course->learn;
    if (!name)
        return true;
    learn->against = &course->against;
    learn->guard = learn->player;
    return sr_bot_read_at(SR_BOTS_IN_LABORATORY, &course->against, name, strlen(name), error) &&
           sr_wish_weights(course->call, learn->game, course->wish.setup.seats, &course->against,
                           error);
}

enum sr_exit sr_run_learn(const struct sr_call *call) {
    struct sr_error error = {0};
    struct course *course = sr_need(NULL, sizeof *course);
    struct sr_learn *learn = &course->learn;
    int64_t generations, games, threads;
    memset(course, 0, sizeof *course);
    course->call = call;
    learn->game = sr_wish_game(call->argument[0], &error);
    if (!learn->game ||
        !sr_wish_read(call, learn->game, learn->game->seats_max, &course->wish, &error) ||
        !sr_flag_number(call, SR_FLAG_GENERATIONS, 0, SR_GENERATIONS, USUAL_GENERATIONS,
                        &generations, &error) ||
        !sr_flag_number(call, SR_FLAG_GAMES, 1, 100000, USUAL_GAMES, &games, &error) ||
        !sr_flag_number(call, SR_FLAG_THREADS, 1, SR_CREW_MOST, sr_processors(), &threads,
                        &error) ||
        !read_player(call, learn, &error) || !read_against(course, &error)) {
        free(course);
        return sr_report(call->lang, NULL, &error);
    }
    learn->setup = course->wish.setup;
    learn->seed = course->wish.seed;
    learn->generations = (int)generations;
    learn->games = (uint32_t)games;
    learn->gate_games = GATE_GAMES;
    learn->threads = (int)threads;
    learn->directory = call->value[SR_FLAG_OUT];
    learn->from = call->value[SR_FLAG_FROM];
    learn->progress = show_progress;
    learn->finished = finished;
    learn->context = course;
    mkdir(learn->directory, 0777); /* what follows tells if that failed */
    struct sr_generation *generation = sr_need(NULL, sizeof *generation * SR_GENERATIONS);
    bool done = sr_learn_run(learn, generation, &error) && keep_page(course, &error);
    sr_progress_end();
    free(generation);
    free(course);
    return done ? sr_finish(call->lang) : sr_report(call->lang, NULL, &error);
}
