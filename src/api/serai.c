/* The public interface of include/serai.h: handles and plain strings on the outside, tables on the
 * inside. Every argument is looked at here before anything else sees it. */
#include "serai.h"

#include "api/problems.h"
#include "api/report.h"
#include "bots/hint.h"
#include "bots/problems.h"
#include "core/canvas.h"
#include "core/glimpse.h"
#include "games/games.h"
#include "table.h"

#include <stdlib.h>
#include <string.h>

const char *serai_version(void) {
    return SERAI_VERSION;
}

void serai_free(char *text) {
    free(text);
}

/* ---- in and out ---- */

/* A handle is a table; only the type differs, so that nobody outside looks into it. */
static struct sr_table *inside(serai_table *table) {
    return (struct sr_table *)table;
}
static const struct sr_table *look_inside(const serai_table *table) {
    return (const struct sr_table *)table;
}
static serai_table *outside(struct sr_table *table) {
    return (serai_table *)table;
}

static enum sr_lang language(enum serai_lang lang) {
    return lang == SERAI_RU ? SR_RU : SR_EN;
}

bool sr_report(serai_error *to, const struct sr_error *problem) {
    bool fine = problem->problem == SR_FINE;
    if (!to)
        return fine;
    to->code = (enum serai_code)sr_error_code(problem);
    to->line = problem->line;
    to->message[0] = '\0';
    if (!fine) {
        struct sr_out out;
        sr_out_open(&out, to->message, sizeof to->message);
        sr_error_say(&out, language(to->lang), problem);
    }
    return fine;
}

static serai_table *report_table(struct sr_table *table, serai_error *to,
                                 const struct sr_error *problem) {
    sr_report(to, problem);
    return outside(table);
}

static bool need(const void *thing, const char *name, struct sr_error *problem) {
    return thing || sr_fail(problem, SR_PROBLEM_MISSING, name, NULL);
}

static bool may_look(const serai_table *table, int viewer, struct sr_error *problem) {
    if (!need(table, "table", problem))
        return false;
    int seats = sr_head(look_inside(table)->state)->seats;
    if (viewer == SERAI_SPECTATOR || viewer == SERAI_REFEREE || (viewer >= 0 && viewer < seats))
        return true;
    char offer[16];
    struct sr_out out;
    sr_out_open(&out, offer, sizeof offer);
    sr_put(&out, "1..");
    sr_put_number(&out, seats);
    return sr_fail(problem, SR_PROBLEM_SEAT, sr_digits((int64_t)viewer + 1).text, offer, NULL);
}

/* What a writer needs to know. */
struct request {
    const struct sr_table *table;
    const struct sr_game *game;
    struct sr_reader reader;
    const char *names[SR_MAX_SEATS];
    int viewer;
    const void *more;
};

static void request_open(struct request *request, const serai_table *table, int viewer,
                         enum serai_lang lang) {
    memset(request, 0, sizeof *request);
    request->table = look_inside(table);
    request->viewer = viewer;
    request->reader.lang = language(lang);
    if (!table)
        return;
    request->game = request->table->game;
    sr_table_names(request->table, request->names);
    request->reader.names = request->names;
}

/* Writes what was asked for, if nothing went wrong on the way here. */
static char *answer(sr_writer *writer, const struct request *request, serai_error *error,
                    struct sr_error *problem) {
    char *text = NULL;
    if (problem->problem == SR_FINE) {
        text = sr_write_all(writer, request);
        if (!text)
            sr_fail(problem, SR_PROBLEM_MEMORY, NULL);
    }
    sr_report(error, problem);
    return text;
}

/* ---- games ---- */

int serai_game_count(void) {
    int count = 0;
    while (sr_game_at(count))
        count++;
    return count;
}

static const struct sr_game *find_game(const char *name, struct sr_error *problem) {
    return need(name, "game", problem) ? sr_game_named(name, strlen(name), NULL, problem) : NULL;
}

static int game_number(const struct sr_game *game) {
    int index = 0;
    while (sr_game_at(index) && sr_game_at(index) != game)
        index++;
    return sr_game_at(index) ? index : -1;
}

int serai_game_find(const char *name, serai_error *error) {
    struct sr_error problem = {0};
    const struct sr_game *game = find_game(name, &problem);
    sr_report(error, &problem);
    return game ? game_number(game) : -1;
}

const char *serai_game_name(int game) {
    const struct sr_game *found = sr_game_at(game);
    return found ? found->name : NULL;
}

const char *serai_game_title(int game, enum serai_lang lang) {
    const struct sr_game *found = sr_game_at(game);
    return found ? found->title.in[language(lang)] : NULL;
}

int serai_game_seats_min(int game) {
    const struct sr_game *found = sr_game_at(game);
    return found ? found->seats_min : 0;
}

int serai_game_seats_max(int game) {
    const struct sr_game *found = sr_game_at(game);
    return found ? found->seats_max : 0;
}

int serai_game_rules_version(int game) {
    const struct sr_game *found = sr_game_at(game);
    return found ? found->rules : 0;
}

static void ask_game(struct request *request, int game, enum serai_lang lang,
                     struct sr_error *problem) {
    request_open(request, NULL, SERAI_REFEREE, lang);
    request->game = sr_game_at(game);
    if (!request->game)
        find_game(sr_digits(game).text, problem);
}

static void write_game(struct sr_out *out, const void *context) {
    const struct request *request = context;
    sr_game_json(out, request->game);
}

char *serai_game_json(int game, serai_error *error) {
    struct sr_error problem = {0};
    struct request request;
    ask_game(&request, game, SERAI_EN, &problem);
    return answer(write_game, &request, error, &problem);
}

static void write_rules(struct sr_out *out, const void *context) {
    const struct request *request = context;
    for (int i = 0; i < sr_chapter_count(request->game); i++) {
        const struct sr_chapter *chapter = &request->game->chapters->list[i];
        sr_put(out, i ? "\n" : "");
        sr_put(out, chapter->heading.in[request->reader.lang]);
        sr_put(out, "\n\n");
        sr_put(out, chapter->body.in[request->reader.lang]);
        sr_put_char(out, '\n');
    }
}

char *serai_game_rules(int game, enum serai_lang lang, serai_error *error) {
    struct sr_error problem = {0};
    struct request request;
    ask_game(&request, game, lang, &problem);
    return answer(write_rules, &request, error, &problem);
}

/* ---- tables ---- */

static bool read_seed(const char *text, uint8_t seed[SR_SEED_BYTES], struct sr_error *problem) {
    if (!need(text, "seed", problem))
        return false;
    return sr_seed_parse(text, strlen(text), seed) || sr_fail(problem, SR_PROBLEM_SEED, text, NULL);
}

serai_table *serai_table_new(const char *game, int seats, const char *seed, const char *options,
                             serai_error *error) {
    struct sr_error problem = {0};
    struct sr_setup setup;
    struct sr_table *table = NULL;
    const struct sr_game *found = find_game(game, &problem);
    if (found) {
        sr_setup_init(found, &setup);
        setup.seats = seats < 0 || seats > UINT8_MAX ? UINT8_MAX : (uint8_t)seats;
        if (sr_setup_options(found, &setup, options ? options : "", &problem) &&
            read_seed(seed, setup.seed, &problem))
            table = sr_table_new(found, &setup, &problem);
    }
    return report_table(table, error, &problem);
}

serai_table *serai_table_copy(const serai_table *table, serai_error *error) {
    return serai_table_at(table, serai_ply(table), error);
}

/* The table core knows no negative plies; this one is told as it was given. */
static bool has_ply(const serai_table *table, int ply, struct sr_error *problem) {
    return ply >= 0 || sr_fail(problem, SR_PROBLEM_PLY, sr_digits(ply).text,
                               sr_digits(serai_ply(table)).text, NULL);
}

serai_table *serai_table_at(const serai_table *table, int ply, serai_error *error) {
    struct sr_error problem = {0};
    struct sr_table *copy = NULL;
    if (need(table, "table", &problem) && has_ply(table, ply, &problem))
        copy = sr_table_at(look_inside(table), (uint32_t)ply, &problem);
    return report_table(copy, error, &problem);
}

void serai_table_free(serai_table *table) {
    sr_table_free(inside(table));
}

int serai_game(const serai_table *table) {
    return table ? game_number(look_inside(table)->game) : -1;
}

int serai_seats(const serai_table *table) {
    return table ? sr_head(look_inside(table)->state)->seats : 0;
}

int serai_rules(const serai_table *table) {
    return table ? sr_head(look_inside(table)->state)->rules : 0;
}

bool serai_over(const serai_table *table) {
    return !table || sr_head(look_inside(table)->state)->over;
}

int serai_decider(const serai_table *table) {
    return serai_over(table) ? -1 : sr_head(look_inside(table)->state)->decider;
}

int serai_ply(const serai_table *table) {
    return table ? (int)look_inside(table)->plies : 0;
}

uint64_t serai_checksum(const serai_table *table) {
    return table ? sr_checksum(look_inside(table)->game, look_inside(table)->state) : 0;
}

bool serai_set_name(serai_table *table, int seat, const char *name, serai_error *error) {
    struct sr_error problem = {0};
    if (need(table, "table", &problem))
        sr_table_set_name(inside(table), seat, name, name ? strlen(name) : 0, &problem);
    return sr_report(error, &problem);
}

const char *serai_name(const serai_table *table, int seat) {
    if (!table || seat < 0 || seat >= serai_seats(table))
        return NULL;
    const char *name = look_inside(table)->name[seat];
    return name[0] ? name : NULL;
}

/* ---- moves ---- */

int serai_move_count(const serai_table *table) {
    return table ? (int)look_inside(table)->moves.count : 0;
}

static const struct sr_move *find_move(const serai_table *table, int index,
                                       struct sr_error *problem) {
    if (!need(table, "table", problem))
        return NULL;
    int count = serai_move_count(table);
    if (index >= 0 && index < count)
        return &look_inside(table)->moves.list[index];
    sr_fail(problem, SR_PROBLEM_MOVE_INDEX, sr_digits(index).text, sr_digits(count).text, NULL);
    return NULL;
}

static void write_move(struct sr_out *out, const void *context) {
    const struct request *request = context;
    sr_move_write(out, request->game, *(const struct sr_move *)request->more);
}

char *serai_move(const serai_table *table, int index, serai_error *error) {
    struct sr_error problem = {0};
    struct request request;
    request_open(&request, table, SERAI_REFEREE, SERAI_EN);
    request.more = find_move(table, index, &problem);
    return answer(write_move, &request, error, &problem);
}

size_t serai_move_write(const serai_table *table, int index, char *buffer, size_t size) {
    struct sr_error problem = {0};
    const struct sr_move *move = find_move(table, index, &problem);
    struct sr_out out;
    sr_out_open(&out, buffer, buffer ? size : 0);
    if (move)
        sr_move_write(&out, look_inside(table)->game, *move);
    return out.len;
}

static void say_move(struct sr_out *out, const void *context) {
    const struct request *request = context;
    sr_move_say(out, &request->reader, request->game, request->table->state,
                *(const struct sr_move *)request->more);
}

char *serai_move_say(const serai_table *table, int index, enum serai_lang lang,
                     serai_error *error) {
    struct sr_error problem = {0};
    struct request request;
    request_open(&request, table, SERAI_REFEREE, lang);
    request.more = find_move(table, index, &problem);
    return answer(say_move, &request, error, &problem);
}

static void write_moves(struct sr_out *out, const void *context) {
    const struct request *request = context;
    const struct sr_moves *moves = &request->table->moves;
    sr_put_char(out, '[');
    for (uint32_t i = 0; i < moves->count; i++) {
        sr_put(out, i ? "," : "");
        sr_move_json(out, &request->reader, request->game, request->table->state, moves->list[i]);
    }
    sr_put_char(out, ']');
}

char *serai_moves_json(const serai_table *table, enum serai_lang lang, serai_error *error) {
    struct sr_error problem = {0};
    struct request request;
    need(table, "table", &problem);
    request_open(&request, table, SERAI_REFEREE, lang);
    return answer(write_moves, &request, error, &problem);
}

static void write_prompt(struct sr_out *out, const void *context) {
    const struct request *request = context;
    sr_table_prompt(out, request->table, request->viewer, request->reader.lang);
}

char *serai_prompt(const serai_table *table, int viewer, enum serai_lang lang, serai_error *error) {
    struct sr_error problem = {0};
    struct request request;
    may_look(table, viewer, &problem);
    request_open(&request, table, viewer, lang);
    return answer(write_prompt, &request, error, &problem);
}

bool serai_play(serai_table *table, int seat, const char *move, serai_error *error) {
    struct sr_error problem = {0};
    if (need(table, "table", &problem) && need(move, "move", &problem))
        sr_table_play_text(inside(table), seat, move, strlen(move), NULL, &problem);
    return sr_report(error, &problem);
}

int serai_undoable(const serai_table *table, int seat) {
    return table ? sr_table_undoable(look_inside(table), seat) : 0;
}

bool serai_undo(serai_table *table, int seat, serai_error *error) {
    struct sr_error problem = {0};
    if (need(table, "table", &problem))
        sr_table_undo(inside(table), seat, &problem);
    return sr_report(error, &problem);
}

static void write_preview(struct sr_out *out, const void *context) {
    const struct request *request = context;
    sr_preview_write(out, request->table, request->more, request->reader.lang);
}

char *serai_preview(const serai_table *table, const char *move, enum serai_lang lang,
                    serai_error *error) {
    struct sr_error problem = {0};
    struct request request;
    struct sr_preview preview;
    struct sr_move read;
    request_open(&request, table, SERAI_REFEREE, lang);
    if (need(table, "table", &problem) && need(move, "move", &problem) &&
        sr_move_read(request.game, move, strlen(move), serai_seats(table), &read, &problem))
        sr_table_preview(request.table, read, &preview, &problem);
    request.more = &preview;
    return answer(write_preview, &request, error, &problem);
}

/* ---- what there is to see ---- */

static void write_view(struct sr_out *out, const void *context) {
    const struct request *request = context;
    sr_table_view(out, request->table, request->viewer, request->reader.lang);
}

char *serai_view(const serai_table *table, int viewer, enum serai_lang lang, serai_error *error) {
    struct sr_error problem = {0};
    struct request request;
    may_look(table, viewer, &problem);
    request_open(&request, table, viewer, lang);
    return answer(write_view, &request, error, &problem);
}

static void write_diff(struct sr_out *out, const void *context) {
    const struct request *request = context;
    const struct sr_table *before = request->more;
    sr_view_diff(out, request->game, before->state, request->table->state, request->viewer);
}

char *serai_diff(const serai_table *table, int from_ply, int to_ply, int viewer,
                 serai_error *error) {
    struct sr_error problem = {0};
    struct request request;
    struct sr_table *before = NULL, *after = NULL;
    if (may_look(table, viewer, &problem) && has_ply(table, from_ply, &problem))
        before = sr_table_at(look_inside(table), (uint32_t)from_ply, &problem);
    if (before && has_ply(table, to_ply, &problem))
        after = sr_table_at(look_inside(table), (uint32_t)to_ply, &problem);
    request_open(&request, outside(after), viewer, SERAI_EN);
    request.more = before;
    char *text = answer(write_diff, &request, error, &problem);
    sr_table_free(before);
    sr_table_free(after);
    return text;
}

static void say_events(struct sr_out *out, const void *context) {
    const struct request *request = context;
    const struct sr_events *events = request->more;
    for (uint32_t i = 0; i < events->count; i++) {
        sr_event_say(out, &request->reader, request->game, &events->list[i], request->viewer);
        sr_put_char(out, '\n');
    }
}

static void write_events(struct sr_out *out, const void *context) {
    const struct request *request = context;
    const struct sr_events *events = request->more;
    sr_put_char(out, '[');
    for (uint32_t i = 0; i < events->count; i++) {
        sr_put(out, i ? "," : "");
        sr_event_json(out, request->game, &events->list[i], request->viewer);
    }
    sr_put_char(out, ']');
}

static char *answer_events(sr_writer *writer, const serai_table *table, int ply, int viewer,
                           enum serai_lang lang, serai_error *error) {
    struct sr_error problem = {0};
    struct request request;
    struct sr_events events;
    if (may_look(table, viewer, &problem) && has_ply(table, ply, &problem))
        sr_table_events(look_inside(table), (uint32_t)ply, &events, &problem);
    request_open(&request, table, viewer, lang);
    request.more = &events;
    return answer(writer, &request, error, &problem);
}

char *serai_events(const serai_table *table, int ply, int viewer, enum serai_lang lang,
                   serai_error *error) {
    return answer_events(say_events, table, ply, viewer, lang, error);
}

char *serai_events_json(const serai_table *table, int ply, int viewer, serai_error *error) {
    return answer_events(write_events, table, ply, viewer, SERAI_EN, error);
}

static void put_code(struct sr_out *out, uint32_t code) {
    if (code < 0x80) {
        sr_put_char(out, (char)code);
        return;
    }
    int more = code < 0x800 ? 1 : code < 0x10000 ? 2 : 3;
    static const unsigned char lead[] = {0, 0xc0, 0xe0, 0xf0};
    sr_put_char(out, (char)(lead[more] | code >> (6 * more)));
    while (more-- > 0)
        sr_put_char(out, (char)(0x80 | (code >> (6 * more) & 0x3f)));
}

static bool is_blank(struct sr_cell cell) {
    return cell.code == ' ' || cell.code == 0;
}

static void write_canvas(struct sr_out *out, const void *context) {
    const struct sr_canvas *canvas = ((const struct request *)context)->more;
    for (int row = 0; row < canvas->used_rows; row++) {
        const struct sr_cell *cell = canvas->cell[row];
        int columns = canvas->columns;
        while (columns > 0 && is_blank(cell[columns - 1]))
            columns--;
        for (int column = 0; column < columns; column++)
            if (cell[column].code) /* 0: the right half of a wide character */
                put_code(out, cell[column].code);
        sr_put_char(out, '\n');
    }
}

static int within(int low, int value, int high) {
    return value < low ? low : value > high ? high : value;
}

char *serai_board(const serai_table *table, int viewer, int columns, int rows, enum serai_lang lang,
                  serai_error *error) {
    struct sr_error problem = {0};
    struct request request;
    struct sr_canvas *canvas = NULL;
    request_open(&request, table, viewer, lang);
    if (may_look(table, viewer, &problem)) {
        canvas = malloc(sizeof *canvas);
        if (!canvas)
            sr_fail(&problem, SR_PROBLEM_MEMORY, NULL);
    }
    if (canvas) {
        sr_canvas_clear(canvas, within(1, columns, SR_CANVAS_COLUMNS),
                        within(1, rows, SR_CANVAS_ROWS));
        sr_canvas_draw(request.game, request.table->state, viewer, &request.reader, canvas);
    }
    request.more = canvas;
    char *text = answer(write_canvas, &request, error, &problem);
    free(canvas);
    return text;
}

/* ---- scores ---- */

static const struct sr_text final_score = SR_TEXT("Final score", "Итоговый счёт");
static const struct sr_text score_now =
    SR_TEXT("If the game ended now", "Если бы партия закончилась сейчас");
static const struct sr_text wins = SR_TEXT("wins", "победа");

static void say_seat_score(struct sr_out *out, const struct request *request,
                           const struct sr_sheet *sheet, int seat) {
    enum sr_lang lang = request->reader.lang;
    sr_put_number(out, sheet->rank[seat]);
    sr_put(out, ". ");
    sr_domain_say(out, &request->reader, &sr_a_seat, seat, 0);
    sr_put(out, ": ");
    sr_put_number(out, sheet->total[seat]);
    if (sr_head(request->table->state)->over && (sheet->winners >> seat & 1)) {
        sr_put(out, " - ");
        sr_put(out, wins.in[lang]);
    }
    sr_put_char(out, '\n');
    for (uint32_t i = 0; i < sheet->count; i++) {
        if (sheet->line[i].seat != seat)
            continue;
        struct sr_digits points = sr_digits(sheet->line[i].points);
        for (size_t width = strlen(points.text); width < 6; width++)
            sr_put_char(out, ' ');
        sr_put(out, points.text);
        sr_put(out, "  ");
        sr_reason_say(out, &request->reader, request->game, &sheet->line[i]);
        sr_put_char(out, '\n');
    }
}

static void say_score(struct sr_out *out, const void *context) {
    const struct request *request = context;
    const struct sr_head *head = sr_head(request->table->state);
    struct sr_sheet sheet;
    sr_score(request->game, head, &sheet);
    sr_put(out, (head->over ? &final_score : &score_now)->in[request->reader.lang]);
    sr_put_char(out, '\n');
    for (int rank = 1; rank <= head->seats; rank++)
        for (int seat = 0; seat < head->seats; seat++)
            if (sheet.rank[seat] == rank)
                say_seat_score(out, request, &sheet, seat);
}

char *serai_score(const serai_table *table, enum serai_lang lang, serai_error *error) {
    struct sr_error problem = {0};
    struct request request;
    need(table, "table", &problem);
    request_open(&request, table, SERAI_REFEREE, lang);
    return answer(say_score, &request, error, &problem);
}

static void write_score(struct sr_out *out, const void *context) {
    const struct request *request = context;
    sr_sheet_json(out, &request->reader, request->game, request->table->state);
}

char *serai_score_json(const serai_table *table, enum serai_lang lang, serai_error *error) {
    struct sr_error problem = {0};
    struct request request;
    need(table, "table", &problem);
    request_open(&request, table, SERAI_REFEREE, lang);
    return answer(write_score, &request, error, &problem);
}

/* ---- records and positions ---- */

static void write_record(struct sr_out *out, const void *context) {
    sr_record_write(out, ((const struct request *)context)->table);
}

char *serai_record(const serai_table *table, serai_error *error) {
    struct sr_error problem = {0};
    struct request request;
    need(table, "table", &problem);
    request_open(&request, table, SERAI_REFEREE, SERAI_EN);
    return answer(write_record, &request, error, &problem);
}

static void write_position(struct sr_out *out, const void *context) {
    const struct request *request = context;
    sr_position_write(out, request->game, request->table->state, request->table->loose);
}

char *serai_position(const serai_table *table, serai_error *error) {
    struct sr_error problem = {0};
    struct request request;
    need(table, "table", &problem);
    request_open(&request, table, SERAI_REFEREE, SERAI_EN);
    return answer(write_position, &request, error, &problem);
}

serai_table *serai_table_read(const char *text, size_t length, int flags, serai_error *error) {
    struct sr_error problem = {0};
    struct sr_table *table = NULL;
    if (need(text, "text", &problem))
        table = sr_table_read(text, length, flags & SERAI_LOOSE, &problem);
    return report_table(table, error, &problem);
}

bool serai_table_merge(serai_table *table, const char *patch, size_t length, int flags,
                       serai_error *error) {
    struct sr_error problem = {0};
    if (need(table, "table", &problem) && need(patch, "patch", &problem))
        sr_position_merge(inside(table), patch, length, flags & SERAI_LOOSE, flags & SERAI_FILL,
                          &problem);
    return sr_report(error, &problem);
}

/* ---- bots ---- */

const char *serai_bot_name(int index) {
    const struct sr_bot_kind *bot = sr_bot_kind_at(index);
    return bot ? bot->name : NULL;
}

const char *serai_bot_title(int index, enum serai_lang lang) {
    const struct sr_bot_kind *bot = sr_bot_kind_at(index);
    return bot ? bot->title.in[language(lang)] : NULL;
}

/* A bot, and the dice it thinks with, for the decision that a table waits for. */
struct asking {
    struct sr_bot bot;
    struct sr_rng rng;
    struct sr_glimpse glimpse;
};

static bool ask(struct asking *asking, const serai_table *table, const char *bot, const char *seed,
                struct sr_error *problem) {
    uint8_t bytes[SR_SEED_BYTES];
    if (!need(table, "table", problem) || !need(bot, "bot", problem))
        return false;
    const struct sr_table *inner = look_inside(table);
    if (serai_over(table)) {
        sr_fail(problem, SR_PROBLEM_GAME_OVER, NULL);
        return false;
    }
    if (inner->moves.count == 0) { /* a loose position may lead nowhere */
        sr_fail(problem, SR_PROBLEM_POSITION_PHASE,
                inner->game->phases[sr_head(inner->state)->phase].name,
                sr_digits(serai_decider(table) + 1).text, NULL);
        return false;
    }
    if (!sr_bot_read(&asking->bot, bot, strlen(bot), problem) || !read_seed(seed, bytes, problem))
        return false;
    sr_rng_seed(&asking->rng, bytes);
    asking->rng.key[7] ^= inner->plies;
    sr_table_glimpse(inner, &asking->glimpse);
    return true;
}

char *serai_bot_choose(const serai_table *table, const char *bot, const char *seed,
                       serai_error *error) {
    struct sr_error problem = {0};
    struct request request;
    struct sr_move move;
    struct asking asking;
    request_open(&request, table, SERAI_REFEREE, SERAI_EN);
    if (ask(&asking, table, bot, seed, &problem)) {
        struct sr_stream stream = sr_stream_open(&asking.rng);
        move = sr_bot_choose(&asking.bot, &asking.glimpse, &stream);
        request.more = &move;
    }
    return answer(write_move, &request, error, &problem);
}

static void write_hints(struct sr_out *out, const void *context) {
    const struct request *request = context;
    sr_hints_json(out, &request->reader, request->game, request->table->state, request->more);
}

char *serai_hint(const serai_table *table, const char *bot, const char *seed, enum serai_lang lang,
                 serai_error *error) {
    struct sr_error problem = {0};
    struct request request;
    struct sr_hints hints;
    struct asking asking;
    request_open(&request, table, SERAI_REFEREE, lang);
    if (ask(&asking, table, bot, seed, &problem)) {
        struct sr_stream stream = sr_stream_open(&asking.rng);
        if (!asking.bot.iterations && !asking.bot.milliseconds)
            sr_fail(&problem, SR_PROBLEM_UNKNOWN_BOT, bot, "strong, master, search:1000", NULL);
        else if (!sr_hints_find(&asking.glimpse, &stream, &asking.bot, &hints))
            sr_fail(&problem, SR_PROBLEM_MEMORY, NULL);
        request.more = &hints;
    }
    return answer(write_hints, &request, error, &problem);
}
