/* Panda Spin: the box lid, everything about the game in one constant. */
#include "state.h"

_Static_assert(sizeof(struct pandaspin) <= 640, "the state must stay small");

static const struct sr_preset presets[] = {
    {"first_game",
     SR_TEXT("without the element cards, as the book advises newcomers",
             "без карт элементов, как книга советует новичкам"),
     "use_element_cards=off"},
};
static const struct sr_presets all_presets = SR_TABLE(presets);

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

    SR_ROWS(option, pandaspin_options),
    .fields = &pandaspin_fields,
    SR_ROWS(phase, pandaspin_phases),
    SR_ROWS(verb, pandaspin_verbs),
    SR_ROWS(event, pandaspin_events),
    SR_ROWS(reason, pandaspin_reasons),
    .chapters = &pandaspin_chapters,
    .presets = &all_presets,

    .deal = pandaspin_deal,
    .guess = pandaspin_guess,
    .score = pandaspin_score,
    .check = pandaspin_check,
    .refuse = pandaspin_refuse,
    .recount = pandaspin_recount,
    .fill = pandaspin_fill,
    .label = pandaspin_label,
    .draw = pandaspin_draw,
    .signs = &pandaspin_signs,
    .facts = pandaspin_facts,

    .mind = &pandaspin_mind,
    .laboratory = &pandaspin_laboratory,
};
