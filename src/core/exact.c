#include "exact.h"

#include <stdint.h>
#include <string.h>

static const float least_power = -87.0f, most_power = 88.0f;
static const float per_doubling = 1.44269504f; /* 1 / ln 2 */
/* ln 2 in two parts: whole multiples of the first are exact. */
static const float ln2_high = 0.693359375f, ln2_low = -2.12194440e-4f;
/* A float's exponent begins at this bit and counts from here. */
enum { EXPONENT_BIT = 23, EXPONENT_ZERO = 127 };

float sr_exp(float x) {
    /* of the series after 1 + r: coefficients fitted to [-ln 2 / 2, ln 2 / 2] */
    static const float term[] = {1.9875691500e-4f, 1.3981999507e-3f, 8.3334519073e-3f,
                                 4.1665795894e-2f, 1.6666665459e-1f, 5.0000001201e-1f};
    if (!(x > least_power))
        return 0;
    if (x > most_power)
        x = most_power;
    float doublings = x * per_doubling;
    int32_t whole = (int32_t)(doublings + (doublings < 0 ? -0.5f : 0.5f));
    float rest = x - (float)whole * ln2_high - (float)whole * ln2_low;
    float series = term[0];
    for (int i = 1; i < (int)(sizeof term / sizeof term[0]); i++)
        series = series * rest + term[i];
    float result = series * rest * rest + rest + 1.0f;
    uint32_t bits = (uint32_t)(whole + EXPONENT_ZERO) << EXPONENT_BIT;
    float scale;
    memcpy(&scale, &bits, sizeof scale);
    return result * scale;
}
