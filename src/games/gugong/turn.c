/* Gugong: the turn. How day, night and morning follow each other, the offering of gifts, and the
 * table of phases. */
#include "state.h"

/* ---- the round ---- */

int gugong_turn_order(const struct gugong *t, int order[SIDES]) {
    int count = sides(t), side = t->start;
    for (int i = 0; i < count; i++, side = next_side(t, side))
        order[i] = side;
    return count;
}

/* The turn goes to this side or, while hands are empty, to the next. */
static bool give_turn(struct gugong *t, int side, struct sr_turn *turn) {
    for (int i = 0; i < sides(t); i++, side = next_side(t, side)) {
        if (hand_count(t, side) == 0)
            continue;
        t->turn_side = (uint8_t)side;
        if (side == MENG)
            gugong_meng_turn(t, turn);
        else
            sr_push_bare(t, phase_offer, side);
        return true;
    }
    return false;
}

static void begin_day(struct gugong *t, struct sr_turn *turn) {
    t->step = step_day;
    sr_tell(turn, event_day, t->round);
    give_turn(t, t->start, turn);
}

/* At the end of the day special tokens are stored like any other, and their servants go home. */
static void close_day(struct gugong *t, struct sr_turn *turn) {
    for (int i = t->parked_size - 1; i >= 0; i--) {
        int seat = t->parked_seat[i];
        if (pair_is(t, seat, pair_parked))
            t->pair_at[seat] = pair_supply;
        else
            t->supply[seat]++;
        sr_push(t, phase_store, seat, found, .token = t->parked[i]);
        sr_tell(turn, event_unparked, seat, t->parked[i]);
        t->parked[i] = 0;
        t->parked_seat[i] = 0;
        t->parked_area[i] = 0;
    }
    t->parked_size = 0;
}

static void begin_night(struct gugong *t, struct sr_turn *turn) {
    t->step = step_night;
    gugong_night(t, turn);
}

static void begin_morning(struct gugong *t, struct sr_turn *turn) {
    int order[SIDES];
    t->step = step_morning;
    gugong_dawn(t, turn);
    for (int i = gugong_turn_order(t, order) - 1; i >= 0; i--)
        if (order[i] == MENG)
            sr_push_bare(t, phase_meng_morning, SR_NONE);
        else
            sr_push(t, phase_morning, order[i], morning, .used = 0);
}

static void new_servants(struct gugong *t) {
    int order[SIDES];
    t->step = step_income;
    t->round++;
    for (int i = gugong_turn_order(t, order) - 1; i >= 0; i--)
        gugong_push_servants(t, order[i], gugong_income[t->round], source_income);
}

static void last_exchanges(struct gugong *t) {
    int order[SIDES];
    t->step = step_last;
    for (int i = gugong_turn_order(t, order) - 1; i >= 0; i--)
        if (order[i] != MENG)
            sr_push_bare(t, phase_last, order[i]);
}

static void end_game(struct gugong *t, struct sr_turn *turn) {
    t->head.over = 1;
    t->head.decider = SR_NONE;
    turn->shown = true; /* hands are laid open */
    sr_tell(turn, event_over, t->start);
}

void gugong_next(void *state, struct sr_turn *turn) {
    struct gugong *t = state;
    switch ((enum step)t->step) {
    case step_day:
        if (!give_turn(t, next_side(t, t->turn_side), turn)) {
            t->step = step_close;
            close_day(t, turn);
        }
        break;
    case step_close:
        if (is_solo(t)) {
            t->step = step_dusk;
            sr_tell(turn, event_dusk, t->round);
        } else {
            begin_night(t, turn);
        }
        break;
    case step_dusk:
        if (!gugong_meng_dusk(t, turn))
            begin_night(t, turn);
        break;
    case step_night:
        gugong_award(t, turn);
        t->step = step_ships;
        gugong_move_ships(t, turn);
        break;
    case step_ships:
        if (t->round < ROUNDS - 1)
            begin_morning(t, turn);
        else
            last_exchanges(t);
        break;
    case step_morning:
        new_servants(t);
        break;
    case step_income:
        begin_day(t, turn);
        break;
    default:
        end_game(t, turn);
        break;
    }
}

/* ---- making an offering ---- */

/* A gift must be worth more than the one taken. A bowl of fruit is welcome where gold lies. */
bool gugong_is_free(const struct gugong *t, int seat, int gift, int taken) {
    int printed = gugong_gifts[gift].value, wanted = gugong_gifts[taken].value, plus = 0;
    for (int i = 0; i < t->parked_size; i++)
        plus += t->parked[i] == token_plus && t->parked_seat[i] == seat;
    if (printed + plus > wanted || (printed == LOWEST && wanted == HIGHEST && !plus))
        return true;
    return printed + plus == wanted && owns_decree(t, seat, decree_equal_gifts);
}

/* The gifts change places; then the card's action, then the area's. */
static void exchange_gifts(struct gugong *t, int seat, int gift, int area, bool acts,
                           struct sr_turn *turn) {
    int taken = t->board[area];
    gugong_hand_remove(t, seat, gift);
    gugong_forget(t, gift);
    t->board[area] = (uint8_t)gift;
    gugong_discard_add(t, seat, taken);
    gugong_know(t, taken, seat, known_discard);
    gugong_sharpen(t, seat);
    gugong_tell(turn, seat, offers, gift, area, taken);
    if (!acts)
        return;
    sr_push(t, phase_action, seat, action, .area = (uint8_t)area, .source = source_area);
    switch (gugong_gifts[gift].action) {
    case action_nothing:
        break;
    case action_servant:
        gugong_offer_servants(t, seat, 1, source_gift);
        break;
    case action_servants2:
        gugong_offer_servants(t, seat, 2, source_gift);
        break;
    case action_swap:
        sr_push(t, phase_swap, seat, swap, .source = source_gift);
        break;
    default:
        sr_push(t, phase_action, seat, action, .area = gugong_gifts[gift].action,
                .source = source_gift);
        break;
    }
}

static bool asks_offer(const void *state) {
    const struct gugong *t = state;
    return t->hand_size[top_seat(t)] > 0;
}

static void gugong_list_offer(const void *state, struct sr_moves *moves) {
    const struct gugong *t = state;
    int seat = t->head.decider;
    for (int i = 0; i < t->hand_size[seat]; i++)
        if (!gugong_is_spare(t, t->hand[seat], t->hand_size[seat], i, SR_NONE))
            for (int area = 0; area < AREAS; area++)
                sr_add_3(moves, verb_offer, t->hand[seat][i], area, 0);
}

static void gugong_play_offer(void *state, struct sr_move move, struct sr_turn *turn) {
    struct gugong *t = state;
    int seat = t->head.decider, gift = move.arg[0], area = move.arg[1];
    if (!gugong_is_known(t, gift, seat, known_hand)) {
        turn->shown = true;
        gugong_know(t, gift, seat, known_hand);
    }
    if (gugong_is_free(t, seat, gift, t->board[area]))
        exchange_gifts(t, seat, gift, area, true, turn);
    else
        sr_push(t, phase_settle, seat, settle, .gift = (uint8_t)gift, .area = (uint8_t)area);
}

/* A gift that is not worth enough: two servants, or another gift, or no actions. */
static void gugong_list_settle(const void *state, struct sr_moves *moves) {
    const struct gugong *t = state;
    int seat = t->head.decider, offered = sr_top(t, settle)->gift;
    if (funds(t, seat) >= EXCHANGE_PRICE)
        sr_add_3(moves, verb_return, 0, 0, 0);
    for (int i = 0; i < t->hand_size[seat]; i++)
        if (t->hand[seat][i] != offered &&
            !gugong_is_spare(t, t->hand[seat], t->hand_size[seat], i, offered))
            sr_add_3(moves, verb_discard, t->hand[seat][i], 0, 0);
    sr_add_3(moves, verb_forgo, 0, 0, 0);
}

static void gugong_play_settle(void *state, struct sr_move move, struct sr_turn *turn) {
    struct gugong *t = state;
    const struct settle *offered = sr_taken(turn, settle);
    int seat = t->head.decider;
    if (move.verb == verb_discard) {
        gugong_hand_remove(t, seat, move.arg[0]);
        gugong_discard_add(t, seat, move.arg[0]);
        sr_tell(turn, event_discards, seat, move.arg[0]);
        /* The offered gift is not the one put down. */
        t->known_place[offered->gift] = known_nothing;
        gugong_blur(t, seat, known_hand, 0);
    } else if (move.verb == verb_forgo) {
        sr_tell(turn, event_forgoes, seat);
    } else {
        sr_tell(turn, event_returns, seat);
    }
    exchange_gifts(t, seat, offered->gift, offered->area, move.verb != verb_forgo, turn);
    if (move.verb == verb_return)
        gugong_pay(t, seat, EXCHANGE_PRICE, need_nothing, turn);
}

/* ---- the last exchanges ---- */

static bool asks_last(const void *state) {
    const struct gugong *t = state;
    int least = is_mended(t) ? exchange_points : exchange_servant; /* who needs servants now? */
    return token_worth(t, top_seat(t)) >= gugong_exchange_worth[least];
}

static void gugong_list_last(const void *state, struct sr_moves *moves) {
    (void)state;
    sr_add_3(moves, verb_done, 0, 0, 0);
}

static void gugong_play_last(void *state, struct sr_move move, struct sr_turn *turn) {
    (void)state, (void)move, (void)turn;
}

/* ---- tokens may be exchanged at any moment ---- */

/* Beside what each decision offers; whoever does so is asked again. */
#define OPEN(id)                                                                                   \
    static void list_##id(const void *state, struct sr_moves *moves) {                             \
        const struct gugong *t = state;                                                            \
        gugong_list_##id(t, moves);                                                                \
        gugong_list_exchanges(t, t->head.decider, moves);                                          \
    }                                                                                              \
    static void play_##id(void *state, struct sr_move move, struct sr_turn *turn) {                \
        struct gugong *t = state;                                                                  \
        if (move.verb != verb_exchange) {                                                          \
            gugong_play_##id(t, move, turn);                                                       \
            return;                                                                                \
        }                                                                                          \
        sr_put_back(t, turn);                                                                      \
        gugong_exchange(t, t->head.decider, move, turn);                                           \
    }
OPEN(offer)
OPEN(settle)
OPEN(pay)
OPEN(action)
OPEN(servants)
OPEN(swap)
OPEN(travel)
OPEN(benefit)
OPEN(wall)
OPEN(wall_extra)
OPEN(intrigue)
OPEN(load)
OPEN(sail)
OPEN(claim)
OPEN(morning)
OPEN(last)

/* ---- the table of phases ---- */

#define ARG(type, member, of) SR_PHASE_ARG(type, member, SR_ALL, of)

const struct sr_phase gugong_phases[PHASES] = {
    [phase_offer] =
        {"offer", SR_TEXT("Make an offering", "Подношение"),
         SR_TEXT("Offer a gift from your hand to an official and take the one that lies there. "
                 "It should be worth more than that one.",
                 "Поднесите чиновнику подарок из руки и возьмите тот, что лежит у него. Ваш "
                 "должен быть дороже."),
         list_offer, play_offer, .asks = asks_offer},
    [phase_settle] =
        {"settle", SR_TEXT("The gift is not enough", "Подарка мало"),
         SR_TEXT("Your gift is not worth enough in {area}. Return 2 servants, put another gift "
                 "from your hand aside, or exchange without any action.",
                 "{area}: подарок недостаточно ценен. Верните 2 слуг, отложите в сброс ещё один "
                 "подарок из руки или обменяйте без действий."),
         list_settle, play_settle,
         .args = {ARG(settle, gift, &gugong_gift), ARG(settle, area, &gugong_area)}},
    [phase_pay] = {"pay", SR_TEXT("Pay with servants", "Оплата слугами"),
                   SR_TEXT("Return {amount} {amount#servant|servants} to the supply: your pair "
                           "may stand for two, or for one.",
                           "Верните в запас {amount} {amount#слугу|слуг|слуг}: пара может "
                           "считаться за двоих или за одного."),
                   list_pay, play_pay,
                   .args = {ARG(pay, amount, &gugong_some_servants), ARG(pay, need, &gugong_need)}},
    [phase_action] = {"action", SR_TEXT("Action", "Действие"),
                      SR_TEXT("{area} ({source}): choose what to do there, or do nothing.",
                              "{area} ({source}): выберите, что сделать, или откажитесь."),
                      list_action, play_action,
                      .args = {ARG(action, area, &gugong_area),
                               ARG(action, source, &gugong_source)}},
    [phase_servants] =
        {"servants", SR_TEXT("Take servants", "Новые слуги"),
         SR_TEXT("{source}: take up to {amount} {amount#servant|servants} from the supply into "
                 "your pool.",
                 "{source}: возьмите из запаса в штат до {amount} {amount#слуги|слуг|слуг}."),
         list_servants, play_servants,
         .args = {ARG(servants, amount, &gugong_some_matches), ARG(servants, no_fewer, &sr_a_flag),
                  ARG(servants, source, &gugong_source)},
         .asks = gugong_asks_servants},
    [phase_swap] =
        {"swap", SR_TEXT("Swap a gift", "Обмен подарка"),
         SR_TEXT("{source}: swap one of your gifts for one on the board. Values do not matter; "
                 "the new gift goes where the old one was.",
                 "{source}: обменяйте свой подарок на подарок с поля. Ценность не важна; новый "
                 "подарок ложится туда, где был старый."),
         list_swap, play_swap,
         .args = {ARG(swap, hand_only, &sr_a_flag), ARG(swap, source, &gugong_source)},
         .asks = gugong_asks_swap},
    [phase_travel] =
        {"travel", SR_TEXT("Travel", "Путешествие"),
         SR_TEXT("Travel ({source}): choose the next city with a token. Moves left: {moves}.",
                 "Путешествие ({source}): выберите ближайший город с жетоном. Осталось "
                 "перемещений: {moves}."),
         list_travel, play_travel,
         .args = {ARG(travel, moves, &gugong_one_or_two), ARG(travel, source, &gugong_source)},
         .asks = gugong_asks_travel},
    [phase_benefit] =
        {"benefit", SR_TEXT("Travel token", "Жетон путешествия"),
         SR_TEXT("Your traveller found a token: {token}. Use it now or never; it is kept for "
                 "exchanges in any case.",
                 "Путник находит жетон: {token}. Бонус можно получить только сейчас; жетон в "
                 "любом случае остаётся для обмена."),
         list_benefit, play_benefit, .args = {ARG(found, token, &gugong_token)},
         .asks = gugong_asks_benefit},
    [phase_full] =
        {"full", SR_TEXT("No room for the token", "Нет места для жетона"),
         SR_TEXT("All six places for travel tokens are taken. Exchange some before you store "
                 "this one: {token}.",
                 "Все шесть мест для жетонов заняты. Обменяйте часть из них, чтобы положить "
                 "этот: {token}."),
         gugong_list_full, gugong_play_full, .args = {ARG(found, token, &gugong_token)}},
    [phase_wall] = {"wall", SR_TEXT("The Great Wall", "Великая стена"),
                    SR_TEXT(
                        "Great Wall ({source}): place servants from your pool, up to {left} more.",
                        "Великая стена ({source}): поставьте слуг из штата, ещё до {left}."),
                    list_wall, play_wall,
                    .args = {ARG(wall, left, &gugong_one_or_two), ARG(wall, placed, &sr_a_flag),
                             ARG(wall, source, &gugong_source)},
                    .asks = gugong_asks_wall},
    [phase_wall_extra] =
        {"wall_extra", SR_TEXT("The Great Wall", "Великая стена"),
         SR_TEXT("Your decree lets you add one more servant to the wall, from the supply.",
                 "Указ позволяет поставить на стену ещё одного слугу, из запаса."),
         list_wall_extra, play_wall_extra, .asks = gugong_asks_servants},
    [phase_intrigue] =
        {"intrigue", SR_TEXT("Influence", "Бонус интриг"),
         SR_TEXT("A part of the wall is finished, and you have a servant in it. Move your "
                 "intrigue marker back (it is on {intrigue}) for one benefit, or keep it there.",
                 "Часть стены восстановлена с вашим участием. Отодвиньте фишку интриг (она на "
                 "делении {intrigue}) и получите один бонус или откажитесь."),
         list_intrigue, play_intrigue, .asks = gugong_asks_intrigue},
    [phase_load] =
        {"load", SR_TEXT("Load a ship", "Слуги на джонку"),
         SR_TEXT("Grand Canal ({source}): put a servant on one of your ships, or on a new one. "
                 "To place: {left}.",
                 "Великий канал ({source}): поместите слугу на свою джонку или на новую. Осталось "
                 "разместить: {left}."),
         list_load, play_load,
         .args = {ARG(load, left, &gugong_one_or_two), ARG(load, how, &gugong_loading),
                  ARG(load, source, &gugong_source)},
         .asks = gugong_asks_load},
    [phase_sail] =
        {"sail", SR_TEXT("Move a ship", "Движение джонки"),
         SR_TEXT("Grand Canal ({source}): move one of your ships to the next free harbour.",
                 "Великий канал ({source}): переместите свою джонку в следующую свободную гавань."),
         list_sail, play_sail,
         .args = {ARG(sail, loaded, &sr_a_flag), ARG(sail, source, &gugong_source)},
         .asks = gugong_asks_sail},
    [phase_claim] =
        {"claim", SR_TEXT("Harbour reward", "Награда гавани"),
         SR_TEXT("Your ship is full. Take the reward of its harbour? One servant stays with the "
                 "reward, the ship and the others return.",
                 "Джонка заполнена. Получить награду гавани? Один слуга останется у награды, "
                 "джонка и остальные вернутся."),
         list_claim, play_claim, .args = {ARG(claim, ship, &gugong_ship)},
         .asks = gugong_asks_claim},
    [phase_morning] = {"morning", SR_TEXT("Morning decrees", "Утренние указы"),
                       SR_TEXT("Use the advantages of your morning decrees, in any order.",
                               "Воспользуйтесь утренними указами в любом порядке."),
                       list_morning, play_morning, .args = {ARG(morning, used, &gugong_slots)},
                       .asks = gugong_asks_morning},
    [phase_last] = {"last", SR_TEXT("Before the final scoring", "Перед подсчётом очков"),
                    SR_TEXT("The last chance to exchange travel tokens.",
                            "Последняя возможность обменять жетоны путешествий."),
                    list_last, play_last, .asks = asks_last},
    [phase_store] = {"store", SR_TEXT("Store a token", "Жетон на планшет"),
                     .args = {ARG(found, token, &gugong_token)}, .run = gugong_run_store},
    [phase_after] = {"after", SR_TEXT("Tax and followers", "Подать и повторы"),
                     .args = {ARG(after, area, &gugong_area), ARG(after, following, &sr_a_flag)},
                     .run = gugong_run_after},
    [phase_wall_check] = {"wall_check", SR_TEXT("A look at the wall", "Проверка стены"),
                          .run = gugong_run_wall_check},
    [phase_meng_action] = {"meng_action", SR_TEXT("Meng's action", "Действие Мэна"),
                           .args = {ARG(meng_action, area, &gugong_area),
                                    ARG(meng_action, special, &sr_a_flag)},
                           .run = gugong_run_meng_action},
    [phase_meng_travel] = {"meng_travel", SR_TEXT("Meng's journey", "Путешествие Мэна"),
                           .args = {ARG(meng_travel, moves, &gugong_one_or_two)},
                           .run = gugong_run_meng_travel},
    [phase_meng_servants] = {"meng_servants", SR_TEXT("Meng's servants", "Слуги Мэна"),
                             .args = {ARG(meng_servants, amount, &gugong_some_matches)},
                             .run = gugong_run_meng_servants},
    [phase_meng_intrigue] = {"meng_intrigue", SR_TEXT("Meng's influence", "Бонус интриг Мэна"),
                             .run = gugong_run_meng_intrigue},
    [phase_meng_morning] = {"meng_morning", SR_TEXT("Meng's decrees", "Указы Мэна"),
                            .run = gugong_run_meng_morning},
};
