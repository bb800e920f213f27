/* The meanings of numbers: which are allowed, how notation writes and reads them, how people
 * call them. */
#include "domain.h"

#include <string.h>

enum { OFFER_BYTES = 120 }; /* an offer of names longer than this is cut */

const struct sr_domain sr_a_seat = {.id = "seat", .kind = SR_SEAT, .base = 1};
const struct sr_domain sr_a_seat_or_none = {
    .id = "seat", .kind = SR_SEAT, .base = 1, .may_be_none = true};
const struct sr_domain sr_a_flag = {.id = "flag", .kind = SR_FLAG, .min = 0, .max = 1};
static const struct sr_name switch_names[] = {
    {"off", SR_TEXT("off", "нет")},
    {"on", SR_TEXT("on", "да")},
};
const struct sr_domain sr_a_switch = SR_DOMAIN_NAMED("switch", switch_names);
const struct sr_domain sr_a_byte = SR_DOMAIN_NUMBER("byte", 0, 255);
const struct sr_domain sr_a_set_of_seats = {
    .id = "seats", .kind = SR_BITS, .min = 0, .max = (1 << SR_MAX_SEATS) - 1};

static bool is_none(const struct sr_domain *domain, int64_t value) {
    return domain->may_be_none && value == SR_NONE;
}

/* Sets without names are sets of seats. */
static bool is_of_seats(const struct sr_domain *domain) {
    return domain->kind == SR_BITS && !domain->names;
}

static int64_t largest(const struct sr_domain *domain, int seats) {
    if (domain->kind == SR_SEAT)
        return seats - 1;
    if (!is_of_seats(domain))
        return domain->max;
    bool possible = seats >= 0 && seats <= SR_MAX_SEATS; /* a damaged state may say anything */
    return possible ? (1 << seats) - 1 : 0;
}

bool sr_domain_holds(const struct sr_domain *domain, int64_t value, int seats) {
    if (is_none(domain, value))
        return true;
    int64_t least = domain->kind == SR_SEAT ? 0 : domain->min;
    return value >= least && value <= largest(domain, seats);
}

bool sr_domain_nothing(const struct sr_domain *domain, int64_t value) {
    if (is_none(domain, value))
        return true;
    switch (domain->kind) {
    case SR_NUMBER:
        return value + domain->base == 0;
    case SR_FLAG:
    case SR_BITS:
        return value == 0;
    case SR_NAMED:
    case SR_SEAT:
        break;
    }
    return false;
}

/* ---- notation ---- */

static int64_t names_of(const struct sr_domain *domain) {
    return (int64_t)domain->max - domain->min + 1;
}

/* How many of the values have names made of parts. */
static int64_t made_of_parts(const struct sr_domain *domain) {
    const struct sr_parts *parts = domain->parts;
    return parts ? names_of(parts->first) * names_of(parts->second) : 0;
}

struct part {
    int64_t first, second;
};

static struct part parts_of(const struct sr_domain *domain, int64_t value) {
    const struct sr_domain *first = domain->parts->first, *second = domain->parts->second;
    int64_t index = value - domain->min;
    return (struct part){first->min + index / names_of(second),
                         second->min + index % names_of(second)};
}

static bool has_parts(const struct sr_domain *domain, int64_t value) {
    return value >= domain->min && value - domain->min < made_of_parts(domain);
}

/* The name of a value, or of a bit of a set; NULL for what lies outside the domain, or is made of
 * parts. */
static const struct sr_name *name_of(const struct sr_domain *domain, int64_t value) {
    int64_t index = value - domain->min - made_of_parts(domain);
    if (!domain->names || index < 0)
        return NULL;
    if (domain->kind == SR_NAMED)
        return value <= domain->max ? &domain->names[index] : NULL;
    return index < 31 && domain->max >> index ? &domain->names[index] : NULL;
}

const char *sr_domain_id(const struct sr_domain *domain, int64_t value,
                         char put_together[SR_ID_BYTES]) {
    const struct sr_name *name = name_of(domain, value);
    if (name || !has_parts(domain, value))
        return name ? name->id : NULL;
    struct part part = parts_of(domain, value);
    struct sr_out out;
    sr_out_open(&out, put_together, SR_ID_BYTES);
    sr_domain_write(&out, domain->parts->first, part.first);
    sr_domain_write(&out, domain->parts->second, part.second);
    return put_together;
}

static void write_name(struct sr_out *out, const struct sr_domain *domain, int64_t value) {
    char put_together[SR_ID_BYTES];
    const char *id = sr_domain_id(domain, value, put_together);
    if (id)
        sr_put(out, id);
    else
        sr_put_number(out, value + (is_of_seats(domain) ? 1 : domain->base));
}

static void write_set(struct sr_out *out, const struct sr_domain *domain, int64_t set) {
    if (set <= 0)
        sr_put_char(out, '-');
    bool first = true;
    for (int bit = 0; bit < 31 && set > 0; bit++) {
        if (!(set >> bit & 1))
            continue;
        if (!first)
            sr_put_char(out, '+');
        write_name(out, domain, bit);
        first = false;
    }
}

void sr_domain_write(struct sr_out *out, const struct sr_domain *domain, int64_t value) {
    if (is_none(domain, value))
        sr_put(out, "none");
    else if (domain->kind == SR_BITS)
        write_set(out, domain, value);
    else if (domain->kind == SR_FLAG)
        sr_put(out, value ? "yes" : "no");
    else if (domain->kind == SR_NAMED)
        write_name(out, domain, value);
    else
        sr_put_number(out, value + domain->base);
}

static bool is_text(const char *expected, const char *text, size_t length) {
    return strlen(expected) == length && memcmp(expected, text, length) == 0;
}

/* A number in its one way of writing: no plus, no zeros in front, at most nine digits. */
static bool read_number(const char *text, size_t length, int64_t *number) {
    bool negative = length > 0 && text[0] == '-';
    const char *digit = text + negative;
    size_t digits = length - negative;
    if (digits == 0 || digits > 9 || (digit[0] == '0' && (digits > 1 || negative)))
        return false;
    int64_t size = 0;
    for (size_t i = 0; i < digits; i++) {
        if (digit[i] < '0' || digit[i] > '9')
            return false;
        size = size * 10 + (digit[i] - '0');
    }
    *number = negative ? -size : size;
    return true;
}

/* A name, or a number as people count, to the value (of a set: to the bit). */
static bool read_one(const struct sr_domain *domain, const char *text, size_t length,
                     int64_t *value) {
    if (!sr_domain_has_names(domain)) {
        int64_t number;
        if (!read_number(text, length, &number))
            return false;
        *value = number - (is_of_seats(domain) ? 1 : domain->base);
        return true;
    }
    char put_together[SR_ID_BYTES];
    const char *id;
    for (int64_t i = domain->min; (id = sr_domain_id(domain, i, put_together)) != NULL; i++) {
        if (is_text(id, text, length)) {
            *value = i;
            return true;
        }
    }
    return false;
}

/* The names of a set may come in any order, but each only once. */
static bool read_set(const struct sr_domain *domain, const char *text, size_t length,
                     int64_t *set) {
    *set = 0;
    if (is_text("-", text, length))
        return true;
    const char *at = text, *end = text + length;
    for (;;) {
        const char *plus = memchr(at, '+', (size_t)(end - at));
        int64_t bit;
        if (!read_one(domain, at, (size_t)((plus ? plus : end) - at), &bit) || bit < 0 ||
            bit > 30 || *set >> bit & 1)
            return false;
        *set |= (int64_t)1 << bit;
        if (!plus)
            return true;
        at = plus + 1;
    }
}

bool sr_domain_read(const struct sr_domain *domain, const char *text, size_t length, int seats,
                    int64_t *value) {
    int64_t found;
    if (domain->may_be_none && is_text("none", text, length)) {
        *value = SR_NONE;
        return true;
    }
    if (domain->kind == SR_FLAG) {
        found = is_text("yes", text, length);
        if (!found && !is_text("no", text, length))
            return false;
    } else if (domain->kind == SR_BITS) {
        if (!read_set(domain, text, length, &found))
            return false;
    } else if (!read_one(domain, text, length, &found)) {
        return false;
    }
    /* the number 255 is not another way to write none */
    if (is_none(domain, found) || !sr_domain_holds(domain, found, seats))
        return false;
    *value = found;
    return true;
}

/* ---- what would be right ---- */

static void offer_range(struct sr_out *out, int64_t least, int64_t most) {
    sr_put_number(out, least);
    if (most > least) {
        sr_put(out, "..");
        sr_put_number(out, most);
    }
}

/* Names until there are enough of them. */
static void offer_names(struct sr_out *out, const struct sr_domain *domain) {
    size_t start = out->len;
    char put_together[SR_ID_BYTES];
    const char *id;
    for (int64_t i = domain->min; (id = sr_domain_id(domain, i, put_together)) != NULL; i++) {
        if (out->len - start + strlen(id) > OFFER_BYTES) {
            sr_put(out, " ...");
            return;
        }
        if (i > domain->min)
            sr_put(out, ", ");
        sr_put(out, id);
    }
}

/* The empty set, single members, and by example how to join them. */
static void offer_set(struct sr_out *out, const struct sr_domain *domain, int seats) {
    sr_put(out, "-, ");
    if (is_of_seats(domain))
        offer_range(out, 1, seats);
    else
        offer_names(out, domain);
    if (largest(domain, seats) >= 3) {
        sr_put(out, ", ");
        write_set(out, domain, 3);
        sr_put(out, " ...");
    }
}

void sr_domain_offer(struct sr_out *out, const struct sr_domain *domain, int seats) {
    switch (domain->kind) {
    case SR_NUMBER:
        offer_range(out, domain->min + domain->base, domain->max + domain->base);
        break;
    case SR_NAMED:
        offer_names(out, domain);
        break;
    case SR_SEAT:
        offer_range(out, 1, seats);
        break;
    case SR_FLAG:
        sr_put(out, "yes, no");
        break;
    case SR_BITS:
        offer_set(out, domain, seats);
        break;
    }
    if (domain->may_be_none)
        sr_put(out, ", none");
}

/* ---- in words ---- */

static const struct sr_text nobody = SR_TEXT("nobody", "никто|никого|никого|никому|никем");
static const struct sr_text nothing = SR_TEXT("nothing", "ничего|ничего|ничего|ничему|ничем");
/* A player without a name is a name: "Player 2". */
static const struct sr_text a_player = SR_TEXT("Player", "Игрок|игрока|игрока|игроку|игроком");
static const struct sr_text yes = SR_TEXT("yes", "да"), no = SR_TEXT("no", "нет");

static void say(struct sr_out *out, const struct sr_reader *reader, const struct sr_text *text,
                int grammatical_case) {
    sr_put_form(out, text->in[reader->lang], grammatical_case, false);
}

/* Players' names are taken as they are: nobody's name is declined by a program. Where Russian asks
 * for a case, the word "player" before the name bears it. */
static void say_seat(struct sr_out *out, const struct sr_reader *reader, int64_t seat,
                     int grammatical_case) {
    const char *name = NULL;
    if (reader->names && seat >= 0 && seat < SR_MAX_SEATS)
        name = reader->names[seat];
    bool named = name && name[0];
    if (!named || (reader->lang == SR_RU && grammatical_case > 0)) {
        say(out, reader, &a_player, grammatical_case);
        sr_put_char(out, ' ');
    }
    if (named)
        sr_put(out, name);
    else
        sr_put_number(out, seat + 1);
}

struct parts_context {
    const struct sr_domain *domain;
    int64_t value;
};

static bool part_value(const void *context, const char *name, size_t length,
                       struct sr_value *value) {
    const struct parts_context *whole = context;
    const struct sr_parts *parts = whole->domain->parts;
    struct part part = parts_of(whole->domain, whole->value);
    *value = (struct sr_value){.known = true};
    if (is_text("first", name, length)) {
        value->of = parts->first;
        value->number = part.first;
    } else if (is_text("second", name, length)) {
        value->of = parts->second;
        value->number = part.second;
    } else if (is_text("detail", name, length) && parts->detail_of) {
        value->of = parts->detail;
        value->number = parts->detail_of[whole->value - whole->domain->min];
        value->nothing = !value->number;
    } else {
        return false;
    }
    return true;
}

static const struct sr_text *pattern_of(const struct sr_domain *domain, int64_t value) {
    const struct sr_parts *parts = domain->parts;
    if (parts->text.in[SR_EN])
        return &parts->text;
    return &name_of(parts->second, parts_of(domain, value).second)->text;
}

/* What is made of parts is declined by its pattern alone. */
static void say_name(struct sr_out *out, const struct sr_reader *reader,
                     const struct sr_domain *domain, int64_t value, int grammatical_case) {
    const struct sr_name *name = name_of(domain, value);
    const struct parts_context whole = {domain, value};
    if (name)
        say(out, reader, &name->text, grammatical_case);
    else if (has_parts(domain, value))
        sr_fill(out, reader, pattern_of(domain, value)->in[reader->lang], part_value, &whole);
    else
        sr_put_number(out, value + domain->base);
}

static void say_set(struct sr_out *out, const struct sr_reader *reader,
                    const struct sr_domain *domain, int64_t set, int grammatical_case) {
    bool of_seats = is_of_seats(domain), first = true;
    if (set <= 0)
        say(out, reader, of_seats ? &nobody : &nothing, grammatical_case);
    for (int bit = 0; bit < 31 && set > 0; bit++) {
        if (!(set >> bit & 1))
            continue;
        if (!first)
            sr_put(out, ", ");
        if (of_seats)
            say_seat(out, reader, bit, grammatical_case);
        else
            say_name(out, reader, domain, bit, grammatical_case);
        first = false;
    }
}

static void say_number(struct sr_out *out, const struct sr_domain *domain, int64_t number) {
    if (domain->is_change && number)
        sr_put(out, number > 0 ? "+" : "−");
    sr_put_number(out, domain->is_change && number < 0 ? -number : number);
}

void sr_domain_say(struct sr_out *out, const struct sr_reader *reader,
                   const struct sr_domain *domain, int64_t value, int grammatical_case) {
    if (is_none(domain, value)) {
        say(out, reader, domain->kind == SR_SEAT ? &nobody : &nothing, grammatical_case);
        return;
    }
    switch (domain->kind) {
    case SR_NUMBER:
        say_number(out, domain, value + domain->base);
        break;
    case SR_NAMED:
        say_name(out, reader, domain, value, grammatical_case);
        break;
    case SR_SEAT:
        say_seat(out, reader, value, grammatical_case);
        break;
    case SR_FLAG:
        say(out, reader, value ? &yes : &no, 0);
        break;
    case SR_BITS:
        say_set(out, reader, domain, value, grammatical_case);
        break;
    }
}
