/* The Voyages of Marco Polo: the table drawn in text. The map on top, eight rows with the roads and
 * their prices, under each place its token, posts and figures; then what lies beside the board,
 * then a line for each traveller. It fits 80 columns by 13 rows; with more rows it shows the spaces
 * with their dice, the contracts in full and the goals. */
#include "core/canvas.h"
#include "state.h"

#include <string.h>

/* ---- the map ---- */

enum { MAP_ROWS = 8, MAP_COLUMNS = 80, WIDE = 116, GOALS_COLUMN = 58 };

struct spot {
    uint8_t place, row, column;
    struct sr_text sign;
};
static const struct spot spots[PLACES] = {
    {at_venezia, 0, 0, SR_TEXT("Ven", "Вен")},     {at_oasis1, 0, 8, SR_TEXT("1", "1")},
    {at_moscow, 0, 13, SR_TEXT("Mos", "Мос")},     {at_anxi, 0, 26, SR_TEXT("Anx", "Ань")},
    {at_karakorum, 0, 37, SR_TEXT("Krk", "Кар")},  {at_oasis6, 0, 49, SR_TEXT("6", "6")},
    {at_oasis7, 0, 56, SR_TEXT("7", "7")},         {at_beijing, 0, 62, SR_TEXT("Bei", "Пек")},
    {at_oasis10, 0, 76, SR_TEXT("10", "10")},      {at_oasis2, 2, 6, SR_TEXT("2", "2")},
    {at_samarcanda, 2, 11, SR_TEXT("Sam", "Сам")}, {at_oasis5, 2, 24, SR_TEXT("5", "5")},
    {at_kashgar, 2, 31, SR_TEXT("Ksh", "Каш")},    {at_lanzhou, 2, 42, SR_TEXT("Lan", "Лан")},
    {at_oasis8, 2, 53, SR_TEXT("8", "8")},         {at_alexandria, 4, 0, SR_TEXT("Alx", "Алк")},
    {at_oasis3, 4, 13, SR_TEXT("3", "3")},         {at_ormuz, 4, 20, SR_TEXT("Orm", "Орм")},
    {at_karachi, 4, 31, SR_TEXT("Kci", "Крч")},    {at_oasis9, 4, 50, SR_TEXT("9", "9")},
    {at_xian, 4, 67, SR_TEXT("Xia", "Сиа")},       {at_oasis4, 6, 7, SR_TEXT("4", "4")},
    {at_adana, 6, 14, SR_TEXT("Ada", "Ада")},      {at_kochi, 6, 46, SR_TEXT("Kch", "Коч")},
    {at_sumatra, 6, 60, SR_TEXT("Sum", "Сум")},
};

struct line {
    uint8_t row, column;
    const char *text;
};
/* Roads; c stands for camels and $ for coins. */
static const struct line lines[] = {
    {0, 4, "───"},      {0, 10, "──"},         {0, 21, "─3c─"},
    {0, 32, "─2c─"},    {0, 45, "───"},        {0, 51, "─5$─"},
    {0, 58, "───"},     {0, 66, "─────┬───"},  {1, 51, "╲"},
    {1, 61, "│"},       {1, 71, "│"},          {1, 77, "│"},
    {2, 1, "├3c─"},     {2, 8, "──"},          {2, 19, "─2c─"},
    {2, 26, "─4c─"},    {2, 37, "─2c─"},       {2, 50, "──"},
    {2, 55, "──3c──┘"}, {2, 71, "│"},          {2, 77, "│"},
    {3, 1, "│"},        {3, 9, "╲"},           {3, 71, "│"},
    {3, 76, "4c"},      {4, 8, "─7$─"},        {4, 15, "─3c─"},
    {4, 26, "─3c─"},    {4, 39, "──────────"}, {4, 52, "──────────────"},
    {4, 77, "│"},       {5, 7, "│"},           {5, 46, "4c│"},
    {5, 77, "│"},       {6, 9, "─2c─"},        {6, 20, "───────────15$───────────"},
    {6, 52, "──10$──"}, {6, 76, "─┘"},
};

static const struct sr_text token_signs[TOKENS] = {
    [token_b01] = SR_TEXT("3$", "3м"),       [token_b02] = SR_TEXT("5$", "5м"),
    [token_b03] = SR_TEXT("2c", "2в"),       [token_b04] = SR_TEXT("3c", "3в"),
    [token_b05] = SR_TEXT("2s", "2ш"),       [token_b06] = SR_TEXT("2g", "2з"),
    [token_b07] = SR_TEXT("good", "товар"),  [token_b08] = SR_TEXT("step", "шаг"),
    [token_b09] = SR_TEXT("contr", "контр"), [token_b10] = SR_TEXT("die", "кубик"),
};

/* A road with its price, in the letters of the language. */
static void draw_line(const struct sr_look *look, struct sr_canvas *canvas, int top,
                      const struct line *line) {
    char text[96];
    struct sr_out out;
    sr_out_open(&out, text, sizeof text);
    for (const char *at = line->text; *at; at++) {
        if (*at == 'c' && look->reader->lang == SR_RU)
            sr_put(&out, "в");
        else if (*at == '$' && look->reader->lang == SR_RU)
            sr_put(&out, "м");
        else
            sr_put_char(&out, *at);
    }
    sr_canvas_text(canvas, top + line->row, line->column, SR_QUIET, text);
}

/* "T19": a card is told by its number; one that holds a die is quiet. */
static int draw_card(const struct sr_look *look, struct sr_canvas *canvas, int row, int column,
                     int space) {
    const struct marcopolo *t = look->state;
    int card = t->card[space] + 1;
    enum sr_style style = t->laid[space_card + space] ? SR_QUIET : SR_JADE;
    column = sr_canvas_text(canvas, row, column, style, card < 10 ? "T0" : "T");
    return sr_canvas_number(canvas, row, column, style, card);
}

static void draw_spot(const struct sr_look *look, struct sr_canvas *canvas, int top,
                      const struct spot *spot) {
    static const char *const letters[BONUSES] = {"A", "B", "C", "D", "E", "F"};
    const struct marcopolo *t = look->state;
    int place = spot->place, row = top + spot->row;
    enum sr_style style = place < POST_PLACES ? SR_STRONG : SR_PLAIN;
    int at = sr_canvas_text(canvas, row, spot->column, style, sr_look_text(look, &spot->sign));
    if (is_province(place))
        sr_canvas_text(canvas, row, at + 1, SR_JADE, letters[t->bonus[place - FIRST_PROVINCE]]);
    for (int space = 0; space < CARD_SPACES; space++)
        if (marcopolo_card_city[space] == place)
            at = draw_card(look, canvas, row, at + 1, space);

    at = spot->column;
    row++;
    if (place < CITIES && t->token[place] != SR_NONE)
        at = sr_canvas_text(canvas, row, sr_canvas_text(canvas, row, at, SR_GOLD, "◇"), SR_GOLD,
                            sr_look_text(look, &token_signs[t->token[place]]));
    for (int i = 0; i < SEATS; i++) {
        int seat = place == at_beijing ? t->beijing[i] : i;
        if (seat < t->head.seats && place < POST_PLACES && has_post(t, seat, place))
            at = sr_canvas_text(canvas, row, at, (enum sr_style)(SR_SEAT_STYLE + seat),
                                sr_seat_sign(seat));
    }
    for (int seat = 0; seat < t->head.seats; seat++)
        for (int figure = 0; figure < FIGURES; figure++)
            if (t->figure[seat][figure] == place) {
                at = sr_canvas_text(canvas, row, at, SR_STRONG, "♟");
                at = sr_canvas_text(canvas, row, at, (enum sr_style)(SR_SEAT_STYLE + seat),
                                    sr_seat_sign(seat));
            }
}

static void draw_map(const struct sr_look *look, struct sr_canvas *canvas, int top) {
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++)
        draw_line(look, canvas, top, &lines[i]);
    for (int i = 0; i < PLACES; i++)
        draw_spot(look, canvas, top, &spots[i]);
}

/* ---- beside the board ---- */

static const struct sr_text word_round = SR_TEXT("round", "раунд");
static const struct sr_text word_row = SR_TEXT("row", "ряд");
static const struct sr_text word_special = SR_TEXT("pile", "стопка");
static const struct sr_text word_goals = SR_TEXT("goals", "цели");
static const struct sr_text word_khan = SR_TEXT("Khan", "хан");
static const struct sr_text word_characters = SR_TEXT("to choose from", "на выбор");

/* "C05": the number of a contract. */
static int draw_contract_number(struct sr_canvas *canvas, int row, int column, enum sr_style style,
                                int contract) {
    bool starting = contract < STARTING_CONTRACTS;
    int number = starting ? contract + 1 : contract - STARTING_CONTRACTS + 1;
    column = sr_canvas_text(canvas, row, column, style, starting ? "S" : "C");
    if (number < 10)
        column = sr_canvas_text(canvas, row, column, style, "0");
    return sr_canvas_number(canvas, row, column, style, number);
}

static bool sees_goals(const struct sr_look *look, int seat) {
    return look->viewer == seat || look->viewer == SR_REFEREE || sr_head(look->state)->over;
}

static int draw_goals(const struct sr_look *look, struct sr_canvas *canvas, int row, int column,
                      int seat) {
    const struct marcopolo *t = look->state;
    for (int i = 0; i < t->goal_size[seat]; i++) {
        const struct goal_info *goal = &marcopolo_goal[t->goal[seat][i]];
        for (int end = 0; end < 2; end++) {
            int place = end ? goal->province : goal->city;
            for (int at = 0; at < PLACES; at++)
                if (spots[at].place == place)
                    column = sr_canvas_text(canvas, row, column,
                                            has_post(t, seat, place) ? SR_JADE : SR_PLAIN,
                                            sr_look_text(look, &spots[at].sign));
            if (!end)
                column = sr_canvas_text(canvas, row, column, SR_QUIET, "–");
        }
        column = sr_canvas_number(canvas, row, column + 1, SR_QUIET, goal->points) + 2;
    }
    return column;
}

static void draw_beside(const struct sr_look *look, struct sr_canvas *canvas, int row) {
    const struct marcopolo *t = look->state;
    int at = sr_canvas_text(canvas, row, 0, SR_QUIET, sr_look_text(look, &word_round));
    at = sr_canvas_number(canvas, row, at + 1, SR_STRONG, t->round + 1);
    at = sr_canvas_text(canvas, row, at + 2, SR_QUIET, sr_look_text(look, &word_row));
    for (int slot = 0; slot < t->row_size; slot++)
        at = draw_contract_number(canvas, row, at + 1, SR_GOLD, t->row[slot]);
    at = sr_canvas_text(canvas, row, at + 2, SR_QUIET, sr_look_text(look, &word_special));
    at = sr_canvas_number(canvas, row, at + 1, SR_PLAIN, t->special_size + t->returned_size);
    at = sr_canvas_text(canvas, row, at + 2, SR_QUIET, "•"); /* black dice */
    at = sr_canvas_number(canvas, row, at, SR_PLAIN, t->black_dice);
    if (t->khan_die > 1) {
        at = sr_canvas_text(canvas, row, at + 2, SR_QUIET, sr_look_text(look, &word_khan));
        at = sr_canvas_text(canvas, row, at, SR_QUIET, " ≥");
        sr_canvas_number(canvas, row, at, SR_PLAIN, t->khan_die);
    }
    if (look->viewer >= 0) {
        at = sr_canvas_text(canvas, row, GOALS_COLUMN, SR_GOLD, "⚑");
        draw_goals(look, canvas, row, at, look->viewer);
    }
}

/* ---- the travellers, a line each ---- */

static int draw_amount(struct sr_canvas *canvas, int row, int column, enum sr_style style,
                       int amount, const char *unit) {
    column = sr_canvas_number(canvas, row, column, style, amount);
    return sr_canvas_text(canvas, row, column, SR_QUIET, unit) + 1;
}

/* Dice in their colours: black ones with a dot in front, the white one with a ring. */
static int draw_die(struct sr_canvas *canvas, int row, int column, int seat, int die) {
    static const char *const marks[DIE_CLASSES] = {"", "•", "◦"};
    enum sr_style style = die_class(die) == die_own && seat < SEATS
                              ? (enum sr_style)(SR_SEAT_STYLE + seat)
                              : SR_STRONG;
    column = sr_canvas_text(canvas, row, column, style, marks[die_class(die)]);
    if (!die_value(die))
        return sr_canvas_text(canvas, row, column, style, "*");
    return sr_canvas_number(canvas, row, column, style, die_value(die));
}

/* The whole name where there is room for it, else its first word. */
static void draw_character(const struct sr_look *look, struct sr_canvas *canvas, int row,
                           int column, int character) {
    char name[64];
    struct sr_out out;
    sr_out_open(&out, name, sizeof name);
    sr_domain_say(&out, look->reader, &marcopolo_a_character, character, 0);
    if (column + sr_text_width(name) > (canvas->columns < 80 ? canvas->columns : 80))
        name[strcspn(name, " ")] = '\0';
    sr_canvas_text(canvas, row, column, SR_QUIET, name);
}

/* Letters for what there is no room to spell. */
static const char *const units[SR_LANGS][AMOUNTS] = {{"$", "c", "p", "s", "g", "★"},
                                                     {"м", "в", "с", "ш", "з", "★"}};

static void draw_seat(const struct sr_look *look, struct sr_canvas *canvas, int row, int seat) {
    const struct marcopolo *t = look->state;
    enum sr_style own = (enum sr_style)(SR_SEAT_STYLE + seat);
    const char *const *unit = units[look->reader->lang];
    int at;

    at = sr_canvas_text(canvas, row, 0, own, t->head.decider == seat ? "▸" : " ");
    at = sr_canvas_text(canvas, row, at, own, sr_seat_sign(seat));
    sr_canvas_value(canvas, row, at + 1, own, look->reader, &sr_a_seat, seat);
    sr_canvas_text(canvas, row, 13, SR_PLAIN, "                ");
    at = draw_amount(canvas, row, 13, SR_STRONG, t->points[seat], "★");
    at = at < 18 ? 18 : at;
    for (int resource = 0; resource < RESOURCES; resource++) {
        static const uint8_t columns[RESOURCES] = {18, 22, 34, 30, 26};
        int from = columns[resource];
        draw_amount(canvas, row, from, SR_PLAIN, t->stock[seat][resource], unit[resource]);
    }
    at = 38;
    for (int i = 0; i < t->dice_size[seat]; i++)
        at = draw_die(canvas, row, at, seat, t->dice[seat][i]) + 1;
    at = at < 52 ? 52 : at + 1;
    for (int slot = 0; slot < ACTIVE; slot++) {
        if (t->active[seat][slot] < CONTRACTS)
            at = draw_contract_number(canvas, row, at, SR_PLAIN, t->active[seat][slot]) + 1;
        else
            at = sr_canvas_text(canvas, row, at, SR_QUIET, " — ") + 1;
    }
    at = sr_canvas_text(canvas, row, at, SR_QUIET, "✓");
    at = sr_canvas_number(canvas, row, at, SR_PLAIN, t->completed[seat]) + 1;
    at = sr_canvas_text(canvas, row, at, SR_QUIET, "⌂");
    at = sr_canvas_number(canvas, row, at, SR_PLAIN, posts_in_all(t, seat) - count_posts(t, seat));
    if (t->character[seat] < CHARACTERS)
        draw_character(look, canvas, row, at + 1, t->character[seat]);
}

/* ---- with room to spare ---- */

/* Every space with the dice on it, two in a row. */
static int draw_spaces(const struct sr_look *look, struct sr_canvas *canvas, int top) {
    const struct marcopolo *t = look->state;
    for (int space = 0; space < space_card; space++) {
        int row = top + space / 3, column = space % 3 * 27;
        int at = sr_canvas_value(canvas, row, column, t->laid[space] ? SR_PLAIN : SR_QUIET,
                                 look->reader, &marcopolo_a_space, space);
        for (int i = 0; i < t->placed_size; i++)
            if (t->placed_on[i] == space)
                at = draw_die(canvas, row, at + 1, t->placed_by[i], t->placed_die[i]);
    }
    return top + (space_card + 2) / 3;
}

static int draw_amounts(const struct sr_look *look, struct sr_canvas *canvas, int row, int column,
                        const struct amounts *amounts) {
    for (int i = AMOUNTS - 1; i >= 0; i--)
        if (amounts->of[i])
            column = draw_amount(canvas, row, column, SR_PLAIN, amounts->of[i],
                                 units[look->reader->lang][i]);
    return column;
}

/* "2g 1s 2c → 6★ 4$": what a contract wants and gives. */
static void draw_contract(const struct sr_look *look, struct sr_canvas *canvas, int row, int column,
                          int contract) {
    static const struct sr_text effects[] = {
        [effect_move] = SR_TEXT("step", "шаг"),
        [effect_contract] = SR_TEXT("contract", "контракт"),
        [effect_black] = SR_TEXT("die", "кубик"),
        [effect_good] = SR_TEXT("good", "товар"),
        [effect_pair] = SR_TEXT("2 goods", "2 товара"),
    };
    const struct contract_info *info = &marcopolo_contract[contract];
    column = draw_amounts(look, canvas, row, column, &info->price);
    column = sr_canvas_text(canvas, row, column, SR_QUIET, "→ ");
    column = draw_amounts(look, canvas, row, column, &info->reward.gain);
    for (int i = 0; i < 2; i++)
        if (info->reward.effect[i] < SR_COUNT(effects) && effects[info->reward.effect[i]].in[SR_EN])
            column = sr_canvas_text(canvas, row, column, SR_PLAIN,
                                    sr_look_text(look, &effects[info->reward.effect[i]])) +
                     1;
}

/* The row in full: what each contract wants and gives. */
static void draw_row(const struct sr_look *look, struct sr_canvas *canvas, int top, int column) {
    const struct marcopolo *t = look->state;
    for (int slot = 0; slot < t->row_size; slot++) {
        int at = sr_canvas_number(canvas, top + slot, column, SR_GOLD, slot + 1);
        draw_contract(look, canvas, top + slot, at + 1, t->row[slot]);
    }
}

/* The same for the mats; returns the row after the last. */
static int draw_mats(const struct sr_look *look, struct sr_canvas *canvas, int row, int column) {
    const struct marcopolo *t = look->state;
    for (int seat = 0; seat < t->head.seats; seat++)
        for (int slot = 0; slot < ACTIVE; slot++)
            if (t->active[seat][slot] < CONTRACTS) {
                int at = sr_canvas_text(canvas, row, column, (enum sr_style)(SR_SEAT_STYLE + seat),
                                        sr_seat_sign(seat));
                draw_contract(look, canvas, row++, at + 1, t->active[seat][slot]);
            }
    return row;
}

static int draw_cards(const struct sr_look *look, struct sr_canvas *canvas, int top) {
    const struct marcopolo *t = look->state;
    for (int space = 0; space < CARD_SPACES; space++) {
        sr_canvas_value(canvas, top + space, 0, SR_QUIET, look->reader, &marcopolo_a_card_space,
                        space);
        sr_canvas_value(canvas, top + space, 12, t->laid[space_card + space] ? SR_QUIET : SR_PLAIN,
                        look->reader, &marcopolo_a_card, t->card[space]);
    }
    return top + CARD_SPACES;
}

static int draw_all_goals(const struct sr_look *look, struct sr_canvas *canvas, int row) {
    const struct marcopolo *t = look->state;
    for (int seat = 0; seat < t->head.seats; seat++) {
        if (!sees_goals(look, seat) || !t->goal_size[seat])
            continue;
        int at = sr_canvas_text(canvas, row, 0, (enum sr_style)(SR_SEAT_STYLE + seat),
                                sr_seat_sign(seat));
        at = sr_canvas_text(canvas, row, at + 1, SR_QUIET, sr_look_text(look, &word_goals));
        draw_goals(look, canvas, row++, at + 1, seat);
    }
    return row;
}

static int draw_draft(const struct sr_look *look, struct sr_canvas *canvas, int row) {
    const struct marcopolo *t = look->state;
    if (!t->draft_size)
        return row;
    int at = sr_canvas_text(canvas, row, 0, SR_QUIET, sr_look_text(look, &word_characters));
    for (int i = 0; i < t->draft_size; i++) {
        char name[64];
        struct sr_out out;
        sr_out_open(&out, name, sizeof name);
        sr_domain_say(&out, look->reader, &marcopolo_a_character, t->draft[i], 0);
        if (at + 2 + sr_text_width(name) > canvas->columns) {
            row++;
            at = 0;
        }
        at = sr_canvas_text(canvas, row, at + 2, SR_GOLD, name);
    }
    return row + 1;
}

void marcopolo_draw(const struct sr_look *look, struct sr_canvas *canvas) {
    const struct marcopolo *t = look->state;
    int row = MAP_ROWS + 1;
    draw_map(look, canvas, 0);
    draw_beside(look, canvas, MAP_ROWS);
    for (int seat = 0; seat < t->head.seats; seat++)
        draw_seat(look, canvas, row++, seat);
    if (row < canvas->rows)
        row = draw_draft(look, canvas, row);
    if (row + 2 < canvas->rows)
        row = draw_all_goals(look, canvas, row);
    if (row + 3 < canvas->rows)
        row = draw_spaces(look, canvas, row);
    if (canvas->columns >= WIDE) { /* beside the map, there is room */
        draw_row(look, canvas, 0, MAP_COLUMNS + 2);
        draw_mats(look, canvas, ROW + 1, MAP_COLUMNS + 2);
    } else if (row + ROW < canvas->rows) {
        draw_row(look, canvas, row, 0);
        int below = draw_mats(look, canvas, row, MAP_COLUMNS / 2);
        row = below > row + ROW ? below : row + ROW;
    }
    if (row + CARD_SPACES < canvas->rows)
        draw_cards(look, canvas, row);
}

/* ---- what the signs mean ---- */

static const struct sr_sign signs[] = {
    SR_SIGN_IN("$ c p s g", "м в с ш з", "coins, camels, pepper, silk, gold",
               "монеты, верблюды, специи, шёлк, золото"),
    SR_SIGN_IN("3c 7$ on a road", "3в 7м на дороге", "what its crossing costs besides the fare",
               "цена перехода сверх платы за шаг"),
    SR_SIGN("★", "points", "очки"),
    SR_SIGN("◇", "a city token, and what it brings", "жетон города и что он даёт"),
    SR_SIGN("A…F", "the bonus of a province each round", "бонус провинции в каждом раунде"),
    SR_SIGN("T19", "a city card, by its number; quiet where a die lies on it",
            "карта города по номеру; бледная, если на ней кубик"),
    SR_SIGN("C05 S03", "a contract, a starting contract, by its number",
            "контракт и начальный контракт по номеру"),
    SR_SIGN("→", "what a contract wants, and what it brings", "что нужно контракту и что он даёт"),
    SR_SIGN("↔", "exchanged either way", "обмен в обе стороны"),
    SR_SIGN("·", "between two effects; none there", "между двумя эффектами; ничего"),
    SR_SIGN("×", "so many times", "столько раз"),
    SR_SIGN("♟", "a figure, with the sign of its player", "фишка и знак её игрока"),
    SR_SIGN("⚑", "your secret goals, with their points", "ваши тайные цели и очки за них"),
    SR_SIGN("–", "between the two places of a goal", "между двумя местами цели"),
    SR_SIGN("✓", "contracts completed", "выполнено контрактов"),
    SR_SIGN("⌂", "trading posts still to be built", "фактории, которые ещё не построены"),
    SR_SIGN("•", "black dice", "чёрные кубики"),
    SR_SIGN("◦", "the white die", "белый кубик"),
    SR_SIGN("≥", "the least value that the Khan still takes", "наименьшее значение для хана"),
    SR_SIGN("*", "a die that has not been rolled, or any value", "кубик не брошен или любой"),
    SR_SIGN("—", "no contract in this space", "места для контракта свободны"),
};
const struct sr_signs marcopolo_signs = SR_TABLE(signs);
