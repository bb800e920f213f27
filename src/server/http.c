/* HTTP by libmicrohttpd, in threads of its own: what comes in is measured, its Origin and cookie
 * are looked at, and a route answers it. A WebSocket is handed over with its connection. */
#include "room.h"
#include "sha1.h"

#include <arpa/inet.h>
#include <errno.h>
#include <microhttpd.h>
#include <netdb.h>
#include <netinet/in.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum {
    THREADS = 4,
    CONNECTIONS = 20000,
    CONNECTION_MEMORY = 8192,
    QUIET_SECONDS = 15,
    MOST_UPLOAD = 1 << 20, /* beyond this we hang up instead of answering */
    ADDRESS_BYTES = 256
};

struct sr_http {
    struct sr_server *server;
    struct MHD_Daemon *daemon;
    int listening;
};

/* A request while its body comes in. A socket keeps it as long as it is open, so the room for a
 * body is there only where there is one. */
struct arriving {
    size_t most, length, all;
    char *body;
};

/* ---- answers ---- */

static int status_of(const struct sr_error *error) {
    if (error->line > 0) /* of a record that was sent */
        return 400;
    switch (error->problem) {
    case SR_PROBLEM_SIGN_IN:
    case SR_PROBLEM_WRONG_PASSWORD:
        return 401;
    case SR_PROBLEM_FOREIGN_ORIGIN:
    case SR_PROBLEM_NOT_HOST:
    case SR_PROBLEM_NO_SEAT:
        return 403;
    case SR_PROBLEM_NO_PAGE:
    case SR_PROBLEM_NO_TABLE:
        return 404;
    case SR_PROBLEM_METHOD:
        return 405;
    case SR_PROBLEM_NO_FREE_SEAT:
    case SR_PROBLEM_NAME_TAKEN:
    case SR_PROBLEM_NOT_WAITING:
    case SR_PROBLEM_NOT_PLAYING:
    case SR_PROBLEM_NOT_FINISHED:
    case SR_PROBLEM_SEATS_EMPTY:
    case SR_PROBLEM_MANY_TABLES:
    case SR_PROBLEM_OTHER_RULES:
    case SR_PROBLEM_NO_HINTS:
    case SR_PROBLEM_PETITION_BUSY:
    case SR_PROBLEM_NO_PETITION:
    case SR_PROBLEM_NOBODY_AWAY:
    case SR_PROBLEM_STILL_GRACE:
    case SR_PROBLEM_NOT_ACCEPTED:
    case SR_PROBLEM_LONG_HISTORY:
    case SR_PROBLEM_MANY_TAKE_BACKS:
        return 409;
    case SR_PROBLEM_TOO_MUCH:
        return 413;
    case SR_PROBLEM_TOO_FAST:
        return 429;
    default:
        break;
    }
    switch (sr_error_code(error)) {
    case SR_CODE_ILLEGAL:
        return 409;
    case SR_CODE_SYSTEM:
        return 503;
    default:
        return 400;
    }
}

void sr_reply_error(struct sr_reply *reply, enum sr_lang lang, const struct sr_error *error) {
    sr_buffer_free(&reply->text);
    reply->status = status_of(error);
    reply->problem = error->problem;
    reply->type = "application/json";
    reply->socket_table[0] = '\0';
    sr_buffer_add(&reply->text, "{\"error\":{");
    sr_wire_error(&reply->text, error, lang);
    sr_buffer_add(&reply->text, "}}");
    sr_count(SR_COUNT_REFUSED, 1);
}

/* No inline scripts, nothing from elsewhere; style attributes are how SVG pieces are placed. */
static const char client_policy[] =
    "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; "
    "style-src-attr 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; object-src 'none'; "
    "frame-ancestors 'none'; base-uri 'none'; form-action 'self'";
static const char data_policy[] = "default-src 'none'; frame-ancestors 'none'";

static void add_headers(struct MHD_Response *response, const struct sr_reply *reply) {
    MHD_add_response_header(response, "Content-Type", reply->type);
    MHD_add_response_header(response, "Cache-Control",
                            !reply->client   ? "no-store"
                            : reply->lasting ? "public, max-age=31536000, immutable"
                                             : "no-cache");
    MHD_add_response_header(response, "X-Content-Type-Options", "nosniff");
    MHD_add_response_header(response, "Content-Security-Policy",
                            reply->client ? client_policy : data_policy);
    MHD_add_response_header(response, "Referrer-Policy", "no-referrer");
    if (reply->client)
        MHD_add_response_header(response, "Vary", "Accept-Encoding");
    if (reply->gzip && reply->status == 200)
        MHD_add_response_header(response, "Content-Encoding", "gzip");
    if (*reply->tag)
        MHD_add_response_header(response, "ETag", reply->tag);
    if (*reply->cookie)
        MHD_add_response_header(response, "Set-Cookie", reply->cookie);
}

static enum MHD_Result answer(struct MHD_Connection *connection, struct sr_reply *reply) {
    struct MHD_Response *response;
    if (reply->text.broken)
        return MHD_NO;
    if (reply->file)
        response = MHD_create_response_from_buffer(reply->file_size, (void *)reply->file,
                                                   MHD_RESPMEM_PERSISTENT);
    else
        response = MHD_create_response_from_buffer(
            reply->text.length, reply->text.text ? reply->text.text : "", MHD_RESPMEM_MUST_COPY);
    if (!response)
        return MHD_NO;
    add_headers(response, reply);
    enum MHD_Result result = MHD_queue_response(connection, (unsigned)reply->status, response);
    MHD_destroy_response(response);
    return result;
}

/* ---- sockets ---- */

/* Kept from the request until libmicrohttpd hands the connection over. */
struct passage {
    struct sr_server *server;
    struct sr_visitor visitor;
};

static void finish_upgrade(void *handle) {
    MHD_upgrade_action(handle, MHD_UPGRADE_ACTION_CLOSE);
}

static void on_upgrade(void *context, struct MHD_Connection *connection, void *request,
                       const char *early, size_t early_length, MHD_socket fd,
                       struct MHD_UpgradeResponseHandle *handle) {
    struct passage *passage = context;
    (void)connection;
    (void)request;
    if (!sr_sockets_add(passage->server->sockets, &passage->visitor, fd, early, early_length,
                        finish_upgrade, handle))
        finish_upgrade(handle);
    free(passage);
}

static const char *header(struct MHD_Connection *connection, const char *name) {
    return MHD_lookup_connection_value(connection, MHD_HEADER_KIND, name);
}

static bool fail_handshake(struct sr_error *error) {
    return sr_fail(error, SR_PROBLEM_MEMBER, "Upgrade", "websocket, version 13, with a key",
                   "websocket версии 13 с ключом", NULL);
}

/* The answer to the client's key, by RFC 6455. */
static bool shake_hands(struct MHD_Connection *connection, char accept[32],
                        struct sr_error *error) {
    static const char magic[] = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";
    const char *upgrade = header(connection, "Upgrade");
    const char *version = header(connection, "Sec-WebSocket-Version");
    const char *key = header(connection, "Sec-WebSocket-Key");
    if (!upgrade || !version || !key || strcmp(version, "13") != 0 || strlen(key) != 24 ||
        (strcmp(upgrade, "websocket") != 0 && strcmp(upgrade, "WebSocket") != 0))
        return fail_handshake(error);
    char text[24 + sizeof magic];
    uint8_t hash[SR_SHA1_BYTES];
    memcpy(text, key, 24);
    memcpy(text + 24, magic, sizeof magic);
    sr_sha1(text, 24 + sizeof magic - 1, hash);
    sodium_bin2base64(accept, 32, hash, sizeof hash, sodium_base64_VARIANT_ORIGINAL);
    return true;
}

static struct sr_caller *caller_of(struct MHD_Connection *connection) {
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
    return info ? info->socket_context : NULL;
}

static enum MHD_Result upgrade(struct MHD_Connection *connection, const struct sr_request *request,
                               struct sr_reply *reply) {
    struct sr_error error = {0};
    char accept[32];
    if (!shake_hands(connection, accept, &error)) {
        sr_reply_error(reply, request->lang, &error);
        return answer(connection, reply);
    }
    struct passage *passage = calloc(1, sizeof *passage);
    struct MHD_Response *response =
        passage ? MHD_create_response_for_upgrade(on_upgrade, passage) : NULL;
    if (!response) {
        free(passage);
        return MHD_NO;
    }
    passage->server = request->server;
    passage->visitor.person = request->person;
    passage->visitor.lang = request->lang;
    passage->visitor.after = request->after;
    passage->visitor.seat = request->seat > 0 ? (int)request->seat - 1 : SR_SPECTATOR;
    memcpy(passage->visitor.address, request->address, sizeof passage->visitor.address);
    memcpy(passage->visitor.table, reply->socket_table, sizeof passage->visitor.table);
    MHD_add_response_header(response, "Upgrade", "websocket");
    MHD_add_response_header(response, "Sec-WebSocket-Accept", accept);
    enum MHD_Result result = MHD_queue_response(connection, 101, response);
    MHD_destroy_response(response);
    if (result == MHD_YES)
        sr_caller_upgraded(caller_of(connection));
    else
        free(passage);
    return result;
}

/* ---- requests ---- */

static enum MHD_Result add_size(void *context, enum MHD_ValueKind kind, const char *name,
                                const char *value) {
    (void)kind;
    *(size_t *)context += strlen(name) + (value ? strlen(value) : 0) + 4;
    return MHD_YES;
}

static size_t head_size(struct MHD_Connection *connection, const char *path) {
    size_t size = strlen(path);
    MHD_get_connection_values(connection, MHD_HEADER_KIND, add_size, &size);
    MHD_get_connection_values(connection, MHD_GET_ARGUMENT_KIND, add_size, &size);
    return size;
}

/* The address of whoever asks: behind a proxy on this machine, the one that the proxy names. */
static void find_address(struct MHD_Connection *connection, struct sr_request *request) {
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
    bool local = true;
    if (info && info->client_addr->sa_family == AF_INET) {
        const struct sockaddr_in *from = (const void *)info->client_addr;
        inet_ntop(AF_INET, &from->sin_addr, request->address, sizeof request->address);
        local = ntohl(from->sin_addr.s_addr) >> 24 == 127;
    } else if (info && info->client_addr->sa_family == AF_INET6) {
        const struct sockaddr_in6 *from = (const void *)info->client_addr;
        inet_ntop(AF_INET6, &from->sin6_addr, request->address, sizeof request->address);
        local = IN6_IS_ADDR_LOOPBACK(&from->sin6_addr);
    }
    const char *proxied = local ? header(connection, "X-Forwarded-For") : NULL;
    if (proxied) {
        const char *last = strrchr(proxied, ',');
        last = last ? last + 1 + strspn(last + 1, " ") : proxied;
        snprintf(request->address, sizeof request->address, "%s", last);
    }
    const char *scheme = local ? header(connection, "X-Forwarded-Proto") : NULL;
    const char *origin = header(connection, "Origin");
    request->secure =
        (scheme && strcmp(scheme, "https") == 0) || (origin && strncmp(origin, "https://", 8) == 0);
}

static enum sr_lang find_lang(struct MHD_Connection *connection) {
    const char *asked = MHD_lookup_connection_value(connection, MHD_GET_ARGUMENT_KIND, "lang");
    if (!asked)
        asked = header(connection, "Accept-Language");
    return asked && strncmp(asked, "ru", 2) == 0 ? SR_RU : SR_EN;
}

/* A number of the query; -1: it is not there, or no number. */
static int64_t find_number(struct MHD_Connection *connection, const char *name) {
    const char *asked = MHD_lookup_connection_value(connection, MHD_GET_ARGUMENT_KIND, name);
    if (!asked || !*asked || strlen(asked) > 9 || strspn(asked, "0123456789") != strlen(asked))
        return -1;
    return atoi(asked);
}

static void find_person(struct MHD_Connection *connection, struct sr_request *request) {
    const char *cookie = MHD_lookup_connection_value(connection, MHD_COOKIE_KIND, "serai");
    uint8_t token[SR_TOKEN_BYTES];
    if (!cookie || !*cookie)
        return;
    if (sr_token_read(cookie, strlen(cookie), token)) {
        sr_token_hash(token, request->token_hash);
        if (sr_store_find_person(request->server->store, request->token_hash, &request->person) ==
            SR_STORE_DONE)
            return;
    }
    request->person = (struct sr_person){0};
    sr_log_refusal(request->address, "unknown token");
}

static bool is_reading(const char *method) {
    return strcmp(method, "GET") == 0 || strcmp(method, "HEAD") == 0;
}

/* A page elsewhere must not act, or listen, with the cookie of who looks at it. */
static bool check_origin(struct MHD_Connection *connection, const char *method, const char *path,
                         struct sr_error *error) {
    static const char socket_end[] = "/socket";
    size_t length = strlen(path), end = sizeof socket_end - 1;
    bool socket = length > end && strcmp(path + length - end, socket_end) == 0;
    const char *host = header(connection, "Host");
    if ((is_reading(method) && !socket) || sr_same_origin(header(connection, "Origin"), host))
        return true;
    return sr_fail(error, SR_PROBLEM_FOREIGN_ORIGIN, host ? host : "Host?", NULL);
}

static bool admit(struct MHD_Connection *connection, const struct arriving *arriving,
                  struct sr_request *request, struct sr_error *error) {
    char most[16];
    snprintf(most, sizeof most, "%d", SR_HEAD_BYTES);
    if (!sr_limits_allow(request->server->limits, request->address, SR_RATE_REQUEST))
        return sr_fail(error, SR_PROBLEM_TOO_FAST, NULL);
    if (head_size(connection, request->path) > SR_HEAD_BYTES)
        return sr_fail(error, SR_PROBLEM_TOO_MUCH, "head", most, NULL);
    snprintf(most, sizeof most, "%zu", arriving->most);
    if (arriving->all > arriving->most)
        return sr_fail(error, SR_PROBLEM_TOO_MUCH, "body", most, NULL);
    return check_origin(connection, request->method, request->path, error);
}

/* Records are longer than anything else that is sent. */
static size_t most_body(const char *path) {
    return strcmp(path, "/api/v1/import") == 0 ? SR_IMPORT_BYTES : SR_BODY_BYTES;
}

/* A piece of the body; what is more than allowed is counted, not kept. */
static bool take_in(struct arriving *arriving, const char *bytes, size_t count) {
    size_t room = arriving->most - arriving->length;
    size_t taken = count < room ? count : room;
    if (taken > 0) {
        char *body = realloc(arriving->body, arriving->length + taken + 1);
        if (!body)
            return false;
        memcpy(body + arriving->length, bytes, taken);
        arriving->body = body;
        arriving->length += taken;
        body[arriving->length] = '\0';
    }
    arriving->all += count;
    return arriving->all <= MOST_UPLOAD;
}

static enum MHD_Result on_request(void *context, struct MHD_Connection *connection,
                                  const char *path, const char *method, const char *version,
                                  const char *upload, size_t *upload_length, void **state) {
    struct sr_http *http = context;
    struct arriving *arriving = *state;
    (void)version;
    if (!arriving) {
        *state = arriving = calloc(1, sizeof *arriving);
        if (arriving)
            arriving->most = most_body(path);
        return *state ? MHD_YES : MHD_NO;
    }
    if (*upload_length > 0) {
        bool fine = take_in(arriving, upload, *upload_length);
        *upload_length = 0;
        return fine ? MHD_YES : MHD_NO;
    }
    struct sr_request request = {.server = http->server,
                                 .method = method,
                                 .path = path,
                                 .body = arriving->body ? arriving->body : "",
                                 .body_length = arriving->length,
                                 .lang = find_lang(connection),
                                 .after = find_number(connection, "after"),
                                 .ply = find_number(connection, "ply"),
                                 .seat = find_number(connection, "seat"),
                                 .accept_encoding = header(connection, "Accept-Encoding"),
                                 .if_none_match = header(connection, "If-None-Match")};
    struct sr_reply reply = {.status = 200, .type = "application/json"};
    struct sr_error error = {0};
    sr_count(SR_COUNT_REQUESTS, 1);
    sr_caller_answered(caller_of(connection));
    find_address(connection, &request);
    if (admit(connection, arriving, &request, &error)) {
        find_person(connection, &request);
        sr_route(&request, &reply);
    } else {
        sr_reply_error(&reply, request.lang, &error);
    }
    enum MHD_Result result =
        *reply.socket_table ? upgrade(connection, &request, &reply) : answer(connection, &reply);
    if (reply.problem != SR_FINE) {
        char why[SR_PROBLEM_NAME_BYTES];
        sr_problem_name(reply.problem, why);
        sr_log_refusal(request.address, why);
    }
    sr_buffer_free(&reply.text);
    return result;
}

static void on_completed(void *context, struct MHD_Connection *connection, void **state,
                         enum MHD_RequestTerminationCode code) {
    (void)context;
    (void)code;
    sr_caller_waits(caller_of(connection));
    struct arriving *arriving = *state;
    if (arriving)
        free(arriving->body);
    free(arriving);
    *state = NULL;
}

/* The first line of a request has come. */
static void *on_first_line(void *context, const char *line, struct MHD_Connection *connection) {
    (void)context;
    (void)line;
    sr_caller_waits(caller_of(connection));
    return NULL;
}

static void on_connection(void *context, struct MHD_Connection *connection, void **caller,
                          enum MHD_ConnectionNotificationCode code) {
    const struct sr_http *http = context;
    if (code == MHD_CONNECTION_NOTIFY_CLOSED) {
        sr_caller_depart(*caller);
        *caller = NULL;
        return;
    }
    const union MHD_ConnectionInfo *fd =
        MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
    const union MHD_ConnectionInfo *from =
        MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
    *caller = fd ? sr_caller_arrive(http->server->patience, fd->connect_fd,
                                    from ? from->client_addr : NULL)
                 : NULL;
}

/* ---- opening and closing ---- */

static bool split_address(const char *address, char *host, size_t size, const char **port) {
    const char *colon = strrchr(address, ':');
    if (!colon || !colon[1] || strspn(colon + 1, "0123456789") != strlen(colon + 1))
        return false;
    size_t length = (size_t)(colon - address);
    if (length >= 2 && address[0] == '[' && address[length - 1] == ']') {
        address++;
        length -= 2;
    }
    if (length >= size)
        return false;
    memcpy(host, address, length);
    host[length] = '\0';
    *port = colon + 1;
    return true;
}

static int listen_at(const char *address, struct sr_error *error) {
    char host[ADDRESS_BYTES];
    const char *port;
    struct addrinfo hints = {.ai_flags = AI_NUMERICSERV | AI_PASSIVE, .ai_socktype = SOCK_STREAM};
    struct addrinfo *found = NULL;
    if (!split_address(address, host, sizeof host, &port)) {
        sr_fail(error, SR_PROBLEM_FLAG_VALUE, "--listen", address, "127.0.0.1:8080", NULL);
        return -1;
    }
    int code = getaddrinfo(*host ? host : NULL, port, &hints, &found);
    if (code != 0) {
        sr_fail(error, SR_PROBLEM_LISTEN, address, gai_strerror(code), NULL);
        return -1;
    }
    int on = 1;
    int fd = socket(found->ai_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    if (fd >= 0)
        setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
    if (fd < 0 || bind(fd, found->ai_addr, found->ai_addrlen) != 0 || listen(fd, 1024) != 0) {
        sr_fail(error, SR_PROBLEM_LISTEN, address, strerror(errno), NULL);
        if (fd >= 0)
            close(fd);
        fd = -1;
    }
    freeaddrinfo(found);
    return fd;
}

/* What is listened on, as a browser wants it. */
static void name_address(int fd, char *bound, size_t size) {
    struct sockaddr_storage name;
    socklen_t length = sizeof name;
    char host[ADDRESS_BYTES], port[16];
    if (getsockname(fd, (struct sockaddr *)&name, &length) != 0 ||
        getnameinfo((struct sockaddr *)&name, length, host, sizeof host, port, sizeof port,
                    NI_NUMERICHOST | NI_NUMERICSERV) != 0)
        snprintf(bound, size, "?");
    else if (strchr(host, ':'))
        snprintf(bound, size, "[%s]:%s", host, port);
    else
        snprintf(bound, size, "%s:%s", host, port);
}

struct sr_http *sr_http_open(struct sr_server *server, const char *address, char *bound,
                             size_t size, struct sr_error *error) {
    struct sr_http *http = calloc(1, sizeof *http);
    if (!http) {
        sr_fail(error, SR_PROBLEM_MEMORY, NULL);
        return NULL;
    }
    http->server = server;
    http->listening = listen_at(address, error);
    if (http->listening < 0) {
        free(http);
        return NULL;
    }
    name_address(http->listening, bound, size);
    http->daemon = MHD_start_daemon(
        MHD_USE_EPOLL_INTERNAL_THREAD | MHD_ALLOW_UPGRADE, 0, NULL, NULL, on_request, http,
        MHD_OPTION_LISTEN_SOCKET, http->listening, MHD_OPTION_THREAD_POOL_SIZE, (unsigned)THREADS,
        MHD_OPTION_CONNECTION_LIMIT, (unsigned)CONNECTIONS, MHD_OPTION_CONNECTION_MEMORY_LIMIT,
        (size_t)CONNECTION_MEMORY, MHD_OPTION_CONNECTION_TIMEOUT, (unsigned)QUIET_SECONDS,
        MHD_OPTION_NOTIFY_COMPLETED, on_completed, NULL, MHD_OPTION_NOTIFY_CONNECTION,
        on_connection, http, MHD_OPTION_URI_LOG_CALLBACK, on_first_line, NULL, MHD_OPTION_END);
    if (http->daemon)
        return http;
    sr_fail(error, SR_PROBLEM_LISTEN, address, strerror(errno), NULL);
    close(http->listening);
    free(http);
    return NULL;
}

void sr_http_quiet(struct sr_http *http) {
    if (http)
        http->listening = MHD_quiesce_daemon(http->daemon);
}

void sr_http_close(struct sr_http *http) {
    if (!http)
        return;
    MHD_stop_daemon(http->daemon);
    if (http->listening >= 0)
        close(http->listening);
    free(http);
}
