/* For those who look after the server: is it well, and what does it do. */
#include "routes.h"
#include "server/problems.h"

#include "store/latency.h"

#include <stdio.h>

/* ---- health ---- */

/* Reading works on a full disk too, so something is written; not more often than twice a second,
 * whoever asks. */
enum { BEAT_EVERY = 500 };

static enum sr_store_answer beat(struct sr_server *server) {
    int64_t now = sr_milliseconds();
    long long last = atomic_load(&server->beat_at);
    if (now - last < BEAT_EVERY || !atomic_compare_exchange_strong(&server->beat_at, &last, now))
        return (enum sr_store_answer)atomic_load(&server->beat);
    enum sr_store_answer answer = sr_store_beat(server->store);
    atomic_store(&server->beat, (int)answer);
    return answer;
}

bool sr_route_tell_health(const struct sr_request *request, const char *id, struct sr_reply *reply,
                          struct sr_error *error) {
    (void)id;
    if (atomic_load(&request->server->draining))
        return sr_fail(error, SR_PROBLEM_DRAINING, NULL);
    if (beat(request->server) != SR_STORE_DONE)
        return sr_fail(error, SR_PROBLEM_STORE_BROKEN, NULL);
    sr_buffer_add(&reply->text, "{\"status\":\"ok\",\"version\":\"" SERAI_VERSION "\"}");
    return true;
}

/* ---- metrics, as Prometheus reads them ---- */

/* Labels are "" or {name="value"}. */
static void add_metric(struct sr_buffer *out, const char *name, const char *labels, int64_t value) {
    sr_buffer_add(out, "serai_");
    sr_buffer_add(out, name);
    sr_buffer_add(out, labels);
    sr_buffer_add(out, " ");
    sr_buffer_add_number(out, value);
    sr_buffer_add(out, "\n");
}

static void add_waiting(struct sr_buffer *out, const char *queue, int64_t value) {
    char labels[64];
    snprintf(labels, sizeof labels, "{queue=\"%s\"}", queue);
    add_metric(out, "waiting", labels, value);
}

/* Counts up to each bound, and the sum; both in seconds. */
static void add_histogram(struct sr_buffer *out, const char *name,
                          const struct sr_latency *latency) {
    char line[128];
    uint64_t count = 0;
    int64_t bound = SR_LATENCY_FIRST;
    for (int i = 0; i < SR_LATENCY_BUCKETS; i++, bound *= 2) {
        count += atomic_load(&latency->count[i]);
        if (i == SR_LATENCY_BUCKETS - 1)
            snprintf(line, sizeof line, "%s_seconds_bucket{le=\"+Inf\"}", name);
        else
            snprintf(line, sizeof line, "%s_seconds_bucket{le=\"%lld.%06lld\"}", name,
                     (long long)(bound / 1000000), (long long)(bound % 1000000));
        add_metric(out, line, "", (int64_t)count);
    }
    unsigned long long sum = atomic_load(&latency->sum);
    snprintf(line, sizeof line, "serai_%s_seconds_sum %llu.%06llu\n", name, sum / 1000000,
             sum % 1000000);
    sr_buffer_add(out, line);
    snprintf(line, sizeof line, "%s_seconds_count", name);
    add_metric(out, line, "", (int64_t)count);
}

static void add_queues(struct sr_buffer *out, const struct sr_server *server) {
    static const char *const lanes[SR_LANES] = {[SR_LANE_ROOMS] = "requests",
                                                [SR_LANE_CHANGES] = "changes",
                                                [SR_LANE_REPLAYS] = "replays",
                                                [SR_LANE_PASSWORDS] = "passwords"};
    for (int rank = 0; sr_bots_rank_name(rank); rank++) {
        char queue[32];
        snprintf(queue, sizeof queue, "bots_%s", sr_bots_rank_name(rank));
        add_waiting(out, queue, sr_bots_waiting(server->bots, rank));
    }
    for (int lane = 0; lane < SR_LANES; lane++)
        add_waiting(out, lanes[lane], sr_http_waiting(server->http, (enum sr_lane)lane));
    add_waiting(out, "sockets", sr_sockets_waiting(server->sockets));
    add_waiting(out, "stored", sr_workers_waiting(server->scribes));
    add_waiting(out, "messages", sr_sockets_unheard(server->sockets));
    add_waiting(out, "commits", sr_store_waiting(server->store));
    add_metric(out, "unread_bytes", "", sr_sockets_unread(server->sockets));
}

bool sr_route_tell_metrics(const struct sr_request *request, const char *id, struct sr_reply *reply,
                           struct sr_error *error) {
    struct sr_server *server = request->server;
    struct sr_buffer *out = &reply->text;
    uint64_t commits, changes;
    (void)id;
    (void)error;
    reply->type = "text/plain; version=0.0.4";
    for (int i = 0; i < SR_COUNTERS; i++)
        add_metric(out, sr_counter_name((enum sr_counter)i), "", sr_counted((enum sr_counter)i));
    sr_store_counts(server->store, &commits, &changes);
    add_metric(out, "store_commits_total", "", (int64_t)commits);
    add_metric(out, "store_changes_total", "", (int64_t)changes);
    add_metric(out, "store_failures_total", "", (int64_t)sr_store_failures(server->store));
    add_metric(out, "rooms", "", sr_rooms_count(server->rooms));
    add_queues(out, server);
    for (int i = 0; i < SR_MEASURES; i++)
        add_histogram(out, sr_measure_name((enum sr_measure)i), sr_measured((enum sr_measure)i));
    add_histogram(out, "commit", sr_store_latency(server->store));
    return true;
}
