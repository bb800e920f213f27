/* Records: a game as text, one move a line, with checksums. What is saved, replayed, mailed to a
 * friend. The reader is strict: a record that was cut, edited or damaged is refused with the line
 * that shows it. */
#include "api/problems.h"
#include "games/games.h"
#include "table.h"

#include <stdlib.h>
#include <string.h>

static const char first_line[] = "serai-record ";
static const char format_version[] = "1";

enum { CHECKSUM_DIGITS = 16, SEED_TEXT_BYTES = 2 * SR_SEED_BYTES + 1 };

/* ---- writing ---- */

static void put_unsigned(struct sr_out *out, uint64_t number) {
    char digits[20];
    int count = 0;
    do {
        digits[count++] = (char)('0' + number % 10);
        number /= 10;
    } while (number);
    while (count > 0)
        sr_put_char(out, digits[--count]);
}

/* A seed that a number makes is written as that number. */
void sr_seed_write(struct sr_out *out, const uint8_t seed[SR_SEED_BYTES]) {
    uint64_t number = 0;
    for (int i = 8; i-- > 0;)
        number = number << 8 | seed[i];
    uint8_t made[SR_SEED_BYTES];
    sr_seed_number(number, made);
    if (memcmp(made, seed, SR_SEED_BYTES) == 0)
        put_unsigned(out, number);
    else
        sr_put_hex(out, seed, SR_SEED_BYTES);
}

static void write_checksum(char text[CHECKSUM_DIGITS + 1], const struct sr_game *game,
                           const void *state) {
    uint64_t sum = sr_checksum(game, state);
    for (int i = 0; i < CHECKSUM_DIGITS; i++)
        text[i] = "0123456789abcdef"[sum >> (60 - 4 * i) & 15];
    text[CHECKSUM_DIGITS] = '\0';
}

static void put_checksum(struct sr_out *out, const char *word, uint32_t plies,
                         const struct sr_game *game, const void *state) {
    char sum[CHECKSUM_DIGITS + 1];
    write_checksum(sum, game, state);
    sr_put(out, word);
    sr_put_number(out, plies);
    sr_put_char(out, ' ');
    sr_put(out, sum);
    sr_put_char(out, '\n');
}

static void put_numbered(struct sr_out *out, const char *word, int64_t number) {
    sr_put(out, word);
    sr_put_number(out, number);
    sr_put_char(out, '\n');
}

/* The position as one line. */
static void put_position(struct sr_out *out, const struct sr_table *table) {
    char text[SR_LINE_BYTES];
    struct sr_out whole;
    sr_out_open(&whole, text, sizeof text);
    sr_position_write(&whole, table->game, table->start, table->loose);
    for (const char *at = text; *at;) {
        size_t length = strcspn(at, "\n");
        sr_put_bytes(out, at, length);
        at += length;
        at += strspn(at, "\n ");
    }
}

static void put_header(struct sr_out *out, const struct sr_table *table) {
    const struct sr_game *game = table->game;
    sr_put(out, first_line);
    sr_put(out, format_version);
    sr_put(out, "\ngame ");
    sr_put(out, game->name);
    sr_put_char(out, '\n');
    put_numbered(out, "rules ", sr_head(table->start)->rules);
    int seats = sr_head(table->start)->seats;
    put_numbered(out, "seats ", seats);
    for (int seat = 0; seat < seats; seat++) {
        if (!table->name[seat][0])
            continue;
        sr_put(out, "name ");
        sr_put_number(out, seat + 1);
        sr_put_char(out, ' ');
        sr_put(out, table->name[seat]);
        sr_put_char(out, '\n');
    }
    if (table->from_position) {
        sr_put(out, "position ");
        put_position(out, table);
        sr_put_char(out, '\n');
        return;
    }
    for (int i = 0; i < game->option_count; i++) {
        if (table->setup.options[i] == sr_option_unsaid(&game->options[i]))
            continue;
        sr_put(out, "option ");
        sr_put(out, game->options[i].name);
        sr_put_char(out, ' ');
        sr_domain_write(out, game->options[i].of, table->setup.options[i]);
        sr_put_char(out, '\n');
    }
    sr_put(out, "seed ");
    sr_seed_write(out, table->setup.seed);
    sr_put_char(out, '\n');
}

void sr_record_write(struct sr_out *out, const struct sr_table *table) {
    put_header(out, table);
    sr_put(out, "moves\n");
    _Alignas(8) unsigned char state[SR_MAX_STATE];
    struct sr_moves moves;
    memcpy(state, table->start, sizeof state);
    for (uint32_t i = 0; i < table->plies; i++) {
        sr_move_write(out, table->game, table->ply[i].move);
        sr_put_char(out, '\n');
        sr_play(table->game, state, table->ply[i].move, NULL, &moves);
        if ((i + 1) % SR_CHECKSUM_EVERY == 0)
            put_checksum(out, "check ", i + 1, table->game, state);
    }
    put_checksum(out, "end ", table->plies, table->game, state);
}

static void write_record(struct sr_out *out, const void *context) {
    sr_record_write(out, context);
}

char *sr_record_text(const struct sr_table *table) {
    return sr_write_all(write_record, table);
}

/* ---- reading: lines and words ---- */

/* A piece of the input; not terminated. */
struct piece {
    const char *at;
    size_t length;
};

struct reading {
    struct piece left; /* what was not read yet */
    int line;          /* number of the present line */
    bool cut;          /* the present line lacks its end */
    struct sr_error *error;

    const struct sr_game *only; /* the one game that may be named, or NULL: any that there is */
    const struct sr_game *game;
    struct sr_setup setup;
    struct sr_table *table; /* from the line "moves" on, or from "position" */
    struct piece name[SR_MAX_SEATS];
    int name_line[SR_MAX_SEATS];
    bool has_rules, has_seats, has_seed, has_position;
    uint32_t options_given; /* bit per option */
};

/* sr_fail() that knows the line. */
#define FAIL(reading, ...) (sr_fail((reading)->error, __VA_ARGS__), fail_here(reading))

static bool fail_here(struct reading *reading) {
    reading->error->line = reading->line;
    return false;
}

static bool fail_quoting(struct reading *reading, const struct sr_problem *problem,
                         struct piece quoted) {
    sr_fail(reading->error, problem, "", NULL);
    sr_error_set_arg(reading->error, 0, quoted.at, quoted.length);
    return fail_here(reading);
}

static bool is_word(struct piece piece, const char *word) {
    return piece.length == strlen(word) && memcmp(piece.at, word, piece.length) == 0;
}

/* Takes the text up to the first blank, and the one blank. */
static struct piece take_word(struct piece *piece) {
    struct piece word = {piece->at, 0};
    while (word.length < piece->length && word.at[word.length] != ' ')
        word.length++;
    size_t taken = word.length + (word.length < piece->length ? 1 : 0);
    piece->at += taken;
    piece->length -= taken;
    return word;
}

/* A decimal number without sign or leading zeros. */
static bool read_number(struct piece piece, uint32_t most, uint32_t *number) {
    if (piece.length == 0 || piece.length > 10 || (piece.length > 1 && piece.at[0] == '0'))
        return false;
    uint64_t value = 0;
    for (size_t i = 0; i < piece.length; i++) {
        if (piece.at[i] < '0' || piece.at[i] > '9')
            return false;
        value = value * 10 + (uint64_t)(piece.at[i] - '0');
    }
    *number = (uint32_t)value;
    return value <= most;
}

static bool is_text(struct piece line) {
    for (size_t i = 0; i < line.length; i++) {
        unsigned char c = (unsigned char)line.at[i];
        if ((c < 0x20 && c != '\t') || c == 0x7f)
            return false;
    }
    return sr_utf8_valid(line.at, line.length);
}

/* The next line, without its end. False with no problem set: there is none. */
static bool next_line(struct reading *reading, struct piece *line) {
    if (reading->left.length == 0)
        return false;
    const char *end = memchr(reading->left.at, '\n', reading->left.length);
    line->at = reading->left.at;
    line->length = end ? (size_t)(end - line->at) : reading->left.length;
    size_t taken = line->length + (end ? 1 : 0);
    reading->left.at += taken;
    reading->left.length -= taken;
    reading->cut = !end;
    reading->line++;
    if (end && line->length > 0 && line->at[line->length - 1] == '\r')
        line->length--;
    if (line->length > SR_LINE_BYTES) {
        char given[24], most[24];
        struct sr_out out;
        sr_out_open(&out, given, sizeof given);
        sr_put_number(&out, (int64_t)line->length);
        sr_out_open(&out, most, sizeof most);
        sr_put_number(&out, SR_LINE_BYTES);
        return FAIL(reading, SR_PROBLEM_LINE_TOO_LONG, given, most, NULL);
    }
    if (!is_text(*line))
        return FAIL(reading, SR_PROBLEM_RECORD_TEXT, NULL);
    return true;
}

/* The next line that says something. A line that was cut says nothing that can be trusted; only
 * the very last one may lack its newline. */
static bool next_telling_line(struct reading *reading, struct piece *line) {
    while (next_line(reading, line)) {
        size_t blanks = 0;
        while (blanks < line->length && (line->at[blanks] == ' ' || line->at[blanks] == '\t'))
            blanks++;
        if (blanks < line->length && line->at[0] != '#')
            return true;
    }
    return false;
}

/* ---- reading: the header ---- */

static bool read_first_line(struct reading *reading) {
    struct piece line;
    if (!next_line(reading, &line)) {
        if (reading->error->problem != SR_FINE)
            return false;
        reading->line = 1;
        return FAIL(reading, SR_PROBLEM_RECORD_EMPTY, NULL);
    }
    size_t length = sizeof first_line - 1;
    if (line.length < length || memcmp(line.at, first_line, length) != 0)
        return FAIL(reading, SR_PROBLEM_RECORD_EMPTY, NULL);
    struct piece version = {line.at + length, line.length - length};
    if (!is_word(version, format_version))
        return fail_quoting(reading, SR_PROBLEM_RECORD_VERSION, version);
    return true;
}

static bool read_game(struct reading *reading, struct piece value) {
    if (reading->game)
        return FAIL(reading, SR_PROBLEM_RECORD_TWICE, "game", NULL);
    reading->game = sr_game_named(value.at, value.length, reading->only, reading->error);
    if (!reading->game)
        return fail_here(reading);
    sr_setup_unsaid(reading->game, &reading->setup);
    return true;
}

static bool fail_number(struct reading *reading, const char *word, struct piece value) {
    sr_fail(reading->error, SR_PROBLEM_RECORD_NUMBER, word, "", NULL);
    sr_error_set_arg(reading->error, 1, value.at, value.length);
    return fail_here(reading);
}

static bool read_rules(struct reading *reading, struct piece value) {
    if (reading->has_rules)
        return FAIL(reading, SR_PROBLEM_RECORD_TWICE, "rules", NULL);
    reading->has_rules = true;
    uint32_t rules;
    if (!read_number(value, UINT16_MAX, &rules))
        return fail_number(reading, "rules", value);
    if (rules >= 1 && rules <= reading->game->rules) {
        reading->setup.rules = (uint8_t)rules;
        return true;
    }
    return FAIL(reading, SR_PROBLEM_RECORD_RULES, sr_digits(rules).text, reading->game->name,
                sr_digits(reading->game->rules).text, NULL);
}

static bool read_seats(struct reading *reading, struct piece value) {
    if (reading->has_seats)
        return FAIL(reading, SR_PROBLEM_RECORD_TWICE, "seats", NULL);
    reading->has_seats = true;
    uint32_t seats;
    if (!read_number(value, UINT8_MAX, &seats))
        return fail_number(reading, "seats", value);
    /* Seats are looked at before any option, so that what is refused here is the seats. */
    struct sr_setup plain;
    sr_setup_init(reading->game, &plain);
    plain.seats = (uint8_t)seats;
    if (!sr_setup_check(reading->game, &plain, reading->error))
        return fail_here(reading);
    reading->setup.seats = (uint8_t)seats;
    return true;
}

static bool read_name(struct reading *reading, struct piece value) {
    struct piece name = value;
    struct piece number = take_word(&name);
    uint32_t seat;
    if (!read_number(number, reading->setup.seats, &seat) || seat == 0 || name.length == 0)
        return fail_quoting(reading, SR_PROBLEM_RECORD_NAME, value);
    if (reading->name[seat - 1].length > 0) {
        char twice[] = "name 0";
        twice[sizeof twice - 2] = (char)('0' + seat);
        return FAIL(reading, SR_PROBLEM_RECORD_TWICE, twice, NULL);
    }
    reading->name[seat - 1] = name;
    reading->name_line[seat - 1] = reading->line;
    return true;
}

static bool read_option(struct reading *reading, struct piece value) {
    struct piece setting = value;
    struct piece name = take_word(&setting);
    if (reading->has_position)
        return FAIL(reading, SR_PROBLEM_FIELD_FIXED, "option", NULL);
    if (!sr_setup_option(reading->game, &reading->setup, name.at, name.length, setting.at,
                         setting.length, reading->error))
        return fail_here(reading);
    for (int i = 0; i < reading->game->option_count; i++) {
        if (!is_word(name, reading->game->options[i].name))
            continue;
        if (reading->options_given >> i & 1)
            return FAIL(reading, SR_PROBLEM_OPTION_TWICE, reading->game->options[i].name, NULL);
        reading->options_given |= UINT32_C(1) << i;
    }
    return true;
}

static bool read_seed(struct reading *reading, struct piece value) {
    if (reading->has_seed)
        return FAIL(reading, SR_PROBLEM_RECORD_TWICE, "seed", NULL);
    if (reading->has_position)
        return FAIL(reading, SR_PROBLEM_RECORD_TWICE, "seed, position", NULL);
    reading->has_seed = true;
    if (!sr_seed_parse(value.at, value.length, reading->setup.seed))
        return fail_quoting(reading, SR_PROBLEM_SEED, value);
    return true;
}

/* The position says one thing, the header another. */
static bool fail_position(struct reading *reading, const char *member, int given, int wanted) {
    return FAIL(reading, SR_PROBLEM_FIELD_VALUE, member, sr_digits(given).text,
                sr_digits(wanted).text, NULL);
}

static bool read_position(struct reading *reading, struct piece value) {
    if (reading->has_position)
        return FAIL(reading, SR_PROBLEM_RECORD_TWICE, "position", NULL);
    if (reading->has_seed)
        return FAIL(reading, SR_PROBLEM_RECORD_TWICE, "seed, position", NULL);
    if (reading->options_given)
        return FAIL(reading, SR_PROBLEM_FIELD_FIXED, "option", NULL);
    reading->has_position = true;
    reading->table =
        sr_position_read_of(reading->game, value.at, value.length, false, reading->error);
    if (!reading->table)
        return fail_here(reading);
    const struct sr_head *head = sr_head(reading->table->start);
    if (head->seats != reading->setup.seats)
        return fail_position(reading, "position.seats", head->seats, reading->setup.seats);
    if (reading->has_rules && head->rules != reading->setup.rules)
        return fail_position(reading, "position.rules", head->rules, reading->setup.rules);
    return true;
}

/* The lines of the header: what must stand before each. */
static const struct header_line {
    const char *word;
    bool (*read)(struct reading *reading, struct piece value);
    bool after_game, after_seats;
} header_lines[] = {
    {"game", read_game, false, false},       {"rules", read_rules, true, false},
    {"seats", read_seats, true, false},      {"name", read_name, true, true},
    {"option", read_option, true, false},    {"seed", read_seed, true, false},
    {"position", read_position, true, true},
};

static bool read_header_line(struct reading *reading, struct piece line) {
    struct piece value = line;
    struct piece word = take_word(&value);
    for (size_t i = 0; i < sizeof header_lines / sizeof header_lines[0]; i++) {
        const struct header_line *kind = &header_lines[i];
        if (!is_word(word, kind->word))
            continue;
        if (kind->after_game && !reading->game)
            return FAIL(reading, SR_PROBLEM_RECORD_ORDER, kind->word, "game", NULL);
        if (kind->after_seats && !reading->has_seats)
            return FAIL(reading, SR_PROBLEM_RECORD_ORDER, kind->word, "seats", NULL);
        return kind->read(reading, value);
    }
    return fail_quoting(reading, SR_PROBLEM_RECORD_LINE, line);
}

/* At the line "moves": all that must be there is there; sets the table. */
static bool set_table(struct reading *reading) {
    const char *lacks = !reading->game                                 ? "game"
                        : !reading->has_rules                          ? "rules"
                        : !reading->has_seats                          ? "seats"
                        : !reading->has_seed && !reading->has_position ? "seed"
                                                                       : NULL;
    if (lacks)
        return FAIL(reading, SR_PROBLEM_RECORD_LACKS, lacks, NULL);
    if (!reading->table)
        reading->table = sr_table_new(reading->game, &reading->setup, reading->error);
    if (!reading->table)
        return fail_here(reading);
    for (int seat = 0; seat < reading->setup.seats; seat++) {
        struct piece name = reading->name[seat];
        if (name.length == 0)
            continue;
        if (!sr_table_set_name(reading->table, seat, name.at, name.length, reading->error)) {
            fail_quoting(reading, SR_PROBLEM_RECORD_NAME, name);
            reading->error->line = reading->name_line[seat];
            return false;
        }
    }
    return true;
}

static bool read_header(struct reading *reading) {
    if (!read_first_line(reading))
        return false;
    struct piece line;
    while (next_telling_line(reading, &line)) {
        if (reading->cut)
            break;
        if (is_word(line, "moves"))
            return set_table(reading);
        if (!read_header_line(reading, line))
            return false;
    }
    if (reading->error->problem != SR_FINE)
        return false;
    return FAIL(reading, SR_PROBLEM_RECORD_TRUNCATED, NULL);
}

/* ---- reading: the moves ---- */

/* "check 16 0123456789abcdef", "end 57 ...": do number and sum fit the moves so far? */
static bool read_checksum(struct reading *reading, const char *word, struct piece value) {
    const struct sr_table *table = reading->table;
    struct piece sum = value;
    struct piece number = take_word(&sum);
    uint32_t plies;
    if (!read_number(number, UINT32_MAX, &plies))
        return fail_number(reading, word, number);
    char made[CHECKSUM_DIGITS + 1];
    write_checksum(made, table->game, table->state);
    if (plies != table->plies) {
        char given[16], counted[16];
        struct sr_out out;
        sr_out_open(&out, given, sizeof given);
        sr_put_number(&out, plies);
        sr_out_open(&out, counted, sizeof counted);
        sr_put_number(&out, table->plies);
        return FAIL(reading, SR_PROBLEM_RECORD_COUNT, given, counted, NULL);
    }
    if (!is_word(sum, made)) {
        sr_fail(reading->error, SR_PROBLEM_RECORD_CHECKSUM, "", made, NULL);
        sr_error_set_arg(reading->error, 0, sum.at, sum.length);
        return fail_here(reading);
    }
    return true;
}

static bool read_moves(struct reading *reading) {
    struct piece line;
    while (next_telling_line(reading, &line)) {
        struct piece value = line;
        struct piece word = take_word(&value);
        bool is_end = is_word(word, "end");
        /* The newline of the last line may be missing, nothing else. */
        if (reading->cut && (!is_end || !read_checksum(reading, "end", value)))
            return FAIL(reading, SR_PROBLEM_RECORD_TRUNCATED, NULL);
        if (is_end)
            return read_checksum(reading, "end", value);
        if (is_word(word, "check")) {
            if (!read_checksum(reading, "check", value))
                return false;
        } else if (!sr_table_play_text(reading->table, SR_REFEREE, line.at, line.length, NULL,
                                       reading->error)) {
            return fail_here(reading);
        }
    }
    if (reading->error->problem != SR_FINE)
        return false;
    return FAIL(reading, SR_PROBLEM_RECORD_TRUNCATED, NULL);
}

/* Comments may follow the end; anything else may not. */
static bool read_rest(struct reading *reading) {
    struct piece line;
    if (next_telling_line(reading, &line))
        return fail_quoting(reading, SR_PROBLEM_RECORD_AFTER_END, line);
    return reading->error->problem == SR_FINE;
}

struct sr_table *sr_record_read(const char *text, size_t length, struct sr_error *error) {
    return sr_record_read_of(NULL, text, length, error);
}

bool sr_fits_file(size_t length, const char *what, struct sr_error *error) {
    return length <= SR_FILE_BYTES ||
           sr_fail(error, SR_PROBLEM_TOO_BIG, what, sr_digits(SR_FILE_BYTES).text, NULL);
}

struct sr_table *sr_record_read_of(const struct sr_game *game, const char *text, size_t length,
                                   struct sr_error *error) {
    struct sr_error unheard;
    error = error ? error : &unheard;
    memset(error, 0, sizeof *error);
    if (!sr_fits_file(length, "serai-record", error))
        return NULL;
    struct reading reading = {.left = {text, length}, .error = error, .only = game};
    if (read_header(&reading) && read_moves(&reading) && read_rest(&reading))
        return reading.table;
    sr_table_free(reading.table);
    return NULL;
}
