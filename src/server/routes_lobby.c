/* The lobby: open tables, a page at a time. Tables where people are come before those where nobody
 * is, and whatever comes from one network takes turns with what comes from others, so that nobody
 * can fill a page. */
#include "crowd.h"
#include "routes.h"
#include "server/problems.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { MOST_LISTED = 5000, CURSOR_BYTES = 80 };

/* Where a table stands; what comes first is less. A cursor is the place of the last table shown. */
struct place {
    int empty;    /* nobody who is signed in is there */
    int of_its;   /* how many tables of the same network stand before it */
    int status;   /* those that wait before those in play */
    int64_t made; /* the newest first */
    char id[SR_TABLE_ID_BYTES];
};

struct spot {
    struct place place;
    uint64_t network;
};

struct lobby {
    struct sr_crowd *crowd;
    struct spot *spot;
    int count;
    int64_t patience; /* who made a table before this and is not there is not waited for */
};

static bool add_spot(void *context, const struct sr_lobby_row *row) {
    struct lobby *lobby = context;
    bool empty = !row->crowded && !sr_crowd_is_at(lobby->crowd, row->id);
    /* Nobody is offered a seat where nobody is: it would never begin. */
    if (empty && row->status == SR_TABLE_WAITING && row->made < lobby->patience)
        return true;
    struct spot *spot = &lobby->spot[lobby->count++];
    *spot = (struct spot){.place = {.status = (int)row->status, .made = row->made},
                          .network = row->network};
    memcpy(spot->place.id, row->id, sizeof row->id);
    spot->place.empty = empty;
    return lobby->count < MOST_LISTED;
}

static int compare_numbers(int64_t a, int64_t b) {
    return (a > b) - (a < b);
}

static int compare_places(const struct place *a, const struct place *b) {
    int order = compare_numbers(a->empty, b->empty);
    order = order ? order : compare_numbers(a->of_its, b->of_its);
    order = order ? order : compare_numbers(a->status, b->status);
    order = order ? order : compare_numbers(b->made, a->made);
    return order ? order : strcmp(a->id, b->id);
}

static int by_place(const void *a, const void *b) {
    return compare_places(&((const struct spot *)a)->place, &((const struct spot *)b)->place);
}

static int by_network(const void *a, const void *b) {
    const struct spot *x = a, *y = b;
    if (x->network != y->network)
        return x->network < y->network ? -1 : 1;
    return compare_places(&x->place, &y->place);
}

static void put_in_order(struct lobby *lobby) {
    if (lobby->count == 0)
        return;
    qsort(lobby->spot, (size_t)lobby->count, sizeof *lobby->spot, by_network);
    for (int i = 1; i < lobby->count; i++)
        if (lobby->spot[i].network == lobby->spot[i - 1].network &&
            lobby->spot[i].place.empty == lobby->spot[i - 1].place.empty)
            lobby->spot[i].place.of_its = lobby->spot[i - 1].place.of_its + 1;
    qsort(lobby->spot, (size_t)lobby->count, sizeof *lobby->spot, by_place);
}

static void write_cursor(const struct place *place, char text[CURSOR_BYTES]) {
    snprintf(text, CURSOR_BYTES, "%d.%d.%d.%" PRId64 ".%s", place->empty, place->of_its,
             place->status, place->made, place->id);
}

static bool read_cursor(const char *text, struct place *place) {
    char again[CURSOR_BYTES];
    memset(place, 0, sizeof *place);
    if (sscanf(text, "%d.%d.%d.%" SCNd64 ".%12s", &place->empty, &place->of_its, &place->status,
               &place->made, place->id) != 5)
        return false;
    write_cursor(place, again);
    return strcmp(again, text) == 0;
}

/* A table may be gone since it was listed. */
static bool add_table(const struct sr_request *request, const char *id, struct sr_buffer *out) {
    struct sr_table_row row;
    if (sr_store_get_table(request->server->store, id, &row) != SR_STORE_DONE)
        return false;
    sr_route_add_row(request, &row, out);
    sr_table_row_clear(&row);
    return true;
}

static void add_page(const struct sr_request *request, const struct lobby *lobby,
                     const struct place *after, struct sr_buffer *out) {
    char next[CURSOR_BYTES] = "";
    int shown = 0, i = 0;
    while (after && i < lobby->count && compare_places(&lobby->spot[i].place, after) <= 0)
        i++;
    sr_buffer_add(out, "{\"tables\":[");
    for (; i < lobby->count && shown < SR_LISTED_TABLES && !out->broken; i++)
        if (add_table(request, lobby->spot[i].place.id, out)) {
            write_cursor(&lobby->spot[i].place, next);
            shown++;
        }
    sr_buffer_add(out, "]");
    if (i < lobby->count) {
        sr_buffer_add(out, ",\"next\":");
        sr_buffer_add_string(out, next);
    }
    sr_buffer_add(out, "}");
}

bool sr_route_list_open_tables(const struct sr_request *request, const char *id,
                               struct sr_reply *reply, struct sr_error *error) {
    struct place after;
    (void)id;
    if (request->cursor && !read_cursor(request->cursor, &after))
        return sr_fail(error, SR_PROBLEM_MEMBER, "cursor", "what the page before gave as \"next\"",
                       "то, что предыдущая страница дала как «next»", NULL);
    const struct sr_server *server = request->server;
    /* Nodes have calendars of their own: by those of others nobody knows how long ago it was. */
    struct lobby lobby = {server->crowd, malloc(MOST_LISTED * sizeof *lobby.spot), 0,
                          server->cluster ? 0 : (int64_t)time(NULL) - server->grace};
    if (!lobby.spot)
        return sr_fail(error, SR_PROBLEM_MEMORY, NULL);
    bool fine = sr_store_list_lobby(request->server->store, add_spot, &lobby) == SR_STORE_DONE;
    if (fine) {
        put_in_order(&lobby);
        add_page(request, &lobby, request->cursor ? &after : NULL, &reply->text);
    }
    free(lobby.spot);
    return fine ? true : sr_fail(error, SR_PROBLEM_STORE_BROKEN, NULL);
}
