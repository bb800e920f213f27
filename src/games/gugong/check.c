/* Gugong: every invariant of a position, in the words of the game. */
#include "state.h"

#include <string.h>

static const struct sr_text side_absent =
    SR_TEXT("{0} is named as first player, on turn or holder of the medal, but does not play",
            "первый игрок, ходящий или владелец жетона: сторона {0} не участвует в игре");
static const struct sr_text no_decision =
    SR_TEXT("the first item of the agenda (of {0}) leaves nothing to decide",
            "первый пункт повестки (всего {0}) не требует решения");
static const struct sr_text item_wrong =
    SR_TEXT("item {0} of the agenda does not fit the table: nobody is there to do it, or the gift "
            "is not in hand",
            "пункт {0} повестки не подходит: его некому выполнить, или подарка нет в руке");
static const struct sr_text servants_lost =
    SR_TEXT("side {0} has {1} servants on the table, {2} are right",
            "у стороны {0} на столе слуг: {1}, а должно быть {2}");
static const struct sr_text gift_lost = SR_TEXT("gift {0} lies in {1} places, {2} are right",
                                                "подарок {0} лежит в {1} местах, а должен в {2}");
static const struct sr_text hand_wrong =
    SR_TEXT("side {0} has {1} gifts in hand and discard, {2} are right",
            "у стороны {0} подарков в руке и в сбросе {1}, а должно быть {2}");
static const struct sr_text tokens_lost =
    SR_TEXT("travel tokens of kind {0}: {1} are on the table, {2} belong to the game",
            "жетоны путешествий вида {0}: на столе {1}, а в игре их {2}");
static const struct sr_text harbour_twice = SR_TEXT("harbour {0} is not there, or has two ships",
                                                    "гавани {0} нет на поле, или в ней две джонки");
static const struct sr_text ship_wrong =
    SR_TEXT("ship {1} of side {0} carries {2} servants", "на джонке {1} стороны {0} слуг: {2}");
static const struct sr_text pair_wrong =
    SR_TEXT("the pair of seat {0} is {1}: it does not fit the rewards won ({2}) or the ships",
            "пара слуг места {0} ({1}) не соответствует наградам ({2}) или джонкам");
static const struct sr_text wall_finished =
    SR_TEXT("{0} servants stand on the wall, which is finished with {1}",
            "на стене слуг: {0}, а она готова при {1}");
static const struct sr_text markers_wrong =
    SR_TEXT("the intrigue markers on cell {0} do not form a stack",
            "фишки интриг на делении {0} не образуют стопку");
static const struct sr_text arrival_wrong =
    SR_TEXT("side {0}: the envoy on cell {1} does not fit place {2} in the palace",
            "сторона {0}: проситель на делении {1} и место {2} во дворце не сходятся");
static const struct sr_text decree_wrong =
    SR_TEXT("decree slot {0} has a decree of another level, or one that lies there twice",
            "в ячейке {0} указ другого уровня или лежащий дважды");
static const struct sr_text die_wrong =
    SR_TEXT("die {0} cannot show {1}", "на кубике {0} не может быть {1}");
static const struct sr_text house_wrong =
    SR_TEXT("there is no house {0} on this side of the board", "на этой стороне поля нет дома {0}");
static const struct sr_text city_wrong =
    SR_TEXT("city {0} is not on this side of the board", "города {0} нет на этой стороне поля");
static const struct sr_text known_wrong =
    SR_TEXT("gift {0} is said to be with side {1}, where it is not",
            "подарок {0} будто бы у стороны {1}, но его там нет");
static const struct sr_text meng_absent =
    SR_TEXT("Meng plays only against one seat, but has {0} cards",
            "Мэн играет только против одного, но у него карт: {0}");
static const struct sr_text automa_wrong =
    SR_TEXT("cards of Meng's deck, kind {0}: {1} are on the table, {2} belong to the game",
            "карты Мэна вида {0}: на столе {1}, а в игре их {2}");
static const struct sr_text parked_wrong =
    SR_TEXT("token {0} at work is not a special one, or has no area",
            "жетон {0} в работе не особый или без области");
static const struct sr_text cells_wrong =
    SR_TEXT("side {0} has {1} harbour rewards of kind {2}, which is too many",
            "у стороны {0} наград гавани {1}, вида {2}, это слишком много");

static bool holds(const uint8_t *list, int size, int gift) {
    return memchr(list, gift, (size_t)size) != NULL;
}

/* ---- structure: without this no move could be made safely ---- */

static bool item_fits(const struct gugong *t, const struct sr_item *item) {
    const struct settle *settle = (const void *)item->arg;
    switch (item->phase) {
    case phase_settle:
        return holds(t->hand[item->seat], t->hand_size[item->seat], settle->gift);
    case phase_full: /* whoever makes room stores it at once */
        return item == &t->agenda[t->head.pending - 1] && t->token_count[item->seat] >= MAT;
    case phase_store:
    case phase_after:
        return item->seat != SR_NONE;
    case phase_wall_check:
        return item->seat != SR_NONE || is_solo(t);
    default:
        return item->phase < phase_meng_action || (is_solo(t) && item->seat == SR_NONE);
    }
}

/* Where the travel tokens are, wherever they may be. */
static void count_tokens(const struct gugong *t, int count[TOKENS]) {
    for (int token = 0; token < TOKENS; token++)
        count[token] = t->token_discard[token];
    for (int i = 0; i < t->pile_size; i++)
        count[t->pile[i]]++;
    for (int city = 0; city < CITIES; city++)
        if (t->city_token[city] != SR_NONE)
            count[t->city_token[city]]++;
    for (int i = 0; i < sides(t); i++) {
        int side = side_at(t, i);
        for (int j = 0; j < t->token_count[side]; j++)
            count[t->tokens[side][j]]++;
    }
    for (int i = 0; i < t->parked_size; i++)
        count[t->parked[i]]++;
    for (int i = 0; i < t->head.pending; i++)
        if (holds_token(&t->agenda[i]))
            count[token_of(&t->agenda[i])]++;
}

/* All tokens of a kind may end up in the discard, which has room for no more than there can be. */
static bool check_token_room(const struct gugong *t, struct sr_breach *breach) {
    int count[TOKENS];
    count_tokens(t, count);
    for (int token = 0; token < TOKENS; token++)
        if (count[token] > MAX_COPIES)
            return sr_broken(breach, true, &tokens_lost, token + 1, count[token],
                             gugong_token_copies(t, token), 0);
    return true;
}

static bool check_structure(const struct gugong *t, struct sr_breach *breach) {
    if (!in_play(t, t->start) || !in_play(t, t->turn_side) ||
        (t->medal != SR_NONE && !in_play(t, t->medal)))
        return sr_broken(breach, true, &side_absent, t->start + 1, 0, 0, 0);
    int pending = t->head.pending;
    for (int i = 0; i < pending; i++)
        if (!item_fits(t, &t->agenda[i]))
            return sr_broken(breach, true, &item_wrong, pending - i, 0, 0, 0);
    if (!check_token_room(t, breach))
        return false;
    if (t->head.over)
        return true;
    const struct sr_phase *phase = &gugong_phases[t->head.phase];
    struct sr_moves moves;
    moves.count = 0;
    if (!phase->asks || phase->asks(t))
        phase->list(t, &moves);
    return moves.count > 0 || sr_broken(breach, true, &no_decision, pending, 0, 0, 0);
}

/* ---- conservation ---- */

static bool check_servants(const struct gugong *t, struct sr_breach *breach) {
    for (int i = 0; i < sides(t); i++) {
        int side = side_at(t, i);
        int count = t->pool[side] + t->supply[side] + t->wall[side] +
                    __builtin_popcount(t->on_decrees[side]);
        for (int ship = 0; ship < SHIPS; ship++)
            count += t->ship_load[side][ship];
        for (int reward = 0; reward < REWARDS && side != MENG; reward++)
            count += t->cells[side][reward];
        for (int j = 0; j < t->parked_size; j++)
            count += t->parked_seat[j] == side;
        count -= pair_is(t, side, pair_parked); /* one of those is the pair */
        if (count != SERVANTS)
            return sr_broken(breach, false, &servants_lost, side + 1, count, SERVANTS, 0);
    }
    return true;
}

static void count_list(int lies[GIFTS], const uint8_t *list, int size) {
    for (int i = 0; i < size; i++)
        lies[list[i]]++;
}

static bool check_gifts(const struct gugong *t, struct sr_breach *breach) {
    int lies[GIFTS] = {0};
    count_list(lies, t->board, AREAS);
    count_list(lies, t->deck, t->deck_size);
    count_list(lies, t->meng_gifts, t->meng_gifts_size);
    count_list(lies, t->meng_discard, t->meng_discard_size);
    for (int seat = 0; seat < t->head.seats; seat++) {
        count_list(lies, t->hand[seat], t->hand_size[seat]);
        count_list(lies, t->discard[seat], t->discard_size[seat]);
    }
    for (int gift = 0; gift < GIFTS; gift++) {
        int right = gugong_gift_in_play(t, gift);
        if (lies[gift] != right)
            return sr_broken(breach, false, &gift_lost, gift + 1, lies[gift], right, 0);
    }
    for (int i = 0; i < sides(t); i++) {
        int side = side_at(t, i), right = START_HAND + t->cells[side][reward_card];
        int count = side == MENG ? t->meng_gifts_size + t->meng_discard_size
                                 : t->hand_size[side] + t->discard_size[side];
        if (count != right)
            return sr_broken(breach, false, &hand_wrong, side + 1, count, right, 0);
    }
    return true;
}

static bool check_tokens(const struct gugong *t, struct sr_breach *breach) {
    int count[TOKENS];
    const uint16_t *roads = gugong_roads[board_side(t)];
    for (int city = 0; city < CITIES; city++)
        if (t->city_token[city] != SR_NONE && !roads[city])
            return sr_broken(breach, false, &city_wrong, city + 1, 0, 0, 0);
    for (int i = 0; i < sides(t); i++) {
        int place = t->traveller[side_at(t, i)];
        if (place != SR_NONE && !roads[place])
            return sr_broken(breach, false, &city_wrong, place + 1, 0, 0, 0);
    }
    for (int i = 0; i < t->parked_size; i++)
        if (t->parked[i] < FIRST_SPECIAL ||
            (t->parked[i] == token_plus) != (t->parked_area[i] == SR_NONE))
            return sr_broken(breach, false, &parked_wrong, t->parked[i] + 1, 0, 0, 0);
    count_tokens(t, count);
    for (int token = 0; token < TOKENS; token++) {
        int right = gugong_token_copies(t, token);
        if (count[token] != right)
            return sr_broken(breach, false, &tokens_lost, token + 1, count[token], right, 0);
    }
    return true;
}

/* ---- the board ---- */

static bool has_parked(const struct gugong *t, int seat) {
    return memchr(t->parked_seat, seat, t->parked_size) != NULL;
}

static bool check_ships(const struct gugong *t, struct sr_breach *breach) {
    unsigned taken = 0;
    for (int i = 0; i < sides(t); i++) {
        int side = side_at(t, i);
        for (int ship = 0; ship < SHIPS; ship++) {
            int harbour = t->ship_at[side][ship], cells = ship_cells(t, side, ship);
            if (harbour == SR_NONE ? cells > 0 : cells < 1 || cells > SHIP_CELLS)
                return sr_broken(breach, false, &ship_wrong, side + 1, ship + 1, cells, 0);
            if (harbour == SR_NONE)
                continue;
            if (harbour >= routes(t) * HARBOURS || taken >> harbour & 1)
                return sr_broken(breach, false, &harbour_twice, harbour + 1, 0, 0, 0);
            taken |= 1u << harbour;
        }
        static const uint8_t most[REWARDS] = {3, 2, 1};
        for (int reward = 0; reward < REWARDS; reward++)
            if (t->cells[side][reward] > most[reward])
                return sr_broken(breach, false, &cells_wrong, side + 1, t->cells[side][reward],
                                 reward + 1, 0);
        if (side != MENG &&
            ((t->pair_at[side] != pair_locked) != (t->cells[side][reward_pair] > 0) ||
             (t->pair_at[side] == pair_parked && (!pair_may_park(t) || !has_parked(t, side)))))
            return sr_broken(breach, false, &pair_wrong, side + 1, t->pair_at[side],
                             t->cells[side][reward_pair], 0);
    }
    return true;
}

static bool check_wall(const struct gugong *t, struct sr_breach *breach) {
    int total = 0, complete = gugong_wall_complete[t->head.seats];
    for (int i = 0; i < t->head.pending; i++)
        if (t->agenda[i].phase == phase_wall || t->agenda[i].phase == phase_wall_check)
            return true; /* still being looked at */
    for (int i = 0; i < sides(t); i++)
        total += on_wall(t, side_at(t, i));
    return total < complete || sr_broken(breach, false, &wall_finished, total, complete, 0, 0);
}

static bool check_tracks(const struct gugong *t, struct sr_breach *breach) {
    unsigned stack[LAST_CELL + 1] = {0}, places = 0;
    int arrived = 0;
    for (int i = 0; i < sides(t); i++) {
        int side = side_at(t, i), place = t->arrival[side];
        unsigned height = 1u << t->height[side];
        if (stack[t->intrigue[side]] & height)
            return sr_broken(breach, false, &markers_wrong, t->intrigue[side], 0, 0, 0);
        stack[t->intrigue[side]] |= height;
        if ((place != SR_NONE) != (t->palace[side] == PALACE) ||
            (place != SR_NONE && places >> place & 1))
            return sr_broken(breach, false, &arrival_wrong, side + 1, t->palace[side], place + 1,
                             0);
        if (place != SR_NONE) {
            places |= 1u << place;
            arrived++;
        }
    }
    for (int cell = 0; cell <= LAST_CELL; cell++)
        if (stack[cell] & (stack[cell] + 1))
            return sr_broken(breach, false, &markers_wrong, cell, 0, 0, 0);
    if (places != (1u << arrived) - 1)
        return sr_broken(breach, false, &arrival_wrong, 0, PALACE, arrived, 0);
    return true;
}

static bool die_shows(const struct gugong *t, int die, int value) {
    if (t->options[option_dice] == dice_even)
        return value >= LOWEST && value <= HIGHEST;
    return memchr(gugong_faces[die], value, FACES) != NULL;
}

static bool check_board(const struct gugong *t, struct sr_breach *breach) {
    unsigned used = 0;
    for (int slot = 0; slot < SLOTS; slot++) {
        int decree = t->decree[slot];
        if (gugong_decrees[decree].level != slot / 2 + 1 || used >> decree & 1)
            return sr_broken(breach, false, &decree_wrong, slot + 1, 0, 0, 0);
        used |= 1u << decree;
    }
    for (int die = 0; die < DICE; die++)
        if (!die_shows(t, die, t->dice[die]))
            return sr_broken(breach, false, &die_wrong, die + 1, t->dice[die], 0, 0);
    for (int house = 0; house < HOUSES; house++)
        if (t->house[house] && !gugong_price[board_side(t)][house])
            return sr_broken(breach, false, &house_wrong, house + 1, 0, 0, 0);
    return true;
}

/* ---- knowledge, and Meng ---- */

static bool check_knowledge(const struct gugong *t, struct sr_breach *breach) {
    for (int gift = 0; gift < GIFTS; gift++) {
        int side = t->known_owner[gift];
        bool right;
        if (side == SR_NONE) {
            right = t->known_place[gift] == known_nothing;
        } else if (!in_play(t, side)) {
            right = false;
        } else {
            bool meng = side == MENG;
            bool hand = meng ? holds(t->meng_gifts, t->meng_gifts_size, gift)
                             : holds(t->hand[side], t->hand_size[side], gift);
            bool discard = meng ? holds(t->meng_discard, t->meng_discard_size, gift)
                                : holds(t->discard[side], t->discard_size[side], gift);
            right = t->known_place[gift] == known_hand      ? hand
                    : t->known_place[gift] == known_discard ? discard
                    : t->known_place[gift] == known_either  ? hand || discard
                                                            : false;
        }
        if (!right)
            return sr_broken(breach, false, &known_wrong, gift + 1, side + 1, 0, 0);
    }
    return true;
}

static bool check_meng(const struct gugong *t, struct sr_breach *breach) {
    int cards = t->automa_deck_size + t->automa_today_size + t->automa_used_size;
    if (!is_solo(t)) {
        int count = cards + t->meng_gifts_size + t->meng_discard_size;
        return !count || sr_broken(breach, false, &meng_absent, count, 0, 0, 0);
    }
    int count[AUTOMA_KINDS] = {0};
    for (int i = 0; i < t->automa_deck_size; i++)
        count[t->automa_deck[i]]++;
    for (int i = 0; i < t->automa_today_size; i++)
        count[t->automa_today[i]]++;
    for (int i = 0; i < t->automa_used_size; i++)
        count[t->automa_used[i]]++;
    for (int kind = 0; kind < AUTOMA_KINDS; kind++) {
        int right = gugong_automa_copies[kind];
        if (kind == automa_special && t->options[option_difficulty] == difficulty_easy)
            right--;
        if (count[kind] != right)
            return sr_broken(breach, false, &automa_wrong, kind + 1, count[kind], right, 0);
    }
    return true;
}

bool gugong_check(const void *state, struct sr_breach *breach) {
    const struct gugong *t = state;
    return check_structure(t, breach) && check_servants(t, breach) && check_gifts(t, breach) &&
           check_tokens(t, breach) && check_ships(t, breach) && check_wall(t, breach) &&
           check_tracks(t, breach) && check_board(t, breach) && check_knowledge(t, breach) &&
           check_meng(t, breach);
}
