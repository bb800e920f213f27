/* Orders over a local socket, for whoever may open it: the owner of the store's directory. One line
 * in, "ban 17", one line out: "done", or a problem as its word and arguments, which whoever asked
 * says in their own language. One order at a time, and whoever dawdles is cut off. */
#include "cluster.h"
#include "room.h"
#include "server/problems.h"
#include "store/problems.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/un.h>
#include <unistd.h>

enum { ORDER_SECONDS = 5 };

struct sr_control {
    struct sr_server *server;
    int listening;
    char path[sizeof(((struct sockaddr_un *)0)->sun_path)];
    pthread_t thread;
};

/* ---- orders ---- */

static bool close_table(struct sr_server *server, const char *what, struct sr_error *error) {
    return sr_order_close(server, what, error);
}
static bool quarantine(struct sr_server *server, const char *what, struct sr_error *error) {
    return sr_order_quarantine(server, what, true, error);
}
static bool release(struct sr_server *server, const char *what, struct sr_error *error) {
    return sr_order_quarantine(server, what, false, error);
}
static bool ban(struct sr_server *server, const char *what, struct sr_error *error) {
    return sr_order_ban(server, what, true, error);
}
static bool unban(struct sr_server *server, const char *what, struct sr_error *error) {
    return sr_order_ban(server, what, false, error);
}
static bool mute(struct sr_server *server, const char *what, struct sr_error *error) {
    return sr_order_mute(server, what, true, error);
}
static bool unmute(struct sr_server *server, const char *what, struct sr_error *error) {
    return sr_order_mute(server, what, false, error);
}
static bool drain(struct sr_server *server, const char *what, struct sr_error *error) {
    (void)error;
    bool drains = strcmp(what, "off") != 0;
    atomic_store(&server->draining, drains);
    /* of many nodes others can go on with everything */
    sr_cluster_drain(server->cluster, drains);
    if (drains && server->cluster)
        sr_sockets_send_away(server->sockets);
    sr_log("info", "draining", "what", what, NULL);
    return true;
}

static const struct {
    const char *word;
    bool (*run)(struct sr_server *server, const char *what, struct sr_error *error);
} orders[] = {
    {"close", close_table}, {"quarantine", quarantine},
    {"release", release},   {"ban", ban},
    {"unban", unban},       {"mute", mute},
    {"unmute", unmute},     {"revoke", sr_order_revoke},
    {"drain", drain},
};

static bool carry_out(struct sr_server *server, char *line, struct sr_error *error) {
    char *what = strchr(line, ' ');
    if (what)
        *what++ = '\0';
    for (size_t i = 0; i < sizeof orders / sizeof *orders; i++)
        if (strcmp(orders[i].word, line) == 0)
            return orders[i].run(server, what ? what : "", error);
    return sr_fail(error, SR_PROBLEM_FLAG_VALUE, "admin", line, "close, ban, drain ...", NULL);
}

/* ---- the socket ---- */

static bool read_line(int fd, char line[SR_CONTROL_BYTES]) {
    size_t length = 0;
    while (length < SR_CONTROL_BYTES - 1) {
        ssize_t got = recv(fd, line + length, 1, 0);
        if (got < 0 && errno == EINTR)
            continue;
        if (got != 1)
            return false;
        if (line[length] == '\n') {
            line[length] = '\0';
            return true;
        }
        length++;
    }
    return false;
}

static void serve(struct sr_server *server, int fd) {
    char line[SR_CONTROL_BYTES];
    struct sr_error error = {0};
    struct timeval patience = {.tv_sec = ORDER_SECONDS};
    struct sr_buffer out = {0};
    setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
    setsockopt(fd, SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof patience);
    if (!read_line(fd, line))
        return;
    sr_buffer_add(&out, "{");
    if (carry_out(server, line, &error))
        sr_buffer_add(&out, "\"done\":true");
    for (int lang = 0; error.problem != SR_FINE && lang < SR_LANGS; lang++) {
        sr_buffer_add(&out, lang == SR_EN ? "\"en\":" : ",\"ru\":");
        sr_wire_error(&out, &error, (enum sr_lang)lang);
    }
    sr_buffer_add(&out, "}\n");
    if (!out.broken && send(fd, out.text, out.length, MSG_NOSIGNAL) < 0)
        sr_log("warning", "an order was not answered", "order", line, NULL);
    sr_buffer_free(&out);
}

static void *listen_on(void *context) {
    struct sr_control *control = context;
    for (;;) {
        int fd = accept(control->listening, NULL, NULL);
        if (fd < 0 && (errno == EINTR || errno == ECONNABORTED))
            continue;
        if (fd < 0)
            return NULL; /* it was shut down */
        serve(control->server, fd);
        close(fd);
    }
}

/* The directory is locked by this server, so what lies there is left over. */
static bool bind_at(struct sr_control *control) {
    struct sockaddr_un name = {.sun_family = AF_UNIX};
    memcpy(name.sun_path, control->path, sizeof name.sun_path);
    unlink(control->path);
    control->listening = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    mode_t before = umask(0177);
    bool bound =
        control->listening >= 0 && bind(control->listening, (const void *)&name, sizeof name) == 0;
    umask(before);
    return bound && listen(control->listening, 8) == 0;
}

struct sr_control *sr_control_open(struct sr_server *server, const char *directory,
                                   struct sr_error *error) {
    struct sr_control *control = calloc(1, sizeof *control);
    if (!control) {
        sr_fail(error, SR_PROBLEM_MEMORY, NULL);
        return NULL;
    }
    control->server = server;
    control->listening = -1;
    int length = snprintf(control->path, sizeof control->path, "%s/" SR_CONTROL_NAME, directory);
    errno = ENAMETOOLONG;
    if ((size_t)length < sizeof control->path && bind_at(control) &&
        pthread_create(&control->thread, NULL, listen_on, control) == 0)
        return control;
    sr_fail_system(error, SR_PROBLEM_LISTEN, control->path, errno);
    if (control->listening >= 0)
        close(control->listening);
    free(control);
    return NULL;
}

void sr_control_close(struct sr_control *control) {
    if (!control)
        return;
    shutdown(control->listening, SHUT_RDWR);
    pthread_join(control->thread, NULL);
    close(control->listening);
    unlink(control->path);
    free(control);
}

/* ---- from another program ---- */

/* The answer has the message in every language. */
static enum sr_ordered read_answer(const char *line, struct sr_error *error) {
    json_t *answer = json_loads(line, 0, NULL);
    enum sr_ordered ordered = SR_ORDER_REFUSED;
    if (json_is_true(json_object_get(answer, "done")))
        ordered = SR_ORDER_DONE;
    else if (json_object_get(answer, "ru"))
        sr_fail(error, SR_PROBLEM_ORDER_REFUSED,
                json_string_value(json_object_get(json_object_get(answer, "en"), "message")),
                json_string_value(json_object_get(json_object_get(answer, "ru"), "message")), NULL);
    else
        sr_fail(error, SR_PROBLEM_READ, SR_CONTROL_NAME, line, NULL);
    json_decref(answer);
    return ordered;
}

enum sr_ordered sr_control_ask(const char *directory, const char *line, struct sr_error *error) {
    struct sockaddr_un name = {.sun_family = AF_UNIX};
    char answer[SR_CONTROL_BYTES] = "";
    int length = snprintf(name.sun_path, sizeof name.sun_path, "%s/" SR_CONTROL_NAME, directory);
    int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    enum sr_ordered ordered = SR_ORDER_NOBODY;
    if (fd >= 0 && (size_t)length < sizeof name.sun_path &&
        connect(fd, (const void *)&name, sizeof name) == 0) {
        bool said = send(fd, line, strlen(line), MSG_NOSIGNAL) == (ssize_t)strlen(line) &&
                    send(fd, "\n", 1, MSG_NOSIGNAL) == 1;
        if (said && read_line(fd, answer)) {
            ordered = read_answer(answer, error);
        } else {
            sr_fail_system(error, SR_PROBLEM_READ, name.sun_path, errno);
            ordered = SR_ORDER_REFUSED;
        }
    }
    if (fd >= 0)
        close(fd);
    return ordered;
}
