/* Many programs on one store: which of them are there, which acts for a table, and who is where.
 * All of it goes by the database's clock alone; no node's own matters. */
#include "kind.h"

#include <stdio.h>
#include <string.h>

#define ALIVE "until > now()"
#define LEASE "now() + interval '6 seconds'" /* SR_LEASE_SECONDS */
_Static_assert(SR_LEASE_SECONDS == 6, "LEASE says so too");
/* Since when somebody has been there without a break; who comes to an empty house opens it. */
#define HOUSE "coalesce((SELECT min(house) FROM nodes WHERE " ALIVE "), now())"

static bool is_shared(const struct sr_store *store) {
    return store->kind->listen != NULL;
}

/* ---- which are there ---- */

struct node_change {
    int64_t node;
    const char *version;
};

static enum sr_store_answer add_node(struct sr_link *link, void *context) {
    struct node_change *change = context;
    struct sr_rows *ask = sr_link_ask(link,
                                      "INSERT INTO nodes (version, until, house)"
                                      " VALUES (?, " LEASE ", " HOUSE ") RETURNING id",
                                      "t", change->version);
    enum sr_step step = ask ? sr_rows_next(ask) : SR_STEP_BROKEN;
    if (step == SR_STEP_ROW)
        change->node = sr_column_number(ask, 0);
    sr_rows_end(ask);
    return step == SR_STEP_ROW ? SR_STORE_DONE : SR_STORE_BROKEN;
}

enum sr_store_answer sr_store_add_node(struct sr_store *store, const char *version, int64_t *node) {
    struct node_change change = {.version = version};
    if (!is_shared(store))
        return SR_STORE_MISSING;
    enum sr_store_answer answer = sr_store_write_one(store, add_node, &change);
    *node = change.node;
    return answer;
}

static enum sr_store_answer renew_node(struct sr_link *link, void *context) {
    const struct node_change *change = context;
    return sr_link_found_one(
        link, sr_link_run(sr_link_ask(link,
                                      "UPDATE nodes SET until = " LEASE ","
                                      " house = CASE WHEN " ALIVE " THEN house ELSE " HOUSE " END"
                                      " WHERE id = ?",
                                      "i", change->node)));
}

enum sr_store_answer sr_store_renew_node(struct sr_store *store, int64_t node) {
    struct node_change change = {.node = node};
    enum sr_store_answer answer = sr_store_write_one(store, renew_node, &change);
    return answer == SR_STORE_CONFLICT ? SR_STORE_MISSING : answer;
}

struct lease_change {
    const char *id;
    int64_t node, fence;
};

static enum sr_store_answer drop_leases(struct sr_link *link, void *context) {
    const struct node_change *change = context;
    return sr_link_run(sr_link_ask(
        link, "UPDATE tables SET owner = 0 WHERE status = 1 AND owner = ?", "i", change->node));
}

enum sr_store_answer sr_store_drop_leases(struct sr_store *store, int64_t node) {
    struct node_change change = {.node = node};
    return sr_store_write_one(store, drop_leases, &change);
}

static enum sr_store_answer drop_lease(struct sr_link *link, void *context) {
    const struct lease_change *change = context;
    return sr_link_run(sr_link_ask(link, "UPDATE tables SET owner = 0 WHERE id = ? AND owner = ?",
                                   "ti", change->id, change->node));
}

enum sr_store_answer sr_store_drop_lease(struct sr_store *store, const char *id, int64_t node) {
    struct lease_change change = {id, node, 0};
    return sr_store_write_one(store, drop_lease, &change);
}

/* Nodes that died are forgotten by the way, a while after. */
static enum sr_store_answer drop_node(struct sr_link *link, void *context) {
    static const char *const steps[] = {
        "DELETE FROM presence WHERE node = ?1 OR node NOT IN (SELECT id FROM nodes)",
        "DELETE FROM nodes WHERE id = ?1 OR until < now() - interval '1 hour'",
    };
    const struct node_change *change = context;
    enum sr_store_answer answer = drop_leases(link, context);
    for (size_t i = 0; i < sizeof steps / sizeof *steps && answer == SR_STORE_DONE; i++)
        answer = sr_link_run(sr_link_ask(link, steps[i], "i", change->node));
    return answer;
}

enum sr_store_answer sr_store_drop_node(struct sr_store *store, int64_t node) {
    struct node_change change = {.node = node};
    return sr_store_write(store, drop_node, &change);
}

enum sr_store_answer sr_store_is_first_node(struct sr_store *store, int64_t node, bool *first) {
    struct sr_link *link = sr_store_read(store);
    struct sr_rows *ask =
        sr_link_ask(link, "SELECT coalesce(min(id), 0) = ? FROM nodes WHERE " ALIVE, "i", node);
    enum sr_step step = ask ? sr_rows_next(ask) : SR_STEP_BROKEN;
    *first = step == SR_STEP_ROW && sr_column_int(ask, 0) == 1;
    enum sr_store_answer answer = sr_link_walked(ask, step);
    sr_store_read_end(store, link);
    return answer;
}

enum sr_store_answer sr_store_count_nodes(struct sr_store *store, int *count) {
    *count = 0;
    if (!is_shared(store))
        return SR_STORE_DONE;
    struct sr_link *link = sr_store_read(store);
    struct sr_rows *ask = sr_link_ask(link, "SELECT count(*) FROM nodes WHERE " ALIVE, "");
    enum sr_step step = ask ? sr_rows_next(ask) : SR_STEP_BROKEN;
    if (step == SR_STEP_ROW)
        *count = sr_column_int(ask, 0);
    enum sr_store_answer answer = sr_link_walked(ask, step);
    sr_store_read_end(store, link);
    return answer;
}

/* ---- leases ---- */

/* Whoever has it keeps its fence. The row is locked, so of two who want it one finds it taken. */
static enum sr_store_answer take_lease(struct sr_link *link, void *context) {
    struct lease_change *change = context;
    struct sr_rows *ask =
        sr_link_ask(link,
                    "UPDATE tables SET fence = fence + CASE WHEN owner = ?2 THEN 0 ELSE 1 END,"
                    " owner = ?2 WHERE id = ?1 AND status = 1 AND (owner IN (0, ?2) OR NOT EXISTS"
                    "  (SELECT 1 FROM nodes WHERE nodes.id = owner AND " ALIVE "))"
                    " AND EXISTS (SELECT 1 FROM nodes WHERE nodes.id = ?2 AND " ALIVE ")"
                    " RETURNING fence",
                    "ti", change->id, change->node);
    enum sr_step step = ask ? sr_rows_next(ask) : SR_STEP_BROKEN;
    if (step == SR_STEP_ROW)
        change->fence = sr_column_number(ask, 0);
    sr_rows_end(ask);
    return step == SR_STEP_ROW   ? SR_STORE_DONE
           : step == SR_STEP_END ? SR_STORE_CONFLICT
                                 : SR_STORE_BROKEN;
}

enum sr_store_answer sr_store_take_lease(struct sr_store *store, const char *id, int64_t node,
                                         int64_t *fence) {
    struct lease_change change = {id, node, 0};
    enum sr_store_answer answer = sr_store_write_one(store, take_lease, &change);
    *fence = change.fence;
    return answer;
}

enum sr_store_answer sr_store_list_orphans(struct sr_store *store, int most, sr_store_each_id *each,
                                           void *context) {
    struct sr_link *link = sr_store_read(store);
    struct sr_rows *ask = sr_link_ask(link,
                                      "SELECT id FROM tables WHERE status = 1 AND quarantine = 0"
                                      " AND owner NOT IN (SELECT id FROM nodes WHERE " ALIVE ")"
                                      " ORDER BY random() LIMIT ?",
                                      "i", (int64_t)most);
    enum sr_step step = SR_STEP_BROKEN;
    while (ask && (step = sr_rows_next(ask)) == SR_STEP_ROW) {
        char id[SR_TABLE_ID_BYTES];
        sr_column_text(ask, 0, id, sizeof id);
        if (!each(context, id))
            break;
    }
    enum sr_store_answer answer = sr_link_walked(ask, step);
    sr_store_read_end(store, link);
    return answer;
}

/* ---- how far tables are ---- */

enum sr_store_answer sr_store_list_states(struct sr_store *store, const char *ids,
                                          sr_store_each_state *each, void *context) {
    struct sr_link *link = sr_store_read(store);
    struct sr_rows *ask =
        sr_link_ask(link,
                    "SELECT id, revision, " SR_POSTGRES_NOW ","
                    " (SELECT coalesce(max(number), 0) FROM moves WHERE table_id = tables.id),"
                    " (SELECT coalesce(max(number), 0) FROM chat WHERE table_id = tables.id)"
                    " FROM tables WHERE id = ANY(string_to_array(?, ','))",
                    "t", ids);
    enum sr_step step = SR_STEP_BROKEN;
    while (ask && (step = sr_rows_next(ask)) == SR_STEP_ROW) {
        struct sr_table_state state = {.revision = sr_column_number(ask, 1),
                                       .now = sr_column_number(ask, 2),
                                       .number = sr_column_number(ask, 3),
                                       .line = sr_column_number(ask, 4)};
        sr_column_text(ask, 0, state.id, sizeof state.id);
        if (!each(context, &state))
            break;
    }
    enum sr_store_answer answer = sr_link_walked(ask, step);
    sr_store_read_end(store, link);
    return answer;
}

/* ---- who is where ---- */

struct presence_change {
    char id[SR_TABLE_ID_BYTES];
    int64_t person, node;
    struct sr_store *store;
    bool present;
};

static enum sr_store_answer note_presence(struct sr_link *link, void *context) {
    const struct presence_change *change = context;
    const char *text = change->present
                           ? "INSERT INTO presence (table_id, person, node) VALUES (?, ?, ?)"
                             " ON CONFLICT DO NOTHING"
                           : "DELETE FROM presence WHERE table_id = ? AND person = ? AND node = ?";
    enum sr_store_answer answer =
        sr_link_run(sr_link_ask(link, text, "tii", change->id, change->person, change->node));
    return sr_store_tell_table(change->store, change->id, answer);
}

void sr_store_note_presence(struct sr_store *store, const char *id, int64_t person, int64_t node,
                            bool present) {
    struct presence_change change = {
        .person = person, .node = node, .store = store, .present = present};
    snprintf(change.id, sizeof change.id, "%s", id);
    sr_store_write_later(store, note_presence, &change, sizeof change);
}

enum sr_store_answer sr_store_list_present(struct sr_store *store, const char *id, int64_t but,
                                           sr_store_each_number *each, void *context) {
    struct sr_link *link = sr_store_read(store);
    struct sr_rows *ask =
        sr_link_ask(link,
                    "SELECT DISTINCT person FROM presence JOIN nodes ON nodes.id = node"
                    " WHERE table_id = ? AND node <> ? AND " ALIVE " ORDER BY person",
                    "ti", id, but);
    enum sr_step step = SR_STEP_BROKEN;
    while (ask && (step = sr_rows_next(ask)) == SR_STEP_ROW)
        if (!each(context, sr_column_number(ask, 0)))
            break;
    enum sr_store_answer answer = sr_link_walked(ask, step);
    sr_store_read_end(store, link);
    return answer;
}

/* ---- what needs consent ---- */

struct petition_change {
    const char *id;
    const struct sr_asked *asked;
};

static enum sr_store_answer set_petition(struct sr_link *link, void *context) {
    const struct petition_change *change = context;
    return sr_link_found_one(
        link, sr_link_run(sr_link_ask(
                  link,
                  "UPDATE tables SET petition = ?2, petition_version = petition_version + 1,"
                  " revision = revision + 1"
                  " WHERE id = ?1 AND petition_version = ?3 AND status = 1",
                  "tti", change->id, change->asked->text, change->asked->version)));
}

static enum sr_store_answer petition_is_so(struct sr_link *link, void *context) {
    const struct petition_change *change = context;
    return sr_link_finds(sr_link_ask(
        link, "SELECT 1 FROM tables WHERE id = ? AND petition = ? AND petition_version = ?", "tti",
        change->id, change->asked->text, change->asked->version + 1));
}

enum sr_store_answer sr_store_set_petition(struct sr_store *store, const char *id,
                                           const struct sr_asked *asked) {
    struct petition_change change = {id, asked};
    if (!is_shared(store))
        return SR_STORE_DONE;
    return sr_store_tell_table(
        store, id, sr_store_write_one_once(store, set_petition, petition_is_so, &change));
}

enum sr_store_answer sr_store_get_petition(struct sr_store *store, const char *id,
                                           struct sr_asked *asked) {
    *asked = (struct sr_asked){0};
    if (!is_shared(store))
        return SR_STORE_DONE;
    struct sr_link *link = sr_store_read(store);
    struct sr_rows *ask =
        sr_link_ask(link, "SELECT petition_version, petition FROM tables WHERE id = ?", "t", id);
    enum sr_step step = ask ? sr_rows_next(ask) : SR_STEP_BROKEN;
    if (step == SR_STEP_ROW) {
        asked->version = sr_column_number(ask, 0);
        sr_column_text(ask, 1, asked->text, sizeof asked->text);
    }
    enum sr_store_answer answer = sr_link_walked(ask, step);
    sr_store_read_end(store, link);
    return answer;
}
