/* The table in words, by the same table of fields that views and positions are made from, and the
 * legend of the board, by the table of signs that each game has beside its drawing. */
#include "details.h"

#include "core/relative.h"

#include <string.h>
#include <wctype.h>

enum { LINE_BYTES = 4096, VALUE_BYTES = 512 };

/* ---- looking for words ---- */

static uint32_t next_letter(const char **at) {
    uint32_t code = 0;
    int length = sr_utf8_next(*at, strlen(*at), &code);
    *at += length > 0 ? length : 1;
    return (uint32_t)towlower((wint_t)code);
}

static bool begins_with(const char *text, const char *part) {
    while (*part && *text)
        if (next_letter(&text) != next_letter(&part))
            return false;
    return !*part;
}

bool sr_contains(const char *text, const char *part) {
    if (!*part)
        return true;
    while (*text) {
        if (begins_with(text, part))
            return true;
        next_letter(&text);
    }
    return false;
}

/* ---- the table in words ---- */

/* Who reads what. */
struct reading {
    const struct sr_session *session;
    const struct sr_game *game;
    const void *state;
    struct sr_reader reader;
};

static bool is_shown(const struct reading *reading, const struct sr_field *field) {
    if (field->role == SR_LENGTH || field->role == SR_PADDING || field->see & SR_NOTE ||
        field->remembered)
        return false;
    return sr_field_text(reading->game->fields, field->name) != NULL;
}

/* Boards name what has a number by a letter and that number: c15, t23, f5. */
static bool is_board_name(const char *name) {
    size_t digits = name[0] >= 'a' && name[0] <= 'z' ? strspn(name + 1, "0123456789") : 0;
    return digits > 0 && !name[1 + digits];
}

/* "c15: 2 gold ..." — a thing by its name on the board, where the words do not have it. */
static void say_value(const struct reading *reading, const struct sr_domain *domain, int64_t value,
                      struct sr_out *out) {
    if (sr_each_seat(domain) == 1 && value >= 0 && value < reading->session->table->setup.seats)
        domain = &sr_a_seat; /* who sits there is known */
    char id[SR_ID_BYTES], text[VALUE_BYTES];
    struct sr_out said;
    sr_out_open(&said, text, sizeof text);
    sr_domain_say(&said, &reading->reader, domain, value, 0);
    const char *name = domain->kind == SR_NAMED ? sr_domain_id(domain, value, id) : NULL;
    if (name && is_board_name(name) && !sr_contains(text, name)) {
        sr_put(out, name);
        sr_put(out, ": ");
    }
    sr_put(out, text);
}

/* The elements along the last axis, as a list; false: there is nothing to tell. */
static bool say_elements(const struct reading *reading, const struct sr_field *field,
                         struct sr_index index, int axis, struct sr_out *out) {
    int axes = sr_field_axes(field);
    const struct sr_axis *along = axis < axes ? &field->axis[axis] : NULL;
    int count = along ? sr_field_count(reading->game, field, reading->state, index, axis) : 1;
    bool any = false;
    for (int i = 0; i < count; i++) {
        if (along)
            index.at[axis] = (uint16_t)i;
        if (!sr_field_seen(reading->game, field, reading->state, index, reading->session->seat))
            continue;
        int64_t value = sr_field_get(field, reading->state, index);
        bool counts = along && along->kind == SR_BY_NAME;
        if (sr_domain_nothing(field->of, value) && (counts || field->of->may_be_none))
            continue;
        sr_put(out, any ? "; " : "");
        any = true;
        if (counts) {
            sr_domain_say(out, &reading->reader, along->names, i, 0);
            if (field->of->kind == SR_FLAG)
                continue;
            sr_put(out, " ");
        }
        say_value(reading, field->of, value, out);
    }
    return any;
}

static void add_line(const struct reading *reading, const struct sr_field *field,
                     struct sr_index index, int from, const char *owner, const char *filter,
                     int columns, struct sr_page *page) {
    char line[LINE_BYTES], values[LINE_BYTES];
    struct sr_out out;
    sr_out_open(&out, values, sizeof values);
    if (!say_elements(reading, field, index, from, &out))
        return;
    sr_out_open(&out, line, sizeof line);
    sr_put(&out, sr_field_text(reading->game->fields, field->name)->in[reading->reader.lang]);
    if (*owner) {
        sr_put(&out, ", ");
        sr_put(&out, owner);
    }
    sr_put(&out, ": ");
    sr_put(&out, values);
    if (sr_contains(line, filter))
        sr_page_wrap(page, SR_PLAIN, columns, 3, line);
}

/* A line for each index along the axes before the last. */
static void add_field(const struct reading *reading, const struct sr_field *field,
                      struct sr_index index, int axis, const char *owner, const char *filter,
                      int columns, struct sr_page *page) {
    int axes = sr_field_axes(field);
    if (axis >= SR_MAX_AXES)
        return;
    const struct sr_axis *along = &field->axis[axis];
    bool last = axis >= axes - 1;
    if (axes == 0 || (last && along->kind != SR_BY_SEAT)) {
        add_line(reading, field, index, axis, owner, filter, columns, page);
        return;
    }
    int count = sr_field_count(reading->game, field, reading->state, index, axis);
    for (int i = 0; i < count; i++) {
        char name[VALUE_BYTES];
        struct sr_out out;
        sr_out_open(&out, name, sizeof name);
        sr_put(&out, owner);
        sr_put(&out, *owner ? ", " : "");
        if (along->kind == SR_BY_SEAT)
            sr_domain_say(&out, &reading->reader, &sr_a_seat, i, 0);
        else if (along->kind == SR_BY_NAME)
            sr_domain_say(&out, &reading->reader, along->names, i, 0);
        else
            sr_put_number(&out, i + 1);
        index.at[axis] = (uint16_t)i;
        if (last)
            add_line(reading, field, index, axes, name, filter, columns, page);
        else
            add_field(reading, field, index, axis + 1, name, filter, columns, page);
    }
}

void sr_details_page(struct sr_page *page, const struct sr_session *session, const char *filter,
                     int columns) {
    const char *names[SR_MAX_SEATS];
    const struct reading reading = {session, session->table->game, session->table->state,
                                    sr_session_reader(session, names)};
    const struct sr_fields *fields = reading.game->fields;
    for (int i = 0; i < fields->count; i++)
        if (is_shown(&reading, &fields->list[i]))
            add_field(&reading, &fields->list[i], (struct sr_index){{0}}, 0, "", filter, columns,
                      page);
    if (page->count == 0)
        sr_page_add(page, SR_QUIET, sr_phrase(session->lang, SR_SAY_NOTHING_FOUND));
}

/* ---- the signs ---- */

/* Is one of the characters of the sign on the sheet? */
static bool is_drawn(const struct sr_canvas *canvas, const char *sign) {
    const char *at = sign;
    while (*at) {
        uint32_t code = 0;
        int length = sr_utf8_next(at, strlen(at), &code);
        at += length > 0 ? length : 1;
        if (code < 0x80 && code != '*' && code != '^' && code != '~' && code != '?')
            continue; /* letters and figures are everywhere */
        for (int row = 0; row < canvas->used_rows; row++)
            for (int column = 0; column < canvas->columns; column++)
                if (canvas->cell[row][column].code == code)
                    return true;
    }
    return false;
}

static bool is_plain(const char *sign) {
    for (; *sign; sign++)
        if ((unsigned char)*sign >= 0x80 || strchr("*^~?", *sign))
            return false;
    return true;
}

static void add_sign(struct sr_page *page, enum sr_style style, int columns, const char *sign,
                     const char *text) {
    enum { TEXT_COLUMN = 10 };
    char line[LINE_BYTES];
    struct sr_out out;
    sr_out_open(&out, line, sizeof line);
    sr_put(&out, sign);
    for (int width = sr_text_width(sign); width < TEXT_COLUMN - 1; width++)
        sr_put_char(&out, ' ');
    sr_put_char(&out, ' ');
    sr_put(&out, text);
    sr_page_wrap(page, style, columns, TEXT_COLUMN, line);
}

void sr_signs_page(struct sr_page *page, const struct sr_session *session,
                   const struct sr_canvas *drawn, int columns) {
    enum sr_lang lang = session->lang;
    const char *names[SR_MAX_SEATS];
    struct sr_reader reader = sr_session_reader(session, names);
    for (int seat = 0; seat < sr_head(session->table->state)->seats; seat++) {
        char name[VALUE_BYTES];
        struct sr_out out;
        sr_out_open(&out, name, sizeof name);
        sr_domain_say(&out, &reader, &sr_a_seat, seat, 0);
        add_sign(page, (enum sr_style)(SR_SEAT_STYLE + seat), columns, sr_seat_sign(seat), name);
    }
    add_sign(page, SR_PLAIN, columns, "▸", sr_phrase(lang, SR_SAY_SIGN_DECIDES));
    const struct sr_signs *signs = session->table->game->signs;
    for (int i = 0; signs && i < signs->count; i++) {
        const char *sign = signs->list[i].sign[lang];
        if (!drawn || is_plain(sign) || is_drawn(drawn, sign))
            add_sign(page, SR_PLAIN, columns, sign, signs->list[i].text.in[lang]);
    }
    if (drawn)
        return;
    add_sign(page, SR_PLAIN, columns, "1 * 61 %", sr_phrase(lang, SR_SAY_SIGN_HINT));
    add_sign(page, SR_PLAIN, columns, "▸ …", sr_phrase(lang, SR_SAY_SIGN_FRESH));
    add_sign(page, SR_PLAIN, columns, "↑ ↓", sr_phrase(lang, SR_SAY_SIGN_MORE));
}
