/* Gugong: the box lid, everything about the game in one constant. */
#include "state.h"

_Static_assert(sizeof(struct gugong) <= 1536, "the state must stay small");

/* Turns: 20 gifts in four days, ten harbour gifts on at most all of them, two tokens that bring a
 * gift back once a day: 80 + 40 + 8. A turn has at most two actions, each followed by at most two
 * others; none of the six asks more than 35 questions (two moves, each with a token that finishes
 * the wall: five players choose and take servants). Nights and mornings ask less than 100, and 60
 * tokens are exchanged one by one at worst. */
enum { TURNS = 128, ACTIONS = 6, QUESTIONS = 35, NIGHT = 100, EXCHANGES = 60 };

static const struct sr_preset presets[] = {
    {"first_game",
     SR_TEXT("without the special travel tokens, as the book advises newcomers",
             "без особых жетонов путешествий, как книга советует новичкам"),
     "variant=first_game,specials=off"},
    {"experts",
     SR_TEXT("all gifts are shuffled: the book's variant for those who know the game",
             "все подарки перемешаны: вариант книги для опытных игроков"),
     "variant=expert"},
};
static const struct sr_presets all_presets = SR_TABLE(presets);

extern const struct sr_game sr_game_gugong;
const struct sr_game sr_game_gugong = {
    .name = "gugong",
    .title = SR_TEXT("Gugong", "Запретный город"),
    .blurb = SR_TEXT("Trade gifts with officials and reach the emperor within four days",
                     "Обменивайтесь подарками с чиновниками и дойдите до императора за четыре дня"),
    .rules = 2,
    .seats_min = 1,
    .seats_max = SEATS,
    .all_may_lose = true, /* alone, to Meng */
    .size = sizeof(struct gugong),
    .bound = TURNS * (3 + ACTIONS * QUESTIONS) + ROUNDS * NIGHT + EXCHANGES,
    .options_at = offsetof(struct gugong, options),
    .agenda_at = offsetof(struct gugong, agenda),
    .agenda_room = AGENDA,

    SR_ROWS(option, gugong_options),
    .fields = &gugong_fields,
    SR_ROWS(phase, gugong_phases),
    SR_ROWS(verb, gugong_verbs),
    SR_ROWS(event, gugong_events),
    SR_ROWS(reason, gugong_reasons),
    .chapters = &gugong_chapters,
    .presets = &all_presets,

    .deal = gugong_deal,
    .next = gugong_next,
    .guess = gugong_guess,
    .score = gugong_score,
    .check = gugong_check,
    .fill = gugong_fill,
    .label = gugong_label,
    .draw = gugong_draw,
    .signs = &gugong_signs,
    .facts = gugong_facts,

    .mind = &gugong_mind,
    .laboratory = &gugong_laboratory,
};
