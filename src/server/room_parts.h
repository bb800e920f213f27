/* What the parts of a room share: room.c, room_read.c. */
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

/* Somebody came first, or went last, of a person's sockets here: other nodes should know. */
void sr_room_note_presence(struct sr_room *room, int64_t person, bool present);

#endif
