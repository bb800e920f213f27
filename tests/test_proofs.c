/* Every text as people read it: of random games of every title and number of seats, of every
 * scenario, and of the rules. One game alone: test_proofs GAME. SERAI_PROOFS=N reads the positions
 * of N random games of each kind; the usual three of each make more than ten thousand positions. */
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

/* ---- the proof-reader itself must see what is wrong ---- */

static void sees_faults(void **state) {
    static const struct {
        enum sr_lang lang;
        const char *text;
    } wrong[] = {
        {SR_EN, "takes a card"},     {SR_EN, "Takes  a card"},    {SR_EN, "Takes 1 coins"},
        {SR_EN, "Takes 2 coin"},     {SR_EN, "Contract C16"},     {SR_EN, "1g 1s → 5 points"},
        {SR_EN, "Give to seat 2"},   {SR_EN, "Player 2 takes:"},  {SR_EN, "Player 2 takes {good}"},
        {SR_EN, "Takes 2 coin(s)"},  {SR_EN, "Takes a card of"},  {SR_EN, "Goes to the"},
        {SR_RU, "Берёт карту из"},   {SR_EN, "Takes null"},       {SR_RU, "Карты#карта"},
        {SR_EN, "Player 2 takes ?"}, {SR_EN, "Use morning_ship"}, {SR_EN, ""},
        {SR_RU, "берёт карту"},      {SR_RU, "Ход: место 2"},     {SR_RU, "Берёт 1 монет"},
        {SR_RU, "Берёт 5 монета"},   {SR_RU, "Отдать 3м"},        {SR_RU, "Указ \"утро\""},
        {SR_RU, "У игрока Игрок 2"},
    };
    (void)state;
    for (size_t i = 0; i < SR_COUNT(wrong); i++) {
        struct proof proof = {0};
        if (proof_read(&proof, PROOF_CHOICE, wrong[i].lang, "a text", wrong[i].text))
            fail_msg("this was found right: %s", wrong[i].text);
    }
    struct proof proof = {0};
    assert_true(proof_read(&proof, PROOF_CHOICE, SR_EN, "a text", "Take 1 coin and 2 camels"));
    assert_true(proof_read(&proof, PROOF_CHOICE, SR_RU, "a text", "Взять 21 монету и 5 карт"));
}

int main(int argc, char **argv) {
    enum { KINDS = 3, MOST = 64 };
    static struct CMUnitTest tests[MOST];
    static const struct {
        const char *name;
        CMUnitTestFunction run;
    } kinds[KINDS] = {{"random games", random_games_read_well},
                      {"scenarios", scenarios_read_well},
                      {"rules", rules_read_well}};
    static char names[MOST][64];
    int used = 0;
    const struct sr_game *game;
    for (int i = 0; (game = sr_game_at(i)); i++)
        for (int kind = 0; kind < KINDS && used < MOST - 1; kind++) {
            if (argc > 1 && strcmp(argv[1], game->name) != 0)
                continue;
            snprintf(names[used], sizeof names[0], "%s: %s", game->name, kinds[kind].name);
            tests[used] = (struct CMUnitTest){names[used], kinds[kind].run, NULL, NULL,
                                              (void *)(uintptr_t)game};
            used++;
        }
    tests[used++] = (struct CMUnitTest)cmocka_unit_test(sees_faults);
    return _cmocka_run_group_tests("proofs", tests, (size_t)used, NULL, NULL);
}
