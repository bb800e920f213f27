/* How many sockets there are: see crowd.h. */
#include "crowd.h"
#include "server/problems.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CHAINS = 4096 };
enum kind { OF_PERSON, OF_NETWORK, AT_TABLE };

struct head {
    uint64_t id;
    enum kind kind;
    int count;
    struct head *next;
};

struct sr_crowd {
    pthread_mutex_t lock;
    int all;
    struct head *chain[CHAINS];
};

struct sr_crowd *sr_crowd_open(void) {
    struct sr_crowd *crowd = calloc(1, sizeof *crowd);
    if (crowd)
        pthread_mutex_init(&crowd->lock, NULL);
    return crowd;
}

void sr_crowd_close(struct sr_crowd *crowd) {
    if (!crowd)
        return;
    for (int i = 0; i < CHAINS; i++)
        while (crowd->chain[i]) {
            struct head *head = crowd->chain[i];
            crowd->chain[i] = head->next;
            free(head);
        }
    pthread_mutex_destroy(&crowd->lock);
    free(crowd);
}

static uint64_t id_of(const char *table) {
    uint64_t hash = UINT64_C(14695981039346656037);
    for (; *table; table++)
        hash = (hash ^ (uint8_t)*table) * UINT64_C(1099511628211);
    return hash;
}

static struct head **find(struct sr_crowd *crowd, enum kind kind, uint64_t id) {
    struct head **at = &crowd->chain[(id ^ id >> 32) % CHAINS];
    while (*at && ((*at)->id != id || (*at)->kind != kind))
        at = &(*at)->next;
    return at;
}

static int count_of(struct sr_crowd *crowd, enum kind kind, uint64_t id) {
    const struct head *head = *find(crowd, kind, id);
    return head ? head->count : 0;
}

/* Without memory somebody is not counted, and may come in all the same. */
static void change(struct sr_crowd *crowd, enum kind kind, uint64_t id, int by) {
    struct head **at = find(crowd, kind, id);
    if (!*at && by > 0 && (*at = calloc(1, sizeof **at)))
        **at = (struct head){.id = id, .kind = kind};
    if (*at && ((*at)->count += by) <= 0) {
        struct head *gone = *at;
        *at = gone->next;
        free(gone);
    }
}

static void change_all(struct sr_crowd *crowd, const struct sr_person *person, const char *table,
                       int by) {
    crowd->all += by;
    change(crowd, OF_NETWORK, person->network, by);
    if (!person->id)
        return;
    change(crowd, OF_PERSON, (uint64_t)person->id, by);
    change(crowd, AT_TABLE, id_of(table), by);
}

bool sr_crowd_enter(struct sr_crowd *crowd, const struct sr_person *person, const char *table,
                    struct sr_error *error) {
    pthread_mutex_lock(&crowd->lock);
    bool full = crowd->all >= SR_SOCKETS;
    int network = count_of(crowd, OF_NETWORK, person->network);
    int own = person->id ? count_of(crowd, OF_PERSON, (uint64_t)person->id) : 0;
    bool many = network >= SR_SOCKETS_A_NETWORK || own >= SR_SOCKETS_A_PERSON;
    if (!full && !many)
        change_all(crowd, person, table, 1);
    pthread_mutex_unlock(&crowd->lock);
    if (full) {
        sr_count(SR_COUNT_SHED, 1);
        return sr_fail(error, SR_PROBLEM_OVERLOADED, NULL);
    }
    if (!many)
        return true;
    char count[16];
    snprintf(count, sizeof count, "%d", own >= SR_SOCKETS_A_PERSON ? own : network);
    return sr_fail(error, SR_PROBLEM_MANY_SOCKETS, count, NULL);
}

void sr_crowd_leave(struct sr_crowd *crowd, const struct sr_person *person, const char *table) {
    pthread_mutex_lock(&crowd->lock);
    change_all(crowd, person, table, -1);
    pthread_mutex_unlock(&crowd->lock);
}

bool sr_crowd_is_at(struct sr_crowd *crowd, const char *table) {
    pthread_mutex_lock(&crowd->lock);
    bool is = count_of(crowd, AT_TABLE, id_of(table)) > 0;
    pthread_mutex_unlock(&crowd->lock);
    return is;
}
