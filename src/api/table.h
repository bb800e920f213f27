/* A table: one game being played by seats. Setup, names, the moves so far and the present state.
 * Records and positions go in and out here. This layer may allocate; the core below never does. */
#ifndef SR_TABLE_H
#define SR_TABLE_H

#include "core/game.h"
#include "core/view.h"

enum {
    SR_NAME_BYTES = 33,      /* a player's name with its end */
    SR_LINE_BYTES = 32768,   /* the longest line of a record; a position is one line */
    SR_FILE_BYTES = 4 << 20, /* the largest record or position that is read */
    SR_CHECKSUM_EVERY = 16   /* moves between checksum lines of a record */
};

/* One move played, and what it did. */
struct sr_ply {
    struct sr_move move;
    uint8_t seat;
    uint8_t did; /* SR_CHANCE | SR_SHOWN */
};

struct sr_table {
    const struct sr_game *game;
    struct sr_setup setup;
    bool from_position; /* began from a position, not from a deal: setup's seed means nothing */
    bool loose;         /* that position need not keep the game's invariants */
    char name[SR_MAX_SEATS][SR_NAME_BYTES]; /* empty: nameless */
    uint32_t plies, capacity;
    struct sr_ply *ply;
    struct sr_moves moves; /* legal now */
    _Alignas(8) unsigned char state[SR_MAX_STATE];
    _Alignas(8) unsigned char start[SR_MAX_STATE]; /* at the first decision */
};

/* All of these return NULL or false with `error` filled when something is wrong; nothing changes
 * then. Tables are freed with sr_table_free(). */
struct sr_table *sr_table_new(const struct sr_game *game, const struct sr_setup *setup,
                              struct sr_error *error);
struct sr_table *sr_table_copy(const struct sr_table *table, struct sr_error *error);
void sr_table_free(struct sr_table *table);

bool sr_table_set_name(struct sr_table *table, int seat, const char *name, size_t length,
                       struct sr_error *error);
/* Pointers for a struct sr_reader; nameless seats are NULL. */
void sr_table_names(const struct sr_table *table, const char *names[SR_MAX_SEATS]);
/* Those of them that tell players apart: where two have the same, as bots of one strength, both are
 * called by their seats. */
void sr_table_plain_names(const struct sr_table *table, const char *names[SR_MAX_SEATS]);

/* Plays a move in notation. `seat` must be the decider, or SR_REFEREE to play for whoever decides.
 * `events` may be NULL. */
bool sr_table_play_text(struct sr_table *table, int seat, const char *text, size_t length,
                        struct sr_events *events, struct sr_error *error);
bool sr_table_play(struct sr_table *table, int seat, struct sr_move move, struct sr_events *events,
                   struct sr_error *error);

/* The error for a move that is not legal now, with those that are. Returns false. */
bool sr_table_refuse(const struct sr_table *table, struct sr_move move, struct sr_error *error);

/* How many moves `seat` may take back: its own last ones, as far as nothing new was learnt. The
 * referee may take back all. */
int sr_table_undoable(const struct sr_table *table, int seat);
bool sr_table_undo(struct sr_table *table, int seat, struct sr_error *error);
/* The table as it was after `ply` moves (a new table). */
struct sr_table *sr_table_at(const struct sr_table *table, uint32_t ply, struct sr_error *error);
/* The events of move number `ply` (1-based; 0: of the deal). */
bool sr_table_events(const struct sr_table *table, uint32_t ply, struct sr_events *events,
                     struct sr_error *error);

/* What a bot in the deciding seat is given. Valid until the table changes. */
struct sr_glimpse;
void sr_table_glimpse(const struct sr_table *table, struct sr_glimpse *glimpse);

/* The whole view of a viewer: fields, prompt, and, for the decider and the referee, legal moves. */
void sr_table_view(struct sr_out *out, const struct sr_table *table, int viewer, enum sr_lang lang);

/* What the decider is asked, for it and the referee; for others, whom the table waits for. */
void sr_table_prompt(struct sr_out *out, const struct sr_table *table, int viewer,
                     enum sr_lang lang);

/* Previews (preview.c): a move played in worlds that the decider guesses. */
struct sr_preview {
    struct sr_move move;
    bool uncertain;          /* chance or secrets have a say */
    struct sr_events events; /* as far as every guessed world agrees */
    _Alignas(8) unsigned char before[SR_MAX_STATE], after[SR_MAX_STATE]; /* one of the worlds */
};
bool sr_table_preview(const struct sr_table *table, struct sr_move move, struct sr_preview *preview,
                      struct sr_error *error);
void sr_preview_write(struct sr_out *out, const struct sr_table *table,
                      const struct sr_preview *preview, enum sr_lang lang);

/* Records (record.c). */
void sr_record_write(struct sr_out *out, const struct sr_table *table);
/* A seed as a record has it: the number that makes it, else its digits. */
void sr_seed_write(struct sr_out *out, const uint8_t seed[SR_SEED_BYTES]);
struct sr_table *sr_record_read(const char *text, size_t length, struct sr_error *error);

/* Positions (position.c). A position marked loose in the file, or read with `loose`, need only have
 * every field in range. */
struct sr_table *sr_position_read(const char *text, size_t length, bool loose,
                                  struct sr_error *error);
/* Merges a partial state (JSON merge patch; null means "none") into a table that has no moves yet.
 * With `fill`, pieces that then lie nowhere go to their hidden pool. */
bool sr_position_merge(struct sr_table *table, const char *text, size_t length, bool loose,
                       bool fill, struct sr_error *error);

/* The same for one game, which need not be among those that sr_game_find() knows. */
struct sr_table *sr_record_read_of(const struct sr_game *game, const char *text, size_t length,
                                   struct sr_error *error);
/* Is a record or position of so many bytes read at all? `what` is its name in the error. */
bool sr_fits_file(size_t length, const char *what, struct sr_error *error);
struct sr_table *sr_position_read_of(const struct sr_game *game, const char *text, size_t length,
                                     bool loose, struct sr_error *error);

/* A position that was written under other rules of the game, read as one of today's: it must be one
 * in every respect. */
struct sr_table *sr_position_renew(const struct sr_game *game, const char *text, size_t length,
                                   struct sr_error *error);

/* Either of the two, told apart by the first character that is not blank. */
struct sr_table *sr_table_read(const char *text, size_t length, bool loose, struct sr_error *error);

/* Runs a writer twice, to measure and to write; the result is freed with free(). NULL: no memory.
 */
typedef void sr_writer(struct sr_out *out, const void *context);
char *sr_write_all(sr_writer *writer, const void *context);
/* A game and a position as texts, in the same way. */
char *sr_record_text(const struct sr_table *table);
char *sr_position_text(const struct sr_game *game, const void *state, bool loose);

#endif
