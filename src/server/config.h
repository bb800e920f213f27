/* A configuration file: "name = value", one a line; # begins a remark. */
#ifndef SR_CONFIG_H
#define SR_CONFIG_H

#include "core/error.h"

enum { SR_CONFIG_TEXT_BYTES = 1024 };

/* What a file says; "" and 0 where it says nothing. */
struct sr_config {
    char listen[SR_CONFIG_TEXT_BYTES];
    char data[SR_CONFIG_TEXT_BYTES];
    char store[SR_CONFIG_TEXT_BYTES];
    char web[SR_CONFIG_TEXT_BYTES];
    char proxy[SR_CONFIG_TEXT_BYTES]; /* addresses, with commas between them */
    int64_t grace;                    /* seconds */
    int64_t bot_threads;              /* how many bots may think at a time */
    bool bots_at_visitors;            /* games against bots are played in visitors' browsers */
    bool unconfined;                  /* "confine = no": no system call filter */
};

/* False: `error` says in which line what is wrong. */
bool sr_config_read(const char *text, size_t length, struct sr_config *config,
                    struct sr_error *error);

#endif
