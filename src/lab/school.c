#include "lab/school.h"

#include "core/glimpse.h"
#include "lab/crew.h"
#include "lab/problems.h"

#include <stdlib.h>
#include <string.h>

/* Notes are kept in memory until all is learnt: what a small machine can spare. Without a limit
 * they would be promised and, hours later, not be there. */
static const size_t most_bytes = (size_t)2 << 30;
enum { BYTES_OF_A_MEGABYTE = 1000000 };

void *sr_school_notes(uint32_t games, size_t bytes_per_game, struct sr_error *error) {
    uint64_t most = most_bytes / bytes_per_game;
    if (games > most) {
        uint64_t megabytes = games * (uint64_t)bytes_per_game / BYTES_OF_A_MEGABYTE;
        sr_fail(error, SR_PROBLEM_TOO_MANY_NOTES, sr_digits(games).text,
                sr_digits((int64_t)megabytes).text, sr_digits((int64_t)most).text, NULL);
        return NULL;
    }
    void *notes = calloc(games ? games : 1, bytes_per_game);
    if (!notes)
        sr_fail(error, SR_PROBLEM_MEMORY, NULL);
    return notes;
}

/* Every position met has the same chance to be noted: reservoir sampling. */
static bool play_game(void *context, int worker, uint64_t index) {
    const struct sr_school *school = context;
    (void)worker;
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
    return true;
}

static size_t pack(void *context, int worker, uint64_t number, void *bytes) {
    const struct sr_school *school = context;
    unsigned char *at = bytes;
    (void)worker;
    for (int i = 0; i < SR_SCHOOL_PIECES; i++) {
        struct sr_notes_piece piece = school->piece(school->notes, number, i);
        memcpy(at, piece.at, piece.bytes);
        at += piece.bytes;
    }
    return (size_t)(at - (unsigned char *)bytes);
}

static size_t bundle_bytes(const struct sr_school *school) {
    size_t bytes = 0;
    for (int i = 0; i < SR_SCHOOL_PIECES; i++)
        bytes += school->piece(school->notes, 0, i).bytes;
    return bytes;
}

static bool unpack(void *context, int worker, uint64_t number, const void *bytes, size_t length) {
    const struct sr_school *school = context;
    const unsigned char *at = bytes;
    (void)worker;
    if (length != bundle_bytes(school))
        return false;
    for (int i = 0; i < SR_SCHOOL_PIECES; i++) {
        struct sr_notes_piece piece = school->piece(school->notes, number, i);
        memcpy(piece.at, at, piece.bytes);
        at += piece.bytes;
    }
    return true;
}

bool sr_school_play(const struct sr_school *school, struct sr_error *error) {
    struct sr_school class = *school;
    return sr_crew_work(&(struct sr_crew){.jobs = school->games,
                                          .threads = school->threads,
                                          .job = play_game,
                                          .context = &class,
                                          .progress = school->progress,
                                          .listener = school->context,
                                          .bundle = bundle_bytes(school),
                                          .pack = pack,
                                          .unpack = unpack,
                                          .fleet = school->fleet,
                                          .journal = school->journal}) ||
           sr_fail(error, SR_PROBLEM_MEMORY, NULL);
}
