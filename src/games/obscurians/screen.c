/* Obscurians: the table drawn in text. The round and the dice above, then a line for each seat: its
 * goods by colour, its unused tokens, the stack on its board. It fits 80 columns by 13 rows, and
 * uses more room when there is some. Of a stack only the top and the height are drawn, as at the
 * table, unless the option says otherwise. */
#include "core/canvas.h"
#include "state.h"

static const struct sr_text word_round = SR_TEXT("Round", "Раунд");
static const struct sr_text word_storm_near =
    SR_TEXT("the storm may come next", "следующей может прийти буря");
static const struct sr_text word_cards_left = SR_TEXT("cards to come", "карт впереди");
static const struct sr_text word_dice = SR_TEXT("Dice", "Кубики");
static const struct sr_text word_total = SR_TEXT("all", "все");
static const struct sr_text word_tokens = SR_TEXT("tokens", "жетоны");
static const struct sr_text word_stack = SR_TEXT("suspected", "подозрения");
static const struct sr_text word_mission = SR_TEXT("Your mission", "Ваша миссия");
static const struct sr_text word_own_tokens = SR_TEXT("your tokens", "ваши жетоны");
static const struct sr_text word_burnt = SR_TEXT("discarded", "сброшены");
static const struct sr_text word_hidden = SR_TEXT("+ in the stash", "+ в тайнике");

/* Columns of the table of seats: the colours share what room there is. */
enum {
    COLUMN_GOODS = 15,
    GOODS_WIDTH_MAX = 10,
    LAMP_WIDTH = 4,
    TOTAL_WIDTH = 4,
    TOKENS_WIDTH = 7,
    STACK_WIDTH = 14,
    TOKEN_WIDTH = 11,
    WIDTH_BESIDES = COLUMN_GOODS + LAMP_WIDTH + TOTAL_WIDTH + TOKENS_WIDTH + STACK_WIDTH
};
struct columns {
    int goods_width, lamp, total, tokens, stack;
};

static struct columns lay_columns(const struct sr_canvas *canvas, int seats) {
    int width = (canvas->columns - WIDTH_BESIDES) / seats;
    width = width < 4 ? 4 : width > GOODS_WIDTH_MAX ? GOODS_WIDTH_MAX : width;
    struct columns at = {.goods_width = width, .lamp = COLUMN_GOODS + seats * width};
    at.total = at.lamp + LAMP_WIDTH;
    at.tokens = at.total + TOTAL_WIDTH;
    at.stack = at.tokens + TOKENS_WIDTH;
    return at;
}

static const struct sr_text colour_words[COLOURS] = {
#define COLOUR(id, en, ru, good_en, good_ru) SR_TEXT(en, ru),
#include "components.def"
};

/* Words that must not run into their neighbours are cut: "yell." */
static void draw_cut(struct sr_canvas *canvas, int row, int column, enum sr_style style,
                     const char *text, int width) {
    int columns = canvas->columns;
    bool cut = sr_text_width(text) > width;
    if (column + width - cut < columns)
        canvas->columns = column + width - cut;
    sr_canvas_text(canvas, row, column, style, text);
    canvas->columns = columns;
    if (cut)
        sr_canvas_text(canvas, row, column + width - 1, style, ".");
}

/* ---- the round and the dice ---- */

static void draw_round(const struct sr_look *look, struct sr_canvas *canvas, int row) {
    const struct obscurians *t = look->state;
    int round = t->past_size + 1;
    int column = sr_canvas_text(canvas, row, 1, SR_STRONG, sr_look_text(look, &word_round));
    column = sr_canvas_number(canvas, row, column + 1, SR_STRONG, round);
    column = sr_canvas_text(canvas, row, column, SR_QUIET, " · ");
    column = sr_canvas_value(canvas, row, column, t->head.over ? SR_RED : SR_GOLD, look->reader,
                             &obscurians_happening, t->event);
    if (t->head.over)
        return;
    column = sr_canvas_text(canvas, row, column, SR_QUIET, " · ");
    if (t->deck_size <= STORM_CARDS) {
        sr_canvas_text(canvas, row, column, SR_RED, sr_look_text(look, &word_storm_near));
        return;
    }
    column = sr_canvas_text(canvas, row, column, SR_QUIET, sr_look_text(look, &word_cards_left));
    column = sr_canvas_text(canvas, row, column, SR_QUIET, " ");
    sr_canvas_number(canvas, row, column, SR_QUIET, t->deck_size);
}

/* The columns of "1 Steal 2(Swap) ...". */
static int dice_width(const struct sr_look *look) {
    const struct obscurians *t = look->state;
    int width = 0;
    for (int die = 0; die < DICE; die++) {
        char name[64];
        struct sr_out out;
        sr_out_open(&out, name, sizeof name);
        sr_domain_say(&out, look->reader, &obscurians_face, t->dice[die], 0);
        width += 3 + sr_text_width(name) + (t->set_aside >> die & 1);
    }
    return width;
}

static void draw_dice(const struct sr_look *look, struct sr_canvas *canvas, int row) {
    const struct obscurians *t = look->state;
    if (t->dice[0] == SR_NONE)
        return;
    const char *word = sr_look_text(look, &word_dice);
    int column = 0; /* five long names leave no room for the word */
    if (1 + sr_text_width(word) + dice_width(look) <= canvas->columns)
        column = sr_canvas_text(canvas, row, 1, SR_QUIET, word);
    for (int die = 0; die < DICE; die++) {
        bool used = t->set_aside >> die & 1;
        enum sr_style style = used ? SR_QUIET : SR_STRONG;
        column = sr_canvas_number(canvas, row, column + 1, SR_QUIET, die + 1);
        column = sr_canvas_text(canvas, row, column, SR_QUIET, used ? "(" : " ");
        column = sr_canvas_value(canvas, row, column, style, look->reader, &obscurians_face,
                                 t->dice[die]);
        column = sr_canvas_text(canvas, row, column, SR_QUIET, used ? ")" : "");
    }
}

/* ---- the seats ---- */

static void draw_heads(const struct sr_look *look, struct sr_canvas *canvas, int row,
                       const struct columns *at) {
    const struct obscurians *t = look->state;
    for (int colour = 0; colour < t->head.seats; colour++)
        draw_cut(canvas, row, COLUMN_GOODS + colour * at->goods_width,
                 (enum sr_style)(SR_SEAT_STYLE + colour), sr_look_text(look, &colour_words[colour]),
                 at->goods_width - 1);
    draw_cut(canvas, row, at->total, SR_QUIET, sr_look_text(look, &word_total), TOTAL_WIDTH);
    draw_cut(canvas, row, at->tokens, SR_QUIET, sr_look_text(look, &word_tokens), TOKENS_WIDTH);
    sr_canvas_text(canvas, row, at->stack, SR_QUIET, sr_look_text(look, &word_stack));
}

/* "5+2": five in the open, two in the stash. */
static void draw_goods(const struct sr_look *look, struct sr_canvas *canvas, int row, int seat,
                       const struct columns *at) {
    const struct obscurians *t = look->state;
    for (int colour = 0; colour < t->head.seats; colour++) {
        int column = COLUMN_GOODS + colour * at->goods_width;
        int open = t->open[seat][colour], stash = t->stash[seat][colour];
        enum sr_style style = colour == seat ? (enum sr_style)(SR_SEAT_STYLE + seat) : SR_PLAIN;
        if (!open && !stash) {
            sr_canvas_text(canvas, row, column, SR_QUIET, "·");
            continue;
        }
        column = sr_canvas_number(canvas, row, column, style, open);
        if (stash) {
            column = sr_canvas_text(canvas, row, column, SR_JADE, "+");
            sr_canvas_number(canvas, row, column, SR_JADE, stash);
        }
    }
    int column = at->lamp;
    if (collection(t, seat, kind_lamp))
        column =
            sr_canvas_text(canvas, row, column, SR_GOLD, t->stash[seat][kind_lamp] ? "+☼" : "☼");
    if (collection(t, seat, kind_curse))
        sr_canvas_text(canvas, row, column, SR_RED, t->stash[seat][kind_curse] ? "+†" : "†");
    column = sr_canvas_number(canvas, row, at->total, SR_STRONG,
                              count_goods(t->open[seat]) + count_goods(t->stash[seat]));
    if (t->embargo[seat])
        sr_canvas_text(canvas, row, column, SR_RED, "⊘");
}

static int draw_token(const struct sr_look *look, struct sr_canvas *canvas, int row, int column,
                      int token) {
    enum sr_style style = (enum sr_style)(SR_SEAT_STYLE + token_owner(token));
    column = sr_canvas_text(canvas, row, column, style, sr_seat_sign(token_owner(token)));
    return sr_canvas_value(canvas, row, column, style, look->reader, &obscurians_mission,
                           token_mission(token));
}

static bool shows_stacks(const struct obscurians *t) {
    bool hidden =
        sr_has_option(t, option_ui_hide_stack) || sr_has_option(t, option_stacks_to_memory);
    return !hidden || t->head.over;
}

/* The height and the top: "3 ●Keep". */
static void draw_stack(const struct sr_look *look, struct sr_canvas *canvas, int row, int column,
                       int seat) {
    const struct obscurians *t = look->state;
    int height = t->stack_size[seat];
    if (!height) {
        sr_canvas_text(canvas, row, column, SR_QUIET, "—");
        return;
    }
    column = sr_canvas_number(canvas, row, column, SR_PLAIN, height);
    column = sr_canvas_text(canvas, row, column, SR_PLAIN, " ");
    draw_token(look, canvas, row, column, t->stack[seat][height - 1]);
}

/* The decider is marked in front, the first player of the round behind the name. */
static void draw_seat(const struct sr_look *look, struct sr_canvas *canvas, int row, int seat,
                      const struct columns *at) {
    const struct obscurians *t = look->state;
    enum sr_style own = (enum sr_style)(SR_SEAT_STYLE + seat);
    int columns = canvas->columns;
    sr_canvas_text(canvas, row, 0, own, t->head.decider == seat ? "▸" : " ");
    sr_canvas_text(canvas, row, 1, own, sr_seat_sign(seat));
    canvas->columns = COLUMN_GOODS - 2;
    int column = sr_canvas_value(canvas, row, 3, own, look->reader, &sr_a_seat, seat);
    canvas->columns = columns;
    if (t->card_holder == seat && column < COLUMN_GOODS - 1)
        sr_canvas_text(canvas, row, column, SR_GOLD, "*");
    draw_goods(look, canvas, row, seat, at);
    for (int token = 0; token < t->supply_size[seat]; token++)
        sr_canvas_text(canvas, row, at->tokens + token, own, "•");
    draw_stack(look, canvas, row, at->stack, seat);
}

/* ---- what only the viewer knows, and what is open at the end ---- */

static int draw_set(const struct sr_look *look, struct sr_canvas *canvas, int row, int column,
                    const struct sr_text *word, int missions) {
    if (!missions)
        return column;
    column = sr_canvas_text(canvas, row, column, SR_QUIET, sr_look_text(look, word));
    column = sr_canvas_text(canvas, row, column, SR_QUIET, ": ");
    return sr_canvas_value(canvas, row, column, SR_PLAIN, look->reader, &obscurians_missions,
                           missions) +
           2;
}

static void draw_own(const struct sr_look *look, struct sr_canvas *canvas, int row) {
    const struct obscurians *t = look->state;
    int seat = look->viewer;
    int column = sr_canvas_text(canvas, row, 1, SR_QUIET, sr_look_text(look, &word_mission));
    column = sr_canvas_text(canvas, row, column, SR_QUIET, ": ");
    sr_canvas_value(canvas, row, column, SR_STRONG, look->reader, &obscurians_mission,
                    t->mission[seat]);
    column = draw_set(look, canvas, row + 1, 1, &word_own_tokens, t->supply[seat]);
    draw_set(look, canvas, row + 1, column, &word_burnt, t->burnt[seat]);
}

/* All missions, for the referee and when they are laid open. */
static void draw_missions(const struct sr_look *look, struct sr_canvas *canvas, int row) {
    const struct obscurians *t = look->state;
    int column = 1;
    for (int seat = 0; seat < t->head.seats; seat++) {
        enum sr_style style = (enum sr_style)(SR_SEAT_STYLE + seat);
        column = sr_canvas_text(canvas, row, column, style, sr_seat_sign(seat));
        column = sr_canvas_text(canvas, row, column, style, " ");
        column = sr_canvas_value(canvas, row, column, SR_STRONG, look->reader, &obscurians_mission,
                                 t->mission[seat]) +
                 2;
    }
}

/* Whole stacks, oldest first, a line for each board, where there is room. */
static void draw_stacks(const struct sr_look *look, struct sr_canvas *canvas, int row) {
    const struct obscurians *t = look->state;
    for (int board = 0; board < t->head.seats && row < canvas->rows; board++) {
        if (!t->stack_size[board])
            continue;
        int column = sr_canvas_text(canvas, row, 1, (enum sr_style)(SR_SEAT_STYLE + board),
                                    sr_seat_sign(board));
        column = sr_canvas_text(canvas, row, column, SR_QUIET, " ←");
        for (int i = 0; i < t->stack_size[board]; i++) {
            if (column + TOKEN_WIDTH > canvas->columns) {
                row++;
                column = 3;
            }
            column = draw_token(look, canvas, row, column + 1, t->stack[board][i]);
        }
        row++;
    }
}

static bool any_stash(const struct obscurians *t) {
    for (int seat = 0; seat < t->head.seats; seat++)
        if (any_goods(t->stash[seat]))
            return true;
    return false;
}

void obscurians_draw(const struct sr_look *look, struct sr_canvas *canvas) {
    const struct obscurians *t = look->state;
    int row = 0;
    struct columns at = lay_columns(canvas, t->head.seats);
    bool roomy = canvas->rows >= t->head.seats + 9;
    draw_round(look, canvas, row++);
    draw_dice(look, canvas, row++);
    row += roomy;
    draw_heads(look, canvas, row++, &at);
    for (int seat = 0; seat < t->head.seats; seat++)
        draw_seat(look, canvas, row++, seat, &at);
    row += roomy;
    if (t->head.over || look->viewer == SR_REFEREE)
        draw_missions(look, canvas, row++);
    else if (look->viewer >= 0) {
        draw_own(look, canvas, row);
        row += 2;
    }
    if (any_stash(t) && row < canvas->rows && !shows_stacks(t))
        sr_canvas_text(canvas, row++, 1, SR_QUIET, sr_look_text(look, &word_hidden));
    if (shows_stacks(t))
        draw_stacks(look, canvas, row);
}

/* ---- what the signs mean ---- */

static const struct sr_sign signs[] = {
    SR_SIGN("5+2", "five goods in the open, two in the stash",
            "пять товаров на виду, два в тайнике"),
    SR_SIGN("☼", "the lamp (+☼: in the stash)", "лампа (+☼: в тайнике)"),
    SR_SIGN("†", "the cursed artifact (+†: in the stash)", "проклятый артефакт (+†: в тайнике)"),
    SR_SIGN("⊘", "embargo: nobody can touch these goods or give any",
            "эмбарго: никто не может ни тронуть эти товары, ни дать новых"),
    SR_SIGN("•", "suspicion tokens that may still be placed",
            "жетоны подозрения, которые ещё можно положить"),
    SR_SIGN("*", "the first player of the round", "первый игрок раунда"),
    SR_SIGN("(", "in brackets: a die that has been used", "в скобках: использованный кубик"),
    SR_SIGN("3", "under suspected: so many tokens, and the one on top",
            "под «подозрения»: сколько жетонов и верхний из них"),
    SR_SIGN("←", "the whole stack, the oldest token first",
            "вся стопка, начиная с самого старого жетона"),
    SR_SIGN("·", "none of this colour; between two remarks", "такого цвета нет; между заметками"),
    SR_SIGN("—", "nothing there", "пусто"),
};
const struct sr_signs obscurians_signs = SR_TABLE(signs);
