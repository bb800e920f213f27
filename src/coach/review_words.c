/* The coach's summary: three sentences about a player, which name nobody, so that no name has to be
 * put into a case and nobody's sex has to be known. */
#include "coach/review.h"

#include "core/phrase.h"

#include <math.h>
#include <stdlib.h>

enum ending {
    UNFINISHED,
    WON,
    WON_TIED,
    WON_OTHERWISE,
    WON_ALONE,
    SHARED,
    BEHIND,
    BEHIND_TIED,
    BEHIND_OTHERWISE,
    LOST_ALONE,
    NOBODY_WON
};

/* {0} points, {1} by how many ahead or behind, or those of the rival without a seat, {2} place,
 * {3} seats */
static const struct sr_text endings[] = {
    [UNFINISHED] = SR_TEXT("The game was not played to its end.", "Партия не доиграна."),
    [WON] = SR_TEXT("Won with {0} {0#point|points}, {1} ahead.",
                    "Победа: {0} {0#очко|очка|очков}, на {1} больше, чем у второго места."),
    [WON_TIED] = SR_TEXT("Won the tie at {0} {0#point|points}.",
                         "Победа при равенстве: {0} {0#очко|очка|очков}."),
    [WON_OTHERWISE] = SR_TEXT("Won by a special rule, not by points.",
                              "Победа не по очкам, а по особому правилу."),
    [WON_ALONE] = SR_TEXT("Won with {0} {0#point|points} against {1}.",
                          "Победа: {0} {0#очко|очка|очков} против {1}."),
    [SHARED] = SR_TEXT("Shared the victory with {0} {0#point|points}.",
                       "Общая победа: {0} {0#очко|очка|очков}."),
    [BEHIND] = SR_TEXT("Place {2} of {3} with {0} {0#point|points}, {1} behind the winner.",
                       "{2}-е место из {3}: {0} {0#очко|очка|очков}, до победы не хватило {1}."),
    [BEHIND_TIED] = SR_TEXT("Place {2} of {3} with {0} {0#point|points}, as many as the winner: "
                            "the tie was lost.",
                            "{2}-е место из {3}: {0} {0#очко|очка|очков}, как и у победителя, но "
                            "при равенстве решило другое."),
    [BEHIND_OTHERWISE] = SR_TEXT("Place {2} of {3}: a special rule decided, not points.",
                                 "{2}-е место из {3}: решили не очки, а особое правило."),
    [LOST_ALONE] = SR_TEXT("Lost with {0} {0#point|points} against {1}.",
                           "Поражение: {0} {0#очко|очка|очков} против {1}."),
    [NOBODY_WON] = SR_TEXT("Nobody won; {0} {0#point|points} in the end.",
                           "Победителя нет; в итоге {0} {0#очко|очка|очков}."),
};

enum playing { NOTHING_TO_DECIDE, NOTHING_LOST, NO_MISTAKE, ONE_MISTAKE, MISTAKES };

/* {0} decisions, {1} percent lost by all, {2} mistakes, {3} the move that cost most, {4} the chance
 * with the best move in its place, {5} the chance after it */
static const struct sr_text playings[] = {
    [NOTHING_TO_DECIDE] = SR_TEXT("There was nothing to decide.", "Решать было нечего."),
    [NOTHING_LOST] =
        SR_TEXT("None of {0} {0#decision|decisions} was a mistake: hardly any chance was "
                "lost.",
                "Ошибок на {0} {0#решение|решения|решений} нет: шансов почти не "
                "потеряно."),
    [NO_MISTAKE] = SR_TEXT("None of {0} {0#decision|decisions} was a clear mistake; what was lost "
                           "little by little adds up to {1}\u00a0% of chance.",
                           "Явных ошибок на {0} {0#решение|решения|решений} нет; мелкие потери "
                           "вместе отняли {1}\u00a0% шансов."),
    [ONE_MISTAKE] =
        SR_TEXT("Of {0} {0#decision|decisions} one was a mistake: after move {3} the "
                "chance of winning was {5}\u00a0%, with the best one it was {4}\u00a0%.",
                "Ошибка на {0} {0#решение|решения|решений} одна: после хода {3} шансы "
                "на победу стали {5}\u00a0%, а с лучшим ходом были бы {4}\u00a0%."),
    [MISTAKES] =
        SR_TEXT("Of {0} {0#decision|decisions} {2} were mistakes; the dearest was move "
                "{3}: the chance of winning was {5}\u00a0% after it, with the best one {4}\u00a0%.",
                "Ошибок на {0} {0#решение|решения|решений} — {2}; дороже всего обошёлся "
                "ход {3}: шансы на победу стали {5}\u00a0%, а с лучшим ходом были бы {4}\u00a0%."),
};

enum direction { TOOK, EVEN, BROUGHT };

/* {0} percent */
static const struct sr_text lucks[][3] = {
    [SR_BY_CHANCE] = {[TOOK] = SR_TEXT("Over the game luck took {0}\u00a0% of chance",
                                       "За партию удача отняла {0}\u00a0% шансов"),
                      [EVEN] = SR_TEXT("Over the game luck about evened out",
                                       "За партию удача почти ничего не прибавила и не отняла"),
                      [BROUGHT] = SR_TEXT("Over the game luck added {0}\u00a0% of chance",
                                          "За партию удача прибавила {0}\u00a0% шансов")},
    [SR_BY_OTHERS] = {[TOOK] = SR_TEXT(", the moves of the others took {0}\u00a0%.",
                                       ", ходы соперников отняли {0}\u00a0%."),
                      [EVEN] = SR_TEXT(", the moves of the others changed little.",
                                       ", ходы соперников мало что изменили."),
                      [BROUGHT] = SR_TEXT(", the moves of the others added {0}\u00a0%.",
                                          ", ходы соперников прибавили {0}\u00a0%.")},
};

/* By way of thousandths, as in the JSON: whoever reads both finds the same number. */
static int percent(double share) {
    return (int)lround((double)lround(1000 * share) / 10);
}

static enum ending ending_of(const struct sr_review *review, int seat, struct sr_sheet *sheet,
                             int32_t *apart) {
    const struct sr_table *table = sr_review_table(review);
    const struct sr_game *game = table->game;
    int seats = sr_head(table->state)->seats;
    int32_t best = INT32_MIN;
    if (!sr_head(table->state)->over)
        return UNFINISHED;
    sr_score(game, table->state, sheet);
    bool won = sheet->winners >> seat & 1;
    if (seats == 1) {
        *apart = sheet->rival;
        return won ? WON_ALONE : LOST_ALONE;
    }
    if (!sheet->winners)
        return NOBODY_WON;
    if (won && sheet->winners & (sheet->winners - 1))
        return SHARED;
    for (int other = 0; other < seats; other++)
        if (other != seat && (won || sheet->winners >> other & 1) &&
            sr_gain(game, sheet->total[other]) > best)
            best = sr_gain(game, sheet->total[other]);
    *apart = sr_gain(game, sheet->total[seat]) - best;
    bool tied = *apart == 0 && best != 0; /* who wins before anything is counted has nothing */
    if (won)
        return *apart > 0 ? WON : tied ? WON_TIED : WON_OTHERWISE;
    return *apart < 0 ? BEHIND : tied ? BEHIND_TIED : BEHIND_OTHERWISE;
}

static void say_ending(struct sr_out *out, enum sr_lang lang, const struct sr_review *review,
                       int seat) {
    struct sr_sheet sheet = {0};
    int32_t apart = 0;
    enum ending ending = ending_of(review, seat, &sheet, &apart);
    sr_text_say(out, lang, &endings[ending], sr_digits(sheet.total[seat]).text,
                sr_digits(abs(apart)).text, sr_digits(sheet.rank[seat]).text,
                sr_digits(sr_head(sr_review_table(review)->state)->seats).text, NULL);
}

static void say_playing(struct sr_out *out, enum sr_lang lang,
                        const struct sr_player_review *player) {
    static const struct sr_verdict none;
    const struct sr_verdict *worst = &none;
    for (uint32_t i = 0; i < player->verdicts; i++) {
        const struct sr_verdict *verdict = &player->verdict[i];
        if (verdict->mistake && verdict->before - verdict->after > worst->before - worst->after)
            worst = verdict;
    }
    enum playing playing = !player->verdicts       ? NOTHING_TO_DECIDE
                           : player->mistakes      ? player->mistakes == 1 ? ONE_MISTAKE : MISTAKES
                           : percent(player->lost) ? NO_MISTAKE
                                                   : NOTHING_LOST;
    sr_text_say(out, lang, &playings[playing], sr_digits(player->verdicts).text,
                sr_digits(percent(player->lost)).text, sr_digits(player->mistakes).text,
                sr_digits(worst->ply).text, sr_digits(percent(worst->before)).text,
                sr_digits(percent(worst->after)).text, NULL);
}

static void say_luck(struct sr_out *out, enum sr_lang lang, const struct sr_review *review,
                     const struct sr_player_review *player) {
    static const double sure = 2; /* standard errors: less may be an accident of the estimates */
    bool alone = sr_head(sr_review_table(review)->state)->seats == 1;
    for (int cause = 0; cause < SR_CAUSES; cause++) {
        bool told = fabs(player->luck[cause]) > sure * sqrt(player->variance[cause]);
        int share = told ? percent(player->luck[cause]) : 0;
        if (cause == SR_BY_OTHERS && alone) {
            sr_put_char(out, '.');
            return;
        }
        sr_text_say(out, lang,
                    &lucks[cause][share > 0   ? BROUGHT
                                  : share < 0 ? TOOK
                                              : EVEN],
                    sr_digits(abs(share)).text, NULL);
    }
}

void sr_summary_say(struct sr_out *out, enum sr_lang lang, const struct sr_review *review,
                    const struct sr_player_review *player, int sentence) {
    if (sentence == 0)
        say_ending(out, lang, review, player->seat);
    else if (sentence == 1)
        say_playing(out, lang, player);
    else
        say_luck(out, lang, review, player);
}

void sr_better_say(struct sr_out *out, enum sr_lang lang, const struct sr_game *game,
                   const struct sr_hint *better) {
    if (better->likes)
        sr_hint_say(out, lang, game, better);
    else
        sr_hint_later_say(out, lang);
}
