/* Time: whose runs, when the position is to be saved, and when to be woken for either. A turn is
 * all that a seat decides in a row, moves taken back included. With a clock for the turn its time
 * begins when the seat comes to decide; with one for the game what is left is a bank, from which
 * every entry takes what it took, and into which every turn that is over puts the increment. What
 * an entry took is stored with it, so banks are replayed like the rest. Where several programs host
 * the table the store says when everything happened, by a clock that they share: whoever loads it,
 * and whenever, finds the same deadline. */
#include "machine.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    LEAST_TURN = 10000,    /* who came back without any time left has this much for each turn */
    RESTART_GRACE = 60000, /* nobody could move while the server was down */
    LATE_AGAIN = 5000      /* when a bot could not be seated for who is late */
};

/* ---- clocks as they are kept ---- */

static bool fits(int64_t number, int64_t low, int64_t high) {
    return number >= low && number <= high;
}

struct sr_clock sr_clock_read(const char *text) {
    struct sr_clock clock = {SR_CLOCK_NONE, 0, 0};
    char word[8], again[SR_CLOCK_BYTES];
    long long first, second = 0;
    int count = sscanf(text, "%7s %lld %lld", word, &first, &second);
    if (count == 2 && strcmp(word, "turn") == 0 && fits(first, SR_LEAST_TURN, SR_MOST_TURN))
        clock = (struct sr_clock){SR_CLOCK_TURN, first, 0};
    else if (count == 2 && strcmp(word, "days") == 0 && fits(first, 1, SR_MOST_DAYS))
        clock = (struct sr_clock){SR_CLOCK_DAYS, 86400 * first, 0};
    else if (count == 3 && strcmp(word, "game") == 0 && fits(first, SR_LEAST_GAME, SR_MOST_GAME) &&
             fits(second, 0, SR_MOST_INCREMENT))
        clock = (struct sr_clock){SR_CLOCK_GAME, first, second};
    /* nothing may follow */
    sr_clock_write(clock, again);
    return strcmp(again, text) == 0 ? clock : (struct sr_clock){SR_CLOCK_NONE, 0, 0};
}

void sr_clock_write(struct sr_clock clock, char text[SR_CLOCK_BYTES]) {
    long long seconds = clock.seconds, increment = clock.increment;
    switch (clock.kind) {
    case SR_CLOCK_NONE:
        snprintf(text, SR_CLOCK_BYTES, "none");
        break;
    case SR_CLOCK_TURN:
        snprintf(text, SR_CLOCK_BYTES, "turn %lld", seconds);
        break;
    case SR_CLOCK_DAYS:
        snprintf(text, SR_CLOCK_BYTES, "days %lld", seconds / 86400);
        break;
    case SR_CLOCK_GAME:
        snprintf(text, SR_CLOCK_BYTES, "game %lld %lld", seconds, increment);
        break;
    }
}

/* ---- whose time runs ---- */

void sr_host_fill_banks(struct sr_host *host) {
    struct sr_clock clock = sr_clock_read(host->row.clock);
    for (int seat = 0; seat < SR_MAX_SEATS; seat++)
        host->bank[seat] = 1000 * clock.seconds;
}

int64_t sr_host_spent(const struct sr_host *host) {
    int seat = host->clock_seat;
    int64_t spent = host->now - host->ticking;
    bool runs = sr_clock_read(host->row.clock).kind != SR_CLOCK_NONE && seat >= 0 &&
                host->row.chair[seat].person != 0;
    return runs && spent > 0 ? spent : 0;
}

void sr_host_charge(struct sr_host *host, int decider, enum sr_entry_kind kind, int64_t spent) {
    struct sr_clock clock = sr_clock_read(host->row.clock);
    host->ticking = host->moment;
    if (clock.kind != SR_CLOCK_GAME || decider < 0 || decider >= SR_MAX_SEATS)
        return;
    int64_t *bank = &host->bank[decider];
    bool moved = kind == SR_ENTRY_MOVE || kind == SR_ENTRY_STAND_IN;
    *bank = *bank > spent ? *bank - spent : 0;
    if (moved && sr_host_decider(host) != decider)
        *bank += 1000 * clock.increment;
}

/* Coming back to a seat does not set its clock back. */
static int64_t time_for_turn(const struct sr_host *host, int seat) {
    struct sr_clock clock = sr_clock_read(host->row.clock);
    int64_t all = 1000 * clock.seconds;
    int64_t left = clock.kind == SR_CLOCK_GAME ? host->bank[seat] - (host->moment - host->ticking)
                                               : all - (host->moment - host->turn_began);
    int64_t least = all < LEAST_TURN ? all : LEAST_TURN;
    return left > least ? left : least;
}

/* 0 would mean that nobody must hurry. */
static void set_deadline(struct sr_host *host, int64_t deadline) {
    host->deadline = deadline > 0 ? deadline : 1;
}

void sr_host_set_clock(struct sr_host *host) {
    bool playing = host->row.status == SR_TABLE_PLAYING;
    int decider = playing ? sr_host_decider(host) : SR_SPECTATOR;
    bool bot = decider >= 0 && *host->row.chair[decider].bot;
    bool same = decider == host->clock_seat;
    if (!same)
        host->turn_began = host->ticking = host->moment;
    host->clock_seat = decider;
    if (decider < 0 || bot || sr_clock_read(host->row.clock).kind == SR_CLOCK_NONE)
        host->deadline = 0;
    else if (!same || host->deadline == 0)
        set_deadline(host, host->moment + time_for_turn(host, decider));
}

int64_t sr_host_moment(int64_t now, int64_t read, int64_t at) {
    return !read || !at || at > read ? now : now - (read - at);
}

/* Who sat down again in the middle of their turn has a little time from then on. */
void sr_host_allow_who_sat_down(struct sr_host *host) {
    int seat = host->clock_seat;
    if (host->deadline == 0 || host->sat_down[seat] <= host->turn_began)
        return;
    int64_t all = host->deadline - host->turn_began;
    int64_t least = host->sat_down[seat] + (all < LEAST_TURN ? all : LEAST_TURN);
    if (host->deadline < least)
        set_deadline(host, least);
}

/* Nobody could move while the house was closed. */
static void allow_for_closing(struct sr_host *host) {
    const struct sr_table_row *row = &host->row;
    if (host->deadline == 0)
        return;
    int64_t all = host->deadline - host->turn_began;
    int64_t opened = sr_host_moment(host->now, row->now, row->open_since);
    int64_t allowed = all < RESTART_GRACE ? all : RESTART_GRACE;
    if (row->open_since && opened > host->turn_began && host->deadline < opened + allowed) {
        int64_t later = opened + allowed - host->deadline;
        set_deadline(host, opened + allowed);
        host->ticking += later;
        host->turn_began += later;
    }
}

static void allow_for_breaks(struct sr_host *host) {
    const struct sr_table_row *row = &host->row;
    for (int seat = 0; seat < row->seats; seat++)
        if (row->chair[seat].at)
            host->sat_down[seat] = sr_host_moment(host->now, row->now, row->chair[seat].at);
    sr_host_allow_who_sat_down(host);
    allow_for_closing(host);
}

/* What was spent before counts, but a minute is always left. */
void sr_host_resume_clock(struct sr_host *host, int64_t last_made, bool timed) {
    if (timed) {
        allow_for_breaks(host);
        return;
    }
    host->clock_seat = SR_SPECTATOR;
    host->deadline = 0;
    sr_host_set_clock(host);
    if (host->deadline == 0)
        return;
    int64_t all = time_for_turn(host, host->clock_seat);
    int64_t most = all > RESTART_GRACE ? all - RESTART_GRACE : 0;
    int64_t spent = last_made ? 1000 * (host->date - last_made) : 0;
    spent = spent < 0 ? 0 : spent > most ? most : spent;
    host->ticking -= spent;
    host->turn_began -= spent;
    host->deadline = host->now + all - spent;
}

int64_t sr_host_time_left(const struct sr_host *host, int seat) {
    int64_t left = -1;
    if (host->deadline != 0 && seat == host->clock_seat)
        left = host->deadline > host->now ? host->deadline - host->now : 0;
    else if (host->table && sr_clock_read(host->row.clock).kind == SR_CLOCK_GAME)
        left = host->bank[seat];
    return left < 0 ? -1 : left / 1000;
}

/* ---- saving ---- */

void sr_host_changed(struct sr_host *host) {
    if (host->row.status != SR_TABLE_PLAYING || !host->acts)
        host->unsaved = 0;
    else if (host->unsaved == 0)
        host->unsaved = host->now;
}

void sr_host_save(struct sr_host *host) {
    const struct sr_table *table = host->table;
    host->unsaved = 0;
    if (!host->loaded || !host->acts || host->row.status != SR_TABLE_PLAYING || !table)
        return;
    char *position = sr_position_text(table->game, table->state, table->loose);
    if (!position) {
        host->broken = true;
        return;
    }
    struct sr_effect *effect = sr_host_effect(host, SR_EFFECT_SAVE);
    effect->position.number = host->number;
    effect->position.rules = host->row.rules;
    effect->position.position = position;
}

/* ---- what is due ---- */

static void time_up(struct sr_host *host) {
    int seat = host->clock_seat;
    host->deadline = host->now + LATE_AGAIN;
    host->asker = (struct sr_asker){0};
    sr_host_note(host, "info", "time is up");
    sr_host_seat_bot(host, seat);
}

void sr_host_tick(struct sr_host *host) {
    if (host->read_again && host->read_again <= host->now) {
        host->read_again = 0;
        sr_host_read(host, false);
        return;
    }
    if (host->unsaved && host->unsaved + SR_SAVE_AFTER <= host->now)
        sr_host_save(host);
    if (host->bot_again && host->bot_again <= host->now) {
        host->bot_again = 0;
        host->bot_number = -1;
        sr_host_ask_bot(host);
    }
    if (host->acts && host->deadline && host->deadline <= host->now)
        time_up(host);
}

void sr_host_own(struct sr_host *host, bool owns) {
    if (owns == host->acts)
        return;
    host->acts = owns;
    host->bot_number = -1;
    host->bot_again = host->unsaved = 0;
    if (!host->loaded)
        return;
    sr_host_changed(host);
    sr_host_ask_bot(host);
}

static int64_t sooner(int64_t one, int64_t other) {
    return !one || (other && other < one) ? other : one;
}

void sr_host_set_wake(struct sr_host *host) {
    int64_t at = sooner(host->acts ? host->deadline : 0, host->bot_again);
    at = sooner(at, host->unsaved ? host->unsaved + SR_SAVE_AFTER : 0);
    at = sooner(at, host->read_again);
    if (host->pending.waiting != SR_WAITING_NOT)
        at = host->pending.since + SR_HOST_PATIENCE;
    if (at == host->wake)
        return;
    host->wake = at;
    sr_host_effect(host, SR_EFFECT_WAKE)->wake.at = at;
}
