/* A crew on a fleet. The process that leads hands out numbers to whoever asks, as it does to its
 * own workers, and takes in what they bring; the others keep a few numbers waiting, so that no
 * worker waits for a message. The calling thread of each process is its clerk: it alone sends and
 * receives. In the end everybody is brought everything, so that all processes go on alike. */
#include "lab/yard.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

enum {
    WAITING_MOST = 64, /* numbers; so few that a list of them never waits for its reader */
    CARGO_BYTES = 1 << 20
};
static const long nanoseconds_between_looks = 500000;

enum kind { LETTER_ASK, LETTER_GIVE, LETTER_DONE };

/* ASK: for `count` numbers. GIVE: these, and whether they are the last. DONE: `number`, and the
 * bytes it left; none if it was left undone. */
struct letter {
    uint32_t kind, last;
    uint64_t count, number;
};

struct parcel {
    struct parcel *next;
    size_t length;
    struct letter letter; /* its bytes follow */
};

struct sr_voyage {
    pthread_mutex_t lock;
    pthread_cond_t news;
    int working; /* workers of this process that have not left */
    /* of who follows */
    uint64_t waiting[WAITING_MOST];
    int count;
    bool last, asked;
    struct parcel *first, **end;
    /* of who leads */
    uint64_t out; /* numbers that somebody else has */
    int told;     /* processes that were given the last */
    unsigned char *inbox, *cargo;
    size_t inbox_bytes;
};

bool sr_voyage_open(struct sr_yard *yard) {
    struct sr_voyage *voyage = calloc(1, sizeof *voyage);
    size_t longest = yard->crew->bundle;
    if (!voyage)
        return false;
    if (longest < WAITING_MOST * sizeof(uint64_t))
        longest = WAITING_MOST * sizeof(uint64_t);
    voyage->inbox_bytes = sizeof(struct letter) + longest;
    voyage->inbox = malloc(voyage->inbox_bytes);
    voyage->cargo = malloc(CARGO_BYTES + yard->crew->bundle + sizeof(struct letter));
    voyage->end = &voyage->first;
    if (!voyage->inbox || !voyage->cargo || pthread_mutex_init(&voyage->lock, NULL)) {
        free(voyage->inbox);
        free(voyage->cargo);
        free(voyage);
        return false;
    }
    pthread_cond_init(&voyage->news, NULL);
    yard->voyage = voyage;
    return true;
}

void sr_voyage_close(struct sr_yard *yard) {
    struct sr_voyage *voyage = yard->voyage;
    pthread_cond_destroy(&voyage->news);
    pthread_mutex_destroy(&voyage->lock);
    free(voyage->inbox);
    free(voyage->cargo);
    free(voyage);
}

/* ---- workers ---- */

bool sr_voyage_take(struct sr_yard *yard, uint64_t *number) {
    struct sr_voyage *voyage = yard->voyage;
    pthread_mutex_lock(&voyage->lock);
    while (voyage->count == 0 && !voyage->last && !atomic_load(&yard->closed))
        pthread_cond_wait(&voyage->news, &voyage->lock);
    bool got = voyage->count > 0 && !atomic_load(&yard->closed);
    if (got) {
        *number = voyage->waiting[0];
        voyage->count--;
        memmove(&voyage->waiting[0], &voyage->waiting[1],
                (size_t)voyage->count * sizeof voyage->waiting[0]);
    }
    pthread_cond_broadcast(&voyage->news);
    pthread_mutex_unlock(&voyage->lock);
    return got;
}

void sr_voyage_hand_in(struct sr_yard *yard, uint64_t number, const void *bytes, size_t length) {
    struct sr_voyage *voyage = yard->voyage;
    struct parcel *parcel = malloc(sizeof *parcel + length);
    if (!parcel) /* a process that cannot tell what it did is as good as lost */
        abort();
    parcel->next = NULL;
    parcel->length = sizeof parcel->letter + length;
    parcel->letter = (struct letter){LETTER_DONE, 0, length, number};
    if (length)
        memcpy(&parcel->letter + 1, bytes, length);
    pthread_mutex_lock(&voyage->lock);
    *voyage->end = parcel;
    voyage->end = &parcel->next;
    pthread_cond_broadcast(&voyage->news);
    pthread_mutex_unlock(&voyage->lock);
}

void sr_voyage_leave(struct sr_yard *yard) {
    struct sr_voyage *voyage = yard->voyage;
    pthread_mutex_lock(&voyage->lock);
    voyage->working--;
    pthread_cond_broadcast(&voyage->news);
    pthread_mutex_unlock(&voyage->lock);
}

/* Sleeps until a worker has something, or long enough to look for letters again. */
static void wait_a_moment(struct sr_voyage *voyage) {
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_nsec += nanoseconds_between_looks;
    if (until.tv_nsec >= 1000000000) {
        until.tv_sec++;
        until.tv_nsec -= 1000000000;
    }
    pthread_mutex_lock(&voyage->lock);
    pthread_cond_timedwait(&voyage->news, &voyage->lock, &until);
    pthread_mutex_unlock(&voyage->lock);
}

static bool next_letter(struct sr_yard *yard, int *from, struct letter *letter,
                        const unsigned char **rest) {
    struct sr_voyage *voyage = yard->voyage;
    size_t length;
    if (!yard->crew->fleet->receive(from, voyage->inbox, voyage->inbox_bytes, &length))
        return false;
    memcpy(letter, voyage->inbox, sizeof *letter);
    *rest = voyage->inbox + sizeof *letter;
    return true;
}

/* ---- who follows ---- */

static void send_parcels(struct sr_yard *yard) {
    struct sr_voyage *voyage = yard->voyage;
    pthread_mutex_lock(&voyage->lock);
    struct parcel *parcel = voyage->first;
    voyage->first = NULL;
    voyage->end = &voyage->first;
    pthread_mutex_unlock(&voyage->lock);
    while (parcel) {
        struct parcel *next = parcel->next;
        yard->crew->fleet->send(0, &parcel->letter, parcel->length);
        free(parcel);
        parcel = next;
    }
}

static void take_in_numbers(struct sr_yard *yard) {
    struct sr_voyage *voyage = yard->voyage;
    struct letter letter;
    const unsigned char *rest;
    int from;
    while (next_letter(yard, &from, &letter, &rest)) {
        pthread_mutex_lock(&voyage->lock);
        memcpy(&voyage->waiting[voyage->count], rest, letter.count * sizeof voyage->waiting[0]);
        voyage->count += (int)letter.count;
        voyage->last = letter.last;
        voyage->asked = false;
        pthread_cond_broadcast(&voyage->news);
        pthread_mutex_unlock(&voyage->lock);
    }
}

/* Who has said no gives back what was waiting; the one who leads must hear of it. */
static void give_back(struct sr_yard *yard) {
    struct sr_voyage *voyage = yard->voyage;
    struct letter letter = {.kind = LETTER_DONE};
    pthread_mutex_lock(&voyage->lock);
    while (voyage->count > 0) {
        letter.number = voyage->waiting[--voyage->count];
        yard->crew->fleet->send(0, &letter, sizeof letter);
    }
    pthread_cond_broadcast(&voyage->news);
    pthread_mutex_unlock(&voyage->lock);
}

static int count_wanted(const struct sr_yard *yard) {
    const struct sr_voyage *voyage = yard->voyage;
    int most = 2 * yard->workers < WAITING_MOST ? 2 * yard->workers : WAITING_MOST;
    return voyage->last || voyage->asked || voyage->count >= most ? 0 : most - voyage->count;
}

static void follow(struct sr_yard *yard) {
    struct sr_voyage *voyage = yard->voyage;
    for (bool over = false; !over;) {
        pthread_mutex_lock(&voyage->lock);
        over = voyage->last && voyage->working == 0 && voyage->count == 0;
        int wanted = count_wanted(yard);
        voyage->asked |= wanted > 0;
        pthread_mutex_unlock(&voyage->lock);
        send_parcels(
            yard); /* after the look at who works: who has left has left its parcels here */
        struct letter letter = {LETTER_ASK, 0, (uint64_t)wanted, 0};
        if (wanted > 0)
            yard->crew->fleet->send(0, &letter, sizeof letter);
        take_in_numbers(yard);
        if (atomic_load(&yard->closed))
            give_back(yard);
        if (!over)
            wait_a_moment(voyage);
    }
}

/* ---- who leads ---- */

static void give_numbers(struct sr_yard *yard, int to, uint64_t wanted) {
    struct sr_voyage *voyage = yard->voyage;
    struct {
        struct letter letter;
        uint64_t number[WAITING_MOST];
    } answer = {.letter = {.kind = LETTER_GIVE}};
    uint64_t *count = &answer.letter.count;
    while (*count < wanted && *count < WAITING_MOST &&
           sr_yard_take(yard, SR_CREW_MOST, &answer.number[*count]))
        ++*count;
    answer.letter.last = *count < wanted && *count < WAITING_MOST;
    voyage->told += (int)answer.letter.last;
    voyage->out += *count;
    yard->crew->fleet->send(to, &answer, sizeof answer.letter + *count * sizeof answer.number[0]);
}

static void take_in_result(struct sr_yard *yard, const struct letter *letter,
                           const unsigned char *bytes) {
    const struct sr_crew *crew = yard->crew;
    size_t length = (size_t)letter->count;
    yard->voyage->out--;
    if (length && crew->unpack(crew->context, SR_CREW_MOST, letter->number, bytes, length))
        sr_yard_hand_in(yard, SR_CREW_MOST, letter->number, bytes, length);
    else
        atomic_store(&yard->closed, true);
}

static void tell_progress(const struct sr_yard *yard, uint64_t *before) {
    const struct sr_crew *crew = yard->crew;
    uint64_t done = atomic_load(&yard->done);
    if (crew->progress && done != *before)
        crew->progress(crew->listener, done, crew->jobs);
    *before = done;
}

static void lead(struct sr_yard *yard) {
    const struct sr_crew *crew = yard->crew;
    struct sr_voyage *voyage = yard->voyage;
    uint64_t progress = 0;
    for (bool over = false; !over;) {
        struct letter letter;
        const unsigned char *rest;
        int from;
        while (next_letter(yard, &from, &letter, &rest))
            if (letter.kind == LETTER_ASK)
                give_numbers(yard, from, letter.count);
            else
                take_in_result(yard, &letter, rest);
        tell_progress(yard, &progress);
        pthread_mutex_lock(&voyage->lock);
        over = voyage->working == 0;
        pthread_mutex_unlock(&voyage->lock);
        over = over && voyage->out == 0 && voyage->told == crew->fleet->ranks - 1;
        if (!over)
            wait_a_moment(voyage);
    }
}

/* ---- everything to everybody ---- */

/* Packs results from `number` on until the hold is full; how many bytes there are. */
static uint64_t load_cargo(struct sr_yard *yard, uint64_t *number) {
    const struct sr_crew *crew = yard->crew;
    unsigned char *cargo = yard->voyage->cargo;
    uint64_t bytes = 0;
    while (*number < crew->jobs && bytes < CARGO_BYTES) {
        struct letter letter = {.kind = LETTER_DONE, .number = *number};
        letter.count =
            crew->pack(crew->context, SR_CREW_MOST, *number, cargo + bytes + sizeof letter);
        if (letter.count) {
            memcpy(cargo + bytes, &letter, sizeof letter);
            bytes += sizeof letter + letter.count;
        }
        ++*number;
    }
    return bytes;
}

static void unload_cargo(struct sr_yard *yard, uint64_t bytes) {
    const struct sr_crew *crew = yard->crew;
    const unsigned char *cargo = yard->voyage->cargo;
    struct letter letter;
    for (uint64_t at = 0; at < bytes; at += sizeof letter + letter.count) {
        memcpy(&letter, cargo + at, sizeof letter);
        crew->unpack(crew->context, SR_CREW_MOST, letter.number, cargo + at + sizeof letter,
                     (size_t)letter.count);
    }
}

static void share_all(struct sr_yard *yard) {
    const struct sr_fleet *fleet = yard->crew->fleet;
    uint64_t bytes, number = 0;
    do {
        bytes = sr_leads(fleet) ? load_cargo(yard, &number) : 0;
        fleet->broadcast(&bytes, sizeof bytes);
        if (bytes)
            fleet->broadcast(yard->voyage->cargo, (size_t)bytes);
        if (!sr_leads(fleet))
            unload_cargo(yard, bytes);
    } while (bytes);
}

void sr_voyage_sail(struct sr_yard *yard, int started) {
    struct sr_voyage *voyage = yard->voyage;
    pthread_mutex_lock(&voyage->lock);
    voyage->working += started; /* those who have left already took themselves off */
    pthread_mutex_unlock(&voyage->lock);
    if (started == 0 && !sr_leads(yard->crew->fleet))
        atomic_store(&yard->closed, true); /* nobody here could do what it would be given */
    if (sr_leads(yard->crew->fleet))
        lead(yard);
    else
        follow(yard);
    share_all(yard);
}
