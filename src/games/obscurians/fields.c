/* Obscurians: every member of the state, who may see it, and the options of a table. */
#include "state.h"

static const struct sr_name kind_names[] = {
#define COLOUR(id, en, ru, good_en, good_ru) {#id, SR_TEXT(good_en, good_ru)},
#include "components.def"
#define TREASURE(id, points, en, ru) {#id, SR_TEXT(en, ru)},
#include "components.def"
};
#define A_KIND                                                                                     \
    .id = "good", .kind = SR_NAMED, .max = SR_COUNT(kind_names) - 1, .names = kind_names,          \
    .each_seat = 1
const struct sr_domain obscurians_kind = {A_KIND};
const struct sr_domain obscurians_kind_or_none = {A_KIND, .may_be_none = true};

static const struct sr_name mission_names[] = {
#define MISSION(id, en, ru) {#id, SR_TEXT(en, ru)},
#include "components.def"
};
const struct sr_domain obscurians_mission = SR_DOMAIN_NAMED("mission", mission_names);
const struct sr_domain obscurians_mission_or_none =
    SR_DOMAIN_NAMED_OR_NONE("mission", mission_names);
const struct sr_domain obscurians_missions = SR_DOMAIN_BITS("missions", mission_names);

static const struct sr_name face_names[] = {
#define FACE(id, en, ru) {#id, SR_TEXT(en, ru)},
#include "components.def"
};
const struct sr_domain obscurians_face = SR_DOMAIN_NAMED("face", face_names);
const struct sr_domain obscurians_face_or_none = SR_DOMAIN_NAMED_OR_NONE("face", face_names);

static const struct sr_name happening_names[] = {
#define EVENT(id, doubled, banned, en, ru) {#id, SR_TEXT(en, ru)},
#include "components.def"
};
const struct sr_domain obscurians_happening = SR_DOMAIN_NAMED("event", happening_names);

const uint8_t obscurians_doubled[HAPPENINGS] = {
#define EVENT(id, doubled, banned, en, ru) face_##doubled,
#include "components.def"
};
const uint8_t obscurians_banned[HAPPENINGS] = {
#define EVENT(id, doubled, banned, en, ru) face_##banned,
#include "components.def"
};

static const struct sr_name deed_names[] = {
#define DEED(id, en, ru) {#id, SR_TEXT(en, ru)},
#include "components.def"
};
static const struct sr_domain a_deed = SR_DOMAIN_NAMED("deed", deed_names);

static const struct sr_name die_names[] = {
    {"1", SR_TEXT("1", "1")}, {"2", SR_TEXT("2", "2")}, {"3", SR_TEXT("3", "3")},
    {"4", SR_TEXT("4", "4")}, {"5", SR_TEXT("5", "5")},
};
const struct sr_domain obscurians_dice = SR_DOMAIN_BITS("dice", die_names);

/* A token is called by the colour of its owner and the mission on it: green_keep. */
#define TOKEN(colour, en, ru, mission, mission_en, mission_ru)                                     \
    {colour "_" mission, SR_TEXT(mission_en " (" en ")", mission_ru " (" ru ")")},
#define COLOUR(id, en, ru, good_en, good_ru)                                                       \
    TOKEN(#id, en, ru, "keep", "Keep", "Сохранить")                                                \
    TOKEN(#id, en, ru, "take", "Take", "Взять")                                                    \
    TOKEN(#id, en, ru, "collect", "Collect", "Собрать")                                            \
    TOKEN(#id, en, ru, "give", "Give away", "Отдать")                                              \
    TOKEN(#id, en, ru, "choose", "Choose", "Выбрать")                                              \
    TOKEN(#id, en, ru, "lose", "Lose", "Проиграть")
static const struct sr_name token_names[TOKENS] = {
#include "components.def"
};
const struct sr_domain obscurians_token = {.id = "token",
                                           .kind = SR_NAMED,
                                           .max = TOKENS - 1,
                                           .names = token_names,
                                           .each_seat = MISSIONS};

static const struct sr_domain a_count = SR_DOMAIN_NUMBER("count", 0, GOODS_EACH);
static const struct sr_domain some_tokens = SR_DOMAIN_NUMBER("tokens", 0, MISSIONS);
static const struct sr_domain a_height = SR_DOMAIN_NUMBER("tokens", 0, STACK);
static const struct sr_domain past_length = SR_DOMAIN_NUMBER("cards", 0, ROUNDS);
static const struct sr_domain deck_length = SR_DOMAIN_NUMBER("cards", 0, DECK);
static const struct sr_domain some_repeats = SR_DOMAIN_NUMBER("times", 0, MAX_REPEATS);
static const struct sr_domain some_protects = SR_DOMAIN_NUMBER("times", 0, DICE);

static const struct sr_domain some_deeds = SR_DOMAIN_NUMBER("times", 0, UINT8_MAX);

#define SCALAR(member, see, of) SR_SCALAR_FIELD(struct obscurians, member, see, of)
#define ARRAY(member, see, of, ...) SR_ARRAY_FIELD(struct obscurians, member, see, of, __VA_ARGS__)
#define COUNTED(member, see, of, ...)                                                              \
    SR_COUNTED_FIELD(struct obscurians, member, see, of, __VA_ARGS__)
#define KEPT_TO_MEMORY (offsetof(struct obscurians, options) + option_stacks_to_memory)
#define EACH_SEAT SR_SEATS(SEATS)
#define EACH_KIND SR_NAMES(&obscurians_kind, KINDS)

static const struct sr_field fields[] = {
    ARRAY(open, SR_ALL, &a_count, EACH_SEAT, EACH_KIND),
    ARRAY(stash, SR_ALL, &a_count, EACH_SEAT, EACH_KIND),
    ARRAY(embargo, SR_ALL, &sr_a_flag, EACH_SEAT),
    ARRAY(mission, SR_OWNER | SR_AT_END, &obscurians_mission, EACH_SEAT),
    {SR_FIELD_(struct obscurians, stack, SR_STORED, SR_ALL, &obscurians_token),
     .length_at = offsetof(struct obscurians, stack_size), .memory_at = KEPT_TO_MEMORY,
     .axis = {EACH_SEAT, SR_LISTED(STACK)}},
    SR_LENGTH_FIELD(struct obscurians, stack_size, &a_height, EACH_SEAT),
    /* Burnt tokens stay face down even at the end. */
    ARRAY(burnt, SR_OWNER, &obscurians_missions, EACH_SEAT),
    {SR_FIELD_(struct obscurians, placed, SR_COUNTED, SR_ALL, &obscurians_missions),
     .memory_at = KEPT_TO_MEMORY, .axis = {EACH_SEAT}},
    COUNTED(supply, SR_OWNER, &obscurians_missions, EACH_SEAT),
    COUNTED(burnt_size, SR_ALL, &some_tokens, EACH_SEAT),
    COUNTED(supply_size, SR_ALL, &some_tokens, EACH_SEAT),
    SR_REMEMBERED_FIELD(struct obscurians, deeds, SR_ALL, &some_deeds, EACH_SEAT,
                        SR_NAMES(&a_deed, DEEDS)),
    SCALAR(event, SR_ALL, &obscurians_happening),
    SR_LIST_FIELD(struct obscurians, past, past_size, SR_ALL, &obscurians_happening,
                  SR_LISTED(ROUNDS)),
    SR_LENGTH_SCALAR_FIELD(struct obscurians, past_size, &past_length),
    SR_LIST_FIELD(struct obscurians, deck, deck_size, SR_NOBODY, &obscurians_happening,
                  SR_LISTED(DECK)),
    SR_LENGTH_SCALAR_FIELD(struct obscurians, deck_size, &deck_length),
    SCALAR(card_holder, SR_ALL, &sr_a_seat),
    ARRAY(dice, SR_ALL, &obscurians_face_or_none, SR_PLACES(DICE)),
    SCALAR(set_aside, SR_ALL, &obscurians_dice),
    SCALAR(only_places, SR_ALL, &sr_a_flag),
    SCALAR(has_laid, SR_ALL, &sr_a_flag),
    SCALAR(free_used, SR_ALL, &sr_a_flag),
    SCALAR(token, SR_ALL, &obscurians_mission_or_none),
    SCALAR(action, SR_ALL, &obscurians_face_or_none),
    SCALAR(repeats, SR_ALL, &some_repeats),
    SCALAR(partner, SR_ALL, &sr_a_seat_or_none),
    SCALAR(good, SR_ALL, &obscurians_kind_or_none),
    SCALAR(protects, SR_ALL, &some_protects),
    SR_PADDING_FIELD(struct obscurians, padding),
};
static const struct sr_name members[] = {
#define MEMBER(id, en, ru) {#id, SR_TEXT(en, ru)},
#include "members.def"
};
const struct sr_fields obscurians_fields = SR_TOLD_FIELDS(fields, members);

/* ---- options ---- */

static const struct sr_name first_names[] = {
    {"random", SR_TEXT("random", "случайно")}, {"seat1", SR_TEXT("seat 1", "место 1")},
    {"seat2", SR_TEXT("seat 2", "место 2")},   {"seat3", SR_TEXT("seat 3", "место 3")},
    {"seat4", SR_TEXT("seat 4", "место 4")},   {"seat5", SR_TEXT("seat 5", "место 5")},
    {"seat6", SR_TEXT("seat 6", "место 6")},
};
static const struct sr_domain who_is_first = SR_DOMAIN_NAMED("first", first_names);

const struct sr_option obscurians_options[OPTIONS] = {
    /* RECONSTRUCTED: at the table, whoever has sold something most recently. */
    [option_first] = {"first", &who_is_first, 0,
                      SR_TEXT("Who begins and gets the magic lamp",
                              "Кто начинает и получает волшебную лампу")},
    [option_lose_tie_wins] =
        {"lose_tie_wins", &sr_a_switch, 0,
         SR_TEXT("The mission Lose also wins when it only ties for the fewest points",
                 "Миссия «Проиграть» побеждает и при ничьей за наименьшее число очков")},
    [option_allow_empty_action] =
        {"allow_empty_action", &sr_a_switch, 0,
         SR_TEXT("An action that cannot be carried out even once may be chosen",
                 "Можно выбрать действие, которое не удастся выполнить ни разу")},
    [option_null_swap] = {"null_swap", &sr_a_switch, 1,
                          SR_TEXT("A good may be swapped for one of the same kind",
                                  "Товар можно обменять на такой же")},
    [option_virtual_smuggle_embargo] =
        {"virtual_smuggle_embargo", &sr_a_switch, 1,
         SR_TEXT("The two Smuggles of the event count towards an embargo",
                 "Две Контрабанды от события считаются для эмбарго")},
    [option_collect_optimal] =
        {"collect_optimal", &sr_a_switch, 1,
         SR_TEXT("The mission Collect splits its goods into the best sets (else row by row)",
                 "Миссия «Собрать» делит товары на лучшие наборы (иначе — ряд за рядом)")},
    [option_ui_hide_stack] =
        {"ui_hide_stack", &sr_a_switch, 1,
         SR_TEXT("The screen shows only the top token of each stack and its height",
                 "На экране видны только верхний жетон стопки и её высота")},
    [option_eitheror_zero_place] =
        {"eitheror_zero_place", &sr_a_switch, 1,
         SR_TEXT("Whoever chooses to suspect instead of rolling need not place a token",
                 "Выбравший подозрения вместо кубиков может не класть ни одного жетона")},
    [option_stacks_to_memory] =
        {"stacks_to_memory", &sr_a_switch, 0,
         SR_TEXT("Stacks are kept to memory: no view and no log lists the tokens under the top one",
                 "Стопки держат в памяти: что лежит под верхним жетоном, нигде не показано")},
};
