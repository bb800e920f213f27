/* What happens in a world, in words, for those who look why something went wrong. */
#include "world.h"

#include <stdio.h>

static const char *const input_names[] = {
    [SR_INPUT_LOADED] = "loaded",   [SR_INPUT_ENTRIES] = "entries",
    [SR_INPUT_ARRIVES] = "arrives", [SR_INPUT_DEPARTS] = "departs",
    [SR_INPUT_SAYS] = "says",       [SR_INPUT_TICK] = "tick",
    [SR_INPUT_BOT_MOVED] = "bot",   [SR_INPUT_ADVISER] = "adviser",
    [SR_INPUT_ADVISED] = "advised", [SR_INPUT_STORED] = "stored",
    [SR_INPUT_SAVED] = "saved",     [SR_INPUT_STOPPING] = "stopping",
    [SR_INPUT_CHANGED] = "changed", [SR_INPUT_OWNED] = "owned",
    [SR_INPUT_OTHERS] = "others"};

static const char *const effect_names[] = {[SR_EFFECT_APPEND] = "append",
                                           [SR_EFFECT_SET_CHAIR] = "set chair",
                                           [SR_EFFECT_SET_STATUS] = "set status",
                                           [SR_EFFECT_SET_SHARED] = "set shared",
                                           [SR_EFFECT_SET_REMATCH] = "set rematch",
                                           [SR_EFFECT_ADD_TABLE] = "add table",
                                           [SR_EFFECT_ADD_CHAT] = "add chat",
                                           [SR_EFFECT_SET_PETITION] = "set petition",
                                           [SR_EFFECT_REBASE] = "rebase",
                                           [SR_EFFECT_READ] = "read",
                                           [SR_EFFECT_SAVE] = "save",
                                           [SR_EFFECT_TELL] = "tell",
                                           [SR_EFFECT_ANSWER] = "answer",
                                           [SR_EFFECT_HANG_UP] = "hang up",
                                           [SR_EFFECT_BOT] = "ask bot",
                                           [SR_EFFECT_ADVICE] = "ask adviser",
                                           [SR_EFFECT_WAKE] = "wake",
                                           [SR_EFFECT_CLOSE] = "close",
                                           [SR_EFFECT_CHECKPOINT] = "checkpoint",
                                           [SR_EFFECT_SET_ASIDE] = "set aside",
                                           [SR_EFFECT_NOTE] = "note"};

static const char *const answers[] = {[SR_STORE_DONE] = "done",
                                      [SR_STORE_CONFLICT] = "conflict",
                                      [SR_STORE_MISSING] = "missing",
                                      [SR_STORE_BROKEN] = "broken",
                                      [SR_STORE_UNSURE] = "unsure"};

void trace_step(const struct world *world, const struct step *step) {
    if (world->trace)
        printf("%llu. %s %u at %lld ms\n", (unsigned long long)world->events,
               step_names[step->kind], (unsigned)step->subject, (long long)world->time);
}

void trace_store(const struct world *world, const struct demand *demand, enum sr_store_answer given,
                 bool mute) {
    if (world->trace)
        printf("  store: %s for node %d, table %d: %s%s\n",
               effect_names[demand->effect.list[0].kind], demand->node, demand->table,
               answers[given], mute ? ", and says nothing" : "");
}

void trace_input(const struct world *world, int node, int table, const struct sr_input *input) {
    if (!world->trace)
        return;
    printf("  node %d, table %d <- %s", node, table, input_names[input->kind]);
    if (input->kind == SR_INPUT_SAYS)
        printf(" \"%s\" viewer %llu caller %llu person %lld after %lld %s",
               sr_said_kind((int)input->says.message->say)->name,
               (unsigned long long)input->says.viewer, (unsigned long long)input->says.caller,
               (long long)input->says.guest.person.id, (long long)input->says.message->after,
               input->says.message->move);
    else if (input->kind == SR_INPUT_ARRIVES)
        printf(" viewer %llu person %lld seat %d after %lld",
               (unsigned long long)input->arrives.viewer, (long long)input->arrives.guest.person.id,
               input->arrives.seat + 1, (long long)input->arrives.after);
    else if (input->kind == SR_INPUT_STORED)
        printf(" %s", answers[input->stored.answer]);
    else if (input->kind == SR_INPUT_LOADED)
        printf(" %s, %lld entries", answers[input->loaded.answer],
               (long long)input->loaded.entries);
    else if (input->kind == SR_INPUT_BOT_MOVED)
        printf(" after %lld: %s", (long long)input->bot_moved.number,
               input->bot_moved.move ? input->bot_moved.move : "nothing");
    printf(" (ticket %llu, now %lld)\n", (unsigned long long)input->ticket, (long long)input->now);
}

void trace_effect(const struct world *world, const struct sr_effect *effect) {
    if (!world->trace)
        return;
    printf("    -> %s", effect_names[effect->kind]);
    if (effect->kind == SR_EFFECT_TELL)
        for (int i = 0; i < effect->tell.viewers; i++)
            printf(" %llu", (unsigned long long)effect->tell.viewer[i]);
    if (effect->kind == SR_EFFECT_TELL)
        printf(" %.160s", effect->tell.text.text);
    else if (effect->kind == SR_EFFECT_APPEND)
        printf(" %lld: kind %d, seat %d, %s, spent %lld", (long long)effect->append.entry.number,
               (int)effect->append.entry.kind, effect->append.entry.seat + 1,
               effect->append.entry.move, (long long)effect->append.entry.spent);
    else if (effect->kind == SR_EFFECT_SET_CHAIR)
        printf(" %d: person %lld \"%s\" to %lld \"%s\"", effect->set_chair.seat + 1,
               (long long)effect->set_chair.before.person, effect->set_chair.before.bot,
               (long long)effect->set_chair.after.person, effect->set_chair.after.bot);
    else if (effect->kind == SR_EFFECT_WAKE)
        printf(" at %lld", (long long)effect->wake.at);
    else if (effect->kind == SR_EFFECT_ANSWER)
        printf(" %llu: problem %s %.100s", (unsigned long long)effect->answer.caller,
               effect->answer.error.problem ? effect->answer.error.problem->id : "-",
               effect->answer.text.text ? effect->answer.text.text : "");
    else if (effect->kind == SR_EFFECT_NOTE && effect->note.what)
        printf(" %s", effect->note.what);
    printf(" (ticket %llu)\n", (unsigned long long)effect->ticket);
}
