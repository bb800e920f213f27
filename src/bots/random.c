/* A bot that plays any legal move. The shortest one there can be, and so the model of a bot. */
#include "bots/bots.h"

static struct sr_move choose(const struct sr_bot *bot, const struct sr_glimpse *glimpse,
                             struct sr_stream *stream) {
    const struct sr_moves *moves = sr_glimpse_moves(glimpse);
    (void)bot;
    return moves->list[sr_draw(stream, moves->count)];
}

const struct sr_bot_kind sr_random_bot = {
    .name = "random",
    .title = SR_TEXT("plays any legal move", "делает любой разрешённый ход"),
    .heedless = true,
    .choose = choose,
};
