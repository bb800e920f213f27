/* Gugong: what is printed on cards, tokens and board, for clients that draw them. Everything here
 * is read from the tables that the rules use. */
#include "core/view.h"
#include "state.h"

enum { SIDES_OF_BOARD = 2, JADE_LISTED = 6 };

static const char *const side_keys[SIDES_OF_BOARD] = {"a", "b"};
static const char *const set_keys[] = {"player1", "player2", "player3", "player4",
                                       "player5", "board",   "deck"};
static const char *const reward_keys[REWARDS] = {"points", "card", "pair"};

/* Areas are called by their own names, so that a client knows which action is meant. */
static const char *action_key(int action) {
    switch ((enum gift_action)action) {
    case action_nothing:
        return "nothing";
    case action_servant:
        return "servant";
    case action_servants2:
        return "servants2";
    case action_swap:
        return "swap";
    default:
        return gugong_area.names[action].id;
    }
}

static void key(struct sr_out *out, bool first, const char *name) {
    sr_put(out, first ? "" : ",");
    sr_json_string(out, name);
    sr_put_char(out, ':');
}

static void number(struct sr_out *out, bool first, const char *name, int value) {
    key(out, first, name);
    sr_put_number(out, value);
}

static void word(struct sr_out *out, bool first, const char *name, const char *value) {
    key(out, first, name);
    sr_json_string(out, value);
}

static void numbers(struct sr_out *out, const uint8_t *list, int count) {
    sr_put_char(out, '[');
    for (int i = 0; i < count; i++) {
        sr_put(out, i ? "," : "");
        sr_put_number(out, list[i]);
    }
    sr_put_char(out, ']');
}

static void put_gifts(struct sr_out *out) {
    for (int gift = 0; gift < GIFTS; gift++) {
        key(out, gift == 0, gugong_gift.names[gift].id);
        sr_put_char(out, '{');
        number(out, true, "value", gugong_gifts[gift].value);
        word(out, false, "action", action_key(gugong_gifts[gift].action));
        word(out, false, "set", set_keys[gugong_gifts[gift].set]);
        sr_put_char(out, '}');
    }
}

static void put_decrees(struct sr_out *out) {
    for (int decree = 0; decree < DECREES; decree++) {
        key(out, decree == 0, gugong_decree_names.names[decree].id);
        sr_put_char(out, '{');
        number(out, true, "level", gugong_decrees[decree].level);
        number(out, false, "cost", gugong_decrees[decree].cost);
        number(out, false, "points", gugong_decrees[decree].points);
        sr_put_char(out, '}');
    }
}

/* {"fuzhou":["hangzhou","guangzhou"]}: the cities of a side are those with roads. */
static void put_roads(struct sr_out *out, int side) {
    bool first = true;
    for (int city = 0; city < CITIES; city++) {
        if (!gugong_roads[side][city])
            continue;
        key(out, first, gugong_city.names[city].id);
        first = false;
        char before = '[';
        for (int other = 0; other < CITIES; other++)
            if (gugong_roads[side][city] >> other & 1) {
                sr_put_char(out, before);
                sr_json_string(out, gugong_city.names[other].id);
                before = ',';
            }
        sr_put_char(out, ']');
    }
}

static void put_board(struct sr_out *out, int side) {
    int houses = 0;
    while (houses < HOUSES && gugong_price[side][houses])
        houses++;
    key(out, side == 0, side_keys[side]);
    sr_put(out, "{\"roads\":{");
    put_roads(out, side);
    sr_put(out, "},\"houses\":");
    numbers(out, gugong_price[side], houses);
    number(out, false, "routes", side + 1);
    sr_put_char(out, '}');
}

static void put_canal(struct sr_out *out) {
    sr_put(out, "\"harbours\":[");
    for (int harbour = 0; harbour < HARBOURS; harbour++) {
        sr_put(out, harbour ? ",[" : "[");
        bool first = true;
        for (int reward = 0; reward < REWARDS; reward++)
            if (gugong_harbour_rewards[harbour] >> reward & 1) {
                sr_put(out, first ? "" : ",");
                sr_json_string(out, reward_keys[reward]);
                first = false;
            }
        sr_put_char(out, ']');
    }
    sr_put(out, "],\"cells\":{");
    for (int reward = 0; reward < REWARDS; reward++)
        number(out, reward == 0, reward_keys[reward], gugong_reward_cells[reward]);
    sr_put(out, "},");
    number(out, true, "ship", SHIP_CELLS);
}

/* The second option of each area, and what else has a price. */
static void put_prices(struct sr_out *out) {
    number(out, true, "exchange", EXCHANGE_PRICE);
    number(out, false, "travel", TRAVEL_PRICE);
    number(out, false, "palace", PALACE_PRICE);
    number(out, false, "wall", SMALL_PRICE);
    number(out, false, "intrigue", SMALL_PRICE);
    number(out, false, "canal", SMALL_PRICE);
    number(out, false, "square", SQUARE_PRICE);
}

static void put_tracks(struct sr_out *out) {
    number(out, true, "palace", PALACE);
    number(out, false, "intrigue", LAST_CELL);
    number(out, false, "mat", MAT);
    key(out, false, "arrival");
    numbers(out, gugong_arrival, SEATS);
    key(out, false, "wall");
    numbers(out, gugong_wall_complete + 1, SEATS);
    key(out, false, "income");
    numbers(out, gugong_income, ROUNDS);
    key(out, false, "jade");
    uint8_t jade[JADE_LISTED];
    for (int i = 0; i < JADE_LISTED; i++)
        jade[i] = (uint8_t)gugong_jade_points(i + 1);
    numbers(out, jade, JADE_LISTED);
}

void gugong_facts(struct sr_out *out) {
    sr_put(out, "{\"gifts\":{");
    put_gifts(out);
    sr_put(out, "},\"decrees\":{");
    put_decrees(out);
    sr_put(out, "},\"boards\":{");
    for (int side = 0; side < SIDES_OF_BOARD; side++)
        put_board(out, side);
    sr_put(out, "},\"dice\":[");
    for (int die = 0; die < DICE; die++) {
        sr_put(out, die ? "," : "");
        numbers(out, gugong_faces[die], FACES);
    }
    sr_put(out, "],\"canal\":{");
    put_canal(out);
    sr_put(out, "},\"prices\":{");
    put_prices(out);
    sr_put(out, "},\"tracks\":{");
    put_tracks(out);
    sr_put(out, "},\"influence\":{");
    number(out, true, "servant", back_for_servant);
    number(out, false, "servants", back_for_servants);
    number(out, false, "die", back_for_die);
    number(out, false, "jade", back_for_jade);
    sr_put(out, "},\"amounts\":{");
    number(out, true, "win", WIN_POINTS);
    number(out, false, "harbour", HARBOUR_POINTS);
    number(out, false, "jade_gift", JADE_GIFT);
    number(out, false, "jade_servants", JADE_SERVANTS);
    sr_put(out, "},\"tokens\":{");
    number(out, true, "servant", gugong_exchange_worth[exchange_servant]);
    number(out, false, "points", gugong_exchange_worth[exchange_points]);
    number(out, false, "jade", gugong_exchange_worth[exchange_jade]);
    sr_put(out, "}}");
}
