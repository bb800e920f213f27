/* The agenda: what is still to be decided or done. One choice may set off others, for the same seat
 * or for others; each waits as an item, and the core works them off, the last one put down first.
 * So whatever an item sets off is finished before what lay beneath it.
 *
 * An item names a phase and carries that phase's own arguments, as a struct of bytes that the game
 * names after the phase. A state that has an agenda keeps it in a member of this name:
 *
 *     struct sr_item agenda[ROOM];
 *
 *     struct settle { uint8_t gift, area; };
 *     sr_push(t, phase_settle, seat, settle, .gift = gift, .area = area);
 *     ...
 *     int gift = sr_top(t, settle)->gift;       in list, labels, prompts, checks
 *     int gift = sr_taken(turn, settle)->gift;  in play and run, which find the item taken off
 */
#ifndef SR_AGENDA_H
#define SR_AGENDA_H

#include "domain.h"
#include "rng.h"

#include <stddef.h>

enum { SR_ITEM_ARGS = 6 };

struct sr_item {
    uint8_t phase;
    uint8_t seat; /* who decides; SR_NONE where nobody is asked */
    uint8_t arg[SR_ITEM_ARGS];
};

/* The beginning of every state. */
struct sr_head {
    struct sr_rng rng;
    uint8_t seats;
    uint8_t phase;   /* index into the game's phases; of no meaning when over */
    uint8_t decider; /* seat that decides now, SR_NONE when over */
    uint8_t over;
    uint8_t rules;   /* the version that this table began with */
    uint8_t pending; /* items of the agenda; more than it has room for: one was lost */
    uint8_t spare[2];
};

/* An argument of a phase: where it lies in the item, what its numbers mean, and who may see it:
 * SR_ALL, SR_OWNER (the seat of the item) or SR_NOBODY, as of fields. */
struct sr_phase_arg {
    const char *name;
    uint8_t at;
    uint8_t see;
    const struct sr_domain *of;
};
#define SR_PHASE_ARG(type, member, see_, of_)                                                      \
    { #member, offsetof(struct type, member), (see_), (of_) }

/* ---- for the games ---- */

static inline void sr_put_down_(struct sr_head *head, struct sr_item *agenda, size_t room,
                                struct sr_item item) {
    size_t at = head->pending;
    if (head->pending < UINT8_MAX)
        head->pending++;
    if (at < room) /* else the core tells of it */
        agenda[at] = item;
}
static inline void sr_push_(struct sr_head *head, struct sr_item *agenda, size_t room, int phase,
                            int seat, const void *args, size_t size) {
    struct sr_item item = {.phase = (uint8_t)phase, .seat = (uint8_t)seat};
    if (size)
        __builtin_memcpy(item.arg, args, size);
    sr_put_down_(head, agenda, room, item);
}

/* Puts an item on the agenda; `type` is the struct of the phase's arguments, its members follow.
 */
#define sr_push(t, phase, seat, type, ...)                                                         \
    do {                                                                                           \
        const struct type sr_args_ = {__VA_ARGS__};                                                \
        _Static_assert(sizeof sr_args_ <= SR_ITEM_ARGS, "too many arguments of a phase");          \
        sr_push_(&(t)->head, (t)->agenda, sizeof(t)->agenda / sizeof(t)->agenda[0], (phase),       \
                 (seat), &sr_args_, sizeof sr_args_);                                              \
    } while (0)
/* The same for a phase without arguments. */
#define sr_push_bare(t, phase, seat)                                                               \
    sr_push_(&(t)->head, (t)->agenda, sizeof(t)->agenda / sizeof(t)->agenda[0], (phase), (seat),   \
             NULL, 0)
/* Puts the item that was taken off down again, as it was: what was chosen did not settle it. */
#define sr_put_back(t, turn)                                                                       \
    sr_put_down_(&(t)->head, (t)->agenda, sizeof(t)->agenda / sizeof(t)->agenda[0], (turn)->taken)

/* The arguments of an item; of the one on top, and of the one that was taken off to be played or
 * run. */
#define sr_args(item, type) ((const struct type *)(const void *)(item)->arg)
#define sr_top(t, type) sr_args(&(t)->agenda[(t)->head.pending - 1], type)
#define sr_taken(turn, type) sr_args(&(turn)->taken, type)

/* ---- for the core ---- */

struct sr_game;
struct sr_error;

/* How many arguments a phase has, and whether `viewer` may see one of an item. */
int sr_phase_args(const struct sr_game *game, int phase);
bool sr_item_seen(const struct sr_game *game, const struct sr_item *item, int arg, int viewer);
/* Every argument in range, nothing where nothing belongs, the decision at hand on top. */
bool sr_agenda_check(const struct sr_game *game, const void *state, struct sr_error *error);
/* Zeroes what `viewer` may not see of the items. */
void sr_agenda_mask(const struct sr_game *game, const void *state, int viewer, void *masked);

#endif
