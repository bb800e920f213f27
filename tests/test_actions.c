/* Moves as numbers: every legal move has one, no two share one, and it reads back. */
#include "core/space.h"
#include "games/games.h"

#include <jansson.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { GAMES_EACH = 20 };

static struct sr_actions *actions_of(const struct sr_game *game, int seats) {
    struct sr_actions *actions = malloc(sizeof *actions);
    assert_non_null(actions);
    assert_true(sr_actions_of(actions, game, seats));
    return actions;
}

static void expect_numbers(const struct sr_actions *actions, const struct sr_moves *moves,
                           int decider) {
    static uint8_t taken[SR_MAX_ACTIONS];
    memset(taken, 0, actions->count);
    for (uint32_t i = 0; i < moves->count; i++) {
        struct sr_move back;
        uint32_t id = sr_action_id(actions, decider, moves->list[i]);
        assert_true(id < actions->count);
        assert_false(taken[id]);
        taken[id] = 1;
        assert_true(sr_action_move(actions, decider, id, &back));
        assert_true(sr_same_move(back, moves->list[i]));
    }
}

static void every_legal_move_has_a_number_of_its_own(void **state) {
    (void)state;
    for (int at = 0; sr_game_at(at); at++)
        for (int seats = sr_game_at(at)->seats_min; seats <= sr_game_at(at)->seats_max; seats++) {
            const struct sr_game *game = sr_game_at(at);
            struct sr_actions *actions = actions_of(game, seats);
            struct sr_setup setup;
            struct sr_moves moves;
            _Alignas(8) unsigned char table[SR_MAX_STATE];
            sr_setup_init(game, &setup);
            setup.seats = (uint8_t)seats;
            for (uint64_t seed = 0; seed < GAMES_EACH; seed++) {
                struct sr_rng source;
                sr_seed_number(seed, setup.seed);
                sr_rng_seed(&source, setup.seed);
                struct sr_stream dice = sr_stream_open(&source);
                sr_deal(game, table, &setup, NULL, &moves);
                while (!sr_head(table)->over) {
                    expect_numbers(actions, &moves, sr_head(table)->decider);
                    sr_play(game, table, moves.list[sr_draw(&dice, moves.count)], NULL, &moves);
                }
            }
            free(actions);
        }
}

/* Every number is a move of the tables, and back; the numbers of neighbours turn with the seat. */
static void every_number_is_a_move(void **state) {
    (void)state;
    for (int at = 0; sr_game_at(at); at++) {
        const struct sr_game *game = sr_game_at(at);
        struct sr_actions *actions = actions_of(game, game->seats_max);
        char name[2][SR_MOVE_TEXT_BYTES] = {"", ""};
        for (uint32_t id = 0; id < actions->count; id++) {
            int decider = (int)(id % game->seats_max);
            struct sr_move move;
            struct sr_out out;
            assert_true(sr_action_move(actions, decider, id, &move));
            assert_int_equal(sr_action_id(actions, decider, move), id);
            sr_out_open(&out, name[id % 2], sizeof name[0]);
            sr_action_name(&out, actions, id);
            assert_true(sr_out_fits(&out));
            assert_string_not_equal(name[0], name[1]);
        }
        struct sr_move move;
        assert_false(sr_action_move(actions, 0, actions->count, &move));
        assert_false(sr_action_move(actions, game->seats_max, 0, &move));
        free(actions);
    }
}

/* The description is JSON, and says what there is. */
static void the_description_is_whole(void **state) {
    (void)state;
    for (int at = 0; sr_game_at(at); at++) {
        const struct sr_game *game = sr_game_at(at);
        struct sr_elements *seat = malloc(sizeof *seat), *world = malloc(sizeof *world);
        struct sr_actions *actions = actions_of(game, game->seats_max);
        struct sr_setup setup;
        sr_setup_init(game, &setup);
        setup.seats = game->seats_max;
        assert_true(seat && world && sr_elements_of(seat, game, &setup, SR_SCOPE_SEAT) &&
                    sr_elements_of(world, game, &setup, SR_SCOPE_WORLD));
        struct sr_out out;
        sr_out_open(&out, NULL, 0);
        sr_space_json(&out, seat, world, actions, game->rules);
        size_t size = out.len + 1;
        char *text = malloc(size);
        assert_non_null(text);
        sr_out_open(&out, text, size);
        sr_space_json(&out, seat, world, actions, game->rules);

        json_error_t error;
        json_t *json = json_loads(text, 0, &error);
        if (!json)
            fail_msg("%s: line %d: %s", game->name, error.line, error.text);
        json_t *domains = json_object_get(json, "domains");
        json_t *elements = json_object_get(json_object_get(json, "observation"), "elements");
        json_t *verbs = json_object_get(json_object_get(json, "actions"), "verbs");
        assert_int_equal(json_array_size(elements), seat->count);
        assert_int_equal(json_array_size(verbs), game->verb_count);
        size_t i;
        json_t *element;
        json_array_foreach(elements, i, element) {
            const json_t *domain = json_object_get(element, "domain");
            assert_int_equal(json_integer_value(json_object_get(element, "low")),
                             seat->list[i].low);
            if (domain)
                assert_true((size_t)json_integer_value(domain) < json_array_size(domains));
        }
        json_decref(json);
        free(text);
        free(actions);
        free(seat);
        free(world);
    }
}

/* A verb that is called otherwise, or an argument with other names, is another hash. */
static void the_hash_is_of_the_meaning(void **state) {
    (void)state;
    const struct sr_game *game = sr_game_find("gugong");
    struct sr_verb verbs[SR_MAX_VERBS];
    memcpy(verbs, game->verbs, game->verb_count * sizeof verbs[0]);
    struct sr_game other = *game;
    other.verbs = verbs;
    struct sr_actions *three = actions_of(game, 3), *four = actions_of(game, 4);
    struct sr_actions *same = actions_of(&other, 3);
    assert_true(three->hash != four->hash);
    assert_true(three->hash == same->hash);
    verbs[1].name = "otherwise";
    assert_true(sr_actions_of(same, &other, 3));
    assert_true(three->hash != same->hash);
    free(three);
    free(four);
    free(same);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_legal_move_has_a_number_of_its_own),
        cmocka_unit_test(every_number_is_a_move),
        cmocka_unit_test(the_description_is_whole),
        cmocka_unit_test(the_hash_is_of_the_meaning),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
