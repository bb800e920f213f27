/* Panda Spin: the table drawn in text. A line for the trick, then for each player what lies on the
 * table and what is in hand: the own cards in full, of another's hand what everybody has seen. It
 * fits 80 columns by 13 rows, and uses more room when there is some. */
#include "core/canvas.h"
#include "state.h"

static const struct sr_text word_round = SR_TEXT("round", "раунд");
static const struct sr_text word_trick = SR_TEXT("trick", "кон");
static const struct sr_text word_deck = SR_TEXT("deck", "колода");
static const struct sr_text word_bid = SR_TEXT("Bid", "Ставка");
static const struct sr_text word_no_bid = SR_TEXT("none yet", "пока нет");
static const struct sr_text word_element = SR_TEXT("element", "элемент");
static const struct sr_text word_choosing = SR_TEXT("Choosing cards for", "Выбор карт:");
static const struct sr_text word_table = SR_TEXT("table", "на кону");
static const struct sr_text word_hand = SR_TEXT("hand", "рука");
static const struct sr_text word_passed = SR_TEXT("passed", "пас");
static const struct sr_text word_out = SR_TEXT("out", "вне раунда");
static const struct sr_text word_turned = SR_TEXT("turned", "повёрнуто");
static const struct sr_text word_gone = SR_TEXT("gone", "сброс");
static const struct sr_text word_legend =
    SR_TEXT("f fire m metal w water e earth t wood, ~ blue, @ element, +p panda +b bamboo",
            "f огонь m металл w вода e земля t дерево, ~синяя, @элемент, +p панда +b бамбук");

static const char *const suit_letter[SUITS] = {
#define SUIT(id, letter, number, en, ru, if_en, if_ru) [suit_##id] = #letter,
#include "components.def"
};
static const char *const symbol_sign[SYMBOLS] = {[symbol_no] = "",
                                                 [symbol_bamboo] = "+b",
                                                 [symbol_panda] = "+p",
                                                 [symbol_fire] = "+f",
                                                 [symbol_water] = "+w"};

/* ---- cards: "f5" is the 5 of fire, "m~333" a blue card of metal, "e@" the element of earth ----
 */

struct place {
    struct sr_canvas *canvas;
    int row, column, left, last_row; /* a new row begins at `left`, none after `last_row` */
    bool turns;                      /* white cards with what they turn into behind them */
};

static void put(struct place *at, enum sr_style style, const char *text) {
    at->column = sr_canvas_text(at->canvas, at->row, at->column, style, text);
}

static void draw_face(const struct sr_look *look, struct place *at, struct face face,
                      enum sr_style style) {
    for (int i = 0; i < face.count; i++)
        at->column = sr_canvas_value(at->canvas, at->row, at->column, style, look->reader,
                                     &pandaspin_rank, face.rank);
    put(at, style, symbol_sign[face.symbol]);
}

static void draw_half(const struct sr_look *look, struct place *at, int suit, int rank, int side,
                      enum sr_style style) {
    enum { WIDEST = 8, WIDEST_TURN = 14 };
    struct face face = pandaspin_face[side][suit][rank];
    if (at->column + (at->turns ? WIDEST_TURN : WIDEST) > at->canvas->columns &&
        at->row < at->last_row) {
        at->row++;
        at->column = at->left;
    }
    put(at, style, suit_letter[suit]);
    put(at, style, side == blue_side ? "~" : "");
    draw_face(look, at, face, style);
    if (at->turns && side != blue_side) {
        put(at, SR_QUIET, "›");
        draw_face(look, at, pandaspin_face[blue_side][suit][rank], SR_QUIET);
    }
    put(at, style, " ");
}

/* By the value that counts, low to high. `marked` cards stand out. */
static void draw_cards(const struct sr_look *look, struct place *at, const uint16_t white[SUITS],
                       const uint16_t blue[SUITS], const uint16_t *marked[SIDES]) {
    bool none = true;
    for (int value = 0; value < RANKS; value++)
        for (int suit = 0; suit < SUITS; suit++) {
            unsigned all = (white[suit] & ANIMAL_BITS) | (unsigned)blue[suit];
            for (; all; all &= all - 1) {
                int rank = lowest_bit(all), side = blue[suit] >> rank & 1;
                unsigned mark = marked ? marked[side][suit] : 0;
                if (pandaspin_face[side][suit][rank].rank != value)
                    continue;
                none = false;
                draw_half(look, at, suit, rank, side,
                          mark >> rank & 1    ? SR_GOLD
                          : side == blue_side ? SR_JADE
                                              : SR_PLAIN);
            }
        }
    for (int suit = 0; suit < SUITS; suit++)
        if (white[suit] >> ELEMENT_BIT & 1) {
            none = false;
            put(at, SR_RED, suit_letter[suit]);
            put(at, SR_RED, "@ ");
        }
    if (none)
        put(at, SR_QUIET, "— ");
}

/* ---- the lines ---- */

static void draw_bid_words(const struct sr_look *look, struct place *at, struct bid bid) {
    at->column = sr_canvas_value(at->canvas, at->row, at->column, SR_STRONG, look->reader,
                                 &pandaspin_bid_type, bid.type);
    put(at, SR_PLAIN, " ");
    for (int copy = 0; copy < bid.copies && copy < 8; copy++)
        for (int place = bid.length - 1; place >= 0; place--) {
            if (copy || place < bid.length - 1)
                put(at, SR_QUIET, place == bid.length - 1 && bid.length > 1 ? " | " : " ");
            at->column = sr_canvas_value(at->canvas, at->row, at->column, SR_STRONG, look->reader,
                                         &pandaspin_rank, bid.top - place);
        }
    if (bid.copies > 8)
        put(at, SR_STRONG, " …");
}

static void draw_number(const struct sr_look *look, struct place *at, const struct sr_text *word,
                        int number) {
    put(at, SR_QUIET, sr_look_text(look, word));
    put(at, SR_QUIET, " ");
    at->column = sr_canvas_number(at->canvas, at->row, at->column, SR_STRONG, number) + 2;
}

static void draw_trick(const struct sr_look *look, struct sr_canvas *canvas) {
    const struct pandaspin *t = look->state;
    struct place at = {canvas, 0, 1, 1, 0};
    draw_number(look, &at, &word_round, t->round);
    draw_number(look, &at, &word_trick, t->trick);
    at.column =
        sr_canvas_value(canvas, 0, at.column, SR_GOLD, look->reader, &pandaspin_mood, t->mood) + 2;
    draw_number(look, &at, &word_deck, t->deck_size);
    draw_number(look, &at, &word_gone, count_cards(t->discard));

    at = (struct place){canvas, 1, 1, 1, 1};
    put(&at, SR_QUIET, sr_look_text(look, &word_bid));
    put(&at, SR_QUIET, ": ");
    if (t->bid.type == bid_nothing && t->element == SR_NONE) {
        put(&at, SR_QUIET, sr_look_text(look, &word_no_bid));
        return;
    }
    if (t->bid.type != bid_nothing)
        draw_bid_words(look, &at, t->bid);
    if (t->element != SR_NONE) {
        at.column++;
        put(&at, SR_RED, sr_look_text(look, &word_element));
        put(&at, SR_RED, " ");
        at.column = sr_canvas_value(canvas, 1, at.column, SR_RED, look->reader, &pandaspin_suit,
                                    t->element);
    }
    if (t->owner != SR_NONE) {
        enum sr_style own = (enum sr_style)(SR_SEAT_STYLE + t->owner);
        put(&at, own, "  ");
        put(&at, own, sr_seat_sign(t->owner));
        put(&at, own, " ");
        sr_canvas_value(canvas, 1, at.column, own, look->reader, &sr_a_seat, t->owner);
    }
}

static bool sees_hand(const struct sr_look *look, int seat) {
    return look->viewer == seat || look->viewer == SR_REFEREE;
}

/* Two rows or more: name, points, state of play and the cards on the table; the hand. Returns the
 * row after it. */
static int draw_seat(const struct sr_look *look, struct sr_canvas *canvas, int row, int rows,
                     int seat) {
    const struct pandaspin *t = look->state;
    enum sr_style own = (enum sr_style)(SR_SEAT_STYLE + seat);
    enum { CARDS_AT = 32 };
    struct place at = {canvas, row, 0, CARDS_AT, row};
    put(&at, own, t->head.decider == seat ? "▸" : " ");
    put(&at, own, sr_seat_sign(seat));
    put(&at, own, " ");
    at.column = sr_canvas_value(canvas, row, at.column, own, look->reader, &sr_a_seat, seat) + 2;
    put(&at, SR_JADE, "◊");
    at.column = sr_canvas_number(canvas, row, at.column, SR_STRONG, t->points[seat]) + 2;
    if (t->passed >> seat & 1)
        put(&at, SR_QUIET, sr_look_text(look, &word_passed));
    else if (!(t->playing >> seat & 1))
        put(&at, SR_QUIET, sr_look_text(look, &word_out));
    if (at.column < CARDS_AT - 9)
        at.column = CARDS_AT - 9;
    else
        at.column += 2;
    put(&at, SR_QUIET, sr_look_text(look, &word_table));
    if (at.column < CARDS_AT)
        at.column = CARDS_AT;
    else
        at.column++;
    const uint16_t *last[SIDES] = {t->last_white, t->last_blue};
    draw_cards(look, &at, t->table_white[seat], t->table_blue[seat],
               t->owner == seat ? last : NULL);

    at = (struct place){canvas, row + 1, 3, 3, row + rows - 1};
    put(&at, SR_QUIET, sr_look_text(look, &word_hand));
    put(&at, SR_QUIET, " ");
    at.column = sr_canvas_number(canvas, row + 1, at.column, SR_STRONG, t->hand_size[seat]);
    put(&at, SR_QUIET, ": ");
    if (sees_hand(look, seat)) {
        at.left = at.column;
        at.turns = look->viewer == seat && rows > 2;
        uint16_t blue[SUITS];
        for (int suit = 0; suit < SUITS; suit++)
            blue[suit] = (uint16_t)blue_in_hand(t, seat, suit);
        const uint16_t *laid[SIDES] = {t->laid_white, t->laid_blue};
        draw_cards(look, &at, t->white[seat], blue, t->head.decider == seat ? laid : NULL);
    } else {
        static const uint16_t unseen[SUITS] = {0};
        if (count_cards(t->blue[seat]))
            draw_cards(look, &at, unseen, t->blue[seat], NULL);
        int hidden = unseen_white(t, seat);
        for (int i = 0; i < hidden; i++)
            put(&at, SR_QUIET, "?");
        if (t->spun[seat]) {
            put(&at, SR_QUIET, " ");
            draw_number(look, &at, &word_turned, t->spun[seat]);
        }
    }
    return at.row + 1;
}

void pandaspin_draw(const struct sr_look *look, struct sr_canvas *canvas) {
    const struct pandaspin *t = look->state;
    int seats = t->head.seats, row = 2;
    int spare = canvas->rows - 2 - 2 * seats; /* rows beyond two for each seat */
    bool apart = spare >= seats + 3;          /* room for an empty row before each */
    draw_trick(look, canvas);
    for (int seat = 0; seat < seats; seat++) {
        int after =
            draw_seat(look, canvas, row + apart, 2 + (spare > 0 && sees_hand(look, seat)), seat);
        spare -= after - row - 2;
        row = after;
    }
    bool chooses = t->wanted.type != bid_nothing && !t->head.over;
    struct place at = {canvas, row + apart, 1, 1, row + apart};
    if (chooses) { /* only the decider's own view has it */
        put(&at, SR_QUIET, sr_look_text(look, &word_choosing));
        put(&at, SR_QUIET, " ");
        draw_bid_words(look, &at, t->wanted);
    } else if (spare > 0) {
        put(&at, SR_QUIET, sr_look_text(look, &word_legend));
    }
}

/* ---- what the signs mean ---- */

static const struct sr_sign signs[] = {
    SR_SIGN("f m w e t", "suits: fire, metal, water, earth, wood",
            "масти: огонь, металл, вода, земля, дерево"),
    SR_SIGN("f5", "a white card: suit and value", "белая карта: масть и номинал"),
    SR_SIGN("m~333", "a blue card: it counts as the value 3 three times",
            "синяя карта: считается тремя тройками"),
    SR_SIGN("f5›66", "in your hand: a white card, and what its blue half counts",
            "в вашей руке: белая карта и чему равна её синяя половина"),
    SR_SIGN("◊", "points", "очки"),
    SR_SIGN("?", "a card that is hidden from you", "скрытая от вас карта"),
    SR_SIGN("|", "between the parts of a formation", "между частями построения"),
    SR_SIGN("e@", "an element", "элемент"),
    SR_SIGN("+p +b", "the symbols panda and bamboo", "символы: панда и бамбук"),
    SR_SIGN("+f +w", "the symbols fire and water", "символы: огонь и вода"),
    SR_SIGN("—", "nothing there", "пусто"),
};
const struct sr_signs pandaspin_signs = SR_TABLE(signs);
