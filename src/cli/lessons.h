/* What `serai tune` learnt so far, kept in a file: the notes of each game or duel, as bytes. */
#ifndef SR_LESSONS_H
#define SR_LESSONS_H

#include "keeper.h"
#include "lab/crew.h"

struct sr_lessons {
    struct sr_keeper keeper;
    struct sr_journal journal;
    char *text;        /* the file as it was found */
    size_t length, at; /* `at`: what the crews before this one have used up */
    uint32_t crew;
    struct sr_lesson *known; /* of this crew, by number */
    size_t count, room;
};

/* Opens the file at `path` for the run that `head` describes, a line of JSON; a file that keeps
 * another run is refused. */
bool sr_lessons_open(struct sr_lessons *lessons, const char *path, const char *head,
                     struct sr_error *error);
/* The seed of the run that is kept at `path`, if one is. */
bool sr_lessons_seed(const char *path, char *seed, size_t room);
/* Everything is on the disk, and the file closed. */
bool sr_lessons_close(struct sr_lessons *lessons, struct sr_error *error);

#endif
