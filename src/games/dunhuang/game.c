/* Merchants of Dunhuang: the box lid, everything about the game in one constant. */
#include "state.h"

_Static_assert(sizeof(struct dunhuang) <= 512, "the state must stay small");

static const struct sr_preset presets[] = {
    {"first_game",
     SR_TEXT("the same circle every time, to learn eight characters first",
             "всегда один и тот же круг: сначала выучить восемь персонажей"),
     "order=fixed,tile1=artist,tile2=princess,tile3=translator,tile4=soldier,tile5=chinese,"
     "tile6=handmaid,tile7=shepherd,tile8=manichaean"},
};
static const struct sr_presets all_presets = SR_TABLE(presets);

extern const struct sr_game sr_game_dunhuang;
const struct sr_game sr_game_dunhuang = {
    .name = "dunhuang",
    .title = SR_TEXT("Merchants of Dunhuang", "Врата в Поднебесную"),
    .blurb = SR_TEXT("Lead the camel round the circle, gather goods for the hand and the shop",
                     "Ведите верблюда по кругу, собирайте товары в руку и в лавку"),
    .rules = 1,
    .seats_min = 2,
    .seats_max = SEATS,
    .size = sizeof(struct dunhuang),
    .bound = 36 * 6 + SEATS + 1, /* six decisions a turn, and the set-up */
    .options_at = offsetof(struct dunhuang, options),

    SR_ROWS(option, dunhuang_options),
    .fields = &dunhuang_fields,
    SR_ROWS(phase, dunhuang_phases),
    SR_ROWS(verb, dunhuang_verbs),
    SR_ROWS(event, dunhuang_events),
    SR_ROWS(reason, dunhuang_reasons),
    .chapters = &dunhuang_chapters,
    .presets = &all_presets,

    .deal = dunhuang_deal,
    .guess = dunhuang_guess,
    .score = dunhuang_score,
    .check = dunhuang_check,
    .refuse = dunhuang_refuse,
    .recount = dunhuang_recount,
    .fill = dunhuang_fill,
    .label = dunhuang_label,
    .draw = dunhuang_draw,
    .signs = &dunhuang_signs,

    .mind = &dunhuang_mind,
    .laboratory = &dunhuang_laboratory,
};
