/* The Voyages of Marco Polo: the box lid, everything about the game in one constant. */
#include "state.h"

_Static_assert(sizeof(struct marcopolo) <= 1024, "the state must stay small");

extern const struct sr_game sr_game_marcopolo;
const struct sr_game sr_game_marcopolo = {
    .name = "marcopolo",
    .title = SR_TEXT("The Voyages of Marco Polo", "Путешествия Марко Поло"),
    .blurb = SR_TEXT("Dice, contracts and the long roads from Venice to Beijing",
                     "Кубики, контракты и долгие дороги из Венеции в Пекин"),
    .rules = 1,
    .seats_min = 2,
    .seats_max = SEATS,
    .size = sizeof(struct marcopolo),
    /* At most 26 dice are placed a round, 130 a game. A placement takes at most 40 decisions (six
     * steps of Wilhelm with a bonus and a relocation each are the longest), and no die brings more
     * than 12 camels, of which each pays for at most two decisions more. */
    .bound = 130 * (40 + 2 * 12) + 4000, /* 4000: bonuses, compensation, contracts, set-up */
    .options_at = offsetof(struct marcopolo, options),
    .agenda_at = offsetof(struct marcopolo, agenda),
    .agenda_room = AGENDA,

    .options = marcopolo_options,
    .option_count = OPTIONS,
    .fields = marcopolo_fields,
    .field_count = FIELDS,
    .phases = marcopolo_phases,
    .phase_count = PHASES,
    .verbs = marcopolo_verbs,
    .verb_count = VERBS,
    .events = marcopolo_events,
    .event_count = EVENTS,
    .reasons = marcopolo_reasons,
    .reason_count = REASONS,
    .chapters = marcopolo_chapters,
    .chapter_count = CHAPTERS,

    .deal = marcopolo_deal,
    .next = marcopolo_next,
    .guess = marcopolo_guess,
    .score = marcopolo_score,
    .check = marcopolo_check,
    .recount = marcopolo_recount,
    .fill = marcopolo_fill,
    .label = marcopolo_label,
    .measure = marcopolo_measure,
    .hunch = marcopolo_hunch,
    .rate = marcopolo_rate,
    .draw = marcopolo_draw,

    .playout = 40,
    .judge_points = 1.0f,
    .explore = 0.4f,
    .look = 1.0f,
    .strong_iterations = 1000,
    .features = marcopolo_features,
    .feature_count = FEATURES,
    .weights = marcopolo_weights[0][0],
    .late_weights = marcopolo_weights[1][0],
    .progress = marcopolo_progress,

    .habits = marcopolo_habits,
    .habit_names = marcopolo_habit_names,
    .habit_count = HABITS,

    .tallies = marcopolo_tallies,
    .tally_count = TALLIES,
};
