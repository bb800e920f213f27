/* The nets that come with the games (src/games/GAME/net-SEATS.bin): data in the program, each made
 * ready once, when it is first asked for; or, where a program should be small, files of their own
 * that are brought when they are needed. */
#ifndef SR_NETS_H
#define SR_NETS_H

#include "bots/net.h"

struct sr_net_data {
    const char *game; /* NULL ends the list */
    uint8_t seats;
    uint64_t mark;              /* which file it is */
    const unsigned char *bytes; /* NULL: it is to be brought */
    uint32_t size;
};
extern const struct sr_net_data sr_net_files[]; /* written by scripts/embed-nets */

/* The net for so many at this game: the one that its mind names, or the one that comes with it;
 * NULL: there is none. It stays for as long as the program runs. */
const struct sr_net *sr_net_of(const struct sr_game *game, int seats);

/* Which file is listed for so many at this game; 0: none. */
uint64_t sr_net_mark(const struct sr_game *game, int seats);
/* Is one listed that was not brought yet? Whoever thinks without it thinks as another would. */
bool sr_net_is_missing(const struct sr_game *game, int seats);
/* The bytes of the file that is listed for them; they are not kept. False: `error` says why not. */
bool sr_net_bring(const struct sr_game *game, int seats, const void *bytes, size_t size,
                  struct sr_error *error);

#endif
