/* A run of the laboratory: its flags, the file that keeps results, progress, ctrl-C. */
#include "lab.h"

#include "cli/problems.h"
#include "keeper.h"
#include "lab/crew.h"
#include "lab/fleet.h"
#include "lab/keep.h"
#include "server/problems.h"
#include "store/problems.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static const double seconds_between_signs = 0.1;

/* ---- flags ---- */

static bool read_bots(const struct sr_call *call, const struct sr_lab_habits *habits,
                      struct sr_series *series, struct sr_error *error) {
    const char *text = call->value[SR_FLAG_BOTS] ? call->value[SR_FLAG_BOTS] : habits->bots;
    int count = 0;
    for (const char *at = text; at;) {
        size_t length = strcspn(at, ",");
        struct sr_bot bot;
        if (!sr_bot_read_at(SR_BOTS_IN_LABORATORY, &bot, at, length, error) ||
            !sr_wish_weights(call, series->game, series->setup.seats, &bot, error))
            return false;
        for (int i = 0; i < series->bots; i++)
            if (strcmp(series->bot[i].name, bot.name) == 0)
                return sr_fail(error, SR_PROBLEM_BOT_TWICE, bot.name, NULL);
        if (series->bots < SR_SERIES_BOTS)
            series->bot[series->bots++] = bot;
        count++;
        at = at[length] ? at + length + 1 : NULL;
    }
    int least = series->setup.seats == 1 ? 1 : habits->least_bots; /* alone nobody is missed */
    if (count < least || count > SR_SERIES_BOTS)
        return sr_fail(error, SR_PROBLEM_BOT_COUNT, sr_digits(count).text, sr_digits(least).text,
                       sr_digits(SR_SERIES_BOTS).text, NULL);
    return true;
}

/* A single player meets nobody, so there is nobody to be measured against. */
static bool check_focal(const struct sr_call *call, struct sr_series *series,
                        struct sr_error *error) {
    series->focal = call->value[SR_FLAG_FOCAL] != NULL;
    if (!series->focal || series->setup.seats > 1)
        return true;
    char offer[64];
    struct sr_out out;
    sr_out_open(&out, offer, sizeof offer);
    sr_phrase_say(&out, call->lang, SR_SAY_NUMBER_FROM_TO, "2",
                  sr_digits(series->game->seats_max).text, NULL);
    return sr_fail(error, SR_PROBLEM_FLAG_VALUE, sr_flag_kinds[SR_FLAG_SEATS].name, "1", offer,
                   NULL);
}

static bool read_flags(struct sr_lab *lab, const struct sr_lab_habits *habits,
                       struct sr_error *error) {
    const struct sr_call *call = lab->call;
    struct sr_series *series = &lab->series;
    const struct sr_game *game = sr_wish_game(call->argument[0], error);
    int64_t games, threads;
    if (!game)
        return false;
    int seats = habits->seats;
    if (seats < game->seats_min || seats > game->seats_max)
        seats = seats ? game->seats_min : game->seats_max;
    if (!sr_wish_read(call, game, seats, &lab->wish, error) ||
        !sr_flag_number(call, SR_FLAG_GAMES, 1, SR_SERIES_GAMES, habits->games, &games, error) ||
        !sr_flag_number(call, SR_FLAG_THREADS, 1, SR_CREW_MOST, sr_processors(), &threads, error))
        return false;
    series->game = game;
    series->setup = lab->wish.setup;
    series->games = (uint64_t)games;
    series->threads = (int)threads;
    return read_bots(call, habits, series, error) && check_focal(call, series, error) &&
           sr_setup_check(game, &series->setup, error);
}

/* ---- the file that keeps results ---- */

static void write_head(struct sr_out *out, const void *context) {
    const struct sr_lab *lab = context;
    sr_keep_head_write(out, &lab->series, lab->wish.seed);
}

/* Who goes on with a run need not remember its seed. */
static void take_seed(struct sr_lab *lab, const char *text, size_t length) {
    char seed[SR_SEED_TEXT_BYTES];
    if (lab->wish.drawn && sr_keep_seed(text, length, seed, sizeof seed) &&
        sr_seed_parse(seed, strlen(seed), lab->series.setup.seed))
        memcpy(lab->wish.seed, seed, sizeof seed);
}

/* Reads what is there, cuts off a line that was never finished, begins a file that is new. */
static bool take_over(struct sr_lab *lab, struct sr_keeper *keeper, struct sr_error *error) {
    char *text = NULL;
    size_t length, whole;
    if (!sr_keeper_read(keeper, &text, &length, error)) {
        free(text);
        return false;
    }
    take_seed(lab, text, length);
    bool fits =
        sr_keep_read(text, length, &lab->series, lab->wish.seed, &lab->results, &whole, error);
    free(text);
    if (!fits)
        return false;
    lab->resumed = lab->results.done;
    if (whole < length && !sr_keeper_cut(keeper, whole, error))
        return false;
    if (whole > 0)
        return true;
    char *head = sr_write_all(write_head, lab);
    if (!head)
        return sr_fail(error, SR_PROBLEM_MEMORY, NULL);
    bool wrote = sr_keeper_write(keeper, head, strlen(head));
    free(head);
    return wrote || sr_keeper_sync(keeper, error);
}

static bool keep(struct sr_keeper *keeper, const struct sr_series *series,
                 const struct sr_results *results, uint64_t number) {
    char line[8192], *long_line = NULL;
    struct sr_out out;
    sr_out_open(&out, line, sizeof line);
    sr_keep_game_write(&out, series, results, number);
    size_t length = out.len;
    if (!sr_out_fits(&out)) {
        long_line = sr_need(NULL, length + 1);
        sr_out_open(&out, long_line, length + 1);
        sr_keep_game_write(&out, series, results, number);
    }
    bool wrote = sr_keeper_write(keeper, long_line ? long_line : line, length);
    free(long_line);
    return wrote;
}

/* ---- progress and ctrl-C ---- */

struct watch {
    struct sr_lab *lab;
    struct sr_keeper keeper;
    double start, last;
};

static void say_time(struct sr_out *out, double seconds) {
    char text[32];
    long left = (long)(seconds + 0.5);
    if (left >= 3600)
        snprintf(text, sizeof text, "%ld:%02ld:%02ld", left / 3600, left / 60 % 60, left % 60);
    else
        snprintf(text, sizeof text, "%ld:%02ld", left / 60, left % 60);
    sr_put(out, text);
}

static void show_progress(struct watch *watch, const struct sr_results *results) {
    const struct sr_lab *lab = watch->lab;
    double now = sr_seconds_now();
    if (now - watch->last < seconds_between_signs)
        return;
    watch->last = now;
    double played = (double)(results->done - lab->resumed);
    double each = played > 0 ? (now - watch->start) / played : 0;
    char left[32], after[64];
    struct sr_out out;
    sr_out_open(&out, left, sizeof left);
    say_time(&out, each * (double)(results->games - results->done));
    sr_out_open(&out, after, sizeof after);
    sr_phrase_say(&out, lab->call->lang, SR_SAY_TIME_LEFT, left, NULL);
    sr_progress_after(lab->series.game->title.in[lab->call->lang], results->done, results->games,
                      after);
}

static bool finished(void *context, const struct sr_results *results, uint64_t number) {
    struct watch *watch = context;
    show_progress(watch, results);
    struct sr_keeper *keeper = &watch->keeper;
    return keeper->file < 0 || keep(keeper, &watch->lab->series, results, number);
}

static atomic_bool stop_asked;

/* The second time the signal does what it always does. */
static void ask_to_stop(int number) {
    (void)number;
    atomic_store(&stop_asked, true);
}

static void listen_for_stop(bool listen) {
    struct sigaction action = {0};
    action.sa_handler = listen ? ask_to_stop : SIG_DFL;
    action.sa_flags = listen ? (int)(SA_RESTART | SA_RESETHAND) : 0;
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
}

/* ---- the report ---- */

enum { MARK_BYTES = 4200 }; /* as long as paths are */

/* Pages may be written over, kept results may not: neither those of this run nor of any other. */
static bool spare_results(const char *path, struct sr_error *error) {
    char sign[SR_KEEP_SIGN_BYTES];
    struct stat about;
    FILE *file = stat(path, &about) == 0 && S_ISREG(about.st_mode) ? fopen(path, "rb") : NULL;
    bool kept = file && sr_keep_begins(sign, fread(sign, 1, sizeof sign, file));
    if (file)
        fclose(file);
    return !kept || sr_fail(error, SR_PROBLEM_REPORT_KEPT, path, NULL);
}

/* Are both the same file, by whatever names? */
static bool is_keeper(const struct sr_keeper *keeper, const char *path) {
    struct stat kept, about;
    return keeper->file >= 0 && fstat(keeper->file, &kept) == 0 && stat(path, &about) == 0 &&
           kept.st_dev == about.st_dev && kept.st_ino == about.st_ino;
}

/* A page says at its end which results it shows: who goes on with these writes it anew. Names that
 * would end a remark get none. */
static const char *page_mark(const char *kept, char mark[MARK_BYTES]) {
    *mark = '\0';
    if (!kept || strstr(kept, "--") || strchr(kept, '>'))
        return mark;
    int length = snprintf(mark, MARK_BYTES, "<!-- kept: %s -->\n", kept);
    if (length < 0 || length >= MARK_BYTES)
        *mark = '\0';
    return mark;
}

/* Is it the page of the same results as they were before? */
static bool is_own_page(const char *path, const char *kept) {
    char mark[MARK_BYTES], end[MARK_BYTES];
    size_t length = strlen(page_mark(kept, mark));
    FILE *file = length ? fopen(path, "rb") : NULL;
    if (!file)
        return false;
    bool own = fseek(file, -(long)length, SEEK_END) == 0 && fread(end, 1, length, file) == length &&
               memcmp(mark, end, length) == 0;
    fclose(file);
    return own;
}

static bool check_report(const struct sr_lab *lab, const struct sr_keeper *keeper,
                         struct sr_error *error) {
    const char *path = lab->call->value[SR_FLAG_REPORT];
    if (!path)
        return true;
    if (!spare_results(path, error) || !sr_file_can_write(path, error))
        return false;
    if (is_keeper(keeper, path))
        return sr_fail(error, SR_PROBLEM_REPORT_KEPT, path, NULL);
    bool force = lab->call->value[SR_FLAG_FORCE] != NULL;
    return is_own_page(path, lab->call->value[SR_FLAG_KEEP]) || sr_file_spare(path, force, error);
}

static bool write_report(const struct sr_call *call, sr_writer *report, const void *context,
                         struct sr_error *error) {
    const char *path = call->value[SR_FLAG_REPORT];
    char *page = sr_write_all(report, context), mark[MARK_BYTES];
    if (page) {
        size_t length = strlen(page);
        page_mark(call->value[SR_FLAG_KEEP], mark);
        page = sr_need(page, length + sizeof mark);
        strcpy(page + length, mark);
    }
    bool wrote = page ? spare_results(path, error) && sr_file_write(path, page, error)
                      : sr_fail(error, SR_PROBLEM_MEMORY, NULL);
    free(page);
    return wrote;
}

/* ---- the run ---- */

static bool play(struct watch *watch, struct sr_error *error) {
    struct sr_lab *lab = watch->lab;
    lab->series.finished = finished;
    lab->series.context = watch;
    lab->series.stop = &stop_asked;
    lab->series.fleet = lab->call->fleet;
    watch->start = sr_seconds_now();
    listen_for_stop(true);
    bool ran = sr_series_run(&lab->series, &lab->results, error);
    listen_for_stop(false);
    sr_progress_end();
    lab->seconds = sr_seconds_now() - watch->start;
    lab->stopped = lab->results.done < lab->results.games;
    return sr_keeper_sync(&watch->keeper, error) && ran;
}

/* What only the process that leads does: it alone reads and writes. */
static bool open_files(struct sr_lab *lab, struct sr_keeper *keeper, bool *in_file,
                       struct sr_error *error) {
    if (!sr_leads(lab->call->fleet))
        return true;
    if ((keeper->path && !sr_keeper_open(keeper, error)) || !check_report(lab, keeper, error))
        return false;
    bool good = !keeper->path || take_over(lab, keeper, error);
    /* an error is about the file only if it is about what stands in it */
    *in_file = !good && sr_error_code(error) == SR_CODE_RECORD;
    return good;
}

enum sr_exit sr_lab_run(struct sr_lab *lab, const struct sr_call *call,
                        const struct sr_lab_habits *habits) {
    struct sr_error error = {0};
    struct watch watch = {.lab = lab, .keeper = {.path = call->value[SR_FLAG_KEEP], .file = -1}};
    memset(lab, 0, sizeof *lab);
    lab->call = call;
    if (!read_flags(lab, habits, &error) || !sr_results_open(&lab->results, &lab->series, &error))
        return sr_report(call->lang, NULL, &error);
    bool in_file = false, good = open_files(lab, &watch.keeper, &in_file, &error);
    sr_fleet_share(call->fleet, &good, sizeof good);
    sr_fleet_share(call->fleet, lab->series.setup.seed, sizeof lab->series.setup.seed);
    good = good && play(&watch, &error);
    sr_keeper_close(&watch.keeper);
    if (good)
        return SR_EXIT_FINE;
    sr_lab_free(lab);
    return sr_report(call->lang, in_file ? watch.keeper.path : NULL, &error);
}

void sr_lab_free(struct sr_lab *lab) {
    sr_results_free(&lab->results);
}

/* ---- the answer ---- */

static void say_stopped(const struct sr_lab *lab) {
    char line[256];
    struct sr_out out;
    sr_out_open(&out, line, sizeof line);
    sr_phrase_say(&out, lab->call->lang,
                  lab->call->value[SR_FLAG_KEEP] ? SR_SAY_LAB_STOPPED_KEPT : SR_SAY_LAB_STOPPED,
                  sr_digits((int64_t)lab->results.done).text,
                  sr_digits((int64_t)lab->results.games).text, NULL);
    fprintf(stderr, "serai: %s\n", line);
}

enum sr_exit sr_lab_answer(struct sr_lab *lab, sr_writer *text, sr_writer *json, sr_writer *report,
                           const void *context) {
    const struct sr_call *call = lab->call;
    struct sr_error error = {0};
    if (!sr_leads(call->fleet))
        return SR_EXIT_FINE;
    enum sr_exit code = sr_print(call, call->value[SR_FLAG_JSON] ? json : text, context);
    if (call->value[SR_FLAG_REPORT] && !write_report(call, report, context, &error))
        return sr_report(call->lang, NULL, &error);
    if (!lab->stopped)
        return code == SR_EXIT_FINE && sr_lab_has_forfeits(lab) ? SR_EXIT_FAILED : code;
    say_stopped(lab);
    return SR_EXIT_FAILED;
}
