/* A game told as pages: rules, score sheets, lines of the log. Line mode, the full screen and the
 * printing commands all tell it the same way. */
#ifndef SR_TELL_H
#define SR_TELL_H

#include "api/table.h"
#include "page.h"

void sr_rules_page(struct sr_page *page, const struct sr_game *game, enum sr_lang lang,
                   int columns);

/* The score sheet of a state; headed "if it ended now" while the game goes on. */
void sr_sheet_page(struct sr_page *page, const struct sr_table *table, enum sr_lang lang,
                   int columns);
/* The same as `seat` can know it: what is certain, and between which limits the rest lies. */
void sr_estimate_page(struct sr_page *page, const struct sr_table *table, int seat,
                      enum sr_lang lang, int columns);

/* "● West". */
void sr_seat_say(struct sr_out *out, const struct sr_table *table, enum sr_lang lang, int seat);
/* The winners of a finished game, in a line. */
void sr_winners_say(struct sr_out *out, const struct sr_table *table, enum sr_lang lang);
/* "● West decides", or that the game is over. */
void sr_turn_say(struct sr_out *out, const struct sr_table *table, enum sr_lang lang);
/* "12. ● West: walk 2". */
void sr_ply_say(struct sr_out *out, const struct sr_table *table, enum sr_lang lang, uint32_t ply);

#endif
