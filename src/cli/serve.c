/* serai serve: hosts tables over HTTP and WebSocket until it is told to stop. */
#include "cli.h"

#include "cli/problems.h"
#include "server/config.h"
#include "server/problems.h"
#include "server/server.h"
#include "store/problems.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Where data goes if nobody says: the user's own place for it. */
static bool preset_directory(char *path, struct sr_error *error) {
    const char *data = getenv("XDG_DATA_HOME"), *home = getenv("HOME");
    int length = data && *data   ? snprintf(path, SR_PATH_BYTES, "%s", data)
                 : home && *home ? snprintf(path, SR_PATH_BYTES, "%s/.local/share", home)
                                 : -1;
    if (length < 0 || length > SR_PATH_BYTES - 16)
        return sr_fail(error, SR_PROBLEM_FLAG_LACKS, "--data", "DIR", NULL);
    /* parts of it may be missing in a new home */
    for (char *at = path + 1; *at; at++)
        if (*at == '/') {
            *at = '\0';
            mkdir(path, 0700);
            *at = '/';
        }
    mkdir(path, 0700);
    strcat(path, "/serai");
    return true;
}

static bool read_config(const struct sr_call *call, struct sr_config *config,
                        struct sr_error *error) {
    const char *path = call->value[SR_FLAG_CONFIG];
    char *text = NULL;
    size_t length = 0;
    memset(config, 0, sizeof *config);
    if (!path)
        return true;
    bool fine = sr_file_read(call->lang, path, &text, &length, error) &&
                sr_config_read(text, length, config, error);
    free(text);
    return fine;
}

bool sr_read_places(const struct sr_call *call, struct sr_config *config,
                    char directory[SR_PATH_BYTES], struct sr_error *error) {
    if (!read_config(call, config, error))
        return false;
    const char *given = call->value[SR_FLAG_DATA];
    if (!given && !*config->data)
        return preset_directory(directory, error);
    if (!given)
        given = config->data;
    if ((size_t)snprintf(directory, SR_PATH_BYTES, "%s", given) < SR_PATH_BYTES)
        return true;
    return sr_fail_system(error, SR_PROBLEM_STORE_OPEN, given, ENAMETOOLONG);
}

/* A flag, else what the file says, else the usual. */
static const char *choose(const char *flag, const char *setting, const char *usual) {
    return flag ? flag : *setting ? setting : usual;
}

/* What is wrong is told before anything is made. */
static bool check_plan(const struct sr_server_plan *plan, struct sr_error *error) {
    char page[SR_PATH_BYTES];
    if (!sr_address_check(plan->address, error))
        return false;
    if (plan->store && !sr_store_is_shared(plan->store))
        return sr_fail(error, SR_PROBLEM_FLAG_VALUE, "--store", plan->store, "postgres://...",
                       NULL);
    if (!plan->web)
        return true;
    snprintf(page, sizeof page, "%s/index.html", plan->web);
    return access(page, R_OK) == 0 || sr_fail_system(error, SR_PROBLEM_READ, page, errno);
}

static void confine(const struct sr_config *config, bool connects) {
    const char *why = "configured so";
    if (!config->unconfined && sr_confine(connects, &why))
        sr_log("info", "confined", NULL);
    else
        sr_log("warning", "not confined", "why", why, NULL);
}

static void say_address(const struct sr_call *call, const char *address) {
    char line[512];
    struct sr_out out;
    sr_out_open(&out, line, sizeof line);
    sr_phrase_say(&out, call->lang, SR_SAY_SERVING, address, NULL);
    puts(line);
    fflush(stdout);
}

enum sr_exit sr_run_serve(const struct sr_call *call) {
    struct sr_error error = {0};
    struct sr_config config;
    char directory[SR_PATH_BYTES], address[300];
    if (!sr_read_places(call, &config, directory, &error))
        return sr_report(call->lang, error.line ? call->value[SR_FLAG_CONFIG] : NULL, &error);
    struct sr_server_plan plan = {
        .address = choose(call->value[SR_FLAG_LISTEN], config.listen, "127.0.0.1:8080"),
        .directory = directory,
        .store = choose(call->value[SR_FLAG_STORE], config.store, NULL),
        .web = choose(call->value[SR_FLAG_WEB], config.web, NULL),
        .proxies = config.proxy,
        .grace = config.grace,
        .bot_threads = config.bot_threads,
        .bots_at_visitors = config.bots_at_visitors,
    };
    if (!check_plan(&plan, &error))
        return sr_report(call->lang, NULL, &error);
    /* signals are for this thread alone, so every other one is started without them */
    sigset_t signals;
    sigemptyset(&signals);
    sigaddset(&signals, SIGINT);
    sigaddset(&signals, SIGTERM);
    sigaddset(&signals, SIGHUP);
    pthread_sigmask(SIG_BLOCK, &signals, NULL);
    struct sr_server *server = sr_server_start(&plan, address, sizeof address, &error);
    if (!server)
        return sr_report(call->lang, NULL, &error);
    confine(&config, plan.store != NULL);
    sr_log("info", "started", "address", address, "data", plan.directory, "version", SERAI_VERSION,
           NULL);
    say_address(call, address);
    int signal_number = 0;
    while (sigwait(&signals, &signal_number) != 0 && errno == EINTR)
        continue;
    sr_log("info", "stopping", NULL);
    sr_server_stop(server);
    sr_log("info", "stopped", NULL);
    return sr_finish(call->lang);
}
