/* What all games share: playing on to the next question, scoring,
 * checking, and the words of prompts and score sheets. */
#include "game.h"

#include <string.h>

/* ---- playing ---- */

void sr_list(const struct sr_game *game, const void *state, struct sr_moves *moves) {
    const struct sr_head *head = state;
    moves->count = 0;
    moves->dropped = 0;
    moves->secret = false;
    if (!head->over)
        game->phases[head->phase].list(state, moves);
}

static struct sr_item take_off(const struct sr_game *game, void *state) {
    struct sr_head *head = state;
    struct sr_item *top = (void *)((unsigned char *)state + game->agenda_at);
    top += --head->pending;
    struct sr_item item = *top;
    memset(top, 0, sizeof *top);
    return item;
}

/* Works off what needs no answer, up to the decision that is asked next. */
static void work_off_agenda(const struct sr_game *game, void *state, struct sr_turn *turn) {
    struct sr_head *head = state;
    while (!head->over) {
        if (!head->pending) {
            game->next(state, turn);
            continue;
        }
        if (head->pending > game->agenda_room) { /* told by overflow() */
            head->pending = game->agenda_room;
            turn->lost = true;
        }
        const struct sr_item *top = &sr_agenda(game, state)[head->pending - 1];
        const struct sr_phase *phase = &game->phases[top->phase];
        if (phase->run) {
            turn->taken = take_off(game, state);
            phase->run(state, turn);
        } else if (phase->asks && !phase->asks(state)) {
            take_off(game, state);
        } else {
            head->phase = top->phase;
            head->decider = top->seat;
            return;
        }
    }
    head->pending = 0;
    memset((unsigned char *)state + game->agenda_at, 0, game->agenda_room * sizeof(struct sr_item));
}

/* Mostly what was just put down is asked at once. */
static inline void run_agenda(const struct sr_game *game, void *state, struct sr_turn *turn) {
    struct sr_head *head = state;
    if (head->pending - 1U < game->agenda_room && !head->over) {
        const struct sr_item *top = &sr_agenda(game, state)[head->pending - 1];
        const struct sr_phase *phase = &game->phases[top->phase];
        if (!phase->run && !phase->asks) {
            head->phase = top->phase;
            head->decider = top->seat;
            return;
        }
    }
    work_off_agenda(game, state, turn);
}

static inline void answer(const struct sr_game *game, void *state, struct sr_move move,
                          struct sr_turn *turn) {
    struct sr_head *head = state;
    if (game->agenda_room)
        turn->taken = take_off(game, state);
    game->phases[head->phase].play(state, move, turn);
    if (game->agenda_room)
        run_agenda(game, state, turn);
}

void sr_answer(const struct sr_game *game, void *state, struct sr_move move, struct sr_turn *turn) {
    answer(game, state, move, turn);
}

static bool asks_nobody(const struct sr_moves *moves) {
    return moves->count == 1 && !moves->secret;
}

/* Plays single moves until there is a question to ask. A position that keeps no
 * invariants might go in circles: after as many moves as a whole game may have, even a single one
 * is asked. */
static void play_single_moves(const struct sr_game *game, void *state, struct sr_turn *turn,
                              struct sr_moves *moves) {
    for (unsigned left = game->bound; left && asks_nobody(moves); left--) {
        answer(game, state, moves->list[0], turn);
        sr_list(game, state, moves);
    }
}

static unsigned overflow(const struct sr_turn *turn, const struct sr_moves *moves) {
    return turn->lost || moves->dropped || (turn->events && turn->events->dropped) ? SR_OVERFLOW
                                                                                   : 0U;
}

unsigned sr_deal(const struct sr_game *game, void *state, const struct sr_setup *setup,
                 struct sr_events *events, struct sr_moves *moves) {
    struct sr_head *head = state;
    struct sr_turn turn = {.events = events};
    memset(state, 0, game->size);
    sr_rng_seed(&head->rng, setup->seed);
    head->rules = (uint8_t)(setup->rules ? setup->rules : game->rules);
    head->seats = setup->seats;
    memcpy((unsigned char *)state + game->options_at, setup->options, game->option_count);
    if (events) {
        events->count = 0;
        events->dropped = 0;
    }
    game->deal(state, &turn);
    if (game->agenda_room)
        run_agenda(game, state, &turn);
    sr_list(game, state, moves);
    play_single_moves(game, state, &turn, moves);
    return overflow(&turn, moves);
}

static inline void play_on(const struct sr_game *game, void *state, struct sr_move move,
                           struct sr_turn *turn, struct sr_moves *moves) {
    answer(game, state, move, turn);
    sr_list(game, state, moves);
    if (asks_nobody(moves))
        play_single_moves(game, state, turn, moves);
}

unsigned sr_play(const struct sr_game *game, void *state, struct sr_move move,
                 struct sr_events *events, struct sr_moves *moves) {
    const struct sr_head *head = state;
    struct sr_turn turn = {.events = events};
    uint32_t block = head->rng.block, key = head->rng.key[0];
    if (events) {
        events->count = 0;
        events->dropped = 0;
    }
    play_on(game, state, move, &turn, moves);
    bool chance = head->rng.block != block || head->rng.key[0] != key;
    return (chance ? SR_CHANCE : 0U) | (turn.shown ? SR_SHOWN : 0U) | overflow(&turn, moves);
}

void sr_play_heedless(const struct sr_game *game, void *state, struct sr_move move,
                      struct sr_moves *moves) {
    struct sr_turn turn = {.heedless = true};
    play_on(game, state, move, &turn, moves);
}

bool sr_listed(const struct sr_moves *moves, struct sr_move move) {
    for (uint32_t i = 0; i < moves->count; i++)
        if (sr_same_move(moves->list[i], move))
            return true;
    return false;
}

void sr_guess(const struct sr_game *game, void *state, int seat, struct sr_stream *stream) {
    game->guess(state, seat, stream);
    sr_rng_reseed(&((struct sr_head *)state)->rng, stream);
}

void sr_tell_(struct sr_turn *turn, uint8_t kind, const int *args, size_t count) {
    struct sr_events *events = turn->events;
    if (events->count >= SR_MAX_EVENTS || count > SR_EVENT_ARGS) {
        events->dropped++;
        return;
    }
    struct sr_event *event = &events->list[events->count++];
    event->kind = kind;
    for (size_t i = 0; i < SR_EVENT_ARGS; i++)
        event->arg[i] = i < count ? (int16_t)args[i] : 0;
}

/* ---- scoring ---- */

void sr_score(const struct sr_game *game, const void *state, struct sr_sheet *sheet) {
    sheet->count = 0;
    sheet->dropped = 0;
    sheet->winners = 0;
    sheet->rival = 0;
    memset(sheet->total, 0, sizeof sheet->total);
    memset(sheet->rank, 0, sizeof sheet->rank);
    game->score(state, sheet);
}

void sr_score_add(struct sr_sheet *sheet, int seat, int reason, int points, int a, int b, int c,
                  int d) {
    bool told = points == (int16_t)points && a == (int16_t)a && b == (int16_t)b &&
                c == (int16_t)c && d == (int16_t)d;
    sheet->total[seat] += points;
    if (sheet->count >= SR_MAX_SHEET || !told) {
        sheet->dropped++;
        return;
    }
    struct sr_score_line *line = &sheet->line[sheet->count++];
    line->seat = (uint8_t)seat;
    line->reason = (uint8_t)reason;
    line->points = (int16_t)points;
    line->arg[0] = (int16_t)a;
    line->arg[1] = (int16_t)b;
    line->arg[2] = (int16_t)c;
    line->arg[3] = (int16_t)d;
}

void sr_score_rank(struct sr_sheet *sheet, int seats, const int64_t key[]) {
    sheet->winners = 0;
    for (int seat = 0; seat < seats; seat++) {
        int better = 0;
        for (int other = 0; other < seats; other++)
            better += key[other] > key[seat];
        sheet->rank[seat] = (uint8_t)(better + 1);
        if (!better)
            sheet->winners = (uint8_t)(sheet->winners | 1U << seat);
    }
}

void sr_score_tie(struct sr_sheet *sheet, int seats, int reason, const uint16_t value[]) {
    for (int seat = 0; seat < seats; seat++) {
        bool tied = false;
        for (int other = 0; other < seats; other++)
            tied |= sheet->total[other] == sheet->total[seat] && !(sheet->winners >> other & 1);
        if (tied && sheet->winners >> seat & 1)
            sr_score_add(sheet, seat, reason, 0, value[seat], 0, 0, 0);
    }
}

/* ---- checking ---- */

bool sr_broken_(struct sr_breach *breach, bool structural, const struct sr_text *text,
                const int64_t number[4]) {
    breach->structural = structural;
    breach->text = text;
    memcpy(breach->number, number, sizeof breach->number);
    return false;
}

static bool breach_number(const void *context, const char *name, size_t length,
                          struct sr_value *value) {
    const struct sr_breach *breach = context;
    if (length != 1 || name[0] < '0' || name[0] > '3')
        return false;
    *value = (struct sr_value){.known = true, .number = breach->number[name[0] - '0']};
    value->nothing = !value->number;
    return true;
}

static bool check(const struct sr_game *game, const void *state, bool loose,
                  struct sr_error *error) {
    struct sr_breach breach = {0};
    if (!sr_fields_check(game, state, error))
        return false;
    if (game->check(state, &breach) || (loose && !breach.structural))
        return true;
    char said[SR_LANGS][SR_ERROR_ARG_BYTES];
    for (int lang = 0; lang < SR_LANGS; lang++) {
        const struct sr_reader reader = {.lang = (enum sr_lang)lang};
        struct sr_out out;
        sr_out_open(&out, said[lang], sizeof said[lang]);
        sr_fill(&out, &reader, breach.text->in[lang], breach_number, &breach);
    }
    return sr_fail(error, SR_PROBLEM_BROKEN, said[SR_EN], said[SR_RU], NULL);
}

bool sr_check(const struct sr_game *game, const void *state, struct sr_error *error) {
    return check(game, state, false, error);
}

bool sr_check_loose(const struct sr_game *game, const void *state, struct sr_error *error) {
    return check(game, state, true, error);
}

uint64_t sr_mix(uint64_t sum, uint64_t value) {
    for (int byte = 0; byte < 8; byte++)
        sum = (sum ^ (value >> (8 * byte) & 0xff)) * UINT64_C(0x100000001b3);
    return sum;
}

static uint64_t mix_field(uint64_t sum, const struct sr_field *field, const void *state) {
    struct sr_index index = {{0}};
    const struct sr_axis *axis = field->axis;
    unsigned rows[3];
    for (int i = 0; i < 3; i++)
        rows[i] = axis[i].kind ? axis[i].count : 1;
    for (unsigned a = 0; a < rows[0]; a++)
        for (unsigned b = 0; b < rows[1]; b++)
            for (unsigned c = 0; c < rows[2]; c++) {
                index.at[0] = (uint16_t)a;
                index.at[1] = (uint16_t)b;
                index.at[2] = (uint16_t)c;
                sum = sr_mix(sum, (uint64_t)sr_field_get(field, state, index));
            }
    return sum;
}

static uint64_t mix_agenda(uint64_t sum, const struct sr_game *game, const void *state) {
    const struct sr_item *agenda = sr_agenda(game, state);
    sum = sr_mix(sum, sr_head(state)->pending);
    for (int i = 0; i < sr_head(state)->pending && i < game->agenda_room; i++) {
        sum = sr_mix(sum, agenda[i].phase);
        sum = sr_mix(sum, agenda[i].seat);
        for (int arg = 0; arg < SR_ITEM_ARGS; arg++)
            sum = sr_mix(sum, agenda[i].arg[arg]);
    }
    return sum;
}

uint64_t sr_checksum(const struct sr_game *game, const void *state) {
    const struct sr_head *head = state;
    const unsigned char *options = (const unsigned char *)state + game->options_at;
    uint64_t sum = SR_MIX_NOTHING;
    for (int word = 0; word < 8; word++)
        sum = sr_mix(sum, head->rng.key[word]);
    sum = sr_mix(sum, head->rng.block);
    sum = sr_mix(sum, head->seats);
    sum = sr_mix(sum, head->phase);
    sum = sr_mix(sum, head->decider);
    sum = sr_mix(sum, head->over);
    sum = sr_mix(sum, head->rules);
    sum = mix_agenda(sum, game, state);
    for (int i = 0; i < game->option_count; i++)
        sum = sr_mix(sum, options[i]);
    for (int i = 0; i < game->fields->count; i++)
        if (game->fields->list[i].role != SR_PADDING && !game->fields->list[i].remembered)
            sum = mix_field(sum, &game->fields->list[i], state);
    return sum;
}

/* ---- words ---- */

static bool same_name(const char *name, const char *text, size_t length) {
    return strlen(name) == length && memcmp(name, text, length) == 0;
}

static void set_value(struct sr_value *value, const struct sr_domain *of, int64_t number) {
    *value = (struct sr_value){.known = true, .number = number, .of = of};
    value->nothing = of ? sr_domain_nothing(of, number) : !number;
}

struct prompt_context {
    const struct sr_game *game;
    const void *state;
    const int16_t *words;
};

/* What the phase itself says: its words, and the arguments of its item. */
static bool phase_value(const struct prompt_context *prompt, const char *name, size_t length,
                        struct sr_value *value) {
    const struct sr_head *head = prompt->state;
    const struct sr_phase *phase = &prompt->game->phases[head->phase];
    for (int i = 0; phase->wording && i < SR_LABEL_ARGS && phase->words[i].name; i++)
        if (same_name(phase->words[i].name, name, length)) {
            set_value(value, phase->words[i].of, prompt->words[i]);
            return true;
        }
    int args =
        prompt->game->agenda_room && head->pending ? sr_phase_args(prompt->game, head->phase) : 0;
    for (int i = 0; i < args; i++) {
        const struct sr_item *top = &sr_agenda(prompt->game, prompt->state)[head->pending - 1];
        if (!same_name(phase->args[i].name, name, length))
            continue;
        if (sr_item_seen(prompt->game, top, i, SR_SPECTATOR))
            set_value(value, phase->args[i].of, top->arg[phase->args[i].at]);
        else
            *value = (struct sr_value){.of = phase->args[i].of};
        return true;
    }
    return false;
}

/* Prompts are read by the whole table, so only what a spectator may see is filled in. */
static bool prompt_value(const void *context, const char *name, size_t length,
                         struct sr_value *value) {
    const struct prompt_context *prompt = context;
    if (phase_value(prompt, name, length, value))
        return true;
    for (int i = 0; i < prompt->game->fields->count; i++) {
        const struct sr_field *field = &prompt->game->fields->list[i];
        int axes = sr_field_axes(field);
        if (!same_name(field->name, name, length) || axes > 1 ||
            (axes == 1 && field->axis[0].kind != SR_BY_SEAT))
            continue;
        struct sr_index index = {{0}};
        if (axes)
            index.at[0] = sr_head(prompt->state)->decider;
        if (sr_field_seen(prompt->game, field, prompt->state, index, SR_SPECTATOR))
            set_value(value, field->of, sr_field_get(field, prompt->state, index));
        else
            *value = (struct sr_value){.of = field->of};
        return true;
    }
    return false;
}

void sr_prompt_say(struct sr_out *out, const struct sr_reader *reader, const struct sr_game *game,
                   const void *state) {
    const struct sr_head *head = state;
    int16_t words[SR_LABEL_ARGS] = {0};
    const struct prompt_context context = {game, state, words};
    if (head->over)
        return;
    const struct sr_phase *phase = &game->phases[head->phase];
    const struct sr_text *text = phase->wording ? phase->wording(state, words) : NULL;
    sr_fill_line(out, reader, (text ? text : &phase->prompt)->in[reader->lang], prompt_value,
                 &context);
}

struct reason_context {
    const struct sr_reason *reason;
    const struct sr_score_line *line;
};

static bool reason_value(const void *context, const char *name, size_t length,
                         struct sr_value *value) {
    const struct reason_context *scored = context;
    for (int i = 0; i < SR_SCORE_ARGS && scored->reason->args[i].name; i++)
        if (same_name(scored->reason->args[i].name, name, length)) {
            set_value(value, scored->reason->args[i].of, scored->line->arg[i]);
            return true;
        }
    if (!same_name("points", name, length))
        return false;
    set_value(value, NULL, scored->line->points);
    return true;
}

void sr_reason_say(struct sr_out *out, const struct sr_reader *reader, const struct sr_game *game,
                   const struct sr_score_line *line) {
    const struct reason_context context = {&game->reasons[line->reason], line};
    sr_fill_line(out, reader, context.reason->text.in[reader->lang], reason_value, &context);
}
