/* Scenarios: text files that a player of the game can read, and the one runner for all games.
 *
 *   # a remark, anywhere on a line of its own
 *
 *   table four merchants                 a common beginning, to be used by "on" in the same file
 *     deal 4 seats, seed 1, options token_needs_card=on,order=fixed
 *     given
 *       camel = 8
 *
 *   scenario A tie takes the token       what is to be seen
 *     from the rulebook: p. 8            where it comes from (any text after "from")
 *     on four merchants                  or a "deal" line of its own
 *     given                              changes of the position, made together
 *       shop.1.tea = 2                   a path into the position's JSON; list places from 1
 *       hand.2 = {"tea": 1}              values are JSON, or bare words
 *       deck = rest                      what lies nowhere goes to the hidden pool (fill)
 *       loose                            the invariants of the game need not hold
 *     when                               moves in notation; "2:" checks who decides
 *       2: take shop
 *     then
 *       token_owner.tea = 2              a path into the referee's view
 *       phase = bonus                    as any other member: decider, over ...
 *       count deck = 35                  how many entries a list has
 *       sum coins = 28                   the numbers in an object or list, added up
 *       nowhere: gold, silk              these words stand nowhere in the position with a value
 *       legal: coins, artist tea         exactly these moves, in any order
 *       offered: coins                   these among others
 *       not offered: artist silk
 *       refused: walk 9                  an error that changes nothing; "refused: 2: walk 1" too
 *       impossible: decider = 3          a position with this change breaks an invariant
 *       view 2: hand.1 = null            what a seat sees; "view none:" a spectator
 *       score 1 = 21                     total on the sheet, also before the end
 *       winners = 1 2                    on the sheet
 *       event: token_taken seat=2        told by the last move, with these arguments
 *       not event: token_gained
 *
 * given, when and then may follow each other in any order and number. A scenario whose given
 * position breaks an invariant fails, unless it is loose. */
#ifndef SCENARIO_H
#define SCENARIO_H

#include "api/table.h"

struct scenario_report {
    int scenarios, failed;
    uint64_t small_cases, memories; /* counted out by the battery, before a move and after it */
    char text[4096]; /* file:line: what was expected and what was found, for each failure */
    /* Optional: looks at the table after each move. */
    void (*look)(const struct sr_table *table, const struct sr_events *events, void *looker);
    void *looker;
};

/* Runs every scenario of a file for `game`. False: the file cannot be read, or one failed. */
bool scenario_run_file(const struct sr_game *game, const char *path,
                       struct scenario_report *report);
/* The same for a text; `name` stands for the file in messages. */
bool scenario_run_text(const struct sr_game *game, const char *name, const char *text,
                       struct scenario_report *report);

#endif
