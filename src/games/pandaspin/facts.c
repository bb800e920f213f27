/* Panda Spin: what is printed on the cards, for clients that draw them: both halves of each animal,
 * from the table that the rules use. Names are for people; nobody should have to read cards from them. */
#include "core/view.h"
#include "state.h"

#include <string.h>

static const struct half {
    char letter;
    const char *card, *rank, *symbol;
    int count;
    bool blue;
} halves[] = {
#define LETTER_fire 'f'
#define LETTER_metal 'm'
#define LETTER_water 'w'
#define LETTER_earth 'e'
#define LETTER_wood 't'
#define CARD(suit, rank, symbol, count, blue_rank, blue_symbol, source)                            \
    {LETTER_##suit, #rank, #rank, #symbol, 1, false},                                              \
        {LETTER_##suit, #rank, #blue_rank, #blue_symbol, count, true},
#include "components.def"
};

/* {"halves":{"f3":{"rank":"3","count":1},"f3_b":{"rank":"5","count":1,"symbol":"fire"}, ... }} */
void pandaspin_facts(struct sr_out *out) {
    sr_put(out, "{\"halves\":{");
    for (size_t i = 0; i < SR_COUNT(halves); i++) {
        const struct half *half = &halves[i];
        sr_put(out, i ? ",\"" : "\"");
        sr_put(out, (char[]){half->letter, '\0'});
        sr_put(out, half->card);
        sr_put(out, half->blue ? "_b\":{\"rank\":" : "\":{\"rank\":");
        sr_json_string(out, half->rank);
        sr_put(out, ",\"count\":");
        sr_put_number(out, half->count);
        if (strcmp(half->symbol, "no")) {
            sr_put(out, ",\"symbol\":");
            sr_json_string(out, half->symbol);
        }
        sr_put(out, "}");
    }
    sr_put(out, "}}");
}
