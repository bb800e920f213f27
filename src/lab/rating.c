/* Ratings: the minorize-maximize algorithm for the strengths, Fisher's information for how sure
 * they are. */
#include "lab/rating.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { COUNT_BITS = 4, MOST_STEPS = 20000, FIRST_SLOTS = 256 };

static const double ghost_games = 1;     /* drawn by each bot */
static const double fine_enough = 1e-10; /* change of a logarithm of strength in a step */
static const double middle_rating = 1500;

/* Points of rating in one natural logarithm of strength. */
static double rating_scale(void) {
    return 400 / log(10);
}

static int count_of(uint64_t from, int bot) {
    return (int)(from >> COUNT_BITS * bot & ((1u << COUNT_BITS) - 1));
}

static uint64_t one_of(int bot) {
    return UINT64_C(1) << COUNT_BITS * bot;
}

/* ---- choices ---- */

void sr_choices_open(struct sr_choices *choices, int bots) {
    *choices = (struct sr_choices){.bots = bots};
}

void sr_choices_free(struct sr_choices *choices) {
    free(choices->slot);
    choices->slot = NULL;
}

static struct sr_choice *find_slot(struct sr_choice *slot, uint32_t slots, uint64_t from,
                                   uint64_t tied) {
    uint64_t mixed = (from + tied * UINT64_C(0xBF58476D1CE4E5B9)) * UINT64_C(0x9E3779B97F4A7C15);
    uint32_t at = (uint32_t)(mixed >> 32) & (slots - 1);
    while (slot[at].from && (slot[at].from != from || slot[at].tied != tied))
        at = (at + 1) & (slots - 1);
    return &slot[at];
}

static bool make_room(struct sr_choices *choices) {
    if (2 * choices->count < choices->slots)
        return true;
    uint32_t slots = choices->slots ? 2 * choices->slots : FIRST_SLOTS;
    struct sr_choice *slot = calloc(slots, sizeof *slot);
    if (!slot)
        return false;
    for (uint32_t i = 0; i < choices->slots; i++) {
        const struct sr_choice *choice = &choices->slot[i];
        if (choice->from)
            *find_slot(slot, slots, choice->from, choice->tied) = *choice;
    }
    free(choices->slot);
    choices->slot = slot;
    choices->slots = slots;
    return true;
}

/* Where such choices are counted, so many more than before; NULL: no memory. */
static struct sr_choice *add_choices(struct sr_choices *choices, uint64_t from, uint64_t tied,
                                     double weight) {
    if (!make_room(choices))
        return NULL;
    struct sr_choice *choice = find_slot(choices->slot, choices->slots, from, tied);
    choices->count += !choice->from;
    choice->from = from;
    choice->tied = tied;
    choice->total += weight;
    return choice;
}

static bool add_choice(struct sr_choices *choices, uint64_t from, int chosen, double weight) {
    struct sr_choice *choice = add_choices(choices, from, 0, weight);
    if (choice)
        choice->chosen[chosen] += weight;
    return choice;
}

/* Those who share a victory go in every order. After a set of them has gone, which happens in one
 * of (size choose gone) cases, each of the others is as likely to be next. */
static bool add_draw(struct sr_choices *choices, uint64_t from, const uint8_t *tied, int size) {
    for (unsigned set = 0; set + 1 < 1u << size; set++) {
        uint64_t left = from;
        int gone = __builtin_popcount(set);
        double weight = 1;
        for (int i = 0; i < gone; i++)
            weight *= (double)(i + 1) / (size - i);
        for (int i = 0; i < size; i++)
            if (set >> i & 1)
                left -= one_of(tied[i]);
        for (int i = 0; i < size; i++)
            if (!(set >> i & 1) && !add_choice(choices, left, tied[i], weight / (size - gone)))
                return false;
    }
    return true;
}

/* Those who share another place go in an order that nobody knows. */
static bool add_tie(struct sr_choices *choices, uint64_t from, const uint8_t *tied, int size) {
    uint64_t group = 0;
    for (int i = 0; i < size; i++)
        group += one_of(tied[i]);
    struct sr_choice *choice = add_choices(choices, from, group, 1);
    for (int i = 0; choice && i < size; i++)
        choice->chosen[tied[i]] += 1;
    return choice;
}

static bool add_place(struct sr_choices *choices, uint64_t from, const uint8_t *tied, int size,
                      bool drawn) {
    if (size == 1)
        return add_choice(choices, from, tied[0], 1);
    return drawn ? add_draw(choices, from, tied, size) : add_tie(choices, from, tied, size);
}

bool sr_choices_add(struct sr_choices *choices, const uint8_t *bot, const uint8_t *rank, int seats,
                    bool drawn) {
    uint64_t from = 0;
    int left = seats;
    for (int seat = 0; seat < seats; seat++)
        from += one_of(bot[seat]);
    for (int place = 1; place <= seats; place++) {
        uint8_t tied[SR_MAX_SEATS];
        int size = 0;
        bool is_draw = drawn && place == 1;
        for (int seat = 0; seat < seats; seat++)
            if (rank[seat] == place)
                tied[size++] = bot[seat];
        if (size == 0)
            continue;
        if (size == left && !is_draw) /* the last come last, whoever they are */
            return true;
        if (!add_place(choices, from, tied, size, is_draw))
            return false;
        for (int i = 0; i < size; i++)
            from -= one_of(tied[i]);
        left -= size;
    }
    return true;
}

/* ---- orders ---- */

typedef double matrix[SR_SERIES_BOTS][SR_SERIES_BOTS];

/* A run of choices: with which chance each bot was to be chosen, and that of all that were. */
struct order {
    int length;
    double part[SR_MAX_SEATS][SR_SERIES_BOTS];
    double chance;
};

/* Sums over the orders in which a choice may have gone, by their chances: how often each bot was to
 * be chosen and, if wanted, the products of that which Fisher's information consists of. */
struct moments {
    double chance, mean[SR_SERIES_BOTS];
    bool wants_squares;
    matrix squares;
};

static void add_order(const struct order *order, int bots, struct moments *moments) {
    double sum[SR_SERIES_BOTS] = {0};
    for (int i = 0; i < order->length; i++)
        for (int bot = 0; bot < bots; bot++)
            sum[bot] += order->part[i][bot];
    moments->chance += order->chance;
    for (int bot = 0; bot < bots; bot++)
        moments->mean[bot] += order->chance * sum[bot];
    for (int a = 0; moments->wants_squares && a < bots; a++)
        for (int b = 0; b < bots; b++) {
            double square = sum[a] * sum[b];
            for (int i = 0; i < order->length; i++)
                square += order->part[i][a] * order->part[i][b];
            moments->squares[a][b] += order->chance * square;
        }
}

/* The next choice of an order, and what may follow it until all who are tied have gone. */
static void follow(const double *strength, int bots, uint64_t left, uint64_t tied,
                   struct order *order, struct moments *moments) {
    double *part = order->part[order->length++], chance = order->chance, weight = 0;
    for (int bot = 0; bot < bots; bot++)
        weight += part[bot] = count_of(left, bot) * strength[bot];
    for (int bot = 0; bot < bots; bot++)
        part[bot] /= weight;
    if (!tied) /* who was chosen is known, and no matter here */
        add_order(order, bots, moments);
    for (int bot = 0; bot < bots; bot++) {
        if (!count_of(tied, bot))
            continue;
        order->chance = chance * count_of(tied, bot) * strength[bot] / weight;
        if (tied == one_of(bot))
            add_order(order, bots, moments);
        else
            follow(strength, bots, left - one_of(bot), tied - one_of(bot), order, moments);
    }
    order->chance = chance;
    order->length--;
}

static void find_moments(const struct sr_choice *choice, const double *strength, int bots,
                         struct moments *moments) {
    struct order order = {.chance = 1};
    moments->chance = 0;
    memset(moments->mean, 0, sizeof moments->mean);
    if (moments->wants_squares)
        memset(moments->squares, 0, sizeof moments->squares);
    follow(strength, bots, choice->from, choice->tied, &order, moments);
    for (int a = 0; a < bots; a++) {
        moments->mean[a] /= moments->chance;
        for (int b = 0; moments->wants_squares && b < bots; b++)
            moments->squares[a][b] /= moments->chance;
    }
}

/* ---- strengths ---- */

/* The step of the algorithm: as often as each was chosen, over how often it should have been. Where
 * the order is not known, the orders count as their chances are by the strengths of now. */
static void step(const struct sr_choices *choices, double *strength) {
    double wins[SR_SERIES_BOTS], share[SR_SERIES_BOTS];
    struct moments moments = {.wants_squares = false};
    for (int bot = 0; bot < choices->bots; bot++) {
        wins[bot] = ghost_games / 2;
        share[bot] = ghost_games / (strength[bot] + 1);
    }
    for (uint32_t i = 0; i < choices->slots; i++) {
        const struct sr_choice *choice = &choices->slot[i];
        if (!choice->from)
            continue;
        find_moments(choice, strength, choices->bots, &moments);
        for (int bot = 0; bot < choices->bots; bot++) {
            wins[bot] += choice->chosen[bot];
            share[bot] += choice->total * moments.mean[bot] / strength[bot];
        }
    }
    for (int bot = 0; bot < choices->bots; bot++)
        strength[bot] = wins[bot] / share[bot];
}

/* Only the games against the ghost say where the middle is, and they are few: so the step alone
 * would get there very slowly. All strengths are scaled so that the ghost draws on the whole. */
static void find_middle(double *strength, int bots) {
    double low = -60, high = 60;
    for (int i = 0; i < 80; i++) {
        double middle = (low + high) / 2, points = 0;
        for (int bot = 0; bot < bots; bot++)
            points += 1 / (1 + 1 / (strength[bot] * exp(middle)));
        if (points > bots / 2.0)
            high = middle;
        else
            low = middle;
    }
    for (int bot = 0; bot < bots; bot++)
        strength[bot] *= exp((low + high) / 2);
}

static int find_strengths(const struct sr_choices *choices, double *strength) {
    for (int bot = 0; bot < choices->bots; bot++)
        strength[bot] = 1;
    for (int steps = 1; steps < MOST_STEPS; steps++) {
        double before[SR_SERIES_BOTS], change = 0;
        memcpy(before, strength, sizeof before);
        step(choices, strength);
        find_middle(strength, choices->bots);
        for (int bot = 0; bot < choices->bots; bot++)
            change = fmax(change, fabs(log(strength[bot] / before[bot])));
        if (change < fine_enough)
            return steps;
    }
    return MOST_STEPS;
}

/* ---- how sure ---- */

/* Of one choice, with p for the chances: diag(p) - pp'. Of an unknown order it is the mean of that
 * over all orders, less the variance of their slopes, as Louis has it: what is not known about the
 * order is not known about the strengths either. With m for the mean and s for the squares both are
 * diag(m) + mm' - s. The logarithm of the chance of such a place is concave, so that the
 * information is never negative. */
static void find_information(const struct sr_choices *choices, const double *strength,
                             matrix information) {
    int bots = choices->bots;
    struct moments moments = {.wants_squares = true};
    memset(information, 0, sizeof(matrix));
    for (int bot = 0; bot < bots; bot++) {
        double wins = strength[bot] / (strength[bot] + 1);
        information[bot][bot] = ghost_games * wins * (1 - wins);
    }
    for (uint32_t i = 0; i < choices->slots; i++) {
        const struct sr_choice *choice = &choices->slot[i];
        if (!choice->from)
            continue;
        find_moments(choice, strength, bots, &moments);
        const double *mean = moments.mean;
        for (int a = 0; a < bots; a++)
            for (int b = 0; b < bots; b++)
                information[a][b] +=
                    choice->total * (mean[a] * ((a == b) + mean[b]) - moments.squares[a][b]);
    }
}

/* Gauss and Jordan; the matrix is symmetric and positive, so the diagonal never vanishes. */
static void invert(matrix of, int size, matrix inverse) {
    for (int i = 0; i < size; i++)
        for (int k = 0; k < size; k++)
            inverse[i][k] = i == k;
    for (int i = 0; i < size; i++) {
        double pivot = of[i][i];
        for (int k = 0; k < size; k++) {
            of[i][k] /= pivot;
            inverse[i][k] /= pivot;
        }
        for (int row = 0; row < size; row++) {
            double factor = of[row][i];
            for (int k = 0; row != i && k < size; k++) {
                of[row][k] -= factor * of[i][k];
                inverse[row][k] -= factor * inverse[i][k];
            }
        }
    }
}

/* Ratings are measured from their mean: so is how sure they are. */
static void centre(matrix covariance, int size) {
    for (int turn = 0; turn < 2; turn++)
        for (int i = 0; i < size; i++) {
            double mean = 0;
            for (int k = 0; k < size; k++)
                mean += (turn ? covariance[k][i] : covariance[i][k]) / size;
            for (int k = 0; k < size; k++)
                *(turn ? &covariance[k][i] : &covariance[i][k]) -= mean;
        }
}

void sr_rate(const struct sr_choices *choices, struct sr_ratings *ratings) {
    double strength[SR_SERIES_BOTS], mean = 0, scale = rating_scale();
    matrix information;
    int bots = choices->bots;
    memset(ratings, 0, sizeof *ratings);
    ratings->bots = bots;
    ratings->steps = find_strengths(choices, strength);
    find_information(choices, strength, information);
    invert(information, bots, ratings->covariance);
    centre(ratings->covariance, bots);
    for (int bot = 0; bot < bots; bot++)
        mean += log(strength[bot]) / bots;
    for (int a = 0; a < bots; a++)
        for (int b = 0; b < bots; b++)
            ratings->covariance[a][b] *= scale * scale;
    for (int bot = 0; bot < bots; bot++) {
        double rating = middle_rating + scale * (log(strength[bot]) - mean);
        double half = sr_sure * sqrt(fmax(0, ratings->covariance[bot][bot]));
        ratings->bot[bot] = (struct sr_estimate){rating, rating - half, rating + half};
    }
}

struct sr_estimate sr_rating_gap(const struct sr_ratings *ratings, int better, int worse) {
    double gap = ratings->bot[better].value - ratings->bot[worse].value;
    double variance = ratings->covariance[better][better] + ratings->covariance[worse][worse] -
                      ratings->covariance[better][worse] - ratings->covariance[worse][better];
    double half = sr_sure * sqrt(fmax(0, variance));
    return (struct sr_estimate){gap, gap - half, gap + half};
}
