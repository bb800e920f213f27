/* Numbers that come out the same on every machine: what a search decides by must not depend on
 * somebody's mathematical library. Plain sums and products of IEEE numbers are exact in that sense,
 * as long as no compiler joins them (-ffp-contract=off). */
#ifndef SR_EXACT_H
#define SR_EXACT_H

/* e to the power of x, within two units in the last place; 0 below -87, and never infinite. */
float sr_exp(float x);

#endif
