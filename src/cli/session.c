/* One person and bots at a table: playing, taking back, hints, previews, the record. */
#include "session.h"

#include "bots/bots.h"
#include "bots/hint.h"
#include "core/glimpse.h"
#include "lab/sim.h"

#include <stdlib.h>
#include <string.h>

enum { PATH_BYTES = 4096 };

static int seats_of(const struct sr_session *session) {
    return sr_head(session->table->state)->seats;
}

struct sr_reader sr_session_reader(const struct sr_session *session,
                                   const char *names[SR_MAX_SEATS]) {
    sr_table_names(session->table, names);
    return (struct sr_reader){session->lang, names};
}

/* ---- names ---- */

/* The bots are called after the winds; the person as the system knows them, if that is a name. Who
 * has a name in a record keeps it. */
void sr_session_names(struct sr_session *session) {
    static const enum sr_phrase winds[] = {SR_SAY_WEST, SR_SAY_NORTH, SR_SAY_EAST, SR_SAY_SOUTH,
                                           SR_SAY_ZENITH};
    struct sr_error ignored;
    if (session->file && session->number == 1 && session->table->name[session->seat][0])
        return;
    for (int seat = 0, wind = 0; seat < seats_of(session); seat++) {
        if (seat != session->seat) {
            const char *name = sr_phrase(session->lang, winds[wind++]);
            sr_table_set_name(session->table, seat, name, strlen(name), &ignored);
            continue;
        }
        const char *user = getenv("USER");
        if (user && sr_table_set_name(session->table, seat, user, strlen(user), &ignored))
            continue;
        const char *name = sr_phrase(session->lang, SR_SAY_PLAYER);
        sr_table_set_name(session->table, seat, name, strlen(name), &ignored);
    }
}

void sr_session_set_lang(struct sr_session *session, enum sr_lang lang) {
    session->lang = lang;
    sr_session_names(session);
}

/* ---- the record ---- */

void sr_session_record_path(const struct sr_session *session, struct sr_out *out) {
    sr_put(out, session->record);
    if (session->number == 1)
        return;
    sr_put_char(out, '.');
    sr_put_number(out, session->number);
}

static bool record_is_there(const struct sr_session *session) {
    char path[PATH_BYTES];
    struct sr_out out;
    struct sr_error ignored = {0};
    sr_out_open(&out, path, sizeof path);
    sr_session_record_path(session, &out);
    return !sr_file_spare(path, false, &ignored);
}

static bool keep_record(const struct sr_session *session, struct sr_error *error) {
    if (!session->record)
        return true;
    char path[PATH_BYTES];
    struct sr_out out;
    sr_out_open(&out, path, sizeof path);
    sr_session_record_path(session, &out);
    char *text = sr_record_text(session->table);
    if (!text)
        return sr_fail(error, SR_PROBLEM_MEMORY, NULL);
    bool written = sr_file_write(path, text, error);
    free(text);
    return written;
}

/* ---- the log ---- */

static void log_events(struct sr_session *session, uint32_t ply, const struct sr_events *events) {
    for (uint32_t i = 0; i < events->count; i++) {
        if (session->logged == session->log_capacity) {
            session->log_capacity = session->log_capacity ? session->log_capacity * 2 : 256;
            session->log = sr_need(session->log, session->log_capacity * sizeof *session->log);
        }
        session->log[session->logged++] = (struct sr_logged){ply, events->list[i]};
    }
}

void sr_session_log_say(const struct sr_session *session, uint32_t index, struct sr_out *out) {
    const char *names[SR_MAX_SEATS];
    struct sr_reader reader = sr_session_reader(session, names);
    sr_event_say(out, &reader, session->wish.game, &session->log[index].event, session->seat);
}

/* ---- opening and closing ---- */

bool sr_session_open(struct sr_session *session, struct sr_error *error) {
    session->logged = 0;
    session->own_ply = 0;
    if (!session->table)
        session->table = sr_table_new(session->wish.game, &session->wish.setup, error);
    if (!session->table)
        return false;
    for (int seat = 0; seat < seats_of(session); seat++)
        session->player[seat] = sr_player_sit(&session->bot[seat], NULL);
    sr_session_names(session);
    for (uint32_t ply = 0; ply <= session->table->plies; ply++) {
        struct sr_events events;
        if (!sr_table_events(session->table, ply, &events, error))
            return false;
        log_events(session, ply, &events);
        if (ply > 0 && session->table->ply[ply - 1].seat == session->seat)
            session->own_ply = ply;
    }
    return keep_record(session, error);
}

static void let_bots_leave(struct sr_session *session) {
    for (int seat = 0; seat < SR_MAX_SEATS; seat++)
        sr_player_leave(&session->player[seat]);
}

void sr_session_close(struct sr_session *session) {
    let_bots_leave(session);
    sr_table_free(session->table);
    free(session->log);
    session->table = NULL;
    session->log = NULL;
}

bool sr_session_again(struct sr_session *session, struct sr_error *error) {
    if (!sr_wish_draw_seed(&session->wish, error))
        return false;
    let_bots_leave(session);
    sr_table_free(session->table);
    session->table = NULL;
    session->number++;
    while (session->record && !session->force && record_is_there(session))
        session->number++;
    return sr_session_open(session, error);
}

bool sr_session_over(const struct sr_session *session) {
    return sr_head(session->table->state)->over;
}

bool sr_session_asks(const struct sr_session *session) {
    const struct sr_head *head = sr_head(session->table->state);
    return !head->over && head->decider == session->seat;
}

/* ---- playing ---- */

bool sr_session_play(struct sr_session *session, struct sr_move move, struct sr_error *error) {
    bool own = sr_session_asks(session);
    struct sr_events events = {0};
    if (!sr_table_play(session->table, SR_REFEREE, move, &events, error))
        return false;
    log_events(session, session->table->plies, &events);
    if (own)
        session->own_ply = session->table->plies;
    return keep_record(session, error);
}

/* The dice of a bot depend on the game's seed and the number of the move alone, so that the same
 * seed and the same choices make the same game, hints and undone moves or not. */
static struct sr_rng dice_for(const struct sr_session *session) {
    uint8_t seed[SR_SEED_BYTES];
    sr_series_seed(session->wish.setup.seed, UINT64_MAX - session->table->plies, seed);
    struct sr_rng rng;
    sr_rng_seed(&rng, seed);
    return rng;
}

static bool ask(const struct sr_session *session, struct sr_player *player, struct sr_move *move,
                struct sr_error *error) {
    struct sr_rng rng = dice_for(session);
    struct sr_stream stream = sr_stream_open(&rng);
    struct sr_glimpse glimpse;
    sr_table_glimpse(session->table, &glimpse);
    return sr_player_choose(player, &glimpse, &stream, move, error);
}

bool sr_session_play_bot(struct sr_session *session, struct sr_error *error) {
    struct sr_player *player = &session->player[sr_head(session->table->state)->decider];
    struct sr_move move;
    return ask(session, player, &move, error) && sr_session_play(session, move, error);
}

bool sr_session_undo(struct sr_session *session, struct sr_error *error) {
    struct sr_table *table = session->table;
    if (!sr_table_undo(table, session->seat, error))
        return false;
    while (session->logged > 0 && session->log[session->logged - 1].ply > table->plies)
        session->logged--;
    session->own_ply = table->plies;
    while (session->own_ply > 0 && table->ply[session->own_ply - 1].seat != session->seat)
        session->own_ply--;
    return keep_record(session, error);
}

/* ---- advice ---- */

bool sr_session_hints(const struct sr_session *session, struct sr_hints *hints) {
    struct sr_bot adviser = sr_bot_of(&sr_strong_bot);
    struct sr_glimpse glimpse;
    struct sr_rng rng = dice_for(session);
    struct sr_stream stream = sr_stream_open(&rng);
    sr_table_glimpse(session->table, &glimpse);
    return sr_hints_find(&glimpse, &stream, &adviser, hints) && hints->count > 0;
}

bool sr_session_why_say(const struct sr_session *session, const struct sr_hints *hints, int hint,
                        struct sr_out *out) {
    const struct sr_hint *told = &hints->hint[hint];
    bool outlook = hints->outlook != SR_OPEN, likes = told->likes > 0;
    if (outlook)
        sr_hint_outlook_say(out, session->lang, hints, told);
    if (outlook && likes)
        sr_put(out, "; ");
    if (likes)
        sr_hint_say(out, session->lang, session->wish.game, told);
    return outlook || likes;
}

void sr_session_hint_say(const struct sr_session *session, const struct sr_hints *hints, int hint,
                         struct sr_out *out) {
    char line[2048];
    struct sr_out why;
    sr_put_number(out, (int64_t)(100.0f * hints->hint[hint].chance + 0.5f));
    sr_put(out, " %");
    sr_out_open(&why, line, sizeof line);
    if (!sr_session_why_say(session, hints, hint, &why))
        return;
    sr_put(out, "; ");
    sr_put(out, line);
}

int sr_session_find(const struct sr_session *session, struct sr_move move) {
    const struct sr_moves *moves = &session->table->moves;
    for (uint32_t i = 0; i < moves->count; i++)
        if (sr_same_move(moves->list[i], move))
            return (int)i;
    return -1;
}

void sr_session_preview(const struct sr_session *session, struct sr_move move, struct sr_out *out) {
    const char *names[SR_MAX_SEATS];
    struct sr_reader reader = sr_session_reader(session, names);
    struct sr_preview preview;
    struct sr_error ignored;
    if (!sr_table_preview(session->table, move, &preview, &ignored))
        return;
    for (uint32_t i = 0; i < preview.events.count; i++) {
        sr_put(out, i ? "; " : "");
        sr_event_say(out, &reader, session->wish.game, &preview.events.list[i], session->seat);
    }
    if (!preview.uncertain)
        return;
    bool some = preview.events.count > 0;
    sr_put(out, some ? " " : "");
    sr_put(out, sr_phrase(session->lang, some ? SR_SAY_THEN_HIDDEN : SR_SAY_ALL_HIDDEN));
}

/* ---- telling ---- */

void sr_session_prompt_say(const struct sr_session *session, struct sr_out *out) {
    const char *names[SR_MAX_SEATS];
    struct sr_reader reader = sr_session_reader(session, names);
    sr_prompt_say(out, &reader, session->wish.game, session->table->state);
}

void sr_session_move_say(const struct sr_session *session, uint32_t index, struct sr_out *out) {
    const char *names[SR_MAX_SEATS];
    struct sr_reader reader = sr_session_reader(session, names);
    sr_move_say(out, &reader, session->wish.game, session->table->state,
                session->table->moves.list[index]);
}

void sr_session_draw(const struct sr_session *session, struct sr_canvas *canvas) {
    const char *names[SR_MAX_SEATS];
    struct sr_reader reader = sr_session_reader(session, names);
    sr_canvas_draw(session->wish.game, session->table->state, session->seat, &reader, canvas);
}

/* How to go on: with the file that the record is kept in, as long as the game is not over. */
static void put_record(const struct sr_session *session, struct sr_out *out) {
    char path[PATH_BYTES];
    struct sr_out line;
    sr_out_open(&line, path, sizeof path);
    sr_session_record_path(session, &line);
    sr_phrase_say(out, session->lang, SR_SAY_RECORD_IS_IN, path, NULL);
    if (sr_session_over(session))
        return;
    sr_put_char(out, '\n');
    sr_phrase_say(out, session->lang, SR_SAY_GO_ON_WITH, path, NULL);
}

void sr_session_repeat_say(const struct sr_session *session, struct sr_out *out) {
    char command[1024];
    struct sr_out line;
    if (session->file && session->number == 1) {
        /* where it came from is where it goes on */
        if (session->record)
            put_record(session, out);
        return;
    }
    sr_out_open(&line, command, sizeof command);
    sr_put(&line, "serai play ");
    sr_put(&line, session->wish.game->name);
    sr_put(&line, " --seats ");
    sr_put_number(&line, session->wish.setup.seats);
    if (session->seat > 0) {
        sr_put(&line, " --seat ");
        sr_put_number(&line, session->seat + 1);
    }
    sr_put(&line, " --seed ");
    sr_put(&line, session->wish.seed);
    sr_wish_options_write(&line, &session->wish);
    if (session->bots) {
        bool plain = !strpbrk(session->bots, " '\"\\$&|;<>()*?`");
        sr_put(&line, plain ? " --bots " : " --bots '");
        sr_put(&line, session->bots);
        sr_put(&line, plain ? "" : "'");
    }
    sr_phrase_say(out, session->lang, SR_SAY_REPEAT, command, NULL);
    if (!session->record)
        return;
    sr_put_char(out, '\n');
    put_record(session, out);
}
