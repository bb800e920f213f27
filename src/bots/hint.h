/* Advice: the best moves, how likely each is to win, and what speaks for it in words of the game.
 */
#ifndef SR_HINT_H
#define SR_HINT_H

#include "bots/search.h"

enum { SR_HINTS = 5, SR_LIKES = 3 };

struct sr_hint {
    struct sr_move move;
    float chance; /* of winning, 0 to 1; shared victories count in parts */
    float error;  /* of how far it is from the best, where the coach weighs answers */
    uint32_t visits;
    int place, lead; /* where the seat would stand, and its points ahead of the best other */
    /* In what it is better than the average of the moves, the most telling first. */
    int likes;
    struct sr_like {
        uint8_t feature;
        bool others, more; /* the others, or else the seat itself, have more of it, or less */
    } like[SR_LIKES];
};

/* Is anything left to be decided? */
enum sr_outlook_kind { SR_OPEN, SR_ALL_BUT_LOST, SR_ALL_BUT_WON };

struct sr_hints {
    int count;  /* best first: by chance or, where all is lost or won, by place and points */
    bool alone; /* nobody else is at the table: there are no places */
    enum sr_outlook_kind outlook;
    uint64_t iterations;
    struct sr_hint hint[SR_HINTS];
};

/* Thinks as long as the bot would, which must have a budget. False: out of memory. */
bool sr_hints_find(const struct sr_glimpse *glimpse, struct sr_stream *stream,
                   const struct sr_bot *bot, struct sr_hints *hints);

/* What sets each of these moves apart from the average of them all: fills in their likes. At most
 * the first 16 are looked at. False: out of memory. */
bool sr_hints_explain(const struct sr_glimpse *glimpse, struct sr_stream *stream,
                      struct sr_hint hint[], int count);
/* "hardly to be won any more: place 3, 12 points behind"; nothing while all is open, and nothing of
 * a move after which it would be. */
void sr_hint_outlook_say(struct sr_out *out, enum sr_lang lang, const struct sr_hints *hints,
                         const struct sr_hint *hint);
/* "gives you: majorities, coins; lets you shed: cards in hand; leaves others less: prestige" */
void sr_hint_say(struct sr_out *out, enum sr_lang lang, const struct sr_game *game,
                 const struct sr_hint *hint);
/* The same of one of the hints; the first has something said for it in any case. */
void sr_hint_reason_say(struct sr_out *out, enum sr_lang lang, const struct sr_game *game,
                        const struct sr_hints *hints, const struct sr_hint *hint);
/* Of a move that is better for no reason to be seen yet. */
void sr_hint_later_say(struct sr_out *out, enum sr_lang lang);
/* [{"move":"walk 2","text":...,"chance":0.61,"visits":...,"likes":[{"feature":...,
 * "more":true,"others":false}],"place":2,"lead":-3,"outlook":"","because":...}] */
void sr_hints_json(struct sr_out *out, const struct sr_reader *reader, const struct sr_game *game,
                   const void *state, const struct sr_hints *hints);

#endif
