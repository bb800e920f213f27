/* A bot that has sat down: at one seat, for one game. Most bots are plain data and need nothing for
 * it; a bot that is a program is started when it is first asked. It is ended when it leaves, unless
 * it came with a company, which keeps it for the next game of a series. */
#ifndef SR_PLAYER_H
#define SR_PLAYER_H

#include "bots/bot.h"

struct sr_program;

/* Programs that wait for the next game of a series. One thread's; all zero it is empty. */
struct sr_company {
    struct sr_waiting {
        const struct sr_bot *bot;
        struct sr_program *program;
        uint32_t games;
    } waiting[2 * SR_MAX_SEATS];
    int count;
};
/* Ends them. */
void sr_company_part(struct sr_company *company);

struct sr_player {
    const struct sr_bot *bot; /* stays the caller's, and must stay */
    struct sr_program *program;
    struct sr_company *company; /* where a program comes from and goes; NULL: nowhere */
    uint32_t questions;         /* asked so far in this game */
    uint32_t games;             /* that the program has begun */
    bool failed;
};

static inline struct sr_player sr_player_sit(const struct sr_bot *bot, struct sr_company *company) {
    return (struct sr_player){.bot = bot, .company = company};
}

/* One of the legal moves. False: a program failed, and `error` says which and how. */
bool sr_player_ask_program(struct sr_player *player, const struct sr_glimpse *glimpse,
                           struct sr_move *move, struct sr_error *error);
static inline bool sr_player_choose(struct sr_player *player, const struct sr_glimpse *glimpse,
                                    struct sr_stream *stream, struct sr_move *move,
                                    struct sr_error *error) {
    if (player->bot->kind->is_program)
        return sr_player_ask_program(player, glimpse, move, error);
    *move = sr_bot_choose(player->bot, glimpse, stream);
    return true;
}

void sr_player_leave(struct sr_player *player);

#endif
