/* The lexicon is gathered from the tables that the game already has: fields, verbs, events, reasons
 * and options name their domains, and domains name their values. */
#include "lexicon.h"

#include "view.h"

#include <string.h>

enum { MAX_DOMAINS = 128 };

struct domains {
    int count;
    const struct sr_domain *list[MAX_DOMAINS];
};

static void gather(struct domains *domains, const struct sr_domain *domain) {
    if (!domain || !sr_domain_has_names(domain))
        return;
    for (int i = 0; i < domains->count; i++)
        if (strcmp(domains->list[i]->id, domain->id) == 0)
            return;
    if (domains->count < MAX_DOMAINS)
        domains->list[domains->count++] = domain;
}

static void gather_all(struct domains *domains, const struct sr_game *game) {
    for (int i = 0; i < game->fields->count; i++) {
        gather(domains, game->fields->list[i].of);
        for (int axis = 0; axis < SR_MAX_AXES; axis++)
            gather(domains, game->fields->list[i].axis[axis].names);
    }
    for (int i = 0; i < game->phase_count; i++)
        for (int arg = 0; arg < SR_ITEM_ARGS; arg++)
            gather(domains, game->phases[i].args[arg].of);
    for (int i = 0; i < game->verb_count; i++) {
        for (int arg = 0; arg < SR_MOVE_ARGS; arg++)
            gather(domains, game->verbs[i].args[arg].of);
        for (int arg = 0; arg < SR_LABEL_ARGS; arg++)
            gather(domains, game->verbs[i].label[arg].of);
    }
    for (int i = 0; i < game->event_count; i++)
        for (int arg = 0; arg < SR_EVENT_ARGS; arg++)
            gather(domains, game->events[i].args[arg].of);
    for (int i = 0; i < game->reason_count; i++)
        for (int arg = 0; arg < SR_SCORE_ARGS; arg++)
            gather(domains, game->reasons[i].args[arg].of);
    for (int i = 0; i < game->option_count; i++)
        gather(domains, game->options[i].of);
}

/* The name of a value, or of a bit of a set, as it stands alone: the first of its cases. */
static void say_name(char name[SR_CALLED_BYTES], const struct sr_domain *domain, int n,
                     enum sr_lang lang) {
    const struct sr_reader reader = {.lang = lang};
    struct sr_out alone;
    sr_out_open(&alone, name, SR_CALLED_BYTES);
    if (domain->kind == SR_BITS)
        sr_put_form(&alone, domain->names[n].text.in[lang], 0, false);
    else
        sr_domain_say(&alone, &reader, domain, domain->min + n, 0);
}

static void put_name(struct sr_out *out, const struct sr_domain *domain, int n, enum sr_lang lang) {
    char name[SR_CALLED_BYTES];
    say_name(name, domain, n, lang);
    sr_json_string(out, name);
}

static void put_id(struct sr_out *out, const struct sr_domain *domain, int n) {
    char put_together[SR_ID_BYTES];
    sr_json_string(out, sr_domain_id(domain, domain->min + n, put_together));
}

static int names_of(const struct sr_domain *domain) {
    int count = 0;
    if (domain->kind != SR_BITS)
        return domain->max - domain->min + 1;
    while (domain->max >> count)
        count++;
    return count;
}

void sr_lexicon_names(const struct sr_game *game, enum sr_lang lang, sr_heard_name *heard,
                      void *hearer) {
    struct domains domains = {0};
    char id[SR_ID_BYTES], name[SR_CALLED_BYTES];
    gather_all(&domains, game);
    for (int i = 0; i < domains.count; i++)
        for (int n = 0; n < names_of(domains.list[i]); n++) {
            say_name(name, domains.list[i], n, lang);
            heard(hearer, domains.list[i]->id,
                  sr_domain_id(domains.list[i], domains.list[i]->min + n, id), name);
        }
}

static void put_words(struct sr_out *out, const struct sr_game *game, enum sr_lang lang) {
    struct domains domains = {0};
    gather_all(&domains, game);
    for (int i = 0; i < domains.count; i++) {
        const struct sr_domain *domain = domains.list[i];
        sr_put(out, i ? "," : "");
        sr_json_string(out, domain->id);
        sr_put(out, ":{");
        for (int n = 0; n < names_of(domain); n++) {
            sr_put(out, n ? "," : "");
            put_id(out, domain, n);
            sr_put_char(out, ':');
            put_name(out, domain, n, lang);
        }
        sr_put_char(out, '}');
    }
}

static void put_option(struct sr_out *out, const struct sr_option *option, enum sr_lang lang) {
    const struct sr_domain *of = option->of;
    sr_put(out, "{\"name\":");
    sr_json_string(out, option->name);
    sr_put(out, ",\"text\":");
    sr_json_string(out, option->text.in[lang]);
    if (sr_domain_has_names(of)) {
        sr_put(out, of->kind == SR_BITS ? ",\"several\":true" : "");
        sr_put(out, ",\"values\":[");
        for (int n = 0; n < names_of(of); n++) {
            sr_put(out, n ? ",{\"value\":" : "{\"value\":");
            put_id(out, of, n);
            sr_put(out, ",\"text\":");
            put_name(out, of, n, lang);
            sr_put_char(out, '}');
        }
        sr_put_char(out, ']');
    } else {
        sr_put(out, ",\"min\":");
        sr_put_number(out, of->min + of->base);
        sr_put(out, ",\"max\":");
        sr_put_number(out, of->max + of->base);
    }
    sr_put(out, ",\"default\":");
    sr_json_value(out, of, option->standard);
    sr_put_char(out, '}');
}

/* The members that not everybody sees: where a view has nothing of them, there may be something. */
static void put_hidden(struct sr_out *out, const struct sr_game *game) {
    bool first = true;
    for (int i = 0; i < game->fields->count; i++) {
        const struct sr_field *field = &game->fields->list[i];
        enum sr_see see = sr_field_see(field);
        if (see == SR_ALL || see == SR_NOBODY)
            continue;
        sr_put(out, first ? "" : ",");
        first = false;
        sr_json_string(out, field->name);
    }
}

void sr_lexicon_json(struct sr_out *out, const struct sr_game *game, enum sr_lang lang) {
    sr_put(out, "{\"name\":");
    sr_json_string(out, game->name);
    sr_put(out, ",\"title\":");
    sr_json_string(out, game->title.in[lang]);
    sr_put(out, ",\"blurb\":");
    sr_json_string(out, game->blurb.in[lang]);
    sr_put(out, ",\"words\":{");
    put_words(out, game, lang);
    sr_put(out, "},\"hidden\":[");
    put_hidden(out, game);
    sr_put(out, "],\"phases\":{");
    bool first = true;
    for (int i = 0; i < game->phase_count; i++) {
        if (game->phases[i].run) /* nobody meets it */
            continue;
        sr_put(out, first ? "" : ",");
        first = false;
        sr_json_string(out, game->phases[i].name);
        sr_put_char(out, ':');
        sr_json_string(out, game->phases[i].title.in[lang]);
    }
    sr_put(out, "},\"members\":{");
    for (int i = 0; i < game->fields->text_count; i++) {
        sr_put(out, i ? "," : "");
        sr_json_string(out, game->fields->texts[i].id);
        sr_put_char(out, ':');
        sr_json_string(out, game->fields->texts[i].text.in[lang]);
    }
    sr_put(out, "},\"options\":[");
    for (int i = 0; i < game->option_count; i++) {
        sr_put(out, i ? "," : "");
        put_option(out, &game->options[i], lang);
    }
    sr_put(out, "],\"presets\":[");
    for (int i = 0; i < sr_preset_count(game); i++) {
        const struct sr_preset *preset = &game->presets->list[i];
        sr_put(out, i ? ",{\"name\":" : "{\"name\":");
        sr_json_string(out, preset->name);
        sr_put(out, ",\"text\":");
        sr_json_string(out, preset->text.in[lang]);
        sr_put(out, ",\"options\":");
        sr_preset_json(out, game, preset);
        sr_put_char(out, '}');
    }
    sr_put(out, "],\"chapters\":[");
    for (int i = 0; i < sr_chapter_count(game); i++) {
        sr_put(out, i ? ",{\"heading\":" : "{\"heading\":");
        sr_json_string(out, game->chapters->list[i].heading.in[lang]);
        sr_put(out, ",\"body\":");
        sr_json_string(out, game->chapters->list[i].body.in[lang]);
        sr_put_char(out, '}');
    }
    sr_put_char(out, ']');
    if (game->facts) {
        sr_put(out, ",\"facts\":");
        game->facts(out);
    }
    sr_put_char(out, '}');
}
