/* The smallest whole program on libserai: bots play the first game, the log goes by as a spectator
 * would read it, and the score sheet ends it. Uses only <serai.h>.
 *
 *     cc tiny.c $(pkg-config --cflags --libs serai) -o tiny && ./tiny [seats] [seed]
 */
#include <serai.h>

#include <stdio.h>
#include <stdlib.h>

static int give_up(const serai_error *error) {
    fprintf(stderr, "tiny: %s\n", error->message);
    return EXIT_FAILURE;
}

/* One move: the decider's bot chooses it from what that seat knows. */
static int play_one(serai_table *table, serai_error *error) {
    char *move = serai_bot_choose(table, "greedy", "1", error);
    int played = move && serai_play(table, serai_decider(table), move, error);
    serai_free(move);
    return played;
}

int main(int count, char **arguments) {
    int seats = count > 1 ? atoi(arguments[1]) : 3;
    const char *seed = count > 2 ? arguments[2] : "42";
    serai_error error = {.lang = SERAI_EN};

    serai_table *table = serai_table_new(serai_game_name(0), seats, seed, NULL, &error);
    if (!table)
        return give_up(&error);
    printf("%s, %d seats\n\n", serai_game_title(0, SERAI_EN), seats);
    serai_set_name(table, 0, "Anna", &error);
    serai_set_name(table, 1, "Anton", &error);

    while (!serai_over(table)) {
        if (!play_one(table, &error))
            return give_up(&error);
        char *lines = serai_events(table, serai_ply(table), SERAI_SPECTATOR, SERAI_EN, &error);
        if (!lines)
            return give_up(&error);
        fputs(lines, stdout);
        serai_free(lines);
    }

    char *sheet = serai_score(table, SERAI_EN, &error);
    if (!sheet)
        return give_up(&error);
    printf("\n%s", sheet);
    serai_free(sheet);
    serai_table_free(table);
    return EXIT_SUCCESS;
}
