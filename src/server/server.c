/* The server as a whole: what starts and stops in which order. */
#include "cluster.h"
#include "crowd.h"
#include "room.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

enum { BOT_THREADS = 2 };

/* Every socket is a file; the soft limit is often a thousand. */
static void raise_file_limit(void) {
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit) == 0 && limit.rlim_cur < limit.rlim_max) {
        limit.rlim_cur = limit.rlim_max;
        setrlimit(RLIMIT_NOFILE, &limit);
    }
}

/* On a disk that is full just now a key is drawn for this time only. */
static void find_key(struct sr_server *server) {
    uint8_t fresh[SR_KEY_BYTES];
    sr_random_bytes(fresh, sizeof fresh);
    if (sr_store_key(server->store, "network", fresh, server->network_key) != SR_STORE_DONE)
        memcpy(server->network_key, fresh, sizeof fresh);
}

/* A path that is too long for a socket is no reason not to serve. */
static bool open_control(struct sr_server *server, const char *directory) {
    struct sr_error error = {0};
    char why[SR_PROBLEM_NAME_BYTES];
    server->control = sr_control_open(server, directory, &error);
    sr_problem_name(error.problem, why);
    if (!server->control)
        sr_log("warning", "no orders are taken while it runs", "why", why, NULL);
    return true;
}

static bool start_all(struct sr_server *server, const struct sr_server_plan *plan, char *address,
                      size_t size, struct sr_error *error) {
    server->web = plan->web;
    server->proxies = plan->proxies;
    server->bots_at_visitors = plan->bots_at_visitors;
    server->grace = plan->grace > 0 ? plan->grace : SR_HOST_GRACE;
    /* the directory of a shared store is where orders are taken */
    if (plan->store && !sr_directory_take(plan->directory, &server->guard, error))
        return false;
    server->store = sr_store_open(plan->store ? plan->store : plan->directory, error);
    if (!server->store)
        return false;
    server->cluster = sr_cluster_open(server, error);
    if (!server->cluster && error->problem != SR_FINE)
        return false;
    server->rooms = sr_rooms_open(server);
    server->limits = sr_limits_open();
    server->patience = sr_patience_open();
    server->crowd = sr_crowd_open();
    server->puzzles = sr_puzzles_open();
    if (!server->puzzles || !server->rooms || !server->limits || !server->patience ||
        !server->crowd || !(server->logging = sr_log_open()))
        return sr_fail(error, SR_PROBLEM_MEMORY, NULL);
    find_key(server);
    /* these two set server->bots and server->http themselves, since their threads read them at once
     */
    return sr_bots_open(server, plan->bot_threads > 0 ? (int)plan->bot_threads : BOT_THREADS,
                        error) &&
           (server->clocks = sr_clocks_open(server, error)) &&
           (server->scribes = sr_scribes_open(error)) &&
           (server->sockets = sr_sockets_open(server, error)) &&
           sr_http_open(server, plan->address, address, size, error) &&
           open_control(server, plan->directory) &&
           (!server->cluster || sr_cluster_start(server->cluster, error));
}

struct sr_server *sr_server_start(const struct sr_server_plan *plan, char *address, size_t size,
                                  struct sr_error *error) {
    struct sr_server *server = calloc(1, sizeof *server);
    if (!server || !sr_guard_open()) {
        free(server);
        sr_fail(error, SR_PROBLEM_MEMORY, NULL);
        return NULL;
    }
    server->guard = -1;
    *error = (struct sr_error){0};
    raise_file_limit();
    if (start_all(server, plan, address, size, error))
        return server;
    sr_server_stop(server);
    return NULL;
}

void sr_server_stop(struct sr_server *server) {
    sr_control_close(server->control);
    sr_cluster_drain(server->cluster, true);
    sr_cluster_stop(server->cluster);
    sr_http_quiet(server->http);
    sr_sockets_stop(server->sockets);
    sr_http_close(server->http);
    sr_sockets_close(server->sockets);
    sr_workers_close(server->scribes);
    sr_clocks_close(server->clocks);
    sr_bots_close(server->bots);
    sr_puzzles_close(server->puzzles);
    server->bots = NULL; /* tables that are loaded to be saved ask for none any more */
    if (server->http && !server->cluster)
        sr_rooms_save_all(server);
    sr_cluster_close(server->cluster);
    sr_rooms_close(server->rooms);
    sr_limits_close(server->limits);
    sr_patience_close(server->patience);
    sr_store_close(server->store);
    sr_crowd_close(server->crowd);
    if (server->logging)
        sr_log_close();
    if (server->guard >= 0)
        close(server->guard);
    free(server);
}
