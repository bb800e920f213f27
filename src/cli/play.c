/* `serai play`: sets up the game that was asked for and hands it to the screen or to line mode. */
#include "play.h"

#include "api/problems.h"
#include "cli/problems.h"
#include "games/games.h"
#include "screen.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* --seat: where the person sits. */
static bool read_seat(const struct sr_call *call, int seats, int *seat, struct sr_error *error) {
    const char *text = call->value[SR_FLAG_SEAT];
    *seat = 0;
    if (!text)
        return true;
    if (text[0] >= '1' && text[0] < '1' + seats && !text[1]) {
        *seat = text[0] - '1';
        return true;
    }
    char offer[16] = "1..";
    strcat(offer, sr_digits(seats).text);
    return sr_fail(error, SR_PROBLEM_SEAT, text, offer, NULL);
}

static bool fill_session(const struct sr_call *call, const struct sr_game *game, int seats,
                         struct sr_session *session, struct sr_error *error) {
    session->lang = call->lang;
    session->number = 1;
    session->bots = call->value[SR_FLAG_BOTS];
    session->record = call->value[SR_FLAG_RECORD];
    session->force = call->value[SR_FLAG_FORCE] != NULL;
    return sr_wish_read(call, game, seats, &session->wish, error) &&
           read_seat(call, session->wish.setup.seats, &session->seat, error) &&
           sr_wish_bots(call, SR_BOTS_AT_HOME, "greedy", session->wish.setup.seats, session->seat,
                        session->bot, error) &&
           (!session->record || sr_file_spare(session->record, session->force, error));
}

/* ---- going on with a file ---- */

/* Is it a file rather than a game that was named? */
static bool names_file(const char *text) {
    return strcmp(text, "-") != 0 && !sr_game_find(text) &&
           (strpbrk(text, "./") || access(text, F_OK) == 0);
}

/* Who sat there before: the seat that is called as the person is now, else who decides. */
static int own_seat(const struct sr_table *table) {
    const char *user = getenv("USER");
    for (int seat = 0; seat < table->setup.seats; seat++)
        for (int lang = 0; lang < SR_LANGS; lang++)
            if ((user && *user && strcmp(table->name[seat], user) == 0) ||
                strcmp(table->name[seat], sr_phrase((enum sr_lang)lang, SR_SAY_PLAYER)) == 0)
                return seat;
    return sr_head(table->state)->decider;
}

/* How the table is set is in the file, so no flag may say it too. */
static bool refuse_settings(const struct sr_call *call, const char *path, struct sr_error *error) {
    static const enum sr_flag settings[] = {SR_FLAG_SEATS, SR_FLAG_SEED, SR_FLAG_PRESET,
                                            SR_FLAG_OPTIONS, SR_FLAG_RULES};
    for (size_t i = 0; i < SR_COUNT(settings); i++)
        if (call->value[settings[i]])
            return sr_fail(error, SR_PROBLEM_FROM_FILE, sr_flag_kinds[settings[i]].name, path,
                           NULL);
    return true;
}

/* A record goes on in its own file, unless --record names another; a position has none. */
static bool fill_from_file(const struct sr_call *call, const char *path, struct sr_session *session,
                           struct sr_error *error) {
    session->lang = call->lang;
    session->number = 1;
    session->bots = call->value[SR_FLAG_BOTS];
    session->force = call->value[SR_FLAG_FORCE] != NULL;
    session->record = call->value[SR_FLAG_RECORD];
    if (!refuse_settings(call, path, error) ||
        (session->record && !sr_file_spare(session->record, session->force, error)))
        return false;
    session->file = path;
    struct sr_table *table = session->table = sr_file_table(call, path, error);
    if (!table)
        return false;
    if (sr_head(table->state)->over)
        return sr_fail(error, SR_PROBLEM_GAME_OVER, NULL);
    if (!session->record && (table->plies > 0 || !table->from_position))
        session->record = path;
    session->wish.game = table->game;
    session->wish.setup = table->setup;
    struct sr_out out;
    sr_out_open(&out, session->wish.seed, sizeof session->wish.seed);
    if (table->from_position)
        sr_put(&out, "—");
    else
        sr_seed_write(&out, table->setup.seed);
    if (!read_seat(call, table->setup.seats, &session->seat, error))
        return false;
    if (!call->value[SR_FLAG_SEAT])
        session->seat = own_seat(table);
    return sr_wish_bots(call, SR_BOTS_AT_HOME, "greedy", table->setup.seats, session->seat,
                        session->bot, error);
}

/* ---- the start ---- */

/* Which game, and for how many? Only what the command line has not said is asked. */
static bool ask(const struct sr_call *call, bool on_screen, const struct sr_game **game,
                int *seats) {
    struct sr_question question = {
        .game = sr_game_at(1) != NULL,
        .seats = !call->value[SR_FLAG_SEATS],
    };
    *game = sr_game_at(0);
    *seats = (*game)->seats_max;
    if (on_screen)
        return sr_screen_ask(call->lang, question, game, seats);
    sr_lines_ask(call->lang, question, game, seats);
    return true;
}

enum sr_exit sr_run_play(const struct sr_call *call) {
    struct sr_error error = {0};
    struct sr_session session = {0};
    const struct sr_game *game = NULL;
    int seats = 0;
    if (call->count == 1 && names_file(call->argument[0])) {
        if (!fill_from_file(call, call->argument[0], &session, &error)) {
            const char *where = session.table ? NULL : session.file;
            sr_session_close(&session);
            return where ? sr_report_file(call->lang, where, &error)
                         : sr_report(call->lang, NULL, &error);
        }
        game = session.wish.game;
    } else if (call->count == 1) {
        game = sr_wish_game(call->argument[0], &error);
        /* what is wrong with the command line is told before the screen opens */
        if (!game || !fill_session(call, game, seats = game->seats_max, &session, &error))
            return sr_report(call->lang, NULL, &error);
    }
    bool terminal = isatty(STDIN_FILENO) && isatty(STDOUT_FILENO);
    bool on_screen = terminal && sr_screen_open(sr_colourful(stdout));
    if (!game) {
        bool stayed = ask(call, on_screen, &game, &seats);
        if (!stayed || !fill_session(call, game, seats, &session, &error)) {
            sr_screen_close();
            return stayed ? sr_report(call->lang, NULL, &error) : SR_EXIT_FINE;
        }
    }
    enum sr_exit code;
    if (!sr_session_open(&session, &error)) {
        sr_screen_close();
        code = sr_report(call->lang, NULL, &error);
    } else {
        code = on_screen ? sr_screen_play(&session) : sr_lines_play(&session);
    }
    sr_session_close(&session);
    return code;
}
