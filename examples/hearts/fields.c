/* Hearts: every member of the state, who may see it, and the options of a table. */
#include "state.h"

static const struct sr_name suit_names[] = {
#define SUIT(id, letter, sign, en, ru) {#id, SR_TEXT(sign, sign)},
#include "components.def"
};
const struct sr_domain hearts_suit = SR_DOMAIN_NAMED("suit", suit_names);

static const struct sr_name rank_names[] = {
#define RANK(id, notation, en, ru) {notation, SR_TEXT(en, ru)},
#include "components.def"
};
static const struct sr_domain some_ranks = SR_DOMAIN_BITS("ranks", rank_names);

/* A card is its suit and its rank: "sq" is Q♠. */
static const struct sr_name suit_letters[] = {
#define SUIT(id, letter, sign, en, ru) {letter, SR_TEXT(sign, sign)},
#include "components.def"
};
static const struct sr_domain a_letter = SR_DOMAIN_NAMED("letter", suit_letters);
static const struct sr_domain a_rank = SR_DOMAIN_NAMED("rank", rank_names);
static const struct sr_parts card_parts = {
    &a_letter, &a_rank, SR_TEXT("{second}{first}", "{second}{first}"), NULL, NULL};
const struct sr_domain hearts_card = SR_DOMAIN_PARTS("card", &card_parts, SUITS, RANKS);
static const struct sr_domain card_or_none = {
    .id = "card", .kind = SR_NAMED, .max = CARDS - 1, .parts = &card_parts, .may_be_none = true};

static const struct sr_name lack_names[] = {
#define SUIT(id, letter, sign, en, ru) {#id, SR_TEXT(sign, sign)},
#include "components.def"
    {"small_spades", SR_TEXT("♠ but Q", "♠ кроме Д")},
};
static const struct sr_domain some_lacks = SR_DOMAIN_BITS("lacks", lack_names);

static const struct sr_domain some_deals = SR_DOMAIN_NUMBER("deals", 0, MAX_DEALS);
static const struct sr_domain some_tricks = SR_DOMAIN_NUMBER("tricks", 0, HAND);
static const struct sr_domain some_cards = SR_DOMAIN_NUMBER("cards", 0, HAND);
static const struct sr_domain some_points = SR_DOMAIN_NUMBER("points", 0, ALL_POINTS);
static const struct sr_domain total_points = SR_DOMAIN_NUMBER("points", 0, MAX_TOTAL);

#define SCALAR(member, see, of) SR_SCALAR_FIELD(struct hearts, member, see, of)
#define ARRAY(member, see, of, ...) SR_ARRAY_FIELD(struct hearts, member, see, of, __VA_ARGS__)
#define EACH_SEAT SR_SEATS(SEATS)
#define EACH_SUIT SR_NAMES(&hearts_suit, SUITS)

static const struct sr_field fields[] = {
    SCALAR(deals, SR_ALL, &some_deals),
    SCALAR(lead, SR_ALL, &sr_a_seat),
    ARRAY(trick, SR_ALL, &card_or_none, EACH_SEAT),
    SR_REMEMBERED_FIELD(struct hearts, last, SR_ALL, &card_or_none, EACH_SEAT),
    SR_COUNTED_SCALAR_FIELD(struct hearts, tricks, SR_ALL, &some_tricks),
    SR_COUNTED_SCALAR_FIELD(struct hearts, broken, SR_ALL, &sr_a_flag),
    SR_COUNTED_FIELD(struct hearts, hand_size, SR_ALL, &some_cards, EACH_SEAT),
    SR_COUNTED_FIELD(struct hearts, points, SR_ALL, &some_points, EACH_SEAT),
    ARRAY(total, SR_ALL, &total_points, EACH_SEAT),
    SR_REMEMBERED_FIELD(struct hearts, lacks, SR_ALL, &some_lacks, EACH_SEAT),
    SR_PADDING_FIELD(struct hearts, padding),
    ARRAY(hand, SR_OWNER, &some_ranks, EACH_SEAT, EACH_SUIT),
    ARRAY(chosen, SR_OWNER, &some_ranks, EACH_SEAT, EACH_SUIT),
    ARRAY(taken, SR_ALL, &some_ranks, EACH_SEAT, EACH_SUIT),
    SR_REMEMBERED_FIELD(struct hearts, given, SR_OWNER | SR_NOTE, &some_ranks, EACH_SEAT,
                        EACH_SUIT),
};

static const struct sr_name members[] = {
#define MEMBER(id, en, ru) {#id, SR_TEXT(en, ru)},
#include "members.def"
};
const struct sr_fields hearts_fields = SR_TOLD_FIELDS(fields, members);

/* ---- options ---- */

static const struct sr_name length_names[] = {
#define LENGTH(id, points, en, ru) {#id, SR_TEXT(en, ru)},
#include "components.def"
};
static const struct sr_domain a_length = SR_DOMAIN_NAMED("length", length_names);

static const struct sr_name passing_names[] = {
    {"round", SR_TEXT("left, right, across, not at all", "налево, направо, напротив, никому")},
    {"never", SR_TEXT("never", "никогда")},
};
static const struct sr_domain a_passing = SR_DOMAIN_NAMED("passing", passing_names);

const struct sr_option hearts_options[OPTIONS] = {
    [option_length] = {"length", &a_length, length_to_100,
                       SR_TEXT("How long a game lasts", "Сколько длится игра")},
    [option_passing] = {"passing", &a_passing, 0,
                        SR_TEXT("Where the three cards are passed, deal by deal",
                                "Куда передают три карты, сдача за сдачей")},
    [option_queen_breaks] = {"queen_breaks", &sr_a_switch, 0,
                             SR_TEXT("The queen of spades, too, allows hearts to be led",
                                     "Дама пик тоже открывает ход с червей")},
};
