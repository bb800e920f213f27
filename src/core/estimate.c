/* What a seat can know of the score: many guessed worlds are scored, and what they agree on stays.
 */
#include "estimate.h"

#include "view.h"

#include <string.h>

static bool same_line(const struct sr_score_line *a, const struct sr_score_line *b) {
    return a->seat == b->seat && a->reason == b->reason && a->points == b->points &&
           memcmp(a->arg, b->arg, sizeof a->arg) == 0;
}

static void estimate_begin(struct sr_estimate *estimate, const struct sr_sheet *sheet) {
    estimate->sheet = *sheet;
    estimate->certain = true;
    memcpy(estimate->low, sheet->total, sizeof estimate->low);
    memcpy(estimate->high, sheet->total, sizeof estimate->high);
}

static void estimate_add(struct sr_estimate *estimate, const struct sr_sheet *sheet) {
    struct sr_sheet *sure = &estimate->sheet;
    bool used[SR_MAX_SHEET] = {false};
    uint32_t kept = 0;
    if (sure->count != sheet->count || sure->winners != sheet->winners)
        estimate->certain = false;
    for (uint32_t i = 0; i < sure->count; i++) {
        uint32_t j = 0;
        while (j < sheet->count && (used[j] || !same_line(&sure->line[i], &sheet->line[j])))
            j++;
        if (j == sheet->count) {
            estimate->certain = false;
            continue;
        }
        used[j] = true;
        sure->line[kept++] = sure->line[i];
    }
    sure->count = kept;
    for (int seat = 0; seat < SR_MAX_SEATS; seat++) {
        if (sheet->total[seat] < estimate->low[seat])
            estimate->low[seat] = sheet->total[seat];
        if (sheet->total[seat] > estimate->high[seat])
            estimate->high[seat] = sheet->total[seat];
    }
}

void sr_estimate_true(struct sr_estimate *estimate, const struct sr_game *game, const void *state) {
    struct sr_sheet sheet;
    sr_score(game, state, &sheet);
    estimate_begin(estimate, &sheet);
}

void sr_estimate_of(struct sr_estimate *estimate, const struct sr_game *game, const void *state,
                    int viewer, uint64_t number) {
    enum { WORLDS = 200 };
    if (sr_head(state)->over) {
        sr_estimate_true(estimate, game, state);
        return;
    }
    /* guessed worlds are drawn from a generator of their own: nothing of the true one is used */
    uint8_t seed[SR_SEED_BYTES];
    sr_seed_number(number, seed);
    struct sr_rng rng;
    sr_rng_seed(&rng, seed);
    struct sr_stream stream = sr_stream_open(&rng);
    for (int world = 0; world < WORLDS; world++) {
        _Alignas(8) unsigned char guessed[SR_MAX_STATE];
        memcpy(guessed, state, game->size);
        sr_guess(game, guessed, viewer, &stream);
        struct sr_sheet sheet;
        sr_score(game, guessed, &sheet);
        if (world == 0)
            estimate_begin(estimate, &sheet);
        else
            estimate_add(estimate, &sheet);
    }
}

static void put_lines(struct sr_out *out, const struct sr_reader *reader,
                      const struct sr_game *game, const struct sr_sheet *sheet, int seat) {
    bool first = true;
    sr_put(out, "\"lines\":[");
    for (uint32_t i = 0; i < sheet->count; i++) {
        const struct sr_score_line *line = &sheet->line[i];
        if (line->seat != seat)
            continue;
        char text[1024];
        struct sr_out said;
        sr_out_open(&said, text, sizeof text);
        sr_reason_say(&said, reader, game, line);
        sr_put(out, first ? "{\"points\":" : ",{\"points\":");
        sr_put_number(out, line->points);
        sr_put(out, ",\"text\":");
        sr_json_string(out, text);
        sr_put_char(out, '}');
        first = false;
    }
    sr_put_char(out, ']');
}

void sr_estimate_json(struct sr_out *out, const struct sr_reader *reader,
                      const struct sr_game *game, const void *state,
                      const struct sr_estimate *estimate) {
    const struct sr_head *head = sr_head(state);
    const struct sr_sheet *sheet = &estimate->sheet;
    sr_put(out, head->over ? "{\"over\":true" : "{\"over\":false");
    sr_put(out,
           estimate->certain ? ",\"certain\":true,\"seats\":[" : ",\"certain\":false,\"seats\":[");
    for (int seat = 0; seat < head->seats; seat++) {
        sr_put(out, seat ? ",{\"seat\":" : "{\"seat\":");
        sr_put_number(out, seat + 1);
        sr_put(out, ",\"low\":");
        sr_put_number(out, estimate->low[seat]);
        sr_put(out, ",\"high\":");
        sr_put_number(out, estimate->high[seat]);
        sr_put(out, ",\"rank\":");
        if (estimate->certain)
            sr_put_number(out, sheet->rank[seat]);
        else
            sr_put(out, "null");
        sr_put(out, estimate->certain && sheet->winners >> seat & 1 ? ",\"winner\":true,"
                                                                    : ",\"winner\":false,");
        put_lines(out, reader, game, sheet, seat);
        sr_put_char(out, '}');
    }
    sr_put(out, "]}");
}
