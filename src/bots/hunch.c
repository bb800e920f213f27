/* A bot that plays the first thing that comes to its mind: by hunch, in one guessed world. Games
 * are played on so in a search; by itself it shows how good those hunches are. */
#include "bots/bots.h"

static struct sr_move choose(const struct sr_bot *bot, const struct sr_glimpse *glimpse,
                             struct sr_stream *stream) {
    const struct sr_moves *moves = sr_glimpse_moves(glimpse);
    struct sr_world world;
    (void)bot;
    sr_glimpse_guess(glimpse, stream, &world);
    return moves->list[sr_world_hunch(&world, moves, stream)];
}

const struct sr_bot_kind sr_hunch_bot = {
    .name = "hunch",
    .title = SR_TEXT("plays by hunch, without thinking ahead", "играет по наитию, не думая вперёд"),
    .place = SR_BOTS_IN_LABORATORY,
    .choose = choose,
};
