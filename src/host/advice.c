/* Hints: advice for the decider, where the table allows it. Others think; here it is asked for,
 * kept until the table moves on, and told to those who look from that seat. */
#include "api/problems.h"
#include "host/problems.h"
#include "machine.h"
#include "wire.h"

#include <stdio.h>
#include <stdlib.h>

void sr_host_drop_advice(struct sr_host *host) {
    free(host->advice.hints);
    host->advice = (struct sr_advice){0};
}

static bool fail_not_decider(const struct sr_host *host, int seat, struct sr_error *error) {
    char given[16], decider[16];
    snprintf(given, sizeof given, "%d", seat + 1);
    snprintf(decider, sizeof decider, "%d", sr_host_decider(host) + 1);
    return sr_fail(error, SR_PROBLEM_WRONG_SEAT, given, decider, NULL);
}

/* What is there already is told at once, as a message of its own. */
static void tell_ready(struct sr_host *host) {
    struct sr_buffer text = {0};
    if (host->advice.state != SR_ADVICE_READY || !host->asker.viewer)
        return;
    sr_wire_hint(&text, host, host->asker.guest.lang);
    sr_host_tell_one(host, host->asker.viewer, &text);
}

bool sr_host_ask_hint(struct sr_host *host, int seat, struct sr_error *error) {
    struct sr_advice *advice = &host->advice;
    if (!sr_host_may_act(host, seat, -1, error))
        return false;
    if (!host->row.hints)
        return sr_fail(error, SR_PROBLEM_NO_HINTS, NULL);
    if (sr_host_decider(host) != seat)
        return fail_not_decider(host, seat, error);
    bool current = advice->number == host->number && advice->seat == seat;
    bool lost = advice->state == SR_ADVICE_THINKING && host->now - advice->since >= SR_BOT_PATIENCE;
    if (current && !lost && advice->state != SR_ADVICE_NONE) {
        tell_ready(host);
        return true;
    }
    sr_host_drop_advice(host);
    advice->state = SR_ADVICE_ASKED;
    advice->number = host->number;
    advice->seat = seat;
    advice->since = host->now;
    struct sr_effect *effect = sr_host_wait(host, SR_EFFECT_ADVICE, SR_WAITING_ADVISER);
    effect->advice.number = host->number;
    effect->advice.seat = seat;
    effect->advice.person = host->asker.guest.person;
    return true;
}

void sr_host_adviser_said(struct sr_host *host, bool taken) {
    struct sr_error error = {0};
    sr_host_resume(host);
    if (taken) {
        host->advice.state = SR_ADVICE_THINKING;
        sr_host_done(host);
        return;
    }
    sr_host_drop_advice(host);
    sr_fail(&error, SR_PROBLEM_TOO_FAST, NULL);
    sr_host_refuse(host, &error);
}

void sr_host_take_hints(struct sr_host *host, int64_t number, int seat,
                        const struct sr_hints *hints) {
    struct sr_advice *advice = &host->advice;
    if (advice->state != SR_ADVICE_THINKING || advice->number != number || advice->seat != seat)
        return;
    struct sr_hints *kept =
        hints && host->table && host->number == number ? sr_host_alloc(host, sizeof *kept) : NULL;
    if (!kept) {
        sr_host_drop_advice(host);
        return;
    }
    *kept = *hints;
    advice->hints = kept;
    advice->state = SR_ADVICE_READY;
    sr_host_tell_hints(host);
}
