#include "lab/lesson.h"

#include "bots/bots.h"
#include "bots/player.h"
#include "core/glimpse.h"
#include "lab/crew.h"
#include "lab/sim.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_STRAY = 6, HUNDRED = 100, FIRST_ROOM = 64 };
/* So many points ahead count about as much as winning does. */
static const float outcome_points = 8.0f;

/* ---- notes ---- */

size_t sr_note_bytes(const struct sr_game *game, int seats) {
    return 1 + game->size + sizeof(float) * (size_t)seats;
}

enum sr_note_kind sr_note_kind(const unsigned char *note) {
    return (enum sr_note_kind)note[0];
}

void sr_note_state(const struct sr_game *game, const unsigned char *note, void *state) {
    memcpy(state, note + 1, game->size);
}

void sr_note_shares(const struct sr_game *game, const unsigned char *note, int seats,
                    float share[SR_MAX_SEATS]) {
    memcpy(share, note + 1 + game->size, sizeof *share * (size_t)seats);
}

/* The notes of one game, as they grow. */
struct book {
    unsigned char *notes;
    size_t count, room;
    bool torn;               /* no memory */
    struct sr_error failure; /* of the other bot */
};

static void write_note(struct book *book, const struct sr_game *game, int seats,
                       enum sr_note_kind kind, const void *state, const float *share) {
    size_t bytes = sr_note_bytes(game, seats);
    if (book->count == book->room) {
        size_t room = book->room ? 2 * book->room : FIRST_ROOM;
        unsigned char *more = realloc(book->notes, room * bytes);
        if (!more) {
            book->torn = true;
            return;
        }
        book->notes = more;
        book->room = room;
    }
    unsigned char *note = book->notes + book->count++ * bytes;
    note[0] = (unsigned char)kind;
    memcpy(note + 1, state, game->size);
    memcpy(note + 1 + game->size, share, sizeof *share * (size_t)seats);
}

void sr_lesson_outcome(const struct sr_game *game, const void *state, float share[SR_MAX_SEATS]) {
    struct sr_sheet sheet;
    int seats = sr_head(state)->seats;
    float best = -1e30f, sum = 0;
    sr_score(game, state, &sheet);
    for (int seat = 0; seat < seats; seat++)
        best = fmaxf(best, (float)sr_gain(game, sheet.total[seat]));
    if (seats == 1) { /* against the one without a seat */
        float ahead = (float)(sr_gain(game, sheet.total[0]) - sr_gain(game, sheet.rival));
        float by_points = 1.0f / (1.0f + expf(-ahead / outcome_points));
        share[0] = 0.5f * (sheet.winners ? 1.0f : 0.0f) + 0.5f * by_points;
        return;
    }
    for (int seat = 0; seat < seats; seat++) {
        share[seat] = expf(((float)sr_gain(game, sheet.total[seat]) - best) / outcome_points);
        sum += share[seat];
    }
    int winners = __builtin_popcount(sheet.winners);
    for (int seat = 0; seat < seats; seat++) {
        float won = !winners                     ? 1.0f / (float)seats
                    : sheet.winners & 1U << seat ? 1.0f / (float)winners
                                                 : 0.0f;
        share[seat] = 0.5f * won + 0.5f * share[seat] / sum;
    }
}

/* Half of a share is winning, so nobody else has as much as who has won. */
float sr_note_won(const float share[SR_MAX_SEATS], int seats, int seat) {
    float most = seats == 1 ? 0.5f : 0;
    int winners = 0;
    for (int other = 0; other < seats; other++)
        most = fmaxf(most, share[other]);
    for (int other = 0; other < seats; other++)
        winners += share[other] >= most;
    return share[seat] >= most ? 1.0f / (float)winners : 0.0f;
}

/* ---- playing ---- */

/* A game of the series and whatever comes of it. */
struct game_at {
    const struct sr_lesson *lesson;
    const struct sr_game *judged; /* the game as the bot knows it */
    struct sr_stream *stream;
    struct book *book;
    int own; /* the seat of the bot, where another has all others */
    struct sr_company *company;
};

/* What a search says of a position for each seat, where it is worth so much to whoever decides: the
 * others share the rest as they did in all it looked at. */
static void share_out(const struct sr_search_result *result, int seats, int seat, float own,
                      float share[SR_MAX_SEATS]) {
    float rest = 1.0f - result->share[seat];
    for (int other = 0; other < seats; other++)
        share[other] = other == seat ? own
                       : rest > 0    ? result->share[other] * (1.0f - own) / rest
                                     : (1.0f - own) / (float)(seats - 1);
}

static void think(const struct game_at *at, const void *state, const struct sr_moves *moves,
                  struct sr_search_result *result) {
    struct sr_glimpse glimpse = {at->judged, state, sr_head(state)->decider, moves};
    struct sr_search_plan plan = sr_bot_plan(&at->lesson->bot, at->judged, at->lesson->setup.seats);
    sr_search(&glimpse, at->stream, &plan, result);
}

/* A world as whoever decides might guess it. */
static void guess(struct game_at *at, const void *state, const struct sr_moves *moves,
                  struct sr_world *world) {
    struct sr_glimpse glimpse = {at->judged, state, sr_head(state)->decider, moves};
    sr_glimpse_guess(&glimpse, at->stream, world);
}

/* A guessed world after a few moves at random. It is thought about, so what was seen on the way is
 * kept in mind. */
static void stray(struct game_at *at, const void *state, const struct sr_moves *moves,
                  struct sr_world *world, struct sr_moves *next) {
    guess(at, state, moves, world);
    sr_world_list(world, next);
    for (uint32_t left = 1 + sr_draw(at->stream, MOST_STRAY); left && next->count; left--)
        sr_play(world->game, world->state, next->list[sr_draw(at->stream, next->count)], NULL,
                next);
}

static void note_leaf(struct game_at *at, const void *state, const struct sr_moves *moves) {
    int seats = at->lesson->setup.seats;
    struct sr_world world;
    struct sr_moves next;
    struct sr_search_result result;
    float share[SR_MAX_SEATS];
    stray(at, state, moves, &world, &next);
    if (!next.count)
        return;
    think(at, world.state, &next, &result);
    share_out(&result, seats, sr_world_decider(&world), result.move[0].value, share);
    write_note(at->book, at->lesson->game, seats, SR_NOTE_LEAF, world.state, share);
}

static void note_leaves(struct game_at *at, const void *state, const struct sr_moves *moves) {
    int leaves = at->lesson->leaves / HUNDRED, perhaps = at->lesson->leaves % HUNDRED;
    if (perhaps && (int)sr_draw(at->stream, HUNDRED) < perhaps)
        leaves++;
    while (leaves--)
        note_leaf(at, state, moves);
}

static bool is_own(const struct game_at *at, int seat) {
    return !at->lesson->against || seat == at->own;
}

static bool ask_other(struct game_at *at, struct sr_player *player, const void *state,
                      const struct sr_moves *moves, struct sr_move *move) {
    const struct sr_bot *other = at->lesson->against;
    struct sr_glimpse glimpse = {other->judged ? other->judged : at->lesson->game, state,
                                 sr_head(state)->decider, moves, other->kind->peeks};
    return sr_player_choose(player, &glimpse, at->stream, move, &at->book->failure);
}

/* What the bot does, and what it notes of it. */
static struct sr_move decide(struct game_at *at, const void *state, const struct sr_moves *moves) {
    int seats = at->lesson->setup.seats, seat = sr_head(state)->decider;
    float share[SR_MAX_SEATS];
    struct sr_world world;
    struct sr_search_result result;
    think(at, state, moves, &result);
    share_out(&result, seats, seat, result.move[0].value, share);
    guess(at, state, moves, &world);
    write_note(at->book, at->lesson->game, seats, SR_NOTE_DECISION, world.state, share);
    note_leaves(at, state, moves);
    return result.move[0].move;
}

/* To the end from here. Where forks are wanted, each is a place among all decisions of the bot,
 * drawn as they come: reservoir sampling. */
static void play_on(struct game_at *at, unsigned char *state, struct sr_moves *moves, int forks,
                    struct sr_world *fork_at) {
    const struct sr_lesson *lesson = at->lesson;
    int seats = lesson->setup.seats;
    float share[SR_MAX_SEATS];
    struct sr_player player[SR_MAX_SEATS];
    bool asked = true;
    uint32_t met = 0;
    for (int seat = 0; seat < seats; seat++)
        player[seat] = sr_player_sit(lesson->against, at->company);
    while (!sr_head(state)->over && moves->count) {
        int seat = sr_head(state)->decider;
        bool own = is_own(at, seat);
        struct sr_move move = moves->list[0];
        if (own && moves->count > 1) {
            move = decide(at, state, moves);
            for (int i = 0; i < forks; i++)
                if (sr_draw(at->stream, met + 1) == 0)
                    guess(at, state, moves, &fork_at[i]);
        } else if (!own && !(asked = ask_other(at, &player[seat], state, moves, &move))) {
            break;
        }
        met += own;
        sr_play(lesson->game, state, move, NULL, moves);
    }
    for (int seat = 0; seat < seats; seat++)
        sr_player_leave(&player[seat]);
    if (!asked)
        return;
    sr_lesson_outcome(lesson->game, state, share);
    write_note(at->book, lesson->game, seats, fork_at ? SR_NOTE_END : SR_NOTE_FORK_END, state,
               share);
}

enum { MOST_FORKS = 8 };

struct class {
    const struct sr_lesson *lesson;
    struct book *book; /* of each game */
    struct sr_company company[SR_CREW_MOST];
};

static bool play_game(void *context, int worker, uint64_t index) {
    struct class *class = context;
    const struct sr_lesson *lesson = class->lesson;
    const struct sr_game *game = lesson->game;
    struct sr_setup setup = lesson->setup;
    struct sr_world true_world, fork_at[MOST_FORKS];
    struct sr_moves moves;
    struct sr_rng rng;
    uint8_t seed[SR_SEED_BYTES];
    uint64_t number = lesson->first + index;
    int forks = lesson->forks < MOST_FORKS ? lesson->forks : MOST_FORKS;
    sr_series_seed(lesson->setup.seed, 2 * number, setup.seed);
    sr_series_seed(lesson->setup.seed, 2 * number + 1, seed);
    sr_rng_seed(&rng, seed);
    struct sr_stream stream = sr_stream_open(&rng);
    struct game_at at = {.lesson = lesson,
                         .judged = lesson->bot.judged ? lesson->bot.judged : game,
                         .stream = &stream,
                         .book = &class->book[index],
                         .own = (int)(number % setup.seats),
                         .company = &class->company[worker]};
    for (int i = 0; i < forks; i++)
        fork_at[i].game = NULL;
    sr_deal(game, true_world.state, &setup, NULL, &moves);
    play_on(&at, true_world.state, &moves, forks, fork_at);
    for (int i = 0; i < forks && fork_at[i].game && !at.book->failure.problem; i++) {
        struct sr_world world;
        sr_world_list(&fork_at[i], &moves);
        stray(&at, fork_at[i].state, &moves, &world, &moves);
        if (moves.count)
            play_on(&at, world.state, &moves, 0, NULL);
    }
    return !class->book[index].torn && !at.book->failure.problem;
}

unsigned char *sr_lesson_play(const struct sr_lesson *lesson, size_t *notes,
                              struct sr_error *error) {
    struct class class = {
        .lesson = lesson,
        .book = calloc(lesson->games ? lesson->games : 1, sizeof(struct book)),
    };
    size_t bytes = sr_note_bytes(lesson->game, lesson->setup.seats), count = 0;
    unsigned char *all = NULL;
    const struct sr_error *failure = NULL;
    bool torn = !class.book || !sr_crew_work(&(struct sr_crew){.jobs = lesson->games,
                                                               .threads = lesson->threads,
                                                               .job = play_game,
                                                               .context = &class,
                                                               .progress = lesson->progress,
                                                               .listener = lesson->context});
    for (int i = 0; i < SR_CREW_MOST; i++)
        sr_company_part(&class.company[i]);
    for (uint64_t i = 0; !torn && !failure && i < lesson->games; i++) {
        count += class.book[i].count;
        torn = class.book[i].torn;
        failure = class.book[i].failure.problem ? &class.book[i].failure : NULL;
    }
    if (!torn && !failure)
        all = malloc(count * bytes + 1);
    if (failure)
        *error = *failure;
    else if (!all)
        sr_fail(error, SR_PROBLEM_MEMORY, NULL);
    *notes = 0;
    for (uint64_t i = 0; class.book && i < lesson->games; i++) {
        if (all && class.book[i].count)
            memcpy(all + *notes * bytes, class.book[i].notes, class.book[i].count * bytes);
        *notes += class.book[i].count;
        free(class.book[i].notes);
    }
    free(class.book);
    return all;
}
