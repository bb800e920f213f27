/* Obscurians: the box lid, everything about the game in one constant. */
#include "state.h"

_Static_assert(sizeof(struct obscurians) <= 768, "the state must stay small");

/* No turn has more decisions than these: the event's choice, the end of suspecting, the free
 * re-roll (two), keeping the dice, turning them over, the action, its Smuggles, and ten Swaps of
 * three steps each (All Five, at five steps for each die, has fewer). A token adds at most three
 * more, when it is burnt. */
enum { TURN_BOUND = 8 + 3 * 2 * DICE, TOKEN_BOUND = 3 };

static const struct sr_preset presets[] = {
    {"experts",
     SR_TEXT("what lies in the stacks of suspicion tokens is kept to memory",
             "что лежит в стопках жетонов подозрения, надо помнить"),
     "stacks_to_memory=on"},
};
static const struct sr_presets all_presets = SR_TABLE(presets);

const struct sr_game sr_game_obscurians = {
    .name = "obscurians",
    .title = SR_TEXT("Obscurians", "Теневые торговцы"),
    .blurb = SR_TEXT("Steal, give and swap for a secret client, and find out whom the others serve",
                     "Крадите, дарите и меняйте для тайного клиента — и узнайте, кому служат "
                     "другие"),
    .rules = 1,
    .seats_min = SEATS_MIN,
    .seats_max = SEATS,
    .size = sizeof(struct obscurians),
    .bound = ROUNDS * SEATS * TURN_BOUND + TOKENS * TOKEN_BOUND,
    .options_at = offsetof(struct obscurians, options),

    SR_ROWS(option, obscurians_options),
    .fields = &obscurians_fields,
    SR_ROWS(phase, obscurians_phases),
    SR_ROWS(verb, obscurians_verbs),
    SR_ROWS(event, obscurians_events),
    SR_ROWS(reason, obscurians_reasons),
    .chapters = &obscurians_chapters,
    .presets = &all_presets,

    .deal = obscurians_deal,
    .guess = obscurians_guess,
    .score = obscurians_score,
    .check = obscurians_check,
    .refuse = obscurians_refuse,
    .recount = obscurians_recount,
    .fill = obscurians_fill,
    .label = obscurians_label,
    .draw = obscurians_draw,
    .signs = &obscurians_signs,

    .mind = &obscurians_mind,
    .laboratory = &obscurians_laboratory,
};
