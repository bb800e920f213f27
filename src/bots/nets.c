#include "bots/nets.h"

#include "games/games.h"

#include <pthread.h>
#include <stdatomic.h>
#include <string.h>

enum { MOST_FILES = 64 };

static pthread_mutex_t door = PTHREAD_MUTEX_INITIALIZER;
static _Atomic(struct sr_net *) ready[MOST_FILES];
static atomic_bool tried[MOST_FILES];

/* -1: none is listed. */
static int file_of(const struct sr_game *game, int seats) {
    for (int file = 0; file < MOST_FILES && sr_net_files[file].game; file++)
        if (sr_net_files[file].seats == seats && strcmp(sr_net_files[file].game, game->name) == 0)
            return file;
    return -1;
}

static bool keep(int file, struct sr_net *net) {
    pthread_mutex_lock(&door);
    bool first = !atomic_load(&tried[file]);
    if (first) {
        atomic_store(&ready[file], net);
        atomic_store(&tried[file], true);
    }
    pthread_mutex_unlock(&door);
    if (!first)
        sr_net_free(net);
    return atomic_load(&ready[file]) != NULL;
}

/* A net whose inputs are no longer those of the game is as good as none; a test finds such. */
static void make_ready(const struct sr_game *game, int seats, int file) {
    const struct sr_net_data *data = &sr_net_files[file];
    struct sr_error error = {0};
    keep(file, sr_net_open(game, seats, data->game, data->bytes, data->size, &error));
}

const struct sr_net *sr_net_of(const struct sr_game *game, int seats) {
    const struct sr_net *own = sr_mind_of(game)->net;
    if (own && sr_net_seats(own) == seats)
        return own;
    /* who was given other weights plays by them, not by what was learnt beside the usual ones */
    if (game != sr_game_find(game->name))
        return NULL;
    int file = file_of(game, seats);
    if (file < 0)
        return NULL;
    if (!atomic_load(&tried[file]) && sr_net_files[file].bytes)
        make_ready(game, seats, file);
    return atomic_load(&ready[file]);
}

uint64_t sr_net_mark(const struct sr_game *game, int seats) {
    int file = file_of(game, seats);
    return file < 0 ? 0 : sr_net_files[file].mark;
}

bool sr_net_is_missing(const struct sr_game *game, int seats) {
    int file = file_of(game, seats);
    return file >= 0 && !sr_net_files[file].bytes && !atomic_load(&tried[file]);
}

bool sr_net_bring(const struct sr_game *game, int seats, const void *bytes, size_t size,
                  struct sr_error *error) {
    int file = file_of(game, seats);
    struct sr_net *net = file < 0 ? NULL : sr_net_open(game, seats, game->name, bytes, size, error);
    return net && keep(file, net);
}
