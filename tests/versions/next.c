/* A version of the program that is still to come, for tests/upgrade: it has a game that this one
 * does not know, Pebbles by a second version of its rules, by which nobody begins with a coin, and
 * a database that has gained what migrations bring: columns, one of them of the busiest table, an
 * index, a table. The program of today must go on beside it. */
#define SR_GAMES_TOO "../../tests/versions/next.def" /* as seen from that registry */
#include "games/games.c"
#define SR_MIGRATIONS_TOO                                                                          \
    {1, "ALTER TABLE moves ADD COLUMN weight BIGINT NOT NULL DEFAULT 0;"                           \
        "ALTER TABLE moves ALTER COLUMN weight SET DEFAULT " SR_POSTGRES_NOW ";"                   \
        "ALTER TABLE tables ADD COLUMN mood TEXT NOT NULL DEFAULT 'good';"                         \
        "CREATE INDEX tables_by_mood ON tables(mood) WHERE status = 1;"                            \
        "CREATE TABLE moods (table_id TEXT PRIMARY KEY REFERENCES tables(id), mood TEXT);"},
#include "store/postgres_schema.c"
