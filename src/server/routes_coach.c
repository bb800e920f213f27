/* What the coach says: the review of a finished game, and the puzzle of the day. */
#include "routes.h"
#include "server/problems.h"

#include "coach/puzzle.h"
#include "coach/review.h"
#include "games/games.h"
#include "store/problems.h"

#include <stdlib.h>
#include <string.h>

static void add_progress(struct sr_buffer *out, uint32_t done, uint32_t all) {
    sr_buffer_add(out, "{\"thinking\":true,\"done\":");
    sr_buffer_add_number(out, done);
    sr_buffer_add(out, ",\"all\":");
    sr_buffer_add_number(out, all);
    sr_buffer_add(out, "}");
}

/* Asks for something that is not there; the reply says how far it is. */
static bool begin_study(const struct sr_request *request, const char *id,
                        const struct sr_table *table, struct sr_reply *reply,
                        struct sr_error *error) {
    struct sr_bots *bots = request->server->bots;
    uint32_t done = 0, all = 0;
    if (!sr_bots_studying(bots, id, &done, &all) && !sr_route_allows(request, SR_RATE_CHART, error))
        return false;
    if (sr_bots_study(bots, id, table, &request->person, &done, &all) == SR_CHART_BUSY)
        return sr_fail(error, SR_PROBLEM_TOO_FAST, NULL);
    reply->status = 202;
    add_progress(&reply->text, done, all);
    return true;
}

bool sr_route_tell_review(const struct sr_request *request, const char *id, struct sr_reply *reply,
                          struct sr_error *error) {
    char by[SR_REVIEWER_BYTES], *review = NULL;
    struct sr_room *room = sr_route_finished_room(request, id, error);
    if (!room)
        return false;
    const struct sr_table *table = sr_host_table(room->host);
    sr_reviewer_name(table->game, sr_head(table->state)->seats, SR_REVIEW_BUDGET, by);
    enum sr_store_answer answer = sr_store_get_review(request->server->store, id, by, &review);
    bool fine = answer == SR_STORE_DONE      ? true
                : answer == SR_STORE_MISSING ? begin_study(request, id, table, reply, error)
                                             : sr_fail(error, SR_PROBLEM_STORE_BROKEN, NULL);
    sr_room_leave(room);
    if (review) {
        sr_buffer_add(&reply->text, "{\"thinking\":false,\"review\":");
        sr_buffer_add(&reply->text, review);
        sr_buffer_add(&reply->text, "}");
    }
    free(review);
    return fine;
}

struct telling {
    struct sr_buffer *out;
    enum sr_lang lang;
};

static void write_verdict(struct sr_out *out, const void *context) {
    const struct sr_puzzle *puzzle = context;
    sr_verdict_json(out, sr_puzzle_table(puzzle), sr_puzzle_verdict(puzzle));
}

/* The position as the seat sees it, with its choices, and the answers. */
static void tell_puzzle(void *context, const struct sr_puzzle *puzzle) {
    const struct telling *telling = context;
    const struct sr_table *table = sr_puzzle_table(puzzle);
    const struct sr_head *head = sr_head(table->state);
    struct sr_buffer *out = telling->out;
    sr_buffer_add(out, "{\"thinking\":false,\"game\":");
    sr_buffer_add_string(out, table->game->name);
    sr_buffer_add(out, ",\"day\":");
    sr_buffer_add_number(out, sr_puzzle_day(puzzle));
    sr_buffer_add(out, ",\"seat\":");
    sr_buffer_add_number(out, head->decider + 1);
    sr_buffer_add(out, ",\"seats\":");
    sr_buffer_add_number(out, head->seats);
    sr_buffer_add(out, ",\"verdict\":");
    sr_buffer_write_json(out, write_verdict, puzzle);
    sr_wire_board(out, table, head->decider, telling->lang);
    sr_buffer_add(out, "}");
}

bool sr_route_tell_puzzle(const struct sr_request *request, const char *id, struct sr_reply *reply,
                          struct sr_error *error) {
    struct telling telling = {&reply->text, request->lang};
    const struct sr_game *game = sr_game_named(id, strlen(id), NULL, error);
    if (!game)
        return false;
    return sr_puzzles_tell(request->server->puzzles, game, sr_puzzle_today(), tell_puzzle,
                           &telling) ||
           begin_study(request, game->name, NULL, reply, error);
}
