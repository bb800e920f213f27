/* The store of a house in a browser: tables in memory, each change of them a line of the outbox.
 * Rows are all here; the history of a table is handed in when it is first wanted. There is one
 * person, whose browser it is, and one house at a time writes (the one who runs it sees to that),
 * so that a conflict can only be with what a caller believed. */
#include "engine.h"

#include "bots/nets.h"
#include "coach/review.h"
#include "games/games.h"
#include "store/latency.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct kept {
    struct sr_table_row row;
    bool known; /* its history is here */
    struct sr_entry *entry;
    int64_t entries, room;
    struct sr_chat *chat;
    int chats;
    int64_t saved_number; /* of the saved position, which is NULL if there is none */
    char *saved;
    char *chances;
    char *review, *reviewer; /* and what it is by; NULL: there is none */
};

enum { MOST_PUZZLES = 16, REVIEWER_BYTES = SR_REVIEWER_BYTES + 24 };
/* The puzzle of a game, as it is told in each language. */
struct kept_puzzle {
    char game[SR_GAME_NAME_BYTES];
    int64_t day;
    char *told[SR_LANGS];
};

struct sr_store {
    struct sr_person owner;
    bool here;
    struct kept **table;
    int tables, room;
    struct kept_puzzle puzzle[MOST_PUZZLES];
    int puzzles;
    char wanted[SR_TABLE_ID_BYTES];
};

static struct sr_store store_of_this_house;

struct sr_store *sr_engine_store(void) {
    return &store_of_this_house;
}

const char *sr_store_wanted(const struct sr_store *store) {
    return store->wanted;
}

void sr_store_want_nothing(struct sr_store *store) {
    store->wanted[0] = '\0';
}

/* ---- lines of the outbox ---- */

static void keep_begin(const char *what, const char *id) {
    sr_outbox_begin("keep");
    sr_buffer_add_string(&sr_outbox, what);
    if (id)
        sr_outbox_text("id", id);
}

static void keep_value(void) {
    sr_buffer_add(&sr_outbox, ",\"value\":");
}

static enum sr_store_answer keep_row(const struct kept *kept, bool fresh) {
    keep_begin("table", kept->row.id);
    sr_outbox_number("fresh", fresh);
    keep_value();
    sr_ledger_write_row(&sr_outbox, &kept->row);
    sr_outbox_end();
    return SR_STORE_DONE;
}

static void keep_entry(const char *id, const struct sr_entry *entry) {
    keep_begin("entry", id);
    sr_outbox_number("number", entry->number);
    keep_value();
    sr_ledger_write_entry(&sr_outbox, entry);
    sr_outbox_end();
}

static void keep_owner(const struct sr_store *store) {
    keep_begin("owner", NULL);
    keep_value();
    sr_buffer_add(&sr_outbox, "{\"name\":");
    sr_buffer_add_string(&sr_outbox, store->owner.name);
    sr_outbox_number("here", store->here);
    sr_buffer_add(&sr_outbox, "}");
    sr_outbox_end();
}

/* ---- finding and adding ---- */

static struct kept *find(const struct sr_store *store, const char *id) {
    for (int i = 0; i < store->tables; i++)
        if (strcmp(store->table[i]->row.id, id) == 0)
            return store->table[i];
    return NULL;
}

/* With its history; if that is not here it is wanted. */
static struct kept *find_whole(struct sr_store *store, const char *id,
                               enum sr_store_answer *answer) {
    struct kept *kept = find(store, id);
    *answer = !kept ? SR_STORE_MISSING : kept->known ? SR_STORE_DONE : SR_STORE_BROKEN;
    if (kept && !kept->known)
        snprintf(store->wanted, sizeof store->wanted, "%s", id);
    return *answer == SR_STORE_DONE ? kept : NULL;
}

static struct kept *add(struct sr_store *store, const struct sr_table_row *row) {
    if (store->tables == store->room) {
        int wanted = store->room ? 2 * store->room : 64;
        struct kept **grown =
            realloc(store->table, (size_t)wanted * sizeof(struct kept *)); /* of pointers */
        if (!grown)
            return NULL;
        store->table = grown;
        store->room = wanted;
    }
    struct kept *kept = calloc(1, sizeof *kept);
    if (!kept || !sr_table_row_copy(&kept->row, row)) {
        free(kept);
        return NULL;
    }
    store->table[store->tables++] = kept;
    return kept;
}

static bool push_entry(struct kept *kept, const struct sr_entry *entry) {
    if (kept->entries == kept->room) {
        int64_t wanted = kept->room ? 2 * kept->room : 64;
        struct sr_entry *grown = realloc(kept->entry, (size_t)wanted * sizeof *grown);
        if (!grown)
            return false;
        kept->entry = grown;
        kept->room = wanted;
    }
    kept->entry[kept->entries++] = *entry;
    return true;
}

static bool push_chat(struct kept *kept, const struct sr_chat *chat) {
    struct sr_chat *grown = realloc(kept->chat, (size_t)(kept->chats + 1) * sizeof *grown);
    if (!grown)
        return false;
    kept->chat = grown;
    kept->chat[kept->chats++] = *chat;
    return true;
}

static bool set_text(char **kept, const char *text) {
    char *copy = strdup(text);
    if (!copy)
        return false;
    free(*kept);
    *kept = copy;
    return true;
}

/* ---- what was kept before ---- */

bool sr_store_know_owner(struct sr_store *store, const char *name, bool here) {
    store->owner = (struct sr_person){.id = SR_HOUSE_OWNER};
    store->here = here;
    return (size_t)snprintf(store->owner.name, sizeof store->owner.name, "%s", name) <
           sizeof store->owner.name;
}

struct sr_person sr_store_owner(const struct sr_store *store, bool *here) {
    *here = store->here;
    return store->owner;
}

bool sr_store_know_table(struct sr_store *store, const struct sr_table_row *row) {
    return !find(store, row->id) && add(store, row);
}

bool sr_store_know_history(struct sr_store *store, const char *id, const json_t *history) {
    struct kept *kept = find(store, id);
    if (!kept || kept->known)
        return kept != NULL;
    const json_t *entries = json_object_get(history, "entries");
    const json_t *chat = json_object_get(history, "chat");
    const json_t *saved = json_object_get(history, "position");
    const char *chances = sr_inbox_text(history, "chances");
    const json_t *review = json_object_get(history, "review");
    bool fine = true;
    for (size_t i = 0; fine && i < json_array_size(entries); i++) {
        struct sr_entry entry;
        fine = sr_ledger_read_entry(json_array_get(entries, i), &entry) &&
               entry.number == kept->entries + 1 && push_entry(kept, &entry);
    }
    for (size_t i = 0; fine && i < json_array_size(chat); i++) {
        struct sr_chat line;
        fine = sr_ledger_read_chat(json_array_get(chat, i), &line) && push_chat(kept, &line);
    }
    if (fine && json_is_object(saved)) {
        kept->saved_number = sr_inbox_number(saved, "number", 0);
        fine = set_text(&kept->saved, sr_inbox_text(saved, "position"));
    }
    if (fine && *chances)
        fine = set_text(&kept->chances, chances);
    if (fine && json_is_object(review))
        fine = set_text(&kept->review, sr_inbox_text(review, "review")) &&
               set_text(&kept->reviewer, sr_inbox_text(review, "by"));
    kept->known = fine;
    return fine;
}

/* ---- people ---- */

enum sr_store_answer sr_store_add_person(struct sr_store *store, const char *name,
                                         const uint8_t token_hash[SR_TOKEN_HASH_BYTES],
                                         struct sr_person *person) {
    (void)token_hash;
    if (!sr_store_know_owner(store, name, true))
        return SR_STORE_BROKEN;
    *person = store->owner;
    keep_owner(store);
    return SR_STORE_DONE;
}

enum sr_store_answer sr_store_drop_token(struct sr_store *store,
                                         const uint8_t token_hash[SR_TOKEN_HASH_BYTES]) {
    (void)token_hash;
    store->here = false;
    keep_owner(store);
    return SR_STORE_DONE;
}

static void count_game(struct sr_statistic *one, const struct sr_table_row *row) {
    for (int seat = 0; seat < row->seats; seat++) {
        const struct sr_chair *chair = &row->chair[seat];
        if (chair->person != SR_HOUSE_OWNER)
            continue;
        one->most = one->games == 0 || chair->points > one->most ? chair->points : one->most;
        one->least = one->games == 0 || chair->points < one->least ? chair->points : one->least;
        one->wins += chair->won;
        one->ranks += chair->rank;
    }
    one->last = row->ended > one->last ? row->ended : one->last;
    one->games++;
}

/* Finished, with one seat of the owner's. */
static bool counts(const struct sr_table_row *row, const char *game) {
    int own = 0;
    for (int seat = 0; seat < row->seats; seat++)
        own += row->chair[seat].person == SR_HOUSE_OWNER && row->chair[seat].rank > 0;
    return own == 1 && row->status == SR_TABLE_FINISHED && strcmp(row->game, game) == 0;
}

static bool is_first_of_its_game(const struct sr_store *store, int index) {
    for (int i = 0; i < index; i++)
        if (strcmp(store->table[i]->row.game, store->table[index]->row.game) == 0)
            return false;
    return true;
}

enum sr_store_answer sr_store_list_statistics(struct sr_store *store, int64_t person,
                                              sr_store_each_statistic *each, void *context) {
    (void)person;
    for (int first = 0; first < store->tables; first++) {
        struct sr_statistic one = {0};
        const char *game = store->table[first]->row.game;
        if (!is_first_of_its_game(store, first))
            continue;
        memcpy(one.game, game, sizeof one.game);
        for (int i = first; i < store->tables; i++)
            if (counts(&store->table[i]->row, game))
                count_game(&one, &store->table[i]->row);
        if (one.games > 0 && !each(context, &one))
            break;
    }
    return SR_STORE_DONE;
}

/* ---- tables ---- */

enum sr_store_answer sr_store_add_table(struct sr_store *store, const struct sr_table_row *row) {
    if (find(store, row->id))
        return SR_STORE_CONFLICT;
    struct kept *kept = add(store, row);
    if (!kept)
        return SR_STORE_BROKEN;
    kept->known = true;
    return keep_row(kept, true);
}

enum sr_store_answer sr_store_get_table(struct sr_store *store, const char *id,
                                        struct sr_table_row *row) {
    const struct kept *kept = find(store, id);
    *row = (struct sr_table_row){0};
    if (!kept)
        return SR_STORE_MISSING;
    return sr_table_row_copy(row, &kept->row) ? SR_STORE_DONE : SR_STORE_BROKEN;
}

enum sr_store_answer sr_store_find_code(struct sr_store *store, const char *code,
                                        char id[SR_TABLE_ID_BYTES]) {
    for (int i = 0; i < store->tables; i++)
        if (strcmp(store->table[i]->row.code, code) == 0) {
            memcpy(id, store->table[i]->row.id, SR_TABLE_ID_BYTES);
            return SR_STORE_DONE;
        }
    return SR_STORE_MISSING;
}

static int newest_first(const void *a, const void *b) {
    const struct sr_table_row *x = &(*(struct kept *const *)a)->row;
    const struct sr_table_row *y = &(*(struct kept *const *)b)->row;
    return x->made != y->made ? (x->made < y->made ? 1 : -1) : strcmp(x->id, y->id);
}

/* The tables themselves are put in order: nobody relies on another one. */
static void sort_tables(struct sr_store *store) {
    if (store->tables > 1)
        qsort(store->table, (size_t)store->tables, sizeof(struct kept *), newest_first);
}

enum sr_store_answer sr_store_list_lobby(struct sr_store *store, sr_store_each_lobby *each,
                                         void *context) {
    sort_tables(store);
    for (int i = 0; i < store->tables; i++) {
        const struct sr_table_row *row = &store->table[i]->row;
        struct sr_lobby_row line = {.status = row->status, .made = row->made};
        memcpy(line.id, row->id, sizeof line.id);
        if (row->open && (row->status == SR_TABLE_WAITING || row->status == SR_TABLE_PLAYING) &&
            !each(context, &line))
            break;
    }
    return SR_STORE_DONE;
}

static bool is_of(const struct sr_table_row *row, int64_t person) {
    bool of = row->host == person && row->status != SR_TABLE_CLOSED;
    for (int seat = 0; seat < row->seats; seat++)
        of = of || row->chair[seat].person == person;
    return of;
}

enum sr_store_answer sr_store_list_of(struct sr_store *store, int64_t person, int skip, int most,
                                      sr_store_each_table *each, void *context) {
    sort_tables(store);
    for (int i = 0; i < store->tables && most > 0; i++) {
        struct sr_table_row row = store->table[i]->row;
        row.position = NULL;
        if (!is_of(&row, person) || skip-- > 0)
            continue;
        most--;
        if (!each(context, &row))
            break;
    }
    return SR_STORE_DONE;
}

enum sr_store_answer sr_store_count_unfinished(struct sr_store *store, int64_t host,
                                               uint64_t network, int *of_host, int *of_network) {
    (void)network;
    *of_host = *of_network = 0;
    for (int i = 0; i < store->tables; i++)
        *of_host +=
            store->table[i]->row.host == host && (store->table[i]->row.status == SR_TABLE_WAITING ||
                                                  store->table[i]->row.status == SR_TABLE_PLAYING);
    return SR_STORE_DONE;
}

enum sr_store_answer sr_store_set_chair(struct sr_store *store, const char *id, int seat,
                                        const struct sr_chair *before,
                                        const struct sr_chair *after) {
    struct kept *kept = find(store, id);
    if (!kept)
        return SR_STORE_CONFLICT;
    struct sr_chair *chair = &kept->row.chair[seat];
    bool same = chair->person == before->person && strcmp(chair->bot, before->bot) == 0;
    if (!same || (after->person != before->person && kept->row.status != SR_TABLE_WAITING))
        return SR_STORE_CONFLICT;
    chair->person = after->person;
    memcpy(chair->name, after->name, sizeof chair->name);
    memcpy(chair->bot, after->bot, sizeof chair->bot);
    return keep_row(kept, false);
}

enum sr_store_answer sr_store_set_status(struct sr_store *store, const char *id,
                                         enum sr_table_status before, enum sr_table_status after) {
    struct kept *kept = find(store, id);
    if (!kept || kept->row.status != before)
        return SR_STORE_CONFLICT;
    for (int seat = 0; after == SR_TABLE_PLAYING && seat < kept->row.seats; seat++)
        if ((kept->row.chair[seat].person == 0) == (*kept->row.chair[seat].bot == '\0'))
            return SR_STORE_CONFLICT;
    kept->row.status = after;
    return keep_row(kept, false);
}

enum sr_store_answer sr_store_set_rematch(struct sr_store *store, const char *id,
                                          const char *rematch) {
    struct kept *kept = find(store, id);
    if (!kept || *kept->row.rematch)
        return SR_STORE_CONFLICT;
    snprintf(kept->row.rematch, sizeof kept->row.rematch, "%s", rematch);
    return keep_row(kept, false);
}

enum sr_store_answer sr_store_set_shared(struct sr_store *store, const char *id, bool shared) {
    struct kept *kept = find(store, id);
    if (!kept)
        return SR_STORE_CONFLICT;
    kept->row.shared = shared;
    return keep_row(kept, false);
}

enum sr_store_answer sr_store_set_quarantine(struct sr_store *store, const char *id,
                                             int quarantine) {
    struct kept *kept = find(store, id);
    if (!kept)
        return SR_STORE_MISSING;
    kept->row.quarantine = (enum sr_quarantine)quarantine;
    return keep_row(kept, false);
}

/* ---- history ---- */

static void set_result(struct kept *kept, const struct sr_result *result) {
    for (int seat = 0; seat < result->seats; seat++) {
        kept->row.chair[seat].points = result->points[seat];
        kept->row.chair[seat].rank = result->rank[seat];
        kept->row.chair[seat].won = result->won[seat];
    }
}

enum sr_store_answer sr_store_add_entry(struct sr_store *store, const char *id,
                                        const struct sr_entry *entry,
                                        const struct sr_result *result) {
    enum sr_store_answer answer;
    struct kept *kept = find_whole(store, id, &answer);
    if (!kept)
        return answer;
    if (kept->row.status != SR_TABLE_PLAYING || entry->number != kept->entries + 1)
        return SR_STORE_CONFLICT;
    if (!push_entry(kept, entry))
        return SR_STORE_BROKEN;
    keep_entry(id, entry);
    if (!result)
        return SR_STORE_DONE;
    kept->row.status = SR_TABLE_FINISHED;
    kept->row.ended = entry->made;
    set_result(kept, result);
    return keep_row(kept, false);
}

enum sr_store_answer sr_store_list_entries(struct sr_store *store, const char *id, int64_t after,
                                           sr_store_each_entry *each, void *context) {
    enum sr_store_answer answer;
    const struct kept *kept = find_whole(store, id, &answer);
    for (int64_t i = after > 0 ? after : 0; kept && i < kept->entries; i++)
        if (!each(context, &kept->entry[i]))
            break;
    return answer;
}

enum sr_store_answer sr_store_import(struct sr_store *store, const struct sr_table_row *row,
                                     const struct sr_entry *entry, int64_t count,
                                     const struct sr_result *result) {
    if (find(store, row->id))
        return SR_STORE_CONFLICT;
    struct kept *kept = add(store, row);
    if (!kept)
        return SR_STORE_BROKEN;
    kept->known = true;
    if (result)
        set_result(kept, result);
    for (int64_t i = 0; i < count; i++) {
        if (!push_entry(kept, &entry[i]))
            return SR_STORE_BROKEN;
        keep_entry(row->id, &entry[i]);
    }
    return keep_row(kept, true);
}

/* ---- positions ---- */

static enum sr_store_answer save(struct sr_store *store, const struct sr_saved *saved) {
    struct kept *kept = find(store, saved->id);
    if (!kept || kept->row.status != SR_TABLE_PLAYING)
        return SR_STORE_DONE;
    if (!set_text(&kept->saved, saved->position))
        return SR_STORE_BROKEN;
    kept->saved_number = saved->number;
    keep_begin("position", saved->id);
    keep_value();
    sr_buffer_add(&sr_outbox, "{\"number\":");
    sr_buffer_add_number(&sr_outbox, saved->number);
    sr_outbox_text("position", saved->position);
    sr_buffer_add(&sr_outbox, "}");
    sr_outbox_end();
    return SR_STORE_DONE;
}

enum sr_store_answer sr_store_save_positions(struct sr_store *store, const struct sr_saved *saved,
                                             int count) {
    enum sr_store_answer answer = SR_STORE_DONE;
    for (int i = 0; i < count && answer == SR_STORE_DONE; i++)
        answer = save(store, &saved[i]);
    return answer;
}

enum sr_store_answer sr_store_saved_position(struct sr_store *store, const char *id,
                                             int64_t *number, char **position) {
    enum sr_store_answer answer;
    const struct kept *kept = find_whole(store, id, &answer);
    if (!kept)
        return answer;
    *number = kept->saved_number;
    *position = kept->saved ? strdup(kept->saved) : NULL;
    return *position ? SR_STORE_DONE : SR_STORE_MISSING;
}

enum sr_store_answer sr_store_rebase(struct sr_store *store, const char *id, int64_t number,
                                     int rules, const char *position) {
    enum sr_store_answer answer;
    struct kept *kept = find_whole(store, id, &answer);
    if (!kept)
        return answer;
    if (kept->row.status != SR_TABLE_PLAYING || number != kept->entries)
        return SR_STORE_CONFLICT;
    if (!set_text(&kept->row.position, position))
        return SR_STORE_BROKEN;
    kept->row.base = number;
    kept->row.rules = rules;
    return keep_row(kept, false);
}

/* ---- charts ---- */

enum sr_store_answer sr_store_set_chances(struct sr_store *store, const char *id,
                                          const char *chances) {
    struct kept *kept = find(store, id);
    if (!kept)
        return SR_STORE_MISSING;
    if (!set_text(&kept->chances, chances))
        return SR_STORE_BROKEN;
    keep_begin("chances", id);
    keep_value();
    sr_buffer_add_string(&sr_outbox, chances);
    sr_outbox_end();
    return SR_STORE_DONE;
}

enum sr_store_answer sr_store_get_chances(struct sr_store *store, const char *id, char **chances) {
    enum sr_store_answer answer;
    const struct kept *kept = find_whole(store, id, &answer);
    *chances = NULL;
    if (!kept)
        return answer;
    if (!kept->chances)
        return SR_STORE_MISSING;
    *chances = strdup(kept->chances);
    return *chances ? SR_STORE_DONE : SR_STORE_BROKEN;
}

/* ---- the coach ---- */

/* A net is not in this module where reviews are asked for, and is part of what they are by. */
static void name_reviewer(const struct kept *kept, const char *by, char *name, size_t size) {
    const struct sr_game *game = sr_game_find(kept->row.game);
    uint64_t mark = game ? sr_net_mark(game, kept->row.seats) : 0;
    snprintf(name, size, "%s/%016llx", by, (unsigned long long)mark);
}

enum sr_store_answer sr_store_set_review(struct sr_store *store, const char *id, const char *by,
                                         const char *review) {
    char name[REVIEWER_BYTES];
    struct kept *kept = find(store, id);
    if (!kept)
        return SR_STORE_MISSING;
    name_reviewer(kept, by, name, sizeof name);
    if (!set_text(&kept->review, review) || !set_text(&kept->reviewer, name))
        return SR_STORE_BROKEN;
    keep_begin("review", id);
    keep_value();
    sr_buffer_add(&sr_outbox, "{\"by\":");
    sr_buffer_add_string(&sr_outbox, name);
    sr_outbox_text("review", review);
    sr_buffer_add(&sr_outbox, "}");
    sr_outbox_end();
    return SR_STORE_DONE;
}

enum sr_store_answer sr_store_get_review(struct sr_store *store, const char *id, const char *by,
                                         char **review) {
    char name[REVIEWER_BYTES];
    enum sr_store_answer answer;
    const struct kept *kept = find_whole(store, id, &answer);
    *review = NULL;
    if (!kept)
        return answer;
    name_reviewer(kept, by, name, sizeof name);
    if (!kept->review || strcmp(kept->reviewer, name) != 0)
        return SR_STORE_MISSING;
    *review = strdup(kept->review);
    return *review ? SR_STORE_DONE : SR_STORE_BROKEN;
}

const char *sr_store_last_review(const struct sr_store *store, const char *id) {
    const struct kept *kept = find(store, id);
    return kept ? kept->review : NULL;
}

static struct kept_puzzle *puzzle_of(struct sr_store *store, const char *game) {
    for (int i = 0; i < store->puzzles; i++)
        if (strcmp(store->puzzle[i].game, game) == 0)
            return &store->puzzle[i];
    return NULL;
}

bool sr_store_know_puzzle(struct sr_store *store, const char *game, const json_t *puzzle) {
    static const char *const langs[SR_LANGS] = {[SR_EN] = "en", [SR_RU] = "ru"};
    struct kept_puzzle *kept = puzzle_of(store, game);
    if (!kept) {
        if (store->puzzles == MOST_PUZZLES || !sr_game_find(game))
            return false;
        kept = &store->puzzle[store->puzzles++];
        snprintf(kept->game, sizeof kept->game, "%s", game);
    }
    kept->day = sr_inbox_number(puzzle, "number", -1);
    for (int lang = 0; lang < SR_LANGS; lang++) {
        const char *told = sr_inbox_text(puzzle, langs[lang]);
        if (!*told || !set_text(&kept->told[lang], told))
            kept->day = -1;
    }
    return kept->day >= 0;
}

void sr_store_set_puzzle(struct sr_store *store, const char *game, const json_t *puzzle) {
    if (!sr_store_know_puzzle(store, game, puzzle))
        return;
    const struct kept_puzzle *kept = puzzle_of(store, game);
    keep_begin("puzzle", game);
    keep_value();
    sr_buffer_add(&sr_outbox, "{\"game\":");
    sr_buffer_add_string(&sr_outbox, game);
    sr_outbox_number("number", kept->day);
    sr_outbox_text("en", kept->told[SR_EN]);
    sr_outbox_text("ru", kept->told[SR_RU]);
    sr_buffer_add(&sr_outbox, "}");
    sr_outbox_end();
}

const char *sr_store_puzzle(struct sr_store *store, const char *game, int64_t day,
                            enum sr_lang lang) {
    const struct kept_puzzle *kept = puzzle_of(store, game);
    return kept && kept->day == day ? kept->told[lang] : NULL;
}

/* ---- chat ---- */

enum sr_store_answer sr_store_add_chat(struct sr_store *store, const char *id,
                                       struct sr_chat *chat) {
    enum sr_store_answer answer;
    struct kept *kept = find_whole(store, id, &answer);
    if (!kept)
        return answer;
    chat->number = kept->chats ? kept->chat[kept->chats - 1].number + 1 : 1;
    if (!push_chat(kept, chat))
        return SR_STORE_BROKEN;
    keep_begin("chat", id);
    sr_outbox_number("number", chat->number);
    keep_value();
    sr_ledger_write_chat(&sr_outbox, chat);
    sr_outbox_end();
    return SR_STORE_DONE;
}

enum sr_store_answer sr_store_list_chat(struct sr_store *store, const char *id, int64_t after,
                                        int most, sr_store_each_chat *each, void *context) {
    enum sr_store_answer answer;
    const struct kept *kept = find_whole(store, id, &answer);
    for (int i = kept && kept->chats > most ? kept->chats - most : 0; kept && i < kept->chats; i++)
        if (kept->chat[i].number > after && !each(context, &kept->chat[i]))
            break;
    return answer;
}

/* Histories in a browser are short enough to be replayed. */
void sr_store_add_checkpoint(struct sr_store *store, const char *id,
                             const struct sr_checkpoint *checkpoint) {
    (void)store;
    (void)id;
    (void)checkpoint;
}

enum sr_store_answer sr_store_find_checkpoint(struct sr_store *store, const char *id,
                                              int64_t number, struct sr_checkpoint *checkpoint) {
    (void)store;
    (void)id;
    (void)number;
    (void)checkpoint;
    return SR_STORE_MISSING;
}
