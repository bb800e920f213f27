/* Secrets stay secret on the wire. Random games of every kind are played twice: in the true world,
 * and in one where whatever a viewer cannot know was dealt anew. As long as the viewer's own view
 * is the same in both, everything that the server says to it must be the same, to the byte: views,
 * events with their differences and log lines, take-backs and returns by consent, previews, scores,
 * hints, errors, tables with their petitions.
 * SERAI_LEAK_GAMES is the number of games of each kind; in such a long run one viewer is drawn at
 * each step instead of all. SERAI_LEAK_ONLY names the kind, SERAI_LEAK_FIRST the game to begin
 * with. test_leak_sockets.c does the same over real connections. */
#include "bots/bots.h"
#include "core/glimpse.h"
#include "games/games.h"
#include "host/machine.h"
#include "host/wire.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The slower things are looked at now and then. */
enum {
    USUAL_GAMES = 3,
    REFUSALS_ONE_IN = 4,
    PREVIEWS_ONE_IN = 16,
    SCORES_ONE_IN = 24,
    HINTS_ONE_IN = 48,
    HINT_ITERATIONS = 40,
    ROW_PERSON = 5
};

/* The same position in two worlds. Both tables begin here, so that moves can be taken back. */
struct worlds {
    const struct sr_table *game_table;
    struct sr_table *table[2]; /* the truth, and what might be */
    int viewer;
};

static long said, moved, told_apart, put_away, advised, game_number;

/* ---- saying things in both worlds ---- */

typedef void sr_say(struct sr_buffer *out, const struct sr_table *table, int viewer,
                    enum sr_lang lang, const void *context);

static void expect_same_bytes(const struct worlds *worlds, const char *what, sr_say *say,
                              const void *truth, const void *other) {
    for (int lang = 0; lang < SR_LANGS; lang++) {
        struct sr_buffer text[2] = {{0}, {0}};
        say(&text[0], worlds->table[0], worlds->viewer, (enum sr_lang)lang, truth);
        say(&text[1], worlds->table[1], worlds->viewer, (enum sr_lang)lang, other);
        assert_false(text[0].broken || text[1].broken);
        if (text[0].length != text[1].length ||
            memcmp(text[0].text, text[1].text, text[0].length) != 0) {
            size_t at = 0;
            while (text[0].text[at] == text[1].text[at])
                at++;
            at = at > 60 ? at - 60 : 0;
            fail_msg("%s, game %ld, %u seats, ply %u: %s for %d depends on what it cannot know:\n"
                     "...%.200s...\n...%.200s...",
                     worlds->game_table->game->name, game_number, worlds->game_table->setup.seats,
                     worlds->game_table->plies, what, worlds->viewer, text[0].text + at,
                     text[1].text + at);
        }
        sr_buffer_free(&text[0]);
        sr_buffer_free(&text[1]);
        said++;
    }
}

static void say_view(struct sr_buffer *out, const struct sr_table *table, int viewer,
                     enum sr_lang lang, const void *context) {
    (void)context;
    sr_wire_view(out, table, 3, viewer, lang);
}

static void say_score(struct sr_buffer *out, const struct sr_table *table, int viewer,
                      enum sr_lang lang, const void *context) {
    (void)context;
    sr_wire_score(out, table, viewer, lang);
}

/* The host of this table, at which a different person sits on every chair. Something is asked of
 * them, so that petitions are told too. */
static struct sr_host *host_with(const struct sr_table *table) {
    static struct sr_host host;
    memset(&host, 0, sizeof host);
    struct sr_table_row *row = &host.row;
    row->rules = table->game->rules;
    row->host = ROW_PERSON;
    row->status = SR_TABLE_PLAYING;
    row->seats = sr_head(table->state)->seats;
    snprintf(row->id, sizeof row->id, "leaktable001");
    snprintf(row->game, sizeof row->game, "%s", table->game->name);
    snprintf(row->clock, sizeof row->clock, "none");
    for (int seat = 0; seat < row->seats; seat++)
        row->chair[seat].person = ROW_PERSON + seat;
    host.game = table->game;
    host.number = 3;
    host.clock_seat = SR_SPECTATOR;
    host.petition = (struct sr_petition){
        .kind = SR_PETITION_UNDO, .ply = table->plies, .seat = -1, .agreed = 1, .refused = -1};
    host.table = sr_table_copy(table, NULL);
    assert_non_null(host.table);
    return &host;
}

/* The viewer is a person at the table, or nobody. */
static void say_table(struct sr_buffer *out, const struct sr_table *table, int viewer,
                      enum sr_lang lang, const void *context) {
    (void)context;
    struct sr_host *host = host_with(table);
    sr_wire_table(out, &host->row, host->commitment, host, viewer < 0 ? 0 : ROW_PERSON + viewer,
                  lang);
    sr_table_free(host->table);
}

/* Advice that was found, as it is told at this table. */
static void say_hint(struct sr_buffer *out, const struct sr_table *table, int viewer,
                     enum sr_lang lang, const void *context) {
    struct sr_hints hints = *(const struct sr_hints *)context;
    struct sr_host *host = host_with(table);
    host->advice = (struct sr_advice){
        .state = SR_ADVICE_READY, .number = host->number, .seat = viewer, .hints = &hints};
    sr_wire_hint(out, host, lang);
    sr_table_free(host->table);
}

/* What the server answers to a move that is none, is not legal, or is another's. */
static void say_refusals(struct sr_buffer *out, const struct sr_table *table, int viewer,
                         enum sr_lang lang, const void *context) {
    static const char *const texts[] = {"", "x", "walk 99", "take", "1", "pass", "keep tea"};
    const char *legal_elsewhere = context;
    for (size_t i = 0; i <= sizeof texts / sizeof texts[0]; i++) {
        const char *text = i < sizeof texts / sizeof texts[0] ? texts[i] : legal_elsewhere;
        struct sr_error error = {0};
        struct sr_table *copy = sr_table_copy(table, NULL);
        assert_non_null(copy);
        if (!sr_table_play_text(copy, viewer, text, strlen(text), NULL, &error))
            sr_wire_error(out, &error, lang);
        if (!sr_table_undo(copy, viewer, &error))
            sr_wire_error(out, &error, lang);
        sr_table_free(copy);
    }
}

struct previewing {
    const struct sr_table *table;
    const struct sr_preview *preview;
    enum sr_lang lang;
};

static void write_preview(struct sr_out *out, const void *context) {
    const struct previewing *previewing = context;
    sr_preview_write(out, previewing->table, previewing->preview, previewing->lang);
}

static void say_preview(struct sr_buffer *out, const struct sr_table *table, int viewer,
                        enum sr_lang lang, const void *context) {
    static struct sr_preview preview;
    struct sr_error error = {0};
    (void)viewer;
    assert_true(sr_table_preview(table, *(const struct sr_move *)context, &preview, &error));
    struct previewing previewing = {table, &preview, lang};
    sr_buffer_write_json(out, write_preview, &previewing);
}

static void say_scene(struct sr_buffer *out, const struct sr_table *table, int viewer,
                      enum sr_lang lang, const void *context) {
    (void)table;
    sr_wire_event(out, context, viewer, lang);
}

/* ---- two worlds ---- */

/* A table that begins at a state. */
static struct sr_table *table_at(const struct sr_table *like, const void *state) {
    struct sr_table *table = sr_table_copy(like, NULL);
    assert_non_null(table);
    memcpy(table->state, state, sizeof table->state);
    memcpy(table->start, state, sizeof table->start);
    table->plies = 0;
    sr_list(table->game, table->state, &table->moves);
    return table;
}

/* Chance falls the same way in both: only what lies hidden is different. */
static struct worlds two_worlds(const struct sr_table *table, int viewer,
                                struct sr_stream *stream) {
    struct worlds worlds = {.game_table = table, .viewer = viewer};
    _Alignas(8) unsigned char world[SR_MAX_STATE];
    memcpy(world, table->state, sizeof world);
    sr_guess(table->game, world, viewer, stream);
    ((struct sr_head *)(void *)world)->rng = sr_head(table->state)->rng;
    worlds.table[0] = table_at(table, table->state);
    worlds.table[1] = table_at(table, world);
    return worlds;
}

static void close_worlds(struct worlds *worlds) {
    sr_table_free(worlds->table[0]);
    sr_table_free(worlds->table[1]);
}

static bool looks_the_same(const struct worlds *worlds) {
    _Alignas(8) unsigned char seen[2][SR_MAX_STATE];
    const struct sr_game *game = worlds->table[0]->game;
    for (int i = 0; i < 2; i++)
        sr_fields_mask(game, worlds->table[i]->state, worlds->viewer, seen[i]);
    return memcmp(seen[0], seen[1], game->size) == 0;
}

/* ---- hints ---- */

static struct sr_stream stream_of(struct sr_rng *rng, uint64_t number) {
    uint8_t seed[SR_SEED_BYTES];
    sr_seed_number(number, seed);
    sr_rng_seed(rng, seed);
    return sr_stream_open(rng);
}

static void find_hints(const struct sr_table *table, uint64_t number, struct sr_hints *hints) {
    struct sr_bot adviser = {
        .kind = &sr_search_bot, .iterations = HINT_ITERATIONS, .threads = 1, .name = "search"};
    struct sr_glimpse glimpse;
    struct sr_rng rng;
    struct sr_stream stream = stream_of(&rng, number);
    sr_table_glimpse(table, &glimpse);
    assert_true(sr_hints_find(&glimpse, &stream, &adviser, hints));
}

/* Does the same chance lead to the same guess from both worlds? Some games mix hidden cards from
 * the order in which they lie: there a guess is as likely, but not the same. */
static bool guess_alike(const struct worlds *worlds, uint64_t number) {
    _Alignas(8) unsigned char guess[2][SR_MAX_STATE];
    const struct sr_game *game = worlds->table[0]->game;
    for (int i = 0; i < 2; i++) {
        struct sr_rng rng;
        struct sr_stream stream = stream_of(&rng, number);
        memcpy(guess[i], worlds->table[i]->state, sizeof guess[i]);
        sr_guess(game, guess[i], worlds->viewer, &stream);
    }
    return memcmp(guess[0], guess[1], game->size) == 0;
}

/* The same advice sounds the same in both worlds; and where guesses are the same, so is what is
 * found by them. */
static void compare_hints(const struct worlds *worlds, struct sr_stream *stream) {
    struct sr_hints hints[2];
    uint64_t number = sr_draw(stream, 1000000);
    find_hints(worlds->table[0], number, &hints[0]);
    expect_same_bytes(worlds, "a hint", say_hint, &hints[0], &hints[0]);
    if (!guess_alike(worlds, number))
        return;
    find_hints(worlds->table[1], number, &hints[1]);
    expect_same_bytes(worlds, "advice", say_hint, &hints[0], &hints[1]);
    advised++;
}

/* ---- what is said where the game stands ---- */

static void compare_position(const struct worlds *worlds, struct sr_stream *stream) {
    const struct sr_table *table = worlds->table[0];
    const struct sr_head *head = sr_head(table->state);
    assert_true(looks_the_same(worlds));
    expect_same_bytes(worlds, "the view", say_view, NULL, NULL);
    expect_same_bytes(worlds, "the table", say_table, NULL, NULL);
    if (sr_draw(stream, SCORES_ONE_IN) == 0)
        expect_same_bytes(worlds, "the score", say_score, NULL, NULL);
    /* a move that the true decider could make is tried by everybody else */
    char text[SR_MOVE_TEXT_BYTES] = "";
    if (worlds->viewer != head->decider && table->moves.count > 0) {
        struct sr_out out;
        sr_out_open(&out, text, sizeof text);
        sr_move_write(&out, table->game, table->moves.list[sr_draw(stream, table->moves.count)]);
    }
    if (sr_draw(stream, REFUSALS_ONE_IN) == 0)
        expect_same_bytes(worlds, "an error", say_refusals, text, text);
    if (worlds->viewer == head->decider && sr_draw(stream, PREVIEWS_ONE_IN) == 0) {
        struct sr_move move = table->moves.list[sr_draw(stream, table->moves.count)];
        expect_same_bytes(worlds, "a preview", say_preview, &move, &move);
    }
    if (worlds->viewer == head->decider && sr_draw(stream, HINTS_ONE_IN) == 0)
        compare_hints(worlds, stream);
}

/* ---- what is said when something happens ---- */

struct step {
    _Alignas(8) unsigned char before[SR_MAX_STATE];
    struct sr_events events;
    struct sr_scene scene;
};

static bool play(struct sr_table *table, struct sr_move move, struct step *step) {
    struct sr_error error = {0};
    int seat = sr_head(table->state)->decider;
    memcpy(step->before, table->state, sizeof step->before);
    memset(&step->events, 0, sizeof step->events);
    if (!sr_table_play(table, seat, move, &step->events, &error))
        return false;
    step->scene = (struct sr_scene){table, step->before, &step->events, SR_ENTRY_MOVE, seat, 4};
    return true;
}

static void take_back(struct sr_table *table, struct step *step) {
    static const struct sr_events none;
    struct sr_error error = {0};
    memcpy(step->before, table->state, sizeof step->before);
    assert_true(sr_table_undo(table, step->scene.seat, &error));
    step->scene = (struct sr_scene){table, step->before, &none, SR_ENTRY_UNDO, step->scene.seat, 5};
}

/* What all agreed to: also when something was shown. */
static void go_back(struct sr_table **table, struct step *step) {
    static const struct sr_events none;
    struct sr_error error = {0};
    struct sr_table *past = sr_table_at(*table, 0, &error);
    assert_non_null(past);
    memcpy(step->before, (*table)->state, sizeof step->before);
    sr_table_free(*table);
    *table = past;
    step->scene =
        (struct sr_scene){past, step->before, &none, SR_ENTRY_RETURN, step->scene.seat, 5};
}

static bool same_scene(const struct worlds *worlds, const struct step *steps) {
    struct sr_buffer text[2] = {{0}, {0}};
    for (int i = 0; i < 2; i++)
        sr_wire_event(&text[i], &steps[i].scene, worlds->viewer, SR_EN);
    bool same =
        text[0].length == text[1].length && memcmp(text[0].text, text[1].text, text[0].length) == 0;
    sr_buffer_free(&text[0]);
    sr_buffer_free(&text[1]);
    return same;
}

/* Another's secret choice may be any in the other world: one that the viewer is told the same of
 * must exist. False: none does. */
static bool find_explanation(struct worlds *worlds, struct step *steps) {
    struct sr_table *start = table_at(worlds->table[1], worlds->table[1]->start);
    for (uint32_t i = 0; i < start->moves.count; i++) {
        sr_table_free(worlds->table[1]);
        worlds->table[1] = table_at(start, start->state);
        if (play(worlds->table[1], start->moves.list[i], &steps[1]) && looks_the_same(worlds) &&
            same_scene(worlds, steps)) {
            sr_table_free(start);
            return true;
        }
    }
    sr_table_free(start);
    return false;
}

static void compare_move(struct worlds *worlds, struct sr_move move) {
    static struct step steps[2];
    char text[SR_MOVE_TEXT_BYTES];
    struct sr_out out;
    sr_out_open(&out, text, sizeof text);
    sr_move_write(&out, worlds->table[0]->game, move);
    assert_true(play(worlds->table[0], move, &steps[0]));
    bool silent = worlds->table[0]->ply[0].did == 0;
    bool own = worlds->viewer == steps[0].scene.seat;
    bool same = sr_listed(&worlds->table[1]->moves, move) &&
                play(worlds->table[1], move, &steps[1]) && looks_the_same(worlds);
    if (silent && (!same || (!own && !same_scene(worlds, steps)))) {
        /* nothing was shown, so the viewer must not be able to tell */
        if (own || !find_explanation(worlds, steps))
            fail_msg("%s, game %ld, ply %u: viewer %d tells worlds apart by %s of seat %d, which "
                     "showed nothing",
                     worlds->game_table->game->name, game_number, worlds->game_table->plies,
                     worlds->viewer, text, steps[0].scene.seat);
        same = true;
    }
    if (!same) { /* something was shown, by right */
        told_apart++;
        return;
    }
    if (!silent && !same_scene(worlds, steps)) {
        /* shown by right too, but gone again when the move is over: in Gugong all saw that a gift
         * came from the discard, and a night has mixed it with the hand */
        told_apart++, put_away++;
        return;
    }
    expect_same_bytes(worlds, "an event", say_scene, &steps[0].scene, &steps[1].scene);
    if (silent && !sr_head(worlds->table[0]->state)->over) {
        take_back(worlds->table[0], &steps[0]);
        take_back(worlds->table[1], &steps[1]);
        expect_same_bytes(worlds, "a take-back", say_scene, &steps[0].scene, &steps[1].scene);
    } else {
        go_back(&worlds->table[0], &steps[0]);
        go_back(&worlds->table[1], &steps[1]);
        expect_same_bytes(worlds, "a return", say_scene, &steps[0].scene, &steps[1].scene);
    }
    moved++;
}

/* ---- games ---- */

static void draw_options(const struct sr_game *game, struct sr_setup *setup,
                         struct sr_stream *stream) {
    struct sr_setup other = *setup;
    struct sr_error error = {0};
    for (int i = 0; i < game->option_count; i++) {
        const struct sr_domain *of = game->options[i].of;
        if (of->kind != SR_BITS && sr_draw(stream, 4) == 0)
            other.options[i] =
                (uint8_t)(of->min + (int32_t)sr_draw(stream, (uint32_t)(of->max - of->min + 1)));
    }
    if (sr_setup_check(game, &other, &error))
        *setup = other;
}

static void listen_to_a_game(const struct sr_game *game, uint64_t number, bool everybody) {
    struct sr_setup setup = {0};
    struct sr_error error = {0};
    struct sr_rng rng;
    game_number = (long)number;
    sr_setup_init(game, &setup);
    uint32_t choices = (uint32_t)(game->seats_max - game->seats_min + 1);
    setup.seats = (uint8_t)(game->seats_min + number % choices);
    sr_seed_number(number, setup.seed);
    sr_rng_seed(&rng, setup.seed);
    rng.key[0] ^= 1;
    struct sr_stream stream = sr_stream_open(&rng);
    draw_options(game, &setup, &stream);
    struct sr_table *table = sr_table_new(game, &setup, &error);
    assert_non_null(table);
    while (table->moves.count > 0) {
        struct sr_move move = table->moves.list[sr_draw(&stream, table->moves.count)];
        int chosen = (int)sr_draw(&stream, setup.seats + 1u) - 1;
        for (int viewer = SR_SPECTATOR; viewer < setup.seats; viewer++) {
            if (!everybody && viewer != chosen)
                continue;
            struct worlds worlds = two_worlds(table, viewer, &stream);
            compare_position(&worlds, &stream);
            compare_move(&worlds, move);
            close_worlds(&worlds);
        }
        assert_true(sr_table_play(table, SR_REFEREE, move, NULL, &error));
    }
    sr_table_free(table);
}

static void nothing_that_is_said_depends_on_secrets(void **state) {
    (void)state;
    const char *asked = getenv("SERAI_LEAK_GAMES"), *only = getenv("SERAI_LEAK_ONLY");
    const char *begin = getenv("SERAI_LEAK_FIRST");
    uint64_t first = begin ? strtoul(begin, NULL, 10) : 7000;
    int games = asked ? atoi(asked) : getenv("SERAI_BATTERY") ? 1 : USUAL_GAMES;
    for (int index = 0; sr_game_at(index); index++)
        for (int number = 0; number < games; number++)
            if (!only || strcmp(only, sr_game_at(index)->name) == 0)
                listen_to_a_game(sr_game_at(index), first + (uint64_t)number, !asked);
    printf("%ld messages compared; %ld moves told alike in both worlds, %ld showed something, %ld "
           "of them for a moment; advice %ld times\n",
           said, moved, told_apart, put_away, advised);
    /* a comparison that never finds two different worlds would prove nothing */
    assert_true(only || (said > 1000 && moved > 100 && told_apart > 100 && advised > 0));
    /* and an event that tells more than it should would be told often */
    assert_true(put_away <= 1 + moved / 1000);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_that_is_said_depends_on_secrets),
    };
    return cmocka_run_group_tests_name("leaks", tests, NULL, NULL);
}
