/* `serai play`: sets up the game that was asked for and hands it to the screen or to line mode. */
#include "play.h"

#include "api/problems.h"
#include "games/games.h"
#include "screen.h"

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
    return sr_wish_read(call, game, seats, &session->wish, error) &&
           read_seat(call, session->wish.setup.seats, &session->seat, error) &&
           sr_wish_bots(call, SR_BOTS_AT_HOME, "greedy", session->wish.setup.seats, session->seat,
                        session->bot, error);
}

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
    if (call->count == 1) {
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
