/* Obscurians: rounds and turns. The event is turned up; each seat lays suspicions, rolls, rolls
 * again, and acts; when the storm comes, it is over. */
#include "state.h"

/* ---- a round begins: the first player turns up an event ---- */

static void start_turn(struct obscurians *t, struct sr_turn *turn);

static void end_game(struct obscurians *t, struct sr_turn *turn) {
    sr_tell(turn, event_storm, t->card_holder);
    t->head.over = 1;
    t->head.decider = SR_NONE; /* and all missions are laid open */
    turn->shown = true;
}

static void reveal_event(struct obscurians *t, struct sr_turn *turn) {
    int top = --t->deck_size;
    t->event = t->deck[top];
    t->deck[top] = 0;
    turn->shown = true;
}

static int owner_of(const struct obscurians *t, int kind) {
    for (int seat = 0; seat < t->head.seats; seat++)
        if (collection(t, seat, kind))
            return seat;
    return SR_NONE;
}

/* The storm ends the game before anybody acts. The curse comes to the first player even under an
 * embargo, which holds off only what others give. */
void obscurians_start_round(struct obscurians *t, struct sr_turn *turn) {
    reveal_event(t, turn);
    t->head.decider = t->card_holder;
    if (t->event == happening_sandstorm) {
        end_game(t, turn);
        return;
    }
    sr_tell(turn, event_round, t->card_holder, t->past_size + 1, t->event);
    if (t->event == happening_cursed_artifact && owner_of(t, kind_curse) == SR_NONE) {
        t->open[t->card_holder][kind_curse]++;
        sr_tell(turn, event_cursed, t->card_holder);
    }
    start_turn(t, turn);
}

/* ---- a turn begins and ends ---- */

void obscurians_clear_turn(struct obscurians *t) {
    memset(t->dice, face_none, sizeof t->dice);
    t->set_aside = 0;
    t->only_places = 0;
    t->has_laid = 0;
    t->free_used = 0;
    t->token = SR_NONE;
    t->action = face_none;
    t->repeats = 0;
    t->partner = SR_NONE;
    t->good = SR_NONE;
    t->protects = 0;
}

static void start_suspecting(struct obscurians *t, struct sr_turn *turn);

/* Before anything else the stash is unpacked and the embargo lifted, whatever the event. */
static void start_turn(struct obscurians *t, struct sr_turn *turn) {
    int seat = t->head.decider;
    if (t->embargo[seat] || any_goods(t->stash[seat])) {
        sr_tell(turn, event_unpacked, seat);
        set_goods_row(t->open[seat], goods_row(t->open[seat]) + goods_row(t->stash[seat]));
        set_goods_row(t->stash[seat], 0);
        t->embargo[seat] = 0;
    }
    if (t->event == happening_either_or)
        t->head.phase = phase_mode;
    else
        start_suspecting(t, turn);
}

/* The round ends at the lamp card; the next one begins with the owner of the lamp itself. */
void obscurians_end_turn(struct obscurians *t, struct sr_turn *turn) {
    int next = sr_next_seat(t, t->head.decider);
    obscurians_clear_turn(t);
    if (next != t->card_holder) {
        t->head.decider = (uint8_t)next;
        start_turn(t, turn);
        return;
    }
    int owner = owner_of(t, kind_lamp);
    if (owner != t->card_holder)
        sr_tell(turn, event_lamp_card, owner);
    t->card_holder = (uint8_t)owner;
    t->past[t->past_size++] = t->event;
    obscurians_start_round(t, turn);
}

/* ---- the event Either-or: suspect, or roll and act ---- */

static void roll_dice(struct obscurians *t, struct sr_turn *turn);

static void list_mode(const void *state, struct sr_moves *moves) {
    const struct obscurians *t = state;
    if (sr_has_option(t, option_eitheror_zero_place) || t->supply_size[t->head.decider])
        sr_add_1(moves, verb_mode, mode_place);
    sr_add_1(moves, verb_mode, mode_roll);
}

static void play_mode(void *state, struct sr_move move, struct sr_turn *turn) {
    struct obscurians *t = state;
    sr_tell(turn, event_chose, t->head.decider, move.arg[0]);
    if (move.arg[0] == mode_roll) {
        roll_dice(t, turn);
        return;
    }
    t->only_places = 1;
    start_suspecting(t, turn);
}

/* ---- 1: suspicion tokens, any number, before the dice ---- */

static void end_suspecting(struct obscurians *t, struct sr_turn *turn) {
    if (t->only_places)
        obscurians_end_turn(t, turn);
    else
        roll_dice(t, turn);
}

static void start_suspecting(struct obscurians *t, struct sr_turn *turn) {
    if (t->supply_size[t->head.decider])
        t->head.phase = phase_suspect;
    else
        end_suspecting(t, turn);
}

static void list_tokens(const struct obscurians *t, struct sr_moves *moves, int verb) {
    unsigned supply = t->supply[t->head.decider];
    for (int mission = 0; mission < MISSIONS; mission++)
        if (supply >> mission & 1)
            sr_add_1(moves, verb, mission);
}

static void list_suspect(const void *state, struct sr_moves *moves) {
    const struct obscurians *t = state;
    bool must_place =
        t->only_places && !t->has_laid && !sr_has_option(t, option_eitheror_zero_place);
    list_tokens(t, moves, verb_suspect);
    if (!must_place)
        sr_add_1(moves, verb_done, 0);
}

static void play_suspect(void *state, struct sr_move move, struct sr_turn *turn) {
    struct obscurians *t = state;
    if (move.verb == verb_done) {
        end_suspecting(t, turn);
        return;
    }
    t->token = move.arg[0];
    if (t->burnt_size[t->head.decider])
        turn->shown = true; /* this one was not burnt */
    t->head.phase = phase_suspect_whom;
}

static void list_suspect_whom(const void *state, struct sr_moves *moves) {
    const struct obscurians *t = state;
    for (int seat = 0; seat < t->head.seats; seat++)
        if (seat != t->head.decider)
            sr_add_1(moves, verb_whom, seat);
}

static void play_suspect_whom(void *state, struct sr_move move, struct sr_turn *turn) {
    struct obscurians *t = state;
    int seat = t->head.decider, board = move.arg[0], mission = t->token;
    t->stack[board][t->stack_size[board]++] = (uint8_t)(seat * MISSIONS + mission);
    t->placed[seat] = (uint8_t)(t->placed[seat] | 1 << mission);
    t->supply[seat] = (uint8_t)(t->supply[seat] & ~(1 << mission));
    t->supply_size[seat]--;
    t->has_laid = 1;
    t->token = SR_NONE;
    if (sr_has_option(t, option_stacks_to_memory))
        sr_tell(turn, event_suspected_unwritten, seat, board); /* it lies there for all to see */
    else
        sr_tell(turn, event_suspected, seat, board, mission);
    start_suspecting(t, turn);
}

/* ---- 2: the dice, as often as one can pay for ---- */

static bool may_reroll_free(const struct obscurians *t) {
    return t->event == happening_free_reroll && !t->free_used;
}

static void end_rolling(struct obscurians *t) {
    if (t->event == happening_flip)
        t->head.phase = phase_flip;
    else
        obscurians_start_acting(t);
}

/* The dice are all alike, so they lie in the order of their faces. One draw is enough for all: a
 * number of five digits to the base of six, read from the highest as a fraction of one. */
static void throw_dice(struct obscurians *t, unsigned set) {
    enum { THROWS = FACES * FACES * FACES * FACES * FACES };
    struct sr_stream chance = sr_stream_open(&t->head.rng);
    uint64_t digits = (uint64_t)sr_draw(&chance, THROWS) * (UINT32_MAX / THROWS + 1);
    uint64_t counts = 0, dice = 0; /* a byte for each face, counting in eights; one for each die */
    for (int die = DICE - 1; die >= 0; die--) {
        digits = (uint32_t)digits * (uint64_t)FACES;
        counts += UINT64_C(8) << 8 * (set >> die & 1 ? digits >> 32 : t->dice[die]);
    }
    counts *= UINT64_C(0x010101010101);          /* now of each face and those before it */
    for (int face = 0; face < FACES - 1; face++) /* all dice after these show a later one */
        dice += UINT64_C(0x0101010101) << (counts >> 8 * face & 63);
    for (int die = 0; die < DICE; die++)
        t->dice[die] = (uint8_t)(dice >> 8 * die);
}

static void start_rerolling(struct obscurians *t) {
    if (t->supply_size[t->head.decider] || may_reroll_free(t))
        t->head.phase = phase_reroll;
    else
        end_rolling(t);
}

static void roll_dice(struct obscurians *t, struct sr_turn *turn) {
    throw_dice(t, (1u << DICE) - 1);
    sr_tell(turn, event_rolled, t->head.decider, t->dice[0], t->dice[1], t->dice[2], t->dice[3],
            t->dice[4]);
    start_rerolling(t);
}

static void list_reroll(const void *state, struct sr_moves *moves) {
    const struct obscurians *t = state;
    sr_add_1(moves, verb_stand, 0);
    if (may_reroll_free(t))
        sr_add_1(moves, verb_reroll, pay_nothing);
    if (t->supply_size[t->head.decider])
        sr_add_1(moves, verb_reroll, pay_token);
}

static void play_reroll(void *state, struct sr_move move, struct sr_turn *turn) {
    struct obscurians *t = state;
    if (move.verb == verb_stand) {
        end_rolling(t);
    } else if (move.arg[0] == pay_token) {
        t->head.phase = phase_burn;
    } else {
        t->free_used = 1;
        sr_tell(turn, event_free_reroll, t->head.decider);
        t->head.phase = phase_dice;
    }
}

static void list_burn(const void *state, struct sr_moves *moves) {
    list_tokens(state, moves, verb_burn);
}

static void play_burn(void *state, struct sr_move move, struct sr_turn *turn) {
    struct obscurians *t = state;
    int seat = t->head.decider, mission = move.arg[0];
    t->burnt[seat] = (uint8_t)(t->burnt[seat] | 1 << mission);
    t->supply[seat] = (uint8_t)(t->supply[seat] & ~(1 << mission));
    t->burnt_size[seat]++;
    t->supply_size[seat]--;
    sr_tell(turn, event_burnt, seat, mission);
    t->head.phase = phase_dice;
}

/* Of equal dice that lie side by side it does not matter which is taken: the left ones come first.
 * All sets of dice are looked at at once, a bit for each. */
static void list_dice(const struct obscurians *t, struct sr_moves *moves, int verb, int least) {
    static const uint32_t with[DICE] = {0xaaaaaaaa, 0xcccccccc, 0xf0f0f0f0, 0xff00ff00, 0xffff0000};
    uint32_t sets = ~UINT32_C(0) << least;
    for (int die = 1; die < DICE; die++)
        if (t->dice[die] == t->dice[die - 1])
            sets &= ~with[die] | with[die - 1];
    for (; sets; sets &= sets - 1)
        sr_add_1(moves, verb, __builtin_ctz(sets));
}

static void list_which_dice(const void *state, struct sr_moves *moves) {
    list_dice(state, moves, verb_dice, 1);
}

static void play_which_dice(void *state, struct sr_move move, struct sr_turn *turn) {
    struct obscurians *t = state;
    throw_dice(t, move.arg[0]);
    sr_tell(turn, event_rerolled, t->head.decider, t->dice[0], t->dice[1], t->dice[2], t->dice[3],
            t->dice[4]);
    start_rerolling(t);
}

/* ---- the event Flip: dice are turned to their opposite faces ---- */

static void list_flip(const void *state, struct sr_moves *moves) {
    list_dice(state, moves, verb_flip, 0);
}

static void play_flip(void *state, struct sr_move move, struct sr_turn *turn) {
    struct obscurians *t = state;
    for (int die = 0; die < DICE; die++)
        if (move.arg[0] >> die & 1)
            t->dice[die] ^= 1; /* opposite faces are neighbours in the list of faces */
    if (move.arg[0])
        sr_tell(turn, event_flipped, t->head.decider, t->dice[0], t->dice[1], t->dice[2],
                t->dice[3], t->dice[4]);
    obscurians_start_acting(t);
}

/* ---- the table of phases ---- */

/* NOLINTNEXTLINE(readability-non-const-parameter): what the contract asks for */
static const struct sr_text *word_reroll(const void *state, int16_t values[SR_LABEL_ARGS]) {
    static const struct sr_text one_is_free =
        SR_TEXT("Keep the dice, or roll some again? The first re-roll of a turn is free; a "
                "further one costs an unused suspicion token, face down.",
                "Оставить кубики или перебросить? Первый переброс за ход бесплатный, следующий "
                "стоит неиспользованного жетона подозрения, лицом вниз.");
    const struct obscurians *t = state;
    (void)values;
    return t->event == happening_free_reroll && !t->free_used ? &one_is_free : NULL;
}

const struct sr_phase obscurians_phases[PHASES] = {
    [phase_mode] = {"mode", SR_TEXT("Either suspect or roll", "Либо подозрения, либо кубики"),
                    SR_TEXT("This round you may either place suspicion tokens or roll the dice and "
                            "act. Which?",
                            "В этом раунде можно либо положить жетоны подозрения, либо бросить "
                            "кубики и действовать. Что выбираете?"),
                    list_mode, play_mode},
    [phase_suspect] =
        {"suspect", SR_TEXT("Suspicions", "Подозрения"),
         SR_TEXT("Which suspicion token do you place? You have {supply_size} left. The earlier a "
                 "correct one lies, the more it pays.",
                 "Какой жетон подозрения положить? У вас их {supply_size}. Чем раньше лежит "
                 "верный жетон, тем больше он приносит."),
         list_suspect, play_suspect},
    [phase_suspect_whom] = {"suspect_whom", SR_TEXT("Suspicions", "Подозрения"),
                            SR_TEXT(
                                "Whom do you suspect of the mission {token}? Everybody sees it.",
                                "Кого вы подозреваете в миссии «{token}»? Это увидят все."),
                            list_suspect_whom, play_suspect_whom},
    [phase_reroll] =
        {"reroll", SR_TEXT("The dice", "Кубики"),
         SR_TEXT("Keep the dice, or roll some again? A re-roll costs an unused suspicion token, "
                 "face down.",
                 "Оставить кубики или перебросить? Переброс стоит неиспользованного жетона "
                 "подозрения, лицом вниз."),
         list_reroll, play_reroll, .wording = word_reroll},
    [phase_burn] = {"burn", SR_TEXT("Pay for the re-roll", "Плата за переброс"),
                    SR_TEXT("Which token do you discard for the re-roll? Nobody sees which.",
                            "Какой жетон сбросить за переброс? Никто не увидит какой."),
                    list_burn, play_burn},
    [phase_dice] = {"dice", SR_TEXT("Roll again", "Переброс"),
                    SR_TEXT("Which dice do you roll again?", "Какие кубики перебросить?"),
                    list_which_dice, play_which_dice},
    [phase_flip] = {"flip", SR_TEXT("Turn dice over", "Перевернуть кубики"),
                    SR_TEXT(
                        "Which dice do you turn over? Steal and Give, Swap and Protect, Move "
                        "and Smuggle are opposite.",
                        "Какие кубики перевернуть? Противоположны «Украсть» и «Отдать», «Обменять» "
                        "и «Защитить», «Переместить» и «Контрабанда»."),
                    list_flip, play_flip},
    [phase_act] = {"act", SR_TEXT("Choose an action", "Выбор действия"),
                   SR_TEXT(
                       "Choose one action: it is carried out as often as it was rolled. Smuggles "
                       "may be added to any but Move.",
                       "Выберите одно действие: оно выполняется столько раз, сколько выпало. "
                       "Контрабанду можно добавить к любому, кроме «Переместить»."),
                   obscurians_list_act, obscurians_play_act},
    [phase_smuggle] = {"smuggle", SR_TEXT("Smuggle", "Контрабанда"),
                       SR_TEXT("{action}: how many Smuggles do you add?",
                               "{action}: сколько символов Контрабанды добавить?"),
                       obscurians_list_smuggle, obscurians_play_smuggle},
    [phase_steal_from] = {"steal_from", SR_TEXT("Steal", "Украсть"),
                          SR_TEXT("From whom do you steal? Thefts to go: {repeats}.",
                                  "У кого крадёте? Осталось краж: {repeats}."),
                          obscurians_list_steal_from, obscurians_play_steal_from},
    [phase_steal] = {"steal", SR_TEXT("Steal", "Украсть"),
                     SR_TEXT("What do you steal from {partner}?", "Что крадёте у {partner.g}?"),
                     obscurians_list_steal, obscurians_play_steal},
    [phase_give] = {"give", SR_TEXT("Give", "Отдать"),
                    SR_TEXT("What do you give away? Gifts to go: {repeats}.",
                            "Что отдаёте? Осталось подарков: {repeats}."),
                    obscurians_list_give, obscurians_play_give},
    [phase_give_to] = {"give_to", SR_TEXT("Give", "Отдать"),
                       SR_TEXT("To whom do you give this: {good}?", "Кому отдаёте: {good}?"),
                       obscurians_list_give_to, obscurians_play_give_to},
    [phase_swap] = {"swap", SR_TEXT("Swap", "Обменять"),
                    SR_TEXT("Which of your goods do you swap? Swaps to go: {repeats}.",
                            "Какой свой товар обмениваете? Осталось обменов: {repeats}."),
                    obscurians_list_swap, obscurians_play_swap},
    [phase_swap_with] = {"swap_with", SR_TEXT("Swap", "Обменять"),
                         SR_TEXT("With whom do you swap this: {good}?",
                                 "С кем обмениваете: {good}?"),
                         obscurians_list_swap_with, obscurians_play_swap_with},
    [phase_swap_for] = {"swap_for", SR_TEXT("Swap", "Обменять"),
                        SR_TEXT("What do you take from {partner} in return? You give: {good}.",
                                "Что берёте взамен у {partner.g}? Вы отдаёте: {good}."),
                        obscurians_list_swap_for, obscurians_play_swap_for},
    [phase_protect] = {"protect", SR_TEXT("Protect", "Защитить"),
                       SR_TEXT("Which good do you hide in the stash? Goods to go: {repeats}.",
                               "Какой товар прячете в тайник? Осталось товаров: {repeats}."),
                       obscurians_list_protect, obscurians_play_protect},
    [phase_move_from] = {"move_from", SR_TEXT("Move", "Переместить"),
                         SR_TEXT("From whom do you move a good? Moves to go: {repeats}.",
                                 "У кого забираете товар? Осталось перемещений: {repeats}."),
                         obscurians_list_move_from, obscurians_play_move_from},
    [phase_move] = {"move", SR_TEXT("Move", "Переместить"),
                    SR_TEXT("Which good of {partner} do you move?",
                            "Какой товар {partner.g} перемещаете?"),
                    obscurians_list_move, obscurians_play_move},
    [phase_move_to] = {"move_to", SR_TEXT("Move", "Переместить"),
                       SR_TEXT("To whom do you move it? From {partner}: {good}.",
                               "Кому перемещаете? От {partner.g}: {good}."),
                       obscurians_list_move_to, obscurians_play_move_to},
    [phase_die] = {"die", SR_TEXT("All five dice", "Все пять кубиков"),
                   SR_TEXT("Which die do you carry out next? All five must be used.",
                           "Какой кубик выполняете следующим? Использовать нужно все пять."),
                   obscurians_list_die, obscurians_play_die},
    [phase_symbol] = {"symbol", SR_TEXT("All five dice", "Все пять кубиков"),
                      SR_TEXT("What does this Smuggle stand for?",
                              "Чем станет этот символ Контрабанды?"),
                      obscurians_list_symbol, obscurians_play_symbol},
};
