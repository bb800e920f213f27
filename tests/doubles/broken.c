/* The broken doubles, one lie each. The honest functions do the work; a few lines around them lie.
 */
#include "broken.h"

#include <math.h>
#include <string.h>

static const struct sr_phase *const honest = pebbles_phases;

static struct sr_field *field_called(struct sr_game *game, struct broken_tables *tables,
                                     const char *name) {
    for (int i = 0; i < game->fields->count; i++)
        if (strcmp(tables->fields[i].name, name) == 0)
            return &tables->fields[i];
    return NULL;
}

/* ---- leaks ---- */

static void tell_drawn(struct sr_game *game, struct broken_tables *tables) {
    (void)game;
    tables->events[event_drew].args[1].told = SR_TOLD_ALL;
}

static void tell_tucked(struct sr_game *game, struct broken_tables *tables) {
    (void)game;
    tables->events[event_tucked].args[1].told = SR_TOLD_ALL;
}

/* The colour that is drawn lies open in the field for the one shown last. */
static void play_act_leaking(void *state, struct sr_move move, struct sr_turn *turn) {
    struct pebbles *t = state;
    honest[phase_act].play(state, move, turn);
    if (move.verb == verb_draw)
        t->latest = (uint8_t)pebbles_drawn(t);
}

static void leak_field(struct sr_game *game, struct broken_tables *tables) {
    (void)game;
    tables->phases[phase_act].play = play_act_leaking;
}

static void open_hands(struct sr_game *game, struct broken_tables *tables) {
    field_called(game, tables, "hand")->see = SR_ALL;
}

static void list_act_by_bag(const void *state, struct sr_moves *moves) {
    const struct pebbles *t = state;
    honest[phase_act].list(state, moves);
    if (t->bag_size && t->bag[t->bag_size - 1] == 0)
        moves->count--;
}

static void leak_in_list(struct sr_game *game, struct broken_tables *tables) {
    (void)game;
    tables->phases[phase_act].list = list_act_by_bag;
}

static void label_with_die(const void *state, struct sr_move move, int16_t values[SR_LABEL_ARGS]) {
    const struct pebbles *t = state;
    values[0] = move.verb == verb_bid ? t->die[0] : (int16_t)0;
}

static void leak_in_label(struct sr_game *game, struct broken_tables *tables) {
    (void)tables;
    game->label = label_with_die;
}

static void leak_in_prompt(struct sr_game *game, struct broken_tables *tables) {
    (void)game;
    tables->phases[phase_tuck].prompt = (struct sr_text)SR_TEXT(
        "You have drawn {drawn}. Which goes under the cup?", "Вытянут {drawn}. Что под чашку?");
}

/* Hands stay hidden at the end, but the sheet counts them. */
static void score_hands(const void *state, struct sr_sheet *sheet) {
    const struct pebbles *t = state;
    pebbles_score(state, sheet);
    for (int seat = 0; seat < t->head.seats; seat++)
        if (t->hand[seat][2])
            sr_score_add(sheet, seat, reason_row, 1, 1, 2, 0, 0);
}

static void leak_in_result(struct sr_game *game, struct broken_tables *tables) {
    (void)tables;
    game->score = score_hands;
}

/* ---- moves that show more than they say ---- */

static void play_act_silently(void *state, struct sr_move move, struct sr_turn *turn) {
    honest[phase_act].play(state, move, turn);
    if (move.verb == verb_draw)
        turn->shown = false;
}

static void forget_shown(struct sr_game *game, struct broken_tables *tables) {
    (void)game;
    tables->phases[phase_act].play = play_act_silently;
}

static void play_show_silently(void *state, struct sr_move move, struct sr_turn *turn) {
    honest[phase_act].play(state, move, turn);
    if (move.verb == verb_show)
        turn->shown = false;
}

static void forget_shown_hand(struct sr_game *game, struct broken_tables *tables) {
    (void)game;
    tables->phases[phase_act].play = play_show_silently;
}

/* Looks at the dice to come without using them up. */
static void play_bid_by_chance(void *state, struct sr_move move, struct sr_turn *turn) {
    struct pebbles *t = state;
    struct sr_rng ahead = t->head.rng;
    struct sr_stream stream = sr_stream_open(&ahead);
    int seat = t->head.decider;
    honest[phase_act].play(state, move, turn);
    if (move.verb == verb_bid && sr_draw(&stream, 2) && t->stake[seat] < COINS_MAX)
        t->stake[seat]++;
}

static void hide_chance(struct sr_game *game, struct broken_tables *tables) {
    (void)game;
    tables->phases[phase_act].play = play_bid_by_chance;
}

static void list_tuck_openly(const void *state, struct sr_moves *moves) {
    honest[phase_tuck].list(state, moves);
    moves->secret = false;
}

static void skip_secret(struct sr_game *game, struct broken_tables *tables) {
    (void)game;
    tables->phases[phase_tuck].list = list_tuck_openly;
}

/* ---- guesses ---- */

static void guess_nothing(void *state, int seat, struct sr_stream *stream) {
    (void)state;
    (void)seat;
    (void)stream;
}

static void keep_truth(struct sr_game *game, struct broken_tables *tables) {
    (void)tables;
    game->guess = guess_nothing;
}

static void guess_own_too(void *state, int seat, struct sr_stream *stream) {
    (void)seat;
    pebbles_guess(state, SR_SPECTATOR, stream);
}

static void redeal_own(struct sr_game *game, struct broken_tables *tables) {
    (void)tables;
    game->guess = guess_own_too;
}

static void guess_never_truth(void *state, int seat, struct sr_stream *stream) {
    struct pebbles truth = *(struct pebbles *)state;
    for (int i = 0; i < 100; i++) {
        pebbles_guess(state, seat, stream);
        if (memcmp(state, &truth, sizeof truth) != 0)
            return;
    }
}

static void avoid_truth(struct sr_game *game, struct broken_tables *tables) {
    (void)tables;
    game->guess = guess_never_truth;
}

static void guess_half_truth(void *state, int seat, struct sr_stream *stream) {
    if (sr_draw(stream, 2))
        pebbles_guess(state, seat, stream);
}

static void prefer_truth(struct sr_game *game, struct broken_tables *tables) {
    (void)tables;
    game->guess = guess_half_truth;
}

/* The core renews the generator; but a die that is thrown already is one too. */
static void guess_but_die(void *state, int seat, struct sr_stream *stream) {
    struct pebbles *t = state;
    uint8_t die = t->die[0];
    pebbles_guess(state, seat, stream);
    t->die[0] = die;
}

static void keep_die(struct sr_game *game, struct broken_tables *tables) {
    (void)tables;
    game->guess = guess_but_die;
}

static void guess_one_more(void *state, int seat, struct sr_stream *stream) {
    struct pebbles *t = state;
    pebbles_guess(state, seat, stream);
    for (int other = 0; other < PEBBLE_SEATS; other++)
        if (other != seat && t->hand[other][0] && !t->hand[other][2]) {
            t->hand[other][0]--;
            t->hand[other][2]++;
        }
}

static void forge_pebble(struct sr_game *game, struct broken_tables *tables) {
    (void)tables;
    game->guess = guess_one_more;
}

/* A cup that never holds black: some worlds do not come up, though never the fault of the truth. */
static void guess_no_black_cup(void *state, int seat, struct sr_stream *stream) {
    struct pebbles *t = state;
    pebbles_guess(state, seat, stream);
    for (int other = 0; other < t->head.seats && !t->head.over; other++)
        for (int colour = 0; colour < COLOURS - 1; colour++)
            if (other != seat && t->cup[other][COLOURS - 1] && t->hand[other][colour]) {
                t->cup[other][COLOURS - 1]--;
                t->hand[other][COLOURS - 1]++;
                t->hand[other][colour]--;
                t->cup[other][colour]++;
            }
}

static void rule_out_worlds(struct sr_game *game, struct broken_tables *tables) {
    (void)tables;
    game->guess = guess_no_black_cup;
}

/* ---- wrong rules ---- */

static void list_all_colours(const void *state, struct sr_moves *moves) {
    const struct pebbles *t = state;
    honest[phase_act].list(state, moves);
    for (int colour = 0; colour < COLOURS; colour++)
        if (!t->hand[t->head.decider][colour])
            sr_add_move(moves, (struct sr_move){verb_show, {(uint8_t)colour}});
}

static void offer_illegal(struct sr_game *game, struct broken_tables *tables) {
    (void)game;
    tables->phases[phase_act].list = list_all_colours;
}

static void list_by_mood(const void *state, struct sr_moves *moves) {
    static unsigned mood;
    honest[phase_act].list(state, moves);
    if (++mood % 3 == 0)
        moves->count--;
}

static void list_moodily(struct sr_game *game, struct broken_tables *tables) {
    (void)game;
    tables->phases[phase_act].list = list_by_mood;
}

static void play_with_shared_purse(void *state, struct sr_move move, struct sr_turn *turn) {
    static uint8_t purse;
    struct pebbles *t = state;
    int seat = t->head.decider;
    honest[phase_act].play(state, move, turn);
    if (move.verb == verb_bid)
        t->stake[seat] = (uint8_t)((t->stake[seat] + ++purse) % COINS_MAX);
}

static void share_purse(struct sr_game *game, struct broken_tables *tables) {
    (void)game;
    tables->phases[phase_act].play = play_with_shared_purse;
}

/* Writes to the position that was listed last, whichever it is given to play on. */
static struct pebbles *listed_last;

static void list_and_remember(const void *state, struct sr_moves *moves) {
    listed_last = (struct pebbles *)state;
    honest[phase_act].list(state, moves);
}

static void play_on_the_listed(void *state, struct sr_move move, struct sr_turn *turn) {
    listed_last->latest = 0;
    honest[phase_act].play(state, move, turn);
}

static void write_elsewhere(struct sr_game *game, struct broken_tables *tables) {
    (void)game;
    tables->phases[phase_act].list = list_and_remember;
    tables->phases[phase_act].play = play_on_the_listed;
}

static void deal_by_mood(void *state, struct sr_turn *turn) {
    static unsigned mood;
    struct pebbles *t = state;
    pebbles_deal(state, turn);
    t->die[0] = (uint8_t)(1 + ++mood % PIPS);
}

static void deal_moodily(struct sr_game *game, struct broken_tables *tables) {
    (void)tables;
    game->deal = deal_by_mood;
}

/* What is left out for who remembers nothing is a rule. */
static void play_act_for_heedful(void *state, struct sr_move move, struct sr_turn *turn) {
    struct pebbles *t = state;
    uint8_t latest = t->latest;
    honest[phase_act].play(state, move, turn);
    if (turn->heedless)
        t->latest = latest;
}

static void show_heedful(struct sr_game *game, struct broken_tables *tables) {
    (void)game;
    tables->phases[phase_act].play = play_act_for_heedful;
}

static void play_leaving_tail(void *state, struct sr_move move, struct sr_turn *turn) {
    struct pebbles *t = state;
    honest[phase_act].play(state, move, turn);
    if (move.verb == verb_draw)
        t->bag[t->bag_size] = 1;
}

static void leave_tail(struct sr_game *game, struct broken_tables *tables) {
    (void)game;
    tables->phases[phase_act].play = play_leaving_tail;
}

static void play_miscounting(void *state, struct sr_move move, struct sr_turn *turn) {
    struct pebbles *t = state;
    int seat = t->head.decider;
    honest[phase_act].play(state, move, turn);
    if (move.verb == verb_show)
        t->hand_size[seat]++;
}

static void miscount(struct sr_game *game, struct broken_tables *tables) {
    (void)game;
    tables->phases[phase_act].play = play_miscounting;
}

static void finish_and_begin_again(void *state, struct sr_turn *turn) {
    struct pebbles *t = state;
    honest[phase_finish].run(state, turn);
    if (t->turn < TURNS_EACH * t->head.seats)
        return;
    t->turn = 0;
    memset(t->coins, 0, sizeof t->coins);
}

static void go_on_for_ever(struct sr_game *game, struct broken_tables *tables) {
    (void)game;
    tables->phases[phase_finish].run = finish_and_begin_again;
}

static void list_far_too_much(const void *state, struct sr_moves *moves) {
    honest[phase_act].list(state, moves);
    for (uint8_t i = 0; i < 210; i++)
        sr_add_move(moves, (struct sr_move){verb_bid, {1, i}});
}

static void list_too_much(struct sr_game *game, struct broken_tables *tables) {
    (void)game;
    tables->phases[phase_act].list = list_far_too_much;
}

static void list_more_than_fit(const void *state, struct sr_moves *moves) {
    honest[phase_act].list(state, moves);
    for (int i = 0; i < SR_MAX_MOVES; i++)
        sr_add_move(moves, (struct sr_move){verb_bid, {1, (uint8_t)i}});
}

static void list_beyond_room(struct sr_game *game, struct broken_tables *tables) {
    (void)game;
    tables->phases[phase_act].list = list_more_than_fit;
}

static void score_line_by_line(const void *state, struct sr_sheet *sheet) {
    pebbles_score(state, sheet);
    for (int i = 0; i < SR_MAX_SHEET; i++)
        sr_score_add(sheet, 0, reason_stake, 0, 1, 0, 0, 0);
}

static void score_beyond_room(struct sr_game *game, struct broken_tables *tables) {
    (void)tables;
    game->score = score_line_by_line;
}

/* The total stays what it was. */
static void score_by_leaps(const void *state, struct sr_sheet *sheet) {
    pebbles_score(state, sheet);
    sr_score_add(sheet, 0, reason_stake, INT16_MAX + 1, 1, 0, 0, 0);
    sr_score_add(sheet, 0, reason_stake, INT16_MIN, 1, 0, 0, 0);
}

static void score_far_too_much(struct sr_game *game, struct broken_tables *tables) {
    (void)tables;
    game->score = score_by_leaps;
}

static void fill_twice(void *state) {
    struct pebbles *t = state;
    if (t->bag_size < PEBBLES)
        t->bag[t->bag_size++] = 0;
}

static void overfill(struct sr_game *game, struct broken_tables *tables) {
    (void)tables;
    game->fill = fill_twice;
}

/* ---- wrong sheets, words and tables ---- */

static void score_without_lines(const void *state, struct sr_sheet *sheet) {
    pebbles_score(state, sheet);
    sheet->total[0] += 2;
}

static void misadd(struct sr_game *game, struct broken_tables *tables) {
    (void)tables;
    game->score = score_without_lines;
}

static void score_for_nobody(const void *state, struct sr_sheet *sheet) {
    pebbles_score(state, sheet);
    sheet->winners = 0;
}

static void crown_nobody(struct sr_game *game, struct broken_tables *tables) {
    (void)tables;
    game->score = score_for_nobody;
}

/* A second way to show a pebble, which the notation cannot tell from the first. */
static void list_show_twice(const void *state, struct sr_moves *moves) {
    const struct pebbles *t = state;
    honest[phase_act].list(state, moves);
    for (int colour = 0; colour < COLOURS; colour++)
        if (t->hand[t->head.decider][colour])
            sr_add_move(moves, (struct sr_move){verb_show, {(uint8_t)colour, 1}});
}

static void write_alike(struct sr_game *game, struct broken_tables *tables) {
    (void)game;
    tables->phases[phase_act].list = list_show_twice;
}

static void label_alike(struct sr_game *game, struct broken_tables *tables) {
    (void)game;
    tables->verbs[verb_bid].text = (struct sr_text)SR_TEXT("Bid", "Сделать ставку");
}

static void play_noisily(void *state, struct sr_move move, struct sr_turn *turn) {
    int seat = sr_head(state)->decider;
    honest[phase_act].play(state, move, turn);
    for (int i = 0; i < SR_MAX_EVENTS; i++)
        sr_tell(turn, event_bid, seat, 1);
}

static void tell_too_much(struct sr_game *game, struct broken_tables *tables) {
    (void)game;
    tables->phases[phase_act].play = play_noisily;
}

/* The agenda has room for the end of the turn and one answer to a bid. */
static void play_asking_twice(void *state, struct sr_move move, struct sr_turn *turn) {
    struct pebbles *t = state;
    honest[phase_act].play(state, move, turn);
    if (move.verb == verb_bid)
        sr_push_bare(t, phase_match, t->head.decider);
}

static void ask_beyond_room(struct sr_game *game, struct broken_tables *tables) {
    (void)game;
    tables->phases[phase_act].play = play_asking_twice;
}

static void play_misreporting(void *state, struct sr_move move, struct sr_turn *turn) {
    honest[phase_act].play(state, move, turn);
    if (move.verb == verb_bid)
        sr_tell(turn, event_bid, PEBBLE_SEATS, 1);
}

static void misreport(struct sr_game *game, struct broken_tables *tables) {
    (void)game;
    tables->phases[phase_act].play = play_misreporting;
}

static void lose_field(struct sr_game *game, struct broken_tables *tables) {
    struct sr_field *lost = field_called(game, tables, "latest");
    *lost = tables->fields[game->fields->count - 1];
    tables->all_fields.count--;
}

static void lose_words(struct sr_game *game, struct broken_tables *tables) {
    (void)game;
    tables->events[event_rolled].text.in[SR_RU] = NULL;
}

static void lose_plural(struct sr_game *game, struct broken_tables *tables) {
    (void)game;
    tables->verbs[verb_bid].text.in[SR_RU] = "Поставить {coins} {coins#монету|монет}";
}

static uint32_t hunch_beyond(const void *state, const float habits[], const struct sr_moves *moves,
                             struct sr_stream *stream) {
    (void)state;
    (void)habits;
    return sr_draw(stream, moves->count + 1);
}

static void overreach(struct sr_game *game, struct broken_tables *tables) {
    tables->mind.hunch = hunch_beyond;
    game->mind = &tables->mind;
}

static uint32_t hunch_first(const void *state, const float habits[], const struct sr_moves *moves,
                            struct sr_stream *stream) {
    (void)state;
    (void)habits;
    (void)moves;
    (void)stream;
    return 0;
}

/* All but the last of a list are rated. */
static void rate_some(const void *state, const float habits[], const struct sr_moves *moves,
                      float rating[]) {
    (void)state;
    (void)habits;
    for (uint32_t i = 0; i < moves->count; i++)
        rating[i] = i + 1 < moves->count ? (float)i : NAN;
}

static void forget_to_rate(struct sr_game *game, struct broken_tables *tables) {
    tables->mind.hunch = hunch_first;
    tables->mind.rate = rate_some;
    game->mind = &tables->mind;
}

const struct broken_double broken_doubles[] = {
    {"a hunch lies beyond the list", BATTERY_HUNCHES, overreach},
    {"a move has no rating", BATTERY_HUNCHES, forget_to_rate},
    {"an event tells everybody what was drawn", BATTERY_TOLD, tell_drawn},
    {"an event tells everybody what was tucked away", BATTERY_SHOWN, tell_tucked},
    {"an open field shows what was drawn", BATTERY_MEMORY, leak_field},
    {"hands lie open", BATTERY_KNOWN, open_hands},
    {"the list depends on the bag", BATTERY_VIEWS, leak_in_list},
    {"a label tells the hidden die", BATTERY_VIEWS, leak_in_label},
    {"a prompt asks for a hidden value", BATTERY_WORDS, leak_in_prompt},
    {"the result counts hidden hands", BATTERY_VIEWS, leak_in_result},
    {"drawing is said to show nothing", BATTERY_SHOWN, forget_shown},
    {"showing is said to show nothing", BATTERY_SHOWN, forget_shown_hand},
    {"a bid looks ahead at the dice", BATTERY_SHOWN, hide_chance},
    {"a secret question with one answer is skipped", BATTERY_SKIPPED, skip_secret},
    {"the guess is the truth", BATTERY_FRESH, keep_truth},
    {"the guess redeals the seat's own hand", BATTERY_KNOWN, redeal_own},
    {"the guess is never the truth", BATTERY_REACH, avoid_truth},
    {"the guess is the truth half of the time", BATTERY_BLIND, prefer_truth},
    {"the guess keeps the die that was thrown", BATTERY_FRESH, keep_die},
    {"the guess forges a pebble", BATTERY_KNOWN, forge_pebble},
    {"the guess rules out possible worlds", BATTERY_REACH, rule_out_worlds},
    {"pebbles may be shown that are not there", BATTERY_CHECK, offer_illegal},
    {"the list depends on a counter", BATTERY_DETERMINISM, list_moodily},
    {"moves depend on a purse outside of the position", BATTERY_DETERMINISM, share_purse},
    {"a move writes to another position", BATTERY_COPIES, write_elsewhere},
    {"the deal depends on a counter", BATTERY_DETERMINISM, deal_moodily},
    {"who does not guess is shown nothing", BATTERY_DETERMINISM, show_heedful},
    {"the tail of a list is not cleared", BATTERY_CHECK, leave_tail},
    {"a count does not follow from the rest", BATTERY_CHECK, miscount},
    {"the game does not end", BATTERY_ENDS, go_on_for_ever},
    {"more moves are listed than anybody can read", BATTERY_LISTS, list_too_much},
    {"more moves are listed than a list holds", BATTERY_FITS, list_beyond_room},
    {"more lines are scored than a sheet holds", BATTERY_FITS, score_beyond_room},
    {"a line of the sheet has more points than it can say", BATTERY_FITS, score_far_too_much},
    {"filling up goes too far", BATTERY_POSITIONS, overfill},
    {"a total is not the sum of its lines", BATTERY_SCORES, misadd},
    {"nobody wins", BATTERY_SCORES, crown_nobody},
    {"two moves are written alike", BATTERY_NOTATION, write_alike},
    {"two choices read alike", BATTERY_WORDS, label_alike},
    {"more happens than can be told", BATTERY_FITS, tell_too_much},
    {"more is pending than the agenda holds", BATTERY_FITS, ask_beyond_room},
    {"an event names a seat that nobody has", BATTERY_EVENTS, misreport},
    {"a member of the state is in no field", BATTERY_TABLES, lose_field},
    {"a line of the log has no Russian", BATTERY_TABLES, lose_words},
    {"a Russian plural lacks a form", BATTERY_TABLES, lose_plural},
};
const int broken_double_count = sizeof broken_doubles / sizeof broken_doubles[0];

void broken_make(const struct broken_double *broken, struct sr_game *game,
                 struct broken_tables *tables) {
    *game = pebbles_game;
    tables->all_fields = (struct sr_fields){tables->fields, game->fields->count};
    memcpy(tables->fields, game->fields->list, game->fields->count * sizeof tables->fields[0]);
    memcpy(tables->phases, game->phases, sizeof tables->phases);
    memcpy(tables->verbs, game->verbs, sizeof tables->verbs);
    memcpy(tables->events, game->events, sizeof tables->events);
    game->fields = &tables->all_fields;
    game->phases = tables->phases;
    game->verbs = tables->verbs;
    game->events = tables->events;
    broken->spoil(game, tables);
}
