/* The fair, a game of every shape: its tables, its few rules, and a table in mid-game. */
#include "fair.h"

#include <string.h>

static const struct sr_name good_names[] = {
    {"tea", SR_TEXT("tea", "чай|чая")},
    {"silk", SR_TEXT("silk", "шёлк|шёлка")},
};
static const struct sr_name size_names[] = {
    {"small", SR_TEXT("small", "малая")},
    {"large", SR_TEXT("large", "большая")},
};
static const struct sr_domain a_good = SR_DOMAIN_NAMED("good", good_names);
static const struct sr_domain a_good_or_none = SR_DOMAIN_NAMED_OR_NONE("good", good_names);
static const struct sr_domain some_goods = SR_DOMAIN_BITS("goods", good_names);
static const struct sr_domain a_size = SR_DOMAIN_NAMED("size", size_names);
static const struct sr_domain a_count = SR_DOMAIN_NUMBER("count", 0, 9);
static const struct sr_domain a_place = SR_DOMAIN_PLACE("place", STALLS);
static const struct sr_domain a_luck = SR_DOMAIN_NUMBER("luck", -500, 500);
static const struct sr_domain a_lot = SR_DOMAIN_NUMBER("lot", 0, 1000000);

static const struct sr_option fair_options[OPTIONS] = {
    {"lamps", &sr_a_flag, 1, SR_TEXT("lamps are lit", "горят фонари")},
    {"size", &a_size, 0, SR_TEXT("how large", "размер")},
    {"days", &a_count, 3, SR_TEXT("how long", "сколько дней")},
};

static const struct sr_field fair_fields[] = {
    SR_PADDING_FIELD(struct fair, pad),
    SR_SCALAR_FIELD(struct fair, luck, SR_ALL, &a_luck),
    SR_SCALAR_FIELD(struct fair, dust, SR_ALL, &a_count),
    SR_SCALAR_FIELD(struct fair, crowd, SR_ALL, &a_lot),
    SR_SCALAR_FIELD(struct fair, stars, SR_ALL, &a_lot),
    SR_SCALAR_FIELD(struct fair, open, SR_ALL, &sr_a_flag),
    SR_SCALAR_FIELD(struct fair, guests, SR_ALL, &sr_a_set_of_seats),
    SR_ARRAY_FIELD(struct fair, stall, SR_ALL, &a_good_or_none, SR_PLACES(STALLS)),
    SR_ARRAY_FIELD(struct fair, coins, SR_ALL, &a_count, SR_SEATS(SEATS)),
    SR_COUNTED_SCALAR_FIELD(struct fair, total, SR_ALL, &sr_a_byte),
    SR_ARRAY_FIELD(struct fair, hand, SR_OWNER | SR_AT_END, &a_count, SR_SEATS(SEATS),
                   SR_NAMES(&a_good, GOODS)),
    SR_ARRAY_FIELD(struct fair, age, SR_OWNER, &a_place, SR_SEATS(SEATS)),
    SR_LIST_FIELD(struct fair, bag, bag_length, SR_OWNER, &a_good, SR_SEATS(SEATS), SR_LISTED(BAG)),
    SR_LENGTH_FIELD(struct fair, bag_length, &sr_a_byte, SR_SEATS(SEATS)),
    SR_ARRAY_FIELD(struct fair, look, SR_DECIDER, &sr_a_seat_or_none, SR_NAMES(&a_good, GOODS)),
    SR_LIST_FIELD(struct fair, drawn, drawn_length, SR_DECIDER, &a_good, SR_LISTED(BAG)),
    SR_LENGTH_SCALAR_FIELD(struct fair, drawn_length, &a_count),
    SR_SEEN_LIST_FIELD(struct fair, deck, deck_length, deck_seen, &some_goods, SR_LISTED(DECK)),
    SR_LIST_FIELD(struct fair, deck_seen, deck_length, SR_NOBODY, &sr_a_byte, SR_LISTED(DECK)),
    SR_LENGTH_SCALAR_FIELD(struct fair, deck_length, &a_count),
    SR_SCALAR_FIELD(struct fair, thief, SR_NOBODY, &sr_a_seat),
    SR_ARRAY_FIELD(struct fair, vault, SR_NOBODY | SR_AT_END, &a_count, SR_NAMES(&a_good, GOODS)),
    SR_SCALAR_FIELD(struct fair, steps, SR_ALL, &a_count),
    SR_PADDING_FIELD(struct fair, rest),
};
_Static_assert(SR_COUNT(fair_fields) == FIELDS, "count the fields");
static const struct sr_fields all_fields = SR_TABLE(fair_fields);

static void list_one(struct sr_moves *moves, uint8_t verb, uint8_t arg) {
    sr_add_move(moves, (struct sr_move){.verb = verb, .arg = {arg}});
}

static void list_ask(const void *state, struct sr_moves *moves) {
    (void)state;
    list_one(moves, VERB_ROLL, 0);
    list_one(moves, VERB_SHOW, SILK);
    list_one(moves, VERB_WALK, 1);
    list_one(moves, VERB_WALK, 2);
    list_one(moves, VERB_HIDE, 0);
    list_one(moves, VERB_CIRCLE, 0);
    list_one(moves, VERB_TRAP, 0);
    list_one(moves, VERB_GAMBLE, 0);
    list_one(moves, VERB_LEAVE, 0);
}
static void list_walk(const void *state, struct sr_moves *moves) {
    (void)state;
    list_one(moves, VERB_STEP, 0);
}
static void list_secret(const void *state, struct sr_moves *moves) {
    (void)state;
    moves->secret = true;
    list_one(moves, VERB_PEEK, 0);
}
static void list_stuck(const void *state, struct sr_moves *moves) {
    (void)state;
    (void)moves;
}

static void roll(struct fair *fair) {
    struct sr_stream stream = sr_stream_open(&fair->head.rng);
    fair->dust = (uint16_t)sr_draw(&stream, 10);
}

static void play_ask(void *state, struct sr_move move, struct sr_turn *turn) {
    struct fair *fair = state;
    static const uint8_t next[] = {
        [VERB_WALK] = WALK,  [VERB_HIDE] = SECRET, [VERB_CIRCLE] = CIRCLE,
        [VERB_TRAP] = STUCK, [VERB_GAMBLE] = DRAW, [VERB_LEAVE] = ASK};
    fair->head.phase = next[move.verb];
    if (move.verb == VERB_ROLL)
        roll(fair);
    if (move.verb == VERB_SHOW)
        turn->shown = true;
    if (move.verb == VERB_WALK)
        fair->steps = move.arg[0];
    if (move.verb == VERB_LEAVE) {
        fair->head.over = 1;
        fair->head.decider = SR_NONE;
    }
}
static void play_step(void *state, struct sr_move move, struct sr_turn *turn) {
    struct fair *fair = state;
    (void)move;
    sr_tell(turn, EVENT_STEP, fair->head.decider, fair->steps);
    if (--fair->steps == 0) {
        fair->head.phase = ASK;
        fair->head.decider = (uint8_t)((fair->head.decider + 1) % fair->head.seats);
    }
}
static void play_peek(void *state, struct sr_move move, struct sr_turn *turn) {
    (void)move;
    (void)turn;
    ((struct fair *)state)->head.phase = ASK;
}
static void play_circle(void *state, struct sr_move move, struct sr_turn *turn) {
    (void)state;
    (void)move;
    (void)turn;
}

static void play_draw(void *state, struct sr_move move, struct sr_turn *turn) {
    struct fair *fair = state;
    (void)move;
    roll(fair);
    turn->shown = true;
    fair->head.phase = ASK;
}

static const struct sr_phase fair_phases[] = {
    {"ask", SR_TEXT("Ask", "Вопрос"),
     SR_TEXT("{coins} coins, age {age}, thief {thief}, luck {luck}[, {steps} steps]",
             "монет: {coins}"),
     list_ask, play_ask},
    {"walk", SR_TEXT("Walk", "Путь"), SR_TEXT("Walk", "Идите"), list_walk, play_step},
    {"secret", SR_TEXT("Secret", "Тайна"), SR_TEXT("Peek", "Взгляните"), list_secret, play_peek},
    {"circle", SR_TEXT("Circle", "Круг"), SR_TEXT("Turn", "Кружите"), list_walk, play_circle},
    {"stuck", SR_TEXT("Stuck", "Тупик"), SR_TEXT("Stuck", "Тупик"), list_stuck, play_circle},
    {"draw", SR_TEXT("Draw", "Жребий"), SR_TEXT("Draw", "Тяните"), list_walk, play_draw},
};

static const struct sr_verb fair_verbs[] = {
    [VERB_ROLL] = {.name = "roll", .text = SR_TEXT("roll", "бросить")},
    [VERB_SHOW] = {.name = "show",
                   .args = {{"good", &a_good}},
                   .text = SR_TEXT("show \"{good}\" at {price}", "показать {good}"),
                   .label = {{"price", &a_count}}},
    [VERB_WALK] = {.name = "walk",
                   .args = {{"steps", &a_count}},
                   .text = SR_TEXT("walk {steps}", "пройти {steps}")},
    [VERB_STEP] = {.name = "step", .text = SR_TEXT("step", "шаг")},
    [VERB_HIDE] = {.name = "hide", .text = SR_TEXT("hide", "спрятать")},
    [VERB_PEEK] = {.name = "peek", .text = SR_TEXT("peek", "взглянуть")},
    [VERB_CIRCLE] = {.name = "circle", .text = SR_TEXT("circle", "кружить")},
    [VERB_TRAP] = {.name = "trap", .text = SR_TEXT("trap", "западня")},
    [VERB_GAMBLE] = {.name = "gamble", .text = SR_TEXT("gamble", "рискнуть")},
    [VERB_LEAVE] = {.name = "leave", .text = SR_TEXT("leave", "уйти")},
};

static const struct sr_event_kind fair_events[] = {
    [EVENT_STEP] = {.name = "step",
                    .args = {{"seat", &sr_a_seat, SR_TOLD_ALL}, {"left", &a_count, SR_TOLD_FIRST}},
                    .text = SR_TEXT("{seat} steps, {left} left", "{seat} идёт, ещё {left}"),
                    .veiled = SR_TEXT("{seat} steps", "{seat} идёт")},
};

static const struct sr_reason fair_reasons[] = {
    {"coins", {{"coins", &a_count}}, SR_TEXT("{coins} coins: {points}", "{coins} мон.: {points}")},
};

static void fair_deal(void *state, struct sr_turn *turn) {
    (void)turn;
    struct fair *fair = state;
    fair->head.phase = WALK;
    fair->steps = 2;
    fair->coins[0] = fair->options[2];
    fair->total = fair->options[2];
}
static void fair_guess(void *state, int seat, struct sr_stream *stream) {
    struct fair *fair = state;
    fair->thief = (uint8_t)sr_draw(stream, fair->head.seats);
    if (seat == SR_SPECTATOR)
        fair->age[0] = (uint8_t)sr_draw(stream, STALLS);
}
static void fair_score(const void *state, struct sr_sheet *sheet) {
    const struct fair *fair = state;
    int64_t key[SR_MAX_SEATS] = {0};
    for (int seat = 0; seat < fair->head.seats; seat++) {
        sr_score_add(sheet, seat, 0, 2 * fair->coins[seat], fair->coins[seat], 0, 0, 0);
        key[seat] = sheet->total[seat];
    }
    sr_score_rank(sheet, fair->head.seats, key);
}
static bool fair_check(const void *state, struct sr_breach *breach) {
    static const struct sr_text far_away = SR_TEXT("{0} steps is too far", "{0} шагов: далеко");
    static const struct sr_text wrong_coins = SR_TEXT("{1} coins, not {0}", "монет {1}, а не {0}");
    const struct fair *fair = state;
    if (fair->steps > 8) {
        *breach =
            (struct sr_breach){.structural = true, .text = &far_away, .number = {fair->steps}};
        return false;
    }
    *breach = (struct sr_breach){.text = &wrong_coins, .number = {7, fair->total}};
    return fair->total == 7;
}
static const struct sr_text *fair_refuse(const struct sr_setup *setup) {
    static const struct sr_text text = SR_TEXT("a large fair needs lamps", "нужны фонари");
    return setup->options[1] && !setup->options[0] ? &text : NULL;
}
static void fair_recount(void *state) {
    struct fair *fair = state;
    fair->total = 0;
    for (int seat = 0; seat < SEATS; seat++)
        fair->total = (uint8_t)(fair->total + fair->coins[seat]);
}
static void fair_label(const void *state, struct sr_move move, int16_t values[SR_LABEL_ARGS]) {
    (void)move;
    values[0] = ((const struct fair *)state)->coins[1];
}

const struct sr_game sr_fair = {
    .name = "fair",
    .title = SR_TEXT("The Fair", "Ярмарка"),
    .blurb = SR_TEXT("All \"shapes\"", "Все формы"),
    .rules = 2,
    .seats_min = 2,
    .seats_max = SEATS,
    .size = sizeof(struct fair),
    .bound = 50,
    .options_at = offsetof(struct fair, options),
    .options = fair_options,
    .fields = &all_fields,
    .phases = fair_phases,
    .verbs = fair_verbs,
    .events = fair_events,
    .reasons = fair_reasons,
    .option_count = OPTIONS,
    .phase_count = 6,
    .verb_count = 10,
    .event_count = 1,
    .reason_count = 1,
    .deal = fair_deal,
    .guess = fair_guess,
    .score = fair_score,
    .check = fair_check,
    .refuse = fair_refuse,
    .recount = fair_recount,
    .label = fair_label,
};

struct fair sr_fair_sample(void) {
    struct fair fair;
    memset(&fair, 0, sizeof fair);
    for (uint32_t word = 0; word < 8; word++)
        fair.head.rng.key[word] = UINT32_C(0x03020100) + UINT32_C(0x04040404) * word;
    fair.head.rng.block = 7;
    fair.head.seats = 2;
    fair.head.decider = 1;
    fair.head.rules = 2;
    fair.options[0] = 1;
    fair.options[1] = 1;
    fair.options[2] = 3;
    fair.luck = -300;
    fair.dust = 9;
    fair.crowd = 70000;
    fair.stars = 1000000;
    fair.open = 1;
    fair.guests = 3;
    fair.stall[0] = SILK;
    fair.stall[1] = SR_NONE;
    fair.coins[0] = 3;
    fair.coins[1] = 4;
    fair.total = 7;
    fair.hand[0][TEA] = 1;
    fair.hand[0][SILK] = 2;
    fair.hand[1][TEA] = 3;
    fair.hand[1][SILK] = 4;
    fair.age[0] = 1;
    fair.age[1] = 2;
    fair.bag[0][0] = SILK;
    fair.bag_length[0] = 1;
    fair.bag[1][0] = SILK;
    fair.bag[1][1] = SILK;
    fair.bag_length[1] = 2;
    fair.look[TEA] = SR_NONE;
    fair.look[SILK] = 1;
    fair.drawn[0] = SILK;
    fair.drawn_length = 1;
    fair.deck[0] = 1;
    fair.deck[1] = 2;
    fair.deck[2] = 3;
    fair.deck_length = 3;
    fair.deck_seen[0] = 1;
    fair.deck_seen[1] = 3 | 0xc0; /* with private marks of the game in the high bits */
    fair.deck_seen[2] = 0x80;
    fair.thief = 1;
    fair.vault[TEA] = 5;
    fair.vault[SILK] = 6;
    return fair;
}

struct fair sr_fair_ended(void) {
    struct fair fair = sr_fair_sample();
    fair.head.over = 1;
    fair.head.decider = SR_NONE;
    return fair;
}
