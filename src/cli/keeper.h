/* A file that keeps what was found, line by line or piece by piece as it is found, so that a run
 * that was stopped can go on. */
#ifndef SR_KEEPER_H
#define SR_KEEPER_H

#include "cli.h"

struct sr_keeper {
    const char *path; /* NULL: nothing is kept */
    int file;         /* -1: none */
    bool made;        /* it was not there before */
    int trouble;      /* errno of what could not be written */
    double synced;    /* when the disk had all of it */
};

double sr_seconds_now(void);

/* Opens the file, or begins it; it is ours alone until it is closed. */
bool sr_keeper_open(struct sr_keeper *keeper, struct sr_error *error);
/* A file that was begun and into which nothing came is gone again. */
void sr_keeper_close(struct sr_keeper *keeper);
/* All that is there; free() is due in any case. */
bool sr_keeper_read(const struct sr_keeper *keeper, char **text, size_t *length,
                    struct sr_error *error);
/* Cuts off what was never finished. */
bool sr_keeper_cut(const struct sr_keeper *keeper, size_t whole, struct sr_error *error);
/* False: there is trouble. On the disk after a second at the latest, if more is written then. */
bool sr_keeper_write(struct sr_keeper *keeper, const void *bytes, size_t length);
/* Everything is on the disk; else the error is told. */
bool sr_keeper_sync(struct sr_keeper *keeper, struct sr_error *error);

#endif
