/* What is on the table, in words: everything that a seat may see, and what the signs of the board
 * stand for. One key away on the screen, one letter in line mode. */
#ifndef SR_DETAILS_H
#define SR_DETAILS_H

#include "page.h"
#include "session.h"

/* Every field that the person may see, by its name and in words; only lines with `filter` in them,
 * if it is not empty. */
void sr_details_page(struct sr_page *page, const struct sr_session *session, const char *filter,
                     int columns);
/* The signs of the board: all of them, or, given what is drawn, those that are on it. */
void sr_signs_page(struct sr_page *page, const struct sr_session *session,
                   const struct sr_canvas *drawn, int columns);

/* Is `part` in the text, whatever the case of the letters? Nothing is in everything. */
bool sr_contains(const char *text, const char *part);

#endif
