/* Gugong: the turn. The stack of what is still to be done, the conductor who leads from day to
 * night to morning, the offering of gifts, and the table of phases. */
#include "state.h"

/* ---- the stack ---- */

void gugong_push(struct gugong *t, int kind, int side, int first, int second, int source) {
    int at = t->frames;
    if (at >= FRAMES)
        return; /* no position of the game comes near */
    t->frame_kind[at] = (uint8_t)kind;
    t->frame_side[at] = (uint8_t)side;
    t->frame_first[at] = (uint8_t)first;
    t->frame_second[at] = (uint8_t)second;
    t->frame_source[at] = (uint8_t)source;
    t->frames++;
}

struct frame gugong_pop(struct gugong *t) {
    struct frame frame = top_frame(t);
    int at = --t->frames;
    t->frame_kind[at] = 0;
    t->frame_side[at] = 0;
    t->frame_first[at] = 0;
    t->frame_second[at] = 0;
    t->frame_source[at] = 0;
    return frame;
}

void gugong_mirror(struct gugong *t) {
    t->source = SR_NONE;
    t->amount = 0;
    t->place = SR_NONE;
    t->token = SR_NONE;
    if (!t->frames)
        return;
    struct frame frame = top_frame(t);
    t->source = frame.source;
    switch (frame.kind) {
    case phase_settle:
        t->place = frame.second;
        break;
    case phase_action:
        t->place = frame.first;
        break;
    case phase_benefit:
    case phase_full:
        t->token = frame.first;
        break;
    case phase_pay:
    case phase_servants:
    case phase_travel:
    case phase_wall:
    case phase_load:
        t->amount = frame.first;
        break;
    default:
        break;
    }
}

/* A decision with nothing to decide lapses. */
bool gugong_asks(const struct gugong *t, struct frame frame) {
    int side = frame.side;
    switch (frame.kind) {
    case phase_offer:
        return t->hand_size[side] > 0;
    case phase_servants:
    case phase_wall_extra:
        return gugong_supply_left(t, side);
    case phase_swap:
        return t->hand_size[side] + (frame.first ? 0 : t->discard_size[side]) > 0;
    case phase_travel:
        return gugong_destinations(t, side) != 0;
    case phase_benefit:
        return gugong_benefit_asks(t, side, frame.first);
    case phase_full:
        return t->token_count[side] >= MAT;
    case phase_wall:
        return t->pool[side] > 0 || pair_is(t, side, pair_pool);
    case phase_intrigue:
        return t->intrigue[side] > 0;
    case phase_load: {
        bool supply = frame.second == load_from_supply;
        int singles = supply ? t->supply[side] : t->pool[side];
        bool pair = pair_is(t, side, supply ? pair_supply : pair_pool);
        return (singles > 0 && gugong_fits(t, side, 1)) || (pair && gugong_fits(t, side, 2));
    }
    case phase_sail:
        return gugong_can_sail(t, side);
    case phase_claim:
        return gugong_claimable(t, side, frame.first) != 0;
    case phase_morning:
        return (t->on_decrees[side] & 3 & ~frame.first) != 0;
    case phase_last:
        return token_worth(t, side) >= 2;
    default:
        return true;
    }
}

/* What needs no answer: it lapses, or it is Meng's. */
static void resolve(struct gugong *t, struct sr_turn *turn) {
    struct frame frame = gugong_pop(t);
    switch (frame.kind) {
    case phase_full:
        gugong_store(t, frame.side, frame.first);
        break;
    case phase_servants:
        if (frame.side == MENG)
            gugong_gain(t, MENG, frame.first < t->supply[MENG] ? frame.first : t->supply[MENG],
                        false, turn);
        break;
    case phase_intrigue:
        if (frame.side == MENG)
            gugong_meng_intrigue(t, turn);
        break;
    case phase_morning:
        if (frame.side == MENG)
            gugong_meng_morning(t, turn);
        break;
    case frame_after:
        gugong_after(t, frame, turn);
        break;
    case frame_wall_check:
        gugong_wall_check(t, turn);
        break;
    case frame_meng_action:
        gugong_meng_action(t, frame, turn);
        break;
    case frame_meng_travel:
        gugong_meng_travel(t, frame.first, turn);
        break;
    default:
        break;
    }
}

/* ---- the conductor ---- */

/* The turn goes to this side or, while hands are empty, to the next. */
static bool give_turn(struct gugong *t, int side, struct sr_turn *turn) {
    for (int i = 0; i < sides(t); i++, side = next_side(t, side)) {
        if (hand_count(t, side) == 0)
            continue;
        t->turn_side = (uint8_t)side;
        if (side == MENG)
            gugong_meng_turn(t, turn);
        else
            gugong_push(t, phase_offer, side, 0, 0, source_area);
        return true;
    }
    return false;
}

/* At the end of the day special tokens are stored like any other, and their servants go home. */
static void close_day(struct gugong *t, struct sr_turn *turn) {
    for (int i = t->parked_size - 1; i >= 0; i--) {
        int seat = t->parked_seat[i];
        t->supply[seat]++;
        gugong_push(t, phase_full, seat, t->parked[i], 0, source_day_end);
        sr_tell(turn, event_unparked, seat, t->parked[i]);
        t->parked[i] = 0;
        t->parked_seat[i] = 0;
        t->parked_area[i] = 0;
    }
    t->parked_size = 0;
}

/* One frame for each side, so that they come up in turn order. */
static void push_in_turn_order(struct gugong *t, int kind, int first, int source) {
    int order[SIDES], count = sides(t), side = t->start;
    for (int i = 0; i < count; i++, side = next_side(t, side))
        order[i] = side;
    for (int i = count - 1; i >= 0; i--)
        gugong_push(t, kind, order[i], first, 0, source);
}

static void end_game(struct gugong *t, struct sr_turn *turn) {
    t->head.over = 1;
    t->head.decider = SR_NONE;
    turn->shown = true; /* hands are laid open */
    sr_tell(turn, event_over, t->start);
}

static void begin_day(struct gugong *t, struct sr_turn *turn) {
    t->step = step_day;
    sr_tell(turn, event_day, t->round);
    give_turn(t, t->start, turn);
}

static void begin_night(struct gugong *t, struct sr_turn *turn) {
    t->step = step_night;
    gugong_night(t, turn);
}

/* The stack is empty: what comes next? */
static void conduct(struct gugong *t, struct sr_turn *turn) {
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
        if (t->round == ROUNDS - 1) {
            t->step = step_last;
            push_in_turn_order(t, phase_last, 0, source_night);
        } else {
            t->step = step_morning;
            gugong_dawn(t, turn);
            push_in_turn_order(t, phase_morning, 0, source_decree);
        }
        break;
    case step_morning:
        t->step = step_income;
        t->round++;
        push_in_turn_order(t, phase_servants, gugong_income[t->round], source_income);
        break;
    case step_income:
        begin_day(t, turn);
        break;
    default:
        end_game(t, turn);
        break;
    }
}

void gugong_run(struct gugong *t, struct sr_turn *turn) {
    while (!t->head.over) {
        if (!t->frames) {
            conduct(t, turn);
            continue;
        }
        struct frame frame = top_frame(t);
        if (frame.kind < PHASES && frame.side != MENG && gugong_asks(t, frame)) {
            t->head.phase = frame.kind;
            t->head.decider = frame.side;
            break;
        }
        resolve(t, turn);
    }
    gugong_mirror(t);
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

static void list_offer(const void *state, struct sr_moves *moves) {
    const struct gugong *t = state;
    int seat = t->head.decider;
    for (int i = 0; i < t->hand_size[seat]; i++)
        if (!gugong_is_spare(t, t->hand[seat], t->hand_size[seat], i, SR_NONE))
            for (int area = 0; area < AREAS; area++)
                gugong_add(moves, verb_offer, t->hand[seat][i], area, 0);
    gugong_list_exchanges(t, seat, moves);
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
    gugong_push(t, phase_action, seat, area, 0, source_area);
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
        gugong_push(t, phase_swap, seat, 0, 0, source_gift);
        break;
    default:
        gugong_push(t, phase_action, seat, gugong_gifts[gift].action, 0, source_gift);
        break;
    }
}

static void play_offer(void *state, struct sr_move move, struct sr_turn *turn) {
    struct gugong *t = state;
    if (gugong_play_exchange(t, move, turn))
        return;
    int seat = t->head.decider, gift = move.arg[0], area = move.arg[1];
    gugong_pop(t);
    if (!gugong_is_known(t, gift, seat, known_hand)) {
        turn->shown = true;
        gugong_know(t, gift, seat, known_hand);
    }
    if (gugong_is_free(t, seat, gift, t->board[area]))
        exchange_gifts(t, seat, gift, area, true, turn);
    else
        gugong_push(t, phase_settle, seat, gift, area, source_area);
    gugong_run(t, turn);
}

/* A gift that is not worth enough: two servants, or another gift, or no actions. */
static void list_settle(const void *state, struct sr_moves *moves) {
    const struct gugong *t = state;
    int seat = t->head.decider, offered = top_frame(t).first;
    if (funds(t, seat) >= EXCHANGE_PRICE)
        gugong_add(moves, verb_return, 0, 0, 0);
    for (int i = 0; i < t->hand_size[seat]; i++)
        if (t->hand[seat][i] != offered &&
            !gugong_is_spare(t, t->hand[seat], t->hand_size[seat], i, offered))
            gugong_add(moves, verb_discard, t->hand[seat][i], 0, 0);
    gugong_add(moves, verb_forgo, 0, 0, 0);
    gugong_list_exchanges(t, seat, moves);
}

static void play_settle(void *state, struct sr_move move, struct sr_turn *turn) {
    struct gugong *t = state;
    if (gugong_play_exchange(t, move, turn))
        return;
    struct frame frame = gugong_pop(t);
    int seat = frame.side;
    if (move.verb == verb_discard) {
        gugong_hand_remove(t, seat, move.arg[0]);
        gugong_discard_add(t, seat, move.arg[0]);
        sr_tell(turn, event_discards, seat, move.arg[0]);
        /* The offered gift is not the one put down. */
        t->known_place[frame.first] = known_nothing;
        gugong_blur(t, seat, known_hand, 0);
    } else if (move.verb == verb_forgo) {
        sr_tell(turn, event_forgoes, seat);
    } else {
        sr_tell(turn, event_returns, seat);
    }
    exchange_gifts(t, seat, frame.first, frame.second, move.verb != verb_forgo, turn);
    if (move.verb == verb_return)
        gugong_pay(t, seat, EXCHANGE_PRICE, need_nothing, source_gift, turn);
    gugong_run(t, turn);
}

/* ---- the last exchanges ---- */

static void list_last(const void *state, struct sr_moves *moves) {
    const struct gugong *t = state;
    gugong_add(moves, verb_done, 0, 0, 0);
    gugong_list_exchanges(t, t->head.decider, moves);
}

static void play_last(void *state, struct sr_move move, struct sr_turn *turn) {
    struct gugong *t = state;
    if (gugong_play_exchange(t, move, turn))
        return;
    gugong_pop(t);
    gugong_run(t, turn);
}

/* ---- the table of phases ---- */

const struct sr_phase gugong_phases[PHASES] = {
    [phase_offer] =
        {"offer", SR_TEXT("Make an offering", "Подношение"),
         SR_TEXT("Offer a gift from your hand to an official and take the one that lies there. "
                 "It should be worth more than that one.",
                 "Поднесите чиновнику подарок с руки и возьмите тот, что лежит у него. Ваш "
                 "должен быть дороже."),
         list_offer, play_offer},
    [phase_settle] =
        {"settle", SR_TEXT("The gift is not enough", "Подарка мало"),
         SR_TEXT("Your gift is not worth enough in {place}. Return 2 servants, put another gift "
                 "from your hand aside, or exchange without any action.",
                 "{place}: подарок недостаточно ценен. Верните 2 слуг, отложите в сброс ещё один "
                 "подарок с руки или обменяйте без действий."),
         list_settle, play_settle},
    [phase_pay] = {"pay", SR_TEXT("Pay with servants", "Оплата слугами"),
                   SR_TEXT("Return {amount} {amount#servant|servants} to the supply: your pair "
                           "may stand for two, or for one.",
                           "Верните в запас {amount} {amount#слугу|слуг|слуг}: пара может "
                           "считаться за двоих или за одного."),
                   gugong_list_pay, gugong_play_pay},
    [phase_action] = {"action", SR_TEXT("Action", "Действие"),
                      SR_TEXT("{place} ({source}): choose what to do there, or do nothing.",
                              "{place} ({source}): выберите, что сделать, или откажитесь."),
                      gugong_list_action, gugong_play_action},
    [phase_servants] =
        {"servants", SR_TEXT("Take servants", "Новые слуги"),
         SR_TEXT("{source}: take up to {amount} {amount#servant|servants} from the supply into "
                 "your pool.",
                 "{source}: возьмите из запаса в штат до {amount} {amount#слуги|слуг|слуг}."),
         gugong_list_servants, gugong_play_servants},
    [phase_swap] =
        {"swap", SR_TEXT("Swap a gift", "Обмен подарка"),
         SR_TEXT("{source}: swap one of your gifts for one on the board. Values do not matter; "
                 "the new gift goes where the old one was.",
                 "{source}: обменяйте свой подарок на подарок с поля. Ценность не важна; новый "
                 "подарок ложится туда, где был старый."),
         gugong_list_swap, gugong_play_swap},
    [phase_travel] =
        {"travel", SR_TEXT("Travel", "Путешествие"),
         SR_TEXT("Travel ({source}): choose the next city with a token. Moves left: {amount}.",
                 "Путешествие ({source}): выберите ближайший город с жетоном. Осталось "
                 "перемещений: {amount}."),
         gugong_list_travel, gugong_play_travel},
    [phase_benefit] =
        {"benefit", SR_TEXT("Travel token", "Жетон путешествия"),
         SR_TEXT("Your traveller found a token: {token}. Use it now or never; it is kept for "
                 "exchanges in any case.",
                 "Путник находит жетон: {token}. Бонус можно получить только сейчас; жетон в "
                 "любом случае остаётся для обмена."),
         gugong_list_benefit, gugong_play_benefit},
    [phase_full] =
        {"full", SR_TEXT("No room for the token", "Нет места для жетона"),
         SR_TEXT("All six places for travel tokens are taken. Exchange some before you store "
                 "this one: {token}.",
                 "Все шесть мест для жетонов заняты. Обменяйте часть из них, чтобы положить "
                 "этот: {token}."),
         gugong_list_full, gugong_play_full},
    [phase_wall] =
        {"wall", SR_TEXT("The Great Wall", "Великая стена"),
         SR_TEXT("Great Wall ({source}): place servants from your pool, up to {amount} more.",
                 "Великая стена ({source}): поставьте слуг из штата, ещё до {amount}."),
         gugong_list_wall, gugong_play_wall},
    [phase_wall_extra] =
        {"wall_extra", SR_TEXT("The Great Wall", "Великая стена"),
         SR_TEXT("Your decree lets you add one more servant to the wall, from the supply.",
                 "Указ позволяет поставить на стену ещё одного слугу, из запаса."),
         gugong_list_wall_extra, gugong_play_wall_extra},
    [phase_intrigue] =
        {"intrigue", SR_TEXT("Influence", "Бонус интриг"),
         SR_TEXT("A part of the wall is finished, and you have a servant in it. Move your "
                 "intrigue marker back (it is on {intrigue}) for one benefit, or keep it there.",
                 "Часть стены восстановлена с вашим участием. Отодвиньте фишку интриг (она на "
                 "делении {intrigue}) и получите один бонус или откажитесь."),
         gugong_list_intrigue, gugong_play_intrigue},
    [phase_load] =
        {"load", SR_TEXT("Load a ship", "Слуги на джонку"),
         SR_TEXT("Grand Canal ({source}): put a servant on one of your ships, or on a new one. "
                 "To place: {amount}.",
                 "Великий канал ({source}): поместите слугу на свою джонку или на новую. Осталось "
                 "разместить: {amount}."),
         gugong_list_load, gugong_play_load},
    [phase_sail] =
        {"sail", SR_TEXT("Move a ship", "Движение джонки"),
         SR_TEXT("Grand Canal ({source}): move one of your ships to the next free harbour.",
                 "Великий канал ({source}): переместите свою джонку в следующую свободную гавань."),
         gugong_list_sail, gugong_play_sail},
    [phase_claim] =
        {"claim", SR_TEXT("Harbour reward", "Награда гавани"),
         SR_TEXT("Your ship is full. Take the reward of its harbour? One servant stays with the "
                 "reward, the ship and the others return.",
                 "Джонка заполнена. Получить награду гавани? Один слуга останется у награды, "
                 "джонка и остальные вернутся."),
         gugong_list_claim, gugong_play_claim},
    [phase_morning] = {"morning", SR_TEXT("Morning decrees", "Утренние указы"),
                       SR_TEXT("Use the advantages of your morning decrees, in any order.",
                               "Воспользуйтесь утренними указами в любом порядке."),
                       gugong_list_morning, gugong_play_morning},
    [phase_last] = {"last", SR_TEXT("Before the final scoring", "Перед подсчётом очков"),
                    SR_TEXT("The last chance to exchange travel tokens.",
                            "Последняя возможность обменять жетоны путешествий."),
                    list_last, play_last},
};
