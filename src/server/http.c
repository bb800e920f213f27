/* HTTP by libmicrohttpd, in threads of its own: what comes in is measured, its Origin is looked at,
 * and a route answers it. Those threads wait for nothing: whatever may wait for a room, for the
 * store, for a replay or for a password is answered on a lane of workers, while the connection is
 * suspended. A WebSocket is handed over with its connection. */
#include "crowd.h"
#include "room.h"
#include "routes.h"
#include "server/problems.h"
#include "sha1.h"
#include "shelf.h"
#include "store/latency.h"
#include "web.h"
#include "workers.h"

#include <arpa/inet.h>
#include <errno.h>
#include <microhttpd.h>
#include <netdb.h>
#include <netinet/in.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/socket.h>
#include <time.h>
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
    struct sr_workers *lane[SR_LANES];
    struct sr_shelf *shelf;
};

/* A request that is being answered. It is with its connection's thread, or with a worker; never
 * with both, since a connection is suspended meanwhile. */
struct asking {
    struct sr_waiting waiting; /* the first member */
    struct MHD_Connection *connection;
    struct sr_request request;
    struct sr_reply reply;
    bool has_token, answered;
    bool in_crowd; /* as a socket that is not handed over yet */
    bool came;     /* to the table that it is about; the second time it waits there */
    uint64_t began;
};

/* A request while its body comes in. A socket keeps it as long as it is open, so the room for a
 * body, and for the answer, is there only where there is one. */
struct arriving {
    size_t most, length, all;
    char *body;
    struct asking *asking;
};

/* ---- answers ---- */

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
    if (reply->client || reply->packs)
        MHD_add_response_header(response, "Vary", "Accept-Encoding");
    if (reply->gzip && reply->status == 200)
        MHD_add_response_header(response, "Content-Encoding", "gzip");
    if (*reply->tag)
        MHD_add_response_header(response, "ETag", reply->tag);
    if (reply->hangs_up)
        MHD_add_response_header(response, "Connection", "close");
    if (*reply->cookie)
        MHD_add_response_header(response, "Set-Cookie", reply->cookie);
}

static enum MHD_Result answer(struct MHD_Connection *connection, const struct sr_reply *reply) {
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

static void finish_upgrade(void *handle) {
    MHD_upgrade_action(handle, MHD_UPGRADE_ACTION_CLOSE);
}

static void asking_free(struct asking *asking) {
    if (!asking)
        return;
    if (asking->in_crowd)
        sr_crowd_leave(asking->request.server->crowd, &asking->request.person,
                       asking->reply.socket_table);
    sr_buffer_free(&asking->reply.text);
    free(asking);
}

/* Who comes is known from the request, which is the connection's until then: one that is cut off
 * before it is handed over takes it along. */
static void on_upgrade(void *context, struct MHD_Connection *connection, void *state,
                       const char *early, size_t early_length, MHD_socket fd,
                       struct MHD_UpgradeResponseHandle *handle) {
    struct sr_server *server = context;
    struct arriving *arriving = state;
    const struct sr_request *request = &arriving->asking->request;
    struct sr_visitor visitor = {.person = request->person,
                                 .lang = request->lang,
                                 .after = request->after,
                                 .seat = request->seat > 0 ? (int)request->seat - 1 : SR_SPECTATOR};
    (void)connection;
    memcpy(visitor.address, request->address, sizeof visitor.address);
    memcpy(visitor.network, request->network, sizeof visitor.network);
    memcpy(visitor.token_hash, request->token_hash, sizeof visitor.token_hash);
    memcpy(visitor.table, arriving->asking->reply.socket_table, sizeof visitor.table);
    if (sr_sockets_add(server->sockets, &visitor, fd, early, early_length, finish_upgrade, handle))
        arriving->asking->in_crowd = false; /* it is counted as a socket */
    else
        finish_upgrade(handle);
    asking_free(arriving->asking);
    arriving->asking = NULL;
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

static enum MHD_Result upgrade(struct MHD_Connection *connection, struct asking *asking) {
    const struct sr_request *request = &asking->request;
    struct sr_reply *reply = &asking->reply;
    struct sr_error error = {0};
    char accept[32];
    if (!shake_hands(connection, accept, &error) ||
        !(asking->in_crowd = sr_crowd_enter(request->server->crowd, &request->person,
                                            reply->socket_table, &error))) {
        sr_reply_error(reply, request->lang, &error);
        return answer(connection, reply);
    }
    struct MHD_Response *response = MHD_create_response_for_upgrade(on_upgrade, request->server);
    if (!response)
        return MHD_NO;
    MHD_add_response_header(response, "Upgrade", "websocket");
    MHD_add_response_header(response, "Sec-WebSocket-Accept", accept);
    enum MHD_Result result = MHD_queue_response(connection, 101, response);
    MHD_destroy_response(response);
    if (result == MHD_YES)
        sr_caller_upgraded(caller_of(connection));
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

/* Is it one of the proxies that the settings name? */
static bool is_proxy(const char *proxies, const char *address) {
    size_t length = strlen(address);
    while (proxies && *proxies) {
        size_t word = strcspn(proxies, ", ");
        if (word == length && memcmp(proxies, address, length) == 0)
            return true;
        proxies += word;
        proxies += strspn(proxies, ", ");
    }
    return false;
}

/* The address of whoever asks: behind a proxy on this machine, or one that the settings name, the
 * one that the proxy names. */
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
    local = local || is_proxy(request->server->proxies, request->address);
    const char *proxied = local ? header(connection, "X-Forwarded-For") : NULL;
    if (proxied) {
        const char *last = strrchr(proxied, ',');
        last = last ? last + 1 + strspn(last + 1, " ") : proxied;
        snprintf(request->address, sizeof request->address, "%s", last);
    }
    sr_network_name(request->address, request->network);
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

/* The token of the cookie; whose it is the store must say. Until then each token counts as somebody
 * of their own among those of the network: who asks for much stands before themselves alone. */
static void find_token(struct MHD_Connection *connection, struct asking *asking) {
    const char *cookie = MHD_lookup_connection_value(connection, MHD_COOKIE_KIND, "serai");
    uint8_t token[SR_TOKEN_BYTES];
    if (!cookie || !*cookie)
        return;
    asking->has_token = sr_token_read(cookie, strlen(cookie), token);
    if (asking->has_token) {
        sr_token_hash(token, asking->request.token_hash);
        memcpy(&asking->waiting.share.person, asking->request.token_hash,
               sizeof asking->waiting.share.person);
    } else {
        sr_log_refusal(asking->request.address, "unknown token");
    }
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

static enum MHD_Result count_length(void *context, enum MHD_ValueKind kind, const char *name,
                                    const char *value) {
    (void)kind;
    (void)value;
    *(int *)context += strcasecmp(name, "Content-Length") == 0;
    return MHD_YES;
}

/* A request whose end a proxy may see elsewhere than we do is refused, and nothing that comes
 * after it is read: it could be a part of what somebody else was to ask. */
static bool has_one_end(struct MHD_Connection *connection, struct asking *asking,
                        struct sr_error *error) {
    int lengths = 0;
    MHD_get_connection_values(connection, MHD_HEADER_KIND, count_length, &lengths);
    if (lengths == 0 || (lengths == 1 && !header(connection, "Transfer-Encoding")))
        return true;
    asking->reply.hangs_up = true;
    return sr_fail(error, SR_PROBLEM_MEMBER, "Content-Length", "given once, or not at all",
                   "один раз или ни разу", NULL);
}

static bool admit(struct MHD_Connection *connection, const struct arriving *arriving,
                  struct asking *asking, struct sr_error *error) {
    const struct sr_request *request = &asking->request;
    char most[16];
    if (!sr_limits_allow(request->server->limits, request->network, SR_RATE_REQUEST))
        return sr_fail(error, SR_PROBLEM_TOO_FAST, NULL);
    if (!has_one_end(connection, asking, error))
        return false;
    snprintf(most, sizeof most, "%d", SR_HEAD_BYTES);
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

/* ---- answering, on a thread that may wait ---- */

static void count_seen(const struct sr_request *request) {
    const struct sr_person *person = &request->person;
    int64_t now = (int64_t)time(NULL);
    if (now - person->seen > SR_SEEN_EVERY)
        sr_store_note_seen(request->server->store, person->id, person->network, now);
}

static bool find_person(struct asking *asking, struct sr_error *error) {
    struct sr_request *request = &asking->request;
    uint64_t network = request->person.network;
    if (asking->has_token && sr_store_find_person(request->server->store, request->token_hash,
                                                  &request->person) != SR_STORE_DONE) {
        request->person = (struct sr_person){0};
        sr_log_refusal(request->address, "unknown token");
    }
    request->person.network = network;
    if (request->person.banned)
        return sr_fail(error, SR_PROBLEM_BANNED, NULL);
    if (request->person.id)
        count_seen(request);
    return true;
}

static void answer_request(struct asking *asking) {
    struct sr_error error = {0};
    if (find_person(asking, &error))
        sr_route(&asking->request, &asking->reply);
    else
        sr_reply_error(&asking->reply, asking->request.lang, &error);
    asking->answered = true;
}

/* From here on it is the connection's again. */
static void work_on(struct sr_waiting *waiting) {
    struct asking *asking = (struct asking *)(void *)waiting;
    char id[SR_TABLE_ID_BYTES];
    if (!asking->came && sr_route_table(&asking->request, id)) {
        asking->came = true;
        if (sr_room_put_off(asking->request.server, id, waiting))
            return;
    }
    answer_request(asking);
    MHD_resume_connection(asking->connection);
}

/* ---- requests, on the connection's thread ---- */

static void refuse(struct asking *asking, const struct sr_error *error) {
    sr_reply_error(&asking->reply, asking->request.lang, error);
    asking->answered = true;
}

static bool begin_asking(struct sr_http *http, struct MHD_Connection *connection,
                         struct arriving *arriving, const char *method, const char *path) {
    struct asking *asking = calloc(1, sizeof *asking);
    struct sr_error error = {0};
    if (!asking)
        return false;
    arriving->asking = asking;
    asking->connection = connection;
    asking->began = sr_latency_now();
    asking->reply = (struct sr_reply){.status = 200, .type = "application/json"};
    asking->request = (struct sr_request){
        .server = http->server,
        .method = method,
        .path = path,
        .body = arriving->body ? arriving->body : "",
        .body_length = arriving->length,
        .lang = find_lang(connection),
        .after = find_number(connection, "after"),
        .ply = find_number(connection, "ply"),
        .seat = find_number(connection, "seat"),
        .cursor = MHD_lookup_connection_value(connection, MHD_GET_ARGUMENT_KIND, "cursor"),
        .accept_encoding = header(connection, "Accept-Encoding"),
        .if_none_match = header(connection, "If-None-Match")};
    sr_count(SR_COUNT_REQUESTS, 1);
    sr_caller_answered(caller_of(connection));
    find_address(connection, &asking->request);
    asking->request.person.network = sr_network_hash(http->server, asking->request.network);
    asking->waiting.share.network = asking->request.person.network;
    if (admit(connection, arriving, asking, &error))
        find_token(connection, asking);
    else
        refuse(asking, &error);
    return true;
}

/* Answers at once what needs nothing: true. All else waits for its turn on a lane, and the
 * connection is suspended; from then on it is the worker's, and must not be looked at here. */
static bool ask(struct sr_http *http, struct arriving *arriving) {
    struct asking *asking = arriving->asking;
    enum sr_lane lane = sr_route_lane(&asking->request);
    struct sr_error error = {0};
    if (lane == SR_LANE_NONE) {
        if (!sr_shelf_find(http->shelf, &asking->request, &asking->reply)) {
            sr_route(&asking->request, &asking->reply);
            sr_shelf_keep(http->shelf, &asking->request, &asking->reply);
        }
        asking->answered = true;
        return true;
    }
    MHD_suspend_connection(asking->connection);
    if (sr_workers_add(http->lane[lane], &asking->waiting))
        return false;
    sr_fail(&error, SR_PROBLEM_OVERLOADED, NULL);
    sr_count(SR_COUNT_SHED, 1);
    refuse(asking, &error);
    MHD_resume_connection(asking->connection);
    return false;
}

static enum MHD_Result give_answer(struct MHD_Connection *connection, struct arriving *arriving) {
    struct asking *asking = arriving->asking;
    struct sr_reply *reply = &asking->reply;
    enum MHD_Result result =
        *reply->socket_table ? upgrade(connection, asking) : answer(connection, reply);
    if (reply->problem != SR_FINE) {
        char why[SR_PROBLEM_NAME_BYTES];
        sr_problem_name(reply->problem, why);
        sr_log_refusal(asking->request.address, why);
    }
    sr_measure(SR_MEASURE_REQUEST, sr_latency_now() - asking->began);
    if (!*reply->socket_table) { /* a socket is handed over with it */
        asking_free(asking);
        arriving->asking = NULL;
    }
    return result;
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
    if (!arriving->asking && !begin_asking(http, connection, arriving, method, path))
        return MHD_NO;
    if (!arriving->asking->answered && !ask(http, arriving))
        return MHD_YES; /* called again when it is */
    return give_answer(connection, arriving);
}

static void on_completed(void *context, struct MHD_Connection *connection, void **state,
                         enum MHD_RequestTerminationCode code) {
    (void)context;
    (void)code;
    sr_caller_waits(caller_of(connection));
    struct arriving *arriving = *state;
    if (arriving) {
        asking_free(arriving->asking);
        free(arriving->body);
    }
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
    enum { PORT_DIGITS = 5, MOST_PORT = 65535 };
    const char *colon = strrchr(address, ':');
    size_t digits = colon ? strspn(colon + 1, "0123456789") : 0;
    if (digits < 1 || digits > PORT_DIGITS || colon[1 + digits] || atoi(colon + 1) > MOST_PORT)
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

bool sr_address_check(const char *address, struct sr_error *error) {
    char host[ADDRESS_BYTES];
    const char *port;
    return split_address(address, host, sizeof host, &port) ||
           sr_fail(error, SR_PROBLEM_FLAG_VALUE, "--listen", address, "127.0.0.1:8080", NULL);
}

static int listen_at(const char *address, struct sr_error *error) {
    char host[ADDRESS_BYTES];
    const char *port;
    struct addrinfo hints = {.ai_flags = AI_NUMERICSERV | AI_PASSIVE, .ai_socktype = SOCK_STREAM};
    struct addrinfo *found = NULL;
    if (!sr_address_check(address, error) || !split_address(address, host, sizeof host, &port))
        return -1;
    int code = getaddrinfo(*host ? host : NULL, port, &hints, &found);
    if (code != 0) {
        static const struct sr_text unknown =
            SR_TEXT("there is no such name or address", "такого имени или адреса нет");
        bool unnamed = code == EAI_NONAME;
        sr_fail_because(error, SR_PROBLEM_LISTEN, address, unnamed ? &unknown : NULL,
                        unnamed ? NULL : gai_strerror(code));
        return -1;
    }
    int on = 1;
    int fd = socket(found->ai_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    if (fd >= 0)
        setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
    if (fd < 0 || bind(fd, found->ai_addr, found->ai_addrlen) != 0 || listen(fd, 1024) != 0) {
        sr_fail_system(error, SR_PROBLEM_LISTEN, address, errno);
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

/* Passwords are slow on purpose, and many at once would serve whoever guesses them. */
static const struct sr_crew lanes[SR_LANES] = {
    [SR_LANE_ROOMS] = {8, 2048, 512, 0, work_on},
    [SR_LANE_CHANGES] = {16, 2048, 512, 0, work_on},
    [SR_LANE_REPLAYS] = {4, 256, 32, 5, work_on},
    [SR_LANE_PASSWORDS] = {2, 64, 16, 10, work_on},
};

static bool open_lanes(struct sr_http *http, struct sr_error *error) {
    for (int i = 0; i < SR_LANES; i++)
        if (!(http->lane[i] = sr_workers_open(&lanes[i], error)))
            return false;
    return true;
}

static void http_free(struct sr_http *http) {
    for (int i = 0; i < SR_LANES; i++)
        sr_workers_close(http->lane[i]);
    sr_shelf_close(http->shelf);
    if (http->listening >= 0)
        close(http->listening);
    free(http);
}

int sr_http_waiting(const struct sr_http *http, enum sr_lane lane) {
    return sr_workers_waiting(http->lane[lane]);
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
    http->shelf = sr_shelf_open();
    if (!http->shelf)
        sr_fail(error, SR_PROBLEM_MEMORY, NULL);
    if (!http->shelf || http->listening < 0 || !open_lanes(http, error)) {
        http_free(http);
        return NULL;
    }
    server->http = http; /* its threads call it by this name at once */
    name_address(http->listening, bound, size);
    http->daemon = MHD_start_daemon(
        MHD_USE_EPOLL_INTERNAL_THREAD | MHD_ALLOW_UPGRADE | MHD_ALLOW_SUSPEND_RESUME, 0, NULL, NULL,
        on_request, http, MHD_OPTION_LISTEN_SOCKET, http->listening, MHD_OPTION_THREAD_POOL_SIZE,
        (unsigned)THREADS, MHD_OPTION_CONNECTION_LIMIT, (unsigned)CONNECTIONS,
        MHD_OPTION_CONNECTION_MEMORY_LIMIT, (size_t)CONNECTION_MEMORY,
        MHD_OPTION_CONNECTION_TIMEOUT, (unsigned)QUIET_SECONDS, MHD_OPTION_NOTIFY_COMPLETED,
        on_completed, NULL, MHD_OPTION_NOTIFY_CONNECTION, on_connection, http,
        MHD_OPTION_URI_LOG_CALLBACK, on_first_line, NULL, MHD_OPTION_STRICT_FOR_CLIENT, 1,
        MHD_OPTION_END);
    if (http->daemon)
        return http;
    sr_fail_system(error, SR_PROBLEM_LISTEN, address, errno);
    server->http = NULL;
    http_free(http);
    return NULL;
}

void sr_http_quiet(struct sr_http *http) {
    if (!http)
        return;
    http->listening = MHD_quiesce_daemon(http->daemon);
    /* whatever waits is answered; what comes now is told that it is too much */
    for (int i = 0; i < SR_LANES; i++)
        sr_workers_stop(http->lane[i]);
}

void sr_http_close(struct sr_http *http) {
    if (!http)
        return;
    MHD_stop_daemon(http->daemon);
    http_free(http);
}
