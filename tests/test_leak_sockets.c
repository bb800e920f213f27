/* Secrets stay secret on real connections. Two servers hold the same table, one in the true world
 * and one in which whatever a viewer cannot know was dealt anew. The viewer, a seat or a spectator,
 * connects to both and does the same things, the others move, and every byte that comes back over
 * HTTP and over the socket is compared: heads, tables, views, events, errors, previews, scores,
 * take-backs, chat, and what is told to somebody who comes back.
 * SERAI_LEAK_TABLES is the number of tables. */
#include "server/room.h"

#include "../tests/support/peer.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { USUAL_TABLES = 40, MOVES = 6, TEXT_BYTES = 1 << 20 };

/* One server with its table, and what the viewer heard from it. */
struct side {
    struct sr_server *server;
    char directory[64], address[300];
    int port;
    struct line line;
    struct peer peer;
    struct sr_table *table; /* what the test knows */
    struct sr_person person[SR_MAX_SEATS];
    char *heard;
    size_t length;
};

static struct side sides[2];
static int viewer;
static char table_id[SR_TABLE_ID_BYTES];
static struct person visitor;
static long compared, alike, apart;

/* ---- two servers ---- */

static void open_side(struct side *side) {
    struct sr_error error = {0};
    snprintf(side->directory, sizeof side->directory, "/tmp/serai-leaks-XXXXXX");
    assert_non_null(mkdtemp(side->directory));
    struct sr_server_plan plan = {.address = "127.0.0.1:0", .directory = side->directory};
    side->server = sr_server_start(&plan, side->address, sizeof side->address, &error);
    assert_non_null(side->server);
    side->port = atoi(strrchr(side->address, ':') + 1);
    side->heard = calloc(1, TEXT_BYTES);
    assert_non_null(side->heard);
    for (int i = 0; i < SR_MAX_SEATS; i++) {
        uint8_t token[SR_TOKEN_BYTES], hash[SR_TOKEN_HASH_BYTES];
        char name[24];
        memset(token, 0x11 * (i + 1), sizeof token);
        sr_token_hash(token, hash);
        snprintf(name, sizeof name, "Person %d", i + 1);
        assert_int_equal(sr_store_add_person(side->server->store, name, hash, &side->person[i]),
                         SR_STORE_DONE);
    }
}

static void close_side(struct side *side) {
    static const char *const files[] = {"serai.sqlite", "serai.sqlite-wal", "serai.sqlite-shm",
                                        "serai.lock"};
    char path[128];
    sr_server_stop(side->server);
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) {
        snprintf(path, sizeof path, "%s/%s", side->directory, files[i]);
        unlink(path);
    }
    rmdir(side->directory);
    free(side->heard);
}

static void add_table(struct side *side) {
    const struct sr_table *table = side->table;
    struct sr_table_row row = {.rules = table->game->rules, .open = true, .made = 1000000};
    row.seats = sr_head(table->state)->seats;
    row.status = SR_TABLE_PLAYING;
    row.host = side->person[0].id;
    memcpy(row.id, table_id, sizeof row.id);
    memcpy(row.code, table_id, sizeof row.code);
    snprintf(row.game, sizeof row.game, "%s", table->game->name);
    snprintf(row.clock, sizeof row.clock, "none");
    for (int seat = 0; seat < row.seats; seat++) {
        row.chair[seat].person = side->person[seat].id;
        snprintf(row.chair[seat].name, sizeof row.chair[seat].name, "Person %d", seat + 1);
    }
    row.position = sr_position_text(table->game, table->state, false);
    assert_non_null(row.position);
    assert_int_equal(sr_store_add_table(side->server->store, &row), SR_STORE_DONE);
    sr_table_row_clear(&row);
}

/* ---- hearing ---- */

static void note(struct side *side, const char *text, size_t length) {
    assert_true(side->length + length + 2 < TEXT_BYTES);
    memcpy(side->heard + side->length, text, length);
    side->length += length;
    side->heard[side->length++] = '\n';
    side->heard[side->length] = '\0';
}

/* Times of day are no secrets, and differ. */
static void blur_times(char *text) {
    static const char *const marks[] = {"\"made\":", "\r\nDate: "}, *const ends[] = {",}", "\r"};
    for (size_t i = 0; i < sizeof marks / sizeof marks[0]; i++)
        for (char *at = text; (at = strstr(at, marks[i]));) {
            at += strlen(marks[i]);
            memset(at, '-', strcspn(at, ends[i]));
        }
}

static void compare(const char *what) {
    for (int i = 0; i < 2; i++)
        blur_times(sides[i].heard);
    compared++;
    if (sides[0].length != sides[1].length ||
        memcmp(sides[0].heard, sides[1].heard, sides[0].length) != 0) {
        size_t at = 0;
        while (sides[0].heard[at] == sides[1].heard[at])
            at++;
        at = at > 80 ? at - 80 : 0;
        fail_msg("%s: %s for %d depends on what it cannot know:\n...%.300s...\n...%.300s...",
                 sides[0].table->game->name, what, viewer, sides[0].heard + at,
                 sides[1].heard + at);
    }
    for (int i = 0; i < 2; i++)
        sides[i].length = 0;
}

static void ask_both(const char *method, const char *ending, const char *body) {
    char path[160];
    snprintf(path, sizeof path, "/api/v1/tables/%s%s", table_id, ending);
    for (int i = 0; i < 2; i++) {
        line_ask(&sides[i].line, &visitor, method, path, body);
        note(&sides[i], sides[i].line.answer, strlen(sides[i].line.answer));
    }
    compare(ending);
}

/* Everything that was sent until now: a ping is answered after it. */
static void hear(struct side *side, struct peer *peer) {
    static const char ping[] = "{\"type\":\"ping\",\"id\":4711}";
    bool closed = false;
    assert_true(peer_send(peer, ping, sizeof ping - 1));
    for (bool over = false; !over;) {
        struct pollfd wait = {.fd = peer->fd, .events = POLLIN};
        assert_true(poll(&wait, 1, 20000) > 0);
        assert_true(peer_read(peer));
        const char *message;
        while ((message = peer_next(peer, &closed))) {
            note(side, message, strlen(message));
            over = over || strcmp(message, "{\"type\":\"pong\",\"id\":4711}") == 0;
        }
        assert_false(closed);
    }
}

static void hear_both(const char *what) {
    for (int i = 0; i < 2; i++)
        hear(&sides[i], &sides[i].peer);
    compare(what);
}

static void say_to_both(const char *message) {
    for (int i = 0; i < 2; i++)
        assert_true(peer_send(&sides[i].peer, message, strlen(message)));
    hear_both(message);
}

/* Somebody who comes back after any event is told the same in both. */
static void come_back(struct sr_stream *stream, int64_t number) {
    char query[48];
    snprintf(query, sizeof query, "?after=%d&lang=%s", (int)sr_draw(stream, (uint32_t)number + 1),
             sr_draw(stream, 2) ? "ru" : "en");
    for (int i = 0; i < 2; i++) {
        struct peer peer = {0};
        assert_true(peer_open(&peer, sides[i].port, &visitor, table_id, query));
        hear(&sides[i], &peer);
        peer_close(&peer);
    }
    compare("coming back");
}

/* ---- playing ---- */

static bool looks_the_same(void) {
    _Alignas(8) unsigned char seen[2][SR_MAX_STATE];
    const struct sr_game *game = sides[0].table->game;
    for (int i = 0; i < 2; i++)
        sr_fields_mask(game, sides[i].table->state, viewer, seen[i]);
    return memcmp(seen[0], seen[1], game->size) == 0;
}

static void move_text(const struct sr_game *game, struct sr_move move, char *text, size_t size) {
    struct sr_out out;
    sr_out_open(&out, text, size);
    sr_move_write(&out, game, move);
}

/* The same move on both servers, by whoever decides. The viewer's own go over its socket. */
static void play_on_servers(const char *text, int decider, int64_t number) {
    char message[SR_MOVE_TEXT_BYTES + 64];
    if (decider == viewer) {
        snprintf(message, sizeof message,
                 "{\"type\":\"move\",\"move\":\"%s\",\"after\":%lld,\"id\":7}", text,
                 (long long)number);
        for (int i = 0; i < 2; i++)
            assert_true(peer_send(&sides[i].peer, message, strlen(message)));
        return;
    }
    for (int i = 0; i < 2; i++) {
        struct sr_error error = {0};
        struct sr_room *room = sr_room_enter(sides[i].server, table_id, &error);
        assert_non_null(room);
        assert_true(sr_room_move(room, decider, text, number, &error));
        sr_room_leave(room);
    }
}

static void undo_on_servers(int decider, int64_t number) {
    for (int i = 0; i < 2; i++) {
        struct sr_error error = {0};
        struct sr_room *room = sr_room_enter(sides[i].server, table_id, &error);
        assert_non_null(room);
        assert_true(sr_room_undo(room, decider, number, &error));
        sr_room_leave(room);
        assert_true(sr_table_undo(sides[i].table, decider, &error));
    }
    hear_both("a take-back");
}

/* A move that is legal in both worlds and looks the same to the viewer, if chance finds one. */
static bool find_move(struct sr_stream *stream, struct sr_move *move) {
    for (int tries = 0; tries < 8; tries++) {
        const struct sr_moves *moves = &sides[0].table->moves;
        *move = moves->list[sr_draw(stream, moves->count)];
        if (!sr_listed(&sides[1].table->moves, *move))
            continue;
        struct sr_table *kept[2];
        for (int i = 0; i < 2; i++) {
            kept[i] = sides[i].table;
            sides[i].table = sr_table_copy(kept[i], NULL);
            assert_true(sr_table_play(sides[i].table, SR_REFEREE, *move, NULL, NULL));
        }
        bool same = looks_the_same();
        for (int i = 0; i < 2; i++) {
            sr_table_free(sides[i].table);
            sides[i].table = kept[i];
        }
        if (same)
            return true;
        apart++;
    }
    return false;
}

static void ask_everything(struct sr_stream *stream) {
    static const char *const endings[] = {
        "",        "?lang=ru", "/view",  "/view?lang=ru", "/events?after=0",
        "/events", "/score",   "/record"};
    for (size_t i = 0; i < sizeof endings / sizeof endings[0]; i++)
        ask_both("GET", endings[i], NULL);
    ask_both("POST", "/moves", "{\"move\":\"x\",\"after\":0}");
    ask_both("POST", "/moves", "{\"move\":\"x\",\"after\":99}");
    ask_both("POST", "/undo", "{\"after\":99}");
    ask_both("POST", "/chat", "{\"text\":\"Is anybody there?\"}");
    if (sr_head(sides[0].table->state)->seats > 1) /* else it is allowed, and draws an id */
        ask_both("POST", "/fork", "{\"seat\":1}");
    say_to_both("{\"type\":\"undo\",\"after\":99}");
    say_to_both("{\"type\":\"chat\",\"text\":\"Hello\"}");
    const struct sr_moves *moves = &sides[0].table->moves;
    char text[SR_MOVE_TEXT_BYTES], message[SR_MOVE_TEXT_BYTES + 64];
    move_text(sides[0].table->game, moves->list[sr_draw(stream, moves->count)], text, sizeof text);
    if (viewer != sr_head(sides[0].table->state)->decider) {
        /* what another could play is tried by the viewer */
        snprintf(message, sizeof message, "{\"type\":\"move\",\"move\":\"%s\",\"after\":0}", text);
        say_to_both(message);
    }
    snprintf(message, sizeof message, "{\"type\":\"preview\",\"move\":\"%s\"}", text);
    say_to_both(message);
}

static void play_some(struct sr_stream *stream) {
    int64_t number = 0;
    struct sr_move move;
    for (int i = 0; i < MOVES && sides[0].table->moves.count > 0 && find_move(stream, &move); i++) {
        char text[SR_MOVE_TEXT_BYTES];
        int decider = sr_head(sides[0].table->state)->decider;
        move_text(sides[0].table->game, move, text, sizeof text);
        for (int k = 0; k < 2; k++)
            assert_true(sr_table_play(sides[k].table, SR_REFEREE, move, NULL, NULL));
        play_on_servers(text, decider, number++);
        hear_both("an event");
        alike++;
        if (sr_table_undoable(sides[0].table, decider) > 0 && sr_draw(stream, 3) == 0)
            undo_on_servers(decider, number++);
    }
    come_back(stream, number);
    if (sides[0].table->moves.count > 0)
        ask_everything(stream);
}

/* ---- tables ---- */

/* A position of a random game, and the same with the viewer's unknown dealt anew. */
static bool deal_both(const struct sr_game *game, struct sr_stream *stream) {
    struct sr_setup setup = {0};
    struct sr_error error = {0};
    sr_setup_init(game, &setup);
    setup.seats = (uint8_t)(game->seats_min +
                            sr_draw(stream, (uint32_t)(game->seats_max - game->seats_min + 1)));
    sr_seed_number(sr_draw(stream, 1000000), setup.seed);
    struct sr_table *table = sr_table_new(game, &setup, &error);
    assert_non_null(table);
    for (uint32_t plies = sr_draw(stream, 60); plies > 0 && table->moves.count > 0; plies--)
        assert_true(sr_table_play(table, SR_REFEREE,
                                  table->moves.list[sr_draw(stream, table->moves.count)], NULL,
                                  &error));
    viewer = (int)sr_draw(stream, (uint32_t)setup.seats + 1) - 1;
    viewer = viewer < 0 ? SR_SPECTATOR : viewer;
    bool goes_on = table->moves.count > 0;
    for (int i = 0; i < 2; i++) {
        struct sr_table *side = sr_table_copy(table, &error);
        assert_non_null(side);
        if (i == 1) {
            sr_guess(game, side->state, viewer, stream);
            ((struct sr_head *)(void *)side->state)->rng = sr_head(table->state)->rng;
        }
        memcpy(side->start, side->state, sizeof side->start);
        side->plies = 0;
        sr_list(game, side->state, &side->moves);
        sides[i].table = side;
    }
    sr_table_free(table);
    return goes_on;
}

static void listen_at_a_table(int number, struct sr_stream *stream) {
    const struct sr_game *game = NULL;
    for (int i = 0, left = number; !game; i++)
        if (!sr_game_at(i))
            i = -1;
        else if (left-- == 0)
            game = sr_game_at(i);
    bool goes_on = deal_both(game, stream);
    snprintf(table_id, sizeof table_id, "leak%08u", (unsigned)number % 100000000u);
    visitor = (struct person){.number = 0x10000 + (uint32_t)number};
    if (viewer >= 0) {
        char token[2 * SR_TOKEN_BYTES + 1];
        memset(token, '1' + viewer, sizeof token - 1);
        token[sizeof token - 1] = '\0';
        snprintf(visitor.cookie, sizeof visitor.cookie, "serai=%s", token);
    }
    for (int i = 0; goes_on && i < 2; i++) {
        add_table(&sides[i]);
        assert_true(line_open(&sides[i].line, sides[i].port));
        assert_true(peer_open(&sides[i].peer, sides[i].port, &visitor, table_id,
                              number % 2 ? "?lang=ru" : ""));
    }
    if (goes_on) {
        hear_both("the first words");
        ask_everything(stream);
        play_some(stream);
    }
    for (int i = 0; i < 2; i++) {
        sr_table_free(sides[i].table);
        if (!goes_on)
            continue;
        line_close(&sides[i].line);
        peer_close(&sides[i].peer);
    }
}

static void not_a_byte_depends_on_secrets(void **state) {
    (void)state;
    const char *asked = getenv("SERAI_LEAK_TABLES");
    int tables = asked ? atoi(asked) : USUAL_TABLES;
    struct sr_rng rng;
    uint8_t seed[SR_SEED_BYTES];
    sr_seed_number(42, seed);
    sr_rng_seed(&rng, seed);
    struct sr_stream stream = sr_stream_open(&rng);
    for (int i = 0; i < 2; i++)
        open_side(&sides[i]);
    for (int number = 0; number < tables; number++)
        listen_at_a_table(number, &stream);
    for (int i = 0; i < 2; i++)
        close_side(&sides[i]);
    printf("%d tables, %ld answers compared, %ld moves told alike, %ld showed something\n", tables,
           compared, alike, apart);
    assert_true(compared > 10L * tables && alike > tables);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(not_a_byte_depends_on_secrets),
    };
    return cmocka_run_group_tests_name("leak sockets", tests, NULL, NULL);
}
