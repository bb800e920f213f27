/* Pages and pictures: HTML that needs nothing but itself, and SVG drawn by hand. Colours are
 * variables of the page's style, so that pictures follow light and dark. Every picture has a title
 * and a description for those who cannot see it. */
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
    "figure{margin:.8rem "
    "0;overflow-x:auto}figcaption,caption{color:var(--quiet);font-size:.9rem;text-align:left;"
    "padding:.2rem "
    "0}caption{white-space:nowrap}svg{display:block;width:100%;min-width:34rem;height:auto}\n"
    "svg text{fill:var(--ink);font:13px system-ui,sans-serif}svg .quiet{fill:var(--quiet)}svg "
    ".end{text-anchor:end}svg .middle{text-anchor:middle}\n"
    "svg .axis{stroke:var(--line);stroke-width:1}svg .even{stroke:var(--quiet);stroke-width:1.5;"
    "stroke-dasharray:4 4}svg .range{stroke:var(--mark);stroke-width:2.5;stroke-linecap:round}\n"
    "svg .dot{fill:var(--mark)}svg .hollow{fill:var(--paper);stroke:var(--quiet);stroke-width:2}"
    "svg .faint{stroke:var(--quiet);stroke-width:1.5}svg .way{fill:none;stroke:var(--mark);"
    "stroke-width:1.5}svg .bar{fill:var(--soft)}svg .mean{stroke:var(--mark);stroke-width:2}\n"
    ".wide{overflow-x:auto}table{border-collapse:collapse;font-size:.92rem;"
    "font-variant-numeric:tabular-nums}th,td{padding:.3rem .7rem;text-align:right;"
    "border-bottom:1px solid var(--line);white-space:nowrap}th:first-child{text-align:left;"
    "padding-left:0}thead th{color:var(--quiet);font-weight:600}tbody th{font-weight:600}\n"
    ".small{display:grid;grid-template-columns:repeat(auto-fill,minmax(15rem,1fr));gap:.6rem "
    "1.4rem}.small svg{min-width:0}footer{margin-top:3rem;color:var(--quiet);font-size:.85rem}\n";

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

static void begin_picture(struct sr_out *out, int width, int height, const char *title,
                          const char *about) {
    char size[64];
    snprintf(size, sizeof size, "<figure><svg viewBox=\"0 0 %d %d\" role=\"img\">\n<title>", width,
             height);
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
             "<line class=\"%s\" x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\"/>\n", kind, x1, y1,
             x2, y2);
    sr_put(out, text);
}

static void put_circle(struct sr_out *out, const char *kind, double x, double y) {
    char text[120];
    snprintf(text, sizeof text, "<circle class=\"%s\" cx=\"%.1f\" cy=\"%.1f\" r=\"5\"/>\n", kind, x,
             y);
    sr_put(out, text);
}

static void put_label(struct sr_out *out, const char *kind, double x, double y, const char *label) {
    char text[120];
    snprintf(text, sizeof text, "<text class=\"%s\" x=\"%.1f\" y=\"%.1f\">", kind, x, y);
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

static void mark_text(char text[48], const struct scale *scale, int mark, bool percent) {
    struct sr_out out;
    double number = scale->low + mark * scale->step;
    sr_out_open(&out, text, 48);
    if (percent) {
        sr_put_real(&out, 100 * number, digits_of(100 * scale->step));
        sr_put(&out, " %");
    } else {
        sr_put_real(&out, number, digits_of(scale->step));
    }
}

/* ---- dots ---- */

void sr_plot_dots(struct sr_out *out, const struct sr_dots *dots) {
    enum {
        WIDTH = 760,
        ROW = 28,
        TOP = 8,
        LEFT = 190,
        RIGHT = 590,
        BOTTOM = 34,
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
    struct scale across = make_scale(low, high, 6, LEFT, RIGHT);
    double floor_at = TOP + dots->count * ROW;

    begin_picture(out, WIDTH, height, dots->title, dots->about);
    for (int i = 0; i < mark_count(&across); i++) {
        char text[48];
        double x = place(&across, across.low + i * across.step);
        mark_text(text, &across, i, dots->percent);
        put_line(out, "axis", x, TOP, x, floor_at);
        put_label(out, "quiet middle", x, floor_at + 20, text);
    }
    if (dots->reference)
        put_line(out, "even", place(&across, *dots->reference), TOP,
                 place(&across, *dots->reference), floor_at);
    for (int i = 0; i < dots->count; i++) {
        const struct sr_dot *dot = &dots->dot[i];
        double y = TOP + (i + 0.5) * ROW;
        char name[SR_GRID_BYTES], text[SR_GRID_BYTES];
        struct sr_out label;
        sr_out_open(&label, name, sizeof name);
        sr_cut(&label, NAME_COLUMNS, dot->name);
        sr_out_open(&label, text, sizeof text);
        if (dots->percent)
            sr_put_share(&label, &dot->estimate);
        else
            sr_put_mean(&label, &dot->estimate, 0);
        put_label(out, "end", LEFT - 14, y + 4.5, name);
        put_line(out, dot->quiet ? "faint" : "range", place(&across, dot->estimate.low), y,
                 place(&across, dot->estimate.high), y);
        put_circle(out, dot->quiet ? "hollow" : "dot", place(&across, dot->estimate.value), y);
        put_label(out, "quiet", RIGHT + 18, y + 4.5, text);
    }
    end_picture(out, dots->title);
}

/* ---- the curve over a budget ---- */

void sr_plot_curve(struct sr_out *out, const struct sr_curve *curve) {
    enum { WIDTH = 760, HEIGHT = 330, TOP = 26, LEFT = 60, RIGHT = 730, FLOOR = 280 };
    double low = INFINITY, high = -INFINITY;
    for (int i = 0; i < curve->count; i++) {
        low = fmin(low, curve->estimate[i].low);
        high = fmax(high, curve->estimate[i].high);
    }
    struct scale up = make_scale(low, high, 5, FLOOR, TOP);
    struct scale across = {log2(curve->budget[0]), log2(curve->budget[curve->count - 1]), 1,
                           LEFT + 30, RIGHT - 30};
    char text[48];
    struct sr_out label;

    begin_picture(out, WIDTH, HEIGHT, curve->title, curve->about);
    put_label(out, "quiet", 0, 14, curve->up);
    put_label(out, "quiet end", RIGHT, HEIGHT - 8, curve->across);
    for (int i = 0; i < mark_count(&up); i++) {
        double y = place(&up, up.low + i * up.step);
        mark_text(text, &up, i, false);
        put_line(out, "axis", LEFT, y, RIGHT, y);
        put_label(out, "quiet end", LEFT - 10, y + 4.5, text);
    }
    sr_put(out, "<polyline class=\"way\" points=\"");
    for (int i = 0; i < curve->count; i++) {
        snprintf(text, sizeof text, "%.1f,%.1f ", place(&across, log2(curve->budget[i])),
                 place(&up, curve->estimate[i].value));
        sr_put(out, text);
    }
    sr_put(out, "\"/>\n");
    for (int i = 0; i < curve->count; i++) {
        double x = place(&across, log2(curve->budget[i]));
        put_line(out, "range", x, place(&up, curve->estimate[i].low), x,
                 place(&up, curve->estimate[i].high));
        put_circle(out, "dot", x, place(&up, curve->estimate[i].value));
        sr_out_open(&label, text, sizeof text);
        sr_put_real(&label, curve->budget[i], 0);
        put_label(out, "quiet middle", x, FLOOR + 20, text);
    }
    end_picture(out, curve->title);
}

/* ---- histograms ---- */

void sr_plot_histogram(struct sr_out *out, const struct sr_histogram *histogram) {
    enum { WIDTH = 260, HEIGHT = 130, TOP = 8, LEFT = 4, RIGHT = 256, FLOOR = 104 };
    double low = (double)histogram->low;
    double high = low + (double)(histogram->width * histogram->count);
    struct scale across = {low, high, 1, LEFT, RIGHT};
    double bar = (RIGHT - LEFT) / (double)histogram->count;
    char text[160];

    begin_picture(out, WIDTH, HEIGHT, histogram->title, histogram->about);
    for (int i = 0; i < histogram->count; i++) {
        double share = histogram->total ? (double)histogram->bin[i] / (double)histogram->total : 0;
        double tall = histogram->tallest > 0 ? share / histogram->tallest * (FLOOR - TOP) : 0;
        if (!histogram->bin[i])
            continue;
        snprintf(text, sizeof text,
                 "<rect class=\"bar\" x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\"/>\n",
                 LEFT + i * bar + 0.5, FLOOR - tall, fmax(bar - 1, 1), tall);
        sr_put(out, text);
    }
    put_line(out, "axis", LEFT, FLOOR, RIGHT, FLOOR);
    /* a score fills its bin from the left edge, so its middle is half a point further */
    double mean = place(&across, histogram->mean + 0.5);
    put_line(out, "mean", mean, TOP, mean, FLOOR);
    snprintf(text, sizeof text, "%lld", (long long)histogram->low);
    put_label(out, "quiet", LEFT, FLOOR + 20, text);
    snprintf(text, sizeof text, "%lld", (long long)(high - 1));
    put_label(out, "quiet end", RIGHT, FLOOR + 20, text);
    end_picture(out, histogram->title);
}
