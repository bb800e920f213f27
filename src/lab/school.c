#include "lab/school.h"

#include "core/glimpse.h"

#include <pthread.h>
#include <stdatomic.h>

enum { MAX_THREADS = 64 };

struct class {
    const struct sr_school *school;
    atomic_ullong next, done;
};

/* Every position met has the same chance to be noted: reservoir sampling. */
static void play_game(const struct sr_school *school, uint64_t index) {
    const struct sr_game *game = school->game;
    _Alignas(8) unsigned char state[SR_MAX_STATE];
    struct sr_setup setup = *school->setup;
    struct sr_moves moves;
    struct sr_rng rng;
    uint8_t seed[SR_SEED_BYTES];
    uint32_t met = 0, most = (uint32_t)school->per_game;

    sr_series_seed(school->setup->seed, 2 * index, setup.seed);
    sr_series_seed(school->setup->seed, 2 * index + 1, seed);
    sr_rng_seed(&rng, seed);
    struct sr_stream stream = sr_stream_open(&rng);
    sr_deal(game, state, &setup, NULL, &moves);
    while (!sr_head(state)->over) {
        int seat = sr_head(state)->decider;
        const struct sr_bot *bot = &school->bot[((uint64_t)seat + index) % (uint64_t)school->bots];
        uint32_t place = met < most ? met : sr_draw(&stream, met + 1);
        if (place < most)
            school->note(school->notes, index, (int)place, state);
        met++;
        struct sr_glimpse glimpse = {bot->judged ? bot->judged : game, state, seat, &moves};
        sr_play(game, state, sr_bot_choose(bot, &glimpse, &stream), NULL, &moves);
    }
    school->end(school->notes, index, (int)(met < most ? met : most), state);
}

/* Plays games as long as there are any. Only the calling thread reports how far all have come. */
static void play_games(struct class *class, bool reports) {
    const struct sr_school *school = class->school;
    for (;;) {
        unsigned long long index = atomic_fetch_add(&class->next, 1);
        if (index >= school->games)
            return;
        play_game(school, index);
        unsigned long long done = atomic_fetch_add(&class->done, 1) + 1;
        if (reports && school->progress)
            school->progress(school->context, done, school->games);
    }
}

static void *work(void *context) {
    play_games(context, false);
    return NULL;
}

void sr_school_play(const struct sr_school *school) {
    struct class class = {.school = school};
    pthread_t thread[MAX_THREADS];
    int started = 0, wanted = school->threads - 1;
    while (started < wanted && started < MAX_THREADS &&
           !pthread_create(&thread[started], NULL, work, &class))
        started++;
    play_games(&class, true);
    for (int i = 0; i < started; i++)
        pthread_join(thread[i], NULL);
}
