/* Secrets stay secret on real connections. Two servers hold the same table, one in the true world
 * and one in which whatever a viewer cannot know was dealt anew. The viewer connects to both and
 * does the same things, the others move, ask and agree, and every byte that comes back over HTTP
 * and over the socket is compared: heads, tables, views, events, errors, previews, scores, hints,
 * take-backs, petitions, chat, and what is told to somebody who comes back after any event. The
 * viewer is a seat, a spectator, or somebody who holds two seats at one screen and looks from one
 * of them or from none. SERAI_LEAK_TABLES is the number of tables. */
#include "bots/bots.h"
#include "core/glimpse.h"
#include "host/machine.h"
#include "server/room.h"

#include "../tests/support/peer.h"
#include "games/games.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    USUAL_TABLES = 40,
    MOVES = 6,
    TEXT_BYTES = 1 << 20,
    PATH_BYTES = 160,
    HINT_ITERATIONS = 20,
    LONG_AGO = 3600000 /* milliseconds */
};

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
static int viewer;     /* whose view it is */
static int own[2];     /* the seats of the one who looks; SR_SPECTATOR: none */
static int64_t number; /* of the last entry, on both servers */
static char table_id[SR_TABLE_ID_BYTES];
static struct person visitor;
static int number_of_table;
static long compared, alike, apart, returned, hinted, replaced;

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
                                        "serai.lock", "serai.socket"};
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
    sr_limits_forget(side->server->limits);
    struct sr_table_row row = {.rules = table->game->rules, .open = true, .made = 1000000};
    row.seats = sr_head(table->state)->seats;
    row.status = SR_TABLE_PLAYING;
    row.host = side->person[0].id;
    memcpy(row.id, table_id, sizeof row.id);
    memcpy(row.code, table_id, sizeof row.code);
    snprintf(row.game, sizeof row.game, "%s", table->game->name);
    snprintf(row.clock, sizeof row.clock, "none");
    row.hints = number_of_table % 2 == 0;
    for (int seat = 0; seat < row.seats; seat++) {
        row.chair[seat].person = side->person[seat == own[1] ? own[0] : seat].id;
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
    char path[PATH_BYTES];
    snprintf(path, sizeof path, "/api/v1/tables/%s%s", table_id, ending);
    for (int i = 0; i < 2; i++) {
        sides[i].line.status = 0;
        line_ask(&sides[i].line, &visitor, method, path, body);
        assert_true(sides[i].line.status > 0);
        note(&sides[i], sides[i].line.answer, strlen(sides[i].line.answer));
    }
    compare(ending);
}

/* What is over when the game is, and not before. */
static void refuse_both(const char *method, const char *ending, const char *body) {
    ask_both(method, ending, body);
    if (sides[0].line.status < 400)
        fail_msg("%s %s is answered while the game goes on", method, ending);
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

/* For a socket: whose seat is shown at a screen that two share, and the language. */
static void write_query(char query[PATH_BYTES], const char *start) {
    int length = snprintf(query, PATH_BYTES, "%s&lang=%s", start,
                          (number_of_table + number) % 2 ? "ru" : "en");
    if (own[1] >= 0 && viewer >= 0)
        snprintf(query + length, PATH_BYTES - (size_t)length, "&seat=%d", viewer + 1);
}

/* Somebody who comes back after an event is told the same in both. */
static void come_back(int64_t after) {
    char query[PATH_BYTES], start[32], ending[PATH_BYTES + 8];
    snprintf(start, sizeof start, "?after=%lld", (long long)after);
    write_query(query, start);
    for (int i = 0; i < 2; i++) {
        struct peer peer = {0};
        assert_true(peer_open(&peer, sides[i].port, &visitor, table_id, query));
        hear(&sides[i], &peer);
        peer_close(&peer);
    }
    compare("coming back");
    snprintf(ending, sizeof ending, "/events%s", query);
    ask_both("GET", ending, NULL);
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

/* The room of a side, locked. */
static struct sr_room *enter(const struct side *side) {
    struct sr_error error = {0};
    struct sr_room *room = sr_room_enter(side->server, table_id, &error);
    assert_non_null(room);
    return room;
}

/* Whoever sits there asks something on both servers, as a request would; was it granted? */
static bool ask_for(int seat, enum sr_say say, const char *body) {
    bool granted[2];
    for (int i = 0; i < 2; i++) {
        const struct sr_guest guest = {.person = sides[i].person[seat == own[1] ? own[0] : seat]};
        struct sr_message message;
        struct sr_answer answer = {0};
        struct sr_room *room = enter(&sides[i]);
        assert_true(sr_message_read_as(&message, say, body, strlen(body), &answer.error));
        granted[i] = sr_room_ask(room, &guest, false, &message, &answer);
        sr_room_leave(room);
        sr_buffer_free(&answer.text);
    }
    assert_int_equal(granted[0], granted[1]);
    return granted[0];
}

/* The same move on both servers, by whoever decides. The viewer's own go over its socket. */
static void play_on_servers(const char *text, int decider) {
    char message[SR_MOVE_TEXT_BYTES + 64];
    if (decider == viewer) {
        snprintf(message, sizeof message,
                 "{\"type\":\"move\",\"move\":\"%s\",\"after\":%lld,\"id\":7}", text,
                 (long long)number);
        for (int i = 0; i < 2; i++)
            assert_true(peer_send(&sides[i].peer, message, strlen(message)));
        return;
    }
    snprintf(message, sizeof message, "{\"move\":\"%s\",\"after\":%lld,\"seat\":%d}", text,
             (long long)number, decider + 1);
    assert_true(ask_for(decider, SR_MESSAGE_MOVE, message));
}

static void undo_on_servers(int decider) {
    char body[64];
    snprintf(body, sizeof body, "{\"after\":%lld,\"seat\":%d}", (long long)number, decider + 1);
    assert_true(ask_for(decider, SR_MESSAGE_UNDO, body));
    for (int i = 0; i < 2; i++)
        assert_true(sr_table_undo(sides[i].table, decider, NULL));
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

/* ---- asking ---- */

static int decider(void) {
    return sr_head(sides[0].table->state)->decider;
}

static bool is_own(int seat) {
    return seat >= 0 && (seat == own[0] || seat == own[1]);
}

/* What is asked for another seat of one's own may be answered with that seat's secrets. */
static bool acts_for_other_seat(void) {
    return is_own(decider()) && decider() != viewer;
}

/* Views of all seats but a second one of one's own, by requests and on the socket. */
static void ask_for_seats(const char *what) {
    char ending[PATH_BYTES], message[64];
    for (int seat = 0; seat <= sr_head(sides[0].table->state)->seats; seat++) {
        if (is_own(seat - 1) && seat - 1 != viewer)
            continue;
        snprintf(ending, sizeof ending, "%s?seat=%d", what, seat);
        if (seat > 0 && seat - 1 != viewer)
            refuse_both("GET", ending, NULL);
        else
            ask_both("GET", ending, NULL);
        snprintf(message, sizeof message, "{\"type\":\"seat\",\"seat\":%d}", seat);
        say_to_both(message);
    }
    snprintf(message, sizeof message, "{\"type\":\"seat\",\"seat\":%d}", viewer + 1);
    say_to_both(message); /* back again */
}

static void ask_for_endings(void) {
    static const char *const reviews[] = {"/record",
                                          "/replay",
                                          "/replay?ply=0",
                                          "/replay?ply=0&seat=0",
                                          "/replay?ply=0&seat=1&lang=ru",
                                          "/moves",
                                          "/moves?seat=1",
                                          "/chances",
                                          "/review"};
    for (size_t i = 0; i < sizeof reviews / sizeof reviews[0]; i++)
        refuse_both("GET", reviews[i], NULL);
    refuse_both("POST", "/share", "{\"shared\":true}");
    refuse_both("POST", "/rematch", "{}");
    refuse_both("POST", "/start", "{}");
}

static void ask_everything(struct sr_stream *stream) {
    static const char *const endings[] = {
        "",        "?lang=ru", "/view",         "/view?lang=ru", "/events?after=0",
        "/events", "/score",   "/score?lang=ru"};
    for (size_t i = 0; i < sizeof endings / sizeof endings[0]; i++)
        ask_both("GET", endings[i], NULL);
    ask_for_seats("/view");
    ask_for_seats("/score");
    ask_for_seats("/events");
    ask_for_endings();
    ask_both("POST", "/moves", "{\"move\":\"x\",\"after\":0}");
    ask_both("POST", "/moves", "{\"move\":\"x\",\"after\":99}");
    ask_both("POST", "/undo", "{\"after\":99}");
    ask_both("POST", "/chat", "{\"text\":\"Is anybody there?\"}");
    int people = sr_head(sides[0].table->state)->seats - (own[1] >= 0);
    if (people > 1) /* else it is allowed, and draws an id */
        ask_both("POST", "/fork", "{\"seat\":1}");
    say_to_both("{\"type\":\"undo\",\"after\":99}");
    say_to_both("{\"type\":\"chat\",\"text\":\"Hello\"}");
    const struct sr_moves *moves = &sides[0].table->moves;
    char text[SR_MOVE_TEXT_BYTES], message[SR_MOVE_TEXT_BYTES + 64];
    move_text(sides[0].table->game, moves->list[sr_draw(stream, moves->count)], text, sizeof text);
    if (viewer < 0 && acts_for_other_seat())
        return;
    if (viewer != decider()) {
        /* what another could play is tried by the viewer */
        snprintf(message, sizeof message, "{\"type\":\"move\",\"move\":\"%s\",\"after\":0}", text);
        say_to_both(message);
    }
    snprintf(message, sizeof message, "{\"type\":\"preview\",\"move\":\"%s\"}", text);
    say_to_both(message);
}

/* ---- hints ---- */

/* Advice as the threads of the bots would give it, the same on both servers; it is heard by who
 * looks from the decider's seat and by nobody else. */
static void hint_on_servers(struct sr_stream *stream) {
    struct sr_bot adviser = {
        .kind = &sr_search_bot, .iterations = HINT_ITERATIONS, .threads = 1, .name = "search"};
    struct sr_glimpse glimpse;
    struct sr_hints hints;
    sr_table_glimpse(sides[0].table, &glimpse);
    assert_true(sr_hints_find(&glimpse, stream, &adviser, &hints));
    for (int i = 0; i < 2; i++) {
        struct sr_room *room = enter(&sides[i]);
        struct sr_input input = {.kind = SR_INPUT_ADVISED};
        input.advised.number = number;
        input.advised.seat = decider();
        input.advised.hints = &hints;
        sr_host_drop_advice(room->host);
        room->host->advice =
            (struct sr_advice){.state = SR_ADVICE_THINKING, .number = number, .seat = decider()};
        sr_room_take(room, &input);
        sr_room_leave(room);
        hear(&sides[i], &sides[i].peer);
        bool heard = strstr(sides[i].heard, "\"type\":\"hint\"") != NULL;
        assert_int_equal(heard, viewer == decider());
    }
    compare("a hint");
    if (viewer >= 0 || !acts_for_other_seat())
        say_to_both("{\"type\":\"hint\"}");
    if (!acts_for_other_seat())
        ask_both("POST", "/hint", "{}");
    hinted += viewer == decider();
}

/* ---- consent ---- */

/* A seat answers what is asked. If it was the last one, that is done. */
static void answer_on_servers(int seat, bool agrees) {
    char body[48];
    snprintf(body, sizeof body, "{\"agree\":%s,\"seat\":%d}", agrees ? "true" : "false", seat + 1);
    ask_for(seat, SR_MESSAGE_ANSWER, body);
    hear_both(agrees ? "consent" : "a refusal");
}

static void ask_on_servers(int seat, uint32_t ply) {
    char body[80];
    snprintf(body, sizeof body, "{\"kind\":\"undo\",\"ply\":%u,\"after\":%lld}", (unsigned)ply,
             (long long)number);
    assert_true(ask_for(seat, SR_MESSAGE_ASK, body));
    hear_both("a petition");
}

/* Has the table gone back? Then the test does so too. */
static bool went_back(uint32_t ply) {
    int64_t last[2];
    for (int i = 0; i < 2; i++) {
        struct sr_room *room = enter(&sides[i]);
        last[i] = sr_host_number(room->host);
        sr_room_leave(room);
    }
    assert_int_equal(last[0], last[1]);
    if (last[0] == number)
        return false;
    assert_int_equal(last[0], ++number);
    for (int i = 0; i < 2; i++) {
        struct sr_table *past = sr_table_at(sides[i].table, ply, NULL);
        assert_non_null(past);
        sr_table_free(sides[i].table);
        sides[i].table = past;
    }
    returned++;
    return true;
}

/* The viewer asks and is refused; somebody asks and all agree, the viewer too if it has a say. */
static void go_back_by_consent(struct sr_stream *stream) {
    char message[96];
    int seats = sr_head(sides[0].table->state)->seats;
    uint32_t ply = sr_draw(stream, sides[0].table->plies);
    say_to_both("{\"type\":\"answer\",\"agree\":true}");
    say_to_both("{\"type\":\"ask\",\"kind\":\"undo\",\"after\":99}");
    snprintf(message, sizeof message,
             "{\"type\":\"ask\",\"kind\":\"undo\",\"ply\":%u,\"after\":%lld}", (unsigned)ply,
             (long long)number);
    say_to_both(message);
    if (went_back(ply)) /* nobody else to be asked */
        return;
    ask_both("GET", "", NULL);
    for (int seat = 0; seat < seats; seat++)
        if (!is_own(seat))
            answer_on_servers(seat, false);
    int asker = (int)sr_draw(stream, (uint32_t)seats);
    ask_on_servers(asker, ply);
    if (went_back(ply))
        return;
    say_to_both("{\"type\":\"answer\",\"agree\":true}");
    ask_both("GET", "?lang=ru", NULL);
    for (int seat = 0; seat < seats; seat++)
        answer_on_servers(seat, true);
    assert_true(went_back(ply));
}

/* The decider has been away for long, and the viewer calls a bot; then the decider comes back. The
 * bot is taken for called already, so that it does not play. */
static void replace_by_consent(void) {
    char message[96];
    int absent = decider();
    for (int seat = 0; seat < sr_head(sides[0].table->state)->seats; seat++)
        if (seat != absent) {
            snprintf(message, sizeof message, "{\"type\":\"ask\",\"kind\":\"replace\",\"seat\":%d}",
                     seat + 1);
            say_to_both(message);
        }
    for (int i = 0; i < 2; i++) {
        struct sr_room *room = enter(&sides[i]);
        room->host->seen[absent] = room->host->turn_began = sr_milliseconds() - LONG_AGO;
        room->thinking = number;
        sr_room_leave(room);
    }
    snprintf(message, sizeof message, "{\"type\":\"ask\",\"kind\":\"replace\",\"seat\":%d}",
             absent + 1);
    say_to_both(message);
    ask_both("GET", "", NULL);
    for (int i = 0; i < 2; i++) {
        struct sr_room *room = enter(&sides[i]);
        const struct sr_chair *chair = &sr_host_row(room->host)->chair[absent];
        bool called = own[0] >= 0 && !is_own(absent);
        assert_int_equal(*chair->bot != 0, called);
        replaced += called;
        sr_room_leave(room);
    }
    assert_true(ask_for(absent, SR_MESSAGE_JOIN, ""));
    for (int i = 0; i < 2; i++) {
        struct sr_room *room = enter(&sides[i]);
        room->thinking = -1;
        sr_room_leave(room);
    }
    hear_both("coming back to a seat");
}

/* ---- a visit ---- */

static void play_some(struct sr_stream *stream) {
    struct sr_move move;
    for (int i = 0; i < MOVES && sides[0].table->moves.count > 0 && find_move(stream, &move); i++) {
        char text[SR_MOVE_TEXT_BYTES];
        int mover = decider();
        move_text(sides[0].table->game, move, text, sizeof text);
        for (int k = 0; k < 2; k++)
            assert_true(sr_table_play(sides[k].table, SR_REFEREE, move, NULL, NULL));
        play_on_servers(text, mover);
        number++;
        hear_both("an event");
        alike++;
        if (sr_table_undoable(sides[0].table, mover) > 0 && sr_draw(stream, 3) == 0) {
            undo_on_servers(mover);
            number++;
        }
    }
}

/* As after a restart: the rooms are made again from what is stored. */
static void forget_rooms(void) {
    for (int i = 0; i < 2; i++) {
        struct sr_error error = {0};
        struct sr_room *room = enter(&sides[i]);
        sr_host_unload(room->host);
        room->host->pending.waiting = SR_WAITING_NOT;
        assert_true(sr_room_reload(room, &error));
        sr_room_leave(room);
    }
}

static void visit(struct sr_stream *stream) {
    hear_both("the first words");
    ask_everything(stream);
    hint_on_servers(stream);
    play_some(stream);
    if (sides[0].table->moves.count > 0 && sides[0].table->plies > 0) {
        go_back_by_consent(stream);
        play_some(stream);
    }
    for (int64_t after = 0; after <= number + 1; after++) {
        if (after == number / 2)
            forget_rooms();
        come_back(after);
    }
    come_back(99999);
    if (sides[0].table->moves.count > 0) {
        ask_everything(stream);
        hint_on_servers(stream);
        replace_by_consent();
    }
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
    own[0] = viewer;
    own[1] = SR_SPECTATOR;
    if (setup.seats > 1 && sr_draw(stream, 3) == 0) { /* two seats at one screen */
        own[0] = viewer < 0 ? 0 : viewer;
        own[1] = (own[0] + 1) % setup.seats;
    }
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

static void listen_at_a_table(struct sr_stream *stream) {
    const struct sr_game *game = NULL;
    for (int i = 0, left = number_of_table; !game; i++)
        if (!sr_game_at(i))
            i = -1;
        else if (left-- == 0)
            game = sr_game_at(i);
    bool goes_on = deal_both(game, stream);
    snprintf(table_id, sizeof table_id, "leak%08u", (unsigned)number_of_table % 100000000u);
    visitor = (struct person){.number = 0x10000 + (uint32_t)number_of_table};
    number = 0;
    if (own[0] >= 0) {
        char token[2 * SR_TOKEN_BYTES + 1];
        memset(token, '1' + own[0], sizeof token - 1);
        token[sizeof token - 1] = '\0';
        snprintf(visitor.cookie, sizeof visitor.cookie, "serai=%s", token);
    }
    char query[PATH_BYTES];
    write_query(query, "?after=-1");
    for (int i = 0; goes_on && i < 2; i++) {
        add_table(&sides[i]);
        assert_true(line_open(&sides[i].line, sides[i].port));
        assert_true(peer_open(&sides[i].peer, sides[i].port, &visitor, table_id, query));
    }
    if (goes_on)
        visit(stream);
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
    for (number_of_table = 0; number_of_table < tables; number_of_table++)
        listen_at_a_table(&stream);
    for (int i = 0; i < 2; i++)
        close_side(&sides[i]);
    printf(
        "%d tables, %ld answers compared, %ld moves told alike, %ld showed something, %ld returns, "
        "%ld hints, %ld bots called\n",
        tables, compared, alike, apart, returned, hinted, replaced);
    assert_true(compared > 10L * tables && alike > tables && returned > tables / 4);
    assert_true(hinted > 0 && replaced > 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(not_a_byte_depends_on_secrets),
    };
    return cmocka_run_group_tests_name("leak sockets", tests, NULL, NULL);
}
