/* What bots know about a game, apart from its rules: what a position is judged by, what comes to
 * mind without thinking long, how others' deeds betray their secrets, and how a search should go
 * about it. A game may leave out any of it, or have no mind at all: it is then judged by its score
 * sheet and searched as games are usually searched. */
#ifndef SR_MIND_H
#define SR_MIND_H

#include "game.h"

enum { SR_MAX_FEATURES = 32, SR_MAX_HABITS = 96, SR_AT_ONCE = UINT16_MAX };

/* What a player would call better about a feature. Weights that say otherwise are an accident of
 * what goes along with winning; nobody is told of them. */
enum sr_better {
    SR_UNTOLD, /* nothing that a person could do something with */
    SR_MORE,
    SR_LESS,
};

/* Something that a player would look at to say who is ahead: "majorities", "coins". */
struct sr_feature {
    const char *name;
    struct sr_text text;
    enum sr_better better;
};

/* What everybody has seen of a seat that says something about its secret, such as a mission, where
 * guesses weigh secrets by that. The weights are learnt: `serai tune GAME --clues`. Where the
 * secret is what all others hold, there is no list of secrets, and a deal is weighed beside others.
 */
struct sr_clues {
    const struct sr_domain *secrets; /* which there are; NULL: deals */
    const char *const *names;        /* of the clues */
    uint8_t count;                   /* of the clues */
    /* A row for each secret, in SR_CLUE_UNITs of a nat. Of deals: for each number of seats, from
     * seats_min on. */
    const int32_t *weights;
    int (*secret_of)(const void *state, int seat); /* NULL for deals */
    /* What speaks for this secret, by public deeds alone. Of deals: for that of this state, as the
     * seat might guess it. */
    void (*read)(const void *state, int seat, int secret, int16_t clue[]);
    /* Of deals: redeals what the seat cannot know, and heeds no clues. */
    void (*redeal)(void *state, int seat, struct sr_stream *stream);
};
#define SR_CLUE_UNIT 10000.0
/* One guess in so many heeds no clues: who plays unlike others is not misjudged for ever. */
enum { SR_OPEN_MINDED = 8 };
static inline int sr_secrets(const struct sr_clues *clues) {
    return clues->secrets ? clues->secrets->max + 1 : 1;
}
/* How likely something is for which clues say so many units less than for what has the likelihood
 * `certain`: never 0. In whole numbers, so that a guess is the same on every machine. */
uint32_t sr_likeness(int32_t units, uint32_t certain);

/* What a seat makes of all it can know, for guessing many times: the game alone knows what is in
 * it. */
enum { SR_INSIGHT_BYTES = 1280 };
struct sr_insight {
    _Alignas(8) unsigned char bytes[SR_INSIGHT_BYTES];
};

/* Something that a learnt judge should not have to find out by itself: so many numbers from 0 to
 * `most` that stand for how parts of a position go together. */
struct sr_relation {
    const char *name;
    uint16_t count;
    uint8_t most;
};
enum { SR_MAX_RELATIONS = 512 }; /* numbers, of all relations of a game */

struct sr_net;

struct sr_mind {
    const struct sr_feature *features;
    const float *weights; /* a row of feature_count for each number of seats, from seats_min on */
    /* The same at the end of the game, where what things are worth changes on the way; NULL where
     * it does not. `progress` says how far a game has come: 0 at its beginning, 1 at its end. */
    const float *late_weights;
    float (*progress)(const void *state);
    uint8_t late_seats_max; /* it changes at tables for at most so many; 0: at all */
    uint8_t feature_count, habit_count;
    /* Fills value[seat * feature_count + feature] for every seat: what the position is judged by.
     * The judgement itself is the sum of these, weighed: `serai tune` learns the weights. */
    void (*measure)(const void *state, float value[]);

    /* The numbers that hunches go by, and what they are called. */
    const float *habits;
    const char *const *habit_names;
    /* What somebody would do without thinking long, for playing a guessed world on: the place of a
     * move in the list. It may look at the whole world; what a seat cannot know is a guess. */
    uint32_t (*hunch)(const void *state, const float habits[], const struct sr_moves *moves,
                      struct sr_stream *stream);
    /* How good each of the moves seems at that, in the game's points: the higher, the more a search
     * tries it. Where a game has hunches but this is NULL, it asks how often a move comes to mind.
     */
    void (*rate)(const void *state, const float habits[], const struct sr_moves *moves,
                 float rating[]);

    /* What a learnt judge looks at beside fields and features, as the seat sees it: the numbers of
     * all relations one after the other. They may stand on anything in a guessed world. */
    const struct sr_relation *relations;
    uint8_t relation_count;
    void (*relate)(const void *state, int seat, uint8_t number[]);
    /* What a learnt judge weighs anew: the part of the game that a position is in, of so many. NULL
     * and 0: a game has no parts. */
    uint8_t (*stage)(const void *state);
    uint8_t stages;
    /* A learnt judge in the place of the one that comes with the game, for the number of seats it
     * was made for: see bots/net.h. Of a game as it is this is NULL. */
    const struct sr_net *net;

    const struct sr_clues *clues; /* NULL: guesses weigh nothing */
    /* Where much of a guess is the same every time: the part that is, worked out once, and the
     * rest, by that. Both together do what the game's guess() does. */
    void (*ponder)(const void *state, int seat, struct sr_insight *insight);
    void (*guess_by)(void *state, int seat, const struct sr_insight *insight,
                     struct sr_stream *stream);

    /* What a search should know: after how many decisions, by hunch or at random, the judge is
     * asked (0: never, games are played to the end; SR_AT_ONCE: after none), and how many of the
     * judge's points ahead make a seat e times as likely to win. */
    uint16_t playout;
    float judge_points;
    /* How many times too sure of itself the judge is in a position, 1 or more: chances that people
     * are told are by so much more even. NULL: nowhere. */
    float (*doubt)(const void *state);
    /* How much a search wonders about moves that it tried little: less where a position is mostly
     * even and small differences decide. 0: as usual, 1. And when it plays alone, where nobody
     * answers; 0: as much as at a table with others. */
    float explore, explore_alone;
    /* What a first look at a move is worth, by the judge one step ahead: a move that looks better
     * by a hundredth of a victory is tried e^(look/100) times as much. 0: nobody looks, in games
     * where that costs more than it brings. Where moves are rated, the same for a point. */
    float look;
    /* The same with a net, which has its own idea of what is likely: decisions before it is asked
     * (0: none), and how much is wondered and what a look is worth (0: as without a net). */
    uint16_t net_playout;
    float net_explore, net_look;
    /* The same for who plays alone, where winning may be rare: then moves lie close together. 0: as
     * at a table with others. */
    float net_explore_alone, net_look_alone;
    /* A net sees positions from the seat that thinks, whoever decides: better where a turn has many
     * decisions, so that what is compared is seen alike. Else from the seat that decides, which
     * takes fewer games to learn. */
    bool net_by_thinker;
    /* How many iterations a move the level `strong` has, where more are hardly noticed at a table
     * and the next level would be no clear step. 0: as many as in other games. */
    uint16_t strong_iterations;
};

extern const struct sr_mind sr_no_mind; /* knows nothing */
static inline const struct sr_mind *sr_mind_of(const struct sr_game *game) {
    return game->mind ? game->mind : &sr_no_mind;
}

/* Does what things are worth change in the course of a game for so many? */
bool sr_weights_change(const struct sr_game *game, int seats);
/* Where the row for so many seats begins in the weights, early or late. */
static inline int sr_weights_row(const struct sr_game *game, int seats) {
    return (seats - game->seats_min) * sr_mind_of(game)->feature_count;
}
/* What the features are worth in a position. */
void sr_weights(const struct sr_game *game, const void *state, float weight[SR_MAX_FEATURES]);
/* How good a position is for each seat by its features, weighed, which the game must have; and what
 * was measured, SR_MAX_SEATS * SR_MAX_FEATURES at most. */
void sr_judge_features(const struct sr_game *game, const void *state, float measured[],
                       float value[SR_MAX_SEATS]);

#endif
