/* What there is to see, as JSON: the view of a seat, a spectator or the referee; the position; the
 * difference between two views. All of it is made by walking the fields table. */
#ifndef SR_VIEW_H
#define SR_VIEW_H

#include "game.h"

/* Strings, with everything escaped that JSON wants escaped. */
void sr_json_string(struct sr_out *out, const char *text);
void sr_json_value(struct sr_out *out, const struct sr_domain *domain, int64_t value);

/* A complete position: what sr_position (in the API) reads back to the same bytes.
 * `loose` marks one that need not keep the game's invariants. */
void sr_position_write(struct sr_out *out, const struct sr_game *game, const void *state,
                       bool loose);

/* What `viewer` may see, as one JSON object: {"serai":"view","game":...,"seat":...,"phase":...,
 * "decider":..., fields}. What is hidden is null, in lists null for each element, since lengths are
 * public; SR_NOBODY fields are left out. The generator is in no view, not even the referee's. */
void sr_view_write(struct sr_out *out, const struct sr_game *game, const void *state, int viewer);

/* What changed between two views of the same viewer at the same table: an object with the members
 * of the later view that differ; objects are compared member by member, lists are given whole, and
 * a member that is gone is null. "{}" if nothing. */
void sr_view_diff(struct sr_out *out, const struct sr_game *game, const void *before,
                  const void *after, int viewer);

/* {"event":"walk","seat":1,...}: hidden arguments are null. */
void sr_event_json(struct sr_out *out, const struct sr_game *game, const struct sr_event *event,
                   int viewer);
/* {"move":"walk 2","verb":"walk","steps":2,"text":"..."}. */
void sr_move_json(struct sr_out *out, const struct sr_reader *reader, const struct sr_game *game,
                  const void *state, struct sr_move move);
/* {"lines":[...],"totals":{...},"ranks":{...},"winners":[...],"over":...}. */
void sr_sheet_json(struct sr_out *out, const struct sr_reader *reader, const struct sr_game *game,
                   const void *state);
/* {"name":value,...}: the options in which a preset differs from what is usual. */
void sr_preset_json(struct sr_out *out, const struct sr_game *game, const struct sr_preset *preset);
/* Name, titles, seats, options, presets. */
void sr_game_json(struct sr_out *out, const struct sr_game *game);

#endif
