/* Line mode: a game by lines of text, for pipes, scripts and terminals that cannot do more. Prints
 * the board, the prompt and numbered choices; reads a number, a move in notation, or a letter. */
#include "bots/hint.h"
#include "details.h"
#include "games/games.h"
#include "play.h"
#include "tell.h"

#include <stdlib.h>
#include <string.h>

enum {
    ANSWER_BYTES = SR_MOVE_TEXT_BYTES + 1,
    MOST_REFUSALS = 20, /* wrong answers in a row before we stop asking */
    SHEET_COLUMNS = 60
};

/* An answer, without the blanks around it. */
struct answer {
    char text[ANSWER_BYTES];
    bool too_long;
};

/* Reads a line; of one that is too long only that it is. False: the input has ended. */
static bool read_answer(struct answer *answer) {
    size_t length = 0;
    int c;
    answer->too_long = false;
    while ((c = getchar()) != EOF && c != '\n') {
        if (length + 1 < sizeof answer->text)
            answer->text[length++] = (char)c;
        else
            answer->too_long = true;
    }
    if (c == EOF && length == 0)
        return false;
    while (length > 0 && strchr(" \t\r", answer->text[length - 1]))
        length--;
    answer->text[length] = '\0';
    size_t blanks = strspn(answer->text, " \t");
    memmove(answer->text, answer->text + blanks, length - blanks + 1);
    return true;
}

/* ---- the start ---- */

static bool read_choice(const char *text, int low, int high, int *choice) {
    size_t digits = strspn(text, "0123456789");
    if (digits == 0 || digits > 6 || text[digits])
        return false;
    int number = atoi(text);
    if (number < low || number > high)
        return false;
    *choice = number;
    return true;
}

/* Asks for a number; an empty line, the end of the input or three wrong answers take the preset. */
static int ask_number(enum sr_lang lang, enum sr_phrase question, int low, int high, int preset) {
    int choice = preset;
    for (int tries = 0; tries < 3; tries++) {
        char line[256];
        struct sr_out out;
        sr_out_open(&out, line, sizeof line);
        sr_phrase_say(&out, lang, question, sr_digits(low).text, sr_digits(high).text,
                      sr_digits(preset).text, NULL);
        printf("%s ", line);
        fflush(stdout);
        struct answer answer;
        if (!read_answer(&answer) || !*answer.text || read_choice(answer.text, low, high, &choice))
            break;
    }
    printf("%d\n", choice);
    return choice;
}

void sr_lines_ask(enum sr_lang lang, struct sr_question question, const struct sr_game **game,
                  int *seats) {
    if (question.game) {
        int count = 0;
        for (; sr_game_at(count); count++)
            printf("%3d  %s\n", count + 1, sr_game_at(count)->title.in[lang]);
        *game = sr_game_at(ask_number(lang, SR_SAY_WHICH_GAME, 1, count, 1) - 1);
    }
    *seats = (*game)->seats_max;
    if (question.seats)
        *seats = ask_number(lang, SR_SAY_HOW_MANY_SEATS, (*game)->seats_min, (*game)->seats_max,
                            (*game)->seats_max);
}

/* ---- printing ---- */

static void print_new_log(const struct sr_session *session, uint32_t *told) {
    if (*told > session->logged)
        *told = session->logged; /* moves were taken back */
    while (*told < session->logged) {
        char line[1024];
        struct sr_out out;
        sr_out_open(&out, line, sizeof line);
        sr_session_log_say(session, (*told)++, &out);
        printf("- %s\n", line);
    }
}

static void print_page(struct sr_page *page) {
    sr_page_print(page, stdout, sr_colourful(stdout));
    sr_page_free(page);
}

static void print_question(const struct sr_session *session) {
    static struct sr_canvas canvas;
    sr_canvas_clear(&canvas, sr_output_columns(), SR_CANVAS_ROWS);
    sr_session_draw(session, &canvas);
    putchar('\n');
    bool colour = sr_colourful(stdout);
    sr_print_canvas(stdout, colour, &canvas);
    putchar('\n');
    char line[1024];
    struct sr_out out;
    sr_out_open(&out, line, sizeof line);
    sr_session_prompt_say(session, &out);
    sr_print_styled(stdout, colour, SR_STRONG, line);
    putchar('\n');
    for (uint32_t i = 0; i < session->table->moves.count; i++) {
        char notation[SR_MOVE_TEXT_BYTES];
        sr_out_open(&out, notation, sizeof notation);
        sr_move_write(&out, session->wish.game, session->table->moves.list[i]);
        sr_out_open(&out, line, sizeof line);
        sr_session_move_say(session, i, &out);
        printf("%3u  %s  [%s]\n", (unsigned)i + 1, line, notation);
    }
}

static void print_error(const struct sr_session *session, const struct sr_error *error) {
    char line[1024];
    struct sr_out out;
    sr_out_open(&out, line, sizeof line);
    sr_error_say(&out, session->lang, error);
    printf("! %s\n", line);
}

/* ---- answers ---- */

enum reply { PLAYED, TOLD, REFUSED, LEAVE, BROKEN };

static enum reply play_move(struct sr_session *session, struct sr_move move,
                            struct sr_error *error) {
    return sr_session_play(session, move, error) ? PLAYED : BROKEN;
}

/* The best move first: "Hint: 3, walk 2", its chance and what speaks for it; then the next ones. */
static void print_hints(const struct sr_session *session) {
    struct sr_hints hints;
    if (!sr_session_hints(session, &hints))
        return;
    for (int i = 0; i < hints.count; i++) {
        char move[1024], line[1200], why[1024];
        struct sr_out out;
        int index = sr_session_find(session, hints.hint[i].move);
        if (index < 0)
            continue;
        sr_out_open(&out, move, sizeof move);
        sr_session_move_say(session, (uint32_t)index, &out);
        sr_out_open(&out, line, sizeof line);
        sr_phrase_say(&out, session->lang, i == 0 ? SR_SAY_HINT : SR_SAY_HINT_NEXT,
                      sr_digits(index + 1).text, move, NULL);
        sr_out_open(&out, why, sizeof why);
        sr_session_hint_say(session, &hints, i, &out);
        printf("%s (%s)\n", line, why);
    }
}

static enum reply reply_letter(struct sr_session *session, char letter, struct sr_error *error) {
    struct sr_page page = {0};
    switch (letter) {
    case 'q':
        return LEAVE;
    case 'u':
        if (sr_session_undo(session, error)) {
            puts(sr_phrase(session->lang, SR_SAY_TAKEN_BACK));
            return PLAYED;
        }
        if (sr_exit_of(error) == SR_EXIT_SYSTEM)
            return BROKEN;
        print_error(session, error);
        return REFUSED;
    case 'h':
        print_hints(session);
        return TOLD;
    case 'i':
        sr_details_page(&page, session, "", sr_output_columns());
        print_page(&page);
        return TOLD;
    case 'k':
        sr_signs_page(&page, session, NULL, sr_output_columns());
        print_page(&page);
        return TOLD;
    case 's':
        sr_estimate_page(&page, session->table, session->seat, session->lang, SHEET_COLUMNS);
        print_page(&page);
        return TOLD;
    default:
        sr_rules_page(&page, session->wish.game, session->lang, sr_output_columns());
        sr_page_add(&page, SR_PLAIN, "");
        sr_page_wrap(&page, SR_QUIET, sr_output_columns(), 0,
                     sr_phrase(session->lang, SR_SAY_LINE_KEYS));
        print_page(&page);
        return TOLD;
    }
}

static void say_no_such_choice(const struct sr_session *session, const char *text) {
    char line[1024];
    struct sr_out out;
    sr_out_open(&out, line, sizeof line);
    sr_phrase_say(&out, session->lang, SR_SAY_NO_SUCH_CHOICE, text,
                  sr_digits(session->table->moves.count).text, NULL);
    printf("! %s\n", line);
}

static enum reply reply(struct sr_session *session, const struct answer *answer,
                        struct sr_error *error) {
    const struct sr_moves *moves = &session->table->moves;
    const char *text = answer->text;
    int number;
    if (answer->too_long) {
        puts(sr_phrase(session->lang, SR_SAY_ANSWER_TOO_LONG));
        return REFUSED;
    }
    if (text[0] && !text[1] && strchr("uhiksq?", text[0]))
        return reply_letter(session, text[0], error);
    if (text[strspn(text, "0123456789")] == '\0' && *text) {
        if (read_choice(text, 1, (int)moves->count, &number))
            return play_move(session, moves->list[number - 1], error);
        say_no_such_choice(session, text);
        return REFUSED;
    }
    /* tried on the list first: what is refused must not come near the table */
    struct sr_move move;
    int seats = sr_head(session->table->state)->seats;
    if (*text && sr_move_read(session->wish.game, text, strlen(text), seats, &move, error) &&
        sr_listed(moves, move))
        return play_move(session, move, error);
    if (!*text || error->problem == SR_FINE) {
        say_no_such_choice(session, text);
    } else {
        print_error(session, error);
    }
    return REFUSED;
}

/* ---- the game ---- */

static void print_repeat(const struct sr_session *session) {
    char line[6000];
    struct sr_out out;
    sr_out_open(&out, line, sizeof line);
    sr_session_repeat_say(session, &out);
    puts(line);
}

/* Asks until the person has played or left. */
static enum reply ask(struct sr_session *session, struct sr_error *error) {
    print_question(session);
    for (int refusals = 0; refusals < MOST_REFUSALS;) {
        fputs("> ", stdout);
        /* whoever read us has gone: there is nobody to play with */
        if (fflush(stdout) != 0 || ferror(stdout))
            return LEAVE;
        struct answer answer;
        if (!read_answer(&answer)) {
            putchar('\n');
            return LEAVE;
        }
        *error = (struct sr_error){0};
        enum reply said = reply(session, &answer, error);
        if (said == REFUSED)
            refusals++;
        else if (said != TOLD)
            return said;
    }
    puts(sr_phrase(session->lang, SR_SAY_TOO_MANY_REFUSALS));
    return REFUSED;
}

enum sr_exit sr_lines_play(struct sr_session *session) {
    struct sr_error error = {0};
    uint32_t told = 0;
    char line[512];
    struct sr_out out;
    sr_out_open(&out, line, sizeof line);
    sr_phrase_say(&out, session->lang, SR_SAY_GAME_AND_SEED,
                  session->wish.game->title.in[session->lang],
                  sr_digits(session->wish.setup.seats).text, session->wish.seed, NULL);
    puts(line);
    for (;;) {
        print_new_log(session, &told);
        if (sr_session_over(session))
            break;
        enum reply said = PLAYED;
        if (sr_session_asks(session))
            said = ask(session, &error);
        else if (!sr_session_play_bot(session, &error))
            said = BROKEN;
        if (said == BROKEN) {
            fflush(stdout);
            return sr_report(session->lang, NULL, &error);
        }
        if (said == LEAVE || said == REFUSED) {
            puts(sr_phrase(session->lang, SR_SAY_GOODBYE));
            print_repeat(session);
            enum sr_exit code = sr_finish(session->lang);
            return said == REFUSED ? SR_EXIT_FAILED : code;
        }
    }
    struct sr_page page = {0};
    sr_page_add(&page, SR_PLAIN, "");
    sr_sheet_page(&page, session->table, session->lang, SHEET_COLUMNS);
    sr_page_add(&page, SR_PLAIN, "");
    print_page(&page);
    print_repeat(session);
    return sr_finish(session->lang);
}
