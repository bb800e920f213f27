/* The Voyages of Marco Polo: the box lid, everything about the game in one constant. */
#include "state.h"

_Static_assert(sizeof(struct marcopolo) <= 1024, "the state must stay small");

static const struct sr_preset presets[] = {
    {"first_game",
     SR_TEXT("the characters that the book gives to newcomers",
             "персонажи, которых книга раздаёт новичкам"),
     "character_draft=off"},
    {"advanced",
     SR_TEXT("all of the advanced section: provinces at random, characters and goals chosen",
             "весь расширенный вариант: случайные провинции, выбор персонажей и целей"),
     "random_provinces=on,character_draft=on,goal_choice=on"},
};
static const struct sr_presets all_presets = SR_TABLE(presets);

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

    SR_ROWS(option, marcopolo_options),
    .fields = &marcopolo_fields,
    SR_ROWS(phase, marcopolo_phases),
    SR_ROWS(verb, marcopolo_verbs),
    SR_ROWS(event, marcopolo_events),
    SR_ROWS(reason, marcopolo_reasons),
    .chapters = &marcopolo_chapters,
    .presets = &all_presets,

    .deal = marcopolo_deal,
    .next = marcopolo_next,
    .guess = marcopolo_guess,
    .score = marcopolo_score,
    .check = marcopolo_check,
    .recount = marcopolo_recount,
    .fill = marcopolo_fill,
    .label = marcopolo_label,
    .draw = marcopolo_draw,
    .signs = &marcopolo_signs,

    .mind = &marcopolo_mind,
    .laboratory = &marcopolo_laboratory,
};
