/* A game between one person and bots: what line mode and the full screen both play on. */
#ifndef SR_SESSION_H
#define SR_SESSION_H

#include "bots/player.h"
#include "cli.h"

/* An event and the number of the move that brought it; 0 is the deal. */
struct sr_logged {
    uint32_t ply;
    struct sr_event event;
};

struct sr_session {
    struct sr_wish wish;
    enum sr_lang lang;
    int seat; /* where the person sits */
    struct sr_bot bot[SR_MAX_SEATS];
    const char *bots;   /* as they were asked for, or NULL */
    const char *record; /* file that the record is kept in, or NULL */
    const char *file;   /* the record or position that it goes on from, or NULL */
    bool force;         /* files that are there may be written over */
    int number;         /* of this game in a row of games, from 1 */

    struct sr_table *table;
    struct sr_player player[SR_MAX_SEATS]; /* the bots, as they sit at this table */
    struct sr_logged *log;
    uint32_t logged, log_capacity;
    uint32_t own_ply; /* the last move that the person made */
};

/* Sets the table, unless there is one, and begins the record or goes on with it. The session is
 * filled in down to `number`. */
bool sr_session_open(struct sr_session *session, struct sr_error *error);
void sr_session_close(struct sr_session *session);

bool sr_session_over(const struct sr_session *session);
/* Is it the person who decides now? */
bool sr_session_asks(const struct sr_session *session);

/* Plays for whoever decides, logs what happens and keeps the record. */
bool sr_session_play(struct sr_session *session, struct sr_move move, struct sr_error *error);
bool sr_session_play_bot(struct sr_session *session, struct sr_error *error);
bool sr_session_undo(struct sr_session *session, struct sr_error *error);
/* The next game of the row: the same table, a new seed. */
bool sr_session_again(struct sr_session *session, struct sr_error *error);

/* What a strong player would do, with chances and reasons. False: no memory for it. */
struct sr_hints;
bool sr_session_hints(const struct sr_session *session, struct sr_hints *hints);
/* How the game stands and what speaks for one of them: "more: majorities"; false: nothing to say.
 */
bool sr_session_why_say(const struct sr_session *session, const struct sr_hints *hints, int hint,
                        struct sr_out *out);
/* "61 %; more: majorities": the same behind its chance. */
void sr_session_hint_say(const struct sr_session *session, const struct sr_hints *hints, int hint,
                         struct sr_out *out);
/* The number of a move in the list; -1: it is not there. */
int sr_session_find(const struct sr_session *session, struct sr_move move);
/* What a choice brings, as far as it does not depend on what is hidden. */
void sr_session_preview(const struct sr_session *session, struct sr_move move, struct sr_out *out);

/* Who reads, with the names of the seats. */
struct sr_reader sr_session_reader(const struct sr_session *session,
                                   const char *names[SR_MAX_SEATS]);
/* Names in the person's language. */
void sr_session_names(struct sr_session *session);
void sr_session_set_lang(struct sr_session *session, enum sr_lang lang);
void sr_session_log_say(const struct sr_session *session, uint32_t index, struct sr_out *out);
void sr_session_prompt_say(const struct sr_session *session, struct sr_out *out);
void sr_session_move_say(const struct sr_session *session, uint32_t index, struct sr_out *out);
void sr_session_draw(const struct sr_session *session, struct sr_canvas *canvas);
/* How to play this very game again, and where its record is. */
void sr_session_repeat_say(const struct sr_session *session, struct sr_out *out);
/* The file of the record: the second game of a row has its own. */
void sr_session_record_path(const struct sr_session *session, struct sr_out *out);

#endif
