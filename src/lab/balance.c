/* What wins. Every factor is cut into values; every value is compared with the average of all
 * seats. */
#include "lab/balance.h"

#include <string.h>

static const struct sr_domain *domain_of(const struct sr_factor *factor) {
    return factor->tally ? factor->tally->of : &sr_a_seat;
}

static int32_t value_of(const struct sr_results *results, const struct sr_factor *factor, int tally,
                        uint64_t game, int seat) {
    if (!factor->tally)
        return seat;
    int32_t value = *sr_results_tally(results, game, tally, seat);
    return factor->tally->of->may_be_none && value == SR_NONE ? -1 : value;
}

/* Where a bot failed, the others have won by that alone, and what the game tallies is unfinished.
 */
static bool counts(const struct sr_results *results, uint64_t game) {
    return results->result[game].done && !results->result[game].outcome.forfeit;
}

/* ---- cutting a factor into values ---- */

static void add_value(struct sr_factor *factor, int32_t low, int32_t high) {
    if (factor->count < SR_FACTOR_VALUES)
        factor->value[factor->count++] = (struct sr_factor_value){.low = low, .high = high};
}

/* From the lowest to the highest value that was seen; many numbers in ranges of equal width. */
static void cut(struct sr_factor *factor, int tally, const struct sr_results *results) {
    int32_t lowest = INT32_MAX, highest = -1;
    const struct sr_domain *of = domain_of(factor);
    for (uint64_t game = 0; game < results->games; game++)
        for (int seat = 0; counts(results, game) && seat < results->seats; seat++) {
            int32_t value = value_of(results, factor, tally, game, seat);
            if (value < 0)
                continue;
            lowest = value < lowest ? value : lowest;
            highest = value > highest ? value : highest;
        }
    if (highest < 0)
        return;
    if (of->kind == SR_BITS) {
        for (int32_t bit = 0; bit < 31 && of->max >> bit; bit++)
            add_value(factor, bit, bit);
        return;
    }
    int64_t range = (int64_t)highest - lowest + 1;
    int64_t most = of->kind == SR_NUMBER ? SR_FACTOR_RANGES : SR_FACTOR_VALUES;
    int32_t width = (int32_t)((range + most - 1) / most);
    for (int64_t low = lowest; low <= highest; low += width)
        add_value(factor, (int32_t)low,
                  low + width - 1 < highest ? (int32_t)low + width - 1 : highest);
}

/* ---- counting ---- */

static bool falls_under(const struct sr_domain *of, const struct sr_factor_value *at,
                        int32_t value) {
    if (value < 0)
        return false;
    return of->kind == SR_BITS ? value >> at->low & 1 : value >= at->low && value <= at->high;
}

static void close_round(struct sr_factor *factor) {
    for (int i = 0; i < factor->count; i++)
        sr_sample_close(&factor->value[i].wins);
}

/* All games of a round are about one deal. Where each game has a deal of its own there is nothing
 * to put together, and every seat stands for itself. */
static void count(struct sr_factor *factor, int tally, uint64_t round,
                  const struct sr_results *results) {
    const struct sr_domain *of = domain_of(factor);
    bool shared = round > 1;
    for (uint64_t game = 0; game < results->games; game++) {
        if (shared && game % round == 0)
            close_round(factor);
        for (int seat = 0; counts(results, game) && seat < results->seats; seat++) {
            int32_t value = value_of(results, factor, tally, game, seat);
            for (int i = 0; i < factor->count; i++)
                if (falls_under(of, &factor->value[i], value))
                    sr_sample_add(&factor->value[i].wins,
                                  sr_won(&results->result[game].outcome, seat));
        }
    }
    if (shared)
        close_round(factor);
    /* values that nobody had say nothing */
    int kept = 0;
    for (int i = 0; i < factor->count; i++)
        if (factor->value[i].wins.count > 0)
            factor->value[kept++] = factor->value[i];
    factor->count = kept;
}

/* ---- judging ---- */

static void compare(struct sr_factor_value *value, double expected) {
    struct sr_surprise surprise = sr_mean_surprise(&value->wins, expected);
    value->share = sr_mean_share(&value->wins);
    value->errors = surprise.errors;
    value->chance = surprise.chance;
}

static void correct(struct sr_balance *balance) {
    double chance[SR_COMPARISONS], corrected[SR_COMPARISONS];
    int at = 0;
    _Static_assert(SR_BALANCE_FACTORS * SR_FACTOR_VALUES <= SR_COMPARISONS, "room for all");
    for (int i = 0; i < balance->count; i++)
        for (int k = 0; k < balance->factor[i].count; k++)
            chance[at++] = balance->factor[i].value[k].chance;
    balance->comparisons = at;
    sr_false_alarms(chance, corrected, at);
    at = 0;
    for (int i = 0; i < balance->count; i++)
        for (int k = 0; k < balance->factor[i].count; k++)
            balance->factor[i].value[k].corrected = corrected[at++];
}

void sr_balance_make(struct sr_balance *balance, const struct sr_series *series,
                     const struct sr_results *results) {
    double wins = 0;
    memset(balance, 0, sizeof *balance);
    for (uint64_t game = 0; game < results->games; game++) {
        balance->games += counts(results, game);
        balance->left_out += results->result[game].done && !counts(results, game);
        for (int seat = 0; counts(results, game) && seat < results->seats; seat++)
            wins += sr_won(&results->result[game].outcome, seat);
    }
    balance->expected = balance->games ? wins / (double)balance->games / results->seats : 0;
    for (int i = -1; i < results->tallies && balance->count < SR_BALANCE_FACTORS; i++) {
        struct sr_factor *factor = &balance->factor[balance->count++];
        factor->tally = i < 0 ? NULL : &series->game->laboratory->tallies[i];
        cut(factor, i, results);
        count(factor, i, sr_series_round(series), results);
        for (int k = 0; k < factor->count; k++)
            compare(&factor->value[k], balance->expected);
    }
    correct(balance);
}

/* ---- words ---- */

void sr_factor_value_say(struct sr_out *out, enum sr_lang lang, const struct sr_factor *factor,
                         const struct sr_factor_value *value) {
    const struct sr_reader reader = {.lang = lang};
    const struct sr_domain *of = domain_of(factor);
    if (of->kind == SR_BITS && of->names)
        sr_put_form(out, of->names[value->low].text.in[lang], 0, false);
    else if (of->kind == SR_BITS)
        sr_put_number(out, value->low + 1);
    else
        sr_domain_say(out, &reader, of, value->low, 0);
    if (value->high > value->low) {
        sr_put(out, "–");
        sr_domain_say(out, &reader, of, value->high, 0);
    }
}

void sr_factor_value_write(struct sr_out *out, const struct sr_factor *factor,
                           const struct sr_factor_value *value) {
    const struct sr_domain *of = domain_of(factor);
    if (of->kind == SR_BITS && of->names)
        sr_put(out, of->names[value->low].id);
    else if (of->kind == SR_BITS)
        sr_put_number(out, value->low + 1);
    else
        sr_domain_write(out, of, value->low);
    if (value->high > value->low) {
        sr_put(out, "..");
        sr_domain_write(out, of, value->high);
    }
}
