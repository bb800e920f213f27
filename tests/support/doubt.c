/* See doubt.h. A thread takes connections, and each has one that carries bytes both ways. */
#include "doubt.h"

#include <poll.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

enum { BYTES = 65536, MOST_WORDS = 32, DIRECTORY_BYTES = 90 /* a socket below it must fit */ };

struct doubt {
    char directory[DIRECTORY_BYTES], to[DIRECTORY_BYTES];
    int listens;
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t quiet;
    int carriers; /* connections there are */
    enum loss loss;
    char words[MOST_WORDS];
    int losses;
};

struct carrier {
    struct doubt *doubt;
    int program, database;
    char bytes[BYTES];
};

static bool socket_path(const char *directory, struct sockaddr_un *address) {
    *address = (struct sockaddr_un){.sun_family = AF_UNIX};
    return snprintf(address->sun_path, sizeof address->sun_path, "%s/.s.PGSQL.5432", directory) <
           (int)sizeof address->sun_path;
}

static bool has_words(const char *bytes, size_t count, const char *words) {
    size_t length = strlen(words);
    for (size_t i = 0; i + length <= count; i++)
        if (memcmp(bytes + i, words, length) == 0)
            return true;
    return false;
}

static bool pass(int to, const char *bytes, ssize_t count) {
    for (ssize_t sent = 0; sent < count;) {
        ssize_t now = send(to, bytes + sent, (size_t)(count - sent), MSG_NOSIGNAL);
        if (now <= 0)
            return false;
        sent += now;
    }
    return true;
}

/* Is this the moment? Then what is lost, once. */
static enum loss strikes(struct doubt *doubt, const char *bytes, ssize_t count) {
    pthread_mutex_lock(&doubt->lock);
    enum loss loss = doubt->loss;
    if (loss != LOSE_NOTHING && has_words(bytes, (size_t)count, doubt->words)) {
        doubt->loss = LOSE_NOTHING;
        doubt->losses++;
    } else {
        loss = LOSE_NOTHING;
    }
    pthread_mutex_unlock(&doubt->lock);
    return loss;
}

/* The database is ready for the next question: it has done what it was asked. */
static void await_answer(struct carrier *carrier) {
    static const char ready[] = {'Z', 0, 0, 0, 5};
    size_t known = 0;
    for (;;) {
        ssize_t count = recv(carrier->database, carrier->bytes + known, BYTES - known, 0);
        if (count <= 0)
            return;
        known += (size_t)count;
        for (size_t i = 0; i + sizeof ready <= known; i++)
            if (memcmp(carrier->bytes + i, ready, sizeof ready) == 0)
                return;
        if (known == BYTES)
            known = 0;
    }
}

static bool from_program(struct carrier *carrier) {
    ssize_t count = recv(carrier->program, carrier->bytes, BYTES, 0);
    if (count <= 0)
        return false;
    enum loss loss = strikes(carrier->doubt, carrier->bytes, count);
    if (loss == LOSE_QUESTION || !pass(carrier->database, carrier->bytes, count))
        return false;
    if (loss == LOSE_ANSWER)
        await_answer(carrier);
    return loss == LOSE_NOTHING;
}

static bool from_database(struct carrier *carrier) {
    ssize_t count = recv(carrier->database, carrier->bytes, BYTES, 0);
    return count > 0 && pass(carrier->program, carrier->bytes, count);
}

static void *carry(void *context) {
    struct carrier *carrier = context;
    struct doubt *doubt = carrier->doubt;
    struct pollfd wait[] = {{.fd = carrier->program, .events = POLLIN},
                            {.fd = carrier->database, .events = POLLIN}};
    bool whole = carrier->database >= 0;
    while (whole && poll(wait, 2, -1) > 0)
        whole = (!wait[0].revents || from_program(carrier)) &&
                (!wait[1].revents || from_database(carrier));
    close(carrier->program);
    if (carrier->database >= 0)
        close(carrier->database);
    free(carrier);
    pthread_mutex_lock(&doubt->lock);
    doubt->carriers--;
    pthread_cond_broadcast(&doubt->quiet);
    pthread_mutex_unlock(&doubt->lock);
    return NULL;
}

static int connect_to(const char *directory) {
    struct sockaddr_un address;
    int to = socket(AF_UNIX, SOCK_STREAM, 0);
    if (to >= 0 && socket_path(directory, &address) &&
        connect(to, (const struct sockaddr *)&address, sizeof address) == 0)
        return to;
    if (to >= 0)
        close(to);
    return -1;
}

static void *take(void *context) {
    struct doubt *doubt = context;
    for (;;) {
        int program = accept(doubt->listens, NULL, NULL);
        struct carrier *carrier = program >= 0 ? calloc(1, sizeof *carrier) : NULL;
        pthread_t thread;
        if (!carrier)
            return NULL; /* it is closed */
        *carrier =
            (struct carrier){.doubt = doubt, .program = program, .database = connect_to(doubt->to)};
        pthread_mutex_lock(&doubt->lock);
        doubt->carriers++;
        pthread_mutex_unlock(&doubt->lock);
        if (pthread_create(&thread, NULL, carry, carrier) != 0)
            abort();
        pthread_detach(thread);
    }
}

/* "postgres://...?host=DIRECTORY&options=...", with another directory. */
static bool lead_through(struct house *house, struct doubt *doubt) {
    char *host = strstr(house->place, "?host="), rest[PATH_BYTES];
    if (!host)
        return false;
    host += strlen("?host=");
    size_t length = strcspn(host, "&");
    snprintf(rest, sizeof rest, "%s", host + length);
    snprintf(doubt->to, sizeof doubt->to, "%.*s", (int)length, host);
    size_t room = sizeof house->place - (size_t)(host - house->place);
    return snprintf(host, room, "%s%s", doubt->directory, rest) < (int)room;
}

struct doubt *doubt_open(struct house *house) {
    struct doubt *doubt = calloc(1, sizeof *doubt);
    struct sockaddr_un address;
    if (!doubt)
        return NULL;
    pthread_mutex_init(&doubt->lock, NULL);
    pthread_cond_init(&doubt->quiet, NULL);
    snprintf(doubt->directory, sizeof doubt->directory, "/tmp/serai-doubt-XXXXXX");
    doubt->listens = socket(AF_UNIX, SOCK_STREAM, 0);
    bool fine = mkdtemp(doubt->directory) && socket_path(doubt->directory, &address) &&
                bind(doubt->listens, (const struct sockaddr *)&address, sizeof address) == 0 &&
                listen(doubt->listens, 64) == 0 && lead_through(house, doubt) &&
                pthread_create(&doubt->thread, NULL, take, doubt) == 0;
    if (!fine)
        abort();
    reopen(house);
    return doubt;
}

void doubt_close(struct doubt *doubt) {
    struct sockaddr_un address;
    shutdown(doubt->listens, SHUT_RDWR);
    pthread_join(doubt->thread, NULL);
    close(doubt->listens);
    pthread_mutex_lock(&doubt->lock);
    while (doubt->carriers > 0) /* whoever used it has closed their store */
        pthread_cond_wait(&doubt->quiet, &doubt->lock);
    pthread_mutex_unlock(&doubt->lock);
    socket_path(doubt->directory, &address);
    unlink(address.sun_path);
    rmdir(doubt->directory);
    pthread_mutex_destroy(&doubt->lock);
    pthread_cond_destroy(&doubt->quiet);
    free(doubt);
}

void doubt_arm(struct doubt *doubt, enum loss loss, const char *words) {
    pthread_mutex_lock(&doubt->lock);
    doubt->loss = loss;
    snprintf(doubt->words, sizeof doubt->words, "%s", words);
    pthread_mutex_unlock(&doubt->lock);
}

int doubt_losses(struct doubt *doubt) {
    pthread_mutex_lock(&doubt->lock);
    int losses = doubt->losses;
    pthread_mutex_unlock(&doubt->lock);
    return losses;
}
