/* Every text as people read it: of random games of every title and number of seats, of every
 * scenario, of the rules, of the coach, and what programs say of themselves. One game alone:
 * test_proofs GAME. SERAI_PROOFS=N reads the positions of N random games of each kind; the usual
 * three of each make more than ten thousand positions. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "core/rng.h"
#include "games/games.h"
#include "support/places.h"
#include "support/proof.h"
#include "support/scenario.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { USUAL_GAMES = 3, FEWER_UNDER_SANITIZERS = 1, LONGEST = 4000 };

static int games_of_each_kind(void) {
    const char *asked = getenv("SERAI_PROOFS"), *battery = getenv("SERAI_BATTERY");
    if (asked)
        return atoi(asked);
    return battery && strcmp(battery, "small") == 0 ? FEWER_UNDER_SANITIZERS : USUAL_GAMES;
}

static void is_fit(const struct proof *proof) {
    if (proof->faults)
        fail_msg("%ld of %ld texts are not fit to be read:\n%s", proof->faults, proof->texts,
                 proof->report);
    print_message("    %ld texts of %ld positions read\n", proof->texts, proof->positions);
}

static void read_random_game(struct proof *proof, const struct sr_game *game, int seats,
                             uint64_t seed) {
    struct sr_setup setup;
    struct sr_error error = {0};
    static struct sr_events events;
    sr_setup_init(game, &setup);
    setup.seats = (uint8_t)seats;
    sr_seed_number(seed, setup.seed);
    struct sr_table *table = sr_table_new(game, &setup, &error);
    assert_non_null(table);
    struct sr_rng rng;
    sr_rng_seed(&rng, setup.seed);
    struct sr_stream chance = sr_stream_open(&rng);
    assert_true(sr_table_events(table, 0, &events, &error));
    proof_table(proof, table, &events);
    for (int ply = 0; table->moves.count && ply < LONGEST; ply++) {
        uint32_t choice = sr_draw(&chance, table->moves.count);
        assert_true(sr_table_play(table, SR_REFEREE, table->moves.list[choice], &events, &error));
        proof_table(proof, table, &events);
        proof_board(proof, table);
    }
    sr_table_free(table);
}

static void random_games_read_well(void **state) {
    const struct sr_game *game = *state;
    struct proof proof = {0};
    for (int seats = game->seats_min; seats <= game->seats_max; seats++)
        for (int i = 0; i < games_of_each_kind(); i++)
            read_random_game(&proof, game, seats, (uint64_t)(1000 * seats + i));
    is_fit(&proof);
}

static void look(const struct sr_table *table, const struct sr_events *events, void *proof) {
    proof_table(proof, table, events);
}

static void scenarios_read_well(void **state) {
    const struct sr_game *game = *state;
    struct proof proof = {0};
    char folder[400], path[600];
    static struct scenario_report report;
    place_of(folder, sizeof folder, getenv("SERAI_SCENARIOS"), "scenarios", game->name);
    DIR *directory = opendir(folder);
    assert_non_null(directory);
    for (struct dirent *entry; (entry = readdir(directory));) {
        if (!strstr(entry->d_name, ".txt"))
            continue;
        memset(&report, 0, sizeof report);
        report.look = look;
        report.looker = &proof;
        snprintf(path, sizeof path, "%s/%.150s", folder, entry->d_name);
        scenario_run_file(game, path, &report);
    }
    closedir(directory);
    is_fit(&proof);
}

static void rules_read_well(void **state) {
    struct proof proof = {0};
    proof_game(&proof, *state);
    is_fit(&proof);
}

/* ---- what the coach says, and what programs say of themselves ---- */

static void reviews_read_well(void **state) {
    enum { BUDGET = 16 };
    const struct sr_game *game = *state;
    struct proof proof = {0};
    struct sr_setup setup;
    struct sr_error error = {0};
    struct sr_rng rng;
    sr_setup_init(game, &setup);
    setup.seats = game->seats_min;
    sr_seed_number(7, setup.seed);
    sr_rng_seed(&rng, setup.seed);
    struct sr_stream chance = sr_stream_open(&rng);
    struct sr_table *table = sr_table_new(game, &setup, &error);
    assert_non_null(table);
    while (table->moves.count)
        assert_true(sr_table_play(table, SR_REFEREE,
                                  table->moves.list[sr_draw(&chance, table->moves.count)], NULL,
                                  &error));
    proof_review(&proof, table, BUDGET);
    sr_table_free(table);
    is_fit(&proof);
}

static const struct {
    const char *id;
    struct sr_text text;
} phrases[] = {
#define PHRASE(id, en, ru) {#id, SR_TEXT(en, ru)},
#include "cli/phrases.def"
#undef PHRASE
#define PROBLEM(id, code, en, ru) {#id, SR_TEXT(en, ru)},
#include "api/problems.def"
#include "bots/problems.def"
#include "cli/problems.def"
#include "core/problems.def"
#include "host/problems.def"
#include "lab/problems.def"
#include "server/problems.def"
#include "store/problems.def"
#undef PROBLEM
};

static void phrases_read_well(void **state) {
    static const char *const arguments[] = {"1", "2", "5", "21"};
    struct proof proof = {0};
    (void)state;
    for (size_t i = 0; i < SR_COUNT(phrases); i++)
        for (size_t k = 0; k < SR_COUNT(arguments); k++)
            proof_phrase(&proof, phrases[i].id, &phrases[i].text, arguments[k]);
    is_fit(&proof);
}

/* ---- the proof-reader itself must see what is wrong ---- */

/* A fault of each kind, in each language that it is looked for in. */
static const struct planted {
    enum sr_lang lang;
    enum proof_place place;
    const char *objection, *text;
} wrong[] = {
    {SR_EN, PROOF_CHOICE, "a small letter at the beginning", "takes a card"},
    {SR_RU, PROOF_CHOICE, "a small letter at the beginning", "берёт карту"},
    {SR_RU, PROOF_LOG, "a small letter at the beginning", "ёлка"},
    {SR_EN, PROOF_CHOICE, "nothing", ""},
    {SR_RU, PROOF_CLAUSE, "nothing", ""},
    {SR_EN, PROOF_TITLE, "too long for its place on a phone",
     "A title that nobody could ever read on a phone"},
    {SR_RU, PROOF_TITLE, "too long for its place on a phone",
     "Заголовок, который никак не поместится на телефоне"},
    {SR_EN, PROOF_REASON, "too long for its place on a phone",
     "A reason for points that goes on and on, so that it takes three lines and then some more, "
     "and then another one, and more"},
    {SR_EN, PROOF_CHOICE, "two blanks, or a blank at an end", "Takes  a card"},
    {SR_RU, PROOF_CHOICE, "two blanks, or a blank at an end", "Берёт карту "},
    {SR_EN, PROOF_CHOICE, "a blank before a mark", "Takes a card , and goes"},
    {SR_RU, PROOF_CHOICE, "a blank before a mark", "Берёт карту ."},
    {SR_EN, PROOF_CHOICE, "one and a plural", "Takes 1 coins"},
    {SR_RU, PROOF_CHOICE, "one and a plural", "Берёт 1 монет"},
    {SR_EN, PROOF_CHOICE, "several and a singular", "Takes 2 coin"},
    {SR_RU, PROOF_CHOICE, "several and a singular", "Берёт 5 монета"},
    {SR_EN, PROOF_CHOICE, "the code of a card", "Contract C16"},
    {SR_RU, PROOF_CHOICE, "the code of a card", "Контракт T28"},
    {SR_EN, PROOF_CHOICE, "a letter for a unit", "1g 1s → 5 points"},
    {SR_RU, PROOF_CHOICE, "a letter for a unit", "Отдать 3м"},
    {SR_EN, PROOF_CHOICE, "a seat for a name", "Give to seat 2"},
    {SR_RU, PROOF_CHOICE, "a seat for a name", "Ход: место 2"},
    {SR_RU, PROOF_CHOICE, "a seat for a name", "У игрока Игрок 2"},
    {SR_EN, PROOF_CHOICE, "a mark without what it announces", "Player 2 takes:"},
    {SR_RU, PROOF_CHOICE, "a mark without what it announces", "Игрок 2 берёт ·"},
    {SR_EN, PROOF_CHOICE, "a mark of a template", "Player 2 takes {good}"},
    {SR_RU, PROOF_CHOICE, "a mark of a template", "Берёт [карту]"},
    {SR_EN, PROOF_CHOICE, "a plural that was left open", "Takes 2 coin(s)"},
    {SR_RU, PROOF_CHOICE, "a plural that was left open", "Карты#карта"},
    {SR_EN, PROOF_PROMPT, "a sentence in brackets", "Which die? (1 camel is paid)"},
    {SR_RU, PROOF_PROMPT, "a sentence in brackets", "Какой кубик? (верблюд уплачен)"},
    {SR_EN, PROOF_CHOICE, "a word without its object", "Takes a card of"},
    {SR_EN, PROOF_CHOICE, "a word without its object", "Goes to the"},
    {SR_RU, PROOF_CHOICE, "a word without its object", "Берёт карту из"},
    {SR_EN, PROOF_CHOICE, "a word for nothing", "Takes null"},
    {SR_RU, PROOF_CHOICE, "a word for nothing", "Берёт undefined"},
    {SR_EN, PROOF_CHOICE, "a value nobody knows", "Player 2 takes ?"},
    {SR_RU, PROOF_CHOICE, "a value nobody knows", "Игрок 2 берёт ?"},
    {SR_EN, PROOF_CHOICE, "an id", "Use morning_ship"},
    {SR_RU, PROOF_CHOICE, "an id", "Применить morning_ship"},
    {SR_EN, PROOF_CHOICE, "quotation marks around nothing", "The event “”"},
    {SR_RU, PROOF_CHOICE, "quotation marks around nothing", "Событие «»"},
    {SR_RU, PROOF_CHOICE, "straight quotation marks", "Указ \"утро\""},
};

static bool is_planted(const char *objection, enum sr_lang lang) {
    for (size_t i = 0; i < SR_COUNT(wrong); i++)
        if (wrong[i].lang == lang && strcmp(wrong[i].objection, objection) == 0)
            return true;
    return false;
}

/* Each is found, and by the objection that is meant for it. */
static void sees_faults(void **state) {
    (void)state;
    for (size_t i = 0; i < SR_COUNT(wrong); i++) {
        struct proof proof = {0};
        if (proof_read(&proof, wrong[i].place, wrong[i].lang, "a text", wrong[i].text))
            fail_msg("this was found right: %s", wrong[i].text);
        if (!strstr(proof.report, wrong[i].objection))
            fail_msg("%s: not for this reason, %s", proof.report, wrong[i].objection);
    }
    struct proof proof = {0};
    assert_true(proof_read(&proof, PROOF_CHOICE, SR_EN, "a text", "Take 1 coin and 2 camels"));
    assert_true(proof_read(&proof, PROOF_CHOICE, SR_RU, "a text", "Взять 21 монету и 5 карт"));
}

/* No objection is there that nothing was ever planted for. */
static void every_objection_can_be_raised(void **state) {
    enum sr_lang lang;
    const char *objection;
    (void)state;
    for (int i = 0; (objection = proof_objection(i, &lang)); i++)
        for (int in = 0; in < SR_LANGS; in++)
            if ((lang == SR_LANGS || (int)lang == in) && !is_planted(objection, (enum sr_lang)in))
                fail_msg("nothing is planted for: %s (%s)", objection, in == SR_RU ? "ru" : "en");
}

/* A fault in a game's own texts, each in its place, is found by whoever reads the whole game. */
static void sees_faults_in_a_game(void **state) {
    const struct sr_game *whole = sr_game_find("gugong");
    struct proof proof = {0};
    struct sr_game game = *whole;
    (void)state;
    proof_game(&proof, &game);
    assert_int_equal(proof.faults, 0);
    game.blurb = (struct sr_text)SR_TEXT("Trade  gifts", "обменивайтесь");
    game.title.in[SR_EN] = "Gugong, the Forbidden City of the Ming, by night";
    memset(&proof, 0, sizeof proof);
    proof_game(&proof, &game);
    assert_int_equal(proof.faults, 3);
}

int main(int argc, char **argv) {
    enum { KINDS = 4, MOST = 64 };
    static struct CMUnitTest tests[MOST];
    static const struct {
        const char *name;
        CMUnitTestFunction run;
    } kinds[KINDS] = {{"random games", random_games_read_well},
                      {"scenarios", scenarios_read_well},
                      {"rules", rules_read_well},
                      {"reviews", reviews_read_well}};
    static char names[MOST][64];
    int used = 0;
    const struct sr_game *game;
    for (int i = 0; (game = sr_game_at(i)); i++)
        for (int kind = 0; kind < KINDS && used < MOST - 4; kind++) {
            if (argc > 1 && strcmp(argv[1], game->name) != 0)
                continue;
            snprintf(names[used], sizeof names[0], "%s: %s", game->name, kinds[kind].name);
            tests[used] = (struct CMUnitTest){names[used], kinds[kind].run, NULL, NULL,
                                              (void *)(uintptr_t)game};
            used++;
        }
    tests[used++] = (struct CMUnitTest)cmocka_unit_test(phrases_read_well);
    tests[used++] = (struct CMUnitTest)cmocka_unit_test(sees_faults);
    tests[used++] = (struct CMUnitTest)cmocka_unit_test(every_objection_can_be_raised);
    tests[used++] = (struct CMUnitTest)cmocka_unit_test(sees_faults_in_a_game);
    return _cmocka_run_group_tests("proofs", tests, (size_t)used, NULL, NULL);
}
