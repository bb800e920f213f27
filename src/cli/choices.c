/* The list of choices: grouped, filtered, with hints and previews. */
#include "choices.h"

#include "details.h"
#include "screen.h"

#include <stdlib.h>
#include <string.h>

enum {
    MANY = 6,        /* more choices than this are grouped */
    GROUP_LEAST = 3, /* choices that make a group */
    HEAD_LEAST = 6,  /* columns that they must begin alike */
    LINE_BYTES = 4096
};

/* ---- which are shown ---- */

static bool passes(const struct sr_session *session, int index) {
    const struct sr_move move = session->table->moves.list[index];
    return session->table->game->verbs[move.verb].passes;
}

void sr_choices_refresh(struct sr_choices *choices) {
    const struct sr_session *session = choices->session;
    int count = (int)session->table->moves.count;
    choices->shown = 0;
    choices->previewed = -1;
    bool kept = false;
    for (int i = 0; i < count; i++) {
        char notation[SR_MOVE_TEXT_BYTES];
        struct sr_out out;
        sr_out_open(&out, choices->text[i], sizeof choices->text[i]);
        sr_session_move_say(session, (uint32_t)i, &out);
        sr_out_open(&out, notation, sizeof notation);
        sr_move_write(&out, session->wish.game, session->table->moves.list[i]);
        if (!sr_contains(choices->text[i], choices->filter) &&
            !sr_contains(notation, choices->filter))
            continue;
        choices->show[choices->shown++] = i;
        kept = kept || i == choices->selected;
    }
    if (!kept && *choices->filter)
        choices->selected = choices->shown ? choices->show[0] : -1;
}

void sr_choices_begin(struct sr_choices *choices, const struct sr_session *session) {
    choices->session = session;
    choices->first = choices->number = 0;
    choices->hinted = false;
    *choices->filter = '\0';
    choices->selected = -1;
    int count = (int)session->table->moves.count;
    for (int i = 0; i < count && choices->selected < 0; i++)
        if (!passes(session, i))
            choices->selected = i;
    sr_choices_refresh(choices);
}

void sr_choices_move(struct sr_choices *choices, int step) {
    int at = -1;
    choices->number = 0;
    for (int i = 0; i < choices->shown; i++)
        if (choices->show[i] == choices->selected)
            at = i;
    if (at < 0)
        at = step > 0 ? 0 : choices->shown - 1;
    else
        at += step;
    if (at >= choices->shown)
        at = choices->shown - 1;
    if (at < 0)
        at = 0;
    if (choices->shown)
        choices->selected = choices->show[at];
}

bool sr_choices_digit(struct sr_choices *choices, int digit) {
    int count = (int)choices->session->table->moves.count;
    int number = choices->number * 10 + digit;
    if (number < 1 || number > count)
        number = digit; /* begins anew */
    choices->number = 0;
    if (number < 1 || number > count)
        return false;
    if (*choices->filter) {
        *choices->filter = '\0';
        sr_choices_refresh(choices);
    }
    choices->number = number;
    choices->selected = number - 1;
    return true;
}

/* ---- advice ---- */

bool sr_choices_hint(struct sr_choices *choices) {
    choices->hinted = sr_session_hints(choices->session, &choices->hints);
    if (!choices->hinted)
        return false;
    *choices->filter = '\0';
    choices->selected = sr_session_find(choices->session, choices->hints.hint[0].move);
    sr_choices_refresh(choices);
    return true;
}

/* Which of the hints is about this choice; -1: none. */
static int hint_of(const struct sr_choices *choices, int index) {
    const struct sr_moves *moves = &choices->session->table->moves;
    for (int i = 0; choices->hinted && i < choices->hints.count; i++)
        if (sr_same_move(choices->hints.hint[i].move, moves->list[index]))
            return i;
    return -1;
}

const char *sr_choices_preview(struct sr_choices *choices) {
    if (choices->selected < 0)
        return "";
    if (choices->previewed != choices->selected) {
        struct sr_out out;
        sr_out_open(&out, choices->preview, sizeof choices->preview);
        sr_session_preview(choices->session, choices->session->table->moves.list[choices->selected],
                           &out);
        choices->previewed = choices->selected;
    }
    return choices->preview;
}

/* ---- groups ---- */

/* How many bytes both begin with alike, up to the end of a word. */
static size_t alike(const char *a, const char *b, size_t most) {
    size_t same = 0, words = 0;
    while (same < most && a[same] && a[same] == b[same]) {
        same++;
        if (a[same - 1] == ' ')
            words = same;
    }
    return words;
}

static int columns_of(const char *text, size_t bytes) {
    char part[SR_CHOICE_BYTES];
    memcpy(part, text, bytes);
    part[bytes] = '\0';
    return sr_text_width(part);
}

/* How many choices from this place on begin with the same words; `bytes` of them. */
static int group_at(const struct sr_choices *choices, int place, size_t *bytes) {
    const struct sr_moves *moves = &choices->session->table->moves;
    const char *text = choices->text[choices->show[place]];
    int count = 1;
    *bytes = 0;
    if (choices->shown <= MANY)
        return count;
    size_t head = strlen(text);
    for (; place + count < choices->shown; count++) {
        int index = choices->show[place + count];
        size_t same = alike(text, choices->text[index], head);
        if (moves->list[index].verb != moves->list[choices->show[place]].verb ||
            columns_of(text, same) < HEAD_LEAST)
            break;
        head = same;
    }
    if (count >= GROUP_LEAST)
        *bytes = head;
    return count >= GROUP_LEAST ? count : 1;
}

/* ---- drawing ---- */

/* Lines, and the choice that each belongs to; -1: the head of a group. */
struct lines {
    struct sr_page page;
    int *owner;
    int capacity;
};

static void own(struct lines *lines, int owner) {
    if (lines->page.count > lines->capacity) {
        int before = lines->capacity;
        lines->capacity = lines->page.count * 2;
        lines->owner = sr_need(lines->owner, (size_t)lines->capacity * sizeof *lines->owner);
        for (int i = before; i < lines->capacity; i++)
            lines->owner[i] = -2;
    }
    for (int i = lines->page.count; i-- > 0 && lines->owner[i] == -2;)
        lines->owner[i] = owner;
}

/* At most so many rows of a text under a choice. */
static void add_under(struct lines *lines, enum sr_style style, int columns, int rows,
                      const char *text) {
    char line[LINE_BYTES];
    struct sr_out out;
    int before = lines->page.count;
    sr_out_open(&out, line, sizeof line);
    sr_put(&out, "     ");
    sr_put(&out, text);
    sr_page_wrap(&lines->page, style, columns, 5, line);
    while (lines->page.count - before > rows)
        free(lines->page.line[--lines->page.count].text);
}

static void add_choice(struct sr_choices *choices, int index, size_t skipped, int rows, int columns,
                       struct lines *lines) {
    char line[LINE_BYTES];
    struct sr_out out;
    int hint = hint_of(choices, index), before = lines->page.count;
    sr_out_open(&out, line, sizeof line);
    sr_put(&out, index < 9 ? " " : "");
    sr_put_number(&out, index + 1);
    sr_put(&out, hint == 0 ? " * " : index >= 99 ? "  " : "   ");
    if (skipped)
        sr_put(&out, "… ");
    sr_put(&out, choices->text[index] + skipped);
    if (hint >= 0) {
        sr_put(&out, " · ");
        sr_put_number(&out, (int64_t)(100.0f * choices->hints.hint[hint].chance + 0.5f));
        sr_put(&out, "\u00a0%"); /* on one line */
    }
    sr_page_wrap(&lines->page, hint == 0 ? SR_GOLD : SR_PLAIN, columns, 5, line);
    if (index == choices->selected) {
        /* as long as there is room, with a line left for what comes next */
        int left = rows - (lines->page.count - before) - 1;
        sr_out_open(&out, line, sizeof line);
        if (hint >= 0 && left > 0 &&
            sr_session_why_say(choices->session, &choices->hints, hint, &out)) {
            before = lines->page.count;
            add_under(lines, SR_GOLD, columns, left, line);
            left -= lines->page.count - before;
        }
        if (*sr_choices_preview(choices) && left > 0)
            add_under(lines, SR_JADE, columns, left, choices->preview);
    }
    own(lines, index);
}

static void fill(struct sr_choices *choices, int rows, int columns, struct lines *lines) {
    for (int place = 0; place < choices->shown;) {
        size_t head;
        int count = group_at(choices, place, &head);
        if (head) {
            char line[SR_CHOICE_BYTES];
            size_t bytes = head;
            const char *text = choices->text[choices->show[place]];
            while (bytes > 0 && strchr(" ,:;(", text[bytes - 1]))
                bytes--;
            memcpy(line, text, bytes);
            line[bytes] = '\0';
            sr_page_wrap(&lines->page, SR_STRONG, columns, 0, line);
            own(lines, -1);
        }
        for (int i = 0; i < count; i++)
            add_choice(choices, choices->show[place + i], head, rows, columns, lines);
        place += count;
    }
}

/* Moves the window over the lines so that the selected choice is in sight, with the head of its
 * group where that stands right above it. */
static void scroll(struct sr_choices *choices, const struct lines *lines, int rows) {
    int count = lines->page.count, from = -1, to = -1;
    for (int i = 0; i < count; i++)
        if (lines->owner[i] == choices->selected) {
            from = from < 0 ? i : from;
            to = i;
        }
    if (from > 0 && lines->owner[from - 1] == -1)
        from--;
    if (to >= 0 && choices->first + rows <= to)
        choices->first = to - rows + 1;
    if (from >= 0 && choices->first > from)
        choices->first = from;
    if (choices->first + rows > count)
        choices->first = count - rows;
    if (choices->first < 0)
        choices->first = 0;
}

void sr_choices_draw(struct sr_choices *choices, int row, int column, int rows, int columns) {
    struct lines lines = {0};
    fill(choices, rows, columns - 2, &lines);
    scroll(choices, &lines, rows);
    for (int i = 0; i < rows && choices->first + i < lines.page.count; i++) {
        const struct sr_page_line *line = &lines.page.line[choices->first + i];
        bool under = line->style == SR_JADE || strncmp(line->text, "     ", 5) == 0;
        bool selected = lines.owner[choices->first + i] == choices->selected &&
                        choices->selected >= 0 && !under;
        (selected ? sr_screen_bar : sr_screen_text)(row + i, column, columns - 2, line->style,
                                                    line->text);
    }
    if (choices->first > 0)
        sr_screen_text(row, column + columns - 1, 1, SR_GOLD, "↑");
    if (choices->first + rows < lines.page.count)
        sr_screen_text(row + rows - 1, column + columns - 1, 1, SR_GOLD, "↓");
    sr_page_free(&lines.page);
    free(lines.owner);
}
