/* Fills a store with finished games, as if a server had run for years: stored DIR GAMES.
 * A few hundred random games are played, and kept again and again under new names. */
#include "games/games.h"
#include "server/server.h"

#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { DIFFERENT = 200, PEOPLE = 1000 };

struct game {
    struct sr_setup setup;
    const struct sr_game *game;
    char (*move)[SR_MOVE_TEXT_BYTES];
    uint8_t *seat;
    uint32_t plies;
    struct sr_sheet sheet;
};

static sqlite3 *database;

static void fail(const char *what) {
    fprintf(stderr, "stored: %s: %s\n", what, database ? sqlite3_errmsg(database) : "");
    exit(1);
}

static void play(struct game *game, uint64_t number) {
    struct sr_error error = {0};
    struct sr_rng rng;
    int games = 0;
    while (sr_game_at(games))
        games++;
    if (games == 0)
        fail("no games");
    game->game = sr_game_at((int)(number % (uint64_t)games));
    sr_setup_init(game->game, &game->setup);
    game->setup.seats = game->game->seats_max < 4 ? game->game->seats_max : 4;
    sr_seed_number(number, game->setup.seed);
    sr_rng_seed(&rng, game->setup.seed);
    rng.key[0] ^= 1;
    struct sr_stream stream = sr_stream_open(&rng);
    struct sr_table *table = sr_table_new(game->game, &game->setup, &error);
    if (!table)
        fail("no table");
    while (table->moves.count > 0 &&
           sr_table_play(table, SR_REFEREE, table->moves.list[sr_draw(&stream, table->moves.count)],
                         NULL, &error))
        continue;
    game->plies = table->plies;
    game->move = calloc(table->plies, sizeof *game->move);
    game->seat = calloc(table->plies, 1);
    if (!game->move || !game->seat)
        fail("memory");
    for (uint32_t i = 0; i < table->plies; i++) {
        struct sr_out out;
        sr_out_open(&out, game->move[i], sizeof game->move[i]);
        sr_move_write(&out, game->game, table->ply[i].move);
        game->seat[i] = table->ply[i].seat;
    }
    sr_score(game->game, table->state, &game->sheet);
    sr_table_free(table);
}

static void run(sqlite3_stmt *statement) {
    if (sqlite3_step(statement) != SQLITE_DONE)
        fail("insert");
    sqlite3_reset(statement);
}

static sqlite3_stmt *prepare(const char *text) {
    sqlite3_stmt *statement = NULL;
    if (sqlite3_prepare_v2(database, text, -1, &statement, NULL) != SQLITE_OK)
        fail(text);
    return statement;
}

static void keep(const struct game *game, uint32_t number) {
    static sqlite3_stmt *table, *seat, *move, *result;
    char id[SR_TABLE_ID_BYTES], code[SR_TABLE_CODE_BYTES];
    snprintf(id, sizeof id, "t%011u", number);
    snprintf(code, sizeof code, "c%011u", number);
    if (!table) {
        table =
            prepare("INSERT INTO tables (id, code, game, options, rules, seats, seed, clock, open,"
                    " status, host, made) VALUES (?, ?, ?, '', ?, ?, ?, 'none', 1, 2, ?, ?)");
        seat = prepare(
            "INSERT INTO seats (table_id, seat, person, name, bot) VALUES (?, ?, ?, ?, '')");
        move = prepare("INSERT INTO moves (table_id, number, kind, seat, move, made)"
                       " VALUES (?, ?, 0, ?, ?, ?)");
        result = prepare("INSERT INTO results (table_id, seat, person, bot, points, rank, won)"
                         " VALUES (?, ?, ?, '', ?, ?, ?)");
    }
    int64_t made = 1600000000 + (int64_t)number * 60;
    sqlite3_bind_text(table, 1, id, -1, SQLITE_STATIC);
    sqlite3_bind_text(table, 2, code, -1, SQLITE_STATIC);
    sqlite3_bind_text(table, 3, game->game->name, -1, SQLITE_STATIC);
    sqlite3_bind_int(table, 4, game->game->rules);
    sqlite3_bind_int(table, 5, game->setup.seats);
    sqlite3_bind_blob(table, 6, game->setup.seed, SR_SEED_BYTES, SQLITE_STATIC);
    sqlite3_bind_int64(table, 7, 1 + number % PEOPLE);
    sqlite3_bind_int64(table, 8, made);
    run(table);
    for (int i = 0; i < game->setup.seats; i++) {
        int64_t person = 1 + (number + (uint32_t)i) % PEOPLE;
        sqlite3_bind_text(seat, 1, id, -1, SQLITE_STATIC);
        sqlite3_bind_int(seat, 2, i);
        sqlite3_bind_int64(seat, 3, person);
        sqlite3_bind_text(seat, 4, "Somebody", -1, SQLITE_STATIC);
        run(seat);
        sqlite3_bind_text(result, 1, id, -1, SQLITE_STATIC);
        sqlite3_bind_int(result, 2, i);
        sqlite3_bind_int64(result, 3, person);
        sqlite3_bind_int(result, 4, game->sheet.total[i]);
        sqlite3_bind_int(result, 5, game->sheet.rank[i]);
        sqlite3_bind_int(result, 6, game->sheet.winners >> i & 1);
        run(result);
    }
    for (uint32_t i = 0; i < game->plies; i++) {
        sqlite3_bind_text(move, 1, id, -1, SQLITE_STATIC);
        sqlite3_bind_int64(move, 2, i + 1);
        sqlite3_bind_int(move, 3, game->seat[i]);
        sqlite3_bind_text(move, 4, game->move[i], -1, SQLITE_STATIC);
        sqlite3_bind_int64(move, 5, made + i);
        run(move);
    }
}

int main(int count, char **words) {
    static struct game games[DIFFERENT];
    struct sr_error error = {0};
    char path[4096];
    if (count != 3 || !sr_guard_open()) {
        fprintf(stderr, "usage: stored DIR GAMES\n");
        return 2;
    }
    struct sr_store *store = sr_store_open(words[1], &error); /* makes the tables */
    if (!store)
        fail("cannot open the store");
    sr_store_close(store);
    snprintf(path, sizeof path, "%s/serai.sqlite", words[1]);
    if (sqlite3_open(path, &database) != SQLITE_OK)
        fail("cannot open the file");
    for (uint64_t i = 0; i < DIFFERENT; i++)
        play(&games[i], i);
    sqlite3_exec(database, "PRAGMA synchronous=OFF; BEGIN", NULL, NULL, NULL);
    sqlite3_stmt *person = prepare("INSERT INTO people (name, made) VALUES ('Somebody', 0)");
    for (int i = 0; i < PEOPLE; i++)
        run(person);
    uint32_t wanted = (uint32_t)strtoul(words[2], NULL, 10);
    uint64_t moves = 0;
    for (uint32_t i = 0; i < wanted; i++) {
        keep(&games[i % DIFFERENT], i);
        moves += games[i % DIFFERENT].plies;
    }
    if (sqlite3_exec(database, "COMMIT; PRAGMA wal_checkpoint(TRUNCATE)", NULL, NULL, NULL) !=
        SQLITE_OK)
        fail("commit");
    printf("%u games, %llu moves\n", wanted, (unsigned long long)moves);
    return 0;
}
