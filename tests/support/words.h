/* Reads every text that a game has, without playing it: is it there in both languages, do its
 * placeholders mean something, has a plural all its forms and a name every case that is asked of
 * it? */
#ifndef WORDS_H
#define WORDS_H

#include "core/game.h"

struct words_problem {
    char text[400]; /* empty: nothing is wrong */
};

/* Has the game no Russian at all? Its title tells: it is the same in both. */
bool words_english_alone(const struct sr_game *game);

/* Names, templates and identifiers of a game. False: the first problem found. Of a game without
 * Russian, whatever is the same in both languages is read as English alone. */
bool words_of_game(const struct sr_game *game, struct words_problem *problem);

/* One text that takes no placeholders, or only {0} .. {3}. */
bool words_of_text(const char *what, const struct sr_text *text, bool numbered,
                   struct words_problem *problem);

#endif
