/* Merchants of Dunhuang: the box lid, everything about the game in one constant. */
#include "state.h"

_Static_assert(sizeof(struct dunhuang) <= 512, "the state must stay small");

extern const struct sr_game sr_game_dunhuang;
const struct sr_game sr_game_dunhuang = {
    .name = "dunhuang",
    .title = SR_TEXT("Merchants of Dunhuang", "Купцы Дуньхуана"),
    .blurb = SR_TEXT("Lead the camel round the circle, gather goods for the hand and the shop",
                     "Ведите верблюда по кругу, собирайте товары на руку и в лавку"),
    .rules = 1,
    .seats_min = 2,
    .seats_max = SEATS,
    .size = sizeof(struct dunhuang),
    .bound = 36 * 6 + SEATS + 1, /* six decisions a turn, and the set-up */
    .options_at = offsetof(struct dunhuang, options),

    .options = dunhuang_options,
    .option_count = OPTIONS,
    .fields = dunhuang_fields,
    .field_count = FIELDS,
    .phases = dunhuang_phases,
    .phase_count = PHASES,
    .verbs = dunhuang_verbs,
    .verb_count = VERBS,
    .events = dunhuang_events,
    .event_count = EVENTS,
    .reasons = dunhuang_reasons,
    .reason_count = REASONS,
    .chapters = dunhuang_chapters,
    .chapter_count = CHAPTERS,

    .deal = dunhuang_deal,
    .guess = dunhuang_guess,
    .score = dunhuang_score,
    .check = dunhuang_check,
    .refuse = dunhuang_refuse,
    .recount = dunhuang_recount,
    .fill = dunhuang_fill,
    .label = dunhuang_label,
    .measure = dunhuang_measure,
    .draw = dunhuang_draw,

    .playout = 4,
    .judge_points = 1.0f,
    .features = dunhuang_features,
    .feature_count = FEATURES,
    .weights = dunhuang_weights[0],

    .tallies = dunhuang_tallies,
    .tally_count = TALLIES,
};
