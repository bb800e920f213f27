/* The list of choices on the screen: which are shown, which one is selected, what the hint says,
 * and how it is drawn. Long lists are grouped by the words that choices begin with, and filtered by
 * words that a person types. */
#ifndef SR_CHOICES_H
#define SR_CHOICES_H

#include "bots/hint.h"
#include "session.h"

enum { SR_CHOICE_BYTES = 512, SR_FILTER_BYTES = 64, SR_PREVIEW_BYTES = 2048 };

struct sr_choices {
    const struct sr_session *session;
    int selected; /* number in the list of moves; -1: none, Enter plays nothing */
    int first;    /* line of the list that is the first in sight */
    int number;   /* being typed; 0: none */
    bool hinted;  /* a hint has been asked for */
    struct sr_hints hints;
    char filter[SR_FILTER_BYTES];  /* only choices with this in them; empty: all */
    int shown, show[SR_MAX_MOVES]; /* those, in their order */
    int previewed;                 /* the choice that the preview is of, or -1 */
    char preview[SR_PREVIEW_BYTES];
    char text[SR_MAX_MOVES][SR_CHOICE_BYTES];
};

/* A new decision: the first choice that is no pass is selected. */
void sr_choices_begin(struct sr_choices *choices, const struct sr_session *session);
/* The texts anew, after another language or filter. */
void sr_choices_refresh(struct sr_choices *choices);
/* Selects so many further on, among those that are shown. */
void sr_choices_move(struct sr_choices *choices, int step);
/* A digit of the number of a choice: it is selected at once. False: there is no such number. */
bool sr_choices_digit(struct sr_choices *choices, int digit);
/* Asks for hints and selects the best. False: no memory for it. */
bool sr_choices_hint(struct sr_choices *choices);

/* What the selected choice brings; empty: nothing is selected, or nothing known. */
const char *sr_choices_preview(struct sr_choices *choices);
void sr_choices_draw(struct sr_choices *choices, int row, int column, int rows, int columns);

#endif
