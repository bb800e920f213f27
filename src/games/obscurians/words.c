/* Obscurians: the moves, the events and the reasons for points, in words. */
#include "state.h"

static const struct sr_name mode_names[] = {
    {"place",
     SR_TEXT("Place suspicion tokens, do not roll", "Класть жетоны подозрения, не бросать кубики")},
    {"roll", SR_TEXT("Roll and act, place no tokens", "Бросать кубики, не класть жетоны")},
};
static const struct sr_domain a_mode = SR_DOMAIN_NAMED("mode", mode_names);
static const struct sr_name payment_names[] = {
    {"free", SR_TEXT("Roll again, for free", "Перебросить бесплатно")},
    {"token", SR_TEXT("Discard a token and roll again", "Сбросить жетон и перебросить")},
};
static const struct sr_domain a_payment = SR_DOMAIN_NAMED("payment", payment_names);
static const struct sr_name result_names[] = {
    {"embargo", SR_TEXT("embargo", "эмбарго")},
};
static const struct sr_domain a_result = SR_DOMAIN_NAMED_OR_NONE("result", result_names);
static const struct sr_name face_names[] = {
#define FACE(id, en, ru) {#id, SR_TEXT(en, ru)},
#include "components.def"
};
static const struct sr_domain some_faces = SR_DOMAIN_BITS("faces", face_names);
static const struct sr_domain number = SR_DOMAIN_NUMBER("number", 0, 255);
static const struct sr_domain some_smuggles =
    SR_DOMAIN_NUMBER("smuggles", 0, DICE + EXTRA_SMUGGLES);

#define SEAT_ARG                                                                                   \
    { "seat", &sr_a_seat }
#define GOOD_ARG                                                                                   \
    { "good", &obscurians_kind }
#define MISSION_ARG                                                                                \
    { "mission", &obscurians_mission }
#define FACE_ARG                                                                                   \
    { "face", &obscurians_face }
#define COUNT_LABEL                                                                                \
    {                                                                                              \
        { "count", &number }                                                                       \
    }
#define GOOD_TEXT SR_TEXT("{good} (of {count})", "{good} (из {count})")

const struct sr_verb obscurians_verbs[VERBS] = {
    [verb_mode] = {"mode", {{"mode", &a_mode}}, SR_TEXT("{mode}", "{mode}")},
    [verb_suspect] = {"suspect",
                      {MISSION_ARG},
                      SR_TEXT("Suspect: {mission}", "Подозрение: {mission}")},
    [verb_done] = {"done",
                   {{NULL, NULL}},
                   SR_TEXT("Place no more tokens", "Больше не класть жетоны"),
                   .passes = true},
    [verb_whom] = {"whom",
                   {SEAT_ARG},
                   SR_TEXT("{seat}[ ({count} {count#token|tokens} there)]",
                           "{seat}[ (там {count} {count#жетон|жетона|жетонов})]"),
                   COUNT_LABEL},
    [verb_stand] = {"stand",
                    {{NULL, NULL}},
                    SR_TEXT("Keep the dice", "Оставить кубики"),
                    .passes = true},
    [verb_reroll] = {"reroll", {{"payment", &a_payment}}, SR_TEXT("{payment}", "{payment}")},
    [verb_burn] = {"burn", {MISSION_ARG}, SR_TEXT("Discard: {mission}", "Сбросить: {mission}")},
    [verb_dice] = {"dice",
                   {{"dice", &obscurians_dice}},
                   SR_TEXT("Roll again {dice} ({faces})", "Перебросить {dice} ({faces})"),
                   {{"faces", &some_faces}}},
    [verb_flip] = {"flip",
                   {{"dice", &obscurians_dice}},
                   SR_TEXT("Turn over {dice}[ ({faces})]", "Перевернуть {dice}[ ({faces})]"),
                   {{"faces", &some_faces}}},
    [verb_act] =
        {"act",
         {FACE_ARG},
         SR_TEXT("{face}, {times} {times#time|times}[, up to {most} with Smuggle][ · {result}]",
                 "{face}, {times} {times#раз|раза|раз}[, до {most} с Контрабандой][ · "
                 "{result}]"),
         {{"times", &number}, {"most", &number}, {"result", &a_result}}},
    [verb_smuggle] =
        {"smuggle",
         {{"smuggles", &some_smuggles}},
         SR_TEXT("[{smuggles} {smuggles#Smuggle|Smuggles}|No Smuggle]: {face}, {times} "
                 "{times#time|times}[ · {result}]",
                 "[Контрабанда, {smuggles}|Без Контрабанды]: {face}, {times} "
                 "{times#раз|раза|раз}[ · {result}]"),
         {{"face", &obscurians_face_or_none}, {"times", &number}, {"result", &a_result}}},
    [verb_from] = {"from",
                   {SEAT_ARG},
                   SR_TEXT("{seat} ({count} in the open)", "{seat} (открыто: {count})"),
                   COUNT_LABEL},
    [verb_steal] = {"steal", {GOOD_ARG}, GOOD_TEXT, COUNT_LABEL},
    [verb_give] = {"give", {GOOD_ARG}, GOOD_TEXT, COUNT_LABEL},
    [verb_to] = {"to",
                 {SEAT_ARG},
                 SR_TEXT("{seat} (has {count})", "{seat} (товаров: {count})"),
                 COUNT_LABEL},
    [verb_offer] = {"offer", {GOOD_ARG}, GOOD_TEXT, COUNT_LABEL},
    [verb_with] = {"with",
                   {SEAT_ARG},
                   SR_TEXT("{seat} ({count} in the open)", "{seat} (открыто: {count})"),
                   COUNT_LABEL},
    [verb_for] = {"for", {GOOD_ARG}, GOOD_TEXT, COUNT_LABEL},
    [verb_protect] = {"protect", {GOOD_ARG}, GOOD_TEXT, COUNT_LABEL},
    [verb_carry] = {"carry", {GOOD_ARG}, GOOD_TEXT, COUNT_LABEL},
    [verb_die] = {"die", {FACE_ARG}, SR_TEXT("{face}", "{face}")},
    [verb_symbol] = {"as", {FACE_ARG}, SR_TEXT("{face}", "{face}")},
};

/* ---- what a choice comes to, for its text ---- */

static int16_t faces_of(const struct obscurians *t, unsigned set) {
    int faces = 0;
    for (int die = 0; die < DICE; die++)
        if (set >> die & 1 && t->dice[die] < FACES)
            faces |= 1 << t->dice[die];
    return (int16_t)faces;
}

static int16_t result_of(const struct obscurians *t, const struct obscurians_chances *chances,
                         int face, int smuggles) {
    return face == face_protect && obscurians_embargoes(t, chances, smuggles) ? 0 : SR_NONE;
}

static void label_act(const struct obscurians *t, int face, int16_t values[SR_LABEL_ARGS]) {
    struct obscurians_chances chances = obscurians_chances(t);
    struct obscurians_rolled rolled = obscurians_rolled(t, &chances, face);
    int least = rolled.least < rolled.most ? rolled.least : rolled.most;
    values[0] = (int16_t)repetitions(&rolled, least);
    values[1] = (int16_t)(rolled.most > least ? repetitions(&rolled, rolled.most) : 0);
    values[2] = result_of(t, &chances, face, rolled.most);
}

void obscurians_label(const void *state, struct sr_move move, int16_t values[SR_LABEL_ARGS]) {
    const struct obscurians *t = state;
    int seat = t->head.decider, first = move.arg[0];
    struct obscurians_chances chances;
    struct obscurians_rolled rolled;
    switch ((enum verb)move.verb) {
    case verb_whom:
        values[0] = t->stack_size[first];
        break;
    case verb_dice:
    case verb_flip:
        values[0] = faces_of(t, move.arg[0]);
        break;
    case verb_act:
        label_act(t, first, values);
        break;
    case verb_smuggle:
        values[0] = t->action;
        chances = obscurians_chances(t);
        rolled = obscurians_rolled(t, &chances, t->action);
        values[1] = (int16_t)repetitions(&rolled, first);
        values[2] = result_of(t, &chances, t->action, first);
        break;
    case verb_from:
    case verb_with:
        values[0] = (int16_t)count_goods(t->open[first]);
        break;
    case verb_to:
        values[0] = (int16_t)(count_goods(t->open[first]) + count_goods(t->stash[first]));
        break;
    case verb_give:
    case verb_offer:
        values[0] = (int16_t)collection(t, seat, first);
        break;
    case verb_protect:
        values[0] = t->open[seat][first];
        break;
    case verb_steal:
    case verb_for:
    case verb_carry:
        values[0] = t->partner < SEATS ? t->open[t->partner][first] : 0;
        break;
    default:
        break;
    }
}

/* ---- events ---- */

#define SEAT                                                                                       \
    { "seat", &sr_a_seat, SR_TOLD_ALL }
#define OTHER                                                                                      \
    { "other", &sr_a_seat, SR_TOLD_ALL }
#define GOOD                                                                                       \
    { "good", &obscurians_kind, SR_TOLD_ALL }
#define FACE_ALL                                                                                   \
    { "face", &obscurians_face, SR_TOLD_ALL }
#define COUNT(name)                                                                                \
    { name, &number, SR_TOLD_ALL }
#define DIE(name)                                                                                  \
    { name, &obscurians_face, SR_TOLD_ALL }
#define FIVE_DICE DIE("first"), DIE("second"), DIE("third"), DIE("fourth"), DIE("fifth")
#define FIVE "{first}, {second}, {third}, {fourth}, {fifth}"
#define NO_VEIL SR_TEXT(NULL, NULL)

const struct sr_event_kind obscurians_events[EVENTS] = {
    [event_round] = {"round",
                     {SEAT, COUNT("round"), {"card", &obscurians_happening, SR_TOLD_ALL}},
                     SR_TEXT("Round {round}: {seat} begins and reveals the event “{card}”",
                             "Раунд {round}: {seat} начинает и открывает событие «{card}»"),
                     NO_VEIL},
    [event_lamp_card] = {"lamp_card",
                         {SEAT},
                         SR_TEXT("{seat} owns the magic lamp and gets the lamp card",
                                 "{seat} владеет волшебной лампой и получает карту лампы"),
                         NO_VEIL},
    [event_cursed] = {"cursed",
                      {SEAT},
                      SR_TEXT("{seat} gets the cursed artifact",
                              "{seat} получает проклятый артефакт"),
                      NO_VEIL},
    [event_storm] = {"storm",
                     {SEAT},
                     SR_TEXT(
                         "{seat} reveals the sandstorm: the game is over, the missions are laid "
                         "open",
                         "{seat} открывает песчаную бурю: игра окончена, миссии раскрыты"),
                     NO_VEIL},
    [event_unpacked] = {"unpacked",
                        {SEAT},
                        SR_TEXT("The protection of {seat} ends: all goods lie in the open again",
                                "{seat}: защита снята, все товары снова лежат открыто"),
                        NO_VEIL},
    [event_chose] = {"chose",
                     {SEAT, {"mode", &a_mode, SR_TOLD_ALL}},
                     SR_TEXT("{seat} chooses: {mode}", "{seat} выбирает: {mode}"),
                     NO_VEIL},
    [event_suspected] = {"suspected",
                         {SEAT, OTHER, {"mission", &obscurians_mission, SR_TOLD_ALL}},
                         SR_TEXT("{seat} suspects {other} of the mission “{mission}”",
                                 "{seat} подозревает {other.a} в миссии «{mission}»"),
                         NO_VEIL},
    [event_suspected_unwritten] = {"suspected_unwritten",
                                   {SEAT, OTHER},
                                   SR_TEXT("{seat} lays a suspicion on the board of {other}",
                                           "{seat} кладёт подозрение {other.d}"),
                                   NO_VEIL},
    [event_rolled] = {"rolled",
                      {SEAT, FIVE_DICE},
                      SR_TEXT("{seat} rolls: " FIVE, "{seat} бросает кубики: " FIVE),
                      NO_VEIL},
    [event_free_reroll] = {"free_reroll",
                           {SEAT},
                           SR_TEXT("{seat} uses the free re-roll",
                                   "{seat} использует бесплатный переброс"),
                           NO_VEIL},
    [event_burnt] = {"burnt",
                     {SEAT, {"mission", &obscurians_mission, SR_TOLD_FIRST}},
                     SR_TEXT("{seat} discards the token “{mission}” for a re-roll",
                             "{seat} сбрасывает жетон «{mission}» за переброс"),
                     SR_TEXT("{seat} discards a token face down for a re-roll",
                             "{seat} сбрасывает жетон лицом вниз за переброс")},
    [event_rerolled] = {"rerolled",
                        {SEAT, FIVE_DICE},
                        SR_TEXT("{seat} rolls again and has: " FIVE,
                                "{seat} перебрасывает, теперь на кубиках: " FIVE),
                        NO_VEIL},
    [event_flipped] = {"flipped",
                       {SEAT, FIVE_DICE},
                       SR_TEXT("{seat} turns dice over and has: " FIVE,
                               "{seat} переворачивает кубики, теперь на них: " FIVE),
                       NO_VEIL},
    [event_acts] = {"acts",
                    {SEAT, FACE_ALL, COUNT("times")},
                    SR_TEXT("{seat} chooses {face}, {times} {times#time|times}",
                            "{seat} выбирает «{face}», {times} {times#раз|раза|раз}"),
                    NO_VEIL},
    [event_uses_die] = {"uses_die",
                        {SEAT, FACE_ALL},
                        SR_TEXT("{seat} uses a die: {face}", "{seat} использует кубик: «{face}»"),
                        NO_VEIL},
    [event_uses_smuggle] = {"uses_smuggle",
                            {SEAT, FACE_ALL},
                            SR_TEXT("{seat} uses a Smuggle as {face}",
                                    "{seat} использует Контрабанду как «{face}»"),
                            NO_VEIL},
    [event_stole] = {"stole",
                     {SEAT, OTHER, GOOD},
                     SR_TEXT("{seat} steals from {other}: {good}",
                             "{seat} крадёт {good.a} у {other.g}"),
                     NO_VEIL},
    [event_gave] = {"gave",
                    {SEAT, OTHER, GOOD},
                    SR_TEXT("{seat} gives to {other}: {good}", "{seat} отдаёт {good.a} {other.d}"),
                    NO_VEIL},
    [event_swapped] = {"swapped",
                       {SEAT, OTHER, GOOD, {"taken", &obscurians_kind, SR_TOLD_ALL}},
                       SR_TEXT("{seat} swaps with {other}: {good} for {taken}",
                               "{seat} и {other}: обмен, {good} на {taken.a}"),
                       NO_VEIL},
    [event_hid] = {"hid",
                   {SEAT, GOOD, COUNT("count")},
                   SR_TEXT("{seat} hides in the stash: {good}, {count} of them",
                           "{seat} прячет в тайник: {good}, {count} шт."),
                   NO_VEIL},
    [event_embargo] =
        {"embargo",
         {SEAT},
         SR_TEXT("{seat} is under an embargo: others can neither take nor give anything there",
                 "{seat} под эмбарго: другим здесь нельзя ни забирать, ни отдавать"),
         NO_VEIL},
    [event_moved] = {"moved",
                     {SEAT, OTHER, GOOD, {"to", &sr_a_seat, SR_TOLD_ALL}},
                     SR_TEXT("{seat} moves from {other} to {to}: {good}",
                             "{seat} перемещает {good.a} от {other.g} к {to.d}"),
                     NO_VEIL},
    [event_lapsed] = {"lapsed",
                      {SEAT, COUNT("times")},
                      SR_TEXT("{seat} cannot go on: {times} {times#action lapses|actions lapse}",
                              "{seat} не может продолжать: {times#пропадает|пропадают|пропадают} "
                              "{times} {times#действие|действия|действий}"),
                      NO_VEIL},
    [event_idle] = {"idle",
                    {SEAT},
                    SR_TEXT("{seat} cannot carry out what is left of the dice: it lapses",
                            "{seat} не может выполнить то, что осталось на кубиках: оно пропадает"),
                    NO_VEIL},
    [event_no_effect] = {"no_effect",
                         {SEAT},
                         SR_TEXT("{seat} is under an embargo already: nothing happens",
                                 "{seat} уже под эмбарго: ничего не происходит"),
                         NO_VEIL},
};

/* ---- reasons ---- */

#define NUMBER(name)                                                                               \
    { name, &number }

const struct sr_reason obscurians_reasons[REASONS] = {
    [reason_keep] = {"keep",
                     {NUMBER("goods")},
                     SR_TEXT("Keep: {goods} {goods#good|goods} of the own colour, 7 each",
                             "Сохранить: {goods} {goods#товар|товара|товаров} своего цвета, по 7")},
    [reason_take] = {"take",
                     {GOOD_ARG, NUMBER("goods")},
                     SR_TEXT("Take: {good} ×{goods}, squared up to 5",
                             "Взять: {good} ×{goods}, квадрат (не больше 5)")},
    [reason_collect] = {"collect",
                        {NUMBER("fives"), NUMBER("fours"), NUMBER("threes")},
                        SR_TEXT("Collect: sets of five {fives}, of four {fours}, of three {threes}",
                                "Собрать: наборов по пять {fives}, по четыре {fours}, по три "
                                "{threes}")},
    [reason_give] = {"give",
                     {NUMBER("goods")},
                     SR_TEXT("Give away: 70, less 5 for each good kept ({goods})",
                             "Отдать: 70 минус 5 за каждый оставшийся товар ({goods})")},
    [reason_choose] = {"choose",
                       {NUMBER("singles"), NUMBER("pairs")},
                       SR_TEXT("Choose: colours with one good {singles} (15 each, four at most), "
                               "with two {pairs} (5 each)",
                               "Выбрать: цветов с одним товаром {singles} (по 15, не больше "
                               "четырёх), с двумя {pairs} (по 5)")},
    [reason_lose] = {"lose", {{NULL, NULL}}, SR_TEXT("Lose: to start with", "Проиграть: начало")},
    [reason_lose_goods] = {"lose_goods",
                           {NUMBER("goods")},
                           SR_TEXT("Lose: 4, 5 or 6 goods ({goods})",
                                   "Проиграть: 4, 5 или 6 товаров ({goods})")},
    [reason_lose_colours] = {"lose_colours",
                             {NUMBER("colours")},
                             SR_TEXT("Lose: two colours or fewer ({colours})",
                                     "Проиграть: не больше двух цветов ({colours})")},
    [reason_lose_wrong] = {"lose_wrong",
                           {{NULL, NULL}},
                           SR_TEXT("Lose: a token on every other board, and all of them wrong",
                                   "Проиграть: жетон на каждом чужом планшете, и все ошибочны")},
    [reason_lose_won] = {"lose_won",
                         {{NULL, NULL}},
                         SR_TEXT("Lose: the fewest points of all win, alone",
                                 "Проиграть: меньше всех очков — единственная победа")},
    [reason_lose_missed] = {"lose_missed",
                            {{NULL, NULL}},
                            SR_TEXT("Lose: not the fewest points, so no victory",
                                    "Проиграть: очков не меньше всех, победы нет")},
    [reason_suspicion] = {"suspicion",
                          {{"other", &sr_a_seat}, MISSION_ARG, NUMBER("place")},
                          SR_TEXT("Right about {other}: “{mission}” (correct token no. {place})",
                                  "Верно про {other.a}: «{mission}» (верный жетон № {place})")},
    [reason_exposure] = {"exposure",
                         {{NULL, NULL}},
                         SR_TEXT("Master of Exposure: right about everybody",
                                 "Мастер разоблачения: верно про всех")},
    [reason_disguise] = {"disguise",
                         {{NULL, NULL}},
                         SR_TEXT("Master of Disguise: nobody was right",
                                 "Мастер маскировки: никто не угадал")},
    [reason_lamp] = {"lamp", {{NULL, NULL}}, SR_TEXT("The magic lamp", "Волшебная лампа")},
    [reason_curse] = {"curse",
                      {{NULL, NULL}},
                      SR_TEXT("The cursed artifact", "Проклятый артефакт")},
};
