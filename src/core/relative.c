/* Turns seats, sets of seats and what belongs to seats, and writes what comes out. */
#include "relative.h"

bool sr_is_set_of_seats(const struct sr_domain *of) {
    return of->kind == SR_BITS && !of->names;
}

int64_t sr_relative_least(const struct sr_domain *of) {
    return of->kind == SR_SEAT ? 0 : of->min;
}

int64_t sr_relative_most(const struct sr_domain *of, int seats) {
    if (of->kind == SR_SEAT)
        return seats - 1;
    return sr_is_set_of_seats(of) ? (1 << seats) - 1 : of->max;
}

static int turn_set(int set, int seats, int by) {
    int turned = 0;
    for (int seat = 0; seat < seats; seat++)
        if (set >> seat & 1)
            turned |= 1 << (seat + by) % seats;
    return turned;
}

static int turn(const struct sr_domain *of, int value, int seats, int by) {
    int each = sr_each_seat(of);
    if (sr_is_set_of_seats(of))
        return turn_set(value, seats, by);
    if (value >= each * seats)
        return value;
    return (value / each + by) % seats * each + value % each;
}

int sr_relative(const struct sr_domain *of, int value, int seats, int observer) {
    return turn(of, value, seats, seats - observer);
}

int sr_absolute(const struct sr_domain *of, int value, int seats, int observer) {
    return turn(of, value, seats, observer);
}

void sr_put_relative_seat(struct sr_out *out, int seat) {
    if (!seat) {
        sr_put(out, "me");
        return;
    }
    sr_put_char(out, '+');
    sr_put_number(out, seat);
}

static void write_set(struct sr_out *out, int set, int seats) {
    bool first = true;
    for (int seat = 0; seat < seats; seat++) {
        if (!(set >> seat & 1))
            continue;
        if (!first)
            sr_put_char(out, ',');
        first = false;
        sr_put_relative_seat(out, seat);
    }
    if (first)
        sr_put_char(out, '-');
}

void sr_relative_write(struct sr_out *out, const struct sr_domain *of, int value, int seats) {
    int each = sr_each_seat(of);
    if (of->may_be_none && value == SR_NONE) {
        sr_put(out, "none");
    } else if (sr_is_set_of_seats(of)) {
        write_set(out, value, seats);
    } else if (value < each * seats) {
        sr_put_relative_seat(out, value / each);
        if (each > 1) {
            sr_put_char(out, '[');
            sr_put_number(out, value % each);
            sr_put_char(out, ']');
        }
    } else {
        sr_domain_write(out, of, value);
    }
}
