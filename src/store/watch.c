/* What watches over the store and those who use it: whether it can be written, keys, who
 * signed in, who is banned, what is in quarantine, and what is thrown away in time. */
#include "kind.h"

#include <stddef.h>
#include <string.h>

/* ---- is it well ---- */

static enum sr_store_answer beat(struct sr_link *link, void *context) {
    (void)context;
    return sr_link_run(sr_link_ask(link, "UPDATE pulse SET beats = beats + 1", ""));
}

enum sr_store_answer sr_store_beat(struct sr_store *store) {
    return sr_store_write_one(store, beat, NULL);
}

/* ---- keys ---- */

struct new_key {
    const char *name;
    const uint8_t *fresh;
    uint8_t key[SR_KEY_BYTES];
};

static enum sr_store_answer find_key(struct sr_link *link, void *context) {
    struct new_key *new = context;
    enum sr_store_answer answer = sr_link_run(
        sr_link_ask(link, "INSERT INTO secrets (name, bytes) VALUES (?, ?) ON CONFLICT DO NOTHING",
                    "tb", new->name, (const void *)new->fresh, SR_KEY_BYTES));
    if (answer != SR_STORE_DONE)
        return answer;
    struct sr_rows *ask =
        sr_link_ask(link, "SELECT bytes FROM secrets WHERE name = ?", "t", new->name);
    bool found =
        ask && sr_rows_next(ask) == SR_STEP_ROW && sr_column_bytes(ask, 0, new->key, SR_KEY_BYTES);
    sr_rows_end(ask);
    return found ? SR_STORE_DONE : SR_STORE_BROKEN;
}

enum sr_store_answer sr_store_key(struct sr_store *store, const char *name,
                                  const uint8_t fresh[SR_KEY_BYTES], uint8_t key[SR_KEY_BYTES]) {
    struct new_key new = {.name = name, .fresh = fresh};
    enum sr_store_answer answer = sr_store_write(store, find_key, &new);
    memcpy(key, new.key, SR_KEY_BYTES);
    return answer;
}

/* ---- who is here, and who may not be ---- */

struct person_change {
    int64_t person, now;
    uint64_t network;
    bool flag;
};

static enum sr_store_answer note_seen(struct sr_link *link, void *context) {
    const struct person_change *change = context;
    return sr_link_run(sr_link_ask(link, "UPDATE people SET seen = ?, network = ? WHERE id = ?",
                                   "iii", change->now, (int64_t)change->network, change->person));
}

void sr_store_note_seen(struct sr_store *store, int64_t person, uint64_t network, int64_t now) {
    struct person_change change = {person, now, network, false};
    sr_store_write_later(store, note_seen, &change, sizeof change);
}

static enum sr_store_answer set_banned(struct sr_link *link, void *context) {
    const struct person_change *change = context;
    enum sr_store_answer answer = sr_link_found_one(
        link, sr_link_run(sr_link_ask(link, "UPDATE people SET banned = ? WHERE id = ?", "ii",
                                      (int64_t)change->flag, change->person)));
    if (answer == SR_STORE_DONE && change->flag)
        answer = sr_link_run(
            sr_link_ask(link, "DELETE FROM tokens WHERE person = ?", "i", change->person));
    return answer;
}

enum sr_store_answer sr_store_set_banned(struct sr_store *store, int64_t person, bool banned) {
    struct person_change change = {.person = person, .flag = banned};
    return sr_store_tell_person(store, person, sr_store_write(store, set_banned, &change));
}

static enum sr_store_answer set_muted(struct sr_link *link, void *context) {
    const struct person_change *change = context;
    return sr_link_found_one(
        link, sr_link_run(sr_link_ask(link, "UPDATE people SET muted = ? WHERE id = ?", "ii",
                                      (int64_t)change->flag, change->person)));
}

enum sr_store_answer sr_store_set_muted(struct sr_store *store, int64_t person, bool muted) {
    struct person_change change = {.person = person, .flag = muted};
    return sr_store_tell_person(store, person, sr_store_write_one(store, set_muted, &change));
}

struct table_change {
    const char *id;
    int quarantine;
};

static enum sr_store_answer set_quarantine(struct sr_link *link, void *context) {
    const struct table_change *change = context;
    return sr_link_found_one(
        link, sr_link_run(sr_link_ask(
                  link, "UPDATE tables SET quarantine = ?{, revision = revision + 1} WHERE id = ?",
                  "it", (int64_t)change->quarantine, change->id)));
}

enum sr_store_answer sr_store_set_quarantine(struct sr_store *store, const char *id,
                                             int quarantine) {
    struct table_change change = {id, quarantine};
    return sr_store_tell_table(store, id, sr_store_write_one(store, set_quarantine, &change));
}

/* ---- who signed in ---- */

static enum sr_store_answer audit(struct sr_link *link, void *context) {
    const struct sr_audit *line = context;
    return sr_link_run(sr_link_ask(
        link, "INSERT INTO audit (at, what, person, name, address) VALUES (?, ?, ?, ?, ?)", "ititt",
        line->at, line->what, line->person, line->name, line->address));
}

void sr_store_audit(struct sr_store *store, const struct sr_audit *line) {
    sr_store_write_later(store, audit, line, sizeof *line);
}

enum sr_store_answer sr_store_list_audit(struct sr_store *store, int most,
                                         sr_store_each_audit *each, void *context) {
    struct sr_link *link = sr_store_read(store);
    struct sr_rows *ask =
        sr_link_ask(link,
                    "SELECT at, what, person, name, address FROM"
                    " (SELECT * FROM audit ORDER BY id DESC LIMIT ?) AS last ORDER BY id",
                    "i", (int64_t)most);
    enum sr_step code = SR_STEP_BROKEN;
    while (ask && (code = sr_rows_next(ask)) == SR_STEP_ROW) {
        struct sr_audit line = {.at = sr_column_number(ask, 0), .person = sr_column_number(ask, 2)};
        sr_column_text(ask, 1, line.what, sizeof line.what);
        sr_column_text(ask, 3, line.name, sizeof line.name);
        sr_column_text(ask, 4, line.address, sizeof line.address);
        if (!each(context, &line))
            break;
    }
    enum sr_store_answer answer = sr_link_walked(ask, code);
    sr_store_read_end(store, link);
    return answer;
}

/* ---- what is not needed any more ---- */

enum { A_DAY = 86400 };

/* Each takes the time before which something is old, and does some of it: one commit must not hold
 * up the moves of those who play. */
static const struct expiry {
    size_t counted; /* where in struct sr_expired */
    int days;
    const char *text;
} expiries[] = {
    {offsetof(struct sr_expired, chat), 90,
     "DELETE FROM chat WHERE (table_id, number) IN (SELECT table_id, number FROM chat"
     " JOIN tables ON tables.id = table_id WHERE status IN (2, 3) AND chat.made < ?1 LIMIT 1000)"},
    {offsetof(struct sr_expired, tokens), 366,
     "DELETE FROM tokens WHERE hash IN (SELECT hash FROM tokens WHERE made < ?1 LIMIT 1000)"},
    /* guests who left nothing behind */
    {offsetof(struct sr_expired, tokens), 90,
     "DELETE FROM tokens WHERE person IN (SELECT id FROM people WHERE password IS NULL"
     " AND seen < ?1 LIMIT 200)"},
    {offsetof(struct sr_expired, guests), 90,
     "DELETE FROM people WHERE id IN (SELECT id FROM people WHERE password IS NULL AND banned = 0"
     " AND seen < ?1 AND NOT EXISTS (SELECT 1 FROM tokens WHERE person = people.id)"
     " AND NOT EXISTS (SELECT 1 FROM seats WHERE person = people.id)"
     " AND NOT EXISTS (SELECT 1 FROM results WHERE person = people.id)"
     " AND NOT EXISTS (SELECT 1 FROM tables WHERE host = people.id)"
     " AND NOT EXISTS (SELECT 1 FROM chat WHERE person = people.id) LIMIT 200)"},
    {offsetof(struct sr_expired, audit), 90,
     "DELETE FROM audit WHERE id IN (SELECT id FROM audit WHERE at < ?1 LIMIT 1000)"},
};

struct expiring {
    int64_t now;
    struct sr_expired *expired;
};

static enum sr_store_answer expire(struct sr_link *link, void *context) {
    const struct expiring *expiring = context;
    enum sr_store_answer answer = SR_STORE_DONE;
    for (size_t i = 0; i < sizeof expiries / sizeof *expiries && answer == SR_STORE_DONE; i++) {
        const struct expiry *expiry = &expiries[i];
        answer = sr_link_run(
            sr_link_ask(link, expiry->text, "i", expiring->now - (int64_t)A_DAY * expiry->days));
        if (answer == SR_STORE_DONE)
            *(int *)((char *)expiring->expired + expiry->counted) += sr_link_changes(link);
    }
    return answer;
}

enum sr_store_answer sr_store_expire(struct sr_store *store, int64_t now,
                                     struct sr_expired *expired) {
    struct expiring expiring = {now, expired};
    *expired = (struct sr_expired){0};
    return sr_store_write(store, expire, &expiring);
}

/* ---- tables that everybody has left ---- */

static const struct {
    int days;
    const char *text;
} abandonments[] = {
    /* nobody came, and the host has not been here for a day, or turns would take days */
    {1, "SELECT tables.id FROM tables JOIN people ON people.id = host WHERE status = 0"
        " AND tables.made < ?1 AND seen < ?1 AND clock NOT LIKE 'days%' LIMIT 200"},
    {7, "SELECT id FROM tables WHERE status = 0 AND made < ?1 LIMIT 200"},
    /* those who have seats there left them to the bots, and stayed away */
    {2, "SELECT id FROM tables WHERE status = 1 AND made < ?1"
        " AND NOT EXISTS (SELECT 1 FROM seats LEFT JOIN people ON people.id = person"
        "  WHERE table_id = tables.id AND person IS NOT NULL AND (bot = '' OR seen >= ?1))"
        " LIMIT 200"},
    /* nobody moves any more */
    {60, "SELECT id FROM tables WHERE status = 1 AND made < ?1"
         " AND ?1 > coalesce((SELECT made FROM moves WHERE table_id = tables.id"
         "  ORDER BY number DESC LIMIT 1), 0) LIMIT 200"},
};

enum sr_store_answer sr_store_list_abandoned(struct sr_store *store, int64_t now,
                                             sr_store_each_id *each, void *context) {
    struct sr_link *link = sr_store_read(store);
    enum sr_store_answer answer = SR_STORE_DONE;
    bool more = true;
    for (size_t i = 0; i < sizeof abandonments / sizeof *abandonments && more; i++) {
        struct sr_rows *ask = sr_link_ask(link, abandonments[i].text, "i",
                                          now - (int64_t)A_DAY * abandonments[i].days);
        enum sr_step code = SR_STEP_BROKEN;
        while (ask && more && (code = sr_rows_next(ask)) == SR_STEP_ROW) {
            char id[SR_TABLE_ID_BYTES];
            sr_column_text(ask, 0, id, sizeof id);
            more = each(context, id);
        }
        answer = sr_link_walked(ask, code);
        more = more && answer == SR_STORE_DONE;
    }
    sr_store_read_end(store, link);
    return answer;
}
