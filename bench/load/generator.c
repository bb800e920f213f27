/* Puts load on a running server and measures what it does.
 *
 *   load PORT tables=1000 people=2 game=dunhuang rate=2000 seconds=20 seed=1 out=FILE
 *     makes tables, seats people at them who play random legal moves, so many a second in all, and
 *     says how long it takes from the moment when a move is due until the server says that it is
 *     durable. rate=0: every table moves as soon as it can.
 *   load PORT tables=100 people=2 watchers=10000 rate=-1 seconds=5
 *     nobody moves and nobody who plays is connected: opens sockets that only watch, and keeps them
 *     open. A line "made N" says that the tables are there, a line "open N" that the sockets are.
 */
#include "../../tests/support/peer.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

enum {
    MOST_PEOPLE = 6,
    EVENTS_AT_ONCE = 256,
    BUCKETS = 20000, /* of a tenth of a millisecond */
    MOVE_BYTES = 256,
    TABLES_A_HOST = 40
};

struct plan {
    int port, tables, people, watchers, rate, seconds;
    int first; /* number of the first person, from which addresses follow */
    uint32_t seed;
    const char *game, *out;
};

struct seat {
    struct peer peer;
    struct person person;
    long long number; /* of the last event */
    char move[MOVE_BYTES];
    bool ready, waiting, done;
    int64_t due; /* when the move that is under way should have been sent, in microseconds */
};

struct load {
    struct plan plan;
    struct line line;
    int epoll;
    uint32_t people_made;
    char (*table)[TABLE_BYTES];
    struct seat *seat; /* those who play, then those who watch */
    int seats, open;
    uint32_t dice;
    struct seat **queue; /* a ring of those who can move */
    int queue_first, queue_count;
    long long moves, errors, gone, finished, late_sends;
    long bucket[BUCKETS];
    int64_t longest;
};

static int64_t microseconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000000 + now.tv_nsec / 1000;
}

static uint32_t draw(struct load *load, uint32_t below) {
    load->dice ^= load->dice << 13;
    load->dice ^= load->dice >> 17;
    load->dice ^= load->dice << 5;
    return below > 0 ? load->dice % below : 0;
}

static void fail(const struct load *load, const char *what) {
    fprintf(stderr, "load: %s: %s\n%.400s\n", what, strerror(errno), load->line.answer);
    exit(1);
}

/* ---- setting up ---- */

static void make_table(struct load *load, int index, const struct person *host) {
    char body[256], path[80], code[CODE_BYTES], seats[128] = "\"me\"";
    const struct plan *plan = &load->plan;
    for (int i = 1; i < plan->people; i++)
        strcat(seats, ",\"free\"");
    if (plan->people == 1)
        strcat(seats, ",\"random\"");
    snprintf(body, sizeof body, "{\"game\":\"%s\",\"seats\":[%s],\"open\":true}", plan->game,
             seats);
    if (!line_ask(&load->line, host, "POST", "/api/v1/tables", body) ||
        !line_find(&load->line, "\"id\":\"", load->table[index], TABLE_BYTES) ||
        !line_find(&load->line, "\"code\":\"", code, sizeof code))
        fail(load, "cannot make a table");
    snprintf(body, sizeof body, "{\"code\":\"%s\"}", code);
    for (int i = 1; i < plan->people; i++) {
        struct seat *seat = &load->seat[index * plan->people + i];
        if (!line_sign_in(&load->line, &seat->person, load->people_made++) ||
            !line_ask(&load->line, &seat->person, "POST", "/api/v1/join", body))
            fail(load, "cannot join");
    }
    snprintf(path, sizeof path, "/api/v1/tables/%s/start", load->table[index]);
    if (!line_ask(&load->line, host, "POST", path, "{}"))
        fail(load, "cannot start");
}

static void listen_to(struct load *load, struct seat *seat, int table) {
    if (!peer_open(&seat->peer, load->plan.port, &seat->person, load->table[table], ""))
        fail(load, "cannot open a socket");
    seat->peer.table = (uint32_t)table;
    struct epoll_event event = {.events = EPOLLIN, .data.ptr = seat};
    if (epoll_ctl(load->epoll, EPOLL_CTL_ADD, seat->peer.fd, &event) != 0)
        fail(load, "epoll");
    load->open++;
}

static void make_tables(struct load *load) {
    struct person host = {0};
    for (int i = 0; i < load->plan.tables; i++) {
        if (i % TABLES_A_HOST == 0 && !line_sign_in(&load->line, &host, load->people_made++))
            fail(load, "cannot sign in");
        make_table(load, i, &host);
        load->seat[i * load->plan.people].person = host;
    }
}

/* ---- messages ---- */

static void enqueue(struct load *load, struct seat *seat) {
    seat->ready = true;
    load->queue[(load->queue_first + load->queue_count++) % load->seats] = seat;
}

/* Any of the moves that a message lists. They are the last thing in it that lists moves. */
static bool choose_move(struct load *load, struct seat *seat, const char *message) {
    static const char open[] = "\"moves\":[{\"move\":\"", one[] = "{\"move\":\"";
    const char *list = NULL;
    for (const char *at = message; (at = strstr(at, open)); at++)
        list = at + 9;
    if (!list)
        return false;
    uint32_t count = 0;
    for (const char *at = list; (at = strstr(at, one)); at++)
        count++;
    const char *chosen = list;
    for (uint32_t skip = draw(load, count); skip > 0; skip--)
        chosen = strstr(chosen + 1, one);
    chosen += sizeof one - 1;
    size_t length = strcspn(chosen, "\"");
    if (length >= sizeof seat->move)
        return false;
    memcpy(seat->move, chosen, length);
    seat->move[length] = '\0';
    return true;
}

static void note_latency(struct load *load, const struct seat *seat) {
    int64_t took = microseconds() - seat->due;
    int64_t bucket = took / 100;
    load->bucket[bucket < BUCKETS ? bucket : BUCKETS - 1]++;
    if (took > load->longest)
        load->longest = took;
    load->moves++;
}

static long long number_in(const char *message) {
    const char *at = strstr(message, "\"number\":");
    return at ? strtoll(at + 9, NULL, 10) : -1;
}

static void take_message(struct load *load, struct seat *seat, const char *message) {
    static const char type[] = "{\"type\":\"";
    const char *kind =
        strncmp(message, type, sizeof type - 1) == 0 ? message + sizeof type - 1 : "";
    if (strncmp(kind, "done\"", 5) == 0) {
        note_latency(load, seat);
        seat->waiting = false;
    } else if (strncmp(kind, "error\"", 6) == 0) {
        load->errors++;
        seat->waiting = false;
        fprintf(stderr, "load: %s\n", message);
    } else if (strncmp(kind, "event\"", 6) == 0 || strncmp(kind, "view\"", 5) == 0) {
        seat->number = number_in(message);
        seat->ready = false;
        if (choose_move(load, seat, message))
            seat->ready = true;
    } else if (strncmp(kind, "table\"", 6) == 0 && strstr(message, "\"status\":\"finished\"")) {
        load->finished += !seat->done;
        seat->done = true;
    }
}

static void hear(struct load *load, struct seat *seat) {
    bool closed = !peer_read(&seat->peer);
    const char *message;
    while ((message = peer_next(&seat->peer, &closed)))
        take_message(load, seat, message);
    if (closed) {
        peer_close(&seat->peer);
        load->gone++;
        load->open--;
        return;
    }
    /* what it can play was heard; its own last move must have been answered as well */
    if (seat->ready && !seat->waiting) {
        seat->waiting = true;
        enqueue(load, seat);
    }
}

static void listen_for(struct load *load, int64_t until) {
    struct epoll_event event[EVENTS_AT_ONCE];
    int64_t left = until - microseconds();
    int timeout = left <= 0 ? 0 : (int)((left + 999) / 1000);
    int count = epoll_wait(load->epoll, event, EVENTS_AT_ONCE, timeout);
    for (int i = 0; i < count; i++)
        hear(load, event[i].data.ptr);
}

/* ---- playing ---- */

static void send_move(struct load *load, int64_t due) {
    char message[MOVE_BYTES + 64];
    struct seat *seat = load->queue[load->queue_first];
    load->queue_first = (load->queue_first + 1) % load->seats;
    load->queue_count--;
    int length =
        snprintf(message, sizeof message, "{\"type\":\"move\",\"move\":\"%s\",\"after\":%lld}",
                 seat->move, seat->number);
    seat->ready = false;
    seat->due = due;
    if (seat->peer.fd < 0 || !peer_send(&seat->peer, message, (size_t)length))
        load->errors++;
}

static void play(struct load *load) {
    const struct plan *plan = &load->plan;
    int64_t start = microseconds(), end = start + (int64_t)plan->seconds * 1000000;
    int64_t due = start, step = plan->rate ? 1000000 / plan->rate : 0;
    for (int64_t now = start; now < end; now = microseconds()) {
        while (load->queue_count > 0 && (plan->rate == 0 || due <= now)) {
            load->late_sends += plan->rate && now - due > 1000;
            send_move(load, plan->rate ? due : now);
            due += step;
        }
        int64_t until = plan->rate && load->queue_count > 0 ? due : now + 5000;
        listen_for(load, until < end ? until : end);
    }
    /* what is under way is waited for, so that no late answer is left out */
    for (int64_t last = end + 5000000; microseconds() < last;) {
        bool any = false;
        for (int i = 0; i < load->seats && !any; i++)
            any = load->seat[i].waiting && !load->seat[i].ready && load->seat[i].peer.fd >= 0;
        if (!any)
            break;
        listen_for(load, microseconds() + 10000);
    }
}

/* ---- what was seen ---- */

static double quantile(const struct load *load, double part) {
    double wanted = part * (double)load->moves, sum = 0;
    for (int i = 0; i < BUCKETS; i++)
        if ((sum += (double)load->bucket[i]) >= wanted && sum > 0)
            return (i + 1) / 10.0;
    return (double)BUCKETS / 10;
}

static void write_figures(const struct load *load, FILE *out) {
    const struct plan *plan = &load->plan;
    fprintf(out,
            "{\"game\":\"%s\",\"tables\":%d,\"sockets\":%d,\"asked_a_second\":%d,\"seconds\":%d,"
            "\"moves\":%lld,\"a_second\":%.0f,\"errors\":%lld,\"gone\":%lld,\"finished\":%lld,"
            "\"p50\":%.1f,\"p90\":%.1f,\"p99\":%.1f,\"p999\":%.1f,\"longest\":%.1f",
            plan->game, plan->tables, load->open, plan->rate, plan->seconds, load->moves,
            (double)load->moves / plan->seconds, load->errors, load->gone, load->finished,
            quantile(load, 0.5), quantile(load, 0.9), quantile(load, 0.99), quantile(load, 0.999),
            (double)load->longest / 1000);
    fprintf(out, ",\"tenths\":{");
    const char *comma = "";
    for (int i = 0; i < BUCKETS; i++)
        if (load->bucket[i]) {
            fprintf(out, "%s\"%d\":%ld", comma, i, load->bucket[i]);
            comma = ",";
        }
    fprintf(out, "}}\n");
}

static void watch(struct load *load) {
    for (int i = 0; i < load->plan.watchers; i++) {
        struct seat *seat = &load->seat[load->seats + i];
        seat->person.number = 0x100000 + (uint32_t)i;
        listen_to(load, seat, i % load->plan.tables);
        listen_for(load, 0);
    }
}

static bool read_plan(struct plan *plan, int count, char **words) {
    plan->port = count > 1 ? atoi(words[1]) : 0;
    for (int i = 2; i < count; i++) {
        char *value = strchr(words[i], '=');
        if (!value)
            return false;
        *value++ = '\0';
        struct {
            const char *name;
            int *number;
        } numbers[] = {{"tables", &plan->tables},     {"people", &plan->people},
                       {"watchers", &plan->watchers}, {"rate", &plan->rate},
                       {"seconds", &plan->seconds},   {"first", &plan->first}};
        bool known = false;
        for (size_t k = 0; k < sizeof numbers / sizeof numbers[0]; k++)
            if (strcmp(words[i], numbers[k].name) == 0) {
                *numbers[k].number = atoi(value);
                known = true;
            }
        if (strcmp(words[i], "game") == 0)
            plan->game = value;
        else if (strcmp(words[i], "out") == 0)
            plan->out = value;
        else if (strcmp(words[i], "seed") == 0)
            plan->seed = (uint32_t)strtoul(value, NULL, 10);
        else if (!known)
            return false;
    }
    return plan->port > 0 && plan->tables > 0 && plan->people > 0 && plan->people <= MOST_PEOPLE;
}

int main(int count, char **words) {
    static struct load load = {
        .plan = {
            .tables = 10, .people = 2, .rate = 100, .seconds = 5, .seed = 1, .game = "dunhuang"}};
    if (!read_plan(&load.plan, count, words)) {
        fprintf(stderr,
                "usage: load PORT [tables=N people=1-6 watchers=N rate=N seconds=N game=NAME "
                "seed=N first=N out=FILE]\n");
        return 2;
    }
    struct rlimit files;
    getrlimit(RLIMIT_NOFILE, &files);
    files.rlim_cur = files.rlim_max;
    setrlimit(RLIMIT_NOFILE, &files);
    const struct plan *plan = &load.plan;
    load.dice = plan->seed * 2654435761u + 1;
    load.people_made = (uint32_t)plan->first;
    load.seats = plan->tables * plan->people;
    load.table = calloc((size_t)plan->tables, sizeof *load.table);
    load.seat = calloc((size_t)(load.seats + plan->watchers), sizeof *load.seat);
    load.queue = calloc((size_t)load.seats, sizeof(struct seat *));
    load.epoll = epoll_create1(EPOLL_CLOEXEC);
    if (!load.table || !load.seat || !load.queue || load.epoll < 0 ||
        !line_open(&load.line, plan->port))
        fail(&load, "cannot begin");
    make_tables(&load);
    printf("made %d\n", plan->tables);
    fflush(stdout);
    for (int i = 0; plan->rate >= 0 && i < load.seats; i++) {
        listen_to(&load, &load.seat[i], i / plan->people);
        listen_for(&load, 0);
    }
    watch(&load);
    listen_for(&load, microseconds() + 1000000);
    printf("open %d\n", load.open);
    fflush(stdout);
    if (plan->rate >= 0)
        play(&load);
    else
        for (int64_t end = microseconds() + (int64_t)plan->seconds * 1000000; microseconds() < end;)
            listen_for(&load, end);
    FILE *out = plan->out ? fopen(plan->out, "w") : stdout;
    if (!out)
        fail(&load, "cannot write the figures");
    write_figures(&load, out);
    fclose(out);
    return load.errors || load.gone ? 1 : 0;
}
