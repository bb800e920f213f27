/* Words for people: buffers, plurals, templates, UTF-8, names in both languages, errors. */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "api/problems.h"
#include "core/domain.h"
#include "core/error.h"
#include "core/text.h"
#include "server/problems.h"
#include "store/problems.h"
#include "support/problems.h"

#define COUNT(table) (sizeof(table) / sizeof((table)[0]))

/* ---- buffers ---- */

static void a_buffer_measures_then_writes(void **state) {
    (void)state;
    struct sr_out out;
    sr_out_open(&out, NULL, 0);
    sr_put(&out, "шёлк ");
    sr_put_number(&out, -17);
    assert_int_equal(out.len, 12);
    assert_false(sr_out_fits(&out));

    char text[13];
    sr_out_open(&out, text, sizeof text);
    assert_string_equal(text, "");
    sr_put(&out, "шёлк ");
    sr_put_number(&out, -17);
    assert_true(sr_out_fits(&out));
    assert_string_equal(text, "шёлк -17");
}

static void a_full_buffer_ends_between_characters(void **state) {
    (void)state;
    static const struct {
        size_t cap;
        const char *left;
    } cases[] = {{1, ""},   {2, "a"},  {3, "a"},    {4, "aя"},
                 {5, "aя"}, {6, "aя"}, {7, "aя茶"}, {8, "aя茶b"}};
    for (size_t i = 0; i < COUNT(cases); i++) {
        /* all at once, and byte by byte */
        for (int at_once = 0; at_once < 2; at_once++) {
            const char *whole = "aя茶b";
            char text[16];
            memset(text, '#', sizeof text);
            struct sr_out out;
            size_t cap = cases[i].cap;
            sr_out_open(&out, text, cap);
            if (at_once)
                sr_put(&out, whole);
            for (const char *at = whole; !at_once && *at; at++)
                sr_put_char(&out, *at);
            assert_int_equal(out.len, strlen(whole));
            assert_int_equal(sr_out_fits(&out), cap > strlen(whole));
            assert_string_equal(text, cases[i].left);
            assert_int_equal(text[cap], '#');
        }
    }
}

static void numbers_of_any_size_are_written(void **state) {
    (void)state;
    static const struct {
        int64_t number;
        const char *text;
    } cases[] = {{0, "0"},
                 {7, "7"},
                 {-1, "-1"},
                 {1000000, "1000000"},
                 {INT64_MAX, "9223372036854775807"},
                 {INT64_MIN, "-9223372036854775808"}};
    for (size_t i = 0; i < COUNT(cases); i++) {
        char text[24];
        struct sr_out out;
        sr_out_open(&out, text, sizeof text);
        sr_put_number(&out, cases[i].number);
        assert_string_equal(text, cases[i].text);
    }
    const uint8_t bytes[] = {0x00, 0x9f, 0xff, 0x10};
    char text[9];
    struct sr_out out;
    sr_out_open(&out, text, sizeof text);
    sr_put_hex(&out, bytes, sizeof bytes);
    assert_string_equal(text, "009fff10");
}

/* ---- plurals and forms ---- */

static void english_has_two_plural_forms(void **state) {
    (void)state;
    for (int64_t n = -300; n <= 300; n++)
        assert_int_equal(sr_plural(SR_EN, n), n == 1 || n == -1 ? 0 : 1);
}

static void russian_has_three_plural_forms(void **state) {
    (void)state;
    static const struct {
        int64_t number;
        int form;
    } cases[] = {{0, 2},   {1, 0},   {2, 1},   {3, 1},   {4, 1},   {5, 2},    {9, 2},
                 {10, 2},  {11, 2},  {12, 2},  {13, 2},  {14, 2},  {15, 2},   {19, 2},
                 {20, 2},  {21, 0},  {22, 1},  {24, 1},  {25, 2},  {100, 2},  {101, 0},
                 {102, 1}, {104, 1}, {105, 2}, {111, 2}, {112, 2}, {114, 2},  {115, 2},
                 {121, 0}, {122, 1}, {211, 2}, {221, 0}, {999, 2}, {1001, 0}, {1011, 2}};
    for (size_t i = 0; i < COUNT(cases); i++) {
        assert_int_equal(sr_plural(SR_RU, cases[i].number), cases[i].form);
        assert_int_equal(sr_plural(SR_RU, -cases[i].number), cases[i].form);
        assert_int_equal(sr_plural(SR_RU, cases[i].number + 12300), cases[i].form);
    }
    assert_int_equal(sr_plural(SR_RU, INT64_MIN), 2); /* ...808 */
}

static void assert_form(const char *forms, int index, bool last, const char *expected) {
    char text[32];
    struct sr_out out;
    sr_out_open(&out, text, sizeof text);
    sr_put_form(&out, forms, index, last);
    assert_string_equal(text, expected);
}

static void forms_are_chosen_by_number(void **state) {
    (void)state;
    assert_form("шаг|шага|шагов", 0, true, "шаг");
    assert_form("шаг|шага|шагов", 1, true, "шага");
    assert_form("шаг|шага|шагов", 2, true, "шагов");
    assert_form("шаг|шага|шагов", 7, true, "шагов");
    assert_form("шаг|шага|шагов", 7, false, "шаг");
    assert_form("tea", 3, false, "tea");
    assert_form("tea", 3, true, "tea");
    assert_form("|s", 0, true, "");
    assert_form("|s", 1, true, "s");
}

/* ---- templates ---- */

static const struct sr_name goods_names[] = {
    {"silk", SR_TEXT("silk", "шёлк|шёлка|шёлк|шёлку|шёлком")},
    {"paper", SR_TEXT("paper", "бумага|бумаги|бумагу|бумаге|бумагой")},
    {"tea", SR_TEXT("tea", "чай")},
};
static const struct sr_domain good = SR_DOMAIN_NAMED_OR_NONE("good", goods_names);
static const struct sr_domain goods = SR_DOMAIN_BITS("goods", goods_names);
static const struct sr_domain place = SR_DOMAIN_PLACE("place", 12);

struct entry {
    const char *name;
    struct sr_value value;
};

static const struct entry entries[] = {
    {"steps", {true, false, 2, NULL}},
    {"one", {true, false, 1, NULL}},
    {"zero", {true, true, 0, NULL}},
    {"hidden", {false, false, 5, &good}},
    {"hidden_number", {false, true, 1, NULL}},
    {"good", {true, false, 1, &good}},
    {"tea", {true, false, 2, &good}},
    {"no_good", {true, true, SR_NONE, &good}},
    {"set", {true, false, 5, &goods}},
    {"place", {true, false, 0, &place}},
    {"seat", {true, false, 1, &sr_a_seat}},
    {"other", {true, false, 2, &sr_a_seat}},
    {"0", {true, false, 44, NULL}},
};

static bool value_of_entry(const void *context, const char *name, size_t length,
                           struct sr_value *value) {
    (void)context;
    for (size_t i = 0; i < COUNT(entries); i++) {
        if (strlen(entries[i].name) == length && memcmp(entries[i].name, name, length) == 0) {
            *value = entries[i].value;
            return true;
        }
    }
    return false;
}

static const char *const names[SR_MAX_SEATS] = {"Anna", "Б|в", NULL, "", NULL, NULL};
static const struct sr_reader english = {SR_EN, names}, russian = {SR_RU, names};

static bool fill(const struct sr_reader *reader, const char *pattern, char text[256]) {
    struct sr_out out;
    sr_out_open(&out, text, 256);
    return sr_fill(&out, reader, pattern, value_of_entry, NULL);
}

static void assert_filled(const struct sr_reader *reader, const char *pattern,
                          const char *expected) {
    char text[256];
    assert_true(fill(reader, pattern, text));
    assert_string_equal(text, expected);
}

static void templates_take_values_plurals_and_cases(void **state) {
    (void)state;
    assert_filled(&english, "nothing to fill", "nothing to fill");
    assert_filled(&english, "", "");
    assert_filled(&english, "walk {steps} {steps#step|steps}", "walk 2 steps");
    assert_filled(&english, "walk {one} step{one#|s}", "walk 1 step");
    assert_filled(&russian, "{steps} {steps#шаг|шага|шагов}", "2 шага");
    assert_filled(&russian, "{zero} {zero#шаг|шага|шагов}", "0 шагов");
    assert_filled(&russian, "{0} {0#шаг|шага|шагов}", "44 шага");
    assert_filled(&english, "{place} {place#place|places}", "1 place");
    assert_filled(&english, "{good} {good.g}{good.a}", "paper paperpaper");
    assert_filled(&russian, "{good} {good.n} {good.g} {good.a} {good.d} {good.i}",
                  "бумага бумага бумаги бумагу бумаге бумагой");
    assert_filled(&russian, "{tea.i}", "чай");
    assert_filled(&english, "{set}", "silk, tea");
    assert_filled(&russian, "нет {set.g}", "нет шёлка, чай");
}

static void templates_know_the_players(void **state) {
    (void)state;
    assert_filled(&english, "{seat} and {other}", "Б|в and Player 3");
    assert_filled(&russian, "{seat.i} и {other.i}", "игроком Б|в и игроком 3");
    struct sr_reader nameless = {SR_RU, NULL};
    assert_filled(&nameless, "{seat.g}", "игрока 2");
}

static void sections_have_alternatives_and_make_lists(void **state) {
    (void)state;
    assert_filled(&english, "[{steps} steps|no steps]", "2 steps");
    assert_filled(&english, "[{zero} steps|no steps]", "no steps");
    assert_filled(&english, "[{zero} steps|[{steps} more|none]]", "2 more");
    assert_filled(&english, "[{steps} {steps#step|steps}[ and {zero}]|none]", "2 steps");
    assert_filled(&english, "takes[+{steps} a][+{zero} b][+{one} c] now", "takes 2 a, 1 c now");
    assert_filled(&english, "takes[+{zero} a][+{one} c]", "takes 1 c");
}

static void lines_begin_with_a_capital(void **state) {
    char text[256];
    struct sr_out out;
    (void)state;
    sr_out_open(&out, text, sizeof text);
    assert_true(sr_fill_line(&out, &russian, "{good}: {steps}", value_of_entry, NULL));
    assert_string_equal(text, "Бумага: 2");
    sr_out_open(&out, text, sizeof text);
    assert_true(sr_fill_line(&out, &english, "{good}", value_of_entry, NULL));
    assert_string_equal(text, "Paper");
}

static void what_is_hidden_stays_hidden(void **state) {
    (void)state;
    assert_filled(&english, "takes {hidden}", "takes ?");
    assert_filled(&russian, "берёт {hidden.a}", "берёт ?");
    assert_filled(&english, "{hidden_number} {hidden_number#coin|coins}", "? coins");
    assert_filled(&russian, "{hidden_number} {hidden_number#монета|монеты|монет}", "? монет");
    /* a section must not betray by its absence that a hidden value is zero */
    assert_filled(&english, "pays[ {hidden_number}]", "pays ?");
}

static void none_and_zero_leave_out_their_section(void **state) {
    (void)state;
    assert_filled(&english, "walk[ for {zero}]", "walk");
    assert_filled(&english, "walk[ for {steps}]", "walk for 2");
    assert_filled(&english, "walk[ for {steps} and {no_good}].", "walk.");
    assert_filled(&english, "[{zero#coin|coins} ]left", "left");
    assert_filled(&english, "takes {no_good}", "takes nothing");
    assert_filled(&russian, "владеет {no_good.i}", "владеет ничем");
    assert_filled(&english, "a[ b {steps}[ c {zero}] d] e", "a b 2 d e");
    assert_filled(&english, "a[ b {steps}[ c {one}] d] e", "a b 2 c 1 d e");
    assert_filled(&english, "a[ b {zero}[ c {one}] d] e", "a e");
    assert_filled(&english, "[always]", "always");
}

static void mistakes_in_templates_are_reported(void **state) {
    (void)state;
    static const struct {
        const char *pattern, *text;
    } cases[] = {{"a {nobody} b", "a ? b"},  {"{good.x}", "?"}, {"{good.gg}", "?"},
                 {"{good.}", "?"},           {"{}", "?"},       {"a {good", "a {good"},
                 {"a [b {steps}", "a [b 2"}, {"a] b", "a] b"},  {"[a {nobody}]", "a ?"},
                 {"{nobody#one|many}", "?"}};
    for (size_t i = 0; i < COUNT(cases); i++) {
        char text[256];
        assert_false(fill(&english, cases[i].pattern, text));
        assert_string_equal(text, cases[i].text);
    }
    char text[256];
    assert_false(fill(&english, NULL, text));
}

/* ---- names in words ---- */

static void assert_said(const struct sr_reader *reader, const struct sr_domain *domain,
                        int64_t value, int grammatical_case, const char *expected) {
    char text[128];
    struct sr_out out;
    sr_out_open(&out, text, sizeof text);
    sr_domain_say(&out, reader, domain, value, grammatical_case);
    assert_string_equal(text, expected);
}

static void values_are_said_in_both_languages(void **state) {
    (void)state;
    assert_said(&english, &sr_a_flag, 1, 0, "yes");
    assert_said(&english, &sr_a_flag, 0, 0, "no");
    assert_said(&russian, &sr_a_flag, 1, 2, "да");
    assert_said(&russian, &sr_a_flag, 0, 0, "нет");
    assert_said(&english, &sr_a_seat, 0, 0, "Anna");
    assert_said(&english, &sr_a_seat, 3, 0, "Player 4");
    assert_said(&english, &sr_a_seat, 200, 0, "Player 201");
    assert_said(&english, &sr_a_seat_or_none, SR_NONE, 0, "nobody");
    assert_said(&russian, &sr_a_seat_or_none, SR_NONE, 1, "никого");
    assert_said(&english, &sr_a_set_of_seats, 0, 0, "nobody");
    assert_said(&russian, &sr_a_set_of_seats, 5, 3, "игроку Anna, игроку 3");
    assert_said(&english, &goods, 0, 0, "nothing");
    assert_said(&english, &goods, 7, 0, "silk, paper, tea");
    assert_said(&english, &place, 11, 0, "12");
    assert_said(&english, &sr_a_byte, 255, 0, "255");
    assert_said(&russian, &good, 0, 4, "шёлком");
    assert_said(&english, &good, 3, 0, "3"); /* outside its domain, still no crash */
    assert_said(&english, &good, -1, 0, "-1");
}

/* ---- UTF-8 ---- */

static void valid_characters_are_decoded(void **state) {
    (void)state;
    static const struct {
        const char *text;
        int length;
        uint32_t code;
    } cases[] = {{"a", 1, 'a'},
                 {"\x7F", 1, 0x7F},
                 {"\xC2\x80", 2, 0x80},
                 {"я", 2, 0x44F},
                 {"\xDF\xBF", 2, 0x7FF},
                 {"\xE0\xA0\x80", 3, 0x800},
                 {"茶", 3, 0x8336},
                 {"\xED\x9F\xBF", 3, 0xD7FF},
                 {"\xEE\x80\x80", 3, 0xE000},
                 {"\xEF\xBF\xBF", 3, 0xFFFF},
                 {"\xF0\x90\x80\x80", 4, 0x10000},
                 {"🐪", 4, 0x1F42A},
                 {"\xF4\x8F\xBF\xBF", 4, 0x10FFFF}};
    for (size_t i = 0; i < COUNT(cases); i++) {
        uint32_t code = 0;
        size_t length = strlen(cases[i].text);
        assert_int_equal(sr_utf8_next(cases[i].text, length, &code), cases[i].length);
        assert_int_equal(code, cases[i].code);
        assert_true(sr_utf8_valid(cases[i].text, length));
        for (size_t less = 1; less < length; less++)
            assert_false(sr_utf8_valid(cases[i].text, less));
    }
    uint32_t code = 0;
    assert_int_equal(sr_utf8_next("", 0, &code), 0);
    assert_int_equal(sr_utf8_next("", 1, &code), 1); /* the byte zero is a character */
    assert_true(sr_utf8_valid("", 0));
    assert_true(sr_utf8_valid("Дуньхуан 敦煌", strlen("Дуньхуан 敦煌")));
}

static void invalid_bytes_are_refused(void **state) {
    (void)state;
    static const char *const cases[] = {
        "\x80",             /* a continuation alone */
        "\xBF",             /* likewise */
        "\xC0\x80",         /* overlong zero */
        "\xC1\xBF",         /* overlong */
        "\xE0\x80\x80",     /* overlong in three */
        "\xE0\x9F\xBF",     /* likewise, the last of them */
        "\xF0\x80\x80\x80", /* overlong in four */
        "\xF0\x8F\xBF\xBF", /* likewise, the last of them */
        "\xED\xA0\x80",     /* the first surrogate */
        "\xED\xBF\xBF",     /* the last surrogate */
        "\xF4\x90\x80\x80", /* past U+10FFFF */
        "\xF5\x80\x80\x80", /* far past it */
        "\xF8\x88\x80\x80\x80",
        "\xFE",
        "\xFF",
        "\xD0z",    /* no continuation */
        "\xE8\x8C", /* cut off */
        "\xE8z\x8C",
        "\xF0\x9F\x90",
        "\xF0\x9F\x90z",
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        uint32_t code;
        assert_int_equal(sr_utf8_next(cases[i], strlen(cases[i]), &code), 0);
        assert_false(sr_utf8_valid(cases[i], strlen(cases[i])));
    }
    assert_false(sr_utf8_valid("good \xFF bad", 10));
}

/* ---- errors ---- */

static unsigned placeholders(const char *text) {
    unsigned found = 0;
    for (; *text; text++) {
        if (*text != '{')
            continue;
        /* its arguments, and after them what the field is that it is about */
        assert_in_range(text[1], '0', '0' + SR_ERROR_ARGS);
        assert_int_equal(text[2], '}');
        found |= 1u << (text[1] - '0');
    }
    return found;
}

static bool has_cyrillic(const char *text) {
    size_t left = strlen(text);
    while (left > 0) {
        uint32_t code;
        int step = sr_utf8_next(text, left, &code);
        assert_true(step > 0);
        if (code >= 0x400 && code <= 0x4FF)
            return true;
        text += step;
        left -= (size_t)step;
    }
    return false;
}

/* Problems that are handed a sentence in each language; bits are the placeholders. */
static const struct {
    const char *id;
    unsigned in[SR_LANGS];
} bilingual[] = {
    {"OPTIONS_CLASH", {1, 2}},  {"BROKEN", {1, 2}},        {"FIELD_TABLE", {1 | 2, 1 | 4}},
    {"MEMBER", {1 | 2, 1 | 4}}, {"ORDER_REFUSED", {1, 2}},
};

static void assert_same_placeholders(const struct sr_problem *problem) {
    unsigned en = placeholders(problem->text.in[SR_EN]);
    unsigned ru = placeholders(problem->text.in[SR_RU]);
    for (size_t i = 0; i < COUNT(bilingual); i++) {
        if (strcmp(bilingual[i].id, problem->id) == 0) {
            assert_int_equal(en, bilingual[i].in[SR_EN]);
            assert_int_equal(ru, bilingual[i].in[SR_RU]);
            return;
        }
    }
    if (en != ru)
        fail_msg("%s has other placeholders in Russian", problem->id);
}

static void every_problem_has_both_languages(void **state) {
    (void)state;
    for (size_t i = 0; i < COUNT(all_problems); i++) {
        const struct sr_problem *problem = &all_problems[i];
        const char *en = problem->text.in[SR_EN], *ru = problem->text.in[SR_RU];
        assert_non_null(en);
        assert_non_null(ru);
        assert_true(strlen(en) > 0 && strlen(ru) > 0);
        assert_true(sr_utf8_valid(en, strlen(en)) && sr_utf8_valid(ru, strlen(ru)));
        assert_false(has_cyrillic(en));
        if (strcmp(problem->id, "OPTIONS_CLASH") != 0)
            assert_true(has_cyrillic(ru));
        assert_same_placeholders(problem);
        struct sr_error error = {.problem = problem};
        assert_true(sr_error_code(&error) != SR_CODE_OK);
    }
    struct sr_error none = {.problem = SR_FINE};
    assert_int_equal(sr_error_code(&none), SR_CODE_OK);
}

/* Programs know problems by their names alone, whichever layer they are from. */
static void problems_have_names_of_their_own(void **state) {
    (void)state;
    for (size_t i = 0; i < COUNT(all_problems); i++)
        for (size_t other = 0; other < i; other++)
            if (strcmp(all_problems[i].id, all_problems[other].id) == 0)
                fail_msg("%s is there twice", all_problems[i].id);
}

static void assert_error_says(const struct sr_error *error, enum sr_lang lang,
                              const char *expected) {
    char text[1024];
    struct sr_out out;
    sr_out_open(&out, text, sizeof text);
    sr_error_say(&out, lang, error);
    assert_string_equal(text, expected);
}

static void errors_are_told_in_both_languages(void **state) {
    (void)state;
    struct sr_error error;
    memset(&error, 'x', sizeof error);
    assert_false(sr_fail(&error, SR_PROBLEM_READ, "a.txt", "no such file", NULL));
    assert_int_equal(error.line, 0);
    assert_int_equal(sr_error_code(&error), SR_CODE_SYSTEM);
    assert_error_says(&error, SR_EN, "cannot read a.txt: no such file");
    assert_error_says(&error, SR_RU, "не удаётся прочитать a.txt: no such file");
    error.line = 12;
    assert_error_says(&error, SR_EN, "line 12: cannot read a.txt: no such file");
    assert_error_says(&error, SR_RU, "строка 12: не удаётся прочитать a.txt: no such file");
    /* what the system says is told in words, in the reader's language */
    assert_false(sr_fail_system(&error, SR_PROBLEM_READ, "a.txt", ENOENT));
    assert_error_says(&error, SR_EN, "cannot read a.txt: no such file or directory");
    assert_error_says(&error, SR_RU, "не удаётся прочитать a.txt: нет такого файла или каталога");
    assert_null(sr_cause(EDOM));
    assert_false(sr_fail_system(&error, SR_PROBLEM_READ, "a.txt", EDOM));
    assert_non_null(strstr(error.arg[1], strerror(EDOM)));
    /* and what a library says stands beside */
    sr_fail_because(&error, SR_PROBLEM_READ, "a.txt", sr_cause(EACCES), "code 13");
    assert_error_says(&error, SR_EN, "cannot read a.txt: permission denied (code 13)");
    assert_error_says(&error, SR_RU, "не удаётся прочитать a.txt: нет прав (code 13)");
    sr_fail_because(&error, SR_PROBLEM_READ, "a.txt", NULL, "code 13");
    assert_error_says(&error, SR_RU, "не удаётся прочитать a.txt: code 13");
    sr_fail_because(NULL, SR_PROBLEM_READ, "a.txt", NULL, NULL);
    /* arguments are not templates */
    sr_fail(&error, SR_PROBLEM_READ, "{1}{0}", "[x]", NULL);
    assert_error_says(&error, SR_EN, "cannot read {1}{0}: [x]");
    /* an argument may come from the error itself */
    sr_fail(&error, SR_PROBLEM_WRITE, error.arg[1], error.arg[0], NULL);
    assert_error_says(&error, SR_EN, "cannot write [x]: {1}{0}");
    sr_fail(&error, SR_PROBLEM_UNKNOWN_GAME, NULL);
    assert_error_says(&error, SR_EN, "there is no game \"\"; the games are: ");
    assert_false(sr_fail(NULL, SR_PROBLEM_MEMORY, NULL));
    sr_error_set_arg(NULL, 0, "x", 1);
}

static void arguments_of_errors_are_cleaned(void **state) {
    (void)state;
    static const struct {
        const char *bytes;
        size_t length;
        const char *clean;
    } cases[] = {{"plain чай 茶", 16, "plain чай 茶"},
                 {"a\0b", 3, "a?b"},
                 {"\x1B[31m", 5, "?[31m"},
                 {"a\nb\tc\x7F", 6, "a?b?c?"},
                 {"\xFF\xC3z", 3, "??z"},
                 {"\xC2\x9Bx", 3, "?x"}, /* a control character in two bytes */
                 {"a\xE2\x80\xAE"
                  "b",
                  5, "a?b"}, /* would turn the line around */
                 {"\xED\xA0\x80", 3, "???"},
                 {"", 0, ""}};
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct sr_error error = {.problem = SR_PROBLEM_SEED};
        sr_error_set_arg(&error, 0, cases[i].bytes, cases[i].length);
        assert_string_equal(error.arg[0], cases[i].clean);
    }
    struct sr_error error = {.problem = SR_PROBLEM_SEED};
    sr_error_set_arg(&error, SR_ERROR_ARGS, "x", 1);
    sr_error_set_arg(&error, -1, "x", 1);
    for (int i = 0; i < SR_ERROR_ARGS; i++)
        assert_string_equal(error.arg[i], "");
}

static void long_arguments_are_cut_between_characters(void **state) {
    (void)state;
    const size_t most = SR_ERROR_ARG_BYTES - 1;
    for (size_t ahead = 0; ahead < 4; ahead++) {
        for (size_t length = most - 6; length < most + 40; length++) {
            char text[2 * SR_ERROR_ARG_BYTES];
            memset(text, 'a', ahead);
            size_t used = ahead;
            while (used + 2 <= length) {
                memcpy(text + used, "я", 2);
                used += 2;
            }
            text[used] = '\0';
            struct sr_error error;
            sr_fail(&error, SR_PROBLEM_SEED, text, NULL);
            const char *arg = error.arg[0];
            assert_true(sr_utf8_valid(arg, strlen(arg)));
            if (used <= most) {
                assert_string_equal(arg, text);
            } else {
                size_t kept = strlen(arg) - strlen("…");
                assert_true(strlen(arg) <= most && strlen(arg) >= most - 2);
                assert_memory_equal(arg, text, kept);
                assert_string_equal(arg + kept, "…");
            }
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_buffer_measures_then_writes),
        cmocka_unit_test(a_full_buffer_ends_between_characters),
        cmocka_unit_test(numbers_of_any_size_are_written),
        cmocka_unit_test(english_has_two_plural_forms),
        cmocka_unit_test(russian_has_three_plural_forms),
        cmocka_unit_test(forms_are_chosen_by_number),
        cmocka_unit_test(templates_take_values_plurals_and_cases),
        cmocka_unit_test(templates_know_the_players),
        cmocka_unit_test(sections_have_alternatives_and_make_lists),
        cmocka_unit_test(lines_begin_with_a_capital),
        cmocka_unit_test(what_is_hidden_stays_hidden),
        cmocka_unit_test(none_and_zero_leave_out_their_section),
        cmocka_unit_test(mistakes_in_templates_are_reported),
        cmocka_unit_test(values_are_said_in_both_languages),
        cmocka_unit_test(valid_characters_are_decoded),
        cmocka_unit_test(invalid_bytes_are_refused),
        cmocka_unit_test(every_problem_has_both_languages),
        cmocka_unit_test(problems_have_names_of_their_own),
        cmocka_unit_test(errors_are_told_in_both_languages),
        cmocka_unit_test(arguments_of_errors_are_cleaned),
        cmocka_unit_test(long_arguments_are_cut_between_characters),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
