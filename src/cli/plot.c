/* Pages and pictures: HTML that needs nothing but itself, and SVG drawn by hand. Colours are
 * variables of the page's style, so that pictures follow light and dark. Every picture has a title
 * and a description for those who cannot see it.
 *
 * Places across are in hundredths of the width, places down in pixels: a picture is as wide as the
 * page lets it be, and its text has the size of text on a phone as well as on a large screen. */
#include "lab.h"
#include "page.h"

#include <math.h>
#include <string.h>

/* ---- text ---- */

void sr_html_text(struct sr_out *out, const char *text) {
    for (; *text; text++) {
        switch (*text) {
        case '<':
            sr_put(out, "&lt;");
            break;
        case '>':
            sr_put(out, "&gt;");
            break;
        case '&':
            sr_put(out, "&amp;");
            break;
        case '"':
            sr_put(out, "&quot;");
            break;
        default:
            sr_put_char(out, *text);
        }
    }
}

static const char style[] =
    ":root{color-scheme:light dark;--paper:#fffdf8;--ink:#22262b;--quiet:#5d6670;--line:#d9d4c8;"
    "--mark:#b0480a;--soft:#e9b98f}\n"
    "@media(prefers-color-scheme:dark){:root{--paper:#16181b;--ink:#e9e4da;--quiet:#a3a9b0;"
    "--line:#3a3e44;--mark:#f2a65a;--soft:#7a5330}}\n"
    "body{margin:0 auto;padding:2rem 1.2rem 3rem;max-width:54rem;background:var(--paper);"
    "color:var(--ink);font:1rem/1.5 system-ui,sans-serif}\n"
    "h1{font-size:1.7rem;line-height:1.2;margin:0 0 .3rem}h2{font-size:1.2rem;margin:2.4rem 0 "
    ".4rem}p{margin:.3rem 0 .8rem;color:var(--quiet);max-width:44rem}\n"
    "figure{margin:.8rem 0}figcaption,caption{color:var(--quiet);font-size:.9rem;text-align:left;"
    "padding:.2rem 0}caption{white-space:nowrap}svg{display:block;width:100%;overflow:visible}\n"
    "svg text{fill:var(--ink);font:13px system-ui,sans-serif}svg .quiet{fill:var(--quiet)}svg "
    ".end{text-anchor:end}svg .middle{text-anchor:middle}\n"
    "svg .axis{stroke:var(--line);stroke-width:1}svg .even{stroke:var(--quiet);stroke-width:1.5;"
    "stroke-dasharray:4 4}svg .range{stroke:var(--mark);stroke-width:2.5;stroke-linecap:round}\n"
    "svg .dot{fill:var(--mark)}svg .hollow{fill:var(--paper);stroke:var(--quiet);stroke-width:2}"
    "svg .faint{stroke:var(--quiet);stroke-width:1.5}svg .way{stroke:var(--mark);"
    "stroke-width:1.5}svg .bar{fill:var(--soft)}svg .mean{stroke:var(--mark);stroke-width:2}\n"
    "svg .over{paint-order:stroke;stroke:var(--paper);stroke-width:4px}"
    "@media(max-width:44rem){svg .roomy{display:none}}\n"
    ".wide{overflow-x:auto}table{border-collapse:collapse;font-size:.92rem;"
    "font-variant-numeric:tabular-nums}th,td{padding:.3rem .7rem;text-align:right;"
    "border-bottom:1px solid var(--line);white-space:nowrap}"
    ".words th,.words td{text-align:left;white-space:normal;vertical-align:top}"
    "th:first-child{text-align:left;"
    "padding-left:0;position:sticky;left:0;background:var(--paper)}thead "
    "th{color:var(--quiet);font-weight:600}tbody th{font-weight:600}\n"
    ".small{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(15rem,45%),1fr));"
    "gap:.6rem 1.4rem}footer{margin-top:3rem;color:var(--quiet);font-size:.85rem}\n";

void sr_html_begin(struct sr_out *out, enum sr_lang lang, const char *title, const char *subtitle) {
    sr_put(out, "<!DOCTYPE html>\n<html lang=\"");
    sr_put(out, lang == SR_RU ? "ru" : "en");
    sr_put(out, "\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" "
                "content=\"width=device-width,initial-scale=1\">\n<title>");
    sr_html_text(out, title);
    sr_put(out, "</title>\n<style>\n");
    sr_put(out, style);
    sr_put(out, "</style>\n</head>\n<body>\n<h1>");
    sr_html_text(out, title);
    sr_put(out, "</h1>\n<p>");
    sr_html_text(out, subtitle);
    sr_put(out, "</p>\n");
}

void sr_html_end(struct sr_out *out, enum sr_lang lang) {
    sr_put(out, "<footer>");
    sr_phrase_say(out, lang, SR_SAY_REPORT_MADE_BY, SERAI_VERSION, NULL);
    sr_put(out, "</footer>\n</body>\n</html>\n");
}

void sr_html_section(struct sr_out *out, const char *heading, const char *text) {
    sr_put(out, "<h2>");
    sr_html_text(out, heading);
    sr_put(out, "</h2>\n");
    if (text) {
        sr_put(out, "<p>");
        sr_html_text(out, text);
        sr_put(out, "</p>\n");
    }
}

/* ---- pieces of pictures ---- */

static void begin_picture(struct sr_out *out, int height, const char *title, const char *about) {
    char size[64];
    snprintf(size, sizeof size, "<figure><svg height=\"%d\" role=\"img\">\n<title>", height);
    sr_put(out, size);
    sr_html_text(out, title);
    sr_put(out, "</title>\n<desc>");
    sr_html_text(out, about);
    sr_put(out, "</desc>\n");
}

static void end_picture(struct sr_out *out, const char *caption) {
    sr_put(out, "</svg><figcaption>");
    sr_html_text(out, caption);
    sr_put(out, "</figcaption></figure>\n");
}

static void put_line(struct sr_out *out, const char *kind, double x1, double y1, double x2,
                     double y2) {
    char text[160];
    snprintf(text, sizeof text,
             "<line class=\"%s\" x1=\"%.2f%%\" y1=\"%.1f\" x2=\"%.2f%%\" y2=\"%.1f\"/>\n", kind, x1,
             y1, x2, y2);
    sr_put(out, text);
}

static void put_circle(struct sr_out *out, const char *kind, double x, double y) {
    char text[120];
    snprintf(text, sizeof text, "<circle class=\"%s\" cx=\"%.2f%%\" cy=\"%.1f\" r=\"5\"/>\n", kind,
             x, y);
    sr_put(out, text);
}

static void put_label(struct sr_out *out, const char *kind, double x, double y, const char *label) {
    char text[120];
    snprintf(text, sizeof text, "<text class=\"%s\" x=\"%.2f%%\" y=\"%.1f\">", kind, x, y);
    sr_put(out, text);
    sr_html_text(out, label);
    sr_put(out, "</text>\n");
}

/* ---- axes ---- */

/* A scale from numbers to places, with marks at round numbers. */
struct scale {
    double low, high, step; /* numbers */
    double from, to;        /* places */
};

static double place(const struct scale *scale, double number) {
    return scale->from +
           (number - scale->low) / (scale->high - scale->low) * (scale->to - scale->from);
}

/* 1, 2 or 5 times a power of ten, so that there are about `marks` of them. */
static double round_step(double range, int marks) {
    double rough = range / marks, power = pow(10, floor(log10(rough)));
    double digit = rough / power;
    return power * (digit <= 1 ? 1 : digit <= 2 ? 2 : digit <= 5 ? 5 : 10);
}

static struct scale make_scale(double low, double high, int marks, double from, double to) {
    if (!(high > low)) {
        low -= 0.5;
        high += 0.5;
    }
    double step = round_step(high - low, marks);
    return (struct scale){floor(low / step + 1e-9) * step, ceil(high / step - 1e-9) * step, step,
                          from, to};
}

static int digits_of(double step) {
    return step >= 1 ? 0 : step >= 0.1 ? 1 : step >= 0.01 ? 2 : 3;
}

static int mark_count(const struct scale *scale) {
    return (int)floor((scale->high - scale->low) / scale->step + 1.5);
}

static void mark_text(char text[48], enum sr_lang lang, const struct scale *scale, int mark,
                      bool percent) {
    struct sr_out out;
    double number = scale->low + mark * scale->step;
    sr_out_open(&out, text, 48);
    if (percent) {
        sr_real_say(&out, lang, 100 * number, digits_of(100 * scale->step));
        sr_put(&out, " %");
    } else {
        sr_real_say(&out, lang, number, digits_of(scale->step));
    }
}

/* How wide pictures are on a phone and on a large screen, and what a label takes: in pixels. */
enum { NARROW = 320, WIDE = 760, LETTER = 8, GAP = 10 };

/* Is there room between two places for a label of so many letters? */
static bool apart(double left, double right, size_t letters, int width) {
    return (right - left) / 100 * width >= (double)(letters * LETTER + GAP);
}

/* ---- dots ---- */

void sr_plot_dots(struct sr_out *out, const struct sr_dots *dots) {
    /* a name and a number stand over each line, so that all of the width is left to it */
    enum {
        ROW = 40,
        TOP = 4,
        TEXT_AT = 14,
        LINE_AT = 27,
        BOTTOM = 34,
        MARKS = 4,
        NAME_COLUMNS = 24
    };
    int height = TOP + dots->count * ROW + BOTTOM;
    double low = INFINITY, high = -INFINITY;
    for (int i = 0; i < dots->count; i++) {
        low = fmin(low, dots->dot[i].estimate.low);
        high = fmax(high, dots->dot[i].estimate.high);
    }
    if (dots->reference) {
        low = fmin(low, *dots->reference);
        high = fmax(high, *dots->reference);
    }
    struct scale across = make_scale(low, high, MARKS, 0, 100);
    double floor_at = TOP + dots->count * ROW;

    begin_picture(out, height, dots->title, dots->about);
    for (int i = 0; i < mark_count(&across); i++) {
        char text[48];
        double x = place(&across, across.low + i * across.step);
        bool last = i + 1 == mark_count(&across);
        mark_text(text, dots->lang, &across, i, dots->percent);
        put_line(out, "axis", x, TOP, x, floor_at);
        put_label(out,
                  i == 0 ? "quiet"
                  : last ? "quiet end"
                         : "quiet middle",
                  x, floor_at + 20, text);
    }
    if (dots->reference)
        put_line(out, "even", place(&across, *dots->reference), TOP,
                 place(&across, *dots->reference), floor_at);
    for (int i = 0; i < dots->count; i++) {
        const struct sr_dot *dot = &dots->dot[i];
        double row = TOP + i * ROW;
        char name[SR_GRID_BYTES], text[SR_GRID_BYTES];
        struct sr_out label;
        sr_out_open(&label, name, sizeof name);
        sr_cut(&label, NAME_COLUMNS, dot->name);
        sr_out_open(&label, text, sizeof text);
        if (dots->percent)
            sr_share_say(&label, dots->lang, &dot->estimate);
        else
            sr_mean_say(&label, dots->lang, &dot->estimate, 0);
        put_label(out, "over", 0, row + TEXT_AT, name);
        put_label(out, "over quiet end", 100, row + TEXT_AT, text);
        put_line(out, dot->quiet ? "faint" : "range", place(&across, dot->estimate.low),
                 row + LINE_AT, place(&across, dot->estimate.high), row + LINE_AT);
        put_circle(out, dot->quiet ? "hollow" : "dot", place(&across, dot->estimate.value),
                   row + LINE_AT);
    }
    end_picture(out, dots->title);
}

/* A line across at each mark of the scale, and its number on the line. */
static void put_levels(struct sr_out *out, enum sr_lang lang, const struct scale *up, bool percent,
                       const char *kind) {
    enum { ON_LINE = 5 };
    for (int i = 0; i < mark_count(up); i++) {
        char text[48];
        double y = place(up, up->low + i * up->step);
        mark_text(text, lang, up, i, percent);
        put_line(out, "axis", 0, y, 100, y);
        put_label(out, kind, 0, y - ON_LINE, text);
    }
}

/* ---- the curve over a budget ---- */

/* A number under each dot, from the right, as far as they do not touch; some only where the page is
 * wide. */
static void label_budgets(struct sr_out *out, const struct sr_curve *curve,
                          const struct scale *across, double y) {
    size_t letters = strlen(sr_digits((int64_t)curve->budget[curve->count - 1]).text);
    double narrow = INFINITY, wide = INFINITY; /* the last label of each */
    for (int i = curve->count - 1; i >= 0; i--) {
        double x = place(across, log2(curve->budget[i]));
        if (!apart(x, wide, letters, WIDE))
            continue;
        bool always = apart(x, narrow, letters, NARROW);
        put_label(out, always ? "quiet middle" : "quiet middle roomy", x, y,
                  sr_digits((int64_t)curve->budget[i]).text);
        wide = x;
        if (always)
            narrow = x;
    }
}

void sr_plot_curve(struct sr_out *out, const struct sr_curve *curve) {
    /* numbers of the axis stand on its lines, to the left of all dots */
    enum { HEIGHT = 330, TOP = 44, FLOOR = 280, LEFT = 16, RIGHT = 96 };
    double low = INFINITY, high = -INFINITY;
    for (int i = 0; i < curve->count; i++) {
        low = fmin(low, curve->estimate[i].low);
        high = fmax(high, curve->estimate[i].high);
    }
    struct scale up = make_scale(low, high, 5, FLOOR, TOP);
    struct scale across = {log2(curve->budget[0]), log2(curve->budget[curve->count - 1]), 1, LEFT,
                           RIGHT};

    begin_picture(out, HEIGHT, curve->title, curve->about);
    put_label(out, "quiet", 0, 14, curve->up);
    put_label(out, "quiet end", 100, HEIGHT - 8, curve->across);
    put_levels(out, curve->lang, &up, false, "quiet");
    for (int i = 1; i < curve->count; i++)
        put_line(out, "way", place(&across, log2(curve->budget[i - 1])),
                 place(&up, curve->estimate[i - 1].value), place(&across, log2(curve->budget[i])),
                 place(&up, curve->estimate[i].value));
    for (int i = 0; i < curve->count; i++) {
        double x = place(&across, log2(curve->budget[i]));
        put_line(out, "range", x, place(&up, curve->estimate[i].low), x,
                 place(&up, curve->estimate[i].high));
        put_circle(out, "dot", x, place(&up, curve->estimate[i].value));
    }
    label_budgets(out, curve, &across, FLOOR + 20);
    end_picture(out, curve->title);
}

/* ---- the course of a game ---- */

void sr_plot_course(struct sr_out *out, const struct sr_course *course) {
    enum { HEIGHT = 250, TOP = 12, FLOOR = 220 };
    struct scale up = {0, 1, 0.25, FLOOR, TOP};
    struct scale across = {0, course->last ? course->last : 1, 1, 0, 100};
    begin_picture(out, HEIGHT, course->title, course->about);
    put_levels(out, course->lang, &up, true, "quiet over");
    for (uint32_t i = 1; i < course->count; i++)
        put_line(out, "way", place(&across, course->dot[i - 1].move),
                 place(&up, course->dot[i - 1].chance), place(&across, course->dot[i].move),
                 place(&up, course->dot[i].chance));
    for (uint32_t i = 0; i < course->count; i++)
        if (course->dot[i].marked)
            put_circle(out, "hollow", place(&across, course->dot[i].move),
                       place(&up, course->dot[i].chance));
    put_label(out, "quiet end", 100, FLOOR + 20, sr_digits(course->last).text);
    end_picture(out, course->title);
}

/* ---- histograms ---- */

void sr_plot_histogram(struct sr_out *out, const struct sr_histogram *histogram) {
    enum { HEIGHT = 130, TOP = 8, FLOOR = 104 };
    static const double part_of_bin = 0.9; /* that a bar fills; the rest sets it off */
    double low = (double)histogram->low;
    double high = low + (double)(histogram->width * histogram->count);
    struct scale across = {low, high, 1, 0, 100};
    double bin = 100.0 / histogram->count;
    char text[160];

    begin_picture(out, HEIGHT, histogram->title, histogram->about);
    for (int i = 0; i < histogram->count; i++) {
        double share = histogram->total ? (double)histogram->bin[i] / (double)histogram->total : 0;
        double tall = histogram->tallest > 0 ? share / histogram->tallest * (FLOOR - TOP) : 0;
        if (!histogram->bin[i])
            continue;
        snprintf(text, sizeof text,
                 "<rect class=\"bar\" x=\"%.2f%%\" y=\"%.1f\" width=\"%.2f%%\" height=\"%.1f\"/>\n",
                 (i + (1 - part_of_bin) / 2) * bin, FLOOR - tall, part_of_bin * bin, tall);
        sr_put(out, text);
    }
    put_line(out, "axis", 0, FLOOR, 100, FLOOR);
    /* a score fills its bin from the left edge, so its middle is half a point further */
    double mean = place(&across, histogram->mean + 0.5);
    put_line(out, "mean", mean, TOP, mean, FLOOR);
    put_label(out, "quiet", 0, FLOOR + 20, sr_digits(histogram->low).text);
    put_label(out, "quiet end", 100, FLOOR + 20, sr_digits((int64_t)high - 1).text);
    end_picture(out, histogram->title);
}
