/* What the commands of the laboratory share: a run with its flags, kept results and progress;
 * tables, figures and the page that a report is. */
#ifndef SR_CLI_LAB_H
#define SR_CLI_LAB_H

#include "cli.h"

#include "lab/balance.h"
#include "lab/series.h"
#include "lab/standing.h"

/* ---- a run (lab_run.c) ---- */

/* What a command expects where flags are silent. */
struct sr_lab_habits {
    const char *bots; /* NULL: they must be named */
    int least_bots;
    int64_t games;
    int seats; /* 0: as many as may play */
};

struct sr_lab {
    const struct sr_call *call;
    struct sr_wish wish;
    struct sr_series series;
    struct sr_results results;
    uint64_t resumed; /* games that were kept already */
    bool stopped;     /* by ctrl-C */
    double seconds;
};

/* Reads the flags, takes over kept results and plays the rest. When it returns SR_EXIT_FINE there
 * are results to tell, whole or as far as they go, and sr_lab_free() is due. Else the error has
 * been told. */
enum sr_exit sr_lab_run(struct sr_lab *lab, const struct sr_call *call,
                        const struct sr_lab_habits *habits);
void sr_lab_free(struct sr_lab *lab);
/* Writes the report, if one is wanted, and the answer; says how the command ends. */
enum sr_exit sr_lab_answer(struct sr_lab *lab, sr_writer *text, sr_writer *json, sr_writer *report,
                           const void *context);

/* ---- numbers and tables (lab_table.c) ---- */

void sr_percent_say(struct sr_out *out, enum sr_lang lang, double share);
/* "1512 ± 20", and "61.0 % (55.1–66.6)". */
void sr_mean_say(struct sr_out *out, enum sr_lang lang, const struct sr_estimate *estimate,
                 int digits);
/* The same, with a sign: "+1.9 ± 0.8". */
void sr_change_say(struct sr_out *out, enum sr_lang lang, const struct sr_estimate *estimate,
                   int digits);
void sr_share_say(struct sr_out *out, enum sr_lang lang, const struct sr_estimate *estimate);
/* {"value":..,"low":..,"high":..} */
void sr_json_estimate(struct sr_out *out, const struct sr_estimate *estimate);

/* A table of texts, whose columns are as wide as they must be: the first to the left, the others to
 * the right. */
enum { SR_GRID_COLUMNS = 8, SR_GRID_ROWS = 64, SR_GRID_BYTES = 96 };
struct sr_grid {
    int columns, rows;
    char cell[SR_GRID_ROWS][SR_GRID_COLUMNS][SR_GRID_BYTES];
};
/* The next cell, to be written into; a row is full after `columns` of them. */
struct sr_out sr_grid_cell(struct sr_grid *grid, int column);
void sr_grid_next_row(struct sr_grid *grid);
void sr_grid_write(struct sr_out *out, const struct sr_grid *grid);
/* The same as a table of HTML, the first row being its head. */
void sr_grid_html(struct sr_out *out, const struct sr_grid *grid, const char *caption);

/* The lines that all answers begin and end with. */
void sr_lab_head_say(struct sr_out *out, const struct sr_lab *lab, uint64_t games);
/* The command that gives the same again, with all that it was played by. */
enum { SR_LAB_COMMAND_BYTES = 8192 };
void sr_lab_command_write(struct sr_out *out, const struct sr_lab *lab);
/* Has a bot failed in any game? Then the command fails, too. */
bool sr_lab_has_forfeits(const struct sr_lab *lab);
/* A line for each bot that failed, and how the first one did. */
void sr_lab_forfeits_say(struct sr_out *out, const struct sr_lab *lab);
void sr_lab_finer_say(struct sr_out *out, const struct sr_lab *lab, uint64_t games);
/* "game":...,"seats":... of a JSON answer. */
void sr_lab_head_json(struct sr_out *out, const struct sr_lab *lab, const char *kind);

/* ---- pages (plot.c) ---- */

void sr_html_text(struct sr_out *out, const char *text);
void sr_html_begin(struct sr_out *out, enum sr_lang lang, const char *title, const char *subtitle);
void sr_html_end(struct sr_out *out, enum sr_lang lang);
void sr_html_section(struct sr_out *out, const char *heading, const char *text);

enum { SR_PLOT_ROWS = 64 };

/* An estimate with a name, as a dot on a line. */
struct sr_dot {
    char name[SR_GRID_BYTES];
    struct sr_estimate estimate;
    bool quiet; /* not worth a second look */
};
struct sr_dots {
    enum sr_lang lang;
    const char *title, *about; /* what it is, and the same for who cannot see it */
    bool percent;
    const double *reference; /* a line to compare with; may be NULL */
    int count;
    struct sr_dot dot[SR_PLOT_ROWS];
};
void sr_plot_dots(struct sr_out *out, const struct sr_dots *dots);

/* Estimates over a budget that doubles with every equal step to the right. */
struct sr_curve {
    enum sr_lang lang;
    const char *title, *about, *across, *up;
    int count;
    double budget[SR_SERIES_BOTS];
    struct sr_estimate estimate[SR_SERIES_BOTS];
};
void sr_plot_curve(struct sr_out *out, const struct sr_curve *curve);

/* A chance over the moves of a game, from 0 to 1, with some of its dots marked. */
struct sr_course {
    enum sr_lang lang;
    const char *title, *about;
    uint32_t last; /* move */
    uint32_t count;
    const struct sr_course_dot {
        uint32_t move;
        double chance;
        bool marked;
    } * dot;
};
void sr_plot_course(struct sr_out *out, const struct sr_course *course);

/* A small histogram; `tallest` is the share that fills the height, so that many compare. */
struct sr_histogram {
    const char *title, *about;
    int64_t low, width;
    int count;
    const uint64_t *bin;
    uint64_t total;
    double tallest, mean;
};
void sr_plot_histogram(struct sr_out *out, const struct sr_histogram *histogram);

#endif
