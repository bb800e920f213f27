/* Ratings of people: see skill.h. */
#include "skill.h"

#include <math.h>

enum { MOST = 16 };

static const double first_skill = 1500, first_doubt = 350;
static const double luck = 122.8; /* 400 / ln 10 / sqrt 2: how much a single game says little */
static const double drift = 3;    /* people change: doubt grows a little before each game */
static const double least_part = 0.05; /* of the variance that one game may leave */

struct sr_skill sr_skill_new(void) {
    return (struct sr_skill){first_skill, first_doubt};
}

void sr_skill_update(struct sr_skill *skill, const int *rank, int count) {
    double variance[MOST], weight[MOST], change[MOST] = {0}, certainty[MOST] = {0};
    double scale = 0;
    if (count < 2 || count > MOST)
        return;
    for (int i = 0; i < count; i++) {
        variance[i] = skill[i].doubt * skill[i].doubt + drift * drift;
        scale += variance[i] + luck * luck;
    }
    scale = sqrt(scale);
    for (int i = 0; i < count; i++)
        weight[i] = exp((skill[i].skill - first_skill) / scale);
    /* A ranking is a run of choices: q is chosen from those that are not ranked better. */
    for (int q = 0; q < count; q++) {
        double sum = 0;
        int equals = 0;
        for (int s = 0; s < count; s++) {
            sum += rank[s] >= rank[q] ? weight[s] : 0;
            equals += rank[s] == rank[q];
        }
        for (int i = 0; i < count; i++) {
            if (rank[i] < rank[q])
                continue;
            double chance = weight[i] / sum;
            change[i] += ((i == q) - chance) / equals;
            certainty[i] += chance * (1 - chance) / equals;
        }
    }
    for (int i = 0; i < count; i++) {
        double part = 1 - sqrt(variance[i]) / scale * variance[i] / (scale * scale) * certainty[i];
        skill[i].skill += variance[i] / scale * change[i];
        skill[i].doubt = sqrt(variance[i] * fmax(part, least_part));
        if (skill[i].doubt > first_doubt)
            skill[i].doubt = first_doubt;
    }
}
