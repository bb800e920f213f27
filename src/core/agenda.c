/* The agenda as everybody but the games sees it: items, their arguments by name, and whether they
 * make sense. */
#include "agenda.h"

#include "game.h"

#include <string.h>

int sr_phase_args(const struct sr_game *game, int phase) {
    int count = 0;
    while (count < SR_ITEM_ARGS && game->phases[phase].args[count].name)
        count++;
    return count;
}

bool sr_item_seen(const struct sr_game *game, const struct sr_item *item, int arg, int viewer) {
    int see = game->phases[item->phase].args[arg].see;
    if (viewer == SR_REFEREE || see == SR_ALL)
        return true;
    return see == SR_OWNER && viewer >= 0 && item->seat == viewer;
}

void sr_agenda_mask(const struct sr_game *game, const void *state, int viewer, void *masked) {
    const struct sr_item *agenda = sr_agenda(game, state);
    struct sr_item *shown = (void *)((unsigned char *)masked + game->agenda_at);
    for (int i = 0; i < sr_head(state)->pending && i < game->agenda_room; i++) {
        const struct sr_phase *phase = &game->phases[agenda[i].phase];
        int args = sr_phase_args(game, agenda[i].phase);
        for (int arg = 0; arg < args; arg++)
            if (!sr_item_seen(game, &agenda[i], arg, viewer))
                shown[i].arg[phase->args[arg].at] = 0;
    }
}

/* ---- does it make sense? ---- */

/* "agenda[1].gift": counted from the top, as positions write it. */
static bool fail_item(const struct sr_head *head, int at, const char *member,
                      const struct sr_problem *problem, const char *given, const char *offer,
                      struct sr_error *error) {
    char path[SR_ERROR_ARG_BYTES];
    struct sr_out out;
    sr_out_open(&out, path, sizeof path);
    sr_put(&out, "agenda[");
    sr_put_number(&out, head->pending - 1 - at);
    sr_put(&out, "].");
    sr_put(&out, member);
    return sr_fail(error, problem, path, given, offer, NULL);
}

static bool fail_number(const struct sr_head *head, int at, const char *member, int64_t value,
                        const struct sr_domain *of, struct sr_error *error) {
    char given[32], offer[SR_ERROR_ARG_BYTES];
    struct sr_out out;
    sr_out_open(&out, given, sizeof given);
    sr_put_number(&out, value + (of->kind == SR_SEAT ? 1 : of->base));
    sr_out_open(&out, offer, sizeof offer);
    sr_domain_offer(&out, of, head->seats);
    return fail_item(head, at, member, SR_PROBLEM_FIELD_RANGE, given, offer, error);
}

static bool check_item(const struct sr_game *game, const struct sr_head *head,
                       const struct sr_item *agenda, int at, struct sr_error *error) {
    const struct sr_item *item = &agenda[at];
    const struct sr_domain phases = SR_DOMAIN_NUMBER("phase", 0, game->phase_count - 1);
    if (item->phase >= game->phase_count)
        return fail_number(head, at, "phase", item->phase, &phases, error);
    const struct sr_phase *phase = &game->phases[item->phase];
    const struct sr_domain *seats = phase->run ? &sr_a_seat_or_none : &sr_a_seat;
    if (!sr_domain_holds(seats, item->seat, head->seats))
        return fail_number(head, at, "seat", item->seat, seats, error);
    bool used[SR_ITEM_ARGS] = {false};
    int args = sr_phase_args(game, item->phase);
    for (int i = 0; i < args; i++) {
        const struct sr_phase_arg *arg = &phase->args[i];
        used[arg->at] = true;
        if (!sr_domain_holds(arg->of, item->arg[arg->at], head->seats))
            return fail_number(head, at, arg->name, item->arg[arg->at], arg->of, error);
    }
    for (int i = 0; i < SR_ITEM_ARGS; i++)
        if (!used[i] && item->arg[i])
            return fail_item(head, at, phase->name, SR_PROBLEM_FIELD_UNUSED, NULL, NULL, error);
    return true;
}

bool sr_agenda_check(const struct sr_game *game, const void *state, struct sr_error *error) {
    const struct sr_head *head = state;
    const struct sr_item *agenda = sr_agenda(game, state);
    const struct sr_item nothing = {0};
    if (head->pending > game->agenda_room) {
        const struct sr_domain length = SR_DOMAIN_NUMBER("agenda", 0, game->agenda_room);
        char given[16], offer[SR_ERROR_ARG_BYTES];
        struct sr_out out;
        sr_out_open(&out, given, sizeof given);
        sr_put_number(&out, head->pending);
        sr_out_open(&out, offer, sizeof offer);
        sr_domain_offer(&out, &length, head->seats);
        return sr_fail(error, SR_PROBLEM_FIELD_RANGE, "agenda.length", given, offer, NULL);
    }
    for (int at = 0; at < head->pending; at++)
        if (!check_item(game, head, agenda, at, error))
            return false;
    for (int at = head->pending; at < game->agenda_room; at++)
        if (memcmp(&agenda[at], &nothing, sizeof nothing) != 0)
            return sr_fail(error, SR_PROBLEM_FIELD_UNUSED, "agenda", NULL);
    if (!game->agenda_room)
        return true;
    if (head->over)
        return !head->pending || sr_fail(error, SR_PROBLEM_FIELD_COUNT, "agenda", NULL);
    const struct sr_item *top = head->pending ? &agenda[head->pending - 1] : NULL;
    if (!top || top->phase != head->phase || game->phases[top->phase].run)
        return sr_fail(error, SR_PROBLEM_FIELD_COUNT, "phase", NULL);
    if (top->seat != head->decider)
        return sr_fail(error, SR_PROBLEM_FIELD_COUNT, "decider", NULL);
    return true;
}
