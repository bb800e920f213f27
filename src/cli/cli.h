/* What the parts of the `serai` command share: the call that was asked for, exit codes, texts,
 * files and output. Every command is a function in one of the files beside this one; commands.c
 * lists them all. */
#ifndef SR_CLI_H
#define SR_CLI_H

#include "api/table.h"
#include "bots/bot.h"
#include "core/canvas.h"

#include <stdio.h>

/* How the command ends. */
enum sr_exit {
    SR_EXIT_FINE,
    SR_EXIT_FAILED, /* an illegal move, a broken record or position */
    SR_EXIT_USAGE,  /* an unknown game, option, flag ... */
    SR_EXIT_SYSTEM  /* files, memory */
};

/* ---- the command line (main.c, commands.c, help.c) ---- */

enum sr_flag {
    SR_FLAG_JSON,
    SR_FLAG_SEATS,
    SR_FLAG_SEED,
    SR_FLAG_PRESET,
    SR_FLAG_OPTIONS,
    SR_FLAG_RULES,
    SR_FLAG_SET,
    SR_FLAG_FILL,
    SR_FLAG_LOOSE,
    SR_FLAG_AT,
    SR_FLAG_SEAT,
    SR_FLAG_BOTS,
    SR_FLAG_RECORD,
    SR_FLAG_FORCE,
    SR_FLAG_GAMES,
    SR_FLAG_THREADS,
    SR_FLAG_FOCAL,
    SR_FLAG_DUELS,
    SR_FLAG_HABITS,
    SR_FLAG_CLUES,
    SR_FLAG_MARGIN,
    SR_FLAG_ONLY,
    SR_FLAG_GENERATIONS,
    SR_FLAG_OUT,
    SR_FLAG_KEEP,
    SR_FLAG_REPORT,
    SR_FLAG_BUDGET,
    SR_FLAG_LISTEN,
    SR_FLAG_DATA,
    SR_FLAG_STORE,
    SR_FLAG_FROM,
    SR_FLAG_AGAINST,
    SR_FLAG_TO,
    SR_FLAG_WEB,
    SR_FLAG_CONFIG,
    SR_FLAG_LANG,
    SR_FLAG_HELP,
    SR_FLAG_VERSION,
    SR_FLAGS
};

struct sr_flag_kind {
    const char *name;
    const char *takes; /* what its value is called; NULL: it takes none */
    struct sr_text text;
};
extern const struct sr_flag_kind sr_flag_kinds[SR_FLAGS];

struct sr_call;

struct sr_command {
    const char *name;
    const char *arguments;    /* as the usage line shows them */
    int least, most;          /* how many there may be */
    uint64_t flags;           /* bit per flag that it takes */
    uint64_t needed;          /* bit per flag that it cannot do without */
    struct sr_flag_kind bots; /* what --bots names for it */
    struct sr_flag_kind out;  /* what --out names for it, if not the usual */
    struct sr_flag_kind from; /* and --from */
    struct sr_text text;      /* what it does, in a line */
    struct sr_text more;      /* and in a few */
    const char *examples;     /* one a line */
    bool shared;              /* several processes may share its work out */
    enum sr_exit (*run)(const struct sr_call *call);
};
extern const struct sr_command sr_commands[];
extern const int sr_command_count;

/* What one run of the program was asked for. */
struct sr_call {
    const struct sr_command *command;
    enum sr_lang lang;
    const char *value[SR_FLAGS]; /* of each flag given ("" if it takes none), else NULL */
    int count;
    const char *const *argument;
    const struct sr_fleet *fleet; /* other processes that do the same; NULL: none */
};

enum sr_exit sr_help(enum sr_lang lang, const struct sr_command *command, FILE *to);

enum sr_exit sr_run_games(const struct sr_call *call);
enum sr_exit sr_run_rules(const struct sr_call *call);
enum sr_exit sr_run_deal(const struct sr_call *call);
enum sr_exit sr_run_moves(const struct sr_call *call);
enum sr_exit sr_run_apply(const struct sr_call *call);
enum sr_exit sr_run_show(const struct sr_call *call);
enum sr_exit sr_run_score(const struct sr_call *call);
enum sr_exit sr_run_play(const struct sr_call *call);
enum sr_exit sr_run_replay(const struct sr_call *call);
enum sr_exit sr_run_check(const struct sr_call *call);
enum sr_exit sr_run_sim(const struct sr_call *call);
enum sr_exit sr_run_arena(const struct sr_call *call);
enum sr_exit sr_run_ladder(const struct sr_call *call);
enum sr_exit sr_run_balance(const struct sr_call *call);
enum sr_exit sr_run_tune(const struct sr_call *call);
enum sr_exit sr_run_learn(const struct sr_call *call);
enum sr_exit sr_run_hint(const struct sr_call *call);
enum sr_exit sr_run_review(const struct sr_call *call);
enum sr_exit sr_run_bench(const struct sr_call *call);
enum sr_exit sr_run_serve(const struct sr_call *call);
enum sr_exit sr_run_fair(const struct sr_call *call);
enum sr_exit sr_run_admin(const struct sr_call *call);
enum sr_exit sr_run_version(const struct sr_call *call);

/* ---- flags that several commands share (setup.c) ---- */

enum { SR_SEED_TEXT_BYTES = 2 * SR_SEED_BYTES + 1 };

/* How a table is to be set, and the seed as a person can give it again. */
struct sr_wish {
    const struct sr_game *game;
    struct sr_setup setup;
    char seed[SR_SEED_TEXT_BYTES];
    bool drawn; /* nobody gave a seed */
};

int sr_processors(void); /* as many as a crew can use */
const struct sr_game *sr_wish_game(const char *name, struct sr_error *error);
/* Reads --seats, --seed and --options; without --seats there are `seats` of them. */
bool sr_wish_read(const struct sr_call *call, const struct sr_game *game, int seats,
                  struct sr_wish *wish, struct sr_error *error);
/* " --options a=b,c=d --rules 1" for what is not as usual; nothing where all is. */
void sr_wish_options_write(struct sr_out *out, const struct sr_wish *wish);
/* A seed that nobody could foresee. */
bool sr_wish_draw_seed(struct sr_wish *wish, struct sr_error *error);
/* --bots: one name for all seats, or one for each; `person` is a seat that needs none, or -1. */
bool sr_wish_bots(const struct sr_call *call, enum sr_bots_place place, const char *preset,
                  int seats, int person, struct sr_bot bot[SR_MAX_SEATS], struct sr_error *error);
/* Reads the file of weights, or the net for so many seats, that a bot's name names, if it does. */
bool sr_wish_weights(const struct sr_call *call, const struct sr_game *game, int seats,
                     struct sr_bot *bot, struct sr_error *error);
/* The value of a flag as a number in low..high; `preset` when it is not given. */
bool sr_flag_number(const struct sr_call *call, enum sr_flag flag, int64_t low, int64_t high,
                    int64_t preset, int64_t *number, struct sr_error *error);

/* ---- where a server keeps its data (serve.c) ---- */

enum { SR_PATH_BYTES = 4096 };
struct sr_config;
/* --config, if it is given, and --data: the flag, else what the file says, else the user's own
 * place for data, whose parents are made. */
bool sr_read_places(const struct sr_call *call, struct sr_config *config,
                    char directory[SR_PATH_BYTES], struct sr_error *error);

/* ---- texts (phrases.c) ---- */

enum sr_phrase {
#define PHRASE(id, en, ru) SR_SAY_##id,
#include "phrases.def"
#undef PHRASE
    SR_PHRASES
};

/* A plain phrase. */
const char *sr_phrase(enum sr_lang lang, enum sr_phrase phrase);
/* With arguments, strings, ended by NULL: {0} is the first, {0#one|few|many} the form of a word
 * that fits the number in it. */
void sr_phrase_say(struct sr_out *out, enum sr_lang lang, enum sr_phrase phrase, ...)
    __attribute__((sentinel));

/* A number with a fraction, as programs read it: with a point. */
void sr_put_real(struct sr_out *out, double number, int digits);
/* As people write it: "37.5", in Russian "37,5". Also as an argument. */
void sr_real_say(struct sr_out *out, enum sr_lang lang, double number, int digits);
struct sr_digits sr_decimal(enum sr_lang lang, double number, int digits);

/* ---- files and output (files.c, output.c) ---- */

/* Reads a file, or standard input for "-". The text is freed by the caller. */
bool sr_file_read(enum sr_lang lang, const char *path, char **text, size_t *length,
                  struct sr_error *error);
bool sr_file_write(const char *path, const char *text, struct sr_error *error);
/* May a file of this name be written? One that has something in it is spared unless `force`. */
bool sr_file_spare(const char *path, bool force, struct sr_error *error);
/* Can it be written? Better told before hours of work than after them. What is not there is not
 * there afterwards either. */
bool sr_file_can_write(const char *path, struct sr_error *error);
/* Reads and opens a record or a position. */
struct sr_table *sr_file_table(const struct sr_call *call, const char *path,
                               struct sr_error *error);
/* Does the text begin like a position? */
bool sr_is_position(const char *text, size_t length);

/* Tells an error, with the file it is about (or NULL), and says how to end. */
enum sr_exit sr_report(enum sr_lang lang, const char *where, const struct sr_error *error);
/* The same of what stands in a file; one that could not be read is named by the error itself. */
enum sr_exit sr_report_file(enum sr_lang lang, const char *path, const struct sr_error *error);
enum sr_exit sr_exit_of(const struct sr_error *error);
/* Memory that is always there: without it the program ends with a message. */
void *sr_need(void *old, size_t bytes);
/* Prints what a writer writes. */
enum sr_exit sr_print(const struct sr_call *call, sr_writer *writer, const void *context);
/* Ends the output: what could not be written is an error, unless the reader has left. */
enum sr_exit sr_finish(enum sr_lang lang);

/* Opens the file that most commands begin with; NULL: the error has been told (position.c). */
struct sr_table *sr_open_table(const struct sr_call *call, enum sr_exit *code);
/* May this stream have colours? */
bool sr_colourful(FILE *stream);
/* How many columns a line may have. */
int sr_output_columns(void);
void sr_print_styled(FILE *stream, bool colour, enum sr_style style, const char *text);
void sr_print_canvas(FILE *stream, bool colour, const struct sr_canvas *canvas);
/* A bar on standard error, if that is a terminal. Kept up by progress(), wiped by end(). */
void sr_progress(const char *what, uint64_t done, uint64_t all);
/* The same, with something to say behind it. */
void sr_progress_after(const char *what, uint64_t done, uint64_t all, const char *after);
void sr_progress_end(void);

#endif
