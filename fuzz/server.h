/* A whole server inside a fuzz target, with a person and tables that inputs can name:
 *   cookie     serai=1111... (64 times 1)
 *   tables     fuzzplaying1 (the person against a bot), fuzzwaiting1 (code fuzzwaitcode) */
#ifndef FUZZ_SERVER_H
#define FUZZ_SERVER_H

#include "games/games.h"
#include "server/crowd.h"
#include "server/room.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* After so many inputs the server is started anew, stopping it on the way: stops are tried too, and
 * tables are never long over. */
enum { FUZZ_INPUTS_A_SERVER = 1000, FUZZ_ANSWER_BYTES = 1 << 20 };

static struct sr_server *fuzz_server;
static struct sr_person fuzz_person;
static char fuzz_address[300], fuzz_directory[64];
static char fuzz_answer[FUZZ_ANSWER_BYTES + 1];

static inline void fuzz_promise(bool kept, const char *promise) {
    if (kept)
        return;
    fprintf(stderr, "broken promise: %s\n", promise);
    abort();
}

static inline void fuzz_close(void) {
    static const char *const files[] = {"serai.sqlite", "serai.sqlite-wal", "serai.sqlite-shm",
                                        "serai.lock", "serai.socket"};
    char path[128];
    if (fuzz_server)
        sr_server_stop(fuzz_server);
    fuzz_server = NULL;
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) {
        snprintf(path, sizeof path, "%s/%s", fuzz_directory, files[i]);
        unlink(path);
    }
    rmdir(fuzz_directory);
}

static inline void fuzz_add_table(const char *id, const char *code, const char *other,
                                  enum sr_table_status status) {
    struct sr_table_row row = {.rules = sr_game_find("dunhuang")->rules, .seats = 2, .open = true};
    snprintf(row.id, sizeof row.id, "%s", id);
    snprintf(row.code, sizeof row.code, "%s", code);
    snprintf(row.game, sizeof row.game, "dunhuang");
    snprintf(row.clock, sizeof row.clock, "none");
    memset(row.seed, 7, sizeof row.seed);
    row.host = row.chair[0].person = fuzz_person.id;
    snprintf(row.chair[0].name, sizeof row.chair[0].name, "Fuzz");
    snprintf(row.chair[1].bot, sizeof row.chair[1].bot, "%s", other);
    row.status = status;
    fuzz_promise(sr_store_add_table(fuzz_server->store, &row) == SR_STORE_DONE, "a table is kept");
}

/* What is kept of the token that every request brings. */
static inline void fuzz_token(uint8_t hash[SR_TOKEN_HASH_BYTES]) {
    uint8_t token[SR_TOKEN_BYTES];
    memset(token, 0x11, sizeof token);
    sr_token_hash(token, hash);
}

/* A server that is ready for the next input. */
static inline void fuzz_open(void) {
    static int inputs;
    if (fuzz_server && inputs++ % FUZZ_INPUTS_A_SERVER != 0)
        return;
    if (fuzz_server)
        fuzz_close();
    else
        atexit(fuzz_close);
    signal(SIGPIPE, SIG_IGN);
    snprintf(fuzz_directory, sizeof fuzz_directory, "%s/serai-fuzz-XXXXXX",
             access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp");
    fuzz_promise(mkdtemp(fuzz_directory) != NULL, "there is a directory");
    struct sr_error error = {0};
    struct sr_server_plan plan = {.address = "127.0.0.1:0", .directory = fuzz_directory};
    fuzz_server = sr_server_start(&plan, fuzz_address, sizeof fuzz_address, &error);
    fuzz_promise(fuzz_server != NULL, "the server starts");
    uint8_t hash[SR_TOKEN_HASH_BYTES];
    fuzz_token(hash);
    fuzz_promise(sr_store_add_person(fuzz_server->store, "Fuzz", hash, &fuzz_person) ==
                     SR_STORE_DONE,
                 "a person is kept");
    fuzz_add_table("fuzzplaying1", "fuzzplaycode", "random", SR_TABLE_PLAYING);
    fuzz_add_table("fuzzwaiting1", "fuzzwaitcode", "", SR_TABLE_WAITING);
}

static inline void fuzz_send(int fd, const void *bytes, size_t count) {
    for (const char *at = bytes; count > 0;) {
        ssize_t sent = send(fd, at, count, MSG_NOSIGNAL);
        if (sent <= 0)
            return; /* it hung up on us, as it may */
        at += sent;
        count -= (size_t)sent;
    }
}

/* Is there something to read within that time? The fuzzer's own alarm clock interrupts waiting. */
static inline bool fuzz_wait(int fd, int milliseconds) {
    struct pollfd wait = {.fd = fd, .events = POLLIN};
    int ready;
    do
        ready = poll(&wait, 1, milliseconds);
    while (ready < 0 && errno == EINTR);
    return ready > 0;
}

/* Reads what comes until the end, or until nothing comes for a while. */
static inline size_t fuzz_receive(int fd, size_t length, int milliseconds) {
    while (length < FUZZ_ANSWER_BYTES && fuzz_wait(fd, milliseconds)) {
        ssize_t got = recv(fd, fuzz_answer + length, FUZZ_ANSWER_BYTES - length, 0);
        if (got <= 0)
            break;
        length += (size_t)got;
    }
    fuzz_answer[length] = '\0';
    return length;
}

static inline void fuzz_expect_json(const char *text, size_t length) {
    json_error_t fault;
    json_t *object = json_loadb(text, length, JSON_REJECT_DUPLICATES, &fault);
    if (!object)
        fprintf(stderr, "%s: %.*s\n", fault.text, (int)length, text);
    fuzz_promise(json_is_object(object), "what is said is a JSON object");
    json_decref(object);
}

/* A socket at the table that is played, straight to the thread that serves them all. */
static inline void fuzz_hang_up(void *handle) {
    close(*(int *)handle);
    free(handle);
}

/* Who has left counts until what leaving leads to is done, and that may take a while when all do.
 */
static inline bool fuzz_enter(const struct sr_visitor *visitor) {
    struct sr_error error = {0};
    const struct timespec pause = {0, 1000000};
    for (int tries = 0; tries < 20000; tries++) {
        if (sr_crowd_enter(fuzz_server->crowd, &visitor->person, visitor->table, &error))
            return true;
        nanosleep(&pause, NULL);
    }
    return false;
}

static inline int fuzz_socket(void) {
    int pair[2], *handle = malloc(sizeof *handle);
    struct sr_visitor visitor = {.person = fuzz_person, .table = "fuzzplaying1", .after = -1};
    snprintf(visitor.address, sizeof visitor.address, "fuzz");
    fuzz_token(visitor.token_hash);
    sr_limits_forget(fuzz_server->limits); /* floods are tried elsewhere */
    fuzz_promise(fuzz_enter(&visitor), "there is room for a socket");
    fuzz_promise(handle && socketpair(AF_UNIX, SOCK_STREAM, 0, pair) == 0, "there are sockets");
    *handle = pair[1];
    fuzz_promise(
        sr_sockets_add(fuzz_server->sockets, &visitor, pair[1], NULL, 0, fuzz_hang_up, handle),
        "a socket is taken");
    return pair[0];
}

/* Every text frame of an answer is JSON. Returns whether one begins with `wanted`. */
static inline bool fuzz_read_frames(size_t length, const char *wanted) {
    const uint8_t *bytes = (const uint8_t *)fuzz_answer;
    bool found = false;
    for (size_t at = 0; at + 2 <= length;) {
        size_t head = bytes[at + 1] == 127 ? 10 : bytes[at + 1] == 126 ? 4 : 2;
        size_t text = head == 2 ? bytes[at + 1] : 0;
        if (at + head > length)
            break;
        for (size_t i = 2; i < head; i++)
            text = text << 8 | bytes[at + i];
        if (at + head + text > length)
            break;
        if ((bytes[at] & 15) == 1) {
            fuzz_expect_json(fuzz_answer + at + head, text);
            size_t least = strlen(wanted);
            found = found || (text >= least && memcmp(bytes + at + head, wanted, least) == 0);
        }
        at += head + text;
    }
    return found;
}

#endif
