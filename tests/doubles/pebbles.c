/* Pebbles, played honestly. */
#include "pebbles.h"

#include "core/canvas.h"

#include <string.h>

/* ---- the box ---- */

static const struct sr_name colours[COLOURS] = {
    {"white", SR_TEXT("white", "белый|белого|белый")},
    {"grey", SR_TEXT("grey", "серый|серого|серый")},
    {"black", SR_TEXT("black", "чёрный|чёрного|чёрный")},
};
static const uint8_t worth[COLOURS] = {1, 2, 3};
enum { STAKE_POINTS = 3, CUP_FACTOR = 2 };
#ifndef PEBBLES_RULES
#define PEBBLES_RULES 1 /* tests/versions has the next, too */
#endif

const struct sr_domain a_colour = SR_DOMAIN_NAMED("colour", colours);
const struct sr_domain a_colour_or_none = SR_DOMAIN_NAMED_OR_NONE("colour", colours);
static const struct sr_domain some_pebbles = SR_DOMAIN_NUMBER("pebbles", 0, PEBBLES);
static const struct sr_domain some_coins = SR_DOMAIN_NUMBER("coins", 0, COINS_MAX);
static const struct sr_domain some_turns = SR_DOMAIN_NUMBER("turns", 0, TURNS_EACH *PEBBLE_SEATS);
static const struct sr_domain some_pips = SR_DOMAIN_NUMBER("pips", 1, PIPS);
static const struct sr_domain a_bid = SR_DOMAIN_NUMBER("bid", 1, BID_MAX);
static const struct sr_domain a_match = SR_DOMAIN_NUMBER("match", 0, 1);
static const struct sr_domain copies = SR_DOMAIN_NUMBER("copies", 2, COPIES_MAX);

static const struct sr_option options[PEBBLE_OPTIONS] = {
    [option_copies] = {"copies", &copies, 2,
                       SR_TEXT("pebbles of each colour", "камешков каждого цвета")},
    [option_peeking] = {"peeking", &sr_a_flag, 1,
                        SR_TEXT("players may peek at the die", "можно подсматривать кубик")},
};

static const struct sr_field fields[] = {
    SR_SCALAR_FIELD(struct pebbles, turn, SR_ALL, &some_turns),
    SR_ARRAY_FIELD(struct pebbles, hand, SR_OWNER, &some_pebbles, SR_SEATS(PEBBLE_SEATS),
                   SR_NAMES(&a_colour, COLOURS)),
    SR_COUNTED_FIELD(struct pebbles, hand_size, SR_ALL, &some_pebbles, SR_SEATS(PEBBLE_SEATS)),
    SR_ARRAY_FIELD(struct pebbles, cup, SR_OWNER | SR_AT_END, &some_pebbles, SR_SEATS(PEBBLE_SEATS),
                   SR_NAMES(&a_colour, COLOURS)),
    SR_ARRAY_FIELD(struct pebbles, row, SR_ALL, &some_pebbles, SR_SEATS(PEBBLE_SEATS),
                   SR_NAMES(&a_colour, COLOURS)),
    SR_ARRAY_FIELD(struct pebbles, coins, SR_ALL, &some_coins, SR_SEATS(PEBBLE_SEATS)),
    SR_ARRAY_FIELD(struct pebbles, stake, SR_ALL, &some_coins, SR_SEATS(PEBBLE_SEATS)),
    SR_LIST_FIELD(struct pebbles, bag, bag_size, SR_NOBODY, &a_colour, SR_LISTED(PEBBLES)),
    SR_LENGTH_SCALAR_FIELD(struct pebbles, bag_size, &some_pebbles),
    SR_SCALAR_FIELD(struct pebbles, latest, SR_ALL, &a_colour_or_none),
    SR_SEEN_FIELD(struct pebbles, die, die_seen, &some_pips, SR_PLACES(1)),
    SR_ARRAY_FIELD(struct pebbles, die_seen, SR_ALL, &sr_a_set_of_seats, SR_PLACES(1)),
    SR_PADDING_FIELD(struct pebbles, padding),
};

static const struct sr_verb verbs[PEBBLE_VERBS] = {
    [verb_draw] = {"draw", {{0}}, SR_TEXT("Draw a pebble", "Вытянуть камешек"), {{0}}},
    [verb_tuck] = {"tuck",
                   {{"colour", &a_colour}},
                   SR_TEXT("Tuck away the {colour} pebble", "Спрятать {colour.a} камешек"),
                   {{0}}},
    [verb_show] = {"show",
                   {{"colour", &a_colour}},
                   SR_TEXT("Show a {colour} pebble", "Открыть {colour.a} камешек"),
                   {{0}}},
    [verb_peek] = {"peek", {{0}}, SR_TEXT("Peek at the die", "Подсмотреть кубик"), {{0}}},
    [verb_roll] = {"roll", {{0}}, SR_TEXT("Take the die", "Открыть кубик"), {{0}}},
    [verb_bid] = {"bid",
                  {{"coins", &a_bid}},
                  SR_TEXT("Bid {coins} {coins#coin|coins}[, which leaves {left}]",
                          "Поставить {coins} {coins#монету|монеты|монет}[, останется {left}]"),
                  {{"left", &some_coins}}},
    [verb_match] = {"match",
                    {{"coins", &a_match}},
                    SR_TEXT("Answer with {coins} {coins#coin|coins}",
                            "Ответить: {coins} {coins#монета|монеты|монет}"),
                    {{0}}},
};

static const struct sr_event_kind events[PEBBLE_EVENTS] = {
    [event_drew] = {"drew",
                    {{"seat", &sr_a_seat, SR_TOLD_ALL}, {"colour", &a_colour, SR_TOLD_FIRST}},
                    SR_TEXT("{seat} draws a {colour} pebble.", "{seat} тянет {colour.a} камешек."),
                    SR_TEXT("{seat} draws a pebble.", "{seat} тянет камешек.")},
    [event_tucked] = {"tucked",
                      {{"seat", &sr_a_seat, SR_TOLD_ALL}, {"colour", &a_colour, SR_TOLD_FIRST}},
                      SR_TEXT("{seat} tucks away a {colour} pebble.",
                              "{seat} прячет {colour.a} камешек."),
                      SR_TEXT("{seat} tucks a pebble away.", "{seat} прячет камешек.")},
    [event_showed] = {"showed",
                      {{"seat", &sr_a_seat, SR_TOLD_ALL}, {"colour", &a_colour, SR_TOLD_ALL}},
                      SR_TEXT("{seat} shows a {colour} pebble.",
                              "{seat} открывает {colour.a} камешек."),
                      {{0}}},
    [event_peeked] = {"peeked",
                      {{"seat", &sr_a_seat, SR_TOLD_ALL}, {"pips", &some_pips, SR_TOLD_FIRST}},
                      SR_TEXT("{seat} peeks at the die: {pips}.",
                              "{seat} подсматривает кубик: {pips}."),
                      SR_TEXT("{seat} peeks at the die.", "{seat} подсматривает кубик.")},
    [event_rolled] = {"rolled",
                      {{"seat", &sr_a_seat, SR_TOLD_ALL}, {"pips", &some_pips, SR_TOLD_ALL}},
                      SR_TEXT("{seat} takes {pips} {pips#coin|coins}.",
                              "{seat} берёт {pips} {pips#монету|монеты|монет}."),
                      {{0}}},
    [event_bid] = {"bid",
                   {{"seat", &sr_a_seat, SR_TOLD_ALL}, {"coins", &some_coins, SR_TOLD_ALL}},
                   SR_TEXT("{seat} bids {coins} {coins#coin|coins}.",
                           "{seat} ставит {coins} {coins#монету|монеты|монет}."),
                   {{0}}},
    [event_matched] = {"matched",
                       {{"seat", &sr_a_seat, SR_TOLD_ALL}, {"coins", &some_coins, SR_TOLD_ALL}},
                       SR_TEXT("{seat} answers with {coins} {coins#coin|coins}.",
                               "{seat} отвечает: {coins} {coins#монета|монеты|монет}."),
                       {{0}}},
};

static const struct sr_reason reasons[PEBBLE_REASONS] = {
    [reason_row] = {"row",
                    {{"count", &some_pebbles}, {"colour", &a_colour}},
                    SR_TEXT("{count} {colour} shown", "открыто: {count}, цвет — {colour}")},
    [reason_cup] = {"cup",
                    {{"count", &some_pebbles}, {"colour", &a_colour}},
                    SR_TEXT("{count} {colour} under the cup",
                            "под чашкой: {count}, цвет — {colour}")},
    [reason_stake] = {"stake",
                      {{"coins", &some_coins}},
                      SR_TEXT("the highest bid: {coins}", "самая высокая ставка: {coins}")},
};

static const struct sr_chapter chapters[] = {
    {SR_TEXT("Pebbles", "Камешки"),
     SR_TEXT("Draw, tuck away, show, bid; four turns each.",
             "Тяните, прячьте, открывайте, ставьте; по четыре хода.")},
};

/* ---- setting up ---- */

static int pebbles_in(const uint8_t counts[COLOURS]) {
    int sum = 0;
    for (int colour = 0; colour < COLOURS; colour++)
        sum += counts[colour];
    return sum;
}

static int copies_in_play(const struct pebbles *t) {
    return t->options[option_copies];
}

static void throw_die(struct pebbles *t, struct sr_stream *stream) {
    t->die[0] = (uint8_t)(1 + sr_draw(stream, PIPS));
    t->die_seen[0] = 0;
}

void pebbles_deal(void *state, struct sr_turn *turn) {
    (void)turn;
    struct pebbles *t = state;
    struct sr_stream stream = sr_stream_open(&t->head.rng);
    for (int colour = 0; colour < COLOURS; colour++)
        for (int i = 0; i < copies_in_play(t); i++)
            t->bag[t->bag_size++] = (uint8_t)colour;
    sr_shuffle(&stream, t->bag, t->bag_size);
    for (int seat = 0; seat < t->head.seats; seat++) {
        t->hand[seat][t->bag[--t->bag_size]]++;
        t->bag[t->bag_size] = 0;
        t->hand_size[seat] = 1;
        t->coins[seat] = t->head.rules >= 2 ? 0 : START_COINS;
    }
    throw_die(t, &stream);
    t->latest = SR_NONE;
}

int pebbles_drawn(const struct pebbles *t) {
    bool tucking = t->head.pending && t->agenda[t->head.pending - 1].phase == phase_tuck;
    return tucking ? sr_top(t, tuck)->drawn : SR_NONE;
}

static const struct sr_text *refuse(const struct sr_setup *setup) {
    static const struct sr_text clash =
        SR_TEXT("copies=3 is played with peeking", "copies=3 играется с подсматриванием");
    return setup->options[option_copies] == 3 && !setup->options[option_peeking] ? &clash : NULL;
}

/* ---- the turn ---- */

static void run_finish(void *state, struct sr_turn *turn) {
    (void)turn;
    ((struct pebbles *)state)->turn++;
}

/* Nothing is pending: the next seat's turn, or the end. */
static void next(void *state, struct sr_turn *turn) {
    struct pebbles *t = state;
    if (t->turn < TURNS_EACH * t->head.seats) {
        sr_push_bare(t, phase_finish, SR_NONE);
        sr_push_bare(t, phase_act, t->turn % t->head.seats);
        return;
    }
    t->head.over = 1;
    t->head.decider = SR_NONE;
    turn->shown = true; /* the cups are lifted */
}

static void list_act(const void *state, struct sr_moves *moves) {
    const struct pebbles *t = state;
    int seat = t->head.decider;
    moves->secret = true; /* what can be shown tells of the hand */
    if (t->bag_size)
        sr_add_move(moves, (struct sr_move){verb_draw, {0}});
    for (int colour = 0; colour < COLOURS; colour++)
        if (t->hand[seat][colour])
            sr_add_move(moves, (struct sr_move){verb_show, {(uint8_t)colour}});
    if (t->options[option_peeking] && !(t->die_seen[0] >> seat & 1))
        sr_add_move(moves, (struct sr_move){verb_peek, {0}});
    sr_add_move(moves, (struct sr_move){verb_roll, {0}});
    for (uint8_t coins = 1; coins <= BID_MAX && coins <= t->coins[seat]; coins++)
        sr_add_move(moves, (struct sr_move){verb_bid, {coins}});
}

static void play_act(void *state, struct sr_move move, struct sr_turn *turn) {
    struct pebbles *t = state;
    int seat = t->head.decider;
    switch (move.verb) {
    case verb_draw: {
        uint8_t drawn = t->bag[--t->bag_size];
        t->bag[t->bag_size] = 0;
        turn->shown = true;
        sr_tell(turn, event_drew, seat, drawn);
        sr_push(t, phase_tuck, seat, tuck, .drawn = drawn);
        break;
    }
    case verb_show:
        t->hand[seat][move.arg[0]]--;
        t->hand_size[seat]--;
        t->row[seat][move.arg[0]]++;
        t->latest = move.arg[0];
        turn->shown = true;
        sr_tell(turn, event_showed, seat, move.arg[0]);
        break;
    case verb_peek:
        t->die_seen[0] = (uint8_t)(t->die_seen[0] | 1U << seat);
        turn->shown = true;
        sr_tell(turn, event_peeked, seat, t->die[0]);
        break;
    case verb_roll: {
        struct sr_stream stream = sr_stream_open(&t->head.rng);
        t->coins[seat] = (uint8_t)(t->coins[seat] + t->die[0]);
        turn->shown = true;
        sr_tell(turn, event_rolled, seat, t->die[0]);
        throw_die(t, &stream);
        break;
    }
    default:
        t->coins[seat] = (uint8_t)(t->coins[seat] - move.arg[0]);
        t->stake[seat] = (uint8_t)(t->stake[seat] + move.arg[0]);
        sr_tell(turn, event_bid, seat, move.arg[0]);
        sr_push_bare(t, phase_match, (seat + 1) % t->head.seats);
        break;
    }
}

static void list_tuck(const void *state, struct sr_moves *moves) {
    const struct pebbles *t = state;
    moves->secret = true;
    for (int colour = 0; colour < COLOURS; colour++)
        if (t->hand[t->head.decider][colour] || sr_top(t, tuck)->drawn == colour)
            sr_add_move(moves, (struct sr_move){verb_tuck, {(uint8_t)colour}});
}

static void play_tuck(void *state, struct sr_move move, struct sr_turn *turn) {
    struct pebbles *t = state;
    int seat = t->head.decider;
    t->hand[seat][sr_taken(turn, tuck)->drawn]++;
    t->hand[seat][move.arg[0]]--;
    t->cup[seat][move.arg[0]]++;
    sr_tell(turn, event_tucked, seat, move.arg[0]);
}

/* Coins are open, so that somebody without any has no choice is open too. */
static void list_match(const void *state, struct sr_moves *moves) {
    const struct pebbles *t = state;
    for (uint8_t coins = 0; coins <= 1 && coins <= t->coins[t->head.decider]; coins++)
        sr_add_move(moves, (struct sr_move){verb_match, {coins}});
}

static void play_match(void *state, struct sr_move move, struct sr_turn *turn) {
    struct pebbles *t = state;
    int seat = t->head.decider;
    t->coins[seat] = (uint8_t)(t->coins[seat] - move.arg[0]);
    t->stake[seat] = (uint8_t)(t->stake[seat] + move.arg[0]);
    sr_tell(turn, event_matched, seat, move.arg[0]);
}

const struct sr_phase pebbles_phases[PEBBLE_PHASES] = {
    [phase_act] = {"act", SR_TEXT("action", "действие"),
                   SR_TEXT("What do you do? You have {coins} {coins#coin|coins}.",
                           "Что делаете? У вас {coins} {coins#монета|монеты|монет}."),
                   list_act, play_act},
    [phase_tuck] = {"tuck",
                    SR_TEXT("tuck away", "спрятать камешек"),
                    SR_TEXT("Which pebble goes under the cup?", "Какой камешек — под чашку?"),
                    list_tuck,
                    play_tuck,
                    {SR_PHASE_ARG(tuck, drawn, SR_OWNER, &a_colour)}},
    [phase_match] = {"match", SR_TEXT("answer the bid", "ответить на ставку"),
                     SR_TEXT("Do you answer the bid?", "Ответите на ставку?"), list_match,
                     play_match},
    [phase_finish] = {.name = "finish", .run = run_finish},
};

/* ---- secrets ---- */

static int gather(uint8_t *pool, int size, uint8_t counts[COLOURS]) {
    for (int colour = 0; colour < COLOURS; colour++)
        for (; counts[colour]; counts[colour]--)
            pool[size++] = (uint8_t)colour;
    return size;
}

/* Everything out of the seat's sight goes into one pool and comes back shuffled. Whatever it
 * contains may lie in any order: nothing that was seen of it limits that. */
void pebbles_guess(void *state, int seat, struct sr_stream *stream) {
    struct pebbles *t = state;
    uint8_t pool[PEBBLES];
    int size = 0, in_hand[PEBBLE_SEATS], in_cup[PEBBLE_SEATS];
    int drawn = pebbles_drawn(t);
    bool hidden_drawn = drawn != SR_NONE && t->head.decider != seat;
    for (int other = 0; other < t->head.seats; other++) {
        in_hand[other] = pebbles_in(t->hand[other]);
        in_cup[other] = pebbles_in(t->cup[other]);
        if (other == seat)
            continue;
        size = gather(pool, size, t->hand[other]);
        if (!t->head.over)
            size = gather(pool, size, t->cup[other]);
    }
    for (int i = 0; i < t->bag_size; i++)
        pool[size++] = t->bag[i];
    if (hidden_drawn)
        pool[size++] = (uint8_t)drawn;
    sr_shuffle(stream, pool, (size_t)size);

    for (int other = 0; other < t->head.seats; other++) {
        if (other == seat)
            continue;
        for (int i = 0; i < in_hand[other]; i++)
            t->hand[other][pool[--size]]++;
        for (int i = 0; i < in_cup[other] && !t->head.over; i++)
            t->cup[other][pool[--size]]++;
    }
    for (int i = 0; i < t->bag_size; i++)
        t->bag[i] = pool[--size];
    if (hidden_drawn)
        t->agenda[t->head.pending - 1].arg[offsetof(struct tuck, drawn)] = pool[--size];
    if (seat == SR_SPECTATOR || !(t->die_seen[0] >> seat & 1))
        t->die[0] = (uint8_t)(1 + sr_draw(stream, PIPS));
}

/* ---- the end ---- */

void pebbles_score(const void *state, struct sr_sheet *sheet) {
    const struct pebbles *t = state;
    int64_t key[PEBBLE_SEATS];
    int most = 1;
    for (int seat = 0; seat < t->head.seats; seat++)
        most = t->stake[seat] > most ? t->stake[seat] : most;
    for (int seat = 0; seat < t->head.seats; seat++) {
        for (int colour = 0; colour < COLOURS; colour++) {
            int shown = t->row[seat][colour], tucked = t->cup[seat][colour];
            if (shown)
                sr_score_add(sheet, seat, reason_row, shown * worth[colour], shown, colour, 0, 0);
            if (tucked)
                sr_score_add(sheet, seat, reason_cup, CUP_FACTOR * tucked * worth[colour], tucked,
                             colour, 0, 0);
        }
        if (t->stake[seat] == most)
            sr_score_add(sheet, seat, reason_stake, STAKE_POINTS, most, 0, 0, 0);
        key[seat] = (int64_t)sheet->total[seat] * 100 + t->coins[seat];
    }
    sr_score_rank(sheet, t->head.seats, key);
}

void pebbles_recount(void *state) {
    struct pebbles *t = state;
    for (int seat = 0; seat < t->head.seats; seat++)
        t->hand_size[seat] = (uint8_t)pebbles_in(t->hand[seat]);
}

static int lying_about(const struct pebbles *t, int colour) {
    int count = pebbles_drawn(t) == colour;
    for (int seat = 0; seat < t->head.seats; seat++)
        count += t->hand[seat][colour] + t->cup[seat][colour] + t->row[seat][colour];
    for (int i = 0; i < t->bag_size; i++)
        count += t->bag[i] == colour;
    return count;
}

static bool check(const void *state, struct sr_breach *breach) {
    static const struct sr_text conservation =
        SR_TEXT("there are {1} pebbles of colour {0}, not {2}",
                "камешков цвета {0}: {1}, а должно быть {2}");
    const struct pebbles *t = state;
    for (int colour = 0; colour < COLOURS; colour++)
        if (lying_about(t, colour) != copies_in_play(t)) {
            breach->text = &conservation;
            breach->number[0] = colour + 1;
            breach->number[1] = lying_about(t, colour);
            breach->number[2] = copies_in_play(t);
            return false;
        }
    return true;
}

static void fill(void *state) {
    struct pebbles *t = state;
    for (int colour = 0; colour < COLOURS; colour++)
        while (lying_about(t, colour) < copies_in_play(t) && t->bag_size < PEBBLES)
            t->bag[t->bag_size++] = (uint8_t)colour;
}

/* ---- for people and bots ---- */

static void label(const void *state, struct sr_move move, int16_t values[SR_LABEL_ARGS]) {
    const struct pebbles *t = state;
    if (move.verb == verb_bid && !t->head.over)
        values[0] = (int16_t)(t->coins[t->head.decider] - move.arg[0]);
}

static void draw(const struct sr_look *look, struct sr_canvas *canvas) {
    const struct pebbles *t = look->state;
    for (int seat = 0; seat < t->head.seats; seat++) {
        int column = sr_canvas_text(canvas, seat, 0, SR_PLAIN, sr_seat_sign(seat));
        for (int colour = 0; colour < COLOURS; colour++) {
            column = sr_canvas_number(canvas, seat, column + 1, SR_PLAIN, t->hand[seat][colour]);
            column = sr_canvas_number(canvas, seat, column + 1, SR_PLAIN, t->cup[seat][colour]);
        }
    }
}

static const struct sr_fields all_fields = SR_TABLE(fields);
static const struct sr_chapters all_chapters = SR_TABLE(chapters);

const struct sr_game pebbles_game = {
    .name = "pebbles",
    .title = SR_TEXT("Pebbles", "Камешки"),
    .blurb = SR_TEXT("A very small game.", "Совсем маленькая игра."),
    .rules = PEBBLES_RULES,
    .seats_min = 2,
    .seats_max = PEBBLE_SEATS,
    .size = sizeof(struct pebbles),
    .bound = TURNS_EACH * PEBBLE_SEATS * 2,
    .options_at = offsetof(struct pebbles, options),
    .agenda_at = offsetof(struct pebbles, agenda),
    .agenda_room = sizeof((struct pebbles *)0)->agenda / sizeof(struct sr_item),
    .fields = &all_fields,
    .chapters = &all_chapters,
    SR_ROWS(option, options),
    SR_ROWS(phase, pebbles_phases),
    SR_ROWS(verb, verbs),
    SR_ROWS(event, events),
    SR_ROWS(reason, reasons),
    .deal = pebbles_deal,
    .next = next,
    .guess = pebbles_guess,
    .score = pebbles_score,
    .check = check,
    .refuse = refuse,
    .recount = pebbles_recount,
    .fill = fill,
    .label = label,
    .draw = draw,
};
