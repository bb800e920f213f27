/* Which rows of a net's folded table a position adds up to, and which of them are others than those
 * of a position before: most of what a search asks about differs in little from what it asked
 * last. */
#ifndef SR_NET_ROWS_H
#define SR_NET_ROWS_H

#include "bots/net_sum.h"
#include "core/inputs.h"

enum { SR_NO_ROW = UINT16_MAX };

/* What is read from a byte of the state. */
struct sr_net_cell {
    uint16_t row; /* the first of its group; of lists: which of them */
    uint16_t at;  /* of an entry: its place in the list; else the offset in the state */
    uint8_t how, map, shift, mask;
    uint8_t part; /* of a number of several bytes: which of them this is */
};

struct sr_net_list {
    uint16_t at, length_at, most, row;
    uint8_t map;
};

/* A number that does not stand in a byte or two of the state. */
struct sr_net_odd {
    uint16_t row;
    struct sr_input_reading reading;
};

/* What there is to add up for a seat. */
struct sr_net_view {
    int cells, odds, lists, blocks;
    uint16_t relations; /* numbers of them that are looked at, from the first one on */
    uint16_t block[SR_MAX_STATE / SR_NET_BLOCK]; /* that hold anything to look at */
    unsigned char watched[SR_MAX_STATE];         /* all bits of bytes that are looked at */
    uint16_t cell_at[SR_MAX_STATE + 1];          /* the first cell of a byte */
    struct sr_net_cell *cell;
    struct sr_net_odd odd[SR_INPUT_READINGS];
    uint16_t relation_row[SR_MAX_RELATIONS]; /* SR_NO_ROW: that says nothing */
    uint8_t relation_map[SR_MAX_RELATIONS];
    struct sr_net_list list[SR_INPUT_LISTS];
};

struct sr_net_rows {
    const struct sr_inputs *inputs;
    uint16_t nothing; /* a row that adds nothing */
    struct sr_net_view view[SR_MAX_SEATS];
    uint16_t row_of[SR_INPUT_GROUPS]; /* the first of a group; SR_NO_ROW: it says nothing */
};

/* The position that a seat looked at last, and what its rows came to. */
struct sr_net_sight {
    bool known;
    _Alignas(8) uint8_t relation[SR_MAX_RELATIONS];
    uint16_t waiting, pending[SR_INPUT_PENDING];
    _Alignas(8) unsigned char state[SR_MAX_STATE];
    int16_t sum[SR_NET_UNITS];
};

/* Rows that go and rows that come in their place. */
struct sr_net_change {
    int count;
    uint16_t out[SR_INPUT_ACTIVE], in[SR_INPUT_ACTIVE];
};

/* `row_of` of the rows says where groups begin. False: no memory, or more than can be on at once.
 */
bool sr_net_rows_open(struct sr_net_rows *rows, const struct sr_inputs *inputs);
void sr_net_rows_close(struct sr_net_rows *rows);

/* The rows of a position, as a seat sees it; says how many. */
int sr_net_rows_list(const struct sr_net_rows *rows, const unsigned char *state, int seat,
                     uint16_t row[SR_INPUT_ACTIVE]);
/* What has to be exchanged since the sight was known, which shows the state from now on. Its sum is
 * the caller's. */
void sr_net_rows_change(const struct sr_net_rows *rows, const struct sr_net_sums *sums,
                        struct sr_net_sight *sight, const unsigned char *state, int seat,
                        struct sr_net_change *change);
/* The sight shows the state. */
void sr_net_rows_look(const struct sr_net_rows *rows, struct sr_net_sight *sight,
                      const unsigned char *state, int seat);

#endif
