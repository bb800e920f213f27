/* English and Russian: every text of every game and every error is there in both, its placeholders
 * mean something, its plurals are complete; and the reader of texts is itself tried. */
#include "core/lexicon.h"
#include "doubles/pebbles.h"
#include "games/games.h"
#include "server/problems.h"
#include "support/places.h"
#include "support/problems.h"
#include "support/words.h"

#include <jansson.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

static void every_game_speaks_both(void **state) {
    (void)state;
    struct words_problem problem;
    for (int i = 0; sr_game_at(i); i++) {
        const struct sr_game *game = sr_game_at(i);
        if (!words_of_game(game, &problem))
            fail_msg("%s: %s", game->name, problem.text);
        if (ships(game->name) && words_english_alone(game))
            fail_msg("%s ships and has no Russian", game->name);
        if (words_english_alone(game))
            print_message("warning: %s has no Russian\n", game->name);
    }
    if (!words_of_game(&pebbles_game, &problem))
        fail_msg("pebbles: %s", problem.text);
}

/* Whatever a view shows has a name that people understand. */
static void every_member_in_view_is_told(void **state) {
    (void)state;
    for (int i = 0; sr_game_at(i); i++)
        for (int k = 0; k < sr_game_at(i)->fields->count; k++) {
            const struct sr_field *field = &sr_game_at(i)->fields->list[k];
            bool shown = field->role == SR_STORED || field->role == SR_COUNTED;
            if (shown && (sr_field_see(field) != SR_NOBODY || field->see & SR_AT_END) &&
                !sr_field_text(sr_game_at(i)->fields, field->name))
                fail_msg("%s: nobody says what %s is", sr_game_at(i)->name, field->name);
        }
}

static void every_problem_is_told_in_both(void **state) {
    (void)state;
    struct words_problem wrong;
    for (size_t i = 0; i < SR_COUNT(all_problems); i++) {
        const struct sr_problem *problem = &all_problems[i];
        /* Some problems carry a text made elsewhere, one argument for each language. */
        static const char *const carriers[] = {"OPTIONS_CLASH", "BROKEN", "FIELD_TABLE", "MEMBER",
                                               "ORDER_REFUSED"};
        bool carries = false;
        for (size_t k = 0; k < SR_COUNT(carriers); k++)
            carries = carries || strcmp(carriers[k], problem->id) == 0;
        if (!carries && !words_of_text(problem->id, &problem->text, true, &wrong))
            fail_msg("%s", wrong.text);
    }
}

/* Clients look words up by the id of their domain. */
static void domains_have_ids_of_their_own(void **state) {
    (void)state;
    for (int i = 0; sr_game_at(i); i++) {
        const struct sr_game *game = sr_game_at(i);
        for (int a = 0; a < game->fields->count; a++)
            for (int b = 0; b < a; b++) {
                const struct sr_domain *one = game->fields->list[a].of,
                                       *other = game->fields->list[b].of;
                if (one->names && other->names && strcmp(one->id, other->id) == 0 &&
                    one->names != other->names)
                    fail_msg("%s: two domains are called %s", game->name, one->id);
            }
    }
}

static void the_lexicon_names_everything(void **state) {
    (void)state;
    static char text[1 << 17];
    for (int i = 0; sr_game_at(i); i++) {
        const struct sr_game *game = sr_game_at(i);
        for (int lang = 0; lang < SR_LANGS; lang++) {
            struct sr_out out;
            sr_out_open(&out, text, sizeof text);
            sr_lexicon_json(&out, game, (enum sr_lang)lang);
            assert_true(sr_out_fits(&out));
            assert_true(sr_utf8_valid(text, out.len));
            for (int k = 0; k < game->fields->count; k++) {
                const struct sr_domain *of = game->fields->list[k].of;
                char key[100];
                char id[SR_ID_BYTES];
                snprintf(key, sizeof key, "\"%s\":{\"%s\":", of->id,
                         sr_domain_has_names(of) ? sr_domain_id(of, of->min, id) : "");
                if (sr_domain_has_names(of) && !strstr(text, key))
                    fail_msg("%s: %s is not in the lexicon", game->name, of->id);
            }
        }
    }
}

/* Values that facts speak of are called as in views, or a client could not put the two together. */
static void facts_speak_of_values(const char *game, json_t *words, json_t *table,
                                  const char *domain) {
    json_t *names = json_object_get(words, domain);
    const char *name;
    json_t *fact;
    assert_int_equal(json_object_size(table), json_object_size(names));
    json_object_foreach(table, name, fact) {
        if (!json_object_get(names, name))
            fail_msg("%s: facts speak of %s, which is no %s", game, name, domain);
    }
}

static void facts_are_whole(void **state) {
    (void)state;
    static char text[1 << 17];
    for (int i = 0; sr_game_at(i); i++) {
        const struct sr_game *game = sr_game_at(i);
        struct sr_out out;
        sr_out_open(&out, text, sizeof text);
        sr_lexicon_json(&out, game, SR_EN);
        json_t *lexicon = json_loads(text, JSON_REJECT_DUPLICATES, NULL);
        assert_non_null(lexicon);
        json_t *facts = json_object_get(lexicon, "facts");
        assert_int_equal(facts != NULL, game->facts != NULL);
        if (strcmp(game->name, "gugong") == 0) {
            json_t *words = json_object_get(lexicon, "words");
            facts_speak_of_values(game->name, words, json_object_get(facts, "gifts"), "gift");
            facts_speak_of_values(game->name, words, json_object_get(facts, "decrees"), "decree");
            json_t *fan = json_object_get(json_object_get(facts, "gifts"), "p1_2");
            assert_int_equal(json_integer_value(json_object_get(fan, "value")), 2);
            assert_string_equal(json_string_value(json_object_get(fan, "action")), "wall");
        }
        json_decref(lexicon);
    }
}

static void every_value_has_words(void **state) {
    (void)state;
    for (int i = 0; sr_game_at(i); i++) {
        const struct sr_game *game = sr_game_at(i);
        for (int k = 0; k < game->fields->count; k++) {
            const struct sr_domain *of = game->fields->list[k].of;
            for (int value = of->min; of->kind == SR_NAMED && value <= of->max; value++)
                for (int lang = 0; lang < SR_LANGS; lang++)
                    for (int grammatical_case = 0; grammatical_case < 5; grammatical_case++) {
                        char text[200];
                        struct sr_out out;
                        const struct sr_reader reader = {.lang = (enum sr_lang)lang};
                        sr_out_open(&out, text, sizeof text);
                        sr_domain_say(&out, &reader, of, value, grammatical_case);
                        assert_true(out.len > 0 && sr_out_fits(&out));
                        if (strpbrk(text, "|{}?"))
                            fail_msg("%s, field %s: \"%s\" is no name", game->name,
                                     game->fields->list[k].name, text);
                    }
        }
    }
}

/* ---- the reader of texts ---- */

static void finds(const char *english, const char *russian, bool numbered, const char *complaint) {
    const struct sr_text text = {{english, russian}};
    struct words_problem problem;
    bool sound = words_of_text("text", &text, numbered, &problem);
    if (complaint && sound)
        fail_msg("found nothing wrong with \"%s\"", russian ? russian : english);
    if (complaint && !strstr(problem.text, complaint))
        fail_msg("\"%s\" does not say \"%s\"", problem.text, complaint);
    if (!complaint && !sound)
        fail_msg("%s", problem.text);
}

static void finds_what_is_wrong(void **state) {
    (void)state;
    finds("two words", "два слова", false, NULL);
    finds("{0} {0#word|words}", "{0} {0#слово|слова|слов}", true, NULL);
    finds("[with {1} ]end", "[с {1} ]конец", true, NULL);
    finds("word", NULL, false, "has no text in Russian");
    finds("", "слово", false, "has no text in English");
    finds("word", "word", false, "is not Russian");
    finds("слово", "слово", false, "is not English");
    finds("{0#word|words}", "{0#слово|слов}", true, "2 plural forms, not 3");
    finds("{0#a|b|c}", "{0#слово|слова|слов}", true, "3 plural forms, not 2");
    finds("{0} words", "слова", true, "missing in the other language");
    finds("{9} words", "{9} слова", true, "means nothing");
    finds("{0} words", "{0} слова", false, "means nothing");
    finds("{0 words", "{0 слова", true, "a brace without its partner");
    finds("0} words", "0} слова", true, "a brace without its partner");
    finds("[words", "[слова", true, "a section without end");
    finds("[words]", "[слова]", true, "a section without beginning or placeholder");
    finds("{0.x} words", "{0.x} слова", true, "asks for no case");
    finds("word", "\xd0", false, "is not UTF-8");
}

/* A name that lacks the case a line asks for. */
static void finds_missing_cases(void **state) {
    (void)state;
    static const struct sr_name names[] = {{"tea", SR_TEXT("tea", "чай")}};
    static const struct sr_domain drinks = SR_DOMAIN_NAMED("drink", names);
    static const struct sr_verb verb = {
        "pour", {{"drink", &drinks}}, SR_TEXT("Pour {drink}", "Налить {drink.g}"), {{0}}};
    struct sr_game game = pebbles_game;
    struct words_problem problem;
    game.verbs = &verb;
    game.verb_count = 1;
    assert_false(words_of_game(&game, &problem));
    assert_non_null(strstr(problem.text, "lacks the case .g"));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_game_speaks_both),
        cmocka_unit_test(every_member_in_view_is_told),
        cmocka_unit_test(every_problem_is_told_in_both),
        cmocka_unit_test(domains_have_ids_of_their_own),
        cmocka_unit_test(the_lexicon_names_everything),
        cmocka_unit_test(facts_are_whole),
        cmocka_unit_test(every_value_has_words),
        cmocka_unit_test(finds_what_is_wrong),
        cmocka_unit_test(finds_missing_cases),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
