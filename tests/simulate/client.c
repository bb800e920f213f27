/* What people make of what they are told, as a program in their hands would: the view put together
 * from a fresh one and the differences since, whose turn it is, what is asked. */
#include "world.h"

#include <stdlib.h>
#include <string.h>

void client_clear(struct tab *tab) {
    json_decref(tab->mirror);
    letter_drop(tab->last);
    tab->mirror = NULL;
    tab->last = NULL;
}

/* What is told over a new connection goes on from what was seen. */
void client_connected(struct world *world, struct tab *tab) {
    (void)world;
    tab->refused = false;
    tab->listed_id = -1;
}

/* ---- looking for members ---- */

static bool begins(const struct letter *letter, const char *type) {
    static const char begin[] = "{\"type\":\"";
    size_t length = strlen(type);
    const char *at = letter->text + sizeof begin - 1;
    return letter->length > sizeof begin + length &&
           memcmp(letter->text, begin, sizeof begin - 1) == 0 && memcmp(at, type, length) == 0 &&
           at[length] == '"';
}

static int64_t number_after(const struct letter *letter, const char *name) {
    const char *at = strstr(letter->text, name);
    return at ? strtoll(at + strlen(name), NULL, 10) : -1;
}

bool client_move(const struct tab *tab, uint32_t n, char *move, size_t size) {
    static const char begin[] = "{\"move\":\"";
    const char *list = tab->last ? strstr(tab->last->text, "\"moves\":[") : NULL;
    uint32_t count = 0;
    if (!list)
        return false;
    for (const char *at = list; (at = strstr(at, begin)); at++)
        count++;
    if (count == 0)
        return false;
    n %= count;
    const char *at = strstr(list, begin);
    for (; n > 0; n--)
        at = strstr(at + 1, begin);
    at += sizeof begin - 1;
    size_t length = strcspn(at, "\"");
    if (length >= size)
        return false;
    memcpy(move, at, length);
    move[length] = '\0';
    return true;
}

/* ---- the view put together ---- */

/* Members that differ, objects member by member, lists whole, null for what is gone. */
static void merge(json_t *into, json_t *diff) {
    const char *name;
    json_t *value;
    json_object_foreach(diff, name, value) {
        json_t *old = json_object_get(into, name);
        if (json_is_object(value) && json_is_object(old))
            merge(old, value);
        else
            json_object_set(into, name, value);
    }
}

static void take_view(struct world *world, struct tab *tab, const struct letter *letter) {
    json_t *root = json_loadb(letter->text, letter->length, 0, NULL);
    json_t *view = json_object_get(root, "view");
    if (!json_is_object(view))
        world_fail(world, "json", "a view is not one: %.200s", letter->text);
    json_decref(tab->mirror);
    tab->mirror = json_incref(view);
    tab->mirrored = tab->seen;
    json_decref(root);
}

static void take_diff(struct world *world, struct tab *tab, const struct letter *letter) {
    json_t *root = json_loadb(letter->text, letter->length, 0, NULL);
    json_t *diff = json_object_get(root, "diff");
    if (!json_is_object(diff))
        world_fail(world, "json", "an event has no difference: %.200s", letter->text);
    else if (tab->mirror)
        merge(tab->mirror, diff);
    tab->mirrored = tab->seen;
    json_decref(root);
}

static void keep_moves(struct tab *tab, struct letter *letter) {
    letter_drop(tab->last);
    tab->last = NULL;
    if (strstr(letter->text, "\"moves\":[")) {
        tab->last = letter;
        letter->uses++;
    }
}

/* ---- reading ---- */

static void read_view(struct world *world, struct tab *tab, struct letter *letter) {
    tab->seen = number_after(letter, "\"number\":");
    const char *seat = strstr(letter->text, "\"seat\":");
    tab->seat = seat ? (int)strtol(seat + strlen("\"seat\":"), NULL, 10) - 1 : SR_SPECTATOR;
    keep_moves(tab, letter);
    if (tab->careful)
        take_view(world, tab, letter);
}

static void read_event(struct world *world, struct tab *tab, struct letter *letter) {
    int64_t number = number_after(letter, "\"number\":");
    if (number != tab->seen + 1)
        world_fail(world, "numbers", "person %d at table %d got event %lld after %lld",
                   tab->person + 1, tab->table, (long long)number, (long long)tab->seen);
    tab->seen = number;
    keep_moves(tab, letter);
    if (tab->careful && tab->mirror)
        take_diff(world, tab, letter);
}

static void read_table(struct tab *tab, const struct letter *letter) {
    static const char status[] = "\"status\":\"";
    const char *at = strstr(letter->text, status);
    tab->status = at ? at[sizeof status - 1] : 0;
    tab->free_seat = strstr(letter->text, "\"free\":true") != NULL;
    tab->petition = strstr(letter->text, "\"petition\":{") != NULL &&
                    strstr(letter->text, "\"refused\":") == NULL;
    tab->mine = strstr(letter->text, "\"you\":true") != NULL;
    tab->away = strstr(letter->text, "\"away\":true") != NULL;
    tab->invites = strstr(letter->text, "\"invited\":true") != NULL;
}

void client_read(struct world *world, struct tab *tab, struct letter *letter) {
    if (begins(letter, "view"))
        read_view(world, tab, letter);
    else if (begins(letter, "event"))
        read_event(world, tab, letter);
    else if (begins(letter, "table"))
        read_table(tab, letter);
    else if (begins(letter, "error"))
        tab->refused = true;
    if (tab->careful && tab->mirror && (begins(letter, "view") || begins(letter, "event")))
        check_mirror(world, tab);
}
