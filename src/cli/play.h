/* The two ways to play: by lines and on the full screen, behind the same start. */
#ifndef SR_PLAY_H
#define SR_PLAY_H

#include "session.h"

/* What the start of a game still has to ask for. */
struct sr_question {
    bool game, seats;
};

/* Asks by lines; false: the input has ended, and the defaults stand. */
void sr_lines_ask(enum sr_lang lang, struct sr_question question, const struct sr_game **game,
                  int *seats);
enum sr_exit sr_lines_play(struct sr_session *session);

/* Asks on the screen; false: the person left. */
bool sr_screen_ask(enum sr_lang lang, struct sr_question question, const struct sr_game **game,
                   int *seats);
enum sr_exit sr_screen_play(struct sr_session *session);

#endif
