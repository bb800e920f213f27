/* serai.h: the public interface of libserai, a fast and exact engine for board games.
 *
 * A first program:
 *
 *     serai_table *table = serai_table_new("dunhuang", 3, "42", NULL, NULL);
 *     while (!serai_over(table)) {
 *         char *move = serai_bot_choose(table, "greedy", "7", NULL);
 *         serai_play(table, serai_decider(table), move, NULL);
 *         serai_free(move);
 *     }
 *     char *sheet = serai_score(table, SERAI_EN, NULL);
 *     puts(sheet);
 *     serai_free(sheet);
 *     serai_table_free(table);
 *
 * The rules of this interface
 *
 * - A game is played at a table. The table knows everything, hidden cards included; what one
 *   player may see of it is a view. A program that serves players shows them views, events and
 *   previews, and keeps the table, its record, its position and its score sheet before the end to
 *   itself.
 * - Seats count from 0 in this interface, and from 1 in every text and JSON that people read.
 * - Every decision is one choice from a list of legal moves. A move is a short text, such as
 *   "walk 2": take it from the list, or from a person. When all that is left to do is public and
 *   there is no choice, it is done by itself.
 * - A seed, the options and the moves are the whole game: the same ones give the same game on every
 *   machine. The library takes no randomness from outside; draw an unforeseeable seed (64
 *   hexadecimal digits) for games among people.
 * - Strings that a function returns as `char *` are yours: free them with serai_free(). Strings
 *   returned as `const char *` belong to the library. All text is UTF-8.
 * - Functions that can fail take a `serai_error *` last; it may be NULL. They return NULL, -1 or
 *   false then, and nothing has changed. No input makes the library crash, a NULL table included.
 * - The library keeps nothing between calls but the memory that all searches of a process share,
 *   behind a lock: what one finds does not depend on the others. Threads may use different tables at
 *   the same time, and one table one after the other. */
#ifndef SERAI_H
#define SERAI_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__GNUC__) || defined(__clang__)
#define SERAI_API __attribute__((visibility("default")))
#else
#define SERAI_API
#endif

/* The version of the library, "1.0.0". */
SERAI_API const char *serai_version(void);

/* Frees a string that the library returned. NULL is fine. */
SERAI_API void serai_free(char *text);

/* ---- languages and errors ---- */

enum serai_lang { SERAI_EN, SERAI_RU };

enum serai_code {
    SERAI_OK,
    SERAI_USAGE,    /* an unknown game, option, seat, bot ...; a NULL table */
    SERAI_ILLEGAL,  /* a move that may not be made now */
    SERAI_RECORD,   /* a record that is broken */
    SERAI_POSITION, /* a position that is broken, or breaks a rule of the game */
    SERAI_SYSTEM    /* memory; input that is too large */
};

/* What went wrong. Set `lang` before the call to have the message in that language:
 *     serai_error error = {.lang = SERAI_RU};
 * A call that succeeds leaves code SERAI_OK, line 0 and an empty message. */
typedef struct serai_error {
    enum serai_lang lang; /* yours to set; the library only reads it */
    enum serai_code code;
    int line;           /* of a record or a position, from 1; 0 when there is none */
    char message[1024]; /* what is wrong, where, and what would be right */
} serai_error;

/* ---- games ----
 *
 * Games are numbered from 0 and known by name. */

SERAI_API int serai_game_count(void);
/* The number of a game, or -1. */
SERAI_API int serai_game_find(const char *name, serai_error *error);
/* The name, as in records and in serai_table_new(); NULL past the last game. */
SERAI_API const char *serai_game_name(int game);
/* What people call it. */
SERAI_API const char *serai_game_title(int game, enum serai_lang lang);
/* The fewest and the most seats; 0 for a game that there is not. */
SERAI_API int serai_game_seats_min(int game);
SERAI_API int serai_game_seats_max(int game);
/* The newest version of its rules. All from 1 on are known: a record is replayed by the rules it
 * was played under. */
SERAI_API int serai_game_rules_version(int game);
/* Name, titles, seats and options as a JSON object:
 *     {"name":"dunhuang","title":{"en":...,"ru":...},"seats":{"min":2,"max":4},...,
 *      "options":[{"name":...,"text":{...},"values":[...],"default":...},...],
 *      "presets":[{"name":...,"text":{...},"options":{...}},...],"fewest_wins":false} */
SERAI_API char *serai_game_json(int game, serai_error *error);
/* How to play, in a few screens of text. */
SERAI_API char *serai_game_rules(int game, enum serai_lang lang, serai_error *error);

/* ---- tables ---- */

typedef struct serai_table serai_table;

/* Who looks or plays, besides a seat. */
enum {
    SERAI_SPECTATOR = -1, /* sees what everybody sees */
    SERAI_REFEREE = -2    /* sees everything, plays for whoever decides, takes any move back */
};

/* Sets a table. `seed` is a number below 2^64 or 64 hexadecimal digits. `options` is NULL or
 * "name=value,name=value"; what it does not name keeps its default. "preset=name" may come first,
 * and "rules=1" asks for a version of the rules that is not the newest. */
SERAI_API serai_table *serai_table_new(const char *game, int seats, const char *seed,
                                       const char *options, serai_error *error);
/* An independent copy. */
SERAI_API serai_table *serai_table_copy(const serai_table *table, serai_error *error);
/* A copy as it was after the first `ply` moves. */
SERAI_API serai_table *serai_table_at(const serai_table *table, int ply, serai_error *error);
/* NULL is fine. */
SERAI_API void serai_table_free(serai_table *table);

/* The number of the game, or -1 for a NULL table. */
SERAI_API int serai_game(const serai_table *table);
SERAI_API int serai_seats(const serai_table *table);
/* The version of the rules that it is played by; 0 for a NULL table. */
SERAI_API int serai_rules(const serai_table *table);
/* Is the game over? True for a NULL table. */
SERAI_API bool serai_over(const serai_table *table);
/* The seat that decides now; -1 when the game is over. */
SERAI_API int serai_decider(const serai_table *table);
/* How many moves have been made. */
SERAI_API int serai_ply(const serai_table *table);
/* A checksum of the whole state, the same on every machine. */
SERAI_API uint64_t serai_checksum(const serai_table *table);

/* Players' names, in logs, prompts and records: 1 to 32 bytes of printable text. NULL takes the
 * name away. */
SERAI_API bool serai_set_name(serai_table *table, int seat, const char *name, serai_error *error);
/* NULL for the nameless; valid until the name or the table goes. */
SERAI_API const char *serai_name(const serai_table *table, int seat);

/* ---- moves ----
 *
 * The list of legal moves is for whoever decides now; it is empty when the game is over, and where
 * a position that was read with SERAI_LOOSE leads nowhere. It may tell what the decider's hidden
 * cards are, so show it to nobody else. */

SERAI_API int serai_move_count(const serai_table *table);
/* Move number `index` (from 0) as text, "walk 2". */
SERAI_API char *serai_move(const serai_table *table, int index, serai_error *error);
/* The same into a buffer, without allocation. Returns the length; text that does not fit is cut,
 * always terminated. 0: there is no such move. */
SERAI_API size_t serai_move_write(const serai_table *table, int index, char *buffer, size_t size);
/* The choice in words, "Walk 2 steps for 1 coin". */
SERAI_API char *serai_move_say(const serai_table *table, int index, enum serai_lang lang,
                               serai_error *error);
/* All of them: a JSON array of {"move":"walk 2","verb":"walk","steps":2,...,"text":"..."}. */
SERAI_API char *serai_moves_json(const serai_table *table, enum serai_lang lang,
                                 serai_error *error);
/* What the decider is asked, in words; for others `viewer`, whom the table waits for. */
SERAI_API char *serai_prompt(const serai_table *table, int viewer, enum serai_lang lang,
                             serai_error *error);

/* Plays a move for `seat`, which must be the decider, or SERAI_REFEREE. */
SERAI_API bool serai_play(serai_table *table, int seat, const char *move, serai_error *error);

/* How many moves `seat` may take back: its own last ones, as far as no dice were thrown and nobody
 * has learnt anything new. */
SERAI_API int serai_undoable(const serai_table *table, int seat);
/* Takes the last move back. */
SERAI_API bool serai_undo(serai_table *table, int seat, serai_error *error);

/* What a move would bring, as far as the decider can know, without playing it:
 *     {"move":"walk 2","uncertain":false,"events":[...],"lines":["..."],"changes":{...}}
 * `events` and `lines` tell what would happen, `changes` is the difference that it makes to the
 * decider's view. If chance or hidden cards have a say, "uncertain" is true, events and lines go
 * only as far as nothing depends on them, and there are no changes. */
SERAI_API char *serai_preview(const serai_table *table, const char *move, enum serai_lang lang,
                              serai_error *error);

/* ---- what there is to see ----
 *
 * `viewer` is a seat, SERAI_SPECTATOR or SERAI_REFEREE. */

/* A JSON object with everything that the viewer may see: the game's fields, phase, decider, "ply",
 * "names", "prompt", "undo" (moves that the viewer may take back) and, for the decider and the
 * referee, "moves". What is hidden is null or left out. */
SERAI_API char *serai_view(const serai_table *table, int viewer, enum serai_lang lang,
                           serai_error *error);
/* The difference that the moves between two plies made to the fields of a view, as JSON: an object
 * with the members that changed. Objects go member by member, lists are given whole. */
SERAI_API char *serai_diff(const serai_table *table, int from_ply, int to_ply, int viewer,
                           serai_error *error);
/* What move number `ply` (from 1; 0 is the deal) did, as lines of a log. */
SERAI_API char *serai_events(const serai_table *table, int ply, int viewer, enum serai_lang lang,
                             serai_error *error);
/* The same as a JSON array of {"event":"walked","seat":1,...}; hidden arguments are null. */
SERAI_API char *serai_events_json(const serai_table *table, int ply, int viewer,
                                  serai_error *error);
/* The board drawn in text, at most `columns` (up to 160) by `rows` (up to 60). */
SERAI_API char *serai_board(const serai_table *table, int viewer, int columns, int rows,
                            enum serai_lang lang, serai_error *error);

/* The score sheet, line by line with reasons, best seat first. Before the end it says how things
 * would stand if the game ended now, hidden cards included. */
SERAI_API char *serai_score(const serai_table *table, enum serai_lang lang, serai_error *error);
/* {"lines":[{"seat":1,"reason":...,"points":...,"text":...},...],"totals":{"1":...},
 *  "ranks":{"1":...},"winners":[...],"over":...}. */
SERAI_API char *serai_score_json(const serai_table *table, enum serai_lang lang,
                                 serai_error *error);

/* ---- records and positions ----
 *
 * A record is a text file: game, rules version, seats, names, options, seed and one move a line,
 * with checksums. A position is the whole state as JSON, without the moves that led there. */

SERAI_API char *serai_record(const serai_table *table, serai_error *error);
SERAI_API char *serai_position(const serai_table *table, serai_error *error);

enum {
    SERAI_LOOSE = 1, /* every value must be in range, but invariants of the game may be broken */
    SERAI_FILL = 2   /* merging: pieces that then lie nowhere go to their hidden pool */
};

/* Reads a record or a position, `length` bytes of it. `flags` is 0 or SERAI_LOOSE. */
SERAI_API serai_table *serai_table_read(const char *text, size_t length, int flags,
                                        serai_error *error);
/* Changes the position of a table at which no move has been made: a JSON merge patch over the
 * members of serai_position(), in which null means "none". Refused if it breaks a rule of the game.
 */
SERAI_API bool serai_table_merge(serai_table *table, const char *patch, size_t length, int flags,
                                 serai_error *error);

/* ---- bots ----
 *
 * A bot is named by its kind: "random", "greedy", the levels "novice", "fair", "strong", "master";
 * or by its kind and budget a move: "search:1000" (iterations, the same on every machine),
 * "search:500ms". */

/* The name of a kind of bot, from 0; NULL past the last. */
SERAI_API const char *serai_bot_name(int index);
/* What it does, in a line. */
SERAI_API const char *serai_bot_title(int index, enum serai_lang lang);
/* The move that a bot in the decider's seat chooses. It knows what that seat knows, no more. The
 * same seed and table give the same move; give each decision of a game another seed, or the same:
 * the number of the move is mixed in. */
SERAI_API char *serai_bot_choose(const serai_table *table, const char *bot, const char *seed,
                                 serai_error *error);

/* The best few moves for the decider, who is known to know only what that seat knows: a JSON array
 * of
 * {"move":"walk 2","text":...,"chance":0.61,"visits":...,"likes":[...],"because":"more: coins"},
 * best first. `bot` is a searching one: "strong", "search:5000" ... */
SERAI_API char *serai_hint(const serai_table *table, const char *bot, const char *seed,
                           enum serai_lang lang, serai_error *error);

/* ---- environments ----
 *
 * For programs that learn: many tables of one game, stepped in one call into the caller's arrays.
 *
 * A row of numbers is what the decider may see, with the decider's own seat first wherever seats
 * are counted; what a seat may not see is not in it. An action is a move as a number, which means
 * the same at every decision of every table with as many seats; a mask has a byte for each action,
 * 1 where it is legal. All of it is made from the tables of the game, and serai_space_json() says
 * what every number means. `hash` changes when a meaning does: keep it with what was learnt.
 *
 * A game that ends is reported with `done` and its rewards, and another one is dealt at once: the
 * row is then the first of the new game. Tables play from seeds of their own, so that what one
 * plays depends neither on the others nor on how many threads there are. */

typedef struct serai_space {
    int seats;
    int observation; /* numbers in a row of what a seat sees */
    int world;       /* in a row of everything, for critics: serai_envs_world() */
    int actions;
    uint64_t hash; /* of what rows and actions mean */
} serai_space;

/* The spaces of a game; `options` as for serai_table_new(). */
SERAI_API bool serai_space_of(const char *game, int seats, const char *options, serai_space *space,
                              serai_error *error);
/* Every element's name, kind, range and meaning, and every verb with its arguments, as JSON. */
SERAI_API char *serai_space_json(const char *game, int seats, const char *options,
                                 serai_error *error);

typedef struct serai_envs serai_envs;

/* Where a step writes: for each of n tables, one after the other. Any may be NULL. */
typedef struct serai_batch {
    int16_t *observation; /* [n][observation]: what the decider sees; none is -1, hidden -2 */
    uint8_t *mask;        /* [n][actions] */
    int8_t *decider;      /* [n]: the seat, from 0 */
    float *reward; /* [n][seats]: by seat as the table counts them: the share of the win that a
                      game just ended brought (1, or 1/2 for two winners); else 0 */
    float *points; /* [n][seats]: its points, as its sheet counts; else 0 */
    uint8_t *done; /* [n]: 1 where a game ended in this step */
} serai_batch;

enum { SERAI_WAIT = -1 }; /* an action: nothing is played at this table */

/* Sets n tables. They are dealt by the seed, each its own way. */
SERAI_API serai_envs *serai_envs_new(const char *game, int seats, const char *options, int n,
                                     uint64_t seed, serai_error *error);
/* NULL is fine. */
SERAI_API void serai_envs_free(serai_envs *envs);
SERAI_API int serai_envs_count(const serai_envs *envs);
SERAI_API bool serai_envs_space(const serai_envs *envs, serai_space *space, serai_error *error);

/* Plays one action at every table, with up to so many threads, and writes where that led. An action
 * that is not legal is refused before anything is played. `action` NULL: plays nothing, writes how
 * things stand. */
SERAI_API bool serai_envs_step(serai_envs *envs, const int32_t *action, const serai_batch *batch,
                               int threads, serai_error *error);
/* Promises that steps alone write into this array of masks from now on: they then clear what they
 * set in it the step before, and not all of it. NULL takes the promise back. Whoever writes into
 * the array, or frees it and gets the same place again, promises anew. */
SERAI_API bool serai_envs_hold(serai_envs *envs, const uint8_t *mask, serai_error *error);
/* A legal action for every table, each as likely as the others. The same seed and tables give the
 * same. */
SERAI_API bool serai_envs_sample(const serai_envs *envs, uint64_t seed, int32_t *action,
                                 serai_error *error);

/* Deals table number i anew by a seed (as for serai_table_new()), and its next games by what
 * follows from it. */
SERAI_API bool serai_envs_reset(serai_envs *envs, int i, const char *seed, serai_error *error);

/* What a seat sees of table i, decider or not. */
SERAI_API bool serai_envs_observe(const serai_envs *envs, int i, int seat, int16_t *observation,
                                  serai_error *error);
/* Everything, as the decider of each table counts: [n][world]. Not for players: it shows what is
 * hidden. */
SERAI_API bool serai_envs_world(serai_envs *envs, int16_t *world, int threads, serai_error *error);
/* Every seat's points if all games ended now: [n][seats]. For rewards on the way, not for players:
 * hidden cards count. */
SERAI_API bool serai_envs_standing(serai_envs *envs, float *points, int threads,
                                   serai_error *error);

/* A table as bytes, to be loaded into any environment of the same space. */
SERAI_API size_t serai_envs_save_size(const serai_envs *envs);
SERAI_API bool serai_envs_save(const serai_envs *envs, int i, void *bytes, size_t size,
                               serai_error *error);
/* Refused if the bytes are no sound state of the game. */
SERAI_API bool serai_envs_load(serai_envs *envs, int i, const void *bytes, size_t size,
                               serai_error *error);
/* Table `to` becomes what table `from` is. */
SERAI_API bool serai_envs_clone(serai_envs *envs, int from, int to, serai_error *error);
/* Table i becomes a world that `seat` cannot tell from the true one: what it cannot know is dealt
 * anew, and so is what chance will bring. */
SERAI_API bool serai_envs_guess(serai_envs *envs, int i, int seat, uint64_t seed,
                                serai_error *error);

/* The table as one for everything else in this header, without the moves that led there; and the
 * other way round. */
SERAI_API serai_table *serai_envs_table(const serai_envs *envs, int i, serai_error *error);
SERAI_API bool serai_envs_put(serai_envs *envs, int i, const serai_table *table,
                              serai_error *error);
/* An action as a move of the decider of table i, "walk 2"; and the other way round (-1: none). */
SERAI_API char *serai_envs_move(const serai_envs *envs, int i, int32_t action, serai_error *error);
SERAI_API int32_t serai_envs_action(const serai_envs *envs, int i, const char *move,
                                    serai_error *error);

#ifdef __cplusplus
}
#endif

#endif
