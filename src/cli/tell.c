/* Score sheets and the small lines that say whose turn it is, who moved and who won. */
#include "tell.h"

#include "cli.h"
#include "core/estimate.h"
#include "core/tally.h"

#include <string.h>

static struct sr_reader reader_of(const struct sr_table *table, enum sr_lang lang,
                                  const char *names[SR_MAX_SEATS]) {
    sr_table_names(table, names);
    return (struct sr_reader){lang, names};
}

void sr_seat_say(struct sr_out *out, const struct sr_table *table, enum sr_lang lang, int seat) {
    const char *names[SR_MAX_SEATS];
    struct sr_reader reader = reader_of(table, lang, names);
    sr_put(out, sr_seat_sign(seat));
    sr_put(out, " ");
    sr_domain_say(out, &reader, &sr_a_seat, seat, 0);
}

void sr_winners_say(struct sr_out *out, const struct sr_table *table, enum sr_lang lang) {
    struct sr_sheet sheet;
    sr_score(table->game, table->state, &sheet);
    char winners[256];
    struct sr_out list;
    sr_out_open(&list, winners, sizeof winners);
    int count = 0;
    for (int seat = 0; seat < sr_head(table->state)->seats; seat++) {
        if (!(sheet.winners >> seat & 1))
            continue;
        sr_put(&list, count++ ? ", " : "");
        sr_seat_say(&list, table, lang, seat);
    }
    const struct sr_laboratory *laboratory = table->game->laboratory;
    const char *rival = laboratory ? laboratory->rival.in[lang] : NULL;
    if (!count && rival && sr_head(table->state)->seats == 1)
        sr_phrase_say(out, lang, SR_SAY_WINNER, rival, NULL);
    else if (!count)
        sr_phrase_say(out, lang, SR_SAY_NO_WINNER, NULL);
    else
        sr_phrase_say(out, lang, count == 1 ? SR_SAY_WINNER : SR_SAY_WINNERS, winners, NULL);
}

void sr_turn_say(struct sr_out *out, const struct sr_table *table, enum sr_lang lang) {
    const struct sr_head *head = sr_head(table->state);
    if (head->over) {
        sr_put(out, sr_phrase(lang, SR_SAY_GAME_OVER));
        sr_put(out, " ");
        sr_winners_say(out, table, lang);
        return;
    }
    char seat[96];
    struct sr_out name;
    sr_out_open(&name, seat, sizeof seat);
    sr_seat_say(&name, table, lang, head->decider);
    sr_phrase_say(out, lang, SR_SAY_DECIDES, seat, NULL);
}

void sr_ply_say(struct sr_out *out, const struct sr_table *table, enum sr_lang lang, uint32_t ply) {
    const struct sr_ply *played = &table->ply[ply - 1];
    sr_put_number(out, ply);
    sr_put(out, ". ");
    sr_seat_say(out, table, lang, played->seat);
    sr_put(out, ": ");
    sr_move_write(out, table->game, played->move);
}

/* ---- score sheets ---- */

static void put_range(struct sr_out *out, int32_t low, int32_t high) {
    sr_put_number(out, low);
    if (high == low)
        return;
    sr_put(out, "…");
    sr_put_number(out, high);
}

static void add_seat(struct sr_page *page, const struct sr_table *table, enum sr_lang lang,
                     int columns, const struct sr_estimate *estimate, int seat) {
    const char *names[SR_MAX_SEATS];
    struct sr_reader reader = reader_of(table, lang, names);
    const struct sr_sheet *sheet = &estimate->sheet;
    char left[1024], right[64];
    struct sr_out out;
    sr_out_open(&out, left, sizeof left);
    sr_seat_say(&out, table, lang, seat);
    if (estimate->certain && sheet->winners >> seat & 1)
        sr_put(&out, " *");
    sr_out_open(&out, right, sizeof right);
    put_range(&out, estimate->low[seat], estimate->high[seat]);
    sr_page_add_pair(page, (enum sr_style)(SR_SEAT_STYLE + seat), columns, left, right);
    int32_t sure = 0;
    for (uint32_t i = 0; i < sheet->count; i++) {
        const struct sr_score_line *line = &sheet->line[i];
        if (line->seat != seat)
            continue;
        sure += line->points;
        sr_out_open(&out, left, sizeof left);
        sr_put(&out, "    ");
        sr_reason_say(&out, &reader, table->game, line);
        sr_page_add_pair(page, SR_PLAIN, columns, left, sr_digits(line->points).text);
    }
    if (estimate->low[seat] == sure && estimate->high[seat] == sure)
        return;
    sr_out_open(&out, left, sizeof left);
    sr_put(&out, "    ");
    sr_put(&out, sr_phrase(lang, SR_SAY_HIDDEN_POINTS));
    sr_out_open(&out, right, sizeof right);
    put_range(&out, estimate->low[seat] - sure, estimate->high[seat] - sure);
    sr_page_add_pair(page, SR_QUIET, columns, left, right);
}

static void add_estimate(struct sr_page *page, const struct sr_table *table, enum sr_lang lang,
                         int columns, const struct sr_estimate *estimate, enum sr_phrase heading) {
    const struct sr_head *head = sr_head(table->state);
    sr_page_wrap(page, SR_STRONG, columns, 0, sr_phrase(lang, heading));
    if (head->over) {
        char line[512];
        struct sr_out out;
        sr_out_open(&out, line, sizeof line);
        sr_winners_say(&out, table, lang);
        sr_page_wrap(page, SR_GOLD, columns, 0, line);
    }
    /* best first; a sheet that is not certain has no order */
    for (int rank = 1; rank <= head->seats; rank++)
        for (int seat = 0; seat < head->seats; seat++)
            if (estimate->certain ? estimate->sheet.rank[seat] == rank : rank == seat + 1) {
                sr_page_add(page, SR_PLAIN, "");
                add_seat(page, table, lang, columns, estimate, seat);
            }
}

void sr_sheet_page(struct sr_page *page, const struct sr_table *table, enum sr_lang lang,
                   int columns) {
    struct sr_estimate estimate;
    sr_estimate_true(&estimate, table->game, table->state);
    add_estimate(page, table, lang, columns, &estimate,
                 sr_head(table->state)->over ? SR_SAY_SCORE_SHEET : SR_SAY_IF_IT_ENDED_NOW);
}

void sr_estimate_page(struct sr_page *page, const struct sr_table *table, int seat,
                      enum sr_lang lang, int columns) {
    struct sr_estimate estimate;
    if (sr_head(table->state)->over) {
        sr_sheet_page(page, table, lang, columns);
        return;
    }
    sr_estimate_of(&estimate, table->game, table->state, seat, table->plies);
    add_estimate(page, table, lang, columns, &estimate,
                 estimate.certain ? SR_SAY_IF_IT_ENDED_NOW : SR_SAY_IF_IT_ENDED_NOW_ESTIMATE);
}
