/* What the files of routes share: the answers that several of them give. */
#ifndef SR_ROUTES_H
#define SR_ROUTES_H

#include "server/room.h"

/* A route: what a method does at an address. `id` is what stands for the part in braces of its
 * path. It fills `reply`, or returns false with `error`. */
typedef bool sr_route_run(const struct sr_request *request, const char *id, struct sr_reply *reply,
                          struct sr_error *error);

/* The room of a table that the person may see, locked. */
struct sr_room *sr_route_room(const struct sr_request *request, const char *id,
                              struct sr_error *error);
bool sr_route_signed_in(const struct sr_request *request, struct sr_error *error);
/* May this person, and this network, do one more of these now? */
bool sr_route_allows(const struct sr_request *request, enum sr_rate rate, struct sr_error *error);
/* The body as an object; an empty body is an empty object. */
json_t *sr_route_body(const struct sr_request *request, struct sr_error *error);
/* Asks the host of a table, whose answer is the reply's. With `invited` though the person may not
 * see the table. */
bool sr_route_ask_host(const struct sr_request *request, const char *id, bool invited,
                       const struct sr_message *message, struct sr_reply *reply,
                       struct sr_error *error);
/* Replies with a table as the person sees it. */
bool sr_route_reply_table(const struct sr_request *request, const char *id, struct sr_reply *reply,
                          struct sr_error *error);
/* A name as it is kept. */
bool sr_route_read_name(const char *text, char name[SR_NAME_BYTES], struct sr_error *error);
/* Stores a table whose row is filled but for its id, code and seed; answers with it. */
bool sr_route_may_make(const struct sr_request *request, struct sr_error *error);
void sr_route_draw_secrets(struct sr_table_row *row);
/* All options of a setup with their values. */
bool sr_route_write_options(const struct sr_game *game, const struct sr_setup *setup,
                            struct sr_table_row *row);

/* All routes as an OpenAPI document; `shapes` is what it has beside its paths (describe.c). */
json_t *sr_routes_openapi(const json_t *shapes);

/* Making tables (routes_make.c). */
sr_route_run sr_route_make_table, sr_route_rematch, sr_route_fork;
/* People (routes_people.c). */
sr_route_run sr_route_sign_in, sr_route_claim_name, sr_route_sign_out, sr_route_tell_me,
    sr_route_tell_visitor, sr_route_change_password, sr_route_tell_statistics,
    sr_route_tell_ratings;
/* Adds a table to a list that is begun. */
void sr_route_add_row(const struct sr_request *request, const struct sr_table_row *row,
                      struct sr_buffer *out);
/* Tables and playing (routes_play.c). */
sr_route_run sr_route_list_own_tables, sr_route_tell_table, sr_route_join, sr_route_join_by_code,
    sr_route_start, sr_route_leave, sr_route_make_move, sr_route_take_back, sr_route_chat,
    sr_route_ask_hint, sr_route_ask, sr_route_answer, sr_route_tell_view, sr_route_tell_events,
    sr_route_open_socket;
/* For those who look after it (routes_watch.c). */
sr_route_run sr_route_tell_health, sr_route_tell_metrics;
/* The lobby (routes_lobby.c). */
sr_route_run sr_route_list_open_tables;
/* Finished games (routes_review.c). */
sr_route_run sr_route_tell_record, sr_route_tell_moves, sr_route_replay, sr_route_tell_chances,
    sr_route_tell_score, sr_route_share, sr_route_import, sr_route_export;
/* What the coach says (routes_coach.c). */
sr_route_run sr_route_tell_review, sr_route_tell_puzzle;
/* The room of a finished game, locked; NULL: `error` says why not. */
struct sr_room *sr_route_finished_room(const struct sr_request *request, const char *id,
                                       struct sr_error *error);

#endif
