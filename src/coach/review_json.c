/* A review as JSON: every number in thousandths of a victory, so that it reads the same on every
 * machine, every text in both languages, so that it is worked out once and read by all. */
#include "coach/review.h"

#include "core/view.h"

#include <math.h>

enum { TEXT_BYTES = 1024 };

static const char *const lang_names[SR_LANGS] = {[SR_EN] = "en", [SR_RU] = "ru"};
static const char *const cause_names[SR_CAUSES] = {
    [SR_BY_CHANCE] = "chance", [SR_BY_OTHERS] = "others"};

static int64_t thousandths(double share) {
    return lround(1000 * share);
}

static void put_member(struct sr_out *out, const char *name, int64_t number) {
    sr_put(out, ",\"");
    sr_put(out, name);
    sr_put(out, "\":");
    sr_put_number(out, number);
}

static void put_move(struct sr_out *out, const char *name, const struct sr_game *game,
                     struct sr_move move) {
    sr_put(out, name);
    sr_put_char(out, '"');
    sr_move_write(out, game, move);
    sr_put_char(out, '"');
}

/* {"en":...,"ru":...} of a move in words, or, without one, of what is asked. */
static void put_said(struct sr_out *out, const char *name, const struct sr_table *table,
                     const struct sr_move *move) {
    const char *names[SR_MAX_SEATS];
    sr_table_plain_names(table, names);
    sr_put(out, name);
    for (int lang = 0; lang < SR_LANGS; lang++) {
        char text[TEXT_BYTES];
        struct sr_out words;
        const struct sr_reader reader = {(enum sr_lang)lang, names};
        sr_out_open(&words, text, sizeof text);
        if (move)
            sr_move_say(&words, &reader, table->game, table->state, *move);
        else
            sr_prompt_say(&words, &reader, table->game, table->state);
        sr_put(out, lang ? ",\"" : "{\"");
        sr_put(out, lang_names[lang]);
        sr_put(out, "\":");
        sr_json_string(out, text);
    }
    sr_put_char(out, '}');
}

static void put_because(struct sr_out *out, const struct sr_game *game, const struct sr_hint *hint,
                        bool better) {
    sr_put(out, ",\"because\":");
    for (int lang = 0; lang < SR_LANGS; lang++) {
        char text[TEXT_BYTES];
        struct sr_out words;
        sr_out_open(&words, text, sizeof text);
        (better ? sr_better_say : sr_hint_say)(&words, (enum sr_lang)lang, game, hint);
        sr_put(out, lang ? ",\"" : "{\"");
        sr_put(out, lang_names[lang]);
        sr_put(out, "\":");
        sr_json_string(out, text);
    }
    sr_put_char(out, '}');
}

static void put_alternatives(struct sr_out *out, const struct sr_table *at,
                             const struct sr_verdict *verdict) {
    sr_put(out, ",\"answers\":[");
    for (int i = 0; i < verdict->alternatives; i++) {
        const struct sr_hint *hint = &verdict->alternative[i];
        put_move(out, i ? ",{\"move\":" : "{\"move\":", at->game, hint->move);
        put_member(out, "chance", thousandths((double)hint->chance));
        put_member(out, "error", thousandths((double)hint->error));
        put_said(out, ",\"text\":", at, &hint->move);
        put_because(out, at->game, hint, i == 0);
        sr_put_char(out, '}');
    }
    sr_put_char(out, ']');
}

void sr_verdict_json(struct sr_out *out, const struct sr_table *at,
                     const struct sr_verdict *verdict) {
    sr_put(out, "{\"ply\":");
    sr_put_number(out, verdict->ply);
    put_member(out, "choices", verdict->choices);
    put_member(out, "before", thousandths(verdict->before));
    put_member(out, "after", thousandths(verdict->after));
    put_member(out, "error", thousandths(verdict->error));
    sr_put(out, verdict->mistake ? ",\"mistake\":true" : ",\"mistake\":false");
    put_move(out, ",\"move\":", at->game, verdict->played);
    if (verdict->before - verdict->after < SR_WORTH_A_REASON) {
        sr_put_char(out, '}');
        return;
    }
    put_said(out, ",\"asked\":", at, NULL);
    put_said(out, ",\"text\":", at, &verdict->played);
    put_move(out, ",\"better\":", at->game, verdict->better.move);
    put_said(out, ",\"better_text\":", at, &verdict->better.move);
    put_because(out, at->game, &verdict->better, true);
    if (verdict->mistake)
        put_alternatives(out, at, verdict);
    sr_put_char(out, '}');
}

static void put_verdicts(struct sr_out *out, const struct sr_review *review,
                         const struct sr_player_review *player) {
    struct sr_table *at = sr_table_at(sr_review_table(review), 0, NULL);
    sr_put(out, ",\"moves\":[");
    for (uint32_t i = 0; at && i < player->verdicts; i++) {
        while (at->plies + 1 < player->verdict[i].ply)
            sr_table_play(at, SR_REFEREE, sr_review_table(review)->ply[at->plies].move, NULL, NULL);
        sr_put(out, i ? "," : "");
        sr_verdict_json(out, at, &player->verdict[i]);
    }
    sr_table_free(at);
    sr_put_char(out, ']');
}

static void put_summary(struct sr_out *out, const struct sr_review *review,
                        const struct sr_player_review *player) {
    sr_put(out, ",\"summary\":");
    for (int lang = 0; lang < SR_LANGS; lang++) {
        sr_put(out, lang ? ",\"" : "{\"");
        sr_put(out, lang_names[lang]);
        sr_put(out, "\":[");
        for (int i = 0; i < SR_SUMMARY_SENTENCES; i++) {
            char text[TEXT_BYTES];
            struct sr_out words;
            sr_out_open(&words, text, sizeof text);
            sr_summary_say(&words, (enum sr_lang)lang, review, player, i);
            sr_put(out, i ? "," : "");
            sr_json_string(out, text);
        }
        sr_put_char(out, ']');
    }
    sr_put_char(out, '}');
}

static void put_luck(struct sr_out *out, const struct sr_player_review *player) {
    for (int cause = 0; cause < SR_CAUSES; cause++) {
        sr_put(out, ",\"");
        sr_put(out, cause_names[cause]);
        sr_put(out, "\":{\"change\":");
        sr_put_number(out, thousandths(player->luck[cause]));
        put_member(out, "error", thousandths(sqrt(player->variance[cause])));
        sr_put_char(out, '}');
    }
    sr_put(out, ",\"swings\":[");
    for (uint32_t i = 0; i < player->swings; i++) {
        const struct sr_swing *swing = &player->swing[i];
        sr_put(out, i ? ",{\"ply\":" : "{\"ply\":");
        sr_put_number(out, swing->ply);
        sr_put(out, ",\"cause\":\"");
        sr_put(out, cause_names[swing->cause]);
        sr_put_char(out, '"');
        put_member(out, "change", thousandths(swing->change));
        sr_put_char(out, '}');
    }
    sr_put_char(out, ']');
}

static void put_player(struct sr_out *out, const struct sr_review *review,
                       const struct sr_player_review *player) {
    sr_put(out, "{\"seat\":");
    sr_put_number(out, player->seat + 1);
    put_member(out, "start", thousandths(player->start));
    put_member(out, "end", thousandths(player->end));
    put_member(out, "decisions", player->verdicts);
    put_member(out, "mistakes", player->mistakes);
    put_member(out, "lost", thousandths(player->lost));
    /* exact in what is written, too */
    put_member(out, "own",
               thousandths(player->end) - thousandths(player->start) -
                   thousandths(player->luck[SR_BY_CHANCE]) -
                   thousandths(player->luck[SR_BY_OTHERS]));
    put_luck(out, player);
    put_summary(out, review, player);
    sr_put(out, ",\"curve\":[");
    for (uint32_t i = 0; i < player->points; i++) {
        sr_put(out, i ? ",[" : "[");
        sr_put_number(out, player->point[i].ply);
        sr_put_char(out, ',');
        sr_put_number(out, thousandths(player->point[i].chance));
        sr_put_char(out, ']');
    }
    sr_put_char(out, ']');
    put_verdicts(out, review, player);
    sr_put_char(out, '}');
}

void sr_review_json(struct sr_out *out, const struct sr_review *review) {
    const struct sr_table *table = sr_review_table(review);
    int seats = sr_head(table->state)->seats;
    char by[SR_REVIEWER_BYTES];
    sr_reviewer_name(table->game, seats, sr_review_budget(review), by);
    sr_put(out, "{\"serai\":\"review\"");
    put_member(out, "format", SR_REVIEW_FORMAT);
    sr_put(out, ",\"game\":");
    sr_json_string(out, table->game->name);
    put_member(out, "rules", sr_head(table->start)->rules);
    put_member(out, "seats", seats);
    put_member(out, "plies", table->plies);
    put_member(out, "budget", sr_review_budget(review));
    sr_put(out, ",\"by\":");
    sr_json_string(out, by);
    put_member(out, "threshold", thousandths(SR_MISTAKE));
    sr_put(out, ",\"players\":[");
    for (int i = 0; i < sr_review_players(review); i++) {
        sr_put(out, i ? "," : "");
        put_player(out, review, sr_review_player(review, i));
    }
    sr_put(out, "]}");
}
