/* The store in a PostgreSQL database that many programs share. Every change is a transaction of its
 * own on one of a pool of connections: of changes that are made at the same time the database
 * itself makes one sync. A change of one statement takes one round trip; one of several begins with
 * its first statement, in the same packet (pipeline mode).
 *
 * When the connection is lost, what was certainly not done is done again as soon as the database
 * is back, for so long as somebody may wait; whoever asked notices nothing but the time. Where it
 * is not certain the answer is SR_STORE_UNSURE, and whoever asked must read what is stored. */
#include "postgres.h"
#include "store/problems.h"

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    MOST_LATER = 4096,      /* changes that nobody waits for; more are left out */
    MOST_ARGUMENTS = 24,    /* of a statement */
    MOST_RETRIES = 8,       /* of a change that others were in the way of */
    PATIENCE = 20000000,    /* microseconds that a lost database is waited for */
    FIRST_PATIENCE = 10000, /* microseconds until it is tried again, at first */
    MOST_PAUSE = 500000,
    NUMBER_BYTES = 32
};

/* ---- what a database refuses ---- */

/* States (SQLSTATE) by how they begin, the longer first: what is done about them, and what they
 * mean to people. */
static const struct meaning {
    const char *begins;
    enum sr_trouble trouble;
    struct sr_text words;
} meanings[] = {
    {"08", SR_TROUBLE_LOST, SR_TEXT("the connection broke", "соединение прервалось")},
    {"25006", SR_TROUBLE_LOST,
     SR_TEXT("this database only reads", "эта база данных только для чтения")},
    {"25P03", SR_TROUBLE_LOST,
     SR_TEXT("a change stood still for too long", "изменение слишком долго стояло на месте")},
    {"28P01", SR_TROUBLE_NONE, SR_TEXT("wrong password", "неверный пароль")},
    {"28", SR_TROUBLE_NONE,
     SR_TEXT("it does not let this user in", "этого пользователя она не впускает")},
    {"3D000", SR_TROUBLE_NONE, SR_TEXT("there is no such database", "такой базы данных нет")},
    {"40", SR_TROUBLE_RETRY, SR_TEXT("others were changing the same", "то же самое меняли другие")},
    {"42501", SR_TROUBLE_NONE,
     SR_TEXT("this user may not do that there", "у этого пользователя нет на это прав")},
    {"53100", SR_TROUBLE_NONE,
     SR_TEXT("the database has no space left", "у базы данных кончилось место")},
    {"53300", SR_TROUBLE_NONE,
     SR_TEXT("all of its connections are taken", "все её соединения заняты")},
    {"55P03", SR_TROUBLE_RETRY,
     SR_TEXT("others held what is to be changed", "то, что надо изменить, было занято другими")},
    {"57P03", SR_TROUBLE_LOST,
     SR_TEXT("the database takes no connections now",
             "база данных сейчас не принимает соединений")},
    {"57P", SR_TROUBLE_LOST, SR_TEXT("the database went away", "база данных остановилась")},
};

/* NULL: there is nothing to say of it. */
static const struct meaning *meaning_of(const char *sqlstate) {
    for (size_t i = 0; i < SR_COUNT(meanings); i++)
        if (strncmp(sqlstate, meanings[i].begins, strlen(meanings[i].begins)) == 0)
            return &meanings[i];
    return NULL;
}

const struct sr_text *sr_postgres_words(const char *sqlstate) {
    const struct meaning *meaning = sqlstate ? meaning_of(sqlstate) : NULL;
    return meaning ? &meaning->words : NULL;
}

/* `sqlstate` NULL: the connection broke. */
static enum sr_trouble trouble_of(const char *sqlstate) {
    const struct meaning *meaning = meaning_of(sqlstate ? sqlstate : "08");
    return meaning ? meaning->trouble : SR_TROUBLE_NONE;
}

/* ---- connections ---- */

/* What the place itself does not say. A node that sleeps in the middle of a change must not keep
 * what it has locked. The last writes a word of log and waits until a synchronous standby has it: a
 * database that crashed shows, when it is back, what it had not yet passed on, and nobody may be
 * told of that before it was. */
static const char settings[] = "SET synchronous_commit = on;"
                               "SET idle_in_transaction_session_timeout = '5s';"
                               "SET lock_timeout = '10s';"
                               "SET client_min_messages = error;"
                               "SET standard_conforming_strings = on;"
                               "SELECT pg_logical_emit_message(true, 'serai', '')";

/* What the database has to say besides its answers is not for our standard error. */
static void ignore_notice(void *context, const char *message) {
    (void)context;
    (void)message;
}

enum { PARAMETERS = 12 };

/* With `host` NULL any of those that the place names, in their order. */
static void set_parameters(const char *place, const char *host, const char *port,
                           const char *names[PARAMETERS], const char *values[PARAMETERS]) {
    const char *const given[PARAMETERS][2] = {{"connect_timeout", "3"},
                                              {"keepalives_idle", "3"},
                                              {"keepalives_interval", "2"},
                                              {"keepalives_count", "3"},
                                              {"tcp_user_timeout", "8000"},
                                              {"client_encoding", "UTF8"},
                                              {"fallback_application_name", "serai"},
                                              {"dbname", place},
                                              {"target_session_attrs", "read-write"},
                                              {host ? "host" : NULL, host},
                                              {port ? "port" : NULL, port}};
    for (int i = 0; i < PARAMETERS; i++) {
        names[i] = given[i][0];
        values[i] = given[i][1];
    }
}

static PGconn *connect_to(const char *place, const char *host, const char *port, char *why,
                          size_t size) {
    const char *names[PARAMETERS], *values[PARAMETERS];
    set_parameters(place, host, port, names, values);
    PGconn *connection = PQconnectdbParams(names, values, 1);
    bool fine = connection && PQstatus(connection) == CONNECTION_OK;
    if (fine) {
        PQsetNoticeProcessor(connection, ignore_notice, NULL);
        PGresult *result = PQexec(connection, settings);
        fine = PQresultStatus(result) == PGRES_TUPLES_OK;
        PQclear(result);
    }
    if (fine)
        return connection;
    snprintf(why, size, "%s", connection ? PQerrorMessage(connection) : strerror(ENOMEM));
    PQfinish(connection);
    return NULL;
}

/* The last word of a message that has been asked to have nothing but a state. */
static const struct sr_text *words_at_end(const char *message) {
    enum { STATE = 5 };
    size_t length = strlen(message);
    while (length > 0 && strchr(" \n", message[length - 1]))
        length--;
    char state[STATE + 1] = "";
    if (length >= STATE)
        memcpy(state, message + length - STATE, STATE);
    return sr_postgres_words(state);
}

/* libpq tells people why it could not connect, in whatever language; programs it tells less. For
 * who waits at the start it is asked again: does anybody answer, and with which state? NULL: there
 * are no words for it. */
static const struct sr_text *why_unconnected(const char *place) {
    static const struct sr_text nobody =
        SR_TEXT("no database answers there", "там не отвечает ни одна база данных");
    static const struct sr_text unclear =
        SR_TEXT("this is no address of a database", "это не адрес базы данных");
    static const struct sr_text password = SR_TEXT("it wants a password", "нужен пароль");
    const char *names[PARAMETERS], *values[PARAMETERS];
    set_parameters(place, NULL, NULL, names, values);
    PGPing answer = PQpingParams(names, values, 1);
    if (answer != PQPING_OK)
        return answer == PQPING_NO_RESPONSE  ? &nobody
               : answer == PQPING_NO_ATTEMPT ? &unclear
                                             : sr_postgres_words("57P03");
    PGconn *connection = PQconnectdbParams(names, values, 1);
    const struct sr_text *words = NULL;
    if (connection && PQstatus(connection) != CONNECTION_OK) {
        PQsetErrorVerbosity(connection, PQERRORS_SQLSTATE);
        PQreset(connection);
        words = PQconnectionNeedsPassword(connection) ? &password
                                                      : words_at_end(PQerrorMessage(connection));
    }
    PQfinish(connection);
    return words;
}

static const char *value_of(const PQconninfoOption *options, const char *name) {
    while (options->keyword && strcmp(options->keyword, name) != 0)
        options++;
    return options->keyword ? options->val : NULL;
}

/* The next of a list with commas, which is changed; the last one stays for those after it. */
static const char *next_of(char **list) {
    char *one = *list, *comma = one ? strchr(one, ',') : NULL;
    if (comma) {
        *comma = '\0';
        *list = comma + 1;
    }
    return one && *one ? one : NULL;
}

/* libpq goes on to the next host if one does not answer, but not if it, or something before it,
 * takes the connection and then drops it: so each is tried by itself. */
static PGconn *connect_to_each(const char *place, char *why, size_t size) {
    PQconninfoOption *options = PQconninfoParse(place, NULL);
    const char *host = options ? value_of(options, "host") : NULL;
    const char *port = options ? value_of(options, "port") : NULL;
    PGconn *connection = NULL;
    if (host && strchr(host, ',')) {
        char *hosts = strdup(host), *ports = port ? strdup(port) : NULL;
        char *hosts_left = hosts, *ports_left = ports;
        for (bool more = hosts != NULL; more && !connection;) {
            more = strchr(hosts_left, ',') != NULL;
            const char *one = next_of(&hosts_left), *its_port = next_of(&ports_left);
            connection = one ? connect_to(place, one, its_port, why, size) : NULL;
        }
        free(hosts);
        free(ports);
    }
    PQconninfoFree(options);
    return connection;
}

PGconn *sr_postgres_connect(const char *place, char *why, size_t size) {
    PGconn *connection = connect_to(place, NULL, NULL, why, size);
    return connection ? connection : connect_to_each(place, why, size);
}

static void forget_statements(struct sr_postgres_link *link) {
    for (int i = 0; i < link->count; i++)
        link->kept[i].prepared = false;
}

static void drop_connection(struct sr_postgres_link *link) {
    PQfinish(link->connection);
    link->connection = NULL;
    link->begun = false;
    forget_statements(link);
}

static bool connect_once(struct sr_postgres_link *link) {
    char why[SR_COMPLAINT_BYTES];
    drop_connection(link);
    link->connection = sr_postgres_connect(link->store->place, why, sizeof why);
    if (link->connection && PQenterPipelineMode(link->connection) == 1)
        return true;
    sr_store_complain(&link->store->base, NULL, link->connection ? "no pipeline mode" : why);
    drop_connection(link);
    return false;
}

/* What a database says to those who are connected while it goes away is noticed before anything is
 * asked, when it is certain that nothing was done. */
static bool is_alive(struct sr_postgres_link *link) {
    if (!link->connection)
        return false;
    struct pollfd wait = {.fd = PQsocket(link->connection), .events = POLLIN};
    if (poll(&wait, 1, 0) > 0)
        PQconsumeInput(link->connection);
    return PQstatus(link->connection) == CONNECTION_OK;
}

static void pause_for(uint64_t microseconds) {
    struct timespec time = {.tv_sec = (time_t)(microseconds / 1000000),
                            .tv_nsec = (long)(microseconds % 1000000) * 1000};
    nanosleep(&time, NULL);
}

bool sr_postgres_reconnect(struct sr_postgres_link *link, uint64_t until) {
    for (uint64_t pause = FIRST_PATIENCE; !connect_once(link); pause = 2 * pause) {
        if (sr_latency_now() >= until || link->store->closing)
            return false;
        pause_for(pause < MOST_PAUSE ? pause : MOST_PAUSE);
    }
    return true;
}

/* ---- asking ---- */

static const Oid oid_of[] = {
    ['t'] = 25, ['n'] = 25, ['i'] = 20, ['d'] = 701, ['b'] = 17, ['x'] = 17};

/* Arguments as they are sent. */
struct arguments {
    int count;
    Oid type[MOST_ARGUMENTS];
    const char *value[MOST_ARGUMENTS];
    int length[MOST_ARGUMENTS], format[MOST_ARGUMENTS];
    char written[MOST_ARGUMENTS][NUMBER_BYTES];
};

static void read_arguments(struct arguments *to, const char *letters, va_list values) {
    to->count = 0;
    for (; *letters && to->count < MOST_ARGUMENTS; letters++, to->count++) {
        int i = to->count;
        to->type[i] = oid_of[(unsigned char)*letters];
        to->length[i] = to->format[i] = 0;
        to->value[i] = to->written[i];
        if (*letters == 'i') {
            snprintf(to->written[i], NUMBER_BYTES, "%lld", (long long)va_arg(values, int64_t));
        } else if (*letters == 'd') {
            snprintf(to->written[i], NUMBER_BYTES, "%.17g", va_arg(values, double));
        } else if (*letters == 'b') {
            to->value[i] = va_arg(values, const char *);
            to->length[i] = va_arg(values, int);
            to->format[i] = 1;
        } else {
            to->value[i] = va_arg(values, const char *);
        }
    }
}

static struct sr_postgres_rows *find_rows(struct sr_postgres_link *link, const char *text) {
    for (int i = 0; i < link->count; i++)
        if (link->kept[i].text == text)
            return &link->kept[i];
    if (link->count == SR_LINK_STATEMENTS)
        return NULL;
    struct sr_postgres_rows *rows = &link->kept[link->count++];
    rows->base.link = &link->base;
    rows->text = text;
    return rows;
}

static bool send_statement(struct sr_postgres_link *link, struct sr_postgres_rows *rows,
                           const struct arguments *arguments) {
    PGconn *connection = link->connection;
    char name[16], written[SR_STATEMENT_BYTES];
    snprintf(name, sizeof name, "s%d", (int)(rows - link->kept));
    if (link->writes && !link->single && !link->begun &&
        !PQsendQueryParams(connection, "BEGIN", 0, NULL, NULL, NULL, NULL, 0))
        return false;
    if (!rows->prepared &&
        (!sr_statement_write(rows->text, '$', true, written) ||
         !PQsendPrepare(connection, name, written, arguments->count, arguments->type)))
        return false;
    return PQsendQueryPrepared(connection, name, arguments->count, arguments->value,
                               arguments->length, arguments->format, 0) == 1 &&
           PQpipelineSync(connection) == 1;
}

static bool is_constraint(const PGresult *result) {
    const char *sqlstate = PQresultErrorField(result, PG_DIAG_SQLSTATE);
    return sqlstate && strncmp(sqlstate, "23", 2) == 0;
}

static bool is_fine(const PGresult *result) {
    return result && (PQresultStatus(result) == PGRES_COMMAND_OK ||
                      PQresultStatus(result) == PGRES_TUPLES_OK);
}

/* Reads all results up to the next sync, and gives back the last that says something, or the first
 * error; NULL: the connection is lost. `fine`: how many were before that. */
static PGresult *read_results(struct sr_postgres_link *link, int *fine) {
    PGresult *kept = NULL;
    *fine = 0;
    for (;;) {
        PGresult *result = PQgetResult(link->connection);
        if (!result) {
            /* between two statements; or nothing comes any more */
            if (PQstatus(link->connection) != CONNECTION_OK)
                break;
            continue;
        }
        ExecStatusType status = PQresultStatus(result);
        if (status == PGRES_PIPELINE_SYNC) {
            PQclear(result);
            return kept;
        }
        bool failed = kept && PQresultStatus(kept) == PGRES_FATAL_ERROR;
        if (failed || status == PGRES_PIPELINE_ABORTED) {
            PQclear(result);
        } else {
            *fine += is_fine(result);
            PQclear(kept);
            kept = result;
        }
        if (PQstatus(link->connection) != CONNECTION_OK)
            break;
    }
    PQclear(kept);
    return NULL;
}

/* Notes what went wrong. The connection is dropped if it is of no use any more. */
static void note_trouble(struct sr_postgres_link *link, const PGresult *result) {
    const char *sqlstate = result ? PQresultErrorField(result, PG_DIAG_SQLSTATE) : NULL;
    link->trouble = trouble_of(sqlstate);
    if (sqlstate && strncmp(sqlstate, "25", 2) == 0)
        link->unsure = false; /* it was refused, whatever it was */
    if (result && is_constraint(result))
        return;
    sr_store_complain(&link->store->base, sr_postgres_words(sqlstate ? sqlstate : "08"),
                      result             ? PQresultErrorMessage(result)
                      : link->connection ? PQerrorMessage(link->connection)
                                         : "no connection");
    if (link->trouble == SR_TROUBLE_LOST)
        drop_connection(link);
}

static void ask_once(struct sr_postgres_link *link, struct sr_postgres_rows *rows,
                     const struct arguments *arguments) {
    int fine = 0, before = link->writes && !link->single && !link->begun; /* BEGIN */
    link->trouble = SR_TROUBLE_NONE;
    link->unsure = link->unsure || (link->writes && link->single);
    rows->result = send_statement(link, rows, arguments) ? read_results(link, &fine) : NULL;
    link->begun = link->begun || (link->writes && !link->single);
    rows->prepared = rows->prepared || fine > before; /* it stays so, whatever came of it */
    if (!is_fine(rows->result)) {
        note_trouble(link, rows->result);
        return;
    }
    link->changes = atoi(PQcmdTuples(rows->result));
}

static struct sr_rows *ask(struct sr_link *base, const char *text, const char *letters,
                           va_list values) {
    struct sr_postgres_link *link = (struct sr_postgres_link *)base;
    struct sr_postgres_rows *rows = find_rows(link, text);
    struct arguments arguments;
    uint64_t until = sr_latency_now() + PATIENCE;
    if (!rows)
        return NULL;
    read_arguments(&arguments, letters, values);
    PQclear(rows->result);
    rows->result = NULL;
    rows->row = -1;
    if (link->writes) { /* whoever makes the change begins again if it must */
        if (link->trouble == SR_TROUBLE_NONE && link->connection)
            ask_once(link, rows, &arguments);
        return &rows->base;
    }
    do {
        if (!is_alive(link) && !sr_postgres_reconnect(link, until))
            return &rows->base;
        PQclear(rows->result);
        ask_once(link, rows, &arguments);
    } while (link->trouble != SR_TROUBLE_NONE && sr_latency_now() < until);
    return &rows->base;
}

/* ---- rows ---- */

static struct sr_postgres_rows *of(struct sr_rows *rows) {
    return (struct sr_postgres_rows *)rows;
}

static enum sr_step next(struct sr_rows *base) {
    struct sr_postgres_rows *rows = of(base);
    if (!is_fine(rows->result))
        return rows->result && is_constraint(rows->result) ? SR_STEP_CONFLICT : SR_STEP_BROKEN;
    return ++rows->row < PQntuples(rows->result) ? SR_STEP_ROW : SR_STEP_END;
}

static void end(struct sr_rows *base) {
    PQclear(of(base)->result);
    of(base)->result = NULL;
}

static int changes(const struct sr_link *link) {
    return ((const struct sr_postgres_link *)link)->changes;
}

static const char *string(struct sr_rows *base, int column) {
    struct sr_postgres_rows *rows = of(base);
    return PQgetisnull(rows->result, rows->row, column)
               ? NULL
               : PQgetvalue(rows->result, rows->row, column);
}

static bool is_null(struct sr_rows *rows, int column) {
    return string(rows, column) == NULL;
}

/* A truth is a number too. */
static int64_t number(struct sr_rows *rows, int column) {
    const char *text = string(rows, column);
    return !text ? 0 : *text == 't' ? 1 : strtoll(text, NULL, 10);
}

static double real(struct sr_rows *rows, int column) {
    const char *text = string(rows, column);
    return text ? strtod(text, NULL) : 0;
}

/* "\x00ff..." */
static bool bytes(struct sr_rows *rows, int column, void *to, size_t count) {
    const char *text = string(rows, column);
    if (!text || strlen(text) != 2 + 2 * count)
        return false;
    for (size_t i = 0; i < count; i++) {
        const char digits[] = {text[2 + 2 * i], text[3 + 2 * i], '\0'};
        ((uint8_t *)to)[i] = (uint8_t)strtoul(digits, NULL, 16);
    }
    return true;
}

/* ---- the pool ---- */

/* Always the first that is free, so that who has little to do has few connections. */
static struct sr_postgres_link *take_link(struct sr_postgres_store *store) {
    pthread_mutex_lock(&store->taking);
    for (;;) {
        for (int i = 0; i < SR_POSTGRES_LINKS; i++)
            if (!store->taken[i]) {
                store->taken[i] = true;
                pthread_mutex_unlock(&store->taking);
                return &store->link[i];
            }
        pthread_cond_wait(&store->free, &store->taking);
    }
}

static void give_link(struct sr_postgres_store *store, struct sr_postgres_link *link) {
    pthread_mutex_lock(&store->taking);
    store->taken[link - store->link] = false;
    pthread_cond_signal(&store->free);
    pthread_mutex_unlock(&store->taking);
}

static struct sr_link *read_begin(struct sr_store *base) {
    struct sr_postgres_link *link = take_link((struct sr_postgres_store *)base);
    link->writes = false;
    return &link->base;
}

static void read_end(struct sr_store *base, struct sr_link *link) {
    give_link((struct sr_postgres_store *)base, (struct sr_postgres_link *)link);
}

/* ---- changes ---- */

/* Ends the transaction of a change; its answer may be another then. */
static enum sr_store_answer end_change(struct sr_postgres_link *link, enum sr_store_answer answer) {
    if (!link->connection || !link->begun)
        return answer;
    bool commits = answer == SR_STORE_DONE && link->trouble == SR_TROUBLE_NONE;
    link->unsure = commits;
    bool sent = PQsendQueryParams(link->connection, commits ? "COMMIT" : "ROLLBACK", 0, NULL, NULL,
                                  NULL, NULL, 0) == 1 &&
                PQpipelineSync(link->connection) == 1;
    int fine = 0;
    PGresult *result = sent ? read_results(link, &fine) : NULL;
    enum sr_trouble before = link->trouble;
    link->begun = false;
    if (!is_fine(result)) {
        note_trouble(link, result);
        answer = SR_STORE_BROKEN;
    }
    if (!commits && before != SR_TROUBLE_NONE)
        link->trouble = before;
    PQclear(result);
    return answer;
}

static enum sr_store_answer change_once(struct sr_postgres_link *link, sr_change *change,
                                        void *context, bool single) {
    link->writes = true;
    link->single = single;
    link->begun = link->unsure = false;
    link->trouble = SR_TROUBLE_NONE;
    enum sr_store_answer answer = end_change(link, change(&link->base, context));
    link->writes = false;
    return answer;
}

static enum sr_store_answer change_on(struct sr_postgres_link *link, sr_change *change,
                                      void *context, bool single) {
    uint64_t until = sr_latency_now() + PATIENCE;
    for (int tries = 0;; tries++) {
        if (!is_alive(link) && !sr_postgres_reconnect(link, until))
            return SR_STORE_BROKEN;
        enum sr_store_answer answer = change_once(link, change, context, single);
        if (link->trouble == SR_TROUBLE_NONE)
            return answer;
        if (link->trouble == SR_TROUBLE_LOST && link->unsure)
            return SR_STORE_UNSURE;
        if (sr_latency_now() >= until ||
            (link->trouble == SR_TROUBLE_RETRY && tries >= MOST_RETRIES))
            return SR_STORE_BROKEN;
    }
}

static enum sr_store_answer write_change(struct sr_store *base, sr_change *change, void *context,
                                         bool single) {
    struct sr_postgres_store *store = (struct sr_postgres_store *)base;
    pthread_mutex_lock(&base->lock);
    base->waiting++;
    pthread_mutex_unlock(&base->lock);
    struct sr_postgres_link *link = take_link(store);
    uint64_t began = sr_latency_now();
    enum sr_store_answer answer = change_on(link, change, context, single);
    sr_latency_add(&base->latency, sr_latency_now() - began);
    give_link(store, link);
    pthread_mutex_lock(&base->lock);
    base->waiting--;
    base->commits++;
    base->changes += answer == SR_STORE_DONE;
    base->failures += answer == SR_STORE_BROKEN || answer == SR_STORE_UNSURE;
    pthread_mutex_unlock(&base->lock);
    return answer;
}

/* ---- what nobody waits for ---- */

struct sr_later {
    struct sr_later *next;
    sr_change *change;
    _Alignas(8) char context[];
};

static bool write_later(struct sr_store *base, sr_change *change, const void *context,
                        size_t size) {
    struct sr_postgres_store *store = (struct sr_postgres_store *)base;
    struct sr_later *later = calloc(1, sizeof *later + size);
    if (!later)
        return false;
    later->change = change;
    memcpy(later->context, context, size);
    pthread_mutex_lock(&store->taking);
    bool added = store->later < MOST_LATER && !store->closing;
    if (added) {
        *store->last = later;
        store->last = &later->next;
        store->later++;
        pthread_cond_signal(&store->wanted);
    }
    pthread_mutex_unlock(&store->taking);
    if (!added)
        free(later);
    return added;
}

static void *write_on(void *context) {
    struct sr_postgres_store *store = context;
    pthread_mutex_lock(&store->taking);
    for (;;) {
        while (!store->first && !store->closing)
            pthread_cond_wait(&store->wanted, &store->taking);
        struct sr_later *later = store->first;
        if (!later)
            break;
        store->first = later->next;
        if (!store->first)
            store->last = &store->first;
        store->later--;
        pthread_mutex_unlock(&store->taking);
        write_change(&store->base, later->change, later->context, false);
        free(later);
        pthread_mutex_lock(&store->taking);
    }
    pthread_mutex_unlock(&store->taking);
    return NULL;
}

/* ---- opening and closing ---- */

static void store_free(struct sr_postgres_store *store) {
    for (int i = 0; i < SR_POSTGRES_LINKS; i++) {
        struct sr_postgres_link *link = &store->link[i];
        for (int k = 0; k < link->count; k++)
            PQclear(link->kept[k].result);
        PQfinish(link->connection);
    }
    pthread_mutex_destroy(&store->base.lock);
    pthread_mutex_destroy(&store->taking);
    pthread_cond_destroy(&store->free);
    pthread_cond_destroy(&store->wanted);
    free(store->place);
    free(store);
}

/* The first connection must be there at once: a wrong place is said now, not after a while. */
static bool open_first(struct sr_postgres_store *store, enum sr_opening opening,
                       struct sr_error *error) {
    if (connect_once(&store->link[0]))
        return sr_postgres_migrate(&store->link[0], opening == SR_OPEN_BESIDE, error);
    sr_store_fail(&store->base, SR_PROBLEM_STORE_OPEN, "postgres://", error);
    if (error)
        error->words[1] = why_unconnected(store->place);
    return false;
}

static struct sr_store *store_open(const char *place, enum sr_opening opening,
                                   struct sr_error *error) {
    struct sr_postgres_store *store = calloc(1, sizeof *store);
    char *copy = strdup(place);
    if (!store || !copy) {
        free(store);
        free(copy);
        sr_fail(error, SR_PROBLEM_MEMORY, NULL);
        return NULL;
    }
    sr_store_begin(&store->base, &sr_store_postgres);
    store->place = copy;
    store->last = &store->first;
    pthread_mutex_init(&store->taking, NULL);
    pthread_cond_init(&store->free, NULL);
    pthread_cond_init(&store->wanted, NULL);
    for (int i = 0; i < SR_POSTGRES_LINKS; i++) {
        store->link[i].base.kind = &sr_store_postgres;
        store->link[i].store = store;
    }
    bool opened = open_first(store, opening, error);
    if (opened && pthread_create(&store->thread, NULL, write_on, store) != 0)
        opened = sr_fail(error, SR_PROBLEM_MEMORY, NULL);
    if (opened)
        return &store->base;
    store_free(store);
    return NULL;
}

static void store_close(struct sr_store *base) {
    struct sr_postgres_store *store = (struct sr_postgres_store *)base;
    pthread_mutex_lock(&store->taking);
    store->closing = true;
    pthread_cond_signal(&store->wanted);
    pthread_mutex_unlock(&store->taking);
    pthread_join(store->thread, NULL);
    sr_feed_close(store->feed);
    store_free(store);
}

/* ---- the change feed ---- */

static bool listen_to(struct sr_store *base, sr_store_hear *hear, void *context) {
    struct sr_postgres_store *store = (struct sr_postgres_store *)base;
    sr_feed_close(store->feed);
    store->feed = hear ? sr_feed_open(store->place, hear, context) : NULL;
    return store->feed != NULL;
}

static void announce(struct sr_store *base, enum sr_news news, const char *id) {
    struct sr_postgres_store *store = (struct sr_postgres_store *)base;
    if (store->feed)
        sr_feed_announce(store->feed, news, id);
}

const struct sr_store_kind sr_store_postgres = {
    .open = store_open,
    .close = store_close,
    .write = write_change,
    .write_later = write_later,
    .read = read_begin,
    .read_end = read_end,
    .ask = ask,
    .next = next,
    .end = end,
    .changes = changes,
    .is_null = is_null,
    .number = number,
    .real = real,
    .string = string,
    .bytes = bytes,
    .listen = listen_to,
    .announce = announce,
};
