/* `serai bench`: how fast random play is on one core, and how fast nets judge. The choice between
 * moves is made with a generator of a few instructions, so that the engine is measured and not the
 * chooser. */
#include "bots/nets.h"
#include "bots/system.h"
#include "cli.h"
#include "games/games.h"
#include "page.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

enum {
    SAMPLES = 256,            /* positions on which single operations are timed */
    GAME_MILLISECONDS = 1000, /* for each game, all seat counts together */
    OPERATIONS = 4,
    LOOKED = 8, /* moves of a position that a net looks at one after the other */
    MOST_WAYS = 4,
};

/* Nanoseconds for which a net judges a position, each way to add: as a search asks, where most of
 * them are a move apart from the one before, and from nothing. */
enum asking { FOLLOWING, AFRESH, ASKINGS };

struct measure {
    const struct sr_game *game;
    int seats;
    double decisions_per_second;
    double nanoseconds[OPERATIONS];    /* copy, moves, play, guess */
    const struct sr_net *net;          /* NULL: there is none */
    double judged[MOST_WAYS][ASKINGS]; /* 0: not on this machine */
    int64_t games;
};

struct sample {
    struct sr_move move;
    _Alignas(64) unsigned char state[SR_MAX_STATE];
};

/* splitmix64 */
static uint64_t next_random(uint64_t *seed) {
    uint64_t z = *seed += UINT64_C(0x9E3779B97F4A7C15);
    z = (z ^ z >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ z >> 27) * UINT64_C(0x94D049BB133111EB);
    return z ^ z >> 31;
}

static uint32_t pick(uint64_t *seed, uint32_t count) {
    return (uint32_t)((next_random(seed) >> 32) * count >> 32);
}

/* Of the processor, not of the clock on the wall: who works beside it takes none of it. */
static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

/* Plays games at random for so long; keeps a position here and there. */
static void measure_play(struct measure *measure, double seconds, struct sample *samples) {
    const struct sr_game *game = measure->game;
    static struct sr_moves moves;
    _Alignas(64) unsigned char state[SR_MAX_STATE];
    struct sr_setup setup;
    sr_setup_init(game, &setup);
    setup.seats = (uint8_t)measure->seats;
    uint64_t seed = 1;
    int64_t decisions = 0;
    int kept = 0;
    /* positions first, outside of the time */
    while (kept < SAMPLES) {
        sr_seed_number(next_random(&seed), setup.seed);
        sr_deal(game, state, &setup, NULL, &moves);
        while (!sr_head(state)->over && kept < SAMPLES) {
            struct sr_move move = moves.list[pick(&seed, moves.count)];
            if (pick(&seed, 8) == 0) {
                samples[kept].move = move;
                memcpy(samples[kept++].state, state, sizeof state);
            }
            sr_play(game, state, move, NULL, &moves);
        }
    }
    double start = now(), end = start;
    while (end - start < seconds) {
        sr_seed_number(next_random(&seed), setup.seed);
        sr_deal(game, state, &setup, NULL, &moves);
        while (!sr_head(state)->over) {
            sr_play(game, state, moves.list[pick(&seed, moves.count)], NULL, &moves);
            decisions++;
        }
        measure->games++;
        end = now();
    }
    measure->decisions_per_second = (double)decisions / (end - start);
}

enum operation { COPY, MOVES, PLAY, GUESS };

/* Nanoseconds of one operation, in the fastest pass over the samples: whatever else the machine
 * does only makes a pass slower, but for one that began and ended in the same tick of the clock of
 * a thread that waits for its turn: such a pass tells nothing. Operations that change the state
 * work on a copy, whose own time is taken off afterwards. */
static double measure_operation(const struct sr_game *game, enum operation operation,
                                double seconds, const struct sample *samples) {
    static struct sr_moves moves;
    static _Alignas(64) unsigned char state[SR_MAX_STATE];
    uint8_t seed[SR_SEED_BYTES];
    struct sr_rng rng;
    sr_seed_number(1, seed);
    sr_rng_seed(&rng, seed);
    struct sr_stream stream = sr_stream_open(&rng);
    double fastest = 0;
    volatile unsigned char kept = 0; /* what nobody looks at, a compiler may leave out */
    double start = now(), end = start;
    while (end - start < seconds) {
        double begun = end;
        for (int i = 0; i < SAMPLES; i++) {
            const struct sample *sample = &samples[i];
            if (operation == MOVES) {
                sr_list(game, sample->state, &moves);
                kept = (unsigned char)moves.count;
                continue;
            }
            memcpy(state, sample->state, game->size);
            if (operation == PLAY)
                sr_play(game, state, sample->move, NULL, &moves);
            else if (operation == GUESS)
                sr_guess(game, state, sr_head(state)->decider, &stream);
            kept = state[i % game->size];
        }
        end = now();
        double took = end - begun;
        if (took > 0 && (fastest == 0 || took < fastest))
            fastest = took;
    }
    (void)kept;
    return fastest * 1e9 / SAMPLES;
}

/* A clock that is too coarse for the difference must not make it negative. */
static double without_copy(const struct measure *measure, enum operation operation) {
    double rest = measure->nanoseconds[operation] - measure->nanoseconds[COPY];
    return rest > 0 ? rest : 0;
}

/* Positions after moves of the samples, several of each, until there are as many. */
static int look_at_moves(const struct sr_game *game, const struct sample *samples,
                         struct sample *looked) {
    static struct sr_moves moves, next;
    int count = 0;
    for (int i = 0; i < SAMPLES && count < SAMPLES; i++) {
        sr_list(game, samples[i].state, &moves);
        for (uint32_t k = 0; k < moves.count && k < LOOKED && count < SAMPLES; k++) {
            memcpy(looked[count].state, samples[i].state, sizeof looked->state);
            sr_play(game, looked[count].state, moves.list[k], NULL, &next);
            count += !sr_head(looked[count].state)->over;
        }
    }
    return count;
}

/* Nanoseconds for which the net judges a position, in the fastest pass over them. All are asked for
 * by one seat, as if it thought about them. */
static double measure_net(const struct sr_net *net, const struct sr_net_sums *sums, bool afresh,
                          double seconds, const struct sample *looked, int count) {
    static struct sr_net_past past;
    float logit[SR_MAX_SEATS] = {0};
    double fastest = 0, start = now(), end = start;
    volatile float kept = 0;
    memset(&past, 0, sizeof past);
    while (end - start < seconds) {
        double begun = end;
        for (int i = 0; i < count; i++) {
            sr_net_judge_by(net, sums, afresh ? NULL : &past, looked[i].state, 0, logit);
            kept = logit[0];
        }
        end = now();
        if (begun == start || end - begun < fastest)
            fastest = end - begun;
    }
    (void)kept;
    return fastest * 1e9 / count;
}

static void measure_nets(struct measure *measure, double seconds, const struct sample *samples) {
    struct sample *looked = aligned_alloc(64, SAMPLES * sizeof *looked);
    const struct sr_net_sums *sums;
    if (!looked) {
        sr_need(NULL, SIZE_MAX); /* says so and ends */
        return;
    }
    int count = look_at_moves(measure->game, samples, looked);
    for (int way = 0; way < MOST_WAYS && (sums = sr_net_sums_at(way)); way++)
        for (int asking = 0; asking < ASKINGS && sums->available(); asking++)
            measure->judged[way][asking] =
                measure_net(measure->net, sums, asking == AFRESH, seconds, looked, count);
    free(looked);
}

static void measure_game(struct measure *measure, double seconds) {
    struct sample *samples = aligned_alloc(64, SAMPLES * sizeof *samples);
    if (!samples) {
        free(samples);
        sr_need(NULL, SIZE_MAX); /* says so and ends */
        return;
    }
    measure_play(measure, seconds / 2, samples);
    for (int operation = COPY; operation < OPERATIONS; operation++)
        measure->nanoseconds[operation] = measure_operation(
            measure->game, (enum operation)operation, seconds / 2 / OPERATIONS, samples);
    measure->nanoseconds[PLAY] = without_copy(measure, PLAY);
    measure->nanoseconds[GUESS] = without_copy(measure, GUESS);
    measure->net = sr_net_of(measure->game, measure->seats);
    if (measure->net)
        measure_nets(measure, seconds / 2 / OPERATIONS, samples);
    free(samples);
}

/* ---- reports ---- */

struct report {
    const struct measure *measure;
    int count;
};

static void put_member(struct sr_out *out, const char *name, double number) {
    char text[96];
    snprintf(text, sizeof text, ",\"%s\":%.1f", name, number);
    sr_put(out, text);
}

static void write_nets_json(struct sr_out *out, const struct measure *measure) {
    static const char *const askings[ASKINGS] = {",\"net_ns\":{", ",\"net_afresh_ns\":{"};
    for (int asking = 0; asking < ASKINGS && measure->net; asking++) {
        bool first = true;
        sr_put(out, askings[asking]);
        for (int way = 0; way < MOST_WAYS && sr_net_sums_at(way); way++) {
            char text[96];
            if (measure->judged[way][asking] <= 0)
                continue;
            snprintf(text, sizeof text, "%s\"%s\":%.1f", first ? "" : ",",
                     sr_net_sums_at(way)->name, measure->judged[way][asking]);
            sr_put(out, text);
            first = false;
        }
        sr_put(out, "}");
    }
}

static void write_json(struct sr_out *out, const void *context) {
    const struct report *report = context;
    sr_put(out, "[");
    for (int i = 0; i < report->count; i++) {
        const struct measure *measure = &report->measure[i];
        sr_put(out, i ? ",\n {\"game\":" : "{\"game\":");
        sr_json_string(out, measure->game->name);
        sr_put(out, ",\"seats\":");
        sr_put_number(out, measure->seats);
        sr_put(out, ",\"state_bytes\":");
        sr_put_number(out, measure->game->size);
        sr_put(out, ",\"games\":");
        sr_put_number(out, measure->games);
        put_member(out, "decisions_per_second", measure->decisions_per_second);
        put_member(out, "moves_ns", measure->nanoseconds[MOVES]);
        put_member(out, "play_ns", measure->nanoseconds[PLAY]);
        put_member(out, "copy_ns", measure->nanoseconds[COPY]);
        put_member(out, "guess_ns", measure->nanoseconds[GUESS]);
        write_nets_json(out, measure);
        put_member(out, "load", sr_system_load());
        sr_put(out, "}");
    }
    sr_put(out, "]\n");
}

/* A cell of the table, set right in so many columns. */
static void put_cell(struct sr_out *out, const char *text, int columns) {
    for (int width = sr_text_width(text); width < columns; width++)
        sr_put_char(out, ' ');
    sr_put(out, text);
}

static void put_nanoseconds(struct sr_out *out, enum sr_lang lang, double number) {
    put_cell(out, sr_decimal(lang, number, 1).text, 11);
}

static void print_load(enum sr_lang lang) {
    char line[256];
    struct sr_out out;
    sr_out_open(&out, line, sizeof line);
    sr_phrase_say(&out, lang, SR_SAY_BENCH_LOAD, sr_digits(sr_processors()).text,
                  sr_decimal(lang, sr_system_load(), 1).text, NULL);
    puts(line);
}

/* A row for each game and number of seats with a net, a column for each way and asking. */
static void print_nets(enum sr_lang lang, const struct report *report) {
    static const enum sr_phrase askings[ASKINGS] = {SR_SAY_BENCH_FOLLOWING, SR_SAY_BENCH_AFRESH};
    bool headed = false;
    for (int i = 0; i < report->count; i++) {
        const struct measure *measure = &report->measure[i];
        if (!measure->net)
            continue;
        if (!headed) {
            sr_print_styled(stdout, sr_colourful(stdout), SR_STRONG,
                            sr_phrase(lang, SR_SAY_BENCH_NETS));
            putchar('\n');
        }
        headed = true;
        for (int asking = 0; asking < ASKINGS; asking++) {
            char line[512];
            struct sr_out out;
            sr_out_open(&out, line, sizeof line);
            sr_phrase_say(&out, lang, askings[asking], measure->game->title.in[lang],
                          sr_digits(measure->seats).text, NULL);
            for (int way = 0; way < MOST_WAYS && sr_net_sums_at(way); way++)
                if (measure->judged[way][asking] > 0) {
                    sr_put(&out, way ? ", " : " ");
                    sr_put(&out, sr_net_sums_at(way)->name);
                    sr_put_char(&out, ' ');
                    sr_put(&out, sr_decimal(lang, measure->judged[way][asking], 0).text);
                }
            puts(line);
        }
    }
}

static void print_text(enum sr_lang lang, const struct report *report) {
    static const enum sr_phrase heads[] = {SR_SAY_BENCH_SEATS, SR_SAY_BENCH_SPEED,
                                           SR_SAY_BENCH_MOVES, SR_SAY_BENCH_PLAY,
                                           SR_SAY_BENCH_COPY,  SR_SAY_BENCH_GUESS};
    const struct sr_game *game = NULL;
    bool colour = sr_colourful(stdout);
    for (int i = 0; i < report->count; i++) {
        const struct measure *measure = &report->measure[i];
        char line[512];
        struct sr_out out;
        sr_out_open(&out, line, sizeof line);
        if (measure->game != game) {
            game = measure->game;
            sr_phrase_say(&out, lang, SR_SAY_BENCH_HEAD, game->title.in[lang],
                          sr_digits(game->size).text, NULL);
            sr_print_styled(stdout, colour, SR_STRONG, line);
            sr_out_open(&out, line, sizeof line);
            sr_put_char(&out, '\n');
            for (int head = 0; head < 6; head++)
                put_cell(&out, sr_phrase(lang, heads[head]), head == 0 ? 6 : head == 1 ? 18 : 11);
            puts(line);
            sr_out_open(&out, line, sizeof line);
        }
        put_cell(&out, sr_digits(measure->seats).text, 6);
        put_cell(&out, sr_digits((int64_t)measure->decisions_per_second).text, 18);
        put_nanoseconds(&out, lang, measure->nanoseconds[MOVES]);
        put_nanoseconds(&out, lang, measure->nanoseconds[PLAY]);
        put_nanoseconds(&out, lang, measure->nanoseconds[COPY]);
        put_nanoseconds(&out, lang, measure->nanoseconds[GUESS]);
        puts(line);
    }
    print_nets(lang, report);
    print_load(lang);
}

enum sr_exit sr_run_bench(const struct sr_call *call) {
    struct sr_error error = {0};
    const struct sr_game *only = NULL;
    if (call->count == 1 && !(only = sr_wish_game(call->argument[0], &error)))
        return sr_report(call->lang, NULL, &error);
    struct measure *measures = NULL;
    int count = 0;
    for (int i = 0; sr_game_at(i); i++) {
        const struct sr_game *game = sr_game_at(i);
        if (only && game != only)
            continue;
        int kinds = game->seats_max - game->seats_min + 1;
        measures = sr_need(measures, (size_t)(count + kinds) * sizeof *measures);
        for (int seats = game->seats_min; seats <= game->seats_max; seats++) {
            sr_progress(game->title.in[call->lang], (uint64_t)(seats - game->seats_min),
                        (uint64_t)kinds);
            measures[count] = (struct measure){.game = game, .seats = seats};
            measure_game(&measures[count++], GAME_MILLISECONDS / 1000.0 / kinds);
        }
    }
    sr_progress_end();
    struct report report = {measures, count};
    enum sr_exit code;
    if (call->value[SR_FLAG_JSON]) {
        code = sr_print(call, write_json, &report);
    } else {
        print_text(call->lang, &report);
        code = sr_finish(call->lang);
    }
    free(measures);
    return code;
}
