/* serai serve: hosts tables over HTTP and WebSocket until it is told to stop. */
#include "cli.h"

#include "server/server.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { PATH_BYTES = 4096 };

/* Where data goes if nobody says: the user's own place for it. */
static bool preset_directory(char *path, struct sr_error *error) {
    const char *data = getenv("XDG_DATA_HOME"), *home = getenv("HOME");
    int length = data && *data   ? snprintf(path, PATH_BYTES, "%s", data)
                 : home && *home ? snprintf(path, PATH_BYTES, "%s/.local/share", home)
                                 : -1;
    if (length < 0 || length > PATH_BYTES - 16)
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

enum sr_exit sr_run_serve(const struct sr_call *call) {
    struct sr_error error = {0};
    char directory[PATH_BYTES], address[300];
    struct sr_server_plan plan = {call->value[SR_FLAG_LISTEN], call->value[SR_FLAG_DATA]};
    if (!plan.address)
        plan.address = "127.0.0.1:8080";
    if (!plan.directory) {
        if (!preset_directory(directory, &error))
            return sr_report(call->lang, NULL, &error);
        plan.directory = directory;
    }
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
    char line[512];
    struct sr_out out;
    sr_out_open(&out, line, sizeof line);
    sr_phrase_say(&out, call->lang, SR_SAY_SERVING, address, NULL);
    puts(line);
    fflush(stdout);
    sr_log("info", "started", "address", address, "data", plan.directory, "version", SERAI_VERSION,
           NULL);
    int signal_number = 0;
    while (sigwait(&signals, &signal_number) != 0 && errno == EINTR)
        continue;
    sr_log("info", "stopping", NULL);
    sr_server_stop(server);
    sr_log("info", "stopped", NULL);
    return sr_finish(call->lang);
}
