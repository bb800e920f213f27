/* The flags that say how a table is to be set: game, seats, seed, options, bots. */
#include "cli.h"

#include "api/problems.h"
#include "bots/net.h"
#include "bots/system.h"
#include "games/games.h"
#include "lab/crew.h"
#include "lab/problems.h"
#include "lab/weights.h"
#include "server/problems.h"
#include "store/problems.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

const struct sr_game *sr_wish_game(const char *name, struct sr_error *error) {
    return sr_game_named(name, strlen(name), NULL, error);
}

int sr_processors(void) {
    long count = sysconf(_SC_NPROCESSORS_ONLN);
    return count < 1 ? 1 : count > SR_CREW_MOST ? SR_CREW_MOST : (int)count;
}

bool sr_flag_number(const struct sr_call *call, enum sr_flag flag, int64_t low, int64_t high,
                    int64_t preset, int64_t *number, struct sr_error *error) {
    const char *text = call->value[flag];
    *number = preset;
    if (!text)
        return true;
    size_t digits = strspn(text, "0123456789");
    if (digits > 0 && digits < 19 && !text[digits]) {
        *number = strtoll(text, NULL, 10);
        if (*number >= low && *number <= high)
            return true;
    }
    char offer[64];
    struct sr_out out;
    sr_out_open(&out, offer, sizeof offer);
    sr_phrase_say(&out, call->lang, SR_SAY_NUMBER_FROM_TO, sr_digits(low).text,
                  sr_digits(high).text, NULL);
    return sr_fail(error, SR_PROBLEM_FLAG_VALUE, sr_flag_kinds[flag].name, text, offer, NULL);
}

void sr_wish_options_write(struct sr_out *out, const struct sr_wish *wish) {
    const struct sr_game *game = wish->game;
    const char *before = " --options ";
    for (int i = 0; i < game->option_count; i++) {
        if (wish->setup.options[i] == game->options[i].standard)
            continue;
        sr_put(out, before);
        sr_put(out, game->options[i].name);
        sr_put_char(out, '=');
        sr_domain_write(out, game->options[i].of, wish->setup.options[i]);
        before = ",";
    }
    if (wish->setup.rules != game->rules) {
        sr_put(out, " --rules ");
        sr_put_number(out, wish->setup.rules);
    }
}

bool sr_wish_draw_seed(struct sr_wish *wish, struct sr_error *error) {
    uint32_t number;
    if (!sr_system_draw(&number, sizeof number))
        return sr_fail(error, SR_PROBLEM_READ, "random", "", NULL);
    struct sr_out out;
    sr_out_open(&out, wish->seed, sizeof wish->seed);
    sr_put_number(&out, number);
    sr_seed_number(number, wish->setup.seed);
    wish->drawn = true;
    return true;
}

static bool read_seed(const char *text, struct sr_wish *wish, struct sr_error *error) {
    size_t length = strlen(text);
    if (length >= sizeof wish->seed || !sr_seed_parse(text, length, wish->setup.seed))
        return sr_fail(error, SR_PROBLEM_SEED, text, NULL);
    memcpy(wish->seed, text, length + 1);
    return true;
}

bool sr_wish_read(const struct sr_call *call, const struct sr_game *game, int seats,
                  struct sr_wish *wish, struct sr_error *error) {
    memset(wish, 0, sizeof *wish);
    wish->game = game;
    sr_setup_init(game, &wish->setup);
    int64_t number;
    if (!sr_flag_number(call, SR_FLAG_SEATS, game->seats_min, game->seats_max, seats, &number,
                        error))
        return false;
    wish->setup.seats = (uint8_t)number;
    const char *preset = call->value[SR_FLAG_PRESET];
    if ((preset && !sr_setup_preset(game, &wish->setup, preset, strlen(preset), error)) ||
        !sr_flag_number(call, SR_FLAG_RULES, 1, game->rules, game->rules, &number, error) ||
        !sr_setup_rules(game, &wish->setup, number, error))
        return false;
    if (call->value[SR_FLAG_OPTIONS] &&
        !sr_setup_options(game, &wish->setup, call->value[SR_FLAG_OPTIONS], error))
        return false;
    const char *seed = call->value[SR_FLAG_SEED];
    if (seed ? !read_seed(seed, wish, error) : !sr_wish_draw_seed(wish, error))
        return false;
    return sr_setup_check(game, &wish->setup, error);
}

/* The game with a net of its own, until the program ends. */
static const struct sr_game *game_with_net(const struct sr_game *game, int seats, const char *path,
                                           const char *bytes, size_t length,
                                           struct sr_error *error) {
    struct sr_net *net = sr_net_open(game, seats, path, bytes, length, error);
    if (!net)
        return NULL;
    struct sr_game *judged = sr_need(NULL, sizeof *judged);
    struct sr_mind *mind = sr_need(NULL, sizeof *mind);
    *judged = *game;
    *mind = *sr_mind_of(game);
    mind->net = net;
    judged->mind = mind;
    return judged;
}

bool sr_wish_weights(const struct sr_call *call, const struct sr_game *game, int seats,
                     struct sr_bot *bot, struct sr_error *error) {
    const char *path = bot->name + bot->weights_at;
    char *text;
    size_t length;
    if (!bot->weights_at)
        return true;
    if (!sr_file_read(call->lang, path, &text, &length, error))
        return false;
    if (sr_net_begins(text, length))
        bot->judged = game_with_net(game, seats, path, text, length, error);
    else if (!sr_mind_of(game)->measure)
        sr_fail(error, SR_PROBLEM_NO_FEATURES, game->name, NULL);
    else
        bot->judged = sr_weights_read(game, path, text, error); /* until the program ends */
    free(text);
    return bot->judged;
}

bool sr_wish_bots(const struct sr_call *call, enum sr_bots_place place, const char *preset,
                  int seats, int person, struct sr_bot bot[SR_MAX_SEATS], struct sr_error *error) {
    const char *text = call->value[SR_FLAG_BOTS] ? call->value[SR_FLAG_BOTS] : preset;
    struct sr_bot named[SR_MAX_SEATS];
    int count = 0;
    const char *at = text;
    for (;; at++) {
        size_t length = strcspn(at, ",");
        struct sr_bot found;
        if (!sr_bot_read_at(place, &found, at, length, error))
            return false;
        if (count < SR_MAX_SEATS)
            named[count] = found;
        count++;
        at += length;
        if (!*at)
            break;
    }
    /* a person needs no bot, so who names the bots alone has said enough */
    bool bots_alone = person >= 0 && count == seats - 1;
    if (count != 1 && count != seats && !bots_alone) {
        char offer[64];
        struct sr_out out;
        sr_out_open(&out, offer, sizeof offer);
        sr_phrase_say(&out, call->lang, seats == 1 ? SR_SAY_ONE_BOT : SR_SAY_ONE_BOT_OR,
                      sr_digits(seats).text, NULL);
        return sr_fail(error, SR_PROBLEM_FLAG_VALUE, sr_flag_kinds[SR_FLAG_BOTS].name, text, offer,
                       NULL);
    }
    for (int seat = 0, next = 0; seat < seats; seat++) {
        if (seat == person && (bots_alone || count == 1))
            continue;
        bot[seat] = named[count == 1 ? 0 : next++];
    }
    if (person >= 0)
        bot[person] = (struct sr_bot){0};
    return true;
}
