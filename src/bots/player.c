/* Asking bots that sit at a table: those that think here, and those that are programs. A program
 * is asked in one line of JSON and answers in one. */
#include "bots/player.h"

#include "bots/bots.h"
#include "bots/problems.h"
#include "bots/program.h"
#include "core/view.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

/* Interpreters take their time to start; the first answer may take so much longer. */
enum { START_MILLISECONDS = 5000, MOVE_BYTES = 256, NUMBER_BYTES = 24 };

/* ---- the question ---- */

static void write_question(struct sr_out *out, const struct sr_player *player,
                           const struct sr_glimpse *glimpse) {
    const struct sr_game *game = sr_glimpse_game(glimpse);
    const struct sr_moves *moves = sr_glimpse_moves(glimpse);
    sr_put(out, "{\"serai\":\"question\",\"game\":");
    sr_json_string(out, game->name);
    sr_put(out, ",\"seats\":");
    sr_put_number(out, sr_glimpse_seats(glimpse));
    sr_put(out, ",\"seat\":");
    sr_put_number(out, sr_glimpse_seat(glimpse) + 1);
    sr_put(out, ",\"match\":");
    sr_put_number(out, player->games);
    sr_put(out, ",\"question\":");
    sr_put_number(out, player->questions);
    sr_put(out, ",\"milliseconds\":");
    sr_put_number(out, player->bot->milliseconds);
    sr_put(out, ",\"moves\":[");
    for (uint32_t i = 0; i < moves->count; i++) {
        sr_put(out, i ? ",\"" : "\"");
        sr_move_write(out, game, moves->list[i]);
        sr_put_char(out, '"');
    }
    sr_put(out, "],\"view\":");
    sr_glimpse_view(glimpse, out);
    sr_put(out, "}");
}

/* The question as one line, which the caller frees; NULL without memory. */
static char *make_question(const struct sr_player *player, const struct sr_glimpse *glimpse,
                           size_t *length) {
    struct sr_out out;
    sr_out_open(&out, NULL, 0);
    write_question(&out, player, glimpse);
    size_t written = out.len;
    char *text = malloc(written + 2);
    if (!text)
        return NULL;
    sr_out_open(&out, text, written + 1);
    write_question(&out, player, glimpse);
    for (char *at = text; (at = strchr(at, '\n'));)
        *at = ' '; /* a view stands on several lines; within strings they are written \n */
    text[written] = '\n';
    *length = written + 1;
    return text;
}

/* ---- the answer ---- */

static void complain(struct sr_player *player, const struct sr_problem *problem, const char *what,
                     const char *words, struct sr_error *error) {
    char number[NUMBER_BYTES], last_words[SR_PROGRAM_WORDS];
    struct sr_out out;
    sr_out_open(&out, number, sizeof number);
    sr_put_number(&out, player->questions);
    if (!words) {
        sr_program_last_words(player->program, last_words);
        words = last_words;
    }
    sr_fail(error, problem, player->bot->name, what, number, words, NULL);
}

static void write_legal(struct sr_out *out, const struct sr_game *game,
                        const struct sr_moves *moves) {
    for (uint32_t i = 0; i < moves->count; i++) {
        sr_put(out, i ? ", " : "");
        sr_move_write(out, game, moves->list[i]);
    }
}

/* A move in notation, or its place in the list, from 0. */
static bool find_move(const json_t *answer, const struct sr_glimpse *glimpse,
                      struct sr_move *move) {
    const struct sr_moves *moves = sr_glimpse_moves(glimpse);
    const char *text = json_string_value(answer);
    if (json_is_integer(answer)) {
        json_int_t index = json_integer_value(answer);
        if (index < 0 || index >= (json_int_t)moves->count)
            return false;
        *move = moves->list[index];
        return true;
    }
    return text &&
           sr_move_read(sr_glimpse_game(glimpse), text, strlen(text), sr_glimpse_seats(glimpse),
                        move, NULL) &&
           sr_listed(moves, *move);
}

static bool read_answer(struct sr_player *player, const struct sr_glimpse *glimpse,
                        const char *line, struct sr_move *move, struct sr_error *error) {
    json_t *json = json_loads(line, JSON_REJECT_DUPLICATES, NULL);
    const json_t *answer = json_object_get(json, "move");
    bool is_answer = json_is_string(answer) || json_is_integer(answer);
    bool legal = is_answer && find_move(answer, glimpse, move);
    if (!is_answer) {
        complain(player, SR_PROBLEM_BOT_ANSWER, line, NULL, error);
    } else if (!legal) {
        char offer[SR_ERROR_ARG_BYTES], number[NUMBER_BYTES];
        struct sr_out out;
        sr_out_open(&out, number, sizeof number);
        sr_put_number(&out, json_integer_value(answer));
        sr_out_open(&out, offer, sizeof offer);
        write_legal(&out, sr_glimpse_game(glimpse), sr_glimpse_moves(glimpse));
        complain(player, SR_PROBLEM_BOT_MOVE,
                 json_is_string(answer) ? json_string_value(answer) : number, offer, error);
    }
    json_decref(json);
    return legal;
}

/* ---- programs that stay ---- */

static bool take_waiting(struct sr_player *player) {
    struct sr_company *company = player->company;
    for (int i = 0; company && i < company->count; i++) {
        struct sr_waiting *found = &company->waiting[i];
        if (strcmp(found->bot->name, player->bot->name) != 0)
            continue;
        player->program = found->program;
        player->games = found->games;
        *found = company->waiting[--company->count];
        return true;
    }
    return false;
}

/* Where there is no room for one more, the one that has waited longest goes. */
static void let_wait(struct sr_company *company, const struct sr_player *player) {
    int room = (int)(sizeof company->waiting / sizeof company->waiting[0]);
    if (company->count == room) {
        sr_program_end(company->waiting[0].program);
        company->count--;
        memmove(company->waiting, company->waiting + 1,
                (size_t)company->count * sizeof company->waiting[0]);
    }
    company->waiting[company->count++] =
        (struct sr_waiting){player->bot, player->program, player->games};
}

void sr_company_part(struct sr_company *company) {
    while (company->count)
        sr_program_end(company->waiting[--company->count].program);
}

/* ---- asking ---- */

/* True: it was there already, and needs no time to start. */
static bool call_program(struct sr_player *player, struct sr_error *error) {
    const struct sr_bot *bot = player->bot;
    bool was_there = player->program || take_waiting(player);
    if (!was_there)
        player->program =
            sr_program_start(bot->name + bot->command_at, bot->megabytes, bot->name, error);
    if (!player->questions++)
        player->games++;
    return was_there;
}

bool sr_player_ask_program(struct sr_player *player, const struct sr_glimpse *glimpse,
                           struct sr_move *move, struct sr_error *error) {
    bool was_there = call_program(player, error);
    uint64_t patience = player->bot->milliseconds + (was_there ? 0U : START_MILLISECONDS);
    if (!player->program)
        return false;
    player->failed = true; /* until it has answered */
    size_t length;
    char *question = make_question(player, glimpse, &length);
    if (!question)
        return sr_fail(error, SR_PROBLEM_MEMORY, NULL);
    const char *line;
    enum sr_reply reply = sr_program_ask(player->program, question, length, patience, &line);
    free(question);
    char time[NUMBER_BYTES];
    struct sr_out out;
    switch (reply) {
    case SR_REPLY_LINE:
        player->failed = !read_answer(player, glimpse, line, move, error);
        return !player->failed;
    case SR_REPLY_LATE:
        sr_out_open(&out, time, sizeof time);
        sr_put_number(&out, (int64_t)patience);
        complain(player, SR_PROBLEM_BOT_LATE, time, NULL, error);
        break;
    case SR_REPLY_GONE:
        complain(player, SR_PROBLEM_BOT_GONE, line, NULL, error);
        break;
    case SR_REPLY_CLOSED:
        complain(player, SR_PROBLEM_BOT_CLOSED, "", NULL, error);
        break;
    case SR_REPLY_LONG:
        complain(player, SR_PROBLEM_BOT_ANSWER, "...", NULL, error);
        break;
    case SR_REPLY_EARLY:
        complain(player, SR_PROBLEM_BOT_EARLY, line, NULL, error);
        break;
    }
    return false;
}

void sr_player_leave(struct sr_player *player) {
    if (player->program && player->company && !player->failed)
        let_wait(player->company, player);
    else
        sr_program_end(player->program);
    player->program = NULL;
    player->questions = 0;
}

const struct sr_bot_kind sr_command_bot = {
    .name = "cmd",
    .title = SR_TEXT("a program of your own, asked over standard input and output",
                     "ваша программа: вопросы на стандартный ввод, ответы со стандартного вывода"),
    .place = SR_BOTS_AT_HOME,
    .is_program = true,
    .milliseconds = 1000,
    .megabytes = 1024,
};
