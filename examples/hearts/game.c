/* Hearts: the box lid, everything about the game in one constant. */
#include "state.h"

_Static_assert(sizeof(struct hearts) <= 256, "the state must stay small");

static const struct sr_preset presets[] = {
    {"first_game",
     SR_TEXT("one deal, and hands as they are dealt", "одна сдача, карты остаются как сданы"),
     "length=one_deal,passing=never"},
};
static const struct sr_presets all_presets = SR_TABLE(presets);

extern const struct sr_game sr_game_hearts;
const struct sr_game sr_game_hearts = {
    .name = "hearts",
    .title = SR_TEXT("Hearts", "Червы"),
    .blurb = SR_TEXT("Take no hearts and not the queen of spades, or take them all",
                     "Не берите ни червей, ни даму пик — или соберите всё"),
    .rules = 1,
    .seats_min = SEATS,
    .seats_max = SEATS,
    .fewest_wins = true,
    .size = sizeof(struct hearts),
    .bound = MAX_DEALS * (CARDS + SEATS * PASSED),
    .options_at = offsetof(struct hearts, options),

    SR_ROWS(option, hearts_options),
    .fields = &hearts_fields,
    SR_ROWS(phase, hearts_phases),
    SR_ROWS(verb, hearts_verbs),
    SR_ROWS(event, hearts_events),
    SR_ROWS(reason, hearts_reasons),
    .chapters = &hearts_chapters,
    .presets = &all_presets,

    .deal = hearts_deal,
    .guess = hearts_guess,
    .score = hearts_score,
    .check = hearts_check,
    .recount = hearts_recount,
    .fill = hearts_fill,
    .draw = hearts_draw,
    .signs = &hearts_signs,

    .mind = &hearts_mind,
    .laboratory = &hearts_laboratory,
};
