/* Notation and words of moves and events, on the tables of a small made-up game. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "core/game.h"

#define COUNT(table) (sizeof(table) / sizeof((table)[0]))

/* ---- a bazaar: four seats, three goods ---- */

static const struct sr_name good_names[] = {
    {"silk", SR_TEXT("silk", "шёлк|шёлка|шёлк|шёлку|шёлком")},
    {"paper", SR_TEXT("paper", "бумага|бумаги|бумагу|бумаге|бумагой")},
    {"tea", SR_TEXT("tea", "чай|чая|чай|чаю|чаем")},
};
static const struct sr_domain good = SR_DOMAIN_NAMED("good", good_names);
static const struct sr_domain good_or_none = SR_DOMAIN_NAMED_OR_NONE("good", good_names);
static const struct sr_domain goods = SR_DOMAIN_BITS("goods", good_names);
static const struct sr_domain steps = SR_DOMAIN_NUMBER("steps", 1, 45);
static const struct sr_domain coins = SR_DOMAIN_NUMBER("coins", 0, 300);
static const struct sr_domain change = SR_DOMAIN_NUMBER("change", -3, 3);
static const struct sr_domain place = SR_DOMAIN_PLACE("place", 12);
static const struct sr_domain number_or_none = {
    .id = "number", .kind = SR_NUMBER, .min = 0, .max = 255, .may_be_none = true};
static const struct sr_name era_names[] = {{"han", SR_TEXT("Han", "Хань")},
                                           {"tang", SR_TEXT("Tang", "Тан")}};
static const struct sr_domain era = {
    .id = "era", .kind = SR_NAMED, .min = 3, .max = 4, .names = era_names};

enum { WALK, PASS, TRADE, KEEP, VISIT, SEND };
static const struct sr_verb verbs[] = {
    [WALK] = {"walk",
              {{"steps", &steps}},
              SR_TEXT(
                  "walk {steps} {steps#step|steps}[ for {cost} {cost#coin|coins}]",
                  "пройти {steps} {steps#шаг|шага|шагов}[ за {cost} {cost#монету|монеты|монет}]"),
              {{"cost", &coins}}},
    [PASS] = {"pass", {{NULL, NULL}}, SR_TEXT("pass", "пас"), {{NULL, NULL}}},
    [TRADE] = {"trade",
               {{"give", &good}, {"take", &good_or_none}, {"extra", &good_or_none}},
               SR_TEXT("trade {give}[ for {take}][ and {extra}]",
                       "обменять {give.a}[ на {take.a}][ и {extra.a}]"),
               {{NULL, NULL}}},
    [KEEP] = {"keep",
              {{"goods", &goods}, {"open", &sr_a_flag}},
              SR_TEXT("keep {goods}", "оставить {goods.a}"),
              {{NULL, NULL}}},
    [VISIT] = {"visit",
               {{"seat", &sr_a_seat}, {"place", &place}},
               SR_TEXT("visit {seat} at {place}", "навестить {seat.a} у {place}"),
               {{NULL, NULL}}},
    [SEND] = {"send",
              {{"from", &sr_a_seat_or_none},
               {"a", &good},
               {"b", &good},
               {"c", &good},
               {"d", &good},
               {"e", &good},
               {"to", &sr_a_seat_or_none}},
              SR_TEXT("send {a}", "послать {a.a}"),
              {{NULL, NULL}}},
};

enum { WALKED, DREW, SWAPPED, BURIED, RANG };
static const struct sr_event_kind events[] = {
    [WALKED] = {"walked",
                {{"seat", &sr_a_seat, SR_TOLD_ALL}, {"steps", &steps, SR_TOLD_ALL}},
                SR_TEXT("{seat} walks {steps} {steps#step|steps}",
                        "{seat} проходит {steps} {steps#шаг|шага|шагов}"),
                {{NULL, NULL}}},
    [DREW] = {"drew",
              {{"seat", &sr_a_seat, SR_TOLD_ALL}, {"good", &good_or_none, SR_TOLD_FIRST}},
              SR_TEXT("{seat} draws[ {good}]", "{seat} берёт[ {good.a}]"),
              SR_TEXT("{seat} draws a card", "{seat} берёт карту")},
    [SWAPPED] = {"swapped",
                 {{"one", &sr_a_seat, SR_TOLD_ALL},
                  {"other", &sr_a_seat, SR_TOLD_ALL},
                  {"good", &good, SR_TOLD_BOTH}},
                 SR_TEXT("{one} hands {other} {good}", "{one} передаёт {other.d} {good.a}"),
                 SR_TEXT("{one} hands {other} something", "{one} что-то передаёт {other.d}")},
    [BURIED] = {"buried",
                {{"good", &good, SR_TOLD_NOBODY}},
                SR_TEXT("{good} is buried", "{good} уходит под низ"),
                {{NULL, NULL}}},
    [RANG] = {"rang",
              {{NULL, NULL, 0}},
              SR_TEXT("the bell rings", "звонит колокол"),
              {{NULL, NULL}}},
};

/* The price of a walk is what it is long less the ticket that the state holds. */
static void label(const void *state, struct sr_move move, int16_t values[SR_LABEL_ARGS]) {
    const uint8_t *ticket = state;
    if (move.verb == WALK)
        values[0] = (int16_t)(move.arg[0] - *ticket);
}

static const struct sr_game bazaar = {
    .name = "bazaar",
    .title = SR_TEXT("Bazaar", "Базар"),
    .verbs = verbs,
    .verb_count = COUNT(verbs),
    .events = events,
    .event_count = COUNT(events),
    .label = label,
};
enum { SEATS = 4 };

/* ---- domains in notation ---- */

static void assert_written(const struct sr_domain *domain, int64_t value, const char *expected) {
    char text[64];
    struct sr_out out;
    sr_out_open(&out, text, sizeof text);
    sr_domain_write(&out, domain, value);
    assert_string_equal(text, expected);
}

static void values_are_written_as_people_count(void **state) {
    (void)state;
    assert_written(&steps, 45, "45");
    assert_written(&change, -3, "-3");
    assert_written(&place, 0, "1");
    assert_written(&sr_a_seat, 3, "4");
    assert_written(&sr_a_seat_or_none, SR_NONE, "none");
    assert_written(&sr_a_byte, 255, "255");
    assert_written(&good, 2, "tea");
    assert_written(&era, 3, "han");
    assert_written(&good_or_none, SR_NONE, "none");
    assert_written(&sr_a_flag, 1, "yes");
    assert_written(&sr_a_flag, 0, "no");
    assert_written(&goods, 0, "-");
    assert_written(&goods, 5, "silk+tea");
    assert_written(&sr_a_set_of_seats, 9, "1+4");
    assert_written(&good, 7, "7"); /* outside its domain, still no crash */
    assert_written(&goods, 8, "3");
}

static void every_value_reads_back(void **state) {
    (void)state;
    static const struct sr_domain *const domains[] = {
        &steps, &change,    &place,     &good,      &good_or_none,      &goods,
        &era,   &sr_a_byte, &sr_a_seat, &sr_a_flag, &sr_a_set_of_seats, &sr_a_seat_or_none};
    for (size_t i = 0; i < COUNT(domains); i++) {
        int held = 0;
        for (int64_t value = -5; value <= 300; value++) {
            char text[64];
            struct sr_out out;
            sr_out_open(&out, text, sizeof text);
            sr_domain_write(&out, domains[i], value);
            int64_t found = -999;
            bool read = sr_domain_read(domains[i], text, out.len, SEATS, &found);
            bool holds = sr_domain_holds(domains[i], value, SEATS);
            if (domains[i]->kind == SR_FLAG || domains[i]->kind == SR_BITS) {
                if (!holds) /* "yes" and "-" also stand for what does not exist */
                    continue;
            }
            assert_int_equal(read, holds);
            if (holds)
                assert_int_equal(found, value);
            held += holds;
        }
        assert_true(held >= 2);
    }
}

static void ranges_know_the_table(void **state) {
    (void)state;
    assert_true(sr_domain_holds(&sr_a_seat, 1, 2));
    assert_false(sr_domain_holds(&sr_a_seat, 2, 2));
    assert_false(sr_domain_holds(&sr_a_seat, -1, 2));
    assert_false(sr_domain_holds(&sr_a_seat, SR_NONE, 6));
    assert_true(sr_domain_holds(&sr_a_seat_or_none, SR_NONE, 2));
    assert_true(sr_domain_holds(&sr_a_set_of_seats, 3, 2));
    assert_false(sr_domain_holds(&sr_a_set_of_seats, 4, 2));
    assert_true(sr_domain_holds(&sr_a_set_of_seats, 63, 6));
    assert_false(sr_domain_holds(&sr_a_set_of_seats, 64, 6));
    assert_false(sr_domain_holds(&sr_a_set_of_seats, 1, 255));
    assert_false(sr_domain_holds(&sr_a_set_of_seats, 1, -1));
    assert_false(sr_domain_holds(&sr_a_flag, 2, 2));
    assert_false(sr_domain_holds(&sr_a_byte, 256, 2));
    assert_false(sr_domain_holds(&goods, 8, 2));
    assert_false(sr_domain_holds(&good, SR_NONE, 2));
}

static void what_is_none_or_zero_is_nothing(void **state) {
    (void)state;
    assert_true(sr_domain_nothing(&coins, 0));
    assert_false(sr_domain_nothing(&coins, 1));
    assert_false(sr_domain_nothing(&place, 0)); /* reads as 1 */
    assert_false(sr_domain_nothing(&good, 0));
    assert_true(sr_domain_nothing(&good_or_none, SR_NONE));
    assert_false(sr_domain_nothing(&sr_a_seat, 0));
    assert_true(sr_domain_nothing(&sr_a_seat_or_none, SR_NONE));
    assert_true(sr_domain_nothing(&sr_a_flag, 0));
    assert_true(sr_domain_nothing(&goods, 0));
    assert_false(sr_domain_nothing(&sr_a_byte, SR_NONE));
}

static void readings_are_strict(void **state) {
    (void)state;
    static const struct {
        const struct sr_domain *domain;
        const char *text;
    } bad[] = {
        {&steps, ""},
        {&steps, "0"},
        {&steps, "46"},
        {&steps, "+4"},
        {&steps, "04"},
        {&steps, "4 "},
        {&steps, " 4"},
        {&steps, "4.0"},
        {&steps, "-4"},
        {&steps, "4294967300"},
        {&steps, "18446744073709551620"},
        {&steps, "none"},
        {&change, "-"},
        {&change, "-0"},
        {&change, "--1"},
        {&change, "-4"},
        {&place, "0"},
        {&place, "13"},
        {&sr_a_seat, "0"},
        {&sr_a_seat, "5"},
        {&sr_a_seat, "none"},
        {&sr_a_seat, "256"},
        {&sr_a_seat_or_none, "256"}, /* stored, it would be the same byte as none */
        {&number_or_none, "255"},
        {&good, "Tea"},
        {&good, "te"},
        {&good, "teas"},
        {&good, "none"},
        {&good, "2"},
        {&good_or_none, "None"},
        {&sr_a_flag, "1"},
        {&sr_a_flag, "true"},
        {&sr_a_flag, ""},
        {&goods, ""},
        {&goods, "silk+"},
        {&goods, "+silk"},
        {&goods, "silk++tea"},
        {&goods, "silk+silk"},
        {&goods, "silk+-"},
        {&goods, "silk,tea"},
        {&goods, "none"},
        {&sr_a_set_of_seats, "0"},
        {&sr_a_set_of_seats, "5"},
        {&sr_a_set_of_seats, "1+1"},
        {&sr_a_set_of_seats, "1+99"},
    };
    for (size_t i = 0; i < COUNT(bad); i++) {
        int64_t value = -77;
        if (sr_domain_read(bad[i].domain, bad[i].text, strlen(bad[i].text), SEATS, &value))
            fail_msg("\"%s\" was read as a %s", bad[i].text, bad[i].domain->id);
        assert_int_equal(value, -77);
    }
    int64_t value;
    assert_false(sr_domain_read(&good, "tea\0", 4, SEATS, &value));
    assert_true(sr_domain_read(&goods, "tea+silk", 8, SEATS, &value)); /* order is free */
    assert_int_equal(value, 5);
    assert_true(sr_domain_read(&number_or_none, "none", 4, SEATS, &value));
    assert_int_equal(value, SR_NONE);
}

static void assert_offered(const struct sr_domain *domain, const char *expected) {
    char text[256];
    struct sr_out out;
    sr_out_open(&out, text, sizeof text);
    sr_domain_offer(&out, domain, SEATS);
    assert_string_equal(text, expected);
}

static void offers_say_what_would_be_right(void **state) {
    (void)state;
    assert_offered(&steps, "1..45");
    assert_offered(&change, "-3..3");
    assert_offered(&place, "1..12");
    assert_offered(&sr_a_seat, "1..4");
    assert_offered(&sr_a_seat_or_none, "1..4, none");
    assert_offered(&good, "silk, paper, tea");
    assert_offered(&good_or_none, "silk, paper, tea, none");
    assert_offered(&era, "han, tang");
    assert_offered(&sr_a_flag, "yes, no");
    assert_offered(&goods, "-, silk, paper, tea, silk+paper ...");
    assert_offered(&sr_a_set_of_seats, "-, 1..4, 1+2 ...");
    static const struct sr_domain seven = SR_DOMAIN_NUMBER("seven", 7, 7);
    assert_offered(&seven, "7");

    /* a long table of names is cut between two of them */
    static struct sr_name many[60];
    for (size_t i = 0; i < COUNT(many); i++)
        many[i].id = "lapis_lazuli";
    const struct sr_domain stones = SR_DOMAIN_NAMED("stone", many);
    char text[1024];
    struct sr_out out;
    sr_out_open(&out, text, sizeof text);
    sr_domain_offer(&out, &stones, SEATS);
    assert_true(out.len > 80 && out.len < SR_ERROR_ARG_BYTES);
    assert_int_equal((out.len - strlen("lapis_lazuli ...")) % strlen("lapis_lazuli, "), 0);
    assert_string_equal(text + out.len - strlen("lapis_lazuli ..."), "lapis_lazuli ...");
}

/* ---- moves in notation ---- */

static void assert_move(struct sr_move move, const char *notation) {
    char text[SR_MOVE_TEXT_BYTES];
    struct sr_out out;
    sr_out_open(&out, text, sizeof text);
    sr_move_write(&out, &bazaar, move);
    assert_string_equal(text, notation);
    struct sr_move found;
    memset(&found, 0xEE, sizeof found);
    struct sr_error error = {0};
    assert_true(sr_move_read(&bazaar, text, out.len, SEATS, &found, &error));
    assert_int_equal(error.problem, SR_FINE);
    assert_true(sr_same_move(found, move));
}

static void moves_are_written_and_read_back(void **state) {
    (void)state;
    assert_int_equal(sr_verb_args(&verbs[PASS]), 0);
    assert_int_equal(sr_verb_args(&verbs[WALK]), 1);
    assert_int_equal(sr_verb_args(&verbs[SEND]), SR_MOVE_ARGS);
    assert_move((struct sr_move){WALK, {2}}, "walk 2");
    assert_move((struct sr_move){PASS, {0}}, "pass");
    assert_move((struct sr_move){TRADE, {0, 2, 1}}, "trade silk tea paper");
    assert_move((struct sr_move){TRADE, {0, 2, SR_NONE}}, "trade silk tea");
    assert_move((struct sr_move){TRADE, {0, SR_NONE, SR_NONE}}, "trade silk");
    assert_move((struct sr_move){TRADE, {0, SR_NONE, 1}}, "trade silk none paper");
    assert_move((struct sr_move){KEEP, {6, 1}}, "keep paper+tea yes");
    assert_move((struct sr_move){KEEP, {0, 0}}, "keep - no");
    assert_move((struct sr_move){VISIT, {3, 11}}, "visit 4 12");
    assert_move((struct sr_move){SEND, {SR_NONE, 0, 1, 2, 1, 0, 2}},
                "send none silk paper tea paper silk 3");
    assert_move((struct sr_move){SEND, {0, 0, 0, 0, 0, 0, SR_NONE}},
                "send 1 silk silk silk silk silk");
}

static void blanks_between_words_do_not_matter(void **state) {
    (void)state;
    static const char *const ways[] = {"trade silk tea", "trade  silk\t tea", " trade silk tea",
                                       "trade silk tea \t", "trade silk tea none"};
    for (size_t i = 0; i < COUNT(ways); i++) {
        struct sr_move move;
        struct sr_error error;
        assert_true(sr_move_read(&bazaar, ways[i], strlen(ways[i]), SEATS, &move, &error));
        assert_true(sr_same_move(move, (struct sr_move){TRADE, {0, 2, SR_NONE}}));
    }
}

static void a_verb_out_of_the_table_is_written_as_unknown(void **state) {
    (void)state;
    char text[16];
    struct sr_out out;
    sr_out_open(&out, text, sizeof text);
    sr_move_write(&out, &bazaar, (struct sr_move){COUNT(verbs), {0}});
    assert_string_equal(text, "?");
    sr_out_open(&out, text, sizeof text);
    struct sr_reader reader = {SR_EN, NULL};
    sr_move_say(&out, &reader, &bazaar, NULL, (struct sr_move){COUNT(verbs), {0}});
    assert_string_equal(text, "?");
    struct sr_event event = {.kind = COUNT(events)};
    sr_out_open(&out, text, sizeof text);
    sr_event_say(&out, &reader, &bazaar, &event, 0);
    assert_string_equal(text, "?");
    assert_false(sr_event_seen(&bazaar, &event, 0, 0));
}

static void bad_moves_are_refused_with_reasons(void **state) {
    (void)state;
    static const struct {
        const char *text;
        const struct sr_problem *problem;
        const char *en, *ru;
    } bad[] = {
        {"", SR_PROBLEM_NO_MOVE,
         "an empty line is not a move; legal here: walk, pass, trade, keep, visit, send",
         "пустая строка — не ход; можно: walk, pass, trade, keep, visit, send"},
        {" \t ", SR_PROBLEM_NO_MOVE,
         "an empty line is not a move; legal here: walk, pass, trade, keep, visit, send",
         "пустая строка — не ход; можно: walk, pass, trade, keep, visit, send"},
        {"run 2", SR_PROBLEM_UNKNOWN_VERB,
         "\"run\" is not a move of bazaar; its moves begin with: walk, pass, trade, keep, visit, "
         "send",
         "«run» — не ход игры bazaar; ходы начинаются с: walk, pass, trade, keep, visit, send"},
        {"Walk 2", SR_PROBLEM_UNKNOWN_VERB,
         "\"Walk\" is not a move of bazaar; its moves begin with: walk, pass, trade, keep, visit, "
         "send",
         "«Walk» — не ход игры bazaar; ходы начинаются с: walk, pass, trade, keep, visit, send"},
        {"w\xFF\n", SR_PROBLEM_UNKNOWN_VERB,
         "\"w??\" is not a move of bazaar; its moves begin with: walk, pass, trade, keep, visit, "
         "send",
         "«w??» — не ход игры bazaar; ходы начинаются с: walk, pass, trade, keep, visit, send"},
        {"walk", SR_PROBLEM_TOO_FEW_ARGS, "\"walk\" lacks its steps; write 1..45",
         "в «walk» не хватает: steps; годится: 1..45"},
        {"send none silk", SR_PROBLEM_TOO_FEW_ARGS, "\"send\" lacks its b; write silk, paper, tea",
         "в «send» не хватает: b; годится: silk, paper, tea"},
        {"walk 2 3", SR_PROBLEM_TOO_MANY_ARGS,
         "\"walk 2\" is followed by \"3\", which does not belong there",
         "после «walk 2» стоит лишнее: «3»"},
        {"pass now then", SR_PROBLEM_TOO_MANY_ARGS,
         "\"pass\" is followed by \"now\", which does not belong there",
         "после «pass» стоит лишнее: «now»"},
        {"walk 46", SR_PROBLEM_BAD_ARG, "walk: \"46\" is not its steps; write 1..45",
         "walk: «46» — не steps; годится: 1..45"},
        {"walk 2\r", SR_PROBLEM_BAD_ARG, "walk: \"2?\" is not its steps; write 1..45",
         "walk: «2?» — не steps; годится: 1..45"},
        {"trade silk wool", SR_PROBLEM_BAD_ARG,
         "trade: \"wool\" is not its take; write silk, paper, tea, none",
         "trade: «wool» — не take; годится: silk, paper, tea, none"},
        {"visit 5 1", SR_PROBLEM_BAD_ARG, "visit: \"5\" is not its seat; write 1..4",
         "visit: «5» — не seat; годится: 1..4"},
        {"keep silk,tea no", SR_PROBLEM_BAD_ARG,
         "keep: \"silk,tea\" is not its goods; write -, silk, paper, tea, silk+paper ...",
         "keep: «silk,tea» — не goods; годится: -, silk, paper, tea, silk+paper ..."},
    };
    for (size_t i = 0; i < COUNT(bad); i++) {
        struct sr_move move = {9, {9, 9}}, before = move;
        struct sr_error error;
        assert_false(sr_move_read(&bazaar, bad[i].text, strlen(bad[i].text), SEATS, &move, &error));
        assert_int_equal(error.problem, bad[i].problem);
        assert_int_equal(sr_error_code(&error), SR_CODE_ILLEGAL);
        assert_true(sr_same_move(move, before));
        char text[1024];
        struct sr_out out;
        sr_out_open(&out, text, sizeof text);
        sr_error_say(&out, SR_EN, &error);
        assert_string_equal(text, bad[i].en);
        sr_out_open(&out, text, sizeof text);
        sr_error_say(&out, SR_RU, &error);
        assert_string_equal(text, bad[i].ru);
        /* nobody need listen */
        assert_false(sr_move_read(&bazaar, bad[i].text, strlen(bad[i].text), SEATS, &move, NULL));
    }
}

static void moves_have_a_longest_length(void **state) {
    (void)state;
    char text[SR_MOVE_TEXT_BYTES];
    memset(text, ' ', sizeof text);
    memcpy(text, "walk 2", 6);
    struct sr_move move;
    struct sr_error error;
    assert_true(sr_move_read(&bazaar, text, SR_MOVE_TEXT_BYTES - 1, SEATS, &move, &error));
    assert_false(sr_move_read(&bazaar, text, SR_MOVE_TEXT_BYTES, SEATS, &move, &error));
    assert_int_equal(error.problem, SR_PROBLEM_MOVE_TOO_LONG);
    assert_string_equal(error.arg[0], "256");
    assert_string_equal(error.arg[1], "255");
}

/* ---- in words ---- */

static const char *const names[SR_MAX_SEATS] = {"Ли", "Anna", NULL, NULL, NULL, NULL};
static const struct sr_reader english = {SR_EN, names}, russian = {SR_RU, names};

static void assert_choice(uint8_t ticket, struct sr_move move, const char *en, const char *ru) {
    char text[256];
    struct sr_out out;
    sr_out_open(&out, text, sizeof text);
    sr_move_say(&out, &english, &bazaar, &ticket, move);
    assert_string_equal(text, en);
    sr_out_open(&out, text, sizeof text);
    sr_move_say(&out, &russian, &bazaar, &ticket, move);
    assert_string_equal(text, ru);
}

static void choices_are_said_with_their_labels(void **state) {
    (void)state;
    assert_choice(2, (struct sr_move){WALK, {2}}, "Walk 2 steps", "Пройти 2 шага");
    assert_choice(0, (struct sr_move){WALK, {1}}, "Walk 1 step for 1 coin",
                  "Пройти 1 шаг за 1 монету");
    assert_choice(3, (struct sr_move){WALK, {25}}, "Walk 25 steps for 22 coins",
                  "Пройти 25 шагов за 22 монеты");
    assert_choice(0, (struct sr_move){PASS, {0}}, "Pass", "Пас");
    assert_choice(0, (struct sr_move){TRADE, {1, 2, SR_NONE}}, "Trade paper for tea",
                  "Обменять бумагу на чай");
    assert_choice(0, (struct sr_move){TRADE, {1, SR_NONE, 0}}, "Trade paper and silk",
                  "Обменять бумагу и шёлк");
    assert_choice(0, (struct sr_move){KEEP, {3, 0}}, "Keep silk, paper", "Оставить шёлк, бумагу");
    assert_choice(0, (struct sr_move){VISIT, {1, 0}}, "Visit Anna at 1",
                  "Навестить игрока Anna у 1");
    assert_choice(0, (struct sr_move){VISIT, {2, 4}}, "Visit Player 3 at 5",
                  "Навестить игрока 3 у 5");
}

static void a_game_without_labels_says_its_moves(void **state) {
    (void)state;
    struct sr_game plain = bazaar;
    plain.label = NULL;
    char text[64];
    struct sr_out out;
    sr_out_open(&out, text, sizeof text);
    sr_move_say(&out, &english, &plain, NULL, (struct sr_move){WALK, {3}});
    assert_string_equal(text, "Walk 3 steps");
}

static void assert_line(struct sr_event event, int viewer, const char *en, const char *ru) {
    char text[256];
    struct sr_out out;
    sr_out_open(&out, text, sizeof text);
    sr_event_say(&out, &english, &bazaar, &event, viewer);
    assert_string_equal(text, en);
    sr_out_open(&out, text, sizeof text);
    sr_event_say(&out, &russian, &bazaar, &event, viewer);
    assert_string_equal(text, ru);
}

static void everyone_reads_what_is_told_to_all(void **state) {
    (void)state;
    struct sr_event walked = {WALKED, {0, 21}};
    for (int viewer = SR_REFEREE; viewer < SEATS; viewer++)
        assert_line(walked, viewer, "Ли walks 21 steps", "Ли проходит 21 шаг");
    struct sr_event rang = {RANG, {0}};
    assert_line(rang, SR_SPECTATOR, "The bell rings", "Звонит колокол");
    assert_int_equal(sr_event_args(&events[RANG]), 0);
    assert_int_equal(sr_event_args(&events[SWAPPED]), 3);
}

static void the_first_seat_reads_what_is_told_to_it(void **state) {
    (void)state;
    struct sr_event drew = {DREW, {1, 2}};
    assert_line(drew, 1, "Anna draws tea", "Anna берёт чай");
    assert_line(drew, SR_REFEREE, "Anna draws tea", "Anna берёт чай");
    assert_line(drew, 0, "Anna draws a card", "Anna берёт карту");
    assert_line(drew, 2, "Anna draws a card", "Anna берёт карту");
    assert_line(drew, SR_SPECTATOR, "Anna draws a card", "Anna берёт карту");
    /* that there was none to draw is as hidden as which it was */
    struct sr_event none = {DREW, {1, SR_NONE}};
    assert_line(none, 1, "Anna draws", "Anna берёт");
    assert_line(none, 0, "Anna draws a card", "Anna берёт карту");
}

static void both_seats_read_what_is_told_to_both(void **state) {
    (void)state;
    struct sr_event swapped = {SWAPPED, {2, 0, 1}};
    assert_line(swapped, 2, "Player 3 hands Ли paper", "Игрок 3 передаёт игроку Ли бумагу");
    assert_line(swapped, 0, "Player 3 hands Ли paper", "Игрок 3 передаёт игроку Ли бумагу");
    assert_line(swapped, SR_REFEREE, "Player 3 hands Ли paper",
                "Игрок 3 передаёт игроку Ли бумагу");
    assert_line(swapped, 1, "Player 3 hands Ли something", "Игрок 3 что-то передаёт игроку Ли");
    assert_line(swapped, SR_SPECTATOR, "Player 3 hands Ли something",
                "Игрок 3 что-то передаёт игроку Ли");
}

static void nobody_reads_what_is_told_to_nobody(void **state) {
    (void)state;
    struct sr_event buried = {BURIED, {0}};
    assert_line(buried, SR_REFEREE, "Silk is buried", "Шёлк уходит под низ");
    for (int viewer = SR_SPECTATOR; viewer < SEATS; viewer++)
        assert_line(buried, viewer, "? is buried", "? уходит под низ");
}

static void seats_see_arguments_as_they_are_told(void **state) {
    (void)state;
    struct sr_event swapped = {SWAPPED, {2, 0, 1}};
    for (int arg = 0; arg < 2; arg++)
        for (int viewer = SR_REFEREE; viewer < SEATS; viewer++)
            assert_true(sr_event_seen(&bazaar, &swapped, arg, viewer));
    for (int viewer = SR_REFEREE; viewer < SEATS; viewer++)
        assert_int_equal(sr_event_seen(&bazaar, &swapped, 2, viewer),
                         viewer == SR_REFEREE || viewer == 2 || viewer == 0);
    assert_false(sr_event_seen(&bazaar, &swapped, SR_EVENT_ARGS, 2));
    assert_false(sr_event_seen(&bazaar, &swapped, -1, 2));
    /* a viewer that is no seat is not the seat of an event by its number */
    struct sr_event odd = {DREW, {SR_SPECTATOR, 1}};
    assert_false(sr_event_seen(&bazaar, &odd, 1, SR_SPECTATOR));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(values_are_written_as_people_count),
        cmocka_unit_test(every_value_reads_back),
        cmocka_unit_test(ranges_know_the_table),
        cmocka_unit_test(what_is_none_or_zero_is_nothing),
        cmocka_unit_test(readings_are_strict),
        cmocka_unit_test(offers_say_what_would_be_right),
        cmocka_unit_test(moves_are_written_and_read_back),
        cmocka_unit_test(blanks_between_words_do_not_matter),
        cmocka_unit_test(a_verb_out_of_the_table_is_written_as_unknown),
        cmocka_unit_test(bad_moves_are_refused_with_reasons),
        cmocka_unit_test(moves_have_a_longest_length),
        cmocka_unit_test(choices_are_said_with_their_labels),
        cmocka_unit_test(a_game_without_labels_says_its_moves),
        cmocka_unit_test(everyone_reads_what_is_told_to_all),
        cmocka_unit_test(the_first_seat_reads_what_is_told_to_it),
        cmocka_unit_test(both_seats_read_what_is_told_to_both),
        cmocka_unit_test(nobody_reads_what_is_told_to_nobody),
        cmocka_unit_test(seats_see_arguments_as_they_are_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
