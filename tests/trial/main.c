/* Trials (web/engine/trial.h) in a build for this machine, to be compared with those of other
 * builds: `trial play|random WISH` or `trial replay < RECORD`; times go to standard error. */
#include "trial.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { MOST_BYTES = 1 << 20 };

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

static bool run(const char *kind, const char *wish, struct sr_buffer *out) {
    static char record[MOST_BYTES];
    if (strcmp(kind, "replay") == 0)
        return sr_trial_replay(out, record, fread(record, 1, sizeof record, stdin));
    json_t *json = wish ? json_loads(wish, 0, NULL) : NULL;
    bool fine = strcmp(kind, "play") == 0 ? sr_trial_play(out, json) : sr_trial_random(out, json);
    json_decref(json);
    return fine;
}

int main(int count, char **argument) {
    struct sr_buffer out = {0};
    if (count < 2) {
        fprintf(stderr, "usage: trial play|random WISH, trial replay < RECORD\n");
        return 2;
    }
    double begin = now();
    bool fine = run(argument[1], count > 2 ? argument[2] : NULL, &out);
    fprintf(stderr, "%.6f\n", now() - begin);
    printf("%s", out.text ? out.text : "");
    sr_buffer_free(&out);
    return fine ? 0 : 1;
}
