#include "bots/nets.h"

#include "games/games.h"

#include <pthread.h>
#include <stdatomic.h>
#include <string.h>

enum { MOST_FILES = 64 };

static pthread_mutex_t door = PTHREAD_MUTEX_INITIALIZER;
static _Atomic(struct sr_net *) ready[MOST_FILES];
static atomic_bool tried[MOST_FILES];

/* A net whose inputs are no longer those of the game is as good as none; a test finds such. */
static void make_ready(const struct sr_game *game, int seats, int file) {
    const struct sr_net_data *data = &sr_net_files[file];
    struct sr_error error = {0};
    pthread_mutex_lock(&door);
    if (!atomic_load(&tried[file])) {
        atomic_store(&ready[file],
                     sr_net_open(game, seats, data->game, data->bytes, data->size, &error));
        atomic_store(&tried[file], true);
    }
    pthread_mutex_unlock(&door);
}

const struct sr_net *sr_net_of(const struct sr_game *game, int seats) {
    const struct sr_net *own = sr_mind_of(game)->net;
    if (own && sr_net_seats(own) == seats)
        return own;
    /* who was given other weights plays by them, not by what was learnt beside the usual ones */
    if (game != sr_game_find(game->name))
        return NULL;
    for (int file = 0; file < MOST_FILES && sr_net_files[file].game; file++) {
        if (sr_net_files[file].seats != seats || strcmp(sr_net_files[file].game, game->name) != 0)
            continue;
        if (!atomic_load(&tried[file]))
            make_ready(game, seats, file);
        return atomic_load(&ready[file]);
    }
    return NULL;
}
