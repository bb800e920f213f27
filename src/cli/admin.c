/* serai admin: looks after the data of a server. */
#include "cli.h"

#include "cli/problems.h"
#include "server/config.h"
#include "server/problems.h"
#include "server/server.h"
#include "store/problems.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

/* What an action is given. */
struct errand {
    const struct sr_call *call;
    const char *directory;
    const char *place; /* of the store: the directory, or a database that servers share */
    const char *what;  /* NULL: nothing */
};

static void say_done(const struct sr_call *call, enum sr_phrase phrase, const char *what) {
    char line[SR_PATH_BYTES + 200];
    struct sr_out out;
    sr_out_open(&out, line, sizeof line);
    sr_phrase_say(&out, call->lang, phrase, what, NULL);
    puts(line);
}

static void write_date(int64_t seconds, char text[32]) {
    time_t at = (time_t)seconds;
    struct tm parts;
    gmtime_r(&at, &parts);
    strftime(text, 32, "%Y-%m-%d %H:%M", &parts);
}

static void print_string(const char *text) {
    char json[1024];
    struct sr_out out;
    sr_out_open(&out, json, sizeof json);
    sr_json_string(&out, text);
    fputs(json, stdout);
}

static bool answered(struct sr_store *store, enum sr_store_answer answer, const char *directory,
                     struct sr_error *error) {
    return answer == SR_STORE_DONE || sr_store_fail(store, SR_PROBLEM_STORE_OPEN, directory, error);
}

static void ignore_news(void *context, enum sr_news news, const char *id) {
    (void)context;
    (void)news;
    (void)id;
}

/* ---- copies ---- */

static bool back_up(const struct errand *errand, struct sr_error *error) {
    struct sr_store *store = sr_store_open_beside(errand->place, error);
    bool fine = store && sr_store_backup(store, errand->what, error);
    sr_store_close(store);
    if (fine)
        say_done(errand->call, SR_SAY_ADMIN_BACKED_UP, errand->what);
    return fine;
}

static bool restore(const struct errand *errand, struct sr_error *error) {
    if (!sr_store_restore(errand->directory, errand->what, error))
        return false;
    say_done(errand->call, SR_SAY_ADMIN_RESTORED, errand->what);
    return true;
}

/* Where servers run nothing is copied to: they would not know of it. */
static bool is_unused(struct sr_store *store, const char *place, struct sr_error *error) {
    int nodes = 0;
    if (sr_store_count_nodes(store, &nodes) == SR_STORE_DONE && nodes == 0)
        return true;
    return sr_fail(error, SR_PROBLEM_COPY_IN_USE, place, NULL);
}

static void say_copied(void *context, const char *table, int64_t rows) {
    const struct sr_call *call = context;
    char line[200];
    struct sr_out out;
    sr_out_open(&out, line, sizeof line);
    sr_phrase_say(&out, call->lang, SR_SAY_ADMIN_COPIED, sr_digits((int)rows).text, table, NULL);
    puts(line);
}

/* Passwords in an address are not for the screen. */
static bool copy(const struct errand *errand, struct sr_error *error) {
    const char *from = errand->call->value[SR_FLAG_FROM], *to = errand->call->value[SR_FLAG_TO];
    struct sr_call call = *errand->call;
    if (!from || !to)
        return sr_fail(error, SR_PROBLEM_FLAG_LACKS, from ? "--to" : "--from", "PLACE", NULL);
    struct sr_store *source = sr_store_open_beside(from, error);
    struct sr_store *target = source ? sr_store_open(to, error) : NULL;
    bool fine = target && is_unused(target, sr_store_is_shared(to) ? "postgres://" : to, error) &&
                sr_store_copy(source, target, say_copied, &call, error);
    sr_store_close(target);
    sr_store_close(source);
    return fine;
}

/* ---- people ---- */

static bool print_person(void *context, const struct sr_person *person, int64_t made, int tables) {
    const struct sr_call *call = context;
    char date[32], count[80];
    struct sr_out out;
    if (call->value[SR_FLAG_JSON]) {
        printf("{\"id\":%lld,\"name\":", (long long)person->id);
        print_string(person->name);
        printf(",\"claimed\":%s,\"made\":%lld,\"tables\":%d}\n", person->claimed ? "true" : "false",
               (long long)made, tables);
        return true;
    }
    write_date(made, date);
    sr_out_open(&out, count, sizeof count);
    sr_phrase_say(&out, call->lang, SR_SAY_ADMIN_TABLES, sr_digits(tables).text, NULL);
    printf("%6lld  %s  %s  %s  %s\n", (long long)person->id, date,
           sr_phrase(call->lang, person->claimed ? SR_SAY_ADMIN_CLAIMED : SR_SAY_ADMIN_GUEST),
           count, person->name);
    return true;
}

static bool list_people(const struct errand *errand, struct sr_error *error) {
    struct sr_store *store = sr_store_open_beside(errand->place, error);
    struct sr_call call = *errand->call;
    bool fine = store && answered(store, sr_store_list_people(store, print_person, &call),
                                  errand->directory, error);
    sr_store_close(store);
    return fine;
}

/* The first line of standard input. */
static bool read_password(char *password, size_t size, struct sr_error *error) {
    if (!fgets(password, (int)size, stdin))
        password[0] = '\0';
    password[strcspn(password, "\r\n")] = '\0';
    size_t length = strlen(password);
    if (length >= 8 && length <= 200)
        return true;
    return sr_fail(error, SR_PROBLEM_MEMBER, "password", "8 to 200 bytes on standard input",
                   "от 8 до 200 байт в стандартном вводе", NULL);
}

static bool set_password(const struct errand *errand, struct sr_error *error) {
    char password[256], hash[SR_PASSWORD_BYTES];
    struct sr_person person;
    struct sr_store *store = sr_store_open_beside(errand->place, error);
    if (!store)
        return false;
    sr_store_listen(store, ignore_news, NULL); /* so that others hear of it */
    enum sr_store_answer answer = sr_store_find_claimed(store, errand->what, &person, hash);
    bool fine = answer == SR_STORE_MISSING
                    ? sr_fail(error, SR_PROBLEM_NOBODY_NAMED, errand->what, NULL)
                    : answered(store, answer, errand->directory, error);
    fine = fine && read_password(password, sizeof password, error);
    if (fine && (!sr_guard_open() || !sr_password_hash(password, hash)))
        fine = sr_fail(error, SR_PROBLEM_MEMORY, NULL);
    fine = fine && answered(store, sr_store_set_password(store, person.id, hash, NULL),
                            errand->directory, error);
    sr_store_close(store);
    if (fine) {
        /* their sockets are open still, if a server runs */
        char line[SR_PATH_BYTES + 64];
        struct sr_error ignored = {0};
        snprintf(line, sizeof line, "revoke %lld", (long long)person.id);
        sr_control_ask(errand->directory, line, &ignored);
    }
    if (fine)
        say_done(errand->call, SR_SAY_ADMIN_PASSWORD_SET, errand->what);
    return fine;
}

/* ---- tables ---- */

static const char *const statuses[] = {[SR_TABLE_WAITING] = "waiting",
                                       [SR_TABLE_PLAYING] = "playing",
                                       [SR_TABLE_FINISHED] = "finished",
                                       [SR_TABLE_CLOSED] = "closed"};

static bool print_table(void *context, const struct sr_table_row *row) {
    const struct sr_call *call = context;
    bool json = call->value[SR_FLAG_JSON] != NULL;
    char date[32];
    write_date(row->made, date);
    if (json)
        printf("{\"id\":\"%s\",\"game\":\"%s\",\"status\":\"%s\",\"made\":%lld,\"seats\":[",
               row->id, row->game, statuses[row->status], (long long)row->made);
    else
        printf("%s  %s  %-8s  %-10s  ", row->id, date, statuses[row->status], row->game);
    for (int seat = 0; seat < row->seats; seat++) {
        fputs(seat ? json ? "," : ", " : "", stdout);
        if (json)
            print_string(row->chair[seat].name);
        else
            fputs(*row->chair[seat].name ? row->chair[seat].name : "-", stdout);
    }
    puts(json ? "]}" : "");
    return true;
}

static bool list_tables(const struct errand *errand, struct sr_error *error) {
    struct sr_store *store = sr_store_open_beside(errand->place, error);
    struct sr_call call = *errand->call;
    bool fine = store && answered(store, sr_store_list_all(store, print_table, &call),
                                  errand->directory, error);
    sr_store_close(store);
    return fine;
}

static bool close_stored(struct sr_store *store, const char *id, struct sr_error *error) {
    enum sr_store_answer answer = sr_store_set_status(store, id, SR_TABLE_WAITING, SR_TABLE_CLOSED);
    if (answer == SR_STORE_CONFLICT)
        answer = sr_store_set_status(store, id, SR_TABLE_PLAYING, SR_TABLE_CLOSED);
    return answer == SR_STORE_CONFLICT ? sr_fail(error, SR_PROBLEM_TABLE_NOT_OPEN, id, NULL)
                                       : answered(store, answer, id, error);
}

static bool quarantine_stored(struct sr_store *store, const char *id, int quarantine,
                              struct sr_error *error) {
    enum sr_store_answer answer = sr_store_set_quarantine(store, id, quarantine);
    return answer == SR_STORE_CONFLICT ? sr_fail(error, SR_PROBLEM_TABLE_NOT_OPEN, id, NULL)
                                       : answered(store, answer, id, error);
}

static bool change_stored(struct sr_store *store, const char *who, bool flag,
                          enum sr_store_answer (*change)(struct sr_store *, int64_t, bool),
                          struct sr_error *error) {
    struct sr_person person;
    enum sr_store_answer answer = sr_store_find_somebody(store, who, &person);
    if (answer == SR_STORE_MISSING)
        return sr_fail(error, SR_PROBLEM_NOBODY_NAMED, who, NULL);
    if (answer == SR_STORE_DONE)
        answer = change(store, person.id, flag);
    return answered(store, answer, who, error);
}

static bool set_aside(struct sr_store *store, const char *what, struct sr_error *error) {
    return quarantine_stored(store, what, SR_QUARANTINE_ORDERED, error);
}
static bool give_back(struct sr_store *store, const char *what, struct sr_error *error) {
    return quarantine_stored(store, what, SR_QUARANTINE_NONE, error);
}
static bool ban(struct sr_store *store, const char *what, struct sr_error *error) {
    return change_stored(store, what, true, sr_store_set_banned, error);
}
static bool unban(struct sr_store *store, const char *what, struct sr_error *error) {
    return change_stored(store, what, false, sr_store_set_banned, error);
}
static bool mute(struct sr_store *store, const char *what, struct sr_error *error) {
    return change_stored(store, what, true, sr_store_set_muted, error);
}
static bool unmute(struct sr_store *store, const char *what, struct sr_error *error) {
    return change_stored(store, what, false, sr_store_set_muted, error);
}

/* What is ordered: the server does it while it runs; else it is done on what is stored, unless it
 * means nothing there. */
static const struct order {
    const char *name, *said; /* said: to the server */
    enum sr_phrase done;
    bool (*stored)(struct sr_store *store, const char *what, struct sr_error *error);
} orders[] = {
    {"close", "close", SR_SAY_ADMIN_CLOSED, close_stored},
    {"quarantine", "quarantine", SR_SAY_ADMIN_SET_ASIDE, set_aside},
    {"release", "release", SR_SAY_ADMIN_GIVEN_BACK, give_back},
    {"ban", "ban", SR_SAY_ADMIN_BANNED, ban},
    {"unban", "unban", SR_SAY_ADMIN_UNBANNED, unban},
    {"mute", "mute", SR_SAY_ADMIN_MUTED, mute},
    {"unmute", "unmute", SR_SAY_ADMIN_UNMUTED, unmute},
    {"drain", "drain", SR_SAY_ADMIN_DRAINING, NULL},
    {"resume", "drain off", SR_SAY_ADMIN_RESUMED, NULL},
};

static bool give_order(const struct errand *errand, struct sr_error *error) {
    const struct order *order = orders;
    while (strcmp(order->name, errand->call->argument[0]) != 0)
        order++;
    char line[SR_PATH_BYTES + 64];
    const char *what = errand->what ? errand->what : "";
    snprintf(line, sizeof line, "%s%s%s", order->said, *what ? " " : "", what);
    enum sr_ordered ordered = sr_control_ask(errand->directory, line, error);
    bool fine = ordered == SR_ORDER_DONE;
    if (ordered == SR_ORDER_NOBODY && !order->stored) {
        fine = sr_fail(error, SR_PROBLEM_NO_SERVER, errand->directory, NULL);
    } else if (ordered == SR_ORDER_NOBODY) {
        struct sr_store *store = sr_store_open_beside(errand->place, error);
        if (store)
            sr_store_listen(store, ignore_news, NULL); /* so that others hear of it */
        fine = store && order->stored(store, what, error);
        sr_store_close(store);
    }
    if (fine)
        say_done(errand->call, order->done, what);
    return fine;
}

/* ---- who came ---- */

enum { AUDIT_LINES = 1000 };

static bool print_audit(void *context, const struct sr_audit *line) {
    const struct sr_call *call = context;
    char date[32];
    if (call->value[SR_FLAG_JSON]) {
        printf("{\"at\":%lld,\"what\":\"%s\",\"person\":%lld,\"name\":", (long long)line->at,
               line->what, (long long)line->person);
        print_string(line->name);
        printf(",\"address\":");
        print_string(line->address);
        puts("}");
        return true;
    }
    write_date(line->at, date);
    printf("%s  %-14s  %6lld  %-24s  %s\n", date, line->what, (long long)line->person,
           line->address, line->name);
    return true;
}

static bool list_audit(const struct errand *errand, struct sr_error *error) {
    struct sr_store *store = sr_store_open_beside(errand->place, error);
    struct sr_call call = *errand->call;
    bool fine =
        store && answered(store, sr_store_list_audit(store, AUDIT_LINES, print_audit, &call),
                          errand->directory, error);
    sr_store_close(store);
    return fine;
}

/* ---- the actions ---- */

static const struct action {
    const char *name, *takes; /* takes: NULL for nothing */
    bool (*run)(const struct errand *errand, struct sr_error *error);
} actions[] = {
    {"backup", "FILE", back_up},      {"restore", "FILE", restore},
    {"users", NULL, list_people},     {"password", "NAME", set_password},
    {"tables", NULL, list_tables},    {"audit", NULL, list_audit},
    {"close", "TABLE", give_order},   {"quarantine", "TABLE", give_order},
    {"release", "TABLE", give_order}, {"ban", "PERSON", give_order},
    {"unban", "PERSON", give_order},  {"mute", "PERSON", give_order},
    {"unmute", "PERSON", give_order}, {"drain", NULL, give_order},
    {"resume", NULL, give_order},     {"copy", NULL, copy},
};

static const struct action *find_action(const char *name, struct sr_error *error) {
    for (size_t i = 0; i < sizeof actions / sizeof actions[0]; i++)
        if (strcmp(actions[i].name, name) == 0)
            return &actions[i];
    sr_fail(
        error, SR_PROBLEM_FLAG_VALUE, "admin", name,
        "backup, restore, users, password, tables, audit, close, quarantine, release, ban, unban, "
        "mute, unmute, drain, resume, copy",
        NULL);
    return NULL;
}

enum sr_exit sr_run_admin(const struct sr_call *call) {
    struct sr_error error = {0};
    struct sr_config config;
    char directory[SR_PATH_BYTES];
    const struct action *action = find_action(call->argument[0], &error);
    struct errand errand = {call, directory, directory, call->count > 1 ? call->argument[1] : NULL};
    if (action && action->takes && !errand.what) {
        sr_fail(&error, SR_PROBLEM_ARGUMENT_LACKS, "admin", action->takes, NULL);
        action = NULL;
    } else if (action && !action->takes && errand.what) {
        sr_fail(&error, SR_PROBLEM_ARGUMENT_EXTRA, "admin", errand.what, NULL);
        action = NULL;
    }
    if (!action || !sr_read_places(call, &config, directory, &error))
        return sr_report(call->lang, error.line ? call->value[SR_FLAG_CONFIG] : NULL, &error);
    if (call->value[SR_FLAG_STORE] || *config.store)
        errand.place = call->value[SR_FLAG_STORE] ? call->value[SR_FLAG_STORE] : config.store;
    if (!action->run(&errand, &error))
        return sr_report(call->lang, NULL, &error);
    return sr_finish(call->lang);
}
