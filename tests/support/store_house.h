/* A store in a directory of its own, and what tests put into it. */
#ifndef SR_STORE_HOUSE_H
#define SR_STORE_HOUSE_H

#include "store/store.h"

enum { PATH_BYTES = 256 };

struct house {
    char directory[PATH_BYTES];
    char place[2 * PATH_BYTES]; /* as sr_store_open() takes it */
    struct sr_store *store;
};

int open_house(void **state);
int close_house(void **state);
void reopen(struct house *house);
void file_of(const struct house *house, const char *name, char path[2 * PATH_BYTES]);
/* Their token's hash is that byte, over and over. */
struct sr_person add_person(struct house *house, const char *name, uint8_t byte);
/* The same, and the name is theirs alone. */
struct sr_person add_claimed(struct house *house, const char *name, uint8_t byte);
/* A table for two, with a bot, that waits. */
struct sr_table_row row_of(const char *id, const struct sr_person *host);
/* The same, in play. */
void add_table(struct house *house, const char *id, const struct sr_person *host);
/* A game of two people in play, and the entry that ends it; the first wins. */
void begin_game(struct house *house, struct sr_table_row row, int64_t one, int64_t two);
enum sr_store_answer end_game(struct sr_store *store, const char *id);
void finish_game(struct house *house, struct sr_table_row row, int64_t one, int64_t two);
struct sr_entry entry_of(int64_t number, const char *move);
enum sr_store_answer add(struct house *house, const char *id, int64_t number, const char *move);

#define IN_A_HOUSE(test) cmocka_unit_test_setup_teardown(test, open_house, close_house)

/* The same in a PostgreSQL of the tests' own, which the first that needs it starts; each test has
 * tables of its own there. Where the program is built without PostgreSQL, there is no such test. */
int open_shared_house(void **state);
int close_shared_house(void **state);
int remove_database(void **state); /* when all is done */
/* Where the tests' own PostgreSQL is, for who opens it again; "": it could not be started. */
const char *database_place(void);
/* Gives an order to a database, in the words of SQL and past the store; false: it fails. */
bool order_database(const char *place, const char *order);
#ifdef SR_POSTGRES
#define IN_BOTH_HOUSES(test)                                                                       \
    IN_A_HOUSE(test), {                                                                            \
        "postgres: " #test, test, open_shared_house, close_shared_house, NULL                      \
    }
#else
#define IN_BOTH_HOUSES(test) IN_A_HOUSE(test)
#endif

#endif
