/* The names of everything in a game, in one language, as JSON: what a client needs to speak about
 * a view without knowing the game. */
#ifndef SR_LEXICON_H
#define SR_LEXICON_H

#include "game.h"

/* {"name":...,"title":...,"blurb":...,"words":{domain:{value:name}},"phases":{name:title},"members":{field:what
 * it is}, "options":[{"name","text","values":[{"value","text"}],"default"}],"chapters":[...]}. Of
 * numbers an option has {"min","max"} instead of the list of values. Presets are [{"name","text",
 * "options":{name:value}}]. A game with facts adds "facts":{...}.
 */
void sr_lexicon_json(struct sr_out *out, const struct sr_game *game, enum sr_lang lang);

/* Every name that the lexicon has: of which domain it is, its id in notation (NULL where a set has
 * none) and what it is called. */
enum { SR_CALLED_BYTES = 512 };
typedef void sr_heard_name(void *hearer, const char *domain, const char *id, const char *name);
void sr_lexicon_names(const struct sr_game *game, enum sr_lang lang, sr_heard_name *heard,
                      void *hearer);

#endif
