/* Of many nodes, and of many threads, there is one here: whatever asks for others finds none. */
#include "engine.h"

#include "server/cluster.h"
#include "server/room_parts.h"

int64_t sr_cluster_node(const struct sr_cluster *cluster) {
    (void)cluster;
    return 0;
}

int64_t sr_cluster_fence(struct sr_cluster *cluster, const char *id) {
    (void)cluster;
    (void)id;
    return 0;
}

void sr_cluster_want(struct sr_cluster *cluster, const char *id) {
    (void)cluster;
    (void)id;
}

void sr_cluster_doubt(struct sr_cluster *cluster, struct sr_room *room) {
    (void)cluster;
    (void)room;
}

void sr_workers_put_off(struct sr_waiting *waiting) {
    (void)waiting;
}

/* Nothing is waited for here. */
bool sr_errand_hand_over(const struct sr_errand *errand) {
    (void)errand;
    return false;
}

void sr_workers_return(struct sr_waiting *waiting) {
    (void)waiting;
}

/* Only who claims a name renames others, and nobody claims one here. */
void sr_rename_chairs(struct sr_server *server, int64_t person) {
    (void)server;
    (void)person;
}

enum sr_store_answer sr_store_add_entry_as(struct sr_store *store, const char *id, int64_t fence,
                                           const struct sr_entry *entry,
                                           const struct sr_result *result) {
    (void)fence;
    return sr_store_add_entry(store, id, entry, result);
}

enum sr_store_answer sr_store_set_chair_as(struct sr_store *store, const char *id, int64_t fence,
                                           int seat, const struct sr_chair *before,
                                           const struct sr_chair *after) {
    (void)fence;
    return sr_store_set_chair(store, id, seat, before, after);
}

/* Nothing is kept of petitions where the store is not shared. */
enum sr_store_answer sr_store_set_petition(struct sr_store *store, const char *id,
                                           const struct sr_asked *asked) {
    (void)store;
    (void)id;
    (void)asked;
    return SR_STORE_DONE;
}

enum sr_store_answer sr_store_get_petition(struct sr_store *store, const char *id,
                                           struct sr_asked *asked) {
    (void)store;
    (void)id;
    *asked = (struct sr_asked){0};
    return SR_STORE_DONE;
}

enum sr_store_answer sr_store_list_states(struct sr_store *store, const char *ids,
                                          sr_store_each_state *each, void *context) {
    (void)store;
    (void)ids;
    (void)each;
    (void)context;
    return SR_STORE_DONE;
}

void sr_store_note_presence(struct sr_store *store, const char *id, int64_t person, int64_t node,
                            bool present) {
    (void)store;
    (void)id;
    (void)person;
    (void)node;
    (void)present;
}

enum sr_store_answer sr_store_list_present(struct sr_store *store, const char *id, int64_t but,
                                           sr_store_each_number *each, void *context) {
    (void)store;
    (void)id;
    (void)but;
    (void)each;
    (void)context;
    return SR_STORE_DONE;
}
