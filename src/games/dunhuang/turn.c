/* Merchants of Dunhuang: the turn, phase by phase, from the set-up choices to the refilled market.
 */
#include "state.h"

#include <string.h>

/* ---- setting up: keep one card, put the camel down ---- */

static void list_keep(const void *state, struct sr_moves *moves) {
    const struct dunhuang *t = state;
    int seat = t->head.decider;
    unsigned listed = 0;
    moves->secret = true; /* three equal cards are nobody's business */
    for (int card = 0; card < t->dealt_size[seat]; card++) {
        int good = t->dealt[seat][card];
        if (!(listed & 1u << good))
            sr_add_2(moves, verb_keep, good, 0);
        listed |= 1u << good;
    }
}

static void play_keep(void *state, struct sr_move move, struct sr_turn *turn) {
    struct dunhuang *t = state;
    int seat = t->head.decider, good = move.arg[0], card = 0;
    while (t->dealt[seat][card] != good)
        card++;
    int last = --t->dealt_size[seat];
    for (; card < last; card++)
        t->dealt[seat][card] = t->dealt[seat][card + 1];
    t->dealt[seat][last] = 0;
    dunhuang_hand_add_hidden(t, seat, good);
    sr_tell(turn, event_kept, (int16_t)seat, (int16_t)good);

    if (seat == last_seat(t))
        t->head.phase = phase_camel;
    else
        t->head.decider = (uint8_t)sr_next_seat(t, seat);
}

static void list_camel(const void *state, struct sr_moves *moves) {
    const struct dunhuang *t = state;
    for (int space = 0; space < SPACES; space++)
        sr_add_2(moves, verb_camel, t->circle[space], 0);
}

static void play_camel(void *state, struct sr_move move, struct sr_turn *turn) {
    struct dunhuang *t = state;
    t->camel = (uint8_t)space_of(t, move.arg[0]);
    sr_tell(turn, event_camel, t->head.decider, move.arg[0]);
    t->turn_seat = t->first;
    t->head.decider = t->first;
    t->head.phase = phase_walk;
}

/* ---- 1: the camel walks; the first step is free ---- */

static void list_walk(const void *state, struct sr_moves *moves) {
    const struct dunhuang *t = state;
    int most = 1 + t->coins[t->head.decider];
    for (int steps = 1; steps <= most && steps <= MAX_STEPS; steps++)
        sr_add_2(moves, verb_walk, steps, 0);
}

static void play_walk(void *state, struct sr_move move, struct sr_turn *turn) {
    struct dunhuang *t = state;
    int seat = t->turn_seat, cost = move.arg[0] - 1;
    t->steps = move.arg[0];
    t->coins[seat] = (uint8_t)(t->coins[seat] - cost);
    if (!sr_has_option(t, option_unlimited_coins))
        t->coin_supply = (uint8_t)(t->coin_supply + cost);
    t->camel = (uint8_t)next_space(t->camel, t->steps);
    sr_tell(turn, event_walked, (int16_t)seat, (int16_t)t->steps, (int16_t)cost,
            t->circle[t->camel]);
    if (t->market[t->camel] == SR_NONE) {
        sr_tell(turn, event_nothing_there, (int16_t)seat);
        t->head.phase = phase_bonus;
    } else {
        t->head.phase = phase_take;
    }
}

/* ---- 2: the card there is taken, into the hand or into the shop ---- */

static void list_take(const void *state, struct sr_moves *moves) {
    (void)state;
    sr_add_2(moves, verb_take, to_hand, 0);
    sr_add_2(moves, verb_take, to_shop, 0);
}

static void play_take(void *state, struct sr_move move, struct sr_turn *turn) {
    struct dunhuang *t = state;
    int seat = t->turn_seat, good = t->market[t->camel];
    t->market[t->camel] = SR_NONE;
    t->head.phase = phase_bonus;
    sr_tell(turn, event_took, (int16_t)seat, (int16_t)good, move.arg[0]);
    if (move.arg[0] == to_hand)
        dunhuang_hand_add_seen(t, seat, good);
    else if (dunhuang_add_to_shop(t, seat, good, turn))
        t->head.phase = phase_pay_for_taken;
}

/* ---- a tie with a token under the Buddhist's protection ---- */

static void list_pay(const void *state, struct sr_moves *moves) {
    (void)state;
    sr_add_2(moves, verb_pay, 0, 0);
    sr_add_2(moves, verb_decline, 0, 0);
}

static void decide_payment(struct dunhuang *t, struct sr_move move, struct sr_turn *turn) {
    if (move.verb == verb_pay)
        dunhuang_pay_for_token(t, turn);
    else
        sr_tell(turn, event_token_declined, t->turn_seat, t->at_stake);
    t->at_stake = SR_NONE;
}

static void play_pay_for_taken(void *state, struct sr_move move, struct sr_turn *turn) {
    struct dunhuang *t = state;
    decide_payment(t, move, turn);
    t->head.phase = phase_bonus;
}

static void play_pay_for_swapped(void *state, struct sr_move move, struct sr_turn *turn) {
    struct dunhuang *t = state;
    decide_payment(t, move, turn);
    dunhuang_end_bonus(t, turn);
}

/* ---- 4 and 5: has the player won? else the market is refilled ---- */

static void end_game(struct dunhuang *t, struct sr_turn *turn) {
    t->head.over = 1;
    t->head.decider = SR_NONE;
    turn->shown = true; /* all hands are laid open */
}

/* A space without a card is the only one with a high bit; all are looked at at once. */
static bool is_full(const uint8_t market[SPACES]) {
    uint64_t spaces;
    _Static_assert(sizeof spaces == SPACES && (SR_NONE & 0x80) != 0 && (GOODS & 0x80) == 0,
                   "one word");
    memcpy(&spaces, market, sizeof spaces);
    return !(spaces & UINT64_C(0x8080808080808080));
}

/* From the camel clockwise. A refill that uses up the last card is not yet the end. */
static void refill_market(struct dunhuang *t, struct sr_turn *turn) {
    for (int step = 0; !is_full(t->market); step++) {
        int space = next_space(t->camel, step);
        if (t->market[space] != SR_NONE)
            continue;
        if (t->deck_size == 0) {
            if (!t->final_round && t->turn_seat != last_seat(t)) /* else this was it */
                sr_tell(turn, event_final_round, t->turn_seat);
            t->final_round = 1;
            return;
        }
        t->market[space] = (uint8_t)dunhuang_deck_draw_seen(t);
        turn->shown = true;
        sr_tell(turn, event_refilled, t->circle[space], t->market[space]);
    }
}

void dunhuang_end_bonus(struct dunhuang *t, struct sr_turn *turn) {
    int seat = t->turn_seat;
    t->head.decider = (uint8_t)seat;
    t->partner = SR_NONE;
    t->exchanged = 0;
    if (dunhuang_majorities(t, seat) >= dunhuang_table(t->head.seats)->majorities) {
        turn->shown = true; /* whoever does not win lacks kinds in hand: now all know that */
        if (dunhuang_has_won_at_once(t, seat)) {
            sr_tell(turn, event_won, (int16_t)seat);
            end_game(t, turn);
            return;
        }
    }
    refill_market(t, turn);
    t->steps = 0;
    if (t->final_round && seat == last_seat(t)) {
        sr_tell(turn, event_scored, (int16_t)seat);
        end_game(t, turn);
        return;
    }
    t->turn_seat = (uint8_t)sr_next_seat(t, seat);
    t->head.decider = t->turn_seat;
    t->head.phase = phase_walk;
}

/* ---- the table of phases ---- */

static const struct sr_domain some_coins = SR_DOMAIN_NUMBER("coins", 0, BONUS_COINS);

static const struct sr_text *word_bonus(const void *state, int16_t values[SR_LABEL_ARGS]) {
    static const struct sr_text no_coins =
        SR_TEXT("Use the {character}, or go without a bonus: the supply has no coins left.",
                "{character}: примените способность или откажитесь от бонуса: монет в запасе нет.");
    const struct dunhuang *t = state;
    int left = sr_has_option(t, option_unlimited_coins) ? BONUS_COINS : t->coin_supply;
    values[0] = t->circle[t->camel < SPACES ? t->camel : 0];
    values[1] = (int16_t)(left < BONUS_COINS ? left : BONUS_COINS);
    return values[1] ? NULL : &no_coins;
}

const struct sr_phase dunhuang_phases[PHASES] = {
    [phase_keep] =
        {"keep", SR_TEXT("Setting up", "Подготовка"),
         SR_TEXT("Keep one of your three cards in hand. The other two leave the game unseen.",
                 "Оставьте в руке одну из трёх карт. Две другие уйдут из игры невскрытыми."),
         list_keep, play_keep},
    [phase_camel] = {"camel", SR_TEXT("Setting up", "Подготовка"),
                     SR_TEXT("Put the camel on a character. The first player walks on from there.",
                             "Поставьте верблюда на персонажа. Отсюда его поведёт первый игрок."),
                     list_camel, play_camel},
    [phase_walk] = {"walk", SR_TEXT("Walk the camel", "Путь верблюда"),
                    SR_TEXT("Walk the camel: the first step is free, each further step costs a "
                            "coin. You take the card where it stops.",
                            "Ведите верблюда: первый шаг бесплатный, каждый следующий стоит "
                            "монету. Вы возьмёте карту там, где он встанет."),
                    list_walk, play_walk},
    [phase_take] =
        {"take", SR_TEXT("Take the goods", "Товар"),
         SR_TEXT("Take the card into your hand (kinds and points) or into your shop (majorities).",
                 "Возьмите карту в руку (виды и очки) или в лавку (преимущества)."),
         list_take, play_take},
    [phase_pay_for_taken] = {"pay_for_taken", SR_TEXT("A protected tie", "Ничья под защитой"),
                             SR_TEXT("Your shop has as many cards of {at_stake} as that of the "
                                     "token's owner, but the Buddhist protects it. Pay the owner 2 "
                                     "coins and take it?",
                                     "{at_stake}: в вашей лавке столько же карт, сколько у "
                                     "владельца жетона, но жетон защищает Буддист. Заплатить "
                                     "владельцу 2 монеты и забрать жетон?"),
                             list_pay, play_pay_for_taken},
    [phase_bonus] = {"bonus", SR_TEXT("Bonus", "Бонус"),
                     SR_TEXT("Use the {character}, or take {coins} {coins#coin|coins}.",
                             "{character}: примените способность или возьмите {coins} "
                             "{coins#монету|монеты|монет}."),
                     dunhuang_list_bonus, dunhuang_play_bonus, .wording = word_bonus,
                     .words = {{"character", &dunhuang_character}, {"coins", &some_coins}}},
    [phase_pay_for_swapped] = {"pay_for_swapped", SR_TEXT("A protected tie", "Ничья под защитой"),
                               SR_TEXT("After your bonus you tie for {at_stake}, but the Buddhist "
                                       "protects the token. Pay the owner 2 coins and take it?",
                                       "{at_stake}: после бонуса у вас ничья, но жетон защищает "
                                       "Буддист. Заплатить владельцу 2 монеты и забрать жетон?"),
                               list_pay, play_pay_for_swapped},
    [phase_keep_drawn] = {"keep_drawn", SR_TEXT("Cards from the deck", "Карты из колоды"),
                          SR_TEXT(
                              "Keep one of the cards you drew. The rest go under the deck.",
                              "Оставьте себе одну из взятых карт. Остальные уйдут под низ колоды."),
                          dunhuang_list_keep_drawn, dunhuang_play_keep_drawn},
    [phase_hand_over] =
        {"hand_over", SR_TEXT("The Sogdian Merchant calls", "Согдийский купец"),
         SR_TEXT(
             "Choose {exchanged} {exchanged#card|cards} of your hand to hand over. As many come "
             "back.",
             "Выберите, что отдать из руки: {exchanged} {exchanged#карту|карты|карт}. Столько "
             "же вернётся."),
         dunhuang_list_hand_over, dunhuang_play_hand_over},
    [phase_give_back] =
        {"give_back", SR_TEXT("Give cards back", "Вернуть карты"),
         SR_TEXT("Give back as many cards as you received, {exchanged}. They may be the same ones.",
                 "Верните столько же карт, сколько получили ({exchanged}). Можно те же самые."),
         dunhuang_list_give_back, dunhuang_play_give_back},
};
