/* `serai sim`: many games between bots. */
#include "cli.h"
#include "page.h"
#include "store/problems.h"

#include "lab/crew.h"
#include "lab/ledger.h"
#include "lab/sim.h"

#include <errno.h>
#include <string.h>

enum { MOST_GAMES = 1000000000 };

struct report {
    const struct sr_sim *sim;
    const struct sr_sim_result *result;
    const char *seed;
};

static double per_second(const struct sr_sim_result *result) {
    return result->seconds > 0 ? (double)result->decisions / result->seconds : 0;
}

static void put_reals(struct sr_out *out, const double *number, int count, int digits) {
    sr_put(out, "[");
    for (int i = 0; i < count; i++) {
        sr_put(out, i ? "," : "");
        sr_put_real(out, number[i], digits);
    }
    sr_put(out, "]");
}

static void write_json(struct sr_out *out, const void *context) {
    const struct report *report = context;
    const struct sr_sim_result *result = report->result;
    int seats = report->sim->setup.seats;
    sr_put(out, "{\"game\":");
    sr_json_string(out, report->sim->game->name);
    sr_put(out, ",\"seats\":");
    sr_put_number(out, seats);
    sr_put(out, ",\"seed\":");
    sr_json_string(out, report->seed);
    sr_put(out, ",\"bots\":[");
    for (int seat = 0; seat < seats; seat++) {
        sr_put(out, seat ? "," : "");
        sr_json_string(out, report->sim->bot[seat].name);
    }
    sr_put(out, "],\"games\":");
    sr_put_number(out, (int64_t)result->games);
    sr_put(out, ",\"decisions\":");
    sr_put_number(out, (int64_t)result->decisions);
    sr_put(out, ",\"seconds\":");
    sr_put_real(out, result->seconds, 6);
    sr_put(out, ",\"decisions_per_second\":");
    sr_put_real(out, per_second(result), 0);
    sr_put(out, ",\"wins\":");
    put_reals(out, result->wins, seats, 3);
    sr_put(out, ",\"mean_scores\":");
    put_reals(out, result->score, seats, 3);
    if (seats == 1) {
        sr_put(out, ",\"rival_mean_score\":");
        sr_put_real(out, result->rival, 3);
    }
    sr_put(out, ",\"forfeits\":");
    sr_put_number(out, (int64_t)result->forfeits);
    sr_put(out, ",\"longest\":");
    sr_put_number(out, (int64_t)result->longest);
    sr_put(out, "}\n");
}

static void add_forfeits(struct sr_page *page, enum sr_lang lang,
                         const struct sr_sim_result *result) {
    char line[2048];
    struct sr_out out;
    if (!result->forfeits)
        return;
    sr_out_open(&out, line, sizeof line);
    sr_phrase_say(&out, lang, SR_SAY_SIM_FORFEITS, sr_digits((int64_t)result->forfeits).text, NULL);
    sr_page_add(page, SR_PLAIN, line);
    sr_out_open(&out, line, sizeof line);
    sr_put(&out, sr_phrase(lang, SR_SAY_FIRST_FAILURE));
    sr_error_say(&out, lang, &result->first_forfeit);
    sr_page_add(page, SR_PLAIN, line);
}

static void print_text(enum sr_lang lang, const struct report *report) {
    const struct sr_sim_result *result = report->result;
    const struct sr_sim *sim = report->sim;
    struct sr_page page = {0};
    char line[512];
    struct sr_out out;
    sr_out_open(&out, line, sizeof line);
    sr_phrase_say(&out, lang, SR_SAY_SIM_HEAD, sim->game->title.in[lang],
                  sr_digits(sim->setup.seats).text, sr_digits((int64_t)result->games).text,
                  report->seed, NULL);
    sr_page_add(&page, SR_STRONG, line);
    for (int seat = 0; seat < sim->setup.seats; seat++) {
        double share = result->games ? 100 * result->wins[seat] / (double)result->games : 0;
        sr_out_open(&out, line, sizeof line);
        sr_phrase_say(&out, lang, SR_SAY_SIM_SEAT, sr_seat_sign(seat), sr_digits(seat + 1).text,
                      sim->bot[seat].name, sr_decimal(lang, result->wins[seat], 1).text,
                      sr_decimal(lang, share, 1).text,
                      sr_decimal(lang, result->score[seat], 2).text, NULL);
        sr_page_add(&page, (enum sr_style)(SR_SEAT_STYLE + seat), line);
    }
    if (sim->setup.seats == 1) {
        sr_out_open(&out, line, sizeof line);
        sr_phrase_say(&out, lang, SR_SAY_SIM_RIVAL, sr_decimal(lang, result->rival, 2).text, NULL);
        sr_page_add(&page, SR_PLAIN, line);
    }
    sr_out_open(&out, line, sizeof line);
    sr_phrase_say(&out, lang, SR_SAY_SIM_SPEED, sr_digits((int64_t)result->decisions).text,
                  sr_decimal(lang, result->seconds, 2).text,
                  sr_digits((int64_t)per_second(result)).text,
                  sr_digits((int64_t)result->longest).text, NULL);
    sr_page_add(&page, SR_PLAIN, line);
    add_forfeits(&page, lang, result);
    sr_page_print(&page, stdout, sr_colourful(stdout));
    sr_page_free(&page);
}

static void show_progress(void *context, uint64_t done, uint64_t games) {
    sr_progress(context, done, games);
}

/* ---- games in a file ---- */

static enum sr_ledger_kind kind_of(const char *path) {
    static const char columns[] = ".columns";
    size_t length = strlen(path), ending = sizeof columns - 1;
    return length > ending && strcmp(path + length - ending, columns) == 0 ? SR_LEDGER_COLUMNS
                                                                           : SR_LEDGER_RECORDS;
}

static bool run(const struct sr_call *call, struct sr_sim *sim, const char *seed,
                struct sr_sim_result *result, struct sr_error *error) {
    const char *path = call->value[SR_FLAG_OUT];
    if (!path)
        return sr_sim_run(sim, result, error);
    if (!sr_file_spare(path, call->value[SR_FLAG_FORCE] != NULL, error))
        return false;
    FILE *to = fopen(path, "wb");
    if (!to)
        return sr_fail_system(error, SR_PROBLEM_WRITE, path, errno);
    sim->ledger = sr_ledger_open(kind_of(path), sim, seed, to, error);
    bool done = sim->ledger && sr_sim_run(sim, result, error);
    int trouble = sim->ledger ? sr_ledger_trouble(sim->ledger) : 0;
    sr_ledger_free(sim->ledger);
    if (fclose(to) != 0 && !trouble)
        trouble = errno;
    if (done && trouble)
        return sr_fail_system(error, SR_PROBLEM_WRITE, path, trouble);
    return done;
}

enum sr_exit sr_run_sim(const struct sr_call *call) {
    struct sr_error error = {0};
    struct sr_wish wish;
    struct sr_sim sim = {0};
    int64_t games, threads;
    sim.game = sr_wish_game(call->argument[0], &error);
    if (!sim.game || !sr_wish_read(call, sim.game, sim.game->seats_max, &wish, &error) ||
        !sr_flag_number(call, SR_FLAG_GAMES, 1, MOST_GAMES, 1, &games, &error) ||
        !sr_flag_number(call, SR_FLAG_THREADS, 1, SR_CREW_MOST, sr_processors(), &threads,
                        &error) ||
        !sr_wish_bots(call, SR_BOTS_IN_LABORATORY, "random", wish.setup.seats, -1, sim.bot, &error))
        return sr_report(call->lang, NULL, &error);
    for (int seat = 0; seat < wish.setup.seats; seat++)
        if (!sr_wish_weights(call, sim.game, wish.setup.seats, &sim.bot[seat], &error))
            return sr_report(call->lang, NULL, &error);
    char title[128];
    snprintf(title, sizeof title, "%s", sim.game->title.in[call->lang]);
    sim.setup = wish.setup;
    sim.games = (uint64_t)games;
    sim.threads = (int)threads;
    sim.progress = show_progress;
    sim.context = title;
    struct sr_sim_result result;
    bool done = run(call, &sim, wish.seed, &result, &error);
    sr_progress_end();
    if (!done)
        return sr_report(call->lang, NULL, &error);
    struct report report = {&sim, &result, wish.seed};
    if (call->value[SR_FLAG_JSON])
        return sr_print(call, write_json, &report);
    print_text(call->lang, &report);
    return sr_finish(call->lang);
}
