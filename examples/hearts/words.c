/* Hearts: the moves, the events and the reasons for points, in words. */
#include "state.h"

static const struct sr_name direction_names[] = {
#define DIRECTION(id, further, en, ru) {#id, SR_TEXT(en, ru)},
#include "components.def"
};
const struct sr_domain hearts_direction = SR_DOMAIN_NAMED("direction", direction_names);

static const struct sr_domain number = SR_DOMAIN_NUMBER("number", 0, 255);

#define CARD_ARG                                                                                   \
    { "card", &hearts_card }

const struct sr_verb hearts_verbs[VERBS] = {
    [verb_pass] = {"pass", {CARD_ARG}, SR_TEXT("Pass on {card}", "Передать {card}")},
    [verb_play] = {"play", {CARD_ARG}, SR_TEXT("Play {card}", "Пойти: {card}")},
};

#define SEAT_TOLD                                                                                  \
    { "seat", &sr_a_seat, SR_TOLD_ALL }
#define TOLD(name, domain)                                                                         \
    { (name), (domain), SR_TOLD_ALL }
#define TOLD_OWNER(name, domain)                                                                   \
    { (name), (domain), SR_TOLD_FIRST }

const struct sr_event_kind hearts_events[EVENTS] = {
    [event_dealt] = {"dealt",
                     {TOLD("deal", &number), TOLD("direction", &hearts_direction)},
                     SR_TEXT("Deal {deal}: {direction}.", "Сдача {deal}: {direction}."),
                     {{0}}},
    [event_set_aside] = {"set_aside",
                         {SEAT_TOLD, TOLD_OWNER("card", &hearts_card)},
                         SR_TEXT("{seat} sets {card} aside.", "{seat} откладывает {card}."),
                         SR_TEXT("{seat} sets a card aside.", "{seat} откладывает карту.")},
    [event_received] = {"received",
                        {SEAT_TOLD, TOLD("from", &sr_a_seat), TOLD_OWNER("first", &hearts_card),
                         TOLD_OWNER("second", &hearts_card), TOLD_OWNER("third", &hearts_card)},
                        SR_TEXT("{seat} receives {first} {second} {third} from {from}.",
                                "{seat} получает {first} {second} {third}, передаёт {from}."),
                        SR_TEXT("{seat} receives three cards from {from}.",
                                "{seat} получает три карты, передаёт {from}.")},
    [event_played] = {"played",
                      {SEAT_TOLD, TOLD("card", &hearts_card)},
                      SR_TEXT("{seat} plays {card}.", "{seat} кладёт {card}."),
                      {{0}}},
    [event_broken] = {"broken",
                      {SEAT_TOLD},
                      SR_TEXT("Hearts are broken: they may be led from now on.",
                              "Червы открыты: теперь с них можно ходить."),
                      {{0}}},
    [event_took] = {"took",
                    {SEAT_TOLD, TOLD("points", &number)},
                    SR_TEXT("{seat} takes the trick[: {points} {points#point|points}].",
                            "{seat} берёт взятку[: {points} {points#очко|очка|очков}]."),
                    {{0}}},
    [event_moon] = {"moon",
                    {SEAT_TOLD},
                    SR_TEXT("{seat} has taken every point: 26 go to each of the others.",
                            "{seat} собирает все очки: остальным — по 26."),
                    {{0}}},
    [event_counted] = {"counted",
                       {SEAT_TOLD, TOLD("points", &number), TOLD("total", &number)},
                       SR_TEXT("{seat}: {points} {points#point|points}, {total} in all.",
                               "{seat}: {points} {points#очко|очка|очков}, всего {total}."),
                       {{0}}},
};

const struct sr_reason hearts_reasons[REASONS] = {
    [reason_deals] = {"deals",
                      {{"deals", &number}},
                      SR_TEXT("{deals} {deals#deal|deals} finished", "сыграно сдач: {deals}")},
    [reason_hearts] = {"hearts",
                       {{"hearts", &number}},
                       SR_TEXT("{hearts} {hearts#heart|hearts} in this deal",
                               "в этой сдаче червей: {hearts}")},
    [reason_queen] = {"queen", {{0}}, SR_TEXT("the queen of spades", "дама пик")},
};
