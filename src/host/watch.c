/* Who is there, whose view each of them gets, and telling them. What several viewers are told alike
 * is written once. */
#include "host/problems.h"
#include "machine.h"
#include "wire.h"

#include <string.h>

enum { MOST_ALIKE = 32 }; /* kinds of viewers: seats, the host and nobody, in each language */

/* ---- whose seats, whose views ---- */

int sr_host_decider(const struct sr_host *host) {
    const struct sr_head *head = host->table ? sr_head(host->table->state) : NULL;
    return head && !head->over && head->decider < host->row.seats ? head->decider : SR_SPECTATOR;
}

int sr_host_seat(const struct sr_host *host, int64_t person) {
    for (int seat = 0; person && seat < host->row.seats; seat++)
        if (host->row.chair[seat].person == person)
            return seat;
    return SR_SPECTATOR;
}

int sr_host_seats_of(const struct sr_host *host, int64_t person) {
    int count = 0;
    for (int seat = 0; person && seat < host->row.seats; seat++)
        count += host->row.chair[seat].person == person;
    return count;
}

bool sr_host_is_theirs(const struct sr_host *host, int64_t person, int seat) {
    return person && seat >= 0 && seat < host->row.seats && host->row.chair[seat].person == person;
}

int sr_host_viewer(const struct sr_host *host, int64_t person, int asked) {
    if (sr_host_is_theirs(host, person, asked))
        return asked;
    return sr_host_seats_of(host, person) == 1 ? sr_host_seat(host, person) : SR_SPECTATOR;
}

int sr_host_actor(const struct sr_host *host, int64_t person, int asked) {
    int decider = sr_host_decider(host);
    if (asked >= 0)
        return sr_host_is_theirs(host, person, asked) ? asked : SR_SPECTATOR;
    return sr_host_is_theirs(host, person, decider) ? decider : sr_host_seat(host, person);
}

bool sr_host_may_see(const struct sr_host *host, int64_t person) {
    return host->row.open || sr_host_seat(host, person) >= 0 ||
           (person && host->row.host == person) ||
           (host->row.shared && host->row.status == SR_TABLE_FINISHED);
}

struct sr_viewer *sr_host_find(const struct sr_host *host, uint64_t viewer) {
    for (int i = 0; viewer && i < host->viewers; i++)
        if (host->viewer[i].viewer == viewer)
            return &host->viewer[i];
    return NULL;
}

/* ---- telling ---- */

struct sr_effect *sr_host_tell_one(struct sr_host *host, uint64_t viewer, struct sr_buffer *text) {
    uint64_t *list = sr_host_alloc(host, sizeof *list);
    host->broken = host->broken || text->broken;
    struct sr_effect *effect = sr_host_effect(host, SR_EFFECT_TELL);
    effect->tell.viewer = list;
    effect->tell.text = *text;
    if (list) {
        *list = viewer;
        effect->tell.viewers = 1;
    }
    *text = (struct sr_buffer){0};
    return effect;
}

/* A text that all viewers with the same key are told alike. A key below 0: they are not told. */
struct telling {
    int64_t (*key)(const struct sr_host *host, const struct sr_viewer *viewer,
                   const struct telling *telling);
    void (*write)(struct sr_buffer *out, const struct sr_host *host, const struct sr_viewer *viewer,
                  const struct telling *telling);
    const struct sr_scene *scene;
    const struct sr_chat *chat;
};

static void tell_alike(struct sr_host *host, const struct telling *telling, int first,
                       int64_t key) {
    const struct sr_viewer *viewer = host->viewer;
    struct sr_buffer text = {0};
    uint64_t *list = sr_host_alloc(host, (size_t)(host->viewers - first) * sizeof *list);
    int count = 0;
    for (int i = first; list && i < host->viewers; i++)
        if (telling->key(host, &viewer[i], telling) == key)
            list[count++] = viewer[i].viewer;
    telling->write(&text, host, &viewer[first], telling);
    host->broken = host->broken || text.broken;
    struct sr_effect *effect = sr_host_effect(host, SR_EFFECT_TELL);
    effect->tell.viewer = list;
    effect->tell.viewers = count;
    effect->tell.text = text;
}

static void tell(struct sr_host *host, const struct telling *telling) {
    int64_t told[MOST_ALIKE];
    int count = 0;
    for (int i = 0; i < host->viewers; i++) {
        int64_t key = telling->key(host, &host->viewer[i], telling);
        bool known = key < 0;
        for (int j = 0; j < count && !known; j++)
            known = told[j] == key;
        if (known || count == MOST_ALIKE)
            continue;
        told[count++] = key;
        tell_alike(host, telling, i, key);
    }
}

/* Those who sit here, and the host, are told what is theirs. */
static int64_t key_of_person(const struct sr_host *host, const struct sr_viewer *viewer,
                             const struct telling *telling) {
    int64_t person = viewer->guest.person.id;
    (void)telling;
    bool known = sr_host_seat(host, person) >= 0 || (person && host->row.host == person);
    return (known ? person : 0) * SR_LANGS + viewer->guest.lang;
}

static int seat_of(const struct sr_host *host, const struct sr_viewer *viewer) {
    return sr_host_viewer(host, viewer->guest.person.id, viewer->seat);
}

static int64_t key_of_seat(const struct sr_host *host, const struct sr_viewer *viewer,
                           const struct telling *telling) {
    (void)telling;
    return (seat_of(host, viewer) + 1) * SR_LANGS + (int)viewer->guest.lang;
}

static int64_t key_of_adviced(const struct sr_host *host, const struct sr_viewer *viewer,
                              const struct telling *telling) {
    bool theirs = seat_of(host, viewer) == host->advice.seat;
    return theirs ? key_of_seat(host, viewer, telling) : -1;
}

static int64_t key_of_all(const struct sr_host *host, const struct sr_viewer *viewer,
                          const struct telling *telling) {
    (void)host;
    (void)viewer;
    (void)telling;
    return 0;
}

static void write_table(struct sr_buffer *out, const struct sr_host *host,
                        const struct sr_viewer *viewer, const struct telling *telling) {
    (void)telling;
    sr_wire_table_message(out, host, viewer->guest.person.id, viewer->guest.lang);
}

static void write_view(struct sr_buffer *out, const struct sr_host *host,
                       const struct sr_viewer *viewer, const struct telling *telling) {
    (void)telling;
    sr_wire_view(out, host->table, host->number, seat_of(host, viewer), viewer->guest.lang);
}

static void write_scene(struct sr_buffer *out, const struct sr_host *host,
                        const struct sr_viewer *viewer, const struct telling *telling) {
    sr_wire_event(out, telling->scene, seat_of(host, viewer), viewer->guest.lang);
}

static void write_clock(struct sr_buffer *out, const struct sr_host *host,
                        const struct sr_viewer *viewer, const struct telling *telling) {
    (void)viewer;
    (void)telling;
    sr_wire_clock(out, host);
}

static void write_chat(struct sr_buffer *out, const struct sr_host *host,
                       const struct sr_viewer *viewer, const struct telling *telling) {
    (void)host;
    (void)viewer;
    sr_wire_chat(out, telling->chat);
}

static void write_hint(struct sr_buffer *out, const struct sr_host *host,
                       const struct sr_viewer *viewer, const struct telling *telling) {
    (void)telling;
    sr_wire_hint(out, host, viewer->guest.lang);
}

void sr_host_tell_table(struct sr_host *host) {
    tell(host, &(struct telling){.key = key_of_person, .write = write_table});
}

void sr_host_tell_views(struct sr_host *host) {
    tell(host, &(struct telling){.key = key_of_seat, .write = write_view});
}

void sr_host_tell_scene(struct sr_host *host, const struct sr_scene *scene) {
    tell(host, &(struct telling){.key = key_of_seat, .write = write_scene, .scene = scene});
}

void sr_host_tell_clock(struct sr_host *host) {
    if (sr_clock_read(host->row.clock).kind != SR_CLOCK_NONE)
        tell(host, &(struct telling){.key = key_of_all, .write = write_clock});
}

void sr_host_tell_chat(struct sr_host *host, const struct sr_chat *chat) {
    tell(host, &(struct telling){.key = key_of_all, .write = write_chat, .chat = chat});
}

void sr_host_tell_hints(struct sr_host *host) {
    tell(host, &(struct telling){.key = key_of_adviced, .write = write_hint});
}

/* ---- what somebody missed ---- */

/* The table as it was some entries ago, kept so that not all is replayed for each who comes back.
 */
static struct sr_table *begin_replay(const struct sr_host *host, int64_t after, int64_t *number) {
    bool kept = host->past && host->past_number <= after;
    *number = kept ? host->past_number : host->began;
    if (kept)
        return sr_table_copy(host->past, NULL);
    return host->began == host->row.base ? sr_row_deal(&host->row, NULL) : NULL;
}

void sr_host_keep_past(struct sr_host *host, const struct sr_table *table, int64_t number) {
    struct sr_table *copy = sr_table_copy(table, NULL);
    if (!copy)
        return;
    sr_table_free(host->past);
    host->past = copy;
    host->past_number = number;
}

/* Shows each scene since event `after`. `possible` is false if it was too long ago. */
typedef void show_scene(struct sr_host *host, const struct sr_scene *scene, void *context);

static bool show_missed(struct sr_host *host, int64_t after, bool *possible, show_scene *show,
                        void *context) {
    int64_t number = 0;
    bool few =
        after >= host->began && after <= host->number && host->number - after <= SR_RESUME_EVENTS;
    struct sr_table *past = few ? begin_replay(host, after, &number) : NULL;
    struct sr_trail trail = {0};
    bool fine = true;
    *possible = past != NULL;
    while (past && fine && number < host->number) {
        const struct sr_deed *deed = &host->deed[number - host->began];
        _Alignas(8) unsigned char before[SR_MAX_STATE];
        struct sr_events events = {0};
        if (number == host->number - SR_RESUME_EVENTS)
            sr_host_keep_past(host, past, number);
        memcpy(before, past->state, sizeof before);
        fine = sr_trail_replay(&trail, &past, deed, &events, NULL);
        if (!fine || ++number <= after)
            continue;
        const struct sr_scene scene = {past,       before, &events, (enum sr_entry_kind)deed->kind,
                                       deed->seat, number};
        show(host, &scene, context);
    }
    sr_trail_free(&trail);
    sr_table_free(past);
    return fine;
}

static void show_to_all(struct sr_host *host, const struct sr_scene *scene, void *context) {
    (void)context;
    sr_host_tell_scene(host, scene);
}

void sr_host_tell_since(struct sr_host *host, int64_t after) {
    bool possible;
    if (!show_missed(host, after, &possible, show_to_all, NULL))
        host->broken = true;
    if (!possible || after == host->number)
        sr_host_tell_views(host);
    sr_host_tell_clock(host);
}

/* Writes each message that a viewer missed since event `after`, or a fresh view. */
typedef void take_text(struct sr_host *host, struct sr_buffer *text, void *context);

struct writing {
    int viewer;
    enum sr_lang lang;
    take_text *take;
    void *context;
};

static void write_missed(struct sr_host *host, const struct sr_scene *scene, void *context) {
    const struct writing *writing = context;
    struct sr_buffer text = {0};
    sr_wire_event(&text, scene, writing->viewer, writing->lang);
    writing->take(host, &text, writing->context);
}

static bool tell_missed(struct sr_host *host, int viewer, enum sr_lang lang, int64_t after,
                        take_text *take, void *context) {
    struct writing writing = {viewer, lang, take, context};
    struct sr_buffer text = {0};
    bool possible;
    bool fine = show_missed(host, after, &possible, write_missed, &writing);
    if (!possible) {
        sr_wire_view(&text, host->table, host->number, viewer, lang);
        take(host, &text, context);
    }
    return fine;
}

static void tell_text(struct sr_host *host, struct sr_buffer *text, void *context) {
    const uint64_t *viewer = context;
    sr_host_tell_one(host, *viewer, text);
}

static void add_text(struct sr_host *host, struct sr_buffer *text, void *context) {
    struct sr_buffer *list = context;
    bool first = list->length > 0 && list->text[list->length - 1] == '[';
    host->broken = host->broken || text->broken;
    sr_buffer_add(list, first ? "" : ",");
    if (text->text)
        sr_buffer_add_bytes(list, text->text, text->length);
    sr_buffer_free(text);
}

/* ---- coming and going ---- */

static bool is_watching(const struct sr_host *host, int64_t person) {
    for (int i = 0; person && i < host->viewers; i++)
        if (host->viewer[i].guest.person.id == person)
            return true;
    for (int i = 0; person && i < host->others_count; i++)
        if (host->others[i] == person)
            return true;
    return false;
}

void sr_host_count_here(struct sr_host *host) {
    for (int seat = 0; seat < SR_MAX_SEATS; seat++) {
        int64_t person = host->row.chair[seat].person;
        host->here[seat] = 0;
        for (int i = 0; person && i < host->viewers; i++)
            host->here[seat] += host->viewer[i].guest.person.id == person;
        for (int i = 0; person && i < host->others_count; i++)
            host->here[seat] += host->others[i] == person;
    }
}

/* Whoever was there until now was seen just now. */
void sr_host_take_others(struct sr_host *host, const int64_t *person, int count) {
    int before[SR_MAX_SEATS];
    bool changed = false;
    if (count > SR_MOST_OTHERS)
        count = SR_MOST_OTHERS;
    if (!host->others)
        host->others = sr_host_alloc(host, SR_MOST_OTHERS * sizeof *host->others);
    if (!host->others)
        return;
    memcpy(before, host->here, sizeof before);
    if (count > 0)
        memcpy(host->others, person, (size_t)count * sizeof *person);
    host->others_count = count;
    sr_host_count_here(host);
    for (int seat = 0; seat < host->row.seats; seat++) {
        if (before[seat] > 0 || host->here[seat] > 0)
            host->seen[seat] = host->now;
        changed = changed || (before[seat] > 0) != (host->here[seat] > 0);
    }
    if (changed && host->loaded)
        sr_host_tell_table(host);
}

/* Those who sit here are told when one of them comes or goes. */
static void note_presence(struct sr_host *host, int64_t person, int by, bool tells) {
    bool sits = false;
    for (int seat = 0; person && seat < host->row.seats; seat++)
        if (host->row.chair[seat].person == person) {
            host->seen[seat] = host->now;
            host->here[seat] += by;
            sits = true;
        }
    if (sits && tells)
        sr_host_tell_table(host);
}

static void tell_everything(struct sr_host *host, const struct sr_viewer *viewer, int64_t after) {
    struct sr_buffer text = {0};
    uint64_t number = viewer->viewer;
    write_table(&text, host, viewer, NULL);
    sr_host_tell_one(host, number, &text);
    if (host->table &&
        !tell_missed(host, seat_of(host, viewer), viewer->guest.lang, after, tell_text, &number))
        host->broken = true;
    for (int i = 0; i < host->chats; i++) {
        sr_wire_chat(&text, &host->chat[i]);
        sr_host_tell_one(host, number, &text);
    }
}

static void turn_away(struct sr_host *host, uint64_t viewer, enum sr_lang lang,
                      const struct sr_error *error) {
    struct sr_buffer text = {0};
    sr_wire_refusal(&text, false, 0, error, lang);
    sr_host_tell_one(host, viewer, &text)->tell.problem = error->problem;
    sr_host_effect(host, SR_EFFECT_HANG_UP)->hang_up.viewer = viewer;
}

void sr_host_let_go(struct sr_host *host) {
    struct sr_error error = {0};
    sr_fail(&error, SR_PROBLEM_PRIVATE_TABLE, NULL);
    for (int i = host->viewers - 1; i >= 0 && host->loaded && !host->row.open; i--) {
        const struct sr_viewer gone = host->viewer[i];
        if (sr_host_may_see(host, gone.guest.person.id))
            continue;
        host->viewer[i] = host->viewer[--host->viewers];
        turn_away(host, gone.viewer, gone.guest.lang, &error);
    }
}

void sr_host_arrive(struct sr_host *host, const struct sr_input *input) {
    const struct sr_guest *guest = &input->arrives.guest;
    struct sr_error error = host->trouble;
    void *list = host->viewer;
    if (host->loaded && !sr_host_may_see(host, guest->person.id))
        sr_fail(&error, SR_PROBLEM_PRIVATE_TABLE, NULL);
    if (error.problem != SR_FINE) {
        turn_away(host, input->arrives.viewer, guest->lang, &error);
        return;
    }
    if (!sr_host_grow(host, &list, &host->viewers_room, (size_t)host->viewers,
                      sizeof *host->viewer))
        return;
    host->viewer = list;
    note_presence(host, guest->person.id, 1, !is_watching(host, guest->person.id));
    host->viewer[host->viewers] = (struct sr_viewer){
        .viewer = input->arrives.viewer, .guest = *guest, .seat = input->arrives.seat};
    tell_everything(host, &host->viewer[host->viewers++], input->arrives.after);
}

void sr_host_depart(struct sr_host *host, uint64_t viewer) {
    struct sr_viewer *gone = sr_host_find(host, viewer);
    if (!gone)
        return;
    int64_t person = gone->guest.person.id;
    *gone = host->viewer[--host->viewers];
    note_presence(host, person, -1, host->loaded && !is_watching(host, person));
}

/* ---- looking ---- */

/* Whose view is asked for, which must be the person's own; 0 is nobody's, -1 whichever there is. */
static bool read_viewer(const struct sr_host *host, const struct sr_message *message, int *viewer,
                        struct sr_error *error) {
    *viewer = sr_host_viewer(host, host->asker.guest.person.id, (int)message->seat - 1);
    if (message->seat == 0)
        *viewer = SR_SPECTATOR;
    if (message->seat > 0 && *viewer != message->seat - 1)
        return sr_fail(error, SR_PROBLEM_NO_SEAT, NULL);
    return true;
}

static bool has_begun(const struct sr_host *host, struct sr_error *error) {
    return host->table ? true : sr_fail(error, SR_PROBLEM_NOT_PLAYING, NULL);
}

bool sr_host_say_view(struct sr_host *host, const struct sr_message *message,
                      struct sr_error *error) {
    int viewer;
    struct sr_buffer text = {0};
    if (!has_begun(host, error) || !read_viewer(host, message, &viewer, error))
        return false;
    sr_wire_view(&text, host->table, host->number, viewer, host->asker.guest.lang);
    sr_host_answer(host, &text, false);
    return true;
}

bool sr_host_say_score(struct sr_host *host, const struct sr_message *message,
                       struct sr_error *error) {
    int viewer;
    struct sr_buffer text = {0};
    if (!has_begun(host, error) || !read_viewer(host, message, &viewer, error))
        return false;
    sr_wire_score(&text, host->table, viewer, host->asker.guest.lang);
    sr_host_answer(host, &text, false);
    return true;
}

bool sr_host_say_events(struct sr_host *host, const struct sr_message *message,
                        struct sr_error *error) {
    int viewer;
    struct sr_buffer text = {0};
    if (!read_viewer(host, message, &viewer, error))
        return false;
    sr_buffer_add(&text, "{\"messages\":[");
    if (host->table &&
        !tell_missed(host, viewer, host->asker.guest.lang, message->after, add_text, &text)) {
        sr_buffer_free(&text);
        return sr_fail(error, SR_PROBLEM_MEMORY, NULL);
    }
    sr_buffer_add(&text, "]}");
    sr_host_answer(host, &text, false);
    return true;
}

bool sr_host_say_preview(struct sr_host *host, int seat, const struct sr_message *message,
                         struct sr_error *error) {
    const struct sr_table *table = host->table;
    struct sr_move move;
    struct sr_preview shown;
    if (!table || host->row.status != SR_TABLE_PLAYING)
        return sr_fail(error, SR_PROBLEM_NOT_PLAYING, NULL);
    if (seat != sr_host_decider(host))
        return sr_fail(error, SR_PROBLEM_NO_SEAT, NULL);
    if (!sr_move_read(table->game, message->move, strlen(message->move), host->row.seats, &move,
                      error) ||
        !sr_table_preview(table, move, &shown, error))
        return false;
    struct sr_buffer text = {0};
    sr_wire_preview(&text, host->asker.named, host->asker.id, table, &shown,
                    host->asker.guest.lang);
    sr_host_answer(host, &text, false);
    return true;
}

bool sr_host_turn_to(struct sr_host *host, const struct sr_message *message,
                     struct sr_error *error) {
    struct sr_viewer *viewer = sr_host_find(host, host->asker.viewer);
    int64_t seat = message->seat < 0 ? 0 : message->seat;
    if (!viewer)
        return sr_fail(error, SR_PROBLEM_NO_SEAT, NULL);
    if (!sr_host_check_number("seat", seat, 0, host->row.seats, error))
        return false;
    if (seat > 0 && !sr_host_is_theirs(host, viewer->guest.person.id, (int)seat - 1))
        return sr_fail(error, SR_PROBLEM_NO_SEAT, NULL);
    viewer->seat = (int)seat - 1;
    if (!host->table)
        return true;
    struct sr_buffer text = {0};
    write_view(&text, host, viewer, NULL);
    sr_host_tell_one(host, viewer->viewer, &text);
    return true;
}
