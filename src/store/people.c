/* People in the store: their tokens, names, passwords, statistics and ratings. */
#include "kind.h"
#include "name.h"
#include "skill.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

struct new_person {
    const char *name, *skeleton;
    const uint8_t *token_hash;
    struct sr_person *person;
};

static enum sr_store_answer insert_token(struct sr_link *link, int64_t person,
                                         const uint8_t *token_hash) {
    return sr_link_run(sr_link_ask(link, "INSERT INTO tokens (hash, person, made) VALUES (?, ?, ?)",
                                   "bii", (const void *)token_hash, SR_TOKEN_HASH_BYTES, person,
                                   (int64_t)time(NULL)));
}

/* Nobody gets a name that looks like one that somebody has claimed. */
static enum sr_store_answer add_person(struct sr_link *link, void *context) {
    const struct new_person *new = context;
    struct sr_rows *ask =
        sr_link_ask(link,
                    "INSERT INTO people (name, skeleton, made, seen)"
                    " SELECT ?1, ?2, ?3, ?3 WHERE NOT EXISTS (SELECT 1 FROM people"
                    "  WHERE skeleton = ?2 AND password IS NOT NULL) RETURNING id",
                    "tti", new->name, new->skeleton, (int64_t)time(NULL));
    enum sr_step step = ask ? sr_rows_next(ask) : SR_STEP_BROKEN;
    if (step == SR_STEP_ROW)
        new->person->id = sr_column_number(ask, 0);
    if (step != SR_STEP_ROW) {
        sr_rows_end(ask);
        return step == SR_STEP_BROKEN ? SR_STORE_BROKEN : SR_STORE_CONFLICT;
    }
    enum sr_store_answer answer = sr_link_run(ask);
    return answer == SR_STORE_DONE ? insert_token(link, new->person->id, new->token_hash) : answer;
}

/* Their token is there, so they are. */
static enum sr_store_answer person_is_there(struct sr_link *link, void *context) {
    const struct new_person *new = context;
    struct sr_rows *ask = sr_link_ask(link, "SELECT person FROM tokens WHERE hash = ?", "b",
                                      (const void *)new->token_hash, SR_TOKEN_HASH_BYTES);
    enum sr_step step = ask ? sr_rows_next(ask) : SR_STEP_BROKEN;
    if (step == SR_STEP_ROW)
        new->person->id = sr_column_number(ask, 0);
    sr_rows_end(ask);
    return step == SR_STEP_ROW   ? SR_STORE_DONE
           : step == SR_STEP_END ? SR_STORE_CONFLICT
                                 : SR_STORE_UNSURE;
}

enum sr_store_answer sr_store_add_person(struct sr_store *store, const char *name,
                                         const uint8_t token_hash[SR_TOKEN_HASH_BYTES],
                                         struct sr_person *person) {
    char skeleton[SR_SKELETON_BYTES];
    struct new_person new = {name, skeleton, token_hash, person};
    *person = (struct sr_person){0};
    snprintf(person->name, sizeof person->name, "%s", name);
    if (!sr_name_skeleton(name, skeleton))
        return SR_STORE_BROKEN;
    return sr_store_write_once(store, add_person, person_is_there, &new);
}

#define PERSON_COLUMNS "id, name, password, banned, muted, people.network, seen"

/* The one row of a person; the password goes to `password` unless NULL. */
static enum sr_store_answer read_person(struct sr_rows *ask, struct sr_person *person,
                                        char *password) {
    enum sr_step code = ask ? sr_rows_next(ask) : SR_STEP_BROKEN;
    *person = (struct sr_person){0};
    if (code == SR_STEP_ROW) {
        person->id = sr_column_number(ask, 0);
        sr_column_text(ask, 1, person->name, sizeof person->name);
        person->claimed = !sr_column_is_null(ask, 2);
        if (password)
            sr_column_text(ask, 2, password, SR_PASSWORD_BYTES);
        person->banned = sr_column_int(ask, 3) != 0;
        person->muted = sr_column_int(ask, 4) != 0;
        person->network = (uint64_t)sr_column_number(ask, 5);
        person->seen = sr_column_number(ask, 6);
    }
    sr_rows_end(ask);
    return code == SR_STEP_ROW   ? SR_STORE_DONE
           : code == SR_STEP_END ? SR_STORE_MISSING
                                 : SR_STORE_BROKEN;
}

enum sr_store_answer sr_store_find_person(struct sr_store *store,
                                          const uint8_t token_hash[SR_TOKEN_HASH_BYTES],
                                          struct sr_person *person) {
    struct sr_link *link = sr_store_read(store);
    enum sr_store_answer answer =
        read_person(sr_link_ask(link,
                                "SELECT " PERSON_COLUMNS " FROM tokens"
                                " JOIN people ON people.id = person WHERE hash = ?",
                                "b", (const void *)token_hash, SR_TOKEN_HASH_BYTES),
                    person, NULL);
    sr_store_read_end(store, link);
    return answer;
}

/* By what it looks like. Of names that were claimed when look-alikes could be, all but the first
 * have no skeleton and go by their letters. */
enum sr_store_answer sr_store_find_claimed(struct sr_store *store, const char *name,
                                           struct sr_person *person,
                                           char password[SR_PASSWORD_BYTES]) {
    char skeleton[SR_SKELETON_BYTES];
    if (!sr_name_skeleton(name, skeleton))
        return SR_STORE_BROKEN;
    struct sr_link *link = sr_store_read(store);
    enum sr_store_answer answer =
        read_person(sr_link_ask(link,
                                "SELECT " PERSON_COLUMNS " FROM people WHERE name = ?"
                                " AND skeleton IS NULL AND password IS NOT NULL",
                                "t", name),
                    person, password);
    if (answer == SR_STORE_MISSING)
        answer = read_person(sr_link_ask(link,
                                         "SELECT " PERSON_COLUMNS " FROM people WHERE skeleton = ?"
                                         " AND password IS NOT NULL",
                                         "t", skeleton),
                             person, password);
    sr_store_read_end(store, link);
    return answer;
}

/* By the id, as digits, or the claimed name. */
enum sr_store_answer sr_store_find_somebody(struct sr_store *store, const char *who,
                                            struct sr_person *person) {
    char ignored[SR_PASSWORD_BYTES];
    if (!*who || strspn(who, "0123456789") != strlen(who) || strlen(who) > 15)
        return sr_store_find_claimed(store, who, person, ignored);
    struct sr_link *link = sr_store_read(store);
    enum sr_store_answer answer =
        read_person(sr_link_ask(link, "SELECT " PERSON_COLUMNS " FROM people WHERE id = ?", "i",
                                (int64_t)strtoll(who, NULL, 10)),
                    person, NULL);
    sr_store_read_end(store, link);
    return answer;
}

struct token_change {
    int64_t person;
    const uint8_t *hash;
};

static enum sr_store_answer add_token(struct sr_link *link, void *context) {
    const struct token_change *change = context;
    return insert_token(link, change->person, change->hash);
}

static enum sr_store_answer token_is_there(struct sr_link *link, void *context) {
    const struct token_change *change = context;
    return sr_link_finds(sr_link_ask(link, "SELECT 1 FROM tokens WHERE hash = ?", "b",
                                     (const void *)change->hash, SR_TOKEN_HASH_BYTES));
}

enum sr_store_answer sr_store_add_token(struct sr_store *store, int64_t person,
                                        const uint8_t token_hash[SR_TOKEN_HASH_BYTES]) {
    struct token_change change = {person, token_hash};
    return sr_store_write_one_once(store, add_token, token_is_there, &change);
}

static enum sr_store_answer drop_token(struct sr_link *link, void *context) {
    const struct token_change *change = context;
    return sr_link_run(sr_link_ask(link, "DELETE FROM tokens WHERE hash = ?", "b",
                                   (const void *)change->hash, SR_TOKEN_HASH_BYTES));
}

enum sr_store_answer sr_store_drop_token(struct sr_store *store,
                                         const uint8_t token_hash[SR_TOKEN_HASH_BYTES]) {
    struct token_change change = {0, token_hash};
    struct sr_person person;
    if (sr_store_find_person(store, token_hash, &person) != SR_STORE_DONE)
        person.id = 0;
    return sr_store_tell_person(store, person.id, sr_store_write_one(store, drop_token, &change));
}

/* ---- names ---- */

struct claim_change {
    int64_t person;
    const char *password;
    struct sr_renamed *renamed;
};

/* Whoever else has a name that looks like this gets another: the beginning of it, and their number.
 * It has no skeleton, since nobody can claim it. */
static enum sr_store_answer rename_guests(struct sr_link *link, const char *skeleton,
                                          struct sr_renamed *renamed) {
    struct sr_rows *ask =
        sr_link_ask(link, "SELECT id FROM people WHERE skeleton = ? AND password IS NULL LIMIT ?",
                    "ti", skeleton, (int64_t)SR_MOST_RENAMED);
    enum sr_step code = SR_STEP_BROKEN;
    renamed->count = 0;
    while (ask && (code = sr_rows_next(ask)) == SR_STEP_ROW)
        renamed->person[renamed->count++] = sr_column_number(ask, 0);
    enum sr_store_answer answer = sr_link_walked(ask, code);
    if (answer == SR_STORE_DONE && renamed->count > 0)
        answer = sr_link_run(sr_link_ask(
            link,
            "UPDATE seats SET name = substr(name, 1, 5) || '" SR_NAME_MARK "' || person"
            " WHERE person IN (SELECT id FROM people WHERE skeleton = ? AND password IS NULL)"
            " AND table_id IN (SELECT id FROM tables WHERE status IN (0, 1))",
            "t", skeleton));
    if (answer == SR_STORE_DONE && renamed->count > 0)
        answer = sr_link_run(
            sr_link_ask(link,
                        "UPDATE people SET name = substr(name, 1, 5) || '" SR_NAME_MARK "' || id,"
                        " skeleton = NULL WHERE skeleton = ? AND password IS NULL",
                        "t", skeleton));
    return answer;
}

static enum sr_store_answer claim(struct sr_link *link, void *context) {
    const struct claim_change *change = context;
    char skeleton[SR_SKELETON_BYTES] = "";
    enum sr_store_answer answer =
        sr_link_run(sr_link_ask(link,
                                "UPDATE people SET password = ? WHERE id = ? AND password IS NULL"
                                " AND skeleton IS NOT NULL",
                                "ti", change->password, change->person));
    answer = sr_link_found_one(link, answer);
    if (answer != SR_STORE_DONE)
        return answer;
    struct sr_rows *ask =
        sr_link_ask(link, "SELECT skeleton FROM people WHERE id = ?", "i", change->person);
    if (ask && sr_rows_next(ask) == SR_STEP_ROW)
        sr_column_text(ask, 0, skeleton, sizeof skeleton);
    sr_rows_end(ask);
    return *skeleton ? rename_guests(link, skeleton, change->renamed) : SR_STORE_BROKEN;
}

/* Every hash of a password has salt of its own. */
static enum sr_store_answer claim_is_made(struct sr_link *link, void *context) {
    const struct claim_change *change = context;
    return sr_link_finds(sr_link_ask(link, "SELECT 1 FROM people WHERE id = ? AND password = ?",
                                     "it", change->person, change->password));
}

enum sr_store_answer sr_store_claim(struct sr_store *store, int64_t person, const char *password,
                                    struct sr_renamed *renamed) {
    struct sr_renamed ignored;
    struct claim_change change = {person, password, renamed ? renamed : &ignored};
    enum sr_store_answer answer = sr_store_write_once(store, claim, claim_is_made, &change);
    for (int i = 0; answer == SR_STORE_DONE && i < change.renamed->count; i++)
        sr_store_tell_person(store, change.renamed->person[i], answer);
    return sr_store_tell_person(store, person, answer);
}

/* Of two claimed names that look alike the older has the skeleton. */
enum sr_store_answer sr_link_fill_skeletons(struct sr_link *link) {
    struct sr_renamed ignored;
    enum sr_store_answer answer = SR_STORE_DONE;
    struct sr_rows *ask = sr_link_ask(link,
                                      "SELECT id, name, password IS NOT NULL FROM people"
                                      " ORDER BY password IS NULL, id",
                                      "");
    while (ask && answer == SR_STORE_DONE && sr_rows_next(ask) == SR_STEP_ROW) {
        char name[SR_NAME_BYTES], skeleton[SR_SKELETON_BYTES];
        sr_column_text(ask, 1, name, sizeof name);
        if (!sr_name_skeleton(name, skeleton))
            continue; /* not even text: it goes by its bytes */
        answer = sr_link_run(sr_link_ask(link, "UPDATE people SET skeleton = ? WHERE id = ?", "ti",
                                         skeleton, sr_column_number(ask, 0)));
        if (answer == SR_STORE_CONFLICT)
            answer = SR_STORE_DONE;
    }
    sr_rows_end(ask);
    if (!ask || answer != SR_STORE_DONE)
        return SR_STORE_BROKEN;
    ask = sr_link_ask(link,
                      "SELECT skeleton FROM people WHERE password IS NOT NULL"
                      " AND skeleton IS NOT NULL",
                      "");
    while (ask && answer == SR_STORE_DONE && sr_rows_next(ask) == SR_STEP_ROW) {
        char skeleton[SR_SKELETON_BYTES];
        sr_column_text(ask, 0, skeleton, sizeof skeleton);
        answer = rename_guests(link, skeleton, &ignored);
    }
    sr_rows_end(ask);
    return ask ? answer : SR_STORE_BROKEN;
}

struct password_change {
    int64_t person;
    const char *password;
    const uint8_t *kept;
};

static enum sr_store_answer set_password(struct sr_link *link, void *context) {
    const struct password_change *change = context;
    enum sr_store_answer answer = sr_link_found_one(
        link, sr_link_run(sr_link_ask(
                  link, "UPDATE people SET password = ? WHERE id = ? AND password IS NOT NULL",
                  "ti", change->password, change->person)));
    if (answer != SR_STORE_DONE)
        return answer;
    if (!change->kept)
        return sr_link_run(
            sr_link_ask(link, "DELETE FROM tokens WHERE person = ?", "i", change->person));
    return sr_link_run(sr_link_ask(link, "DELETE FROM tokens WHERE person = ? AND hash <> ?", "ib",
                                   change->person, (const void *)change->kept,
                                   SR_TOKEN_HASH_BYTES));
}

enum sr_store_answer sr_store_set_password(struct sr_store *store, int64_t person,
                                           const char *password, const uint8_t *kept) {
    struct password_change change = {person, password, kept};
    return sr_store_tell_person(store, person, sr_store_write(store, set_password, &change));
}

/* ---- statistics and ratings ---- */

enum sr_store_answer sr_store_list_statistics(struct sr_store *store, int64_t person,
                                              sr_store_each_statistic *each, void *context) {
    struct sr_link *link = sr_store_read(store);
    struct sr_rows *ask = sr_link_ask(
        link,
        "SELECT game, count(*), sum(won), sum(rank), max(points), max(ended), max(skill),"
        " max(doubt), max(rated), min(points)"
        " FROM (SELECT tables.game, won, rank, points, ended, ratings.skill, doubt,"
        "  coalesce(games, 0) AS rated FROM results JOIN tables ON tables.id = table_id"
        "  LEFT JOIN ratings ON ratings.person = results.person AND ratings.game = tables.game"
        "  WHERE results.person = ?1 AND 1 = (SELECT count(*) FROM results AS other"
        "   WHERE other.table_id = results.table_id AND other.person = ?1)) AS played"
        " GROUP BY game ORDER BY game",
        "i", person);
    enum sr_step code = SR_STEP_BROKEN;
    while (ask && (code = sr_rows_next(ask)) == SR_STEP_ROW) {
        struct sr_statistic one = {.games = sr_column_int(ask, 1),
                                   .wins = sr_column_int(ask, 2),
                                   .ranks = sr_column_number(ask, 3),
                                   .most = sr_column_int(ask, 4),
                                   .last = sr_column_number(ask, 5),
                                   .skill = sr_column_real(ask, 6),
                                   .doubt = sr_column_real(ask, 7),
                                   .rated = sr_column_int(ask, 8),
                                   .least = sr_column_int(ask, 9)};
        sr_column_text(ask, 0, one.game, sizeof one.game);
        if (!each(context, &one))
            break;
    }
    enum sr_store_answer answer = sr_link_walked(ask, code);
    sr_store_read_end(store, link);
    return answer;
}

enum sr_store_answer sr_store_list_ratings(struct sr_store *store, const char *game, int most,
                                           sr_store_each_rating *each, void *context) {
    struct sr_link *link = sr_store_read(store);
    /* who is least in doubt to be this good comes first */
    struct sr_rows *ask = sr_link_ask(link,
                                      "SELECT person, name, skill, doubt, games FROM ratings"
                                      " JOIN people ON people.id = person WHERE game = ?"
                                      " ORDER BY skill - 2 * doubt DESC, person LIMIT ?",
                                      "ti", game, (int64_t)most);
    enum sr_step code = SR_STEP_BROKEN;
    while (ask && (code = sr_rows_next(ask)) == SR_STEP_ROW) {
        struct sr_rating one = {.person = sr_column_number(ask, 0),
                                .skill = sr_column_real(ask, 2),
                                .doubt = sr_column_real(ask, 3),
                                .games = sr_column_int(ask, 4)};
        sr_column_text(ask, 1, one.name, sizeof one.name);
        if (!each(context, &one))
            break;
    }
    enum sr_store_answer answer = sr_link_walked(ask, code);
    sr_store_read_end(store, link);
    return answer;
}

/* The claimed people at a table, with their ranks and what is known of them. */
struct rated {
    int count;
    int64_t person[SR_MAX_SEATS];
    int seat[SR_MAX_SEATS], rank[SR_MAX_SEATS];
    struct sr_skill skill[SR_MAX_SEATS];
};

/* Rated are games from a deal, without hints, in which nobody holds two seats. */
static enum sr_store_answer read_rated(struct sr_link *link, const char *id, struct rated *rated) {
    struct sr_rows *ask = sr_link_ask(
        link,
        "SELECT results.person, seat, rank, skill_of.skill, doubt FROM results"
        " JOIN tables ON tables.id = table_id JOIN people ON people.id = results.person"
        " LEFT JOIN ratings AS skill_of ON skill_of.person = results.person"
        "  AND skill_of.game = tables.game"
        " WHERE table_id = ?1 AND position IS NULL AND hints = 0 AND imported = 0"
        "  AND password IS NOT NULL AND NOT EXISTS (SELECT 1 FROM results WHERE table_id = ?1"
        "   AND person IS NOT NULL GROUP BY person HAVING count(*) > 1)"
        " ORDER BY seat",
        "t", id);
    enum sr_step code = SR_STEP_BROKEN;
    rated->count = 0;
    while (ask && (code = sr_rows_next(ask)) == SR_STEP_ROW && rated->count < SR_MAX_SEATS) {
        int i = rated->count++;
        rated->person[i] = sr_column_number(ask, 0);
        rated->seat[i] = sr_column_int(ask, 1);
        rated->rank[i] = sr_column_int(ask, 2);
        rated->skill[i] = sr_skill_new();
        if (!sr_column_is_null(ask, 3))
            rated->skill[i] = (struct sr_skill){sr_column_real(ask, 3), sr_column_real(ask, 4)};
    }
    return sr_link_walked(ask, code);
}

enum sr_store_answer sr_link_rate(struct sr_link *link, const char *id) {
    struct rated rated;
    /* always in the same order, so that two games that end at once do not wait for each other */
    enum sr_store_answer answer =
        sr_link_run(sr_link_ask(link,
                                "SELECT id FROM people WHERE id IN"
                                " (SELECT person FROM results WHERE table_id = ?) ORDER BY id"
                                " {FOR NO KEY UPDATE}",
                                "t", id));
    if (answer == SR_STORE_DONE)
        answer = read_rated(link, id, &rated);
    if (answer != SR_STORE_DONE || rated.count < 2)
        return answer;
    sr_skill_update(rated.skill, rated.rank, rated.count);
    for (int i = 0; i < rated.count && answer == SR_STORE_DONE; i++) {
        answer = sr_link_run(sr_link_ask(link,
                                         "INSERT INTO ratings (person, game, skill, doubt, games)"
                                         " SELECT ?1, game, ?2, ?3, 1 FROM tables WHERE id = ?4"
                                         " ON CONFLICT (person, game) DO UPDATE"
                                         " SET skill = ?2, doubt = ?3, games = ratings.games + 1",
                                         "iddt", rated.person[i], rated.skill[i].skill,
                                         rated.skill[i].doubt, id));
        if (answer == SR_STORE_DONE)
            answer = sr_link_run(
                sr_link_ask(link, "UPDATE results SET skill = ? WHERE table_id = ? AND seat = ?",
                            "dti", rated.skill[i].skill, id, (int64_t)rated.seat[i]));
    }
    return answer;
}

/* ---- everybody ---- */

enum sr_store_answer sr_store_list_people(struct sr_store *store, sr_store_each_person *each,
                                          void *context) {
    struct sr_link *link = sr_store_read(store);
    struct sr_rows *ask =
        sr_link_ask(link,
                    "SELECT id, name, password IS NOT NULL, made,"
                    " (SELECT count(DISTINCT table_id) FROM seats WHERE person = people.id)"
                    " FROM people ORDER BY id",
                    "");
    enum sr_step code = SR_STEP_BROKEN;
    while (ask && (code = sr_rows_next(ask)) == SR_STEP_ROW) {
        struct sr_person person = {.id = sr_column_number(ask, 0),
                                   .claimed = sr_column_int(ask, 2) != 0};
        sr_column_text(ask, 1, person.name, sizeof person.name);
        if (!each(context, &person, sr_column_number(ask, 3), sr_column_int(ask, 4)))
            break;
    }
    enum sr_store_answer answer = sr_link_walked(ask, code);
    sr_store_read_end(store, link);
    return answer;
}
