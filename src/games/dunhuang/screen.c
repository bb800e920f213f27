/* Merchants of Dunhuang: the table drawn in text. The circle on the left, going down as the camel
 * walks; the merchants on the right, with shops, tokens and what is known of their hands. It fits
 * 80 columns by 13 rows, and uses more room when there is some. */
#include "core/canvas.h"
#include "state.h"

static const struct sr_text word_deck = SR_TEXT("deck", "колода");
static const struct sr_text word_supply = SR_TEXT("supply", "запас");
static const struct sr_text word_hand = SR_TEXT("hand", "рука");
static const struct sr_text word_shop = SR_TEXT("shop", "лавка");
static const struct sr_text word_tokens = SR_TEXT("majorities", "преимущества");
static const struct sr_text word_kinds = SR_TEXT("kinds", "виды");
static const struct sr_text word_last_round = SR_TEXT("LAST ROUND", "ПОСЛЕДНИЙ КРУГ");
static const struct sr_text word_cards = SR_TEXT("card|cards", "карта|карты|карт");
static const struct sr_text word_you_keep = SR_TEXT("dealt", "на выбор");
static const struct sr_text word_drawn = SR_TEXT("drawn", "взято");

/* "7 tea": the number first, since it is what counts. */
static int draw_good(const struct sr_look *look, struct sr_canvas *canvas, int row, int column,
                     enum sr_style style, int good) {
    if (dunhuang_value[good] < 10)
        column = sr_canvas_text(canvas, row, column, style, " ");
    column = sr_canvas_number(canvas, row, column, style, dunhuang_value[good]);
    column = sr_canvas_text(canvas, row, column, style, " ");
    return sr_canvas_value(canvas, row, column, style, look->reader, &dunhuang_good, good);
}

/* Eight rows, clockwise from the top; the camel's row is marked. */
static void draw_circle(const struct sr_look *look, struct sr_canvas *canvas, int row, int width) {
    const struct dunhuang *t = look->state;
    for (int space = 0; space < SPACES; space++) {
        bool here = t->camel == space;
        enum sr_style style = here ? SR_GOLD : SR_PLAIN;
        int column = sr_canvas_text(canvas, row + space, 0, style, here ? "»" : " ");
        sr_canvas_text(canvas, row + space, column + 1, here ? SR_GOLD : SR_QUIET, "│");
        sr_canvas_value(canvas, row + space, column + 3, here ? SR_STRONG : SR_RED, look->reader,
                        &dunhuang_character, t->circle[space]);
        if (t->market[space] != SR_NONE)
            draw_good(look, canvas, row + space, width - 13, style, t->market[space]);
        else
            sr_canvas_text(canvas, row + space, width - 11, SR_QUIET, "—");
    }
}

/* "7×2 4×1": a star behind a good whose token the seat owns, 商 when it is protected. */
static int draw_counts(struct sr_canvas *canvas, int row, int column, const struct dunhuang *t,
                       const uint8_t counts[GOODS], int owner) {
    bool none = true;
    for (int good = GOODS - 1; good >= 0; good--) {
        bool token = owner >= 0 && t->token_owner[good] == owner;
        if (!counts[good] && !token)
            continue;
        if (!none)
            column = sr_canvas_text(canvas, row, column, SR_PLAIN, " ");
        none = false;
        column =
            sr_canvas_number(canvas, row, column, token ? SR_GOLD : SR_PLAIN, dunhuang_value[good]);
        column = sr_canvas_text(canvas, row, column, SR_QUIET, "×");
        column = sr_canvas_number(canvas, row, column, token ? SR_GOLD : SR_PLAIN, counts[good]);
        if (token)
            column = sr_canvas_text(canvas, row, column, SR_GOLD,
                                    t->token_side[good] == side_shang ? "*商" : "*");
    }
    if (none)
        column = sr_canvas_text(canvas, row, column, SR_QUIET, "—");
    return column;
}

static bool sees_hand(const struct sr_look *look, int seat) {
    return look->viewer == seat || look->viewer == SR_REFEREE || sr_head(look->state)->over;
}

static int draw_progress(const struct sr_look *look, struct sr_canvas *canvas, int row, int column,
                         const struct sr_text *word, int have, int need) {
    column = sr_canvas_text(canvas, row, column, SR_QUIET, sr_look_text(look, word));
    column = sr_canvas_text(canvas, row, column, SR_QUIET, " ");
    column = sr_canvas_number(canvas, row, column, have >= need ? SR_JADE : SR_PLAIN, have);
    column = sr_canvas_text(canvas, row, column, SR_QUIET, "/");
    return sr_canvas_number(canvas, row, column, SR_QUIET, need) + 2;
}

/* Three rows: name and riches; shop; hand. */
static void draw_seat(const struct sr_look *look, struct sr_canvas *canvas, int row, int column,
                      int seat) {
    const struct dunhuang *t = look->state;
    enum sr_style own = (enum sr_style)(SR_SEAT_STYLE + seat);
    int need = dunhuang_table(t->head.seats)->majorities, at;
    char cards[32];
    struct sr_out out;

    at = sr_canvas_text(canvas, row, column, own, t->head.decider == seat ? "▸" : " ");
    at = sr_canvas_text(canvas, row, at, own, sr_seat_sign(seat));
    at = sr_canvas_text(canvas, row, at, own, " ");
    at = sr_canvas_value(canvas, row, at, own, look->reader, &sr_a_seat, seat) + 2;
    at = sr_canvas_text(canvas, row, at, SR_GOLD, "¤");
    at = sr_canvas_number(canvas, row, at, SR_PLAIN, t->coins[seat]) + 2;
    at = sr_canvas_text(canvas, row, at, SR_JADE, "◊");
    at = sr_canvas_number(canvas, row, at, SR_PLAIN, t->prestige[seat]) + 2;
    at = draw_progress(look, canvas, row, at, &word_tokens, dunhuang_majorities(t, seat), need);

    at = sr_canvas_text(canvas, row + 1, column + 3, SR_QUIET, sr_look_text(look, &word_shop));
    at = draw_counts(canvas, row + 1, at + 1, t, t->shop[seat], seat);

    /* The hand: the own one in full; of another's what was seen going into it. */
    at = sr_canvas_text(canvas, row + 2, column + 3, SR_QUIET, sr_look_text(look, &word_hand)) + 1;
    if (sees_hand(look, seat)) {
        at = draw_counts(canvas, row + 2, at, t, t->hand[seat], -1) + 2;
        int width = sr_text_width(sr_look_text(look, &word_kinds)) + 5;
        if (at + width <= canvas->columns) /* a hand of that many kinds speaks for itself */
            draw_progress(look, canvas, row + 2, at, &word_kinds, dunhuang_kinds_in_hand(t, seat),
                          KINDS_TO_WIN);
        return;
    }
    at = sr_canvas_number(canvas, row + 2, at, SR_PLAIN, t->hand_size[seat]);
    sr_out_open(&out, cards, sizeof cards);
    sr_put_form(&out, sr_look_text(look, &word_cards),
                sr_plural(look->reader->lang, t->hand_size[seat]), true);
    at = sr_canvas_text(canvas, row + 2, at + 1, SR_QUIET, cards) + 1;
    if (look->viewer < 0)
        return;
    at = sr_canvas_text(canvas, row + 2, at, SR_QUIET, "(");
    at = draw_counts(canvas, row + 2, at, t, t->known[look->viewer][seat], -1);
    sr_canvas_text(canvas, row + 2, at, SR_QUIET, ")");
}

/* Cards that are being looked at: three at the beginning, or some from the deck. */
static void draw_looked_at(const struct sr_look *look, struct sr_canvas *canvas, int row) {
    const struct dunhuang *t = look->state;
    int seat = t->head.decider, column;
    if (t->head.over || (look->viewer != seat && look->viewer != SR_REFEREE))
        return;
    if (t->head.phase == phase_keep) {
        column = sr_canvas_text(canvas, row, 1, SR_QUIET, sr_look_text(look, &word_you_keep));
        for (int card = 0; card < t->dealt_size[seat]; card++)
            column = draw_good(look, canvas, row, column + 1, SR_STRONG, t->dealt[seat][card]);
    } else if (t->head.phase == phase_keep_drawn) {
        column = sr_canvas_text(canvas, row, 1, SR_QUIET, sr_look_text(look, &word_drawn));
        draw_counts(canvas, row, column + 1, t, t->drawn, -1);
    }
}

/* The line under the circle: deck, supplies, tokens nobody has. */
static void draw_supply(const struct sr_look *look, struct sr_canvas *canvas, int row) {
    const struct dunhuang *t = look->state;
    int column = sr_canvas_text(canvas, row, 1, SR_QUIET, sr_look_text(look, &word_deck));
    column = sr_canvas_number(canvas, row, column + 1, SR_STRONG, t->deck_size) + 2;
    if (t->final_round)
        sr_canvas_text(canvas, row, column, SR_RED, sr_look_text(look, &word_last_round));
    column = sr_canvas_text(canvas, row + 1, 1, SR_QUIET, sr_look_text(look, &word_supply)) + 1;
    if (!sr_has_option(t, option_unlimited_coins)) {
        column = sr_canvas_text(canvas, row + 1, column, SR_GOLD, "¤");
        column = sr_canvas_number(canvas, row + 1, column, SR_PLAIN, t->coin_supply) + 1;
    }
    if (!sr_has_option(t, option_unlimited_prestige)) {
        column = sr_canvas_text(canvas, row + 1, column, SR_JADE, "◊");
        column = sr_canvas_number(canvas, row + 1, column, SR_PLAIN, t->prestige_supply) + 1;
    }
    column = sr_canvas_text(canvas, row + 1, column, SR_GOLD, "*");
    for (int good = 0; good < GOODS; good++)
        if (t->token_owner[good] == SR_NONE && dunhuang_in_play(t->head.seats, good))
            column = sr_canvas_number(canvas, row + 1, column + 1, SR_PLAIN, dunhuang_value[good]);
}

void dunhuang_draw(const struct sr_look *look, struct sr_canvas *canvas) {
    const struct dunhuang *t = look->state;
    enum { CIRCLE_WIDTH = 36 };
    /* Four seats need twelve rows; with room to spare each gets a line of its own between. */
    int tall = canvas->rows >= 4 * t->head.seats ? 4 : 3;

    draw_circle(look, canvas, 0, CIRCLE_WIDTH);
    draw_supply(look, canvas, SPACES + 1);
    draw_looked_at(look, canvas, SPACES + 3);
    for (int seat = 0; seat < t->head.seats; seat++)
        draw_seat(look, canvas, tall * seat, CIRCLE_WIDTH + 1, seat);
}

/* ---- what the signs mean ---- */

static const struct sr_sign signs[] = {
    SR_SIGN("»", "the camel stands at this character", "у этого персонажа стоит верблюд"),
    SR_SIGN("¤", "coins", "монеты"),
    SR_SIGN("◊", "prestige", "престиж"),
    SR_SIGN("7×2", "two cards of the good with the number 7", "две карты товара с числом 7"),
    SR_SIGN("*", "the majority token of that good; under the circle: those nobody has",
            "жетон преимущества этого товара; под кругом — ничьи жетоны"),
    SR_SIGN("*商", "the token shows its merchant's side: protected",
            "жетон лежит стороной 商: он защищён"),
    SR_SIGN("(", "in brackets: what you know of the hidden cards",
            "в скобках: что вы знаете о скрытых картах"),
    SR_SIGN("3/4", "so many of those that a victory needs",
            "сколько есть и сколько нужно для победы"),
    SR_SIGN("—", "nothing there", "пусто"),
};
const struct sr_signs dunhuang_signs = SR_TABLE(signs);
