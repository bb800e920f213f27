/* Replaying a history. A table goes back by playing from its start; a history in which somebody
 * went back a thousand times would take long. So every so many moves the table is remembered as it
 * was, and going back begins there. */
#include "machine.h"

#include <stdlib.h>

enum { APART = 16 }; /* moves between two tables that are remembered */

void sr_trail_free(struct sr_trail *trail) {
    for (size_t i = 0; i < trail->count; i++)
        sr_table_free(trail->mark[i]);
    free(trail->mark);
    *trail = (struct sr_trail){0};
}

/* Forgetting to remember costs time, nothing else; what was remembered of moves that were taken
 * back since must be forgotten. */
static void remember(struct sr_trail *trail, const struct sr_table *table) {
    size_t index = table->plies / APART;
    if (table->plies % APART != 0 || index == 0 || index > trail->count + 1)
        return;
    while (trail->count >= index)
        sr_table_free(trail->mark[--trail->count]);
    if (index > trail->room) {
        size_t room = trail->room ? 2 * trail->room : 8;
        struct sr_table **mark = realloc(trail->mark, room * sizeof(struct sr_table *));
        if (!mark)
            return;
        trail->mark = mark;
        trail->room = room;
    }
    struct sr_table *copy = sr_table_copy(table, NULL);
    if (!copy)
        return;
    trail->mark[index - 1] = copy;
    trail->count = index;
}

/* The table after `ply` of its moves, from the nearest that is remembered; NULL: there is none. */
static struct sr_table *walk_back(const struct sr_trail *trail, const struct sr_table *table,
                                  uint32_t ply) {
    size_t index = ply / APART;
    struct sr_table *past = NULL;
    if (ply <= table->plies && index > 0 && index <= trail->count)
        past = sr_table_copy(trail->mark[index - 1], NULL);
    while (past && past->plies < ply)
        if (!sr_table_play(past, SR_REFEREE, table->ply[past->plies].move, NULL, NULL)) {
            sr_table_free(past);
            past = NULL;
        }
    return past;
}

bool sr_trail_replay(struct sr_trail *trail, struct sr_table **table, const struct sr_deed *deed,
                     struct sr_events *events, struct sr_error *error) {
    bool undo = deed->kind == SR_ENTRY_UNDO && sr_table_undoable(*table, deed->seat) > 0;
    struct sr_table *past = NULL;
    if (undo || deed->kind == SR_ENTRY_RETURN)
        past = walk_back(trail, *table, undo ? (*table)->plies - 1 : deed->ply);
    if (past) {
        sr_table_free(*table);
        *table = past;
        return true;
    }
    bool fine = sr_replay_deed(table, deed, events, error);
    if (fine)
        remember(trail, *table);
    return fine;
}
