/* Nets made up for tests: weights drawn at random, which judge nothing well but all the same way.
 */
#ifndef SR_TEST_NETS_H
#define SR_TEST_NETS_H

#include "bots/net.h"

/* A net file for a game and a number of seats; freed by the caller. */
void *made_up_net(const struct sr_game *game, int seats, uint64_t seed, size_t *size);
/* One that says nothing but how much a seat has of a feature, and whether that is good. */
void *net_of_one_feature(const struct sr_game *game, int seats, int feature, bool likes,
                         size_t *size);

/* A game whose mind has a net, and what it is made of. */
struct netted_game {
    struct sr_game game;
    struct sr_mind mind;
    struct sr_net *net;
};
void open_netted_game(struct netted_game *netted, const struct sr_game *game, int seats,
                      uint64_t seed);
/* The same with a net of its own, which is freed. */
void open_game_with(struct netted_game *netted, const struct sr_game *game, int seats, void *file,
                    size_t size);
void close_netted_game(struct netted_game *netted);

#endif
