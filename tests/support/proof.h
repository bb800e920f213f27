/* A proof-reader: reads texts as people get to read them and says what no editor would print. */
#ifndef PROOF_H
#define PROOF_H

#include "api/table.h"

/* What a text is, which decides how long it may be: its place on the smallest phone. */
enum proof_place {
    PROOF_PROMPT,
    PROOF_CHOICE,
    PROOF_LOG,
    PROOF_REASON,
    PROOF_NAME,
    PROOF_TITLE,
    PROOF_CLAUSE,  /* goes on from something, or stands in brackets: reasons of the coach */
    PROOF_PROSE,   /* rules: as long as they are */
    PROOF_PROGRAM, /* usages, columns, problems: begin and end as they like */
    PROOF_PLACES
};

struct proof {
    long positions, texts;
    long faults;
    char report[4096]; /* the first faults, a line each */
};

/* Reads one text. Returns false if it is not fit to be read. */
bool proof_read(struct proof *proof, enum proof_place place, enum sr_lang lang, const char *what,
                const char *text);
/* Everything that the table shows to anybody at this moment, and how it came about. */
void proof_table(struct proof *proof, const struct sr_table *table, const struct sr_events *events);
/* Is all of the board of the terminal there, for everybody who looks on? */
void proof_board(struct proof *proof, const struct sr_table *table);
/* What stands still: title, rules, options, phases, names of things, signs, what the coach speaks
 * of. */
void proof_game(struct proof *proof, const struct sr_game *game);
/* What the coach says of a game, with so many iterations for a decision. */
void proof_review(struct proof *proof, const struct sr_table *table, uint32_t budget);
/* A phrase with arguments, each of which is this one. */
void proof_phrase(struct proof *proof, const char *what, const struct sr_text *text,
                  const char *argument);
/* What the proof-reader objects to, one after the other; NULL when there are no more. `lang` is
 * SR_LANGS if it does so in both languages. */
const char *proof_objection(int index, enum sr_lang *lang);

#endif
