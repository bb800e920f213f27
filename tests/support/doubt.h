/* A way to a PostgreSQL that breaks at the worst moment: between a program and its database, on a
 * socket of its own, it passes everything on until it is told to lose a question, or the answer to
 * one that was carried out. Either way the program cannot know. */
#ifndef SR_DOUBT_H
#define SR_DOUBT_H

#include "store_house.h"

struct doubt;

/* What is lost, once; then everything is passed on again. */
enum loss { LOSE_NOTHING, LOSE_QUESTION, LOSE_ANSWER };

/* Between `house` and its database from here on; its store is opened anew. NULL: it cannot be. */
struct doubt *doubt_open(struct house *house);
void doubt_close(struct doubt *doubt);
/* The connection breaks with the next thing that is sent and has these words in it. "": with the
 * very next. */
void doubt_arm(struct doubt *doubt, enum loss loss, const char *words);
/* How often it has broken. */
int doubt_losses(struct doubt *doubt);

#endif
