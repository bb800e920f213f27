/* serai fair: was the deck of this record the one that the server promised before the first move?
 */
#include "cli.h"

#include "cli/problems.h"
#include "server/server.h"

#include <string.h>
#include <strings.h>

enum { HASH_BYTES = 32, HASH_TEXT_BYTES = 2 * HASH_BYTES + 1 };

static void write_hash(const struct sr_table *table, const char *id, char text[HASH_TEXT_BYTES]) {
    uint8_t hash[HASH_BYTES];
    sr_commitment(table->setup.seed, id, hash);
    for (int i = 0; i < HASH_BYTES; i++)
        snprintf(text + 2 * i, 3, "%02x", hash[i]);
}

enum sr_exit sr_run_fair(const struct sr_call *call) {
    struct sr_error error = {0};
    const char *path = call->argument[0], *id = call->argument[1];
    char hash[HASH_TEXT_BYTES], line[512];
    struct sr_out out;
    struct sr_table *table = sr_file_table(call, path, &error);
    if (!table)
        return sr_report_file(call->lang, path, &error);
    if (table->from_position || !sr_guard_open()) {
        sr_fail(&error, table->from_position ? SR_PROBLEM_NO_DEAL : SR_PROBLEM_MEMORY, path, NULL);
        sr_table_free(table);
        return sr_report(call->lang, NULL, &error);
    }
    write_hash(table, id, hash);
    sr_table_free(table);
    sr_out_open(&out, line, sizeof line);
    if (call->count == 2) {
        puts(hash);
        return sr_finish(call->lang);
    }
    if (strcasecmp(hash, call->argument[2]) != 0) {
        sr_fail(&error, SR_PROBLEM_NOT_PROMISED, id, hash, NULL);
        return sr_report(call->lang, path, &error);
    }
    sr_phrase_say(&out, call->lang, SR_SAY_FAIR, id, NULL);
    puts(line);
    return sr_finish(call->lang);
}
