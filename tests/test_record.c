/* Records: what is written is read back to the same bytes, and everything else is refused with the
 * line that shows it. */
#include "api/problems.h"
#include "games/games.h"
#include "support/tables.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { TO_THE_END = 512, BIG = 10 << 20 };

static struct sr_table *read_well(const char *text) {
    struct sr_error error = {0};
    struct sr_table *table = sr_record_read(text, strlen(text), &error);
    if (!table)
        fail_msg("a good record was refused: %s\n%s", tables_say(&error, SR_EN), text);
    assert_int_equal(error.problem, SR_FINE);
    return table;
}

static void expect_bytes(const char *text, size_t length, const struct sr_problem *problem,
                         int line) {
    struct sr_error error = {0};
    struct sr_table *table = sr_record_read(text, length, &error);
    if (table)
        fail_msg("a bad record was read: %.200s", text);
    if (error.problem != problem || error.line != line)
        fail_msg("not as expected: %s\n%.400s", tables_say(&error, SR_EN), text);
    assert_true(strlen(tables_say(&error, SR_RU)) > 0);
}

static void expect(const char *text, const struct sr_problem *problem, int line) {
    expect_bytes(text, strlen(text), problem, line);
}

/* A record in which `old` is replaced. */
static void expect_edited(const char *record, const char *old, const char *fresh,
                          const struct sr_problem *problem, int line) {
    char *edited = tables_replace(record, old, fresh);
    expect(edited, problem, line);
    free(edited);
}

/* A short record: the deal, with names; 8 lines, and the end at line 8. */
static char *short_record(void) {
    struct sr_table *table = tables_deal(2, 42);
    struct sr_error error = {0};
    assert_true(sr_table_set_name(table, 0, "Anna", 4, &error));
    char *record = tables_record(table);
    sr_table_free(table);
    return record;
}

/* ---- round trips ---- */

static void the_text_of_a_record(void **unused) {
    (void)unused;
    char *record = short_record();
    char *end = strstr(record, "end 0 ");
    assert_non_null(end);
    assert_int_equal(strlen(end), strlen("end 0 0123456789abcdef\n"));
    *end = '\0';
    assert_string_equal(record, "serai-record 1\ngame dunhuang\nrules 1\nseats 2\nname 1 Anna\n"
                                "seed 42\nmoves\n");
    free(record);
}

static void records_come_back_to_the_same_bytes(void **unused) {
    (void)unused;
    const uint32_t plies[] = {0, 1, 15, 16, 17, 32, TO_THE_END};
    for (int seats = 2; seats <= 4; seats++) {
        for (size_t i = 0; i < sizeof plies / sizeof plies[0]; i++) {
            struct sr_table *table = tables_play(seats, 100 + i, plies[i]);
            struct sr_error error = {0};
            assert_true(sr_table_set_name(table, 1, "Нина 2", strlen("Нина 2"), &error));
            char *record = tables_record(table);
            struct sr_table *read = read_well(record);
            assert_true(tables_same(table, read));
            for (uint32_t ply = 0; ply < table->plies; ply++) {
                assert_true(sr_same_move(table->ply[ply].move, read->ply[ply].move));
                assert_int_equal(table->ply[ply].seat, read->ply[ply].seat);
                assert_int_equal(table->ply[ply].did, read->ply[ply].did);
            }
            char *again = tables_record(read);
            assert_string_equal(record, again);
            free(record);
            free(again);
            sr_table_free(read);
            sr_table_free(table);
        }
    }
}

static void checksums_stand_after_every_sixteenth_move(void **unused) {
    (void)unused;
    struct sr_table *table = tables_play(4, 7, 40);
    char *record = tables_record(table);
    assert_non_null(strstr(record, "\ncheck 16 "));
    assert_non_null(strstr(record, "\ncheck 32 "));
    assert_non_null(strstr(record, "\nend 40 "));
    assert_null(strstr(record, "\ncheck 40 "));
    free(record);
    sr_table_free(table);
}

static void options_and_long_seeds_are_kept(void **unused) {
    (void)unused;
    const struct sr_game *game = sr_game_at(0);
    struct sr_setup setup;
    struct sr_error error = {0};
    sr_setup_unsaid(game, &setup);
    setup.seats = 3;
    assert_true(sr_setup_option(game, &setup, "token_needs_card", 16, "on", 2, &error));
    assert_true(sr_setup_option(game, &setup, "tile8", 5, "buddhist", 8, &error));
    for (size_t i = 0; i < SR_SEED_BYTES; i++)
        setup.seed[i] = (uint8_t)(i * 7 + 1);
    struct sr_table *table = sr_table_new(game, &setup, &error);
    assert_non_null(table);
    char *record = tables_record(table);
    assert_non_null(strstr(record, "\noption token_needs_card on\noption tile8 buddhist\nseed "
                                   "01080f161d242b32"));
    struct sr_table *read = read_well(record);
    assert_true(tables_same(table, read));
    char *again = tables_record(read);
    assert_string_equal(record, again);
    free(again);
    sr_table_free(read);

    /* A default that is written out all the same is read, and not written again. */
    char *more = tables_replace(record, "\noption tile8", "\noption order random\noption tile8");
    read = read_well(more);
    again = tables_record(read);
    assert_string_equal(record, again);
    free(again);
    free(more);
    free(record);
    sr_table_free(read);
    sr_table_free(table);
}

static void the_largest_number_is_a_seed(void **unused) {
    (void)unused;
    struct sr_table *table = tables_deal(2, UINT64_MAX);
    char *record = tables_record(table);
    assert_non_null(strstr(record, "\nseed 18446744073709551615\n"));
    struct sr_table *read = read_well(record);
    assert_true(tables_same(table, read));
    sr_table_free(read);
    sr_table_free(table);
    free(record);
}

static void a_record_may_start_from_a_position(void **unused) {
    (void)unused;
    struct sr_table *table = tables_play(3, 9, 21);
    char *position = tables_position(table);
    struct sr_error error = {0};
    struct sr_table *from = sr_position_read(position, strlen(position), false, &error);
    assert_non_null(from);
    assert_true(sr_table_set_name(from, 2, "Nina", 4, &error));
    struct sr_rng rng;
    uint8_t seed[SR_SEED_BYTES] = {0};
    sr_rng_seed(&rng, seed);
    struct sr_stream dice = sr_stream_open(&rng);
    for (int i = 0; i < 20; i++)
        tables_move(from, &dice, NULL);
    char *record = tables_record(from);
    assert_non_null(strstr(record, "\nposition {\"serai\":\"position\""));
    assert_null(strstr(record, "\nseed"));
    struct sr_table *read = read_well(record);
    assert_true(tables_same(from, read));
    char *again = tables_record(read);
    assert_string_equal(record, again);

    expect_edited(record, "\nposition ", "\noption order random\nposition ", SR_PROBLEM_FIELD_FIXED,
                  7);
    expect_edited(record, "\nmoves", "\noption order random\nmoves", SR_PROBLEM_FIELD_FIXED, 7);
    expect_edited(record, "\nposition ", "\nseed 1\nposition ", SR_PROBLEM_RECORD_TWICE, 7);
    expect_edited(record, "\nmoves", "\nseed 1\nmoves", SR_PROBLEM_RECORD_TWICE, 7);
    expect_edited(record, "\nseats 3\nname 3 Nina", "\nseats 4\nname 3 Nina",
                  SR_PROBLEM_FIELD_VALUE, 6);
    expect_edited(record, "\nposition {", "\nposition {{", SR_PROBLEM_JSON, 6);
    expect_edited(record, "\"game\":\"dunhuang\"", "\"game\":\"go\"", SR_PROBLEM_UNKNOWN_GAME, 6);
    expect_edited(record, "\"coin_supply\"", "\"coin_suply\"", SR_PROBLEM_UNKNOWN_FIELD, 6);
    expect_edited(record, "\nseats 3\nname 3 Nina", "", SR_PROBLEM_RECORD_ORDER, 4);

    free(again);
    free(record);
    free(position);
    sr_table_free(read);
    sr_table_free(from);
    sr_table_free(table);
}

static void comments_blanks_and_carriage_returns(void **unused) {
    (void)unused;
    struct sr_table *table = tables_play(2, 3, 20);
    char *record = tables_record(table);
    char *text = malloc(strlen(record) * 8 + 64);
    assert_non_null(text);
    text[0] = '\0';
    for (const char *at = record; *at;) {
        size_t length = strcspn(at, "\n");
        strncat(text, at, length);
        strcat(text, "\r\n# a comment, \t и по-русски\r\n\r\n   \n");
        at += length + 1;
    }
    struct sr_table *read = read_well(text);
    char *again = tables_record(read);
    assert_string_equal(record, again);
    free(again);
    free(text);
    free(record);
    sr_table_free(read);
    sr_table_free(table);
}

/* ---- the header ---- */

static void what_is_not_a_record(void **unused) {
    (void)unused;
    expect("", SR_PROBLEM_RECORD_EMPTY, 1);
    expect("\n", SR_PROBLEM_RECORD_EMPTY, 1);
    expect("hello\n", SR_PROBLEM_RECORD_EMPTY, 1);
    expect("# comment\nserai-record 1\n", SR_PROBLEM_RECORD_EMPTY, 1);
    expect(" serai-record 1\n", SR_PROBLEM_RECORD_EMPTY, 1);
    expect("serai-record\n", SR_PROBLEM_RECORD_EMPTY, 1);
    expect("serai-record 2\n", SR_PROBLEM_RECORD_VERSION, 1);
    expect("serai-record 1 \n", SR_PROBLEM_RECORD_VERSION, 1);
    expect("serai-record \n", SR_PROBLEM_RECORD_VERSION, 1);
}

static void broken_headers_are_refused(void **unused) {
    (void)unused;
    char *record = short_record();
    static const struct {
        const char *old, *fresh;
        const struct sr_problem *problem;
        int line;
    } broken[] = {
        {"game dunhuang", "game go", SR_PROBLEM_UNKNOWN_GAME, 2},
        {"game dunhuang", "game", SR_PROBLEM_UNKNOWN_GAME, 2},
        {"game dunhuang", "game  dunhuang", SR_PROBLEM_UNKNOWN_GAME, 2},
        {"game dunhuang\n", "", SR_PROBLEM_RECORD_ORDER, 2},
        {"game dunhuang", "game dunhuang\ngame dunhuang", SR_PROBLEM_RECORD_TWICE, 3},
        {"game dunhuang", "same dunhuang", SR_PROBLEM_RECORD_LINE, 2},
        {"rules 1", "rules 1\nrules 1", SR_PROBLEM_RECORD_TWICE, 4},
        {"rules 1", "rules 99", SR_PROBLEM_RECORD_RULES, 3},
        {"rules 1", "rules 0", SR_PROBLEM_RECORD_RULES, 3},
        {"rules 1", "rules 01", SR_PROBLEM_RECORD_NUMBER, 3},
        {"rules 1", "rules -1", SR_PROBLEM_RECORD_NUMBER, 3},
        {"rules 1", "rules one", SR_PROBLEM_RECORD_NUMBER, 3},
        {"rules 1", "rules", SR_PROBLEM_RECORD_NUMBER, 3},
        {"rules 1", "rules 99999999999999999999", SR_PROBLEM_RECORD_NUMBER, 3},
        {"rules 1\n", "", SR_PROBLEM_RECORD_LACKS, 6},
        {"seats 2", "seats 1", SR_PROBLEM_SEATS, 4},
        {"seats 2", "seats 5", SR_PROBLEM_SEATS, 4},
        {"seats 2", "seats 0", SR_PROBLEM_SEATS, 4},
        {"seats 2", "seats 258", SR_PROBLEM_RECORD_NUMBER, 4},
        {"seats 2", "seats 2 ", SR_PROBLEM_RECORD_NUMBER, 4},
        {"seats 2", "seats 2\nseats 2", SR_PROBLEM_RECORD_TWICE, 5},
        {"seats 2\n", "", SR_PROBLEM_RECORD_ORDER, 4},
        {"seats 2\nname 1 Anna\n", "", SR_PROBLEM_RECORD_LACKS, 5},
        {"name 1 Anna", "name 1 Anna\nname 1 Nina", SR_PROBLEM_RECORD_TWICE, 6},
        {"name 1 Anna", "name 0 Anna", SR_PROBLEM_RECORD_NAME, 5},
        {"name 1 Anna", "name 3 Anna", SR_PROBLEM_RECORD_NAME, 5},
        {"name 1 Anna", "name 1", SR_PROBLEM_RECORD_NAME, 5},
        {"name 1 Anna", "name 1 ", SR_PROBLEM_RECORD_NAME, 5},
        {"name 1 Anna", "name 1  Anna", SR_PROBLEM_RECORD_NAME, 5},
        {"name 1 Anna", "name 1 Anna ", SR_PROBLEM_RECORD_NAME, 5},
        {"name 1 Anna", "name 1 An\tna", SR_PROBLEM_RECORD_NAME, 5},
        {"name 1 Anna", "name Anna", SR_PROBLEM_RECORD_NAME, 5},
        {"name 1 Anna", "name 1 123456789012345678901234567890123", SR_PROBLEM_RECORD_NAME, 5},
        {"seed 42", "option colour red\nseed 42", SR_PROBLEM_UNKNOWN_OPTION, 6},
        {"seed 42", "option order\nseed 42", SR_PROBLEM_OPTION_VALUE, 6},
        {"seed 42", "option order sideways\nseed 42", SR_PROBLEM_OPTION_VALUE, 6},
        {"seed 42", "option order fixed\noption order fixed\nseed 42", SR_PROBLEM_OPTION_TWICE, 7},
        {"seed 42", "seed 42\nseed 42", SR_PROBLEM_RECORD_TWICE, 7},
        {"seed 42", "seed", SR_PROBLEM_SEED, 6},
        {"seed 42", "seed 4 2", SR_PROBLEM_SEED, 6},
        {"seed 42", "seed -1", SR_PROBLEM_SEED, 6},
        {"seed 42", "seed 18446744073709551616", SR_PROBLEM_SEED, 6},
        {"seed 42", "seed 0123456789abcdef", SR_PROBLEM_SEED, 6},
        {"seed 42\n", "", SR_PROBLEM_RECORD_LACKS, 6},
        {"seed 42", "Seed 42", SR_PROBLEM_RECORD_LINE, 6},
        {"\nmoves", "\nmoves ", SR_PROBLEM_RECORD_LINE, 7},
        {"\nmoves", "\n moves", SR_PROBLEM_RECORD_LINE, 7},
        {"\nmoves", "", SR_PROBLEM_RECORD_LINE, 7},
        {"\nmoves", "\nkeep tea", SR_PROBLEM_RECORD_LINE, 7},
    };
    for (size_t i = 0; i < sizeof broken / sizeof broken[0]; i++)
        expect_edited(record, broken[i].old, broken[i].fresh, broken[i].problem, broken[i].line);
    free(record);
}

static void header_lines_before_their_game(void **unused) {
    (void)unused;
    expect("serai-record 1\nrules 1\n", SR_PROBLEM_RECORD_ORDER, 2);
    expect("serai-record 1\nseats 2\n", SR_PROBLEM_RECORD_ORDER, 2);
    expect("serai-record 1\noption order fixed\n", SR_PROBLEM_RECORD_ORDER, 2);
    expect("serai-record 1\nname 1 Anna\n", SR_PROBLEM_RECORD_ORDER, 2);
    expect("serai-record 1\nposition {}\n", SR_PROBLEM_RECORD_ORDER, 2);
    expect("serai-record 1\nmoves\n", SR_PROBLEM_RECORD_LACKS, 2);
}

/* ---- the moves ---- */

/* The number of the line that begins with `word`. */
static int line_of(const char *text, const char *word) {
    int line = 1;
    for (const char *at = text; *at; at++) {
        if (strncmp(at, word, strlen(word)) == 0 && (at == text || at[-1] == '\n'))
            return line;
        line += *at == '\n';
    }
    fail_msg("no line \"%s\"", word);
    return 0;
}

static void wrong_checksums_and_counts_are_refused(void **unused) {
    (void)unused;
    struct sr_table *table = tables_play(3, 5, 20);
    char *record = tables_record(table);
    int check = line_of(record, "check 16 "), end = line_of(record, "end 20 ");
    expect_edited(record, "check 16 ", "check 17 ", SR_PROBLEM_RECORD_COUNT, check);
    expect_edited(record, "check 16 ", "check 016 ", SR_PROBLEM_RECORD_NUMBER, check);
    expect_edited(record, "check 16 ", "check  16 ", SR_PROBLEM_RECORD_NUMBER, check);
    expect_edited(record, "check 16 ", "check 16  ", SR_PROBLEM_RECORD_CHECKSUM, check);
    expect_edited(record, "check 16 ", "check 16 0", SR_PROBLEM_RECORD_CHECKSUM, check);
    expect_edited(record, "check 16 ", "check 16\n", SR_PROBLEM_RECORD_CHECKSUM, check);
    expect_edited(record, "end 20 ", "end 19 ", SR_PROBLEM_RECORD_COUNT, end);
    expect_edited(record, "end 20 ", "end 4294967316 ", SR_PROBLEM_RECORD_NUMBER, end);
    expect_edited(record, "end 20 ", "end ", SR_PROBLEM_RECORD_NUMBER, end);
    expect_edited(record, "end 20 ", "end 20 x", SR_PROBLEM_RECORD_CHECKSUM, end);
    expect_edited(record, "\nend 20 ", "\n# end 20 ", SR_PROBLEM_RECORD_TRUNCATED, end);
    /* Another deal: some move is illegal, or a checksum wrong. */
    char *dealt = tables_replace(record, "\nseed 5", "\nseed 6");
    assert_null(sr_record_read(dealt, strlen(dealt), NULL));
    free(dealt);
    /* A checksum line that is not there is no error, one more that is right neither. */
    char *fewer = tables_replace(record, "check 16 ", "# check 16 ");
    sr_table_free(read_well(fewer));
    free(fewer);
    free(record);
    sr_table_free(table);
}

static void illegal_and_damaged_moves_are_refused(void **unused) {
    (void)unused;
    struct sr_table *table = tables_play(3, 5, 3);
    char *record = tables_record(table);
    int moves = line_of(record, "moves"), end = line_of(record, "end 3 ");
    expect_edited(record, "\nmoves\n", "\nmoves\nwalk 1\n", SR_PROBLEM_ILLEGAL_MOVE, moves + 1);
    expect_edited(record, "\nmoves\n", "\nmoves\nfly 1\n", SR_PROBLEM_UNKNOWN_VERB, moves + 1);
    expect_edited(record, "\nmoves\n", "\nmoves\nkeep\n", SR_PROBLEM_TOO_FEW_ARGS, moves + 1);
    expect_edited(record, "\nmoves\n", "\nmoves\nkeep x\n", SR_PROBLEM_BAD_ARG, moves + 1);
    expect_edited(record, "\nmoves\n", "\nmoves\nmoves\n", SR_PROBLEM_UNKNOWN_VERB, moves + 1);
    expect_edited(record, "\nmoves\n", "\nmoves\nseed 5\n", SR_PROBLEM_UNKNOWN_VERB, moves + 1);
    expect_edited(record, "\nend 3 ", "\nwalk 45\nend 4 ", SR_PROBLEM_ILLEGAL_MOVE, end);
    free(record);
    sr_table_free(table);
}

static void a_game_that_is_over_has_no_more_moves(void **unused) {
    (void)unused;
    struct sr_table *table = tables_play(2, 5, TO_THE_END);
    char *record = tables_record(table);
    int end = line_of(record, "end ");
    expect_edited(record, "\nend ", "\nwalk 1\nend ", SR_PROBLEM_GAME_OVER, end);
    free(record);
    sr_table_free(table);
}

/* Another legal move in the place of one that was played must not pass. */
static void every_edited_move_is_found(void **unused) {
    (void)unused;
    struct sr_table *table = tables_play(2, 15, 40);
    int edited = 0;
    for (uint32_t ply = 0; ply < table->plies; ply++) {
        struct sr_error error = {0};
        struct sr_table *past = sr_table_at(table, ply, &error);
        for (uint32_t i = 0; i < past->moves.count; i++) {
            if (sr_same_move(past->moves.list[i], table->ply[ply].move))
                continue;
            struct sr_ply kept = table->ply[ply];
            char *right = tables_record(table);
            /* The record as a forger would write it: one move changed, nothing else. */
            char old[SR_MOVE_TEXT_BYTES + 2] = "", fresh[SR_MOVE_TEXT_BYTES + 2] = "";
            struct sr_out out;
            sr_out_open(&out, old, sizeof old);
            sr_move_write(&out, table->game, kept.move);
            sr_out_open(&out, fresh, sizeof fresh);
            sr_move_write(&out, table->game, past->moves.list[i]);
            char *at = strstr(right, "moves\n") + strlen("moves\n");
            for (uint32_t skipped = 0; skipped < ply;) {
                skipped += strncmp(at, "check ", 6) != 0;
                at = strchr(at, '\n') + 1;
            }
            if (strncmp(at, "check ", 6) == 0)
                at = strchr(at, '\n') + 1;
            assert_memory_equal(at, old, strlen(old));
            char *forged = malloc(strlen(right) + strlen(fresh) + 1);
            assert_non_null(forged);
            size_t before = (size_t)(at - right);
            memcpy(forged, right, before);
            strcpy(forged + before, fresh);
            strcat(forged + before, at + strlen(old));
            assert_null(sr_record_read(forged, strlen(forged), &error));
            assert_true(error.line > 0);
            free(forged);
            free(right);
            edited++;
            break;
        }
        sr_table_free(past);
    }
    assert_true(edited > 20);
    sr_table_free(table);
}

static void nothing_stands_after_the_end(void **unused) {
    (void)unused;
    char *record = short_record();
    char text[1024];
    strcpy(text, record);
    strcat(text, "# a comment may\n\n");
    sr_table_free(read_well(text));
    strcat(text, "keep tea\n");
    expect(text, SR_PROBLEM_RECORD_AFTER_END, 11);
    strcpy(text, record);
    strcat(text, record);
    expect(text, SR_PROBLEM_RECORD_AFTER_END, 9);
    strcpy(text, record);
    strcat(text, "x");
    expect(text, SR_PROBLEM_RECORD_AFTER_END, 9);
    free(record);
}

/* ---- bytes ---- */

/* Cut anywhere, a record is refused; only the newline of the last line may be missing. */
static void cut_at_every_byte(void **unused) {
    (void)unused;
    struct sr_table *table = tables_play(3, 8, 40);
    struct sr_error error = {0};
    assert_true(sr_table_set_name(table, 0, "Нина", strlen("Нина"), &error));
    char *record = tables_record(table);
    size_t length = strlen(record);
    for (size_t cut = 0; cut < length; cut++) {
        /* On the heap and exactly as long, so that a sanitizer sees a step beyond. */
        char *part = malloc(cut ? cut : 1);
        assert_non_null(part);
        memcpy(part, record, cut);
        struct sr_table *read = sr_record_read(part, cut, &error);
        free(part);
        if (cut == length - 1) {
            assert_non_null(read);
            assert_true(tables_same(table, read));
            sr_table_free(read);
            continue;
        }
        if (read)
            fail_msg("read although cut at byte %zu", cut);
        assert_true(error.line > 0);
        if (cut >= strlen("serai-record 1"))
            assert_true(error.problem == SR_PROBLEM_RECORD_TRUNCATED ||
                        error.problem == SR_PROBLEM_RECORD_TEXT);
    }
    free(record);
    sr_table_free(table);
}

static void bytes_that_are_not_text(void **unused) {
    (void)unused;
    char *record = short_record();
    expect_edited(record, "Anna", "An\xff", SR_PROBLEM_RECORD_TEXT, 5);
    expect_edited(record, "Anna", "An\xc3", SR_PROBLEM_RECORD_TEXT, 5);
    expect_edited(record, "Anna", "An\xc0\x80", SR_PROBLEM_RECORD_TEXT, 5);
    expect_edited(record, "Anna", "An\xed\xa0\x80", SR_PROBLEM_RECORD_TEXT, 5);
    expect_edited(record, "Anna", "An\x01", SR_PROBLEM_RECORD_TEXT, 5);
    expect_edited(record, "\nmoves", "\n# \xff\nmoves", SR_PROBLEM_RECORD_TEXT, 7);
    expect_edited(record, "serai-record 1", "\xef\xbb\xbfserai-record 1", SR_PROBLEM_RECORD_EMPTY,
                  1);
    size_t length = strlen(record);
    int line = 1;
    for (size_t at = 0; at + 1 < length; at++) {
        char kept = record[at];
        record[at] = '\0';
        expect_bytes(record, length, SR_PROBLEM_RECORD_TEXT, line);
        record[at] = kept;
        line += kept == '\n';
    }
    free(record);
}

/* One bit or byte changed anywhere: refused, or (in a name or a seed of no moves) read as what it
 * says; never a crash. */
static void damaged_bytes_never_crash(void **unused) {
    (void)unused;
    struct sr_table *table = tables_play(2, 8, 20);
    char *record = tables_record(table);
    size_t length = strlen(record);
    char *moves = strstr(record, "moves\n");
    for (size_t at = 0; at < length; at++) {
        for (int bit = 0; bit < 8; bit++) {
            struct sr_error error = {0};
            record[at] = (char)(record[at] ^ 1 << bit);
            struct sr_table *read = sr_record_read(record, length, &error);
            /* Within the moves nothing may pass but a blank line, a comment or a checksum that
             * became a comment. */
            if (read && at > (size_t)(moves - record) && record[at] != '#')
                assert_true(tables_same(read, table));
            sr_table_free(read);
            record[at] = (char)(record[at] ^ 1 << bit);
        }
    }
    free(record);
    sr_table_free(table);
}

static void lines_that_are_too_long(void **unused) {
    (void)unused;
    char *record = short_record();
    char *huge = malloc(BIG + 1024);
    assert_non_null(huge);
    strcpy(huge, "serai-record 1\n# ");
    memset(huge + strlen(huge), 'x', BIG);
    huge[BIG] = '\0';
    expect(huge, SR_PROBLEM_TOO_BIG, 0);

    const char *starts[] = {"", "serai-record 1\n", "serai-record 1\nname 1 ",
                            "serai-record 1\ngame dunhuang\nposition "};
    for (size_t i = 0; i < sizeof starts / sizeof starts[0]; i++) {
        size_t start = strlen(starts[i]);
        memcpy(huge, starts[i], start);
        memset(huge + start, 'x', SR_LINE_BYTES + 1);
        strcpy(huge + start + SR_LINE_BYTES + 1, "\n");
        int line = 1;
        for (const char *at = starts[i]; *at; at++)
            line += *at == '\n';
        expect(huge, SR_PROBLEM_LINE_TOO_LONG, line);
    }

    /* The longest comment that may be. */
    size_t header = strlen("serai-record 1\n");
    memcpy(huge, record, header);
    memset(huge + header, '#', SR_LINE_BYTES);
    huge[header + SR_LINE_BYTES] = '\n';
    strcpy(huge + header + SR_LINE_BYTES + 1, record + header);
    sr_table_free(read_well(huge));

    char *at = strstr(record, "end ");
    size_t before = (size_t)(at - record);
    memcpy(huge, record, before);
    memset(huge + before, 'k', 5000);
    strcpy(huge + before + 5000, "\n");
    expect(huge, SR_PROBLEM_MOVE_TOO_LONG, 8);
    free(huge);
    free(record);
}

static void errors_may_go_unheard(void **unused) {
    (void)unused;
    assert_null(sr_record_read("hello", 5, NULL));
    char *record = short_record();
    struct sr_table *table = sr_record_read(record, strlen(record), NULL);
    assert_non_null(table);
    sr_table_free(table);
    free(record);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_text_of_a_record),
        cmocka_unit_test(records_come_back_to_the_same_bytes),
        cmocka_unit_test(checksums_stand_after_every_sixteenth_move),
        cmocka_unit_test(options_and_long_seeds_are_kept),
        cmocka_unit_test(the_largest_number_is_a_seed),
        cmocka_unit_test(a_record_may_start_from_a_position),
        cmocka_unit_test(comments_blanks_and_carriage_returns),
        cmocka_unit_test(what_is_not_a_record),
        cmocka_unit_test(broken_headers_are_refused),
        cmocka_unit_test(header_lines_before_their_game),
        cmocka_unit_test(wrong_checksums_and_counts_are_refused),
        cmocka_unit_test(illegal_and_damaged_moves_are_refused),
        cmocka_unit_test(a_game_that_is_over_has_no_more_moves),
        cmocka_unit_test(every_edited_move_is_found),
        cmocka_unit_test(nothing_stands_after_the_end),
        cmocka_unit_test(cut_at_every_byte),
        cmocka_unit_test(bytes_that_are_not_text),
        cmocka_unit_test(damaged_bytes_never_crash),
        cmocka_unit_test(lines_that_are_too_long),
        cmocka_unit_test(errors_may_go_unheard),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
