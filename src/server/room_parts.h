/* What the parts of a room share: room.c, room_read.c, errand.c, scribes.c. */
#ifndef SR_ROOM_PARTS_H
#define SR_ROOM_PARTS_H

#include "room.h"

/* What the store has of a table, as long as the host looks at it. */
struct sr_reading {
    struct sr_table_row row;
    struct sr_entry *entry;
    int64_t entries, room;
    struct sr_checkpoint checkpoint; /* text NULL: none */
    struct sr_saved saved;
    struct sr_chat chat[SR_CHAT_LINES];
    int chats;
    struct sr_asked asked;
    uint8_t commitment[SR_COMMITMENT_BYTES];
    bool short_of_memory;
};
enum sr_store_answer sr_reading_table(struct sr_room *room, struct sr_reading *reading,
                                      bool with_saved);
void sr_reading_free(struct sr_reading *reading); /* NULL is fine */

enum { SR_BATCH = 64 }; /* positions in one commit */

/* Positions that are saved together. */
struct sr_batch {
    struct sr_saved saved[SR_BATCH];
    int count;
};

/* What is being carried out for a room, by whoever is in it. */
struct sr_errand {
    struct sr_waiting waiting; /* the first member; for a scribe */
    struct sr_room *room;
    struct sr_effects effects;
    int at;                 /* which of them is next */
    struct sr_batch *batch; /* where positions go; NULL: to the store at once */
    struct sr_answer *answer;
    bool whole; /* the host has not run out of memory */
    bool lost;  /* another node acts for the table now */
    /* The next effect was asked for already, and this is what the store answered. */
    bool is_stored;
    enum sr_store_answer stored;
    struct sr_sequel sequel;
};
/* Gives the host this (NULL: what is stored of the table), and carries out all that it wants. */
void sr_errand_run(struct sr_errand *errand, const struct sr_input *input);
/* From the next effect on. False: it was handed over instead of waiting for a commit, and must not
 * be looked at any more. */
bool sr_errand_go_on(struct sr_errand *errand, bool waits);
/* All is carried out: what comes then, and the room is left. */
void sr_errand_end(const struct sr_errand *errand);
/* May the entry that is next be written, and with which fence? */
bool sr_errand_may_append(const struct sr_errand *errand, int64_t *fence);
/* A copy of it goes on elsewhere, once what is next is stored, and is ended there (scribes.c).
 * False: it cannot be done, and whoever asks must wait. */
bool sr_errand_hand_over(const struct sr_errand *errand);

struct sr_input sr_input_of(enum sr_input_kind kind, uint64_t ticket);
/* Sockets are viewers by their address, which is theirs alone as long as they watch. */
uint64_t sr_viewer_of(struct sr_socket *socket);
struct sr_socket *sr_socket_of(uint64_t viewer);

/* Somebody came first, or goes last, of a person's sockets here: other nodes should know. Said
 * after a socket was let in, and before it is let go. */
void sr_room_note_presence(struct sr_room *room, int64_t person, bool present);
/* All who watch here, once more: other nodes had taken this one for gone. */
void sr_room_note_all_presence(struct sr_room *room);

#endif
