/* Gugong: the table drawn in text. Left the seven areas with their gifts, dice and decrees, then
 * map and canal; right the families. It fits 80 columns by 13 rows for up to four families, and
 * uses more room when there is some. */
#include "core/canvas.h"
#include "state.h"

static const struct sr_text word_day = SR_TEXT("Day", "День");
static const struct sr_text word_dice = SR_TEXT("dice", "кубики");
static const struct sr_text word_wall = SR_TEXT("wall", "стена");
static const struct sr_text word_cards = SR_TEXT("gifts", "карт");
static const struct sr_text word_medal = SR_TEXT("medal", "жетон 1-го");
static const struct sr_text word_hand = SR_TEXT("hand", "рука");
static const struct sr_text word_discard = SR_TEXT("discard", "сброс");
static const struct sr_text word_today = SR_TEXT("today", "сегодня");
static const struct sr_text word_routes[] = {SR_TEXT("A", "А"), SR_TEXT("B", "Б")};
static const struct sr_text word_meng = SR_TEXT("Meng", "Мэн");

/* One letter for what a gift does: W wall, I intrigue, P palace, D decrees, C canal, 1, 2, swap. */
static const struct sr_text action_signs[] = {
    [action_travel] = SR_TEXT("t", "п"),    [action_wall] = SR_TEXT("w", "с"),
    [action_jade] = SR_TEXT("j", "н"),      [action_intrigue] = SR_TEXT("i", "и"),
    [action_palace] = SR_TEXT("p", "д"),    [action_decrees] = SR_TEXT("d", "у"),
    [action_canal] = SR_TEXT("c", "к"),     [action_nothing] = SR_TEXT("·", "·"),
    [action_servant] = SR_TEXT("+1", "+1"), [action_servants2] = SR_TEXT("+2", "+2"),
    [action_swap] = SR_TEXT("⇄", "⇄"),
};

/* Short signs for travel tokens. */
static const struct sr_text token_signs[] = {
    [token_servant] = SR_TEXT("+1", "+1"),
    [token_servants2] = SR_TEXT("+2", "+2"),
    [token_envoy] = SR_TEXT("env", "пр"),
    [token_intrigue] = SR_TEXT("int", "ин"),
    [token_gift_for_jade] = SR_TEXT("7>◊", "7>◊"),
    [token_points] = SR_TEXT("2pt", "2оч"),
    [token_swap] = SR_TEXT("⇄", "⇄"),
    [token_recover] = SR_TEXT("↺", "↺"),
    [token_ship] = SR_TEXT("shp", "джн"),
    [token_wall] = SR_TEXT("wal", "стн"),
    [token_servants_for_jade] = SR_TEXT("3>◊", "3>◊"),
    [token_double] = SR_TEXT("×2", "×2"),
    [token_plus] = SR_TEXT("G+1", "П+1"),
    [token_tax] = SR_TEXT("tax", "под"),
    [token_follow] = SR_TEXT("fol", "повт"),
};

static int word(const struct sr_look *look, struct sr_canvas *canvas, int row, int column,
                enum sr_style style, const struct sr_text *text) {
    return sr_canvas_text(canvas, row, column, style, sr_look_text(look, text));
}

static int sign(struct sr_canvas *canvas, int row, int column, int side) {
    if (side == MENG)
        return sr_canvas_text(canvas, row, column, SR_RED, "M");
    return sr_canvas_text(canvas, row, column, (enum sr_style)(SR_SEAT_STYLE + side),
                          sr_seat_sign(side));
}

/* "3+2": value and action. */
static int gift(const struct sr_look *look, struct sr_canvas *canvas, int row, int column,
                enum sr_style style, int which) {
    column = sr_canvas_number(canvas, row, column, style, gugong_gifts[which].value);
    return word(look, canvas, row, column, SR_QUIET, &action_signs[gugong_gifts[which].action]);
}

static int gifts(const struct sr_look *look, struct sr_canvas *canvas, int row, int column,
                 enum sr_style style, const uint8_t *list, int size) {
    for (int i = 0; i < size; i++)
        column = gift(look, canvas, row, column, style, list[i]) + 1;
    return column;
}

/* ---- the board ---- */

static void draw_day(const struct sr_look *look, struct sr_canvas *canvas, int row) {
    const struct gugong *t = look->state;
    int column = word(look, canvas, row, 0, SR_STRONG, &word_day);
    column = sr_canvas_number(canvas, row, column + 1, SR_STRONG, t->round + 1);
    column = sr_canvas_text(canvas, row, column, SR_QUIET, "/4  ");
    column = word(look, canvas, row, column, SR_QUIET, &word_dice);
    for (int die = 0; die < DICE; die++)
        column = sr_canvas_number(canvas, row, column + 1, SR_GOLD, t->dice[die]);
    column = word(look, canvas, row, column + 2, SR_QUIET, &word_medal) + 1;
    if (t->medal == SR_NONE)
        sr_canvas_text(canvas, row, column, SR_GOLD, "○");
    else
        sign(canvas, row, column, t->medal);
}

/* What is special about an area: what it costs, who is there. */
static void draw_area(const struct sr_look *look, struct sr_canvas *canvas, int row, int column,
                      int area) {
    const struct gugong *t = look->state;
    switch (area) {
    case area_wall: {
        int total = 0;
        for (int i = 0; i < sides(t); i++)
            total += on_wall(t, side_at(t, i));
        column = sr_canvas_number(canvas, row, column, SR_STRONG, total);
        column = sr_canvas_text(canvas, row, column, SR_QUIET, "/");
        sr_canvas_number(canvas, row, column, SR_QUIET, gugong_wall_complete[t->head.seats]);
        break;
    }
    case area_jade:
        for (int house = 0; house < HOUSES; house++)
            if (t->house[house])
                column = sr_canvas_number(canvas, row, column, SR_JADE,
                                          gugong_price[board_side(t)][house]) +
                         1;
        sr_canvas_text(canvas, row, column, SR_QUIET, "5…");
        break;
    case area_decrees:
        break;
    default:
        for (int i = 0; i < t->parked_size; i++)
            if (t->parked_area[i] == area) {
                column = sign(canvas, row, column, t->parked_seat[i]);
                column = word(look, canvas, row, column, SR_GOLD, &token_signs[t->parked[i]]) + 1;
            }
        break;
    }
}

static void draw_areas(const struct sr_look *look, struct sr_canvas *canvas, int row) {
    const struct gugong *t = look->state;
    for (int area = 0; area < AREAS; area++) {
        int at = row + area;
        gift(look, canvas, at, 1, SR_GOLD, t->board[area]);
        int column = sr_canvas_value(canvas, at, 6, SR_PLAIN, look->reader, &gugong_area, area);
        if (is_solo(t) && t->focus == area)
            sr_canvas_text(canvas, at, column, SR_RED, "*");
        draw_area(look, canvas, at, 21, area);
    }
}

/* Level, who stands there, what it does. */
static void draw_decrees(const struct sr_look *look, struct sr_canvas *canvas, int row, int width) {
    const struct gugong *t = look->state;
    for (int slot = 0; slot < SLOTS; slot++) {
        int at = row + slot;
        int column =
            sr_canvas_number(canvas, at, 1, SR_STRONG, gugong_decrees[t->decree[slot]].level);
        column++;
        for (int i = 0; i < sides(t); i++)
            if (t->on_decrees[side_at(t, i)] >> slot & 1)
                column = sign(canvas, at, column, side_at(t, i));
        column = sr_canvas_value(canvas, at, column + 1, SR_PLAIN, look->reader,
                                 &gugong_decree_names, t->decree[slot]);
        for (; column > width; column--)
            sr_canvas_text(canvas, at, column - 1, SR_PLAIN, " ");
    }
}

/* In little room: only who stands where, by level. */
static void draw_decree_line(const struct sr_look *look, struct sr_canvas *canvas, int row,
                             int column) {
    const struct gugong *t = look->state;
    for (int slot = 0; slot < SLOTS; slot++) {
        if (slot % 2 == 0)
            column = sr_canvas_number(canvas, row, column + 1, SR_QUIET, slot / 2 + 1);
        column = sr_canvas_text(canvas, row, column, SR_QUIET, slot % 2 ? "," : ":");
        bool none = true;
        for (int i = 0; i < sides(t); i++)
            if (t->on_decrees[side_at(t, i)] >> slot & 1) {
                column = sign(canvas, row, column, side_at(t, i));
                none = false;
            }
        if (none)
            column = sr_canvas_text(canvas, row, column, SR_QUIET, "—");
    }
}

static void draw_canal(const struct sr_look *look, struct sr_canvas *canvas, int row) {
    const struct gugong *t = look->state;
    for (int route = 0; route < routes(t); route++) {
        int column = word(look, canvas, row + route, 1, SR_QUIET, &word_routes[route]);
        for (int harbour = 0; harbour < HARBOURS; harbour++) {
            column = sr_canvas_text(canvas, row + route, column, SR_QUIET, "~");
            bool empty = true;
            for (int i = 0; i < sides(t); i++)
                for (int ship = 0; ship < SHIPS; ship++) {
                    int side = side_at(t, i);
                    if (t->ship_at[side][ship] != route * HARBOURS + harbour)
                        continue;
                    column = sign(canvas, row + route, column, side);
                    column = sr_canvas_number(canvas, row + route, column, SR_PLAIN,
                                              ship_cells(t, side, ship));
                    empty = false;
                }
            if (empty)
                column = sr_canvas_text(canvas, row + route, column, SR_QUIET, "· ");
        }
    }
}

/* Four cities or more in a row: token, or who is there. */
enum { CITY_WIDTH = 9 };
static void draw_map(const struct sr_look *look, struct sr_canvas *canvas, int row, int width) {
    const struct gugong *t = look->state;
    int column = 1;
    for (int city = 0; city < CITIES; city++) {
        if (!gugong_roads[board_side(t)][city])
            continue;
        if (column + CITY_WIDTH > width + 1) {
            column = 1;
            row++;
        }
        int start = column;
        char name[8] = {0};
        /* Three letters are enough to tell the cities apart. */
        const char *full = gugong_city.names[city].text.in[look->reader->lang];
        for (int bytes = 0, letters = 0; letters < 3 && bytes < 7 && full[bytes];) {
            name[bytes] = full[bytes];
            bytes++;
            if ((full[bytes] & 0xC0) != 0x80)
                letters++;
        }
        column = sr_canvas_text(canvas, row, column, SR_QUIET, name);
        column = sr_canvas_text(canvas, row, column, SR_QUIET, " ");
        if (t->city_token[city] != SR_NONE)
            column = word(look, canvas, row, column, SR_GOLD, &token_signs[t->city_token[city]]);
        for (int i = 0; i < sides(t); i++)
            if (t->traveller[side_at(t, i)] == city)
                column = sign(canvas, row, column, side_at(t, i));
        column = start + CITY_WIDTH > column ? start + CITY_WIDTH : column + 1;
    }
}

/* ---- the families ---- */

static bool sees_hand(const struct sr_look *look, int seat) {
    return look->viewer == seat || look->viewer == SR_REFEREE || sr_head(look->state)->over;
}

static int amount(struct sr_canvas *canvas, int row, int column, enum sr_style style,
                  const char *mark, int number) {
    column = sr_canvas_text(canvas, row, column, style, mark);
    return sr_canvas_number(canvas, row, column, SR_PLAIN, number) + 1;
}

/* The cards that Meng plays today, going on in the next row, which is free beneath the last of the
 * two sides. */
static void draw_today(const struct sr_look *look, struct sr_canvas *canvas, int row, int at,
                       int left) {
    const struct gugong *t = look->state;
    for (int i = 0; i < t->automa_today_size; i++) {
        char name[64];
        struct sr_out out;
        sr_out_open(&out, name, sizeof name);
        sr_domain_say(&out, look->reader, &gugong_automa, t->automa_today[i], 0);
        if (i + 1 < t->automa_today_size)
            sr_put(&out, ",");
        if (at + sr_text_width(name) > canvas->columns) {
            row++;
            at = left;
        }
        at = sr_canvas_text(canvas, row, at, SR_PLAIN, name) + 1;
    }
}

/* Points, jade, pool and supply, envoy; intrigue, wall, tokens; gifts. In three rows or, if there
 * is little room, in two. */
static void draw_side(const struct sr_look *look, struct sr_canvas *canvas, int row, int column,
                      int side, bool tight) {
    const struct gugong *t = look->state;
    enum sr_style own = side == MENG ? SR_RED : (enum sr_style)(SR_SEAT_STYLE + side);
    bool turn = !t->head.over && (side == MENG ? t->turn_side == MENG : t->head.decider == side);
    int at = sr_canvas_text(canvas, row, column, own, turn ? "▸" : " ");
    at = sign(canvas, row, at, side) + 1;
    if (side == MENG)
        at = word(look, canvas, row, at, own, &word_meng);
    else
        at = sr_canvas_value(canvas, row, at, own, look->reader, &sr_a_seat, side);
    if (at > column + 14)
        at = column + 14;
    at = amount(canvas, row, at, SR_STRONG, " ☆", t->points[side]);
    at = amount(canvas, row, at, SR_JADE, "◊", t->jade[side]);
    at = amount(canvas, row, at, SR_GOLD, "♙", t->pool[side]);
    at = sr_canvas_text(canvas, row, at - 1, SR_QUIET, "/");
    at = sr_canvas_number(canvas, row, at, SR_QUIET, t->supply[side]) + 1;
    if (side != MENG && t->pair_at[side] != pair_locked)
        at = sr_canvas_text(canvas, row, at, t->pair_at[side] == pair_pool ? SR_GOLD : SR_QUIET,
                            "♙♙") +
             1;
    at = amount(canvas, row, at, SR_PLAIN, "⌂", t->palace[side]);

    int below = tight ? row : row + 1, last = tight ? row + 1 : row + 2;
    at = amount(canvas, below, tight ? at : column + 3, SR_PLAIN, "☯", t->intrigue[side]);
    at = sr_canvas_text(canvas, below, at - 1, SR_QUIET, "^");
    at = sr_canvas_number(canvas, below, at, SR_QUIET, t->height[side] + 1) + 1;
    if (tight)
        at = sr_canvas_text(canvas, below, at, SR_QUIET, "▤") - 1;
    else
        at = word(look, canvas, below, at, SR_QUIET, &word_wall);
    at = sr_canvas_number(canvas, below, at + 1, SR_PLAIN, on_wall(t, side)) + 1;
    for (int i = 0; i < t->token_count[side]; i++)
        at = sr_canvas_text(canvas, below, at, SR_GOLD,
                            t->tokens[side][i] == token_double ? "◎" : "●");
    at++;
    if (side == MENG) {
        at = word(look, canvas, below, at, SR_QUIET, &word_cards);
        at = sr_canvas_number(canvas, below, at + 1, SR_PLAIN, t->meng_gifts_size);
        at = word(look, canvas, last, column + 3, SR_QUIET, &word_today) + 1;
        draw_today(look, canvas, last, at, column + 3);
        return;
    }
    /* The own gifts in full, of others what the table knows. */
    at = word(look, canvas, last, column + 3, SR_QUIET, &word_hand) + 1;
    if (sees_hand(look, side)) {
        at = gifts(look, canvas, last, at, SR_STRONG, t->hand[side], t->hand_size[side]);
        at = word(look, canvas, last, at, SR_QUIET, &word_discard) + 1;
        gifts(look, canvas, last, at, SR_QUIET, t->discard[side], t->discard_size[side]);
        return;
    }
    at = sr_canvas_number(canvas, last, at, SR_PLAIN, t->hand_size[side]) + 1;
    at = sr_canvas_text(canvas, last, at, SR_QUIET, "(");
    for (int i = 0; i < GIFTS; i++)
        if (t->known_owner[i] == side && t->known_place[i] != known_discard) {
            at = gift(look, canvas, last, at, SR_PLAIN, i);
            at = sr_canvas_text(canvas, last, at, SR_QUIET,
                                t->known_place[i] == known_either ? "? " : " ");
        }
    sr_canvas_text(canvas, last, at, SR_QUIET, ")");
}

void gugong_draw(const struct sr_look *look, struct sr_canvas *canvas) {
    const struct gugong *t = look->state;
    enum { LEFT = 36, WIDE = 44 };
    int width = canvas->columns >= 110 ? WIDE + 8 : LEFT;
    int tall = canvas->rows / sides(t);
    tall = tall > 4 ? 4 : tall < 2 ? 2 : tall;
    bool roomy = canvas->rows >= 20;

    draw_day(look, canvas, 0);
    draw_areas(look, canvas, 1);
    if (!roomy)
        draw_decree_line(look, canvas, 1 + area_decrees, 13);
    draw_canal(look, canvas, 8);
    draw_map(look, canvas, 8 + routes(t), width);
    int below =
        tall * sides(t) > 13 ? tall * sides(t) : 13; /* the families, where they fit there */
    bool fits = below + SLOTS <= canvas->rows;
    if (roomy)
        draw_decrees(look, canvas, fits ? below : 13, fits ? canvas->columns : width);
    for (int i = 0; i < sides(t); i++)
        draw_side(look, canvas, tall * i, width + 1, side_at(t, i), tall < 3);
}

/* ---- what the signs mean ---- */

static const struct sr_sign signs[] = {
    SR_SIGN("☆", "points", "очки"),
    SR_SIGN("◊", "jade", "нефрит"),
    SR_SIGN("♙", "servants in the pool / in the supply", "слуги: доступные / в запасе"),
    SR_SIGN("♙♙", "the pair of servants", "двойной слуга"),
    SR_SIGN("⌂", "steps of the envoy in the palace", "шаги посланника во дворце"),
    SR_SIGN("☯", "place on the intrigue track", "место на шкале интриг"),
    SR_SIGN("^", "height in the pile there: the top one comes first",
            "высота в стопке там: верхний раньше"),
    SR_SIGN("▤", "servants on the wall", "слуги на стене"),
    SR_SIGN("●", "after the wall: a travel token", "после стены: жетон путешествия"),
    SR_SIGN("◎", "a travel token that doubles", "жетон путешествия, который удваивает"),
    SR_SIGN("○", "nobody has the medal of the first player yet",
            "жетон первого игрока ещё ни у кого"),
    SR_SIGN_IN("5t", "5п", "a gift: its value, and the letter of its action",
               "подарок: число и буква действия"),
    SR_SIGN_IN("t w j i p d c", "п с н и д у к",
               "travel, wall, jade, intrigue, palace, decrees, canal",
               "путешествие, стена, нефрит, интриги, дворец, указы, канал"),
    SR_SIGN("·", "no action; in the canal: nobody in this harbour",
            "без действия; на канале: в гавани никого"),
    SR_SIGN("⇄", "exchange a gift", "обменять подарок"),
    SR_SIGN("↺", "take gifts back from the discard", "вернуть подарки из сброса"),
    SR_SIGN("+1 +2", "so many servants", "столько слуг"),
    SR_SIGN_IN("env int shp wal", "пр ин джн стн", "a step of envoy, intrigue, ship, wall",
               "шаг посланника, интриг, джонки, стены"),
    SR_SIGN_IN("7>◊ 3>◊ 2pt", "7>◊ 3>◊ 2оч", "a gift of 7, 3 servants for jade; 2 points",
               "подарок 7, 3 слуги за нефрит; 2 очка"),
    SR_SIGN_IN("×2 G+1 tax fol", "×2 П+1 под повт", "special tokens: double, gift + 1, tax, follow",
               "особые жетоны: удвоить, подарок + 1, подать, повтор"),
    SR_SIGN("~", "the canal, harbour by harbour; a number is the servants aboard",
            "канал, гавань за гаванью; число — слуги на борту"),
    SR_SIGN("1:—,—", "decrees of level 1: who stands on the first and the second",
            "указы уровня 1: кто стоит на первом и втором"),
    SR_SIGN("5…", "after the houses: jade costs 5 and more", "после домов: нефрит за 5 и дороже"),
    SR_SIGN("M", "Meng", "Мэн"),
    SR_SIGN("*", "where Meng looks", "куда смотрит Мэн"),
    SR_SIGN("?", "a gift that is in the hand or in the discard", "подарок в руке или в сбросе"),
    SR_SIGN("(", "in brackets: gifts that the table has seen",
            "в скобках: подарки, которые видел стол"),
};
const struct sr_signs gugong_signs = SR_TABLE(signs);
