/* What help pages, man pages and completions are made from, beside the tables themselves. */
#ifndef SR_HELP_H
#define SR_HELP_H

#include "cli.h"

/* A flag as this command takes it: which bots there are, and how many, differs. */
const struct sr_flag_kind *sr_flag_of(const struct sr_command *command, int flag);
bool sr_takes_flag(const struct sr_command *command, int flag);

/* serai help man|bash|zsh: is this such a word, and what it writes. Without a command `man` is the
 * page about all of them. */
bool sr_is_manual(const char *name);
enum sr_exit sr_manual(enum sr_lang lang, const char *name, const struct sr_command *command);

#endif
