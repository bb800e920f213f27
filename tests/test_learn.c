/* The school of nets: notes are of guessed worlds alone, the same seed gives the same net however
 * it is come by, and who foretells better and plays worse does not pass the gate. */
#include "bots/nets.h"
#include "bots/problems.h"
#include "core/glimpse.h"
#include "games/games.h"
#include "lab/inherit.h"
#include "lab/learn.h"
#include "lab/lesson.h"
#include "lab/problems.h"
#include "lab/train.h"

#include <dirent.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

enum { PATH_BYTES = 512 };

/* ---- a run, small enough for a test ---- */

struct fixture {
    char directory[PATH_BYTES];
    struct sr_learn learn;
    struct sr_generation generation[SR_GENERATIONS];
};

static struct sr_bot bot_named(const char *name) {
    struct sr_bot bot;
    struct sr_error error = {0};
    assert_true(sr_bot_read_at(SR_BOTS_IN_LABORATORY, &bot, name, strlen(name), &error));
    return bot;
}

static void open_fixture(struct fixture *fixture) {
    struct sr_learn *learn = &fixture->learn;
    memset(fixture, 0, sizeof *fixture);
    snprintf(fixture->directory, sizeof fixture->directory, "/tmp/serai-learn-XXXXXX");
    assert_non_null(mkdtemp(fixture->directory));
    learn->game = sr_game_find("dunhuang");
    sr_setup_init(learn->game, &learn->setup);
    learn->setup.seats = 2;
    sr_seed_number(3, learn->setup.seed);
    learn->seed = "3";
    learn->player = bot_named("search:12");
    learn->guard = bot_named("search:12");
    learn->generations = 1;
    learn->games = 20;
    learn->gate_games = 20;
    learn->threads = 1;
    learn->directory = fixture->directory;
}

static void remove_all(const char *path) {
    DIR *directory = opendir(path);
    for (struct dirent *entry; directory && (entry = readdir(directory));) {
        char inside[2 * PATH_BYTES];
        if (entry->d_name[0] == '.')
            continue;
        snprintf(inside, sizeof inside, "%s/%s", path, entry->d_name);
        if (remove(inside) != 0)
            remove_all(inside);
    }
    if (directory)
        closedir(directory);
    remove(path);
}

static void run(struct fixture *fixture) {
    struct sr_error error = {0};
    if (!sr_learn_run(&fixture->learn, fixture->generation, &error))
        fail_msg("%s", error.problem->id);
}

static char *read_file(const struct fixture *fixture, const char *name, size_t *size) {
    char path[2 * PATH_BYTES];
    snprintf(path, sizeof path, "%s/%s", fixture->directory, name);
    FILE *file = fopen(path, "rb");
    if (!file)
        return NULL;
    char *bytes = malloc(4 << 20);
    assert_non_null(bytes);
    *size = fread(bytes, 1, 4 << 20, file);
    fclose(file);
    return bytes;
}

static void forget(const struct fixture *fixture, const char *name) {
    char path[2 * PATH_BYTES];
    snprintf(path, sizeof path, "%s/%s", fixture->directory, name);
    assert_int_equal(remove(path), 0);
}

/* ---- lessons ---- */

/* Every note is a sound position that somebody might guess: with its seats' shares adding up. */
static void notes_are_sound(void **unused) {
    struct fixture fixture;
    (void)unused;
    open_fixture(&fixture);
    struct sr_lesson lesson = {.game = fixture.learn.game,
                               .setup = fixture.learn.setup,
                               .bot = bot_named("search:12/net=0"),
                               .games = 3,
                               .forks = 2,
                               .leaves = 50,
                               .threads = 1};
    size_t count, bytes = sr_note_bytes(lesson.game, 2), of[5] = {0};
    struct sr_error error = {0};
    unsigned char *notes = sr_lesson_play(&lesson, &count, &error);
    assert_non_null(notes);
    for (size_t i = 0; i < count; i++) {
        const unsigned char *note = notes + i * bytes;
        _Alignas(8) unsigned char state[SR_MAX_STATE];
        float share[SR_MAX_SEATS];
        assert_in_range(sr_note_kind(note), SR_NOTE_DECISION, SR_NOTE_FORK_END);
        of[sr_note_kind(note)]++;
        sr_note_state(lesson.game, note, state);
        assert_true(sr_check(lesson.game, state, &error));
        assert_int_equal(sr_head(state)->over, sr_note_kind(note) >= SR_NOTE_END);
        sr_note_shares(lesson.game, note, 2, share);
        assert_true(share[0] >= 0 && share[1] >= 0 && share[0] + share[1] > 0.999f &&
                    share[0] + share[1] < 1.001f);
    }
    assert_int_equal(of[SR_NOTE_END], 3);
    assert_in_range(of[SR_NOTE_FORK_END], 1, 3 * 2); /* random moves may end a game */
    assert_true(of[SR_NOTE_LEAF] > 50 && of[SR_NOTE_DECISION] > 100);
    free(notes);
    remove_all(fixture.directory);
}

/* Against another bot a game and its forks are learnt from one seat alone, and from each in turn.
 */
static void one_seat_learns_against_a_bot(void **unused) {
    struct fixture fixture;
    struct sr_error error = {0};
    struct sr_bot other = bot_named("greedy"), broken = bot_named("cmd:false");
    (void)unused;
    open_fixture(&fixture);
    fixture.learn.setup.seats = 3;
    struct sr_lesson lesson = {.game = fixture.learn.game,
                               .setup = fixture.learn.setup,
                               .bot = bot_named("search:12/net=0"),
                               .against = &other,
                               .games = 6,
                               .forks = 2,
                               .leaves = 50,
                               .threads = 1};
    size_t count, bytes = sr_note_bytes(lesson.game, 3), ends = 0, decisions = 0;
    unsigned char *notes = sr_lesson_play(&lesson, &count, &error);
    assert_non_null(notes);
    int own = -1;
    for (size_t i = 0; i < count; i++) {
        const unsigned char *note = notes + i * bytes;
        _Alignas(8) unsigned char state[SR_MAX_STATE];
        sr_note_state(lesson.game, note, state);
        if (sr_note_kind(note) == SR_NOTE_END) {
            own = (int)(ends % 3); /* what follows are its forks, then the next game */
            ends++;
        } else if (sr_note_kind(note) == SR_NOTE_DECISION) {
            int decider = sr_head(state)->decider, next = (int)(ends % 3);
            assert_true(decider == own || decider == next);
            decisions++;
        }
    }
    assert_int_equal(ends, 6);
    assert_true(decisions > 60);
    free(notes);
    lesson.against = &broken;
    assert_null(sr_lesson_play(&lesson, &count, &error));
    assert_true(error.problem && error.problem != SR_PROBLEM_MEMORY);
    remove_all(fixture.directory);
}

/* What was said of the first seat beside how its games ended. */
static void chances_are_held_against_the_ends(void **unused) {
    const struct sr_game *game = sr_game_find("dunhuang");
    static const struct {
        enum sr_note_kind kind;
        float first; /* share of the first of two seats */
    } told[] = {{SR_NOTE_DECISION, 0.25f}, {SR_NOTE_DECISION, 0.75f}, {SR_NOTE_LEAF, 0.05f},
                {SR_NOTE_END, 0.9f},       {SR_NOTE_DECISION, 0.75f}, {SR_NOTE_FORK_END, 0.3f},
                {SR_NOTE_DECISION, 1.0f},  {SR_NOTE_FORK_END, 0.5f}};
    enum { TOLD = sizeof told / sizeof told[0] };
    size_t bytes = sr_note_bytes(game, 2);
    unsigned char *all = calloc(TOLD, bytes);
    struct sr_reliability found;
    (void)unused;
    assert_non_null(all);
    for (size_t i = 0; i < TOLD; i++) {
        float share[] = {told[i].first, 1.0f - told[i].first};
        all[i * bytes] = (unsigned char)told[i].kind;
        memcpy(all + i * bytes + 1 + game->size, share, sizeof share);
    }
    sr_reliability_of(game, 2, &(struct sr_notes){all, TOLD}, &found);
    assert_int_equal(found.count[2], 1);
    assert_int_equal(found.count[7], 2);
    assert_int_equal(found.count[9], 1);
    assert_true(found.won[2] == 1.0 && found.won[7] == 0.5 && found.won[9] == 0.5);
    assert_true(found.said[2] == 0.25 && found.said[7] == 0.75 && found.said[9] == 1.0);
    assert_true(found.error == (0.75 + 0.5 + 0.5) / 4);
    free(all);
}

/* Alone who has more than half has won; among several whoever has most, and all who have as much.
 */
static void ends_say_who_won(void **unused) {
    static const float three[SR_MAX_SEATS] = {0.4f, 0.2f, 0.4f}, lost[SR_MAX_SEATS] = {0.4f};
    static const float won[SR_MAX_SEATS] = {0.6f};
    (void)unused;
    assert_true(sr_note_won(three, 3, 0) == 0.5f && sr_note_won(three, 3, 2) == 0.5f);
    assert_true(sr_note_won(three, 3, 1) == 0);
    assert_true(sr_note_won(lost, 1, 0) == 0 && sr_note_won(won, 1, 0) == 1);
}

/* ---- runs ---- */

static void the_same_seed_gives_the_same_net(void **unused) {
    struct fixture one, two;
    char path[2 * PATH_BYTES];
    size_t size, other_size;
    (void)unused;
    open_fixture(&one);
    open_fixture(&two);
    two.learn.threads = 3;
    run(&one);
    run(&two);
    char *net = read_file(&one, "1/net.bin", &size);
    char *other = read_file(&two, "1/net.bin", &other_size);
    assert_true(net && other);
    assert_int_equal(size, other_size);
    assert_memory_equal(net, other, size);
    assert_true(one.generation[0].wins == two.generation[0].wins);
    assert_true(one.generation[0].net == two.generation[0].net);
    assert_true(one.generation[0].surer > 0 && one.generation[0].said.error < 1);
    assert_true(one.generation[0].surer == two.generation[0].surer);
    run(&two); /* nothing is left to do: what was kept says the same */
    assert_memory_equal(one.generation[0].said.count, two.generation[0].said.count,
                        sizeof one.generation[0].said.count);
    assert_true(one.generation[0].said.error == two.generation[0].said.error);
    /* stopped after some of its games, it goes on and comes to the same */
    forget(&one, "1/net.bin");
    forget(&one, "1/result.json");
    forget(&one, "1/notes-00016");
    run(&one);
    free(other);
    other = read_file(&one, "1/net.bin", &other_size);
    assert_int_equal(size, other_size);
    assert_memory_equal(net, other, size);
    /* stopped at the gate, in the middle of a line, it plays only the games that are not there */
    free(other);
    other = read_file(&one, "1/gate", &other_size);
    assert_non_null(other);
    snprintf(path, sizeof path, "%s/1/gate", one.directory);
    FILE *gate = fopen(path, "wb");
    assert_non_null(gate);
    assert_int_equal(fwrite(other, 1, other_size / 2, gate), other_size / 2);
    fclose(gate);
    forget(&one, "1/result.json");
    run(&one);
    free(net);
    net = read_file(&one, "1/gate", &size);
    assert_int_equal(size, other_size);
    assert_memory_equal(net, other, size);
    assert_true(one.generation[0].wins == two.generation[0].wins);
    free(net);
    free(other);
    remove_all(one.directory);
    remove_all(two.directory);
}

static void another_plan_in_the_same_place_is_refused(void **unused) {
    struct fixture fixture;
    struct sr_error error = {0};
    (void)unused;
    open_fixture(&fixture);
    fixture.learn.games = 2;
    fixture.learn.gate_games = 2;
    run(&fixture);
    fixture.learn.games = 4;
    assert_false(sr_learn_run(&fixture.learn, fixture.generation, &error));
    assert_ptr_equal(error.problem, SR_PROBLEM_LEARN_OTHER);
    remove_all(fixture.directory);
}

/* A school that goes on from another's net: its first generation must beat that, and begins with
 * what it knows; of another number of seats too. */
static void a_school_goes_on_from_a_net(void **unused) {
    struct fixture first, on, again, wider;
    char from[2 * PATH_BYTES];
    size_t size, other_size;
    (void)unused;
    open_fixture(&first);
    run(&first);
    snprintf(from, sizeof from, "%s/1/net.bin", first.directory);
    struct fixture *const fixture[] = {&on, &again, &wider};
    for (int i = 0; i < 3; i++) {
        open_fixture(fixture[i]);
        fixture[i]->learn.from = from;
        fixture[i]->learn.games = 4;
        fixture[i]->learn.gate_games = 4;
    }
    again.learn.threads = 2;
    wider.learn.setup.seats = 4;
    for (int i = 0; i < 3; i++)
        run(fixture[i]);
    char *one = read_file(&on, "1/net.bin", &size);
    char *two = read_file(&again, "1/net.bin", &other_size);
    assert_non_null(one);
    assert_non_null(two);
    assert_int_equal(size, other_size);
    assert_memory_equal(one, two, size);
    free(one);
    free(two);
    /* it knows something that four games do not teach */
    remove_all(again.directory);
    open_fixture(&again);
    again.learn.games = 4;
    again.learn.gate_games = 4;
    run(&again);
    assert_true(on.generation[0].net != again.generation[0].net);
    for (int i = 0; i < 3; i++)
        remove_all(fixture[i]->directory);
    remove_all(first.directory);
}

/* What is known of the others is shared out among as many as there are, and comes back whole. */
static void a_net_is_inherited_by_the_names_of_inputs(void **unused) {
    const struct sr_game *game = sr_game_find("gugong");
    struct sr_error error = {0};
    struct sr_net_weights *of[3];
    void *file[2];
    size_t size[2];
    (void)unused;
    for (int i = 0; i < 3; i++)
        of[i] = aligned_alloc(64, (sizeof *of[i] + 63) / 64 * 64);
    const struct sr_net_data *data = sr_net_files;
    while (strcmp(data->game, "gugong") != 0 || data->seats != 2)
        data++;
    assert_true(sr_inherit(game, 2, "net", data->bytes, data->size, of[0], &error));
    file[0] = sr_net_write(of[0], &size[0]);
    assert_int_equal(size[0], data->size); /* as many seats: the net as it is */
    assert_memory_equal(file[0], data->bytes, size[0]);
    assert_true(sr_inherit(game, 4, "net", data->bytes, data->size, of[1], &error));
    assert_int_equal(of[1]->seats, 4);
    assert_true(of[1]->inputs > of[0]->inputs);
    file[1] = sr_net_write(of[1], &size[1]);
    struct sr_net *net = sr_net_open(game, 4, "net", file[1], size[1], &error);
    assert_non_null(net);
    sr_net_free(net);
    assert_true(sr_inherit(game, 2, "net", file[1], size[1], of[2], &error));
    int same = 0, third = 0, all = 0;
    for (int i = 0; i < of[0]->inputs * SR_NET_UNITS; i++) {
        int was = of[0]->row[i], is = of[2]->row[i];
        same += was != 0 && is == was;
        third += is != was && is == was / 3;
        all += was != 0;
    }
    assert_true(same > all / 4 && third > all / 8); /* of oneself and the table; of the others */
    assert_true(same + third > all * 9 / 10);
    assert_false(sr_inherit(game, 2, "net", "no net", 6, of[2], &error));
    assert_ptr_equal(error.problem, SR_PROBLEM_NET_OTHER);
    assert_false(
        sr_inherit(sr_game_find("dunhuang"), 2, "net", data->bytes, data->size, of[2], &error));
    assert_ptr_equal(error.problem, SR_PROBLEM_NET_INPUTS);
    for (int i = 0; i < 2; i++)
        free(file[i]);
    for (int i = 0; i < 3; i++) {
        free(of[i]->row);
        free(of[i]);
    }
}

/* Without a generation nothing is learnt: what was known of fewer seats is there for more. */
static void a_net_is_fitted_to_other_seats(void **unused) {
    struct fixture fixture;
    struct sr_error error = {0};
    size_t size;
    (void)unused;
    open_fixture(&fixture);
    fixture.learn.from = "src/games/dunhuang/net-2.bin";
    fixture.learn.setup.seats = 3;
    fixture.learn.generations = 0;
    run(&fixture);
    char *file = read_file(&fixture, "net-3.bin", &size);
    assert_non_null(file);
    struct sr_net *net = sr_net_open(fixture.learn.game, 3, "net-3.bin", file, size, &error);
    assert_non_null(net);
    assert_int_equal(sr_net_seats(net), 3);
    sr_net_free(net);
    free(file);
    remove_all(fixture.directory);
}

/* Half of an aim is about points: alone somebody may make as many as Meng and hardly ever win. What
 * a net says is a chance all the same, in the games that it learnt from. */
static void alone_a_net_tells_chances_of_winning(void **unused) {
    static struct sr_setup setup;
    struct sr_error error = {0};
    struct sr_training_result result;
    const struct sr_game *game = sr_game_find("gugong");
    double said = 0, won = 0, decisions = 0;
    float now = 0, logit[SR_MAX_SEATS];
    (void)unused;
    sr_setup_init(game, &setup);
    setup.seats = 1;
    for (int i = 0; i < game->option_count; i++)
        if (strcmp(game->options[i].name, "difficulty") == 0)
            setup.options[i] = 0; /* else so short a search never wins */
    sr_seed_number(5, setup.seed);
    struct sr_lesson lesson = {.game = game,
                               .setup = setup,
                               .bot = bot_named("search:60/net=0"),
                               .games = 160,
                               .threads = 1};
    struct sr_notes notes = {0};
    unsigned char *all = sr_lesson_play(&lesson, &notes.count, &error);
    assert_non_null(all);
    notes.notes = all;
    struct sr_training training = {
        .game = game, .seats = 1, .part = &notes, .parts = 1, .epochs = 2};
    assert_true(sr_train(&training, &result, &error));
    struct sr_net *net = sr_net_open(game, 1, "net", result.file, result.size, &error);
    assert_non_null(net);
    for (size_t i = notes.count; i-- > 0;) {
        const unsigned char *note = all + i * sr_note_bytes(game, 1);
        _Alignas(8) unsigned char state[SR_MAX_STATE];
        float share[SR_MAX_SEATS];
        sr_note_shares(game, note, 1, share);
        if (sr_note_kind(note) != SR_NOTE_DECISION) {
            now = sr_note_won(share, 1, 0);
            continue;
        }
        sr_note_state(game, note, state);
        sr_net_judge(net, NULL, state, 0, logit);
        sr_net_shares(logit, 1);
        said += (double)logit[0];
        won += (double)now;
        decisions++;
    }
    print_message("said %.3f won %.3f of %.0f\n", said / decisions, won / decisions, decisions);
    assert_true(won > 0.05 * decisions);
    assert_true(fabs(said - won) < 0.1 * decisions);
    sr_net_free(net);
    free(result.file);
    free(all);
}

/* ---- against a bot ---- */

struct witness {
    int heard;
    struct sr_generation generation[3];
};

static void hear(void *context, const struct sr_generation *generation) {
    struct witness *witness = context;
    assert_int_equal(generation->number, witness->heard);
    witness->generation[witness->heard++] = *generation;
}

static void open_against(struct fixture *fixture, const struct sr_bot *bot,
                         struct witness *witness) {
    open_fixture(fixture);
    *witness = (struct witness){0};
    fixture->learn.against = bot;
    fixture->learn.games = 4;
    fixture->learn.generations = 2;
    fixture->learn.finished = hear;
    fixture->learn.context = witness;
}

/* Every generation plays the deals of the first, and who wins more than all before is kept; the
 * same with any number of threads, and when it goes on after a stop. */
static void who_learns_against_a_bot_keeps_what_wins_most(void **unused) {
    struct sr_bot other = bot_named("search:12/net=0");
    struct witness one, two;
    struct fixture fixture, again;
    size_t size, other_size;
    (void)unused;
    open_against(&fixture, &other, &one);
    open_against(&again, &other, &two);
    again.learn.threads = 3;
    run(&fixture);
    run(&again);
    assert_int_equal(one.heard, 3);
    assert_memory_equal(one.generation, two.generation, sizeof one.generation);
    double most = one.generation[0].wins;
    int best = 0;
    for (int g = 1; g < 3; g++) {
        assert_int_equal(one.generation[g].passed, one.generation[g].wins > most);
        best = one.generation[g].passed ? g : best;
        most = one.generation[g].passed ? one.generation[g].wins : most;
    }
    char name[32], *net = read_file(&fixture, "net-2.bin", &size);
    assert_int_equal(net != NULL, best > 0);
    snprintf(name, sizeof name, "%d/net.bin", best);
    char *kept = read_file(&again, name, &other_size);
    assert_int_equal(kept != NULL, best > 0);
    if (best) {
        assert_int_equal(size, other_size);
        assert_memory_equal(net, kept, size);
    }
    forget(&again, "0/gate");
    forget(&again, "2/result.json");
    forget(&again, "2/gate");
    two.heard = 0;
    run(&again);
    assert_memory_equal(one.generation, two.generation, sizeof one.generation);
    free(net);
    free(kept);
    remove_all(fixture.directory);
    remove_all(again.directory);
}

/* Alone among several the share that is even is smaller; it stands as it is. */
static void one_alone_stands_against_a_table_of_bots(void **unused) {
    struct sr_bot other = bot_named("search:40");
    struct witness witness;
    struct fixture fixture;
    (void)unused;
    open_against(&fixture, &other, &witness);
    fixture.learn.setup.seats = 4;
    fixture.learn.player = fixture.learn.guard = bot_named("search:2");
    fixture.learn.generations = 0;
    run(&fixture);
    assert_int_equal(witness.heard, 1);
    assert_true(witness.generation[0].wins < 0.4 * witness.generation[0].gate_games);
    remove_all(fixture.directory);
}

static void learning_against_what_is_not_there_is_refused(void **unused) {
    struct sr_bot broken = bot_named("cmd:false"), other = bot_named("greedy");
    struct witness witness;
    struct fixture fixture;
    struct sr_error error = {0};
    (void)unused;
    open_against(&fixture, &broken, &witness);
    assert_false(sr_learn_run(&fixture.learn, fixture.generation, &error));
    assert_true(error.problem && error.problem != SR_PROBLEM_LEARN_FILE);
    fixture.learn.against = &other; /* the plan is kept already */
    assert_false(sr_learn_run(&fixture.learn, fixture.generation, &error));
    assert_ptr_equal(error.problem, SR_PROBLEM_LEARN_OTHER);
    remove_all(fixture.directory);
    open_against(&fixture, &other, &witness);
    fixture.learn.game = sr_game_find("gugong");
    sr_setup_init(fixture.learn.game, &fixture.learn.setup);
    fixture.learn.setup.seats = 1;
    assert_false(sr_learn_run(&fixture.learn, fixture.generation, &error));
    assert_ptr_equal(error.problem, SR_PROBLEM_LEARN_ALONE);
    remove_all(fixture.directory);
}

static void what_is_no_net_is_not_gone_on_from(void **unused) {
    struct fixture fixture;
    struct sr_error error = {0};
    (void)unused;
    open_fixture(&fixture);
    fixture.learn.from = "/nowhere/net-2.bin";
    assert_false(sr_learn_run(&fixture.learn, fixture.generation, &error));
    assert_ptr_equal(error.problem, SR_PROBLEM_LEARN_FILE);
    fixture.learn.from = "README.md";
    assert_false(sr_learn_run(&fixture.learn, fixture.generation, &error));
    assert_ptr_equal(error.problem, SR_PROBLEM_NET_OTHER);
    remove_all(fixture.directory);
}

/* Notes that say the loser wins are planted: the net that learns from them foretells what they say
 * far better than the linear judge does, and plays to lose. */
static void who_foretells_better_and_plays_worse_does_not_pass(void **unused) {
    struct fixture fixture;
    char path[2 * PATH_BYTES];
    struct sr_error error = {0};
    size_t count;
    (void)unused;
    open_fixture(&fixture);
    struct sr_learn *learn = &fixture.learn;
    learn->games = 16; /* one file of notes */
    learn->gate_games = 40;
    struct sr_lesson lesson = {.game = learn->game,
                               .setup = learn->setup,
                               .bot = bot_named("search:40/net=0"),
                               .games = learn->games,
                               .forks = 4,
                               .leaves = 30,
                               .threads = 1};
    size_t bytes = sr_note_bytes(learn->game, 2);
    unsigned char *notes = sr_lesson_play(&lesson, &count, &error);
    for (size_t i = 0; i < count; i++) {
        float turned[2], read[SR_MAX_SEATS];
        sr_note_shares(learn->game, notes + i * bytes, 2, read);
        turned[0] = read[1];
        turned[1] = read[0];
        memcpy(notes + (i + 1) * bytes - sizeof turned, turned, sizeof turned);
    }
    snprintf(path, sizeof path, "%s/1", fixture.directory);
    assert_int_equal(mkdir(path, 0777), 0);
    snprintf(path, sizeof path, "%s/1/notes-00000", fixture.directory);
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(notes, bytes, count, file), count);
    fclose(file);
    free(notes);
    run(&fixture);
    const struct sr_generation *planted = &fixture.generation[0];
    assert_true(planted->net < planted->linear);
    assert_true(planted->wins < 0.3 * planted->gate_games);
    assert_false(planted->passed);
    size_t size;
    assert_null(read_file(&fixture, "net-2.bin", &size));
    remove_all(fixture.directory);
}

static void luck_is_not_enough_at_the_gate(void **unused) {
    (void)unused;
    assert_false(sr_learn_passes(150, 300));
    assert_false(sr_learn_passes(158, 300));
    assert_true(sr_learn_passes(159, 300));
    assert_false(sr_learn_passes(0, 0));
    assert_false(sr_learn_passes(140, 300));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(notes_are_sound),
        cmocka_unit_test(one_seat_learns_against_a_bot),
        cmocka_unit_test(chances_are_held_against_the_ends),
        cmocka_unit_test(ends_say_who_won),
        cmocka_unit_test(the_same_seed_gives_the_same_net),
        cmocka_unit_test(another_plan_in_the_same_place_is_refused),
        cmocka_unit_test(a_school_goes_on_from_a_net),
        cmocka_unit_test(a_net_is_inherited_by_the_names_of_inputs),
        cmocka_unit_test(a_net_is_fitted_to_other_seats),
        cmocka_unit_test(who_learns_against_a_bot_keeps_what_wins_most),
        cmocka_unit_test(alone_a_net_tells_chances_of_winning),
        cmocka_unit_test(one_alone_stands_against_a_table_of_bots),
        cmocka_unit_test(learning_against_what_is_not_there_is_refused),
        cmocka_unit_test(what_is_no_net_is_not_gone_on_from),
        cmocka_unit_test(who_foretells_better_and_plays_worse_does_not_pass),
        cmocka_unit_test(luck_is_not_enough_at_the_gate),
    };
    return cmocka_run_group_tests_name("learn", tests, NULL, NULL);
}
