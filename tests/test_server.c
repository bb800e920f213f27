/* Parts of the server on their own: what is told depends on what the viewer knows and on nothing
 * else; handshakes, origins, limits and cleaning are exact. */
#include "games/games.h"
#include "server/config.h"
#include "server/problems.h"
#include "server/room.h"
#include "server/sha1.h"
#include "server/web.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include <netinet/in.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum { GAMES = 4, PLIES = 40 };

/* ---- secrets ---- */

static void expect_same_view(const struct sr_table *table, int viewer, struct sr_stream *stream) {
    struct sr_error error = {0};
    struct sr_table *other = sr_table_copy(table, &error);
    assert_non_null(other);
    sr_guess(other->game, other->state, viewer, stream);
    sr_list(other->game, other->state, &other->moves);
    for (int lang = 0; lang < SR_LANGS; lang++) {
        struct sr_buffer truth = {0}, guess = {0};
        sr_wire_view(&truth, table, 7, viewer, (enum sr_lang)lang);
        sr_wire_view(&guess, other, 7, viewer, (enum sr_lang)lang);
        assert_string_equal(truth.text, guess.text);
        sr_buffer_free(&truth);
        sr_buffer_free(&guess);
    }
    sr_table_free(other);
}

/* Whatever a viewer cannot know may be changed: not one byte of its message changes. */
static void views_tell_what_the_viewer_knows(void **state) {
    (void)state;
    for (int index = 0; sr_game_at(index); index++) {
        const struct sr_game *game = sr_game_at(index);
        for (uint64_t number = 0; number < GAMES; number++) {
            struct sr_setup setup = {0};
            struct sr_error error = {0};
            struct sr_rng rng;
            sr_setup_init(game, &setup);
            int choices = game->seats_max - game->seats_min + 1;
            setup.seats = (uint8_t)(game->seats_min + (int)number % choices);
            sr_seed_number(number, setup.seed);
            sr_rng_seed(&rng, setup.seed);
            rng.key[0] ^= 1;
            struct sr_stream stream = sr_stream_open(&rng);
            struct sr_table *table = sr_table_new(game, &setup, &error);
            assert_non_null(table);
            for (int ply = 0; ply < PLIES && table->moves.count > 0; ply++) {
                for (int viewer = SR_SPECTATOR; viewer < setup.seats; viewer++)
                    expect_same_view(table, viewer, &stream);
                uint32_t choice = sr_draw(&stream, table->moves.count);
                assert_true(
                    sr_table_play(table, SR_REFEREE, table->moves.list[choice], NULL, &error));
            }
            sr_table_free(table);
        }
    }
}

static struct sr_table_row row_of(const char *id) {
    struct sr_table_row row = {.seats = 2, .rules = 1, .host = 5};
    strcpy(row.id, id);
    strcpy(row.code, "secretcode");
    strcpy(row.game, "pebbles");
    strcpy(row.options, "size=3,deep=yes");
    memset(row.seed, 0xab, sizeof row.seed);
    row.chair[0].person = 5;
    strcpy(row.chair[0].name, "A \"quoted\" name");
    strcpy(row.chair[1].bot, "greedy");
    return row;
}

static char *told_table(const struct sr_table_row *row, int64_t person) {
    struct sr_buffer out = {0};
    uint8_t commitment[SR_COMMITMENT_BYTES];
    sr_commitment(row->seed, row->id, commitment);
    sr_wire_table(&out, row, commitment, NULL, person, SR_EN);
    assert_false(out.broken);
    json_t *json = json_loads(out.text, JSON_REJECT_DUPLICATES, NULL);
    assert_non_null(json);
    json_decref(json);
    return out.text;
}

static void a_code_is_for_those_who_sit_and_a_seed_for_nobody(void **state) {
    (void)state;
    struct sr_table_row row = row_of("one");
    char *seated = told_table(&row, 5), *stranger = told_table(&row, 6),
         *nobody = told_table(&row, 0);
    assert_non_null(strstr(seated, "secretcode"));
    assert_null(strstr(stranger, "secretcode"));
    assert_null(strstr(nobody, "secretcode"));
    assert_null(strstr(seated, "abababab"));
    assert_non_null(strstr(nobody, "\"commitment\""));
    assert_non_null(strstr(nobody, "\"options\":{\"size\":\"3\",\"deep\":\"yes\"}"));
    free(seated);
    free(stranger);
    free(nobody);
}

static void a_commitment_binds_the_seed_and_the_table(void **state) {
    (void)state;
    uint8_t seed[SR_SEED_BYTES] = {1}, one[32], same[32], other[32];
    assert_true(sr_guard_open());
    sr_commitment(seed, "one", one);
    sr_commitment(seed, "one", same);
    assert_memory_equal(one, same, sizeof one);
    sr_commitment(seed, "two", other);
    assert_memory_not_equal(one, other, sizeof one);
    seed[31] = 1;
    sr_commitment(seed, "one", other);
    assert_memory_not_equal(one, other, sizeof one);
}

static void tokens_are_read_back_and_nothing_else(void **state) {
    (void)state;
    uint8_t token[SR_TOKEN_BYTES], back[SR_TOKEN_BYTES];
    char text[2 * SR_TOKEN_BYTES + 1];
    sr_random_bytes(token, sizeof token);
    sr_token_write(token, text);
    assert_true(sr_token_read(text, strlen(text), back));
    assert_memory_equal(token, back, sizeof token);
    assert_false(sr_token_read(text, strlen(text) - 1, back));
    assert_false(sr_token_read("", 0, back));
    text[5] = 'g';
    assert_false(sr_token_read(text, strlen(text), back));
}

/* ---- the edges ---- */

static void handshakes_are_those_of_the_standard(void **state) {
    (void)state;
    static const uint8_t of_abc[SR_SHA1_BYTES] = {0xa9, 0x99, 0x3e, 0x36, 0x47, 0x06, 0x81,
                                                  0x6a, 0xba, 0x3e, 0x25, 0x71, 0x78, 0x50,
                                                  0xc2, 0x6c, 0x9c, 0xd0, 0xd8, 0x9d};
    static const uint8_t of_two_blocks[SR_SHA1_BYTES] = {0x84, 0x98, 0x3e, 0x44, 0x1c, 0x3b, 0xd2,
                                                         0x6e, 0xba, 0xae, 0x4a, 0xa1, 0xf9, 0x51,
                                                         0x29, 0xe5, 0xe5, 0x46, 0x70, 0xf1};
    static const char two_blocks[] = "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq";
    uint8_t hash[SR_SHA1_BYTES];
    sr_sha1("abc", 3, hash);
    assert_memory_equal(hash, of_abc, sizeof hash);
    sr_sha1(two_blocks, strlen(two_blocks), hash);
    assert_memory_equal(hash, of_two_blocks, sizeof hash);
}

static void origins_must_be_the_host_that_was_asked(void **state) {
    (void)state;
    assert_true(sr_same_origin("http://here:8080", "here:8080"));
    assert_true(sr_same_origin("https://here", "here"));
    assert_false(sr_same_origin("http://here:8080", "here"));
    assert_false(sr_same_origin("http://here.evil", "here"));
    assert_false(sr_same_origin("here", "here"));
    assert_false(sr_same_origin("null", "null"));
    assert_false(sr_same_origin(NULL, "here"));
    assert_false(sr_same_origin("http://", ""));
    assert_false(sr_same_origin("ftp://here", "here"));
}

static bool is_clean(const char *text) {
    return sr_clean_text(text, strlen(text), 20);
}

static void text_is_cleaned_by_refusing_it(void **state) {
    (void)state;
    assert_true(is_clean("Привет, 茶!"));
    assert_false(is_clean(""));
    assert_false(is_clean("   "));
    assert_false(is_clean("a\tb"));
    assert_false(is_clean("a\x7f"));
    assert_false(is_clean("\xe2\x80\xae"
                          "abc"));
    assert_false(is_clean("\xff"));
    assert_false(is_clean("12345678901234567890"));
    assert_true(is_clean("1234567890123456789"));
}

static void buckets_empty_and_fill_again(void **state) {
    (void)state;
    struct sr_bucket bucket = {0};
    for (int i = 0; i < 5; i++)
        assert_true(sr_bucket_take(&bucket, 2, 5, 1000));
    assert_false(sr_bucket_take(&bucket, 2, 5, 1000));
    assert_true(sr_bucket_take(&bucket, 2, 5, 1500));
    assert_false(sr_bucket_take(&bucket, 2, 5, 1500));
    for (int i = 0; i < 5; i++)
        assert_true(sr_bucket_take(&bucket, 2, 5, 100000));
    assert_false(sr_bucket_take(&bucket, 2, 5, 100000));
}

static bool is_cut_off(int fd) {
    char byte;
    return recv(fd, &byte, 1, MSG_DONTWAIT) == 0;
}

/* Slow callers are cut off; those who became sockets, or whose request is whole, are not. */
static void patience_ends(void **state) {
    (void)state;
    struct sr_patience *patience = sr_patience_open();
    assert_non_null(patience);
    int pair[3][2];
    struct sr_caller *caller[3];
    for (int i = 0; i < 3; i++) {
        assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM, 0, pair[i]), 0);
        caller[i] = sr_caller_arrive(patience, pair[i][0], NULL);
        assert_non_null(caller[i]);
    }
    int64_t now = sr_milliseconds();
    assert_int_equal(sr_patience_sweep(patience, now), 0);
    sr_caller_answered(caller[1]);
    sr_caller_upgraded(caller[2]);
    assert_int_equal(sr_patience_sweep(patience, now + 40000), 1);
    assert_int_equal(sr_patience_sweep(patience, now + 40000), 0);
    assert_true(is_cut_off(pair[0][1]));
    assert_false(is_cut_off(pair[1][1]));
    assert_int_equal(sr_patience_sweep(patience, now + 150000), 1);
    assert_true(is_cut_off(pair[1][1]));
    assert_false(is_cut_off(pair[2][1]));
    for (int i = 0; i < 3; i++) {
        sr_caller_depart(caller[i]);
        close(pair[i][0]);
        close(pair[i][1]);
    }
    sr_patience_close(patience);
}

/* One address has a share of the connections; this machine's own, where a proxy may be, has all. */
static void an_address_has_its_share(void **state) {
    (void)state;
    enum { SHARE = 256 };
    struct sr_patience *patience = sr_patience_open();
    struct sr_caller *caller[SHARE + 2];
    struct sockaddr_in address = {.sin_family = AF_INET};
    int pair[2];
    assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM, 0, pair), 0);
    for (int local = 1; local >= 0; local--) {
        address.sin_addr.s_addr = htonl(local ? INADDR_LOOPBACK : 0x0a000001);
        for (int i = 0; i < SHARE + local; i++)
            caller[i] = sr_caller_arrive(patience, pair[0], (struct sockaddr *)&address);
        assert_false(is_cut_off(pair[1]));
        for (int i = 0; local && i < SHARE + local; i++)
            sr_caller_depart(caller[i]);
    }
    sr_caller_depart(caller[0]);
    caller[0] = sr_caller_arrive(patience, pair[0], (struct sockaddr *)&address);
    assert_false(is_cut_off(pair[1]));
    caller[SHARE] = sr_caller_arrive(patience, pair[0], (struct sockaddr *)&address);
    assert_true(is_cut_off(pair[1]));
    for (int i = 0; i <= SHARE; i++)
        sr_caller_depart(caller[i]);
    close(pair[0]);
    close(pair[1]);
    sr_patience_close(patience);
}

static const struct sr_problem *problem_of(const char *text) {
    struct sr_error error = {0};
    json_t *object = sr_read_object(text, strlen(text), &error);
    json_decref(object);
    assert_true((object == NULL) == (error.problem != SR_FINE));
    return error.problem;
}

static void json_is_an_object_and_not_deep(void **state) {
    (void)state;
    assert_int_equal(problem_of("{\"a\":[1,{\"b\":\"[[[[[[[[[[[[\\\"[\"}]}"), SR_FINE);
    assert_int_equal(problem_of("{\"a\":[[[[[[[1]]]]]]]}"), SR_FINE);
    assert_int_equal(problem_of("{\"a\":[[[[[[[[1]]]]]]]]}"), SR_PROBLEM_NOT_JSON);
    assert_int_equal(problem_of("[]"), SR_PROBLEM_NOT_JSON);
    assert_int_equal(problem_of("{\"a\":1,\"a\":1}"), SR_PROBLEM_NOT_JSON);
    assert_int_equal(problem_of("{} x"), SR_PROBLEM_NOT_JSON);
    char *large = malloc(SR_BODY_BYTES + 2);
    memset(large, ' ', SR_BODY_BYTES + 1);
    large[SR_BODY_BYTES + 1] = '\0';
    assert_int_equal(problem_of(large), SR_PROBLEM_TOO_MUCH);
    free(large);
}

static void write_spaced(struct sr_out *out, const void *context) {
    (void)context;
    sr_put(out, "{ \"a b\" : [ 1,\n  \"\\\" x\\\\\" , 2 ] }");
}

static void json_loses_its_blanks_but_not_those_in_texts(void **state) {
    (void)state;
    struct sr_buffer buffer = {0};
    sr_buffer_add(&buffer, "x ");
    sr_buffer_write_json(&buffer, write_spaced, NULL);
    assert_string_equal(buffer.text, "x {\"a b\":[1,\"\\\" x\\\\\",2]}");
    assert_int_equal(buffer.length, strlen(buffer.text));
    sr_buffer_free(&buffer);
}

static void the_client_has_plain_addresses_only(void **state) {
    (void)state;
    static const char *const good[] = {"/", "/index.html", "/t/abc", "/assets/a-B_1.min.js"};
    static const char *const bad[] = {"",     "x",     "/.git", "/a/.b", "/../x", "/a/../b",  "//a",
                                      "/a b", "/a\\b", "/a%2e", "/a?b",  "/a:b",  "/\xd1\x8f"};
    for (size_t i = 0; i < sizeof good / sizeof good[0]; i++)
        assert_true(sr_web_path(good[i]));
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        assert_false(sr_web_path(bad[i]));
    assert_true(sr_web_is_file("/a.b/c.js"));
    assert_false(sr_web_is_file("/a.b/c"));
    assert_string_equal(sr_web_type("/x.wasm"), "application/wasm");
    assert_string_equal(sr_web_type("/x"), "application/octet-stream");
}

static void compression_and_tags_are_negotiated(void **state) {
    (void)state;
    assert_true(sr_web_takes_gzip("gzip"));
    assert_true(sr_web_takes_gzip("br, gzip;q=0.5, *"));
    assert_false(sr_web_takes_gzip(NULL));
    assert_false(sr_web_takes_gzip(""));
    assert_false(sr_web_takes_gzip("br, xgzip, gzipped"));
    assert_false(sr_web_takes_gzip("gzip;q=0, br;q=1"));
    assert_true(sr_web_takes_gzip("gzip, br;q=0"));
    assert_true(sr_web_matches("\"a\", W/\"b\"", "\"b\""));
    assert_false(sr_web_matches("\"ab\"", "\"a\""));
    assert_false(sr_web_matches(NULL, "\"a\""));
}

static void clocks_are_read_back(void **state) {
    (void)state;
    static const char *const good[] = {"none", "turn 60", "days 3", "game 600 0", "game 600 5"};
    static const char *const bad[] = {"",        "turn",     "turn 4",   "turn 60 1",
                                      "days 31", "game 600", "game 1 1", "game 600 5 x",
                                      "zork 60", "turn -60", "turn 60x", "game 600 99999"};
    for (size_t i = 0; i < sizeof good / sizeof good[0]; i++) {
        char text[SR_CLOCK_BYTES];
        sr_clock_write(sr_clock_read(good[i]), text);
        assert_string_equal(text, good[i]);
    }
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        assert_int_equal(sr_clock_read(bad[i]).kind, SR_CLOCK_NONE);
    assert_int_equal(sr_clock_read("days 2").seconds, 172800);
}

static void settings_are_read_and_faults_told_by_line(void **state) {
    (void)state;
    struct sr_config config;
    struct sr_error error = {0};
    static const char fine[] = "# a remark\r\n\n listen = [::1]:80 \ndata=/a b/c\ngrace = 9\n"
                               "confine = no\nbot_threads = 16\nbots_at_visitors = yes";
    assert_true(sr_config_read(fine, sizeof fine - 1, &config, &error));
    assert_string_equal(config.listen, "[::1]:80");
    assert_string_equal(config.data, "/a b/c");
    assert_string_equal(config.web, "");
    assert_int_equal(config.grace, 9);
    assert_int_equal(config.bot_threads, 16);
    assert_true(config.bots_at_visitors);
    assert_true(config.unconfined);
    assert_true(sr_config_read("", 0, &config, &error));
    static const char *const bad[] = {"\nx",           "\n= 1",        "\nlisten =",
                                      "\ngrace = -1",  "\ngrace = 1x", "\ngrace = 99999999999",
                                      "#\nconfine = y"};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        assert_false(sr_config_read(bad[i], strlen(bad[i]), &config, &error));
        assert_int_equal(error.line, 2);
    }
}

/* ---- logs ---- */

enum { MANY_LINES = 20000 };

/* Nobody reads what we log: whoever logs goes on, and what was left out is counted. */
static void a_log_that_nobody_reads_holds_up_nobody(void **state) {
    int pipes[2], kept = dup(STDERR_FILENO);
    (void)state;
    assert_int_equal(pipe(pipes), 0);
    assert_true(dup2(pipes[1], STDERR_FILENO) >= 0);
    int64_t before = sr_counted(SR_COUNT_LOG_DROPPED);
    bool opened = sr_log_open();
    for (int i = 0; i < MANY_LINES; i++)
        sr_log("info", "a line of some length that nobody will ever read", "name", "value", NULL);
    int64_t dropped = sr_counted(SR_COUNT_LOG_DROPPED) - before;
    char first[16];
    bool whole = read(pipes[0], first, 6) == 6;
    /* what is left is written into a pipe whose other end is gone */
    signal(SIGPIPE, SIG_IGN);
    close(pipes[1]);
    close(pipes[0]);
    sr_log_close();
    assert_true(dup2(kept, STDERR_FILENO) >= 0);
    close(kept);
    assert_true(whole);
    assert_true(opened);
    assert_memory_equal(first, "{\"at\":", 6);
    assert_true(dropped > 0 && dropped < MANY_LINES);
}

/* ---- networks ---- */

static void a_network_is_an_address_or_its_prefix(void **state) {
    static const char *const networks[][2] = {
        {"10.0.0.1", "10.0.0.1"},
        {"2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"},
        {"2001:db8:1:2:ffff::", "2001:db8:1:2::/64"},
        {"2001:db8:1:3::1", "2001:db8:1:3::/64"},
        {"::ffff:10.0.0.1", "10.0.0.1"},
        {"unknown", "unknown"},
    };
    char network[SR_ADDRESS_BYTES];
    struct sr_server server = {.network_key = {1}}, other = {.network_key = {2}};
    (void)state;
    for (size_t i = 0; i < sizeof networks / sizeof *networks; i++) {
        sr_network_name(networks[i][0], network);
        assert_string_equal(network, networks[i][1]);
    }
    assert_true(sr_network_hash(&server, "10.0.0.1") == sr_network_hash(&server, "10.0.0.1"));
    assert_true(sr_network_hash(&server, "10.0.0.1") != sr_network_hash(&server, "10.0.0.2"));
    assert_true(sr_network_hash(&server, "10.0.0.1") != sr_network_hash(&other, "10.0.0.1"));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(views_tell_what_the_viewer_knows),
        cmocka_unit_test(a_code_is_for_those_who_sit_and_a_seed_for_nobody),
        cmocka_unit_test(a_commitment_binds_the_seed_and_the_table),
        cmocka_unit_test(tokens_are_read_back_and_nothing_else),
        cmocka_unit_test(handshakes_are_those_of_the_standard),
        cmocka_unit_test(origins_must_be_the_host_that_was_asked),
        cmocka_unit_test(text_is_cleaned_by_refusing_it),
        cmocka_unit_test(buckets_empty_and_fill_again),
        cmocka_unit_test(patience_ends),
        cmocka_unit_test(an_address_has_its_share),
        cmocka_unit_test(json_is_an_object_and_not_deep),
        cmocka_unit_test(json_loses_its_blanks_but_not_those_in_texts),
        cmocka_unit_test(the_client_has_plain_addresses_only),
        cmocka_unit_test(compression_and_tags_are_negotiated),
        cmocka_unit_test(clocks_are_read_back),
        cmocka_unit_test(settings_are_read_and_faults_told_by_line),
        cmocka_unit_test(a_log_that_nobody_reads_holds_up_nobody),
        cmocka_unit_test(a_network_is_an_address_or_its_prefix),
    };
    return cmocka_run_group_tests_name("server", tests, NULL, NULL);
}
