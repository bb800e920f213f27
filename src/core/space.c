/* Writes what elements and moves mean. */
#include "space.h"

#include "relative.h"
#include "view.h"

enum { MOST_DOMAINS = 256 };

/* Every domain that is spoken of, once. */
struct domains {
    const struct sr_domain *list[MOST_DOMAINS];
    int count;
};

static int place_of(struct domains *domains, const struct sr_domain *of) {
    for (int i = 0; i < domains->count; i++)
        if (domains->list[i] == of)
            return i;
    if (domains->count < MOST_DOMAINS)
        domains->list[domains->count++] = of;
    return domains->count - 1;
}

static void collect(struct domains *domains, const struct sr_elements *elements) {
    for (int i = 0; i < elements->count; i++)
        if (elements->list[i].of)
            place_of(domains, elements->list[i].of);
}

static void put_member(struct sr_out *out, const char *name, int64_t number) {
    sr_put(out, ",\"");
    sr_put(out, name);
    sr_put(out, "\":");
    sr_put_number(out, number);
}

/* A number of 64 bits is no JSON number that everybody reads: 16 hexadecimal digits. */
static void put_hash(struct sr_out *out, uint64_t hash) {
    uint8_t bytes[8];
    for (int i = 0; i < 8; i++)
        bytes[i] = (uint8_t)(hash >> (56 - 8 * i));
    sr_put(out, ",\"hash\":\"");
    sr_put_hex(out, bytes, sizeof bytes);
    sr_put_char(out, '"');
}

static const char *const domain_kinds[] = {
    [SR_NUMBER] = "number", [SR_NAMED] = "name", [SR_SEAT] = "seat",
    [SR_FLAG] = "flag",     [SR_BITS] = "set",
};

static void put_domain(struct sr_out *out, const struct sr_domain *of, int seats) {
    sr_put(out, "{\"id\":");
    sr_json_string(out, of->id);
    sr_put(out, ",\"kind\":\"");
    sr_put(out, domain_kinds[of->kind]);
    sr_put_char(out, '"');
    put_member(out, "low", sr_relative_least(of));
    put_member(out, "high", sr_relative_most(of, seats));
    if (of->base)
        put_member(out, "base", of->base); /* what people read is so much more */
    if (of->may_be_none)
        sr_put(out, ",\"none\":true");
    if (of->kind == SR_NAMED) {
        sr_put(out, ",\"values\":[");
        for (int64_t value = of->min; value <= of->max; value++) {
            char name[SR_ID_BYTES * 2];
            struct sr_out word;
            sr_out_open(&word, name, sizeof name);
            sr_relative_write(&word, of, (int)value, seats);
            sr_put(out, value > of->min ? "," : "");
            sr_json_string(out, name);
        }
        sr_put_char(out, ']');
    }
    sr_put_char(out, '}');
}

/* ---- rows ---- */

static const char *const element_kinds[] = {
    [SR_ELEMENT_NUMBER] = "number", [SR_ELEMENT_CHOICE] = "choice", [SR_ELEMENT_BIT] = "bit",
    [SR_ELEMENT_ENTRY] = "entry",   [SR_ELEMENT_COUNT] = "count",
};

static void put_element(struct sr_out *out, const struct sr_elements *elements, int at,
                        struct domains *domains) {
    const struct sr_element *element = &elements->list[at];
    char name[256];
    struct sr_out word;
    sr_out_open(&word, name, sizeof name);
    sr_element_name(&word, elements, at);
    sr_put(out, at ? ",\n{\"name\":" : "\n{\"name\":");
    sr_json_string(out, name);
    sr_put(out, ",\"kind\":\"");
    sr_put(out, element_kinds[element->kind]);
    sr_put_char(out, '"');
    put_member(out, "low", element->low);
    put_member(out, "high", element->high);
    if (element->of)
        put_member(out, "domain", place_of(domains, element->of));
    const struct sr_text *text =
        element->field ? sr_field_text(elements->game->fields, element->field->name) : NULL;
    if (text) {
        sr_put(out, ",\"text\":");
        sr_json_string(out, text->in[SR_EN]);
    }
    sr_put_char(out, '}');
}

static void put_elements(struct sr_out *out, const char *name, const struct sr_elements *elements,
                         struct domains *domains) {
    sr_put(out, ",\n\"");
    sr_put(out, name);
    sr_put(out, "\":{\"none\":-1,\"hidden\":-2");
    put_member(out, "count", elements->count);
    put_hash(out, elements->hash);
    sr_put(out, ",\"elements\":[");
    for (int at = 0; at < elements->count; at++)
        put_element(out, elements, at, domains);
    sr_put(out, "]}");
}

/* ---- moves ---- */

static void put_verb(struct sr_out *out, const struct sr_actions *actions, int at,
                     struct domains *domains) {
    const struct sr_action_verb *verb = &actions->verb[at];
    const struct sr_verb *named = &actions->game->verbs[at];
    sr_put(out, at ? ",\n{\"verb\":" : "\n{\"verb\":");
    sr_json_string(out, named->name);
    put_member(out, "first", verb->base);
    sr_put(out, ",\"args\":[");
    for (int i = 0; i < verb->args; i++) {
        sr_put(out, i ? ",{\"name\":" : "{\"name\":");
        sr_json_string(out, named->args[i].name);
        put_member(out, "domain", place_of(domains, verb->arg[i].of));
        put_member(out, "stride", verb->arg[i].stride);
        put_member(out, "size", verb->arg[i].size);
        sr_put_char(out, '}');
    }
    sr_put(out, "]}");
}

static void put_actions(struct sr_out *out, const struct sr_actions *actions,
                        struct domains *domains) {
    sr_put(out, ",\n\"actions\":{\"kind\":\"flat\"");
    put_member(out, "count", actions->count);
    put_hash(out, actions->hash);
    sr_put(out, ",\"verbs\":[");
    for (int i = 0; i < actions->game->verb_count; i++)
        put_verb(out, actions, i, domains);
    sr_put(out, "]}");
}

/* ---- both ---- */

uint64_t sr_space_hash(const struct sr_elements *seat, const struct sr_actions *actions) {
    return sr_mix(sr_mix(SR_MIX_NOTHING, seat->hash), actions->hash);
}

static void put_phases(struct sr_out *out, const struct sr_game *game) {
    sr_put(out, ",\n\"phases\":[");
    for (int i = 0; i < game->phase_count; i++) {
        sr_put(out, i ? "," : "");
        sr_json_string(out, game->phases[i].name);
    }
    sr_put_char(out, ']');
}

void sr_space_json(struct sr_out *out, const struct sr_elements *seat,
                   const struct sr_elements *world, const struct sr_actions *actions, int rules) {
    struct domains domains = {.count = 0};
    collect(&domains, seat);
    collect(&domains, world);
    for (int i = 0; i < actions->game->verb_count; i++)
        for (int arg = 0; arg < actions->verb[i].args; arg++)
            place_of(&domains, actions->verb[i].arg[arg].of);
    sr_put(out, "{\"serai\":\"space\",\"game\":");
    sr_json_string(out, seat->game->name);
    put_member(out, "rules", rules);
    put_member(out, "seats", seat->seats);
    put_hash(out, sr_space_hash(seat, actions));
    put_phases(out, seat->game);
    sr_put(out, ",\n\"domains\":[");
    for (int i = 0; i < domains.count; i++) {
        sr_put(out, i ? ",\n" : "\n");
        put_domain(out, domains.list[i], seat->seats);
    }
    sr_put_char(out, ']');
    put_elements(out, "observation", seat, &domains);
    put_elements(out, "world", world, &domains);
    put_actions(out, actions, &domains);
    sr_put(out, "}\n");
}
