/* Panda Spin: the box lid, everything about the game in one constant. */
#include "state.h"

_Static_assert(sizeof(struct pandaspin) <= 640, "the state must stay small");

extern const struct sr_game sr_game_pandaspin;
const struct sr_game sr_game_pandaspin = {
    .name = "pandaspin",
    .title = SR_TEXT("Panda Spin", "Пандоворот"),
    .blurb = SR_TEXT("Get rid of your cards; those that lose a trick come back stronger",
                     "Избавьтесь от карт; проигравшие кон возвращаются сильнее"),
    .rules = 1,
    .seats_min = 2,
    .seats_max = SEATS,
    .size = sizeof(struct pandaspin),
    /* A round has at most some 800 decisions: each of 70 cards is played at most twice, with a
     * choice and a symbol each, and at most 70 tricks see four passes. Each round but those in
     * which all hands are empty at once brings a point, so 71 rounds are the most for a target of
     * 15; an endless series of such rounds is possible in theory alone. */
    .bound = 60000,
    .options_at = offsetof(struct pandaspin, options),

    .options = pandaspin_options,
    .option_count = OPTIONS,
    .fields = pandaspin_fields,
    .field_count = FIELDS,
    .phases = pandaspin_phases,
    .phase_count = PHASES,
    .verbs = pandaspin_verbs,
    .verb_count = VERBS,
    .events = pandaspin_events,
    .event_count = EVENTS,
    .reasons = pandaspin_reasons,
    .reason_count = REASONS,
    .chapters = pandaspin_chapters,
    .chapter_count = CHAPTERS,

    .deal = pandaspin_deal,
    .guess = pandaspin_guess,
    .score = pandaspin_score,
    .check = pandaspin_check,
    .refuse = pandaspin_refuse,
    .recount = pandaspin_recount,
    .fill = pandaspin_fill,
    .label = pandaspin_label,
    .draw = pandaspin_draw,

    .mind = &pandaspin_mind,
    .laboratory = &pandaspin_laboratory,
};
