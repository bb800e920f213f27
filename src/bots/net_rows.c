#include "bots/net_rows.h"

#include <stdlib.h>
#include <string.h>

enum { WORD = sizeof(uint64_t), BITS = 8 };

/* Entries of a list and its length are bytes of their own. What both lengths have in common is
 * compared entry by entry, what only one of them has goes with the length. */
enum how { CELL_BYTE, CELL_SET, CELL_ODD, CELL_ENTRY, CELL_LENGTH };

/* ---- opening ---- */

static bool has_row(const struct sr_net_rows *rows, int group) {
    return rows->row_of[group] != SR_NO_ROW;
}

/* Room for all cells of a seat: bytes of readings, entries and lengths. */
static int room_for(const struct sr_input_view *view) {
    int room = view->lists;
    for (int i = 0; i < view->readings; i++)
        room += view->reading[i].width;
    for (int i = 0; i < view->lists; i++)
        room += view->list[i].most;
    return room;
}

/* The most rows that can be exchanged at once. */
static int most_changes(const struct sr_input_view *view) {
    int most = view->readings + SR_INPUT_PENDING;
    for (int i = 0; i < view->lists; i++)
        most += view->list[i].most;
    return most;
}

static int byte_of(const struct sr_net_view *view, const struct sr_net_cell *cell) {
    return cell->how == CELL_ENTRY    ? view->list[cell->row].at + cell->at
           : cell->how == CELL_LENGTH ? view->list[cell->row].length_at
                                      : cell->at + cell->part;
}

static void add_relation(struct sr_net_view *view, const struct sr_input_reading *reading,
                         uint16_t row) {
    view->relation_row[reading->at] = row;
    view->relation_map[reading->at] = reading->map;
    if (view->relations <= reading->at)
        view->relations = (uint16_t)(reading->at + 1);
}

static void add_reading(struct sr_net_rows *rows, struct sr_net_view *view,
                        const struct sr_input_reading *reading) {
    struct sr_net_cell cell = {.row = rows->row_of[reading->group],
                               .at = reading->at,
                               .map = reading->map,
                               .how = CELL_BYTE};
    if (reading->width == 2 && reading->part) {
        cell.how = CELL_SET;
        cell.shift = reading->shift;
        cell.mask = (uint8_t)(rows->inputs->group[reading->group].values - 1);
    } else if (reading->width > 1) {
        view->odd[view->odds] = (struct sr_net_odd){cell.row, *reading};
        cell.how = CELL_ODD;
        cell.row = (uint16_t)view->odds++;
    }
    for (cell.part = 0; cell.part < reading->width; cell.part++)
        view->cell[view->cells++] = cell;
}

static void add_list(struct sr_net_rows *rows, struct sr_net_view *view,
                     const struct sr_input_list *list) {
    uint16_t number = (uint16_t)view->lists;
    view->list[view->lists++] = (struct sr_net_list){list->at, list->length_at, list->most,
                                                     rows->row_of[list->group], list->map};
    view->cell[view->cells++] = (struct sr_net_cell){.how = CELL_LENGTH, .row = number};
    for (uint16_t i = 0; i < list->most; i++)
        view->cell[view->cells++] = (struct sr_net_cell){.how = CELL_ENTRY, .row = number, .at = i};
}

/* Cells by their bytes: they are few, and sorted once. */
static void sort_cells(struct sr_net_view *view) {
    for (int i = 1; i < view->cells; i++) {
        struct sr_net_cell moved = view->cell[i];
        int place = i, byte = byte_of(view, &moved);
        for (; place > 0 && byte_of(view, &view->cell[place - 1]) > byte; place--)
            view->cell[place] = view->cell[place - 1];
        view->cell[place] = moved;
    }
    for (int byte = 0, i = 0; byte <= SR_MAX_STATE; byte++) {
        while (i < view->cells && byte_of(view, &view->cell[i]) < byte)
            i++;
        view->cell_at[byte] = (uint16_t)i;
    }
}

static void watch(struct sr_net_view *view) {
    for (int i = 0; i < view->cells; i++)
        view->watched[byte_of(view, &view->cell[i])] = UINT8_MAX;
    for (int block = 0; block < SR_MAX_STATE / SR_NET_BLOCK; block++)
        for (int i = 0; i < SR_NET_BLOCK; i++)
            if (view->watched[block * SR_NET_BLOCK + i]) {
                view->block[view->blocks++] = (uint16_t)block;
                break;
            }
}

static bool open_view(struct sr_net_rows *rows, int seat) {
    const struct sr_input_view *from = &rows->inputs->view[seat];
    struct sr_net_view *view = &rows->view[seat];
    view->cell = calloc((size_t)room_for(from) + 1, sizeof *view->cell);
    if (!view->cell || most_changes(from) > SR_INPUT_ACTIVE)
        return false;
    memset(view->relation_row, UINT8_MAX, sizeof view->relation_row); /* SR_NO_ROW */
    for (int i = 0; i < from->readings; i++) {
        const struct sr_input_reading *reading = &from->reading[i];
        if (!has_row(rows, reading->group))
            continue;
        if (reading->width == 0)
            add_relation(view, reading, rows->row_of[reading->group]);
        else
            add_reading(rows, view, reading);
    }
    for (int i = 0; i < from->lists; i++)
        if (has_row(rows, from->list[i].group))
            add_list(rows, view, &from->list[i]);
    sort_cells(view);
    watch(view);
    return true;
}

bool sr_net_rows_open(struct sr_net_rows *rows, const struct sr_inputs *inputs) {
    rows->inputs = inputs;
    bool fine = true;
    for (int seat = 0; fine && seat < inputs->seats; seat++)
        fine = open_view(rows, seat);
    return fine;
}

void sr_net_rows_close(struct sr_net_rows *rows) {
    for (int seat = 0; seat < SR_MAX_SEATS; seat++)
        free(rows->view[seat].cell);
}

/* ---- reading ---- */

static inline uint64_t word_at(const unsigned char *bytes, int word) {
    uint64_t read;
    memcpy(&read, bytes + word * WORD, sizeof read);
    return read;
}

/* The first byte that is not nothing. */
static inline int first_byte(uint64_t bytes) {
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    return __builtin_clzll(bytes) / BITS;
#else
    return __builtin_ctzll(bytes) / BITS;
#endif
}

static inline uint64_t without_byte(uint64_t bytes, int byte) {
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    return bytes & ~(UINT64_C(0xff) << (WORD - 1 - byte) * BITS);
#else
    return bytes & ~(UINT64_C(0xff) << byte * BITS);
#endif
}

static inline uint16_t byte_row(const struct sr_net_rows *rows, const struct sr_net_cell *cell,
                                const unsigned char *state) {
    return (uint16_t)(cell->row + rows->inputs->map[cell->map][state[cell->at]]);
}

/* Where none of a few is in the set there is nothing to add. */
static inline uint16_t set_row(const struct sr_net_rows *rows, const struct sr_net_cell *cell,
                               const unsigned char *state) {
    uint16_t two;
    memcpy(&two, state + cell->at, sizeof two);
    unsigned set = (unsigned)two >> cell->shift & cell->mask;
    return set ? (uint16_t)(cell->row + set) : rows->nothing;
}

static inline uint16_t odd_row(const struct sr_net_rows *rows, const struct sr_net_odd *odd,
                               const unsigned char *state) {
    return (uint16_t)(odd->row + sr_input_value(rows->inputs, &odd->reading, state, NULL));
}

static inline uint16_t relation_row(const struct sr_net_rows *rows, const struct sr_net_view *view,
                                    int at, uint8_t number) {
    return (uint16_t)(view->relation_row[at] + rows->inputs->map[view->relation_map[at]][number]);
}

static inline int length_of(const struct sr_net_list *list, const unsigned char *state) {
    return state[list->length_at] < list->most ? state[list->length_at] : list->most;
}

static inline uint16_t entry_row(const struct sr_net_rows *rows, const struct sr_net_list *list,
                                 const unsigned char *state, int entry) {
    return (uint16_t)(list->row + rows->inputs->map[list->map][state[list->at + entry]]);
}

static void relate(const struct sr_net_rows *rows, const unsigned char *state, int seat,
                   uint8_t relation[SR_MAX_RELATIONS]) {
    const struct sr_mind *mind = sr_mind_of(rows->inputs->game);
    int last = rows->view[seat].relations / WORD * WORD; /* a word that may not be filled */
    if (last < SR_MAX_RELATIONS)
        memset(relation + last, 0, WORD);
    if (mind->relate)
        mind->relate(state, seat, relation);
}

static int list_pending(const struct sr_net_rows *rows, const unsigned char *state, int seat,
                        uint16_t row[SR_INPUT_PENDING]) {
    struct sr_input_pending pending[SR_INPUT_PENDING];
    int waiting = sr_inputs_pending(rows->inputs, state, seat, pending), count = 0;
    for (int i = 0; i < waiting; i++)
        if (has_row(rows, pending[i].group))
            row[count++] = (uint16_t)(rows->row_of[pending[i].group] + pending[i].value);
    return count;
}

int sr_net_rows_list(const struct sr_net_rows *rows, const unsigned char *state, int seat,
                     uint16_t row[SR_INPUT_ACTIVE]) {
    const struct sr_net_view *view = &rows->view[seat];
    _Alignas(WORD) uint8_t relation[SR_MAX_RELATIONS];
    int count = 0;
    for (const struct sr_net_cell *cell = view->cell; cell < view->cell + view->cells; cell++) {
        if (cell->part)
            continue;
        if (cell->how == CELL_BYTE) {
            row[count++] = byte_row(rows, cell, state);
        } else if (cell->how == CELL_SET) {
            row[count] = set_row(rows, cell, state);
            count += row[count] != rows->nothing;
        } else if (cell->how == CELL_ODD) {
            row[count++] = odd_row(rows, &view->odd[cell->row], state);
        } else if (cell->how == CELL_LENGTH) {
            const struct sr_net_list *list = &view->list[cell->row];
            for (int entry = 0; entry < length_of(list, state); entry++)
                row[count++] = entry_row(rows, list, state, entry);
        }
    }
    if (view->relations)
        relate(rows, state, seat, relation);
    for (int at = 0; at < view->relations; at++)
        if (view->relation_row[at] != SR_NO_ROW)
            row[count++] = relation_row(rows, view, at, relation[at]);
    return count + list_pending(rows, state, seat, row + count);
}

/* ---- changes ---- */

/* A list that grows: how long it is stays in a register. */
struct list {
    struct sr_net_change *change;
    int count;
};

static inline void exchange(struct list *list, uint16_t out, uint16_t in) {
    list->change->out[list->count] = out;
    list->change->in[list->count] = in;
    list->count += out != in;
}

static inline void change_length(const struct sr_net_rows *rows, const struct sr_net_list *of,
                                 const unsigned char *before, const unsigned char *state,
                                 struct list *list) {
    int was = length_of(of, before), is = length_of(of, state);
    for (int entry = is; entry < was; entry++)
        exchange(list, entry_row(rows, of, before, entry), rows->nothing);
    for (int entry = was; entry < is; entry++)
        exchange(list, rows->nothing, entry_row(rows, of, state, entry));
}

/* A number of several bytes is exchanged once, when the first that differs is met. */
static bool was_met(const struct sr_net_cell *cell, const unsigned char *before,
                    const unsigned char *state) {
    return cell->part && memcmp(before + cell->at, state + cell->at, cell->part) != 0;
}

static inline void change_cell(const struct sr_net_rows *rows, const struct sr_net_view *view,
                               const struct sr_net_cell *cell, const unsigned char *before,
                               const unsigned char *state, struct list *list) {
    if (cell->how == CELL_BYTE)
        exchange(list, byte_row(rows, cell, before), byte_row(rows, cell, state));
    else if (cell->how == CELL_LENGTH)
        change_length(rows, &view->list[cell->row], before, state, list);
    else if (cell->how == CELL_ENTRY) {
        const struct sr_net_list *of = &view->list[cell->row];
        if (cell->at < length_of(of, before) && cell->at < length_of(of, state))
            exchange(list, entry_row(rows, of, before, cell->at),
                     entry_row(rows, of, state, cell->at));
    } else if (was_met(cell, before, state))
        return;
    else if (cell->how == CELL_SET)
        exchange(list, set_row(rows, cell, before), set_row(rows, cell, state));
    else
        exchange(list, odd_row(rows, &view->odd[cell->row], before),
                 odd_row(rows, &view->odd[cell->row], state));
}

static inline void change_pending(const struct sr_net_rows *rows, struct sr_net_sight *sight,
                                  const unsigned char *state, int seat, struct list *list) {
    uint16_t row[SR_INPUT_PENDING];
    int is = list_pending(rows, state, seat, row), was = sight->waiting;
    for (int i = 0; i < is || i < was; i++)
        exchange(list, i < was ? sight->pending[i] : rows->nothing,
                 i < is ? row[i] : rows->nothing);
    sight->waiting = (uint16_t)is;
    memcpy(sight->pending, row, sizeof *row * (size_t)is);
}

static inline void change_relations(const struct sr_net_rows *rows, struct sr_net_sight *sight,
                                    const unsigned char *state, int seat, struct list *list) {
    const struct sr_net_view *view = &rows->view[seat];
    _Alignas(WORD) uint8_t relation[SR_MAX_RELATIONS];
    if (!view->relations)
        return;
    relate(rows, state, seat, relation);
    for (int word = 0; word * WORD < view->relations; word++) {
        uint64_t now = word_at(relation, word), differs = word_at(sight->relation, word) ^ now;
        while (differs) {
            int byte = first_byte(differs), at = word * WORD + byte;
            if (view->relation_row[at] != SR_NO_ROW)
                exchange(list, relation_row(rows, view, at, sight->relation[at]),
                         relation_row(rows, view, at, relation[at]));
            differs = without_byte(differs, byte);
        }
        memcpy(sight->relation + word * WORD, &now, WORD);
    }
}

void sr_net_rows_change(const struct sr_net_rows *rows, const struct sr_net_sums *sums,
                        struct sr_net_sight *sight, const unsigned char *state, int seat,
                        struct sr_net_change *change) {
    const struct sr_net_view *view = &rows->view[seat];
    struct sr_net_difference other[SR_MAX_STATE / SR_NET_BLOCK];
    int others =
        sums->compare(sight->state, state, view->watched, view->block, view->blocks, other);
    struct list list = {change, 0};
    for (int i = 0; i < others; i++)
        for (uint32_t left = other[i].bytes; left; left &= left - 1) {
            int at = other[i].block * SR_NET_BLOCK + __builtin_ctz(left);
            for (int c = view->cell_at[at]; c < view->cell_at[at + 1]; c++)
                change_cell(rows, view, &view->cell[c], sight->state, state, &list);
        }
    for (int i = 0; i < others; i++) /* numbers and lists stand in several blocks: not before */
        memcpy(sight->state + other[i].block * SR_NET_BLOCK, state + other[i].block * SR_NET_BLOCK,
               SR_NET_BLOCK);
    change_relations(rows, sight, state, seat, &list);
    change_pending(rows, sight, state, seat, &list);
    change->count = list.count;
}

void sr_net_rows_look(const struct sr_net_rows *rows, struct sr_net_sight *sight,
                      const unsigned char *state, int seat) {
    memcpy(sight->state, state, rows->inputs->game->size);
    if (rows->view[seat].relations)
        relate(rows, state, seat, sight->relation);
    sight->waiting = (uint16_t)list_pending(rows, state, seat, sight->pending);
    sight->known = true;
}
