/* Hearts: the table drawn in text. A row for each seat with its card in the trick and its points,
 * the own hand by suits below. It fits 80 columns by 13 rows. */
#include "core/canvas.h"
#include "state.h"

static const struct sr_text word_deal = SR_TEXT("deal", "сдача");
static const struct sr_text word_trick = SR_TEXT("trick", "взятка");
static const struct sr_text word_broken = SR_TEXT("hearts are broken", "червы открыты");
static const struct sr_text word_hand = SR_TEXT("hand", "рука");
static const struct sr_text word_aside = SR_TEXT("to pass on", "передать");
static const struct sr_text word_points = SR_TEXT("points", "очки");
static const struct sr_text word_total = SR_TEXT("in all", "всего");
static const struct sr_text word_cards = SR_TEXT("cards", "карты");
static const struct sr_text word_lacks = SR_TEXT("lacks", "нет");

enum {
    CARD_COLUMN = 22,
    CARDS_COLUMN = 28,
    POINTS_COLUMN = 35,
    TOTAL_COLUMN = 43,
    LACKS_COLUMN = 51
};

static int draw_card(const struct sr_look *look, struct sr_canvas *canvas, int row, int column,
                     int card) {
    bool red = suit_of(card) == suit_hearts || suit_of(card) == suit_diamonds;
    return sr_canvas_value(canvas, row, column, red ? SR_RED : SR_STRONG, look->reader,
                           &hearts_card, card);
}

/* Highest first, as people hold them; a dash where there are none. */
static int draw_cards(const struct sr_look *look, struct sr_canvas *canvas, int row, int column,
                      const uint16_t suits[SUITS]) {
    if (!hearts_cards(suits))
        return sr_canvas_text(canvas, row, column, SR_QUIET, "—");
    for (int suit = 0; suit < SUITS; suit++)
        for (int rank = RANKS - 1; rank >= 0; rank--)
            if (suits[suit] >> rank & 1)
                column = draw_card(look, canvas, row, column, suit * RANKS + rank) + 1;
    return column;
}

static void draw_headings(const struct sr_look *look, struct sr_canvas *canvas, int row) {
    sr_canvas_text(canvas, row, CARD_COLUMN, SR_QUIET, sr_look_text(look, &word_trick));
    sr_canvas_text(canvas, row, CARDS_COLUMN + 1, SR_QUIET, sr_look_text(look, &word_cards));
    sr_canvas_text(canvas, row, POINTS_COLUMN + 1, SR_QUIET, sr_look_text(look, &word_points));
    sr_canvas_text(canvas, row, TOTAL_COLUMN + 1, SR_QUIET, sr_look_text(look, &word_total));
    sr_canvas_text(canvas, row, LACKS_COLUMN, SR_QUIET, sr_look_text(look, &word_lacks));
}

static void draw_seat(const struct sr_look *look, struct sr_canvas *canvas, int row, int seat) {
    const struct hearts *t = look->state;
    enum sr_style own = (enum sr_style)(SR_SEAT_STYLE + seat);
    bool leads = !t->head.over && t->head.phase == phase_play && t->lead == seat;
    int at = sr_canvas_text(canvas, row, 0, own, t->head.decider == seat ? "▸" : " ");
    at = sr_canvas_text(canvas, row, at, own, sr_seat_sign(seat)) + 1;
    sr_canvas_value(canvas, row, at, own, look->reader, &sr_a_seat, seat);
    sr_canvas_text(canvas, row, CARD_COLUMN - 2, SR_GOLD, leads ? "»" : " ");
    if (t->trick[seat] != SR_NONE)
        draw_card(look, canvas, row, CARD_COLUMN, t->trick[seat]);
    else
        sr_canvas_text(canvas, row, CARD_COLUMN, SR_QUIET, "—");
    sr_canvas_number(canvas, row, CARDS_COLUMN + 1, SR_PLAIN, t->hand_size[seat]);
    sr_canvas_number(canvas, row, POINTS_COLUMN + 1, t->points[seat] ? SR_RED : SR_PLAIN,
                     t->points[seat]);
    sr_canvas_number(canvas, row, TOTAL_COLUMN + 1, SR_STRONG, t->total[seat]);
    at = LACKS_COLUMN;
    for (int suit = 0; suit < SUITS; suit++)
        if (t->lacks[seat] >> suit & 1)
            at = sr_canvas_value(canvas, row, at, SR_PLAIN, look->reader, &hearts_suit, suit) + 1;
}

void hearts_draw(const struct sr_look *look, struct sr_canvas *canvas) {
    const struct hearts *t = look->state;
    int at = sr_canvas_text(canvas, 0, 1, SR_QUIET, sr_look_text(look, &word_deal));
    at = sr_canvas_number(canvas, 0, at + 1, SR_STRONG, t->deals + !t->head.over) + 2;
    if (t->broken)
        sr_canvas_text(canvas, 0, at, SR_RED, sr_look_text(look, &word_broken));
    draw_headings(look, canvas, 1);
    for (int seat = 0; seat < SEATS; seat++)
        draw_seat(look, canvas, 2 + seat, seat);

    int row = 3 + SEATS;
    for (int seat = 0; seat < SEATS; seat++) {
        if (look->viewer != seat && look->viewer != SR_REFEREE)
            continue;
        at = sr_canvas_text(canvas, row, 1, SR_QUIET, sr_seat_sign(seat)) + 1;
        at = sr_canvas_text(canvas, row, at, SR_QUIET, sr_look_text(look, &word_hand)) + 1;
        at = draw_cards(look, canvas, row++, at, t->hand[seat]);
        if (!hearts_cards(t->chosen[seat]))
            continue;
        at = sr_canvas_text(canvas, row, 3, SR_QUIET, sr_look_text(look, &word_aside)) + 1;
        draw_cards(look, canvas, row++, at, t->chosen[seat]);
    }
}

/* ---- what the signs mean ---- */

static const struct sr_sign signs[] = {
    SR_SIGN("♣ ♦ ♠ ♥", "clubs, diamonds, spades, hearts", "трефы, бубны, пики, червы"),
    SR_SIGN("»", "who led the trick", "кто начал взятку"),
    SR_SIGN("—", "nothing there", "пусто"),
};
const struct sr_signs hearts_signs = SR_TABLE(signs);
