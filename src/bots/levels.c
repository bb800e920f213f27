/* Searching bots: with the budget on the command line, and the levels for people. A level is a
 * number of iterations, so that it plays the same on any machine, with a limit in time, so that
 * nobody waits; the lower ones now and then move without thinking. What `strong` has may depend on
 * the game. */
#include "bots/bots.h"

static uint64_t iterations_of(const struct sr_bot *bot, const struct sr_game *game) {
    uint64_t strong = bot->kind == &sr_strong_bot ? sr_mind_of(game)->strong_iterations : 0;
    return strong ? strong : bot->iterations;
}

struct sr_search_plan sr_bot_plan(const struct sr_bot *bot, const struct sr_game *game, int seats) {
    const struct sr_bot_settings *other = &bot->settings;
    struct sr_search_plan plan =
        other->net == 0 ? sr_search_plan_without_net(game) : sr_search_plan_for(game, seats);
    plan.iterations = iterations_of(bot, game);
    plan.milliseconds = bot->milliseconds;
    plan.threads = bot->threads;
    plan.now = bot->now;
    plan.context = bot->now_context;
    if (other->explore >= 0)
        plan.explore = plan.explore_alone = other->explore;
    if (other->playout >= 0)
        plan.playout = (int)other->playout;
    if (other->points > 0)
        plan.judge_points = other->points;
    if (other->look >= 0)
        plan.look = other->look;
    if (other->width >= 0)
        plan.width = other->width;
    if (other->others >= 0)
        plan.others_width = other->others;
    if (other->hunch >= 0)
        plan.hunches = other->hunch > 0 && sr_mind_of(game)->hunch;
    plan.heedless = other->heedless > 0;
    return plan;
}

static struct sr_move choose(const struct sr_bot *bot, const struct sr_glimpse *glimpse,
                             struct sr_stream *stream) {
    const struct sr_moves *moves = sr_glimpse_moves(glimpse);
    struct sr_search_plan plan =
        sr_bot_plan(bot, sr_glimpse_game(glimpse), sr_glimpse_seats(glimpse));
    struct sr_search_result result;

    if (moves->count == 1)
        return moves->list[0];
    if (bot->slips > 0 && (float)sr_draw(stream, 1000) < 1000.0f * bot->slips)
        return moves->list[sr_draw(stream, moves->count)];
    sr_search(glimpse, stream, &plan, &result);
    return result.move[0].move;
}

const struct sr_bot_kind sr_search_bot = {
    .name = "search",
    .title = SR_TEXT("searches guessed worlds within the budget given",
                     "перебирает возможные миры в пределах заданного бюджета"),
    .takes_budget = true,
    .choose = choose,
};

const struct sr_bot_kind sr_peek_bot = {
    .name = "peek",
    .title = SR_TEXT("the same search, but it sees what is hidden",
                     "тот же перебор, но скрытое он видит"),
    .place = SR_BOTS_IN_LABORATORY,
    .takes_budget = true,
    .peeks = true,
    .choose = choose,
};

const struct sr_bot_kind sr_novice_bot = {
    .name = "novice",
    .title = SR_TEXT("thinks little and slips often", "думает мало и часто ошибается"),
    .iterations = 60,
    .milliseconds = 300,
    .slips = 0.25f,
    .choose = choose,
};

const struct sr_bot_kind sr_fair_bot = {
    .name = "fair",
    .title = SR_TEXT("thinks a little, slips now and then", "думает немного, иногда ошибается"),
    .iterations = 300,
    .milliseconds = 500,
    .slips = 0.05f,
    .choose = choose,
};

const struct sr_bot_kind sr_strong_bot = {
    .name = "strong",
    .title = SR_TEXT("thinks for up to 0.9 seconds a move", "думает до 0,9 секунды на ход"),
    .iterations = 8000,
    .milliseconds = 900,
    .choose = choose,
};

const struct sr_bot_kind sr_master_bot = {
    .name = "master",
    .title = SR_TEXT("thinks for up to 3 seconds a move", "думает до 3 секунд на ход"),
    .iterations = 200000,
    .milliseconds = 3000,
    .choose = choose,
};
