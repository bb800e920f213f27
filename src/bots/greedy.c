/* A bot that tries each move in a few guessed worlds and plays the one after which it looks best,
 * by the game's own judge: its value against the best of the others. While the same seat goes on
 * deciding, the rest of its turn is played out greedily too, so that the first half of a turn is
 * not judged without its second.
 *
 * Most choices are clear after two worlds. A move drops out as soon as it is clearly behind the
 * leader, given how much the worlds disagree; the others go on, to six worlds at most.
 */
#include "bots/bots.h"
#include "bots/outlook.h"

enum { WORLDS = 6 };

/* What each move brought in the worlds so far. */
struct race {
    float sum[SR_MAX_MOVES], lead[WORLDS][SR_MAX_MOVES];
    uint16_t running[SR_MAX_MOVES]; /* indices of the moves that are still in it */
    uint32_t count;
};

/* Drops the moves that are behind the leader by more than two standard errors. With so few worlds
 * the error of a sum is about the distance between the best and the worst of them. */
static void drop_losers(struct race *race, int worlds) {
    uint32_t best = race->running[0], left = 0;
    for (uint32_t n = 1; n < race->count; n++)
        if (race->sum[race->running[n]] > race->sum[best])
            best = race->running[n];
    for (uint32_t n = 0; n < race->count; n++) {
        uint16_t i = race->running[n];
        float least = 1e30f, most = -1e30f;
        for (int world = 0; world < worlds; world++) {
            float behind = race->lead[world][best] - race->lead[world][i];
            least = behind < least ? behind : least;
            most = behind > most ? behind : most;
        }
        if (race->sum[best] - race->sum[i] <= 2 * (most - least))
            race->running[left++] = i;
    }
    race->count = left;
}

static struct sr_move choose(const struct sr_bot *bot, const struct sr_glimpse *glimpse,
                             struct sr_stream *stream) {
    (void)bot;
    const struct sr_moves *moves = sr_glimpse_moves(glimpse);
    int seat = sr_glimpse_seat(glimpse);
    struct race race = {.count = moves->count};
    const struct sr_world *end;
    struct sr_world guess;
    struct sr_outlook outlook;

    for (uint32_t i = 0; i < moves->count; i++)
        race.running[i] = (uint16_t)i;
    for (int n = 0; n < WORLDS && race.count > 1; n++) {
        sr_glimpse_guess(glimpse, stream, &guess);
        for (uint32_t k = 0; k < race.count; k++) {
            uint32_t i = race.running[k];
            sr_world_copy(&outlook.at[0].world, &guess);
            sr_world_play(&outlook.at[0].world, moves->list[i], &outlook.at[0].moves);
            race.lead[n][i] = sr_outlook_finish(&outlook, seat, &end);
            race.sum[i] += race.lead[n][i];
        }
        if (n > 0)
            drop_losers(&race, n + 1);
    }
    uint32_t best = race.running[sr_draw(stream, race.count)]; /* ties fall by chance */
    for (uint32_t k = 0; k < race.count; k++)
        if (race.sum[race.running[k]] > race.sum[best])
            best = race.running[k];
    return moves->list[best];
}

const struct sr_bot_kind sr_greedy_bot = {
    .name = "greedy",
    .title = SR_TEXT("plays the move after which it looks best",
                     "делает ход, после которого выглядит лучше всего"),
    .choose = choose,
};
