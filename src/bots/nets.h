/* The nets that come with the games: data in the program (src/games/GAME/net-SEATS.bin), each made
 * ready once, when it is first asked for. */
#ifndef SR_NETS_H
#define SR_NETS_H

#include "bots/net.h"

struct sr_net_data {
    const char *game; /* NULL ends the list */
    uint8_t seats;
    const unsigned char *bytes;
    uint32_t size;
};
extern const struct sr_net_data sr_net_files[]; /* written by scripts/embed-nets */

/* The net for so many at this game: the one that its mind names, or the one that comes with it;
 * NULL: there is none. It stays for as long as the program runs. */
const struct sr_net *sr_net_of(const struct sr_game *game, int seats);

#endif
