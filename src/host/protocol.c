/* The messages of the protocol, as tables, and the reader that goes by them. */
#include "protocol.h"
#include "host/problems.h"

#include "json.h"

#include <stddef.h>
#include <stdio.h>
#include <string.h>

/* ---- members that several messages have ---- */

#define AT(field) .offset = offsetof(struct sr_message, field)

#define SEAT_OF_MINE                                                                               \
    {                                                                                              \
        .name = "seat", .kind = SR_MEMBER_NUMBER, .high = SR_MAX_SEATS,                            \
        .what = {{"the seat that acts, where somebody holds several",                              \
                  "место, за которое действуют, если их несколько"}},                              \
        AT(seat)                                                                                   \
    }

#define SEAT_LOOKED_FROM                                                                           \
    {                                                                                              \
        .name = "seat", .kind = SR_MEMBER_NUMBER, .high = SR_MAX_SEATS,                            \
        .what = {{"a seat of one's own; 0: nobody's", "своё место; 0 — ничьё"}}, AT(seat)          \
    }

#define LAST_SEEN(must)                                                                            \
    {                                                                                              \
        .name = "after", .kind = SR_MEMBER_NUMBER, .needed = (must), .high = INT32_MAX,            \
        .what = {{"the number of the last event you have seen",                                    \
                  "номер последнего события, которое вы видели"}},                                 \
        AT(after)                                                                                  \
    }

#define MOVE_TEXT                                                                                  \
    {                                                                                              \
        .name = "move", .kind = SR_MEMBER_TEXT, .what = {{"a move in notation", "ход в записи"}},  \
        AT(move)                                                                                   \
    }

/* ---- what people say ---- */

static const struct sr_message_kind said[SR_MESSAGES] = {
    [SR_MESSAGE_MOVE] = {.name = "move",
                         .what = {{"plays a move", "сделать ход"}},
                         .by = SR_BY_SEATED,
                         .member = {MOVE_TEXT, LAST_SEEN(true), SEAT_OF_MINE}},
    [SR_MESSAGE_UNDO] = {.name = "undo",
                         .what = {{"takes the last own move back, as far as nothing new was learnt",
                                   "вернуть свой последний ход, пока не открылось новое"}},
                         .by = SR_BY_SEATED,
                         .member = {LAST_SEEN(true), SEAT_OF_MINE}},
    [SR_MESSAGE_PREVIEW] = {.name = "preview",
                            .what = {{"what a move would bring, as far as the seat can know",
                                      "что даст ход, насколько это известно месту"}},
                            .by = SR_BY_SEATED,
                            .member = {MOVE_TEXT, SEAT_OF_MINE}},
    [SR_MESSAGE_HINT] = {.name = "hint",
                         .what = {{"asks for advice", "попросить совет"}},
                         .by = SR_BY_SEATED,
                         .member = {SEAT_OF_MINE}},
    [SR_MESSAGE_SEAT] = {.name = "seat",
                         .what = {{"from now on the view of this seat of mine",
                                   "отныне вид с этого моего места"}},
                         .by = SR_BY_ANYONE,
                         .member = {SEAT_LOOKED_FROM}},
    [SR_MESSAGE_ASK] = {.name = "ask",
                        .what = {{"asks for the consent of the others",
                                  "спросить согласия других"}},
                        .by = SR_BY_SEATED,
                        .member = {{.name = "kind",
                                    .kind = SR_MEMBER_WORD,
                                    .needed = true,
                                    .of = "undo, replace",
                                    .what = {{"undo or replace", "undo или replace"}},
                                    AT(kind)},
                                   {.name = "ply",
                                    .kind = SR_MEMBER_NUMBER,
                                    .high = INT32_MAX,
                                    .what = {{"undo: back to after so many moves",
                                              "undo: назад к стольким ходам"}},
                                    AT(ply)},
                                   LAST_SEEN(false),
                                   {.name = "seat",
                                    .kind = SR_MEMBER_NUMBER,
                                    .high = SR_MAX_SEATS,
                                    .what = {{"who is away", "кого нет"}},
                                    AT(seat)}}},
    [SR_MESSAGE_ANSWER] = {.name = "answer",
                           .what = {{"agrees to what is asked, or refuses",
                                     "согласиться с просьбой или отказать"}},
                           .by = SR_BY_SEATED,
                           .member = {{.name = "agree",
                                       .kind = SR_MEMBER_FLAG,
                                       .needed = true,
                                       .what = {{"true or false", "true или false"}},
                                       AT(agree)},
                                      SEAT_OF_MINE}},
    [SR_MESSAGE_CHAT] = {.name = "chat",
                         .what = {{"a line of chat", "строка в чат"}},
                         .by = SR_BY_SEATED,
                         .member = {{.name = "text",
                                     .kind = SR_MEMBER_TEXT,
                                     .needed = true,
                                     .high = SR_CHAT_BYTES - 1,
                                     .what = {{"1 to 500 bytes of printable text",
                                               "от 1 до 500 байт печатного текста"}},
                                     AT(text)}}},
    [SR_MESSAGE_PING] = {.name = "ping",
                         .what = {{"is anybody there", "есть ли кто"}},
                         .by = SR_BY_ANYONE},
    [SR_MESSAGE_JOIN] = {.name = "join",
                         .what = {{"takes a seat, or one's own back from the bot; says yes to an "
                                   "invitation",
                                   "занять место или вернуть своё у бота; принять приглашение"}},
                         .by = SR_BY_ANYONE,
                         .member = {{.name = "seat",
                                     .kind = SR_MEMBER_NUMBER,
                                     .high = SR_MAX_SEATS,
                                     .what = {{"a free seat", "свободное место"}},
                                     AT(seat)}}},
    [SR_MESSAGE_START] = {.name = "start",
                          .what = {{"begins, when every seat is taken",
                                    "начать, когда все места заняты"}},
                          .by = SR_BY_HOST,
                          .member = {{.name = "without",
                                      .kind = SR_MEMBER_FLAG,
                                      .what = {{"true: bots for those who have not said yes",
                                                "true: боты вместо тех, кто не ответил"}},
                                      AT(without)}}},
    [SR_MESSAGE_LEAVE] = {.name = "leave",
                          .what = {{"leaves the table", "уйти из-за стола"}},
                          .by = SR_BY_SEATED},
    [SR_MESSAGE_SHARE] = {.name = "share",
                          .what = {{"lets anyone who has the link see the finished game",
                                    "показать оконченную партию всем, у кого есть ссылка"}},
                          .by = SR_BY_SEATED,
                          .member = {{.name = "shared",
                                      .kind = SR_MEMBER_FLAG,
                                      .what = {{"true or false", "true или false"}},
                                      AT(shared)}}},
    [SR_MESSAGE_REMATCH] = {.name = "rematch",
                            .what = {{"invites the others to the same game again",
                                      "позвать остальных сыграть ещё раз"}},
                            .by = SR_BY_SEATED},
    [SR_MESSAGE_FORK] = {.name = "fork",
                         .what = {{"goes on alone from a position of a finished game, or of one's "
                                   "own game against bots",
                                   "играть одному с позиции оконченной партии или своей партии "
                                   "против ботов"}},
                         .by = SR_BY_ANYONE,
                         .member = {{.name = "ply",
                                     .kind = SR_MEMBER_NUMBER,
                                     .high = INT32_MAX,
                                     .what = {{"from after so many moves; the end if not given",
                                               "после стольких ходов; если не сказано, с конца"}},
                                     AT(ply)},
                                    {.name = "seat",
                                     .kind = SR_MEMBER_NUMBER,
                                     .low = 1,
                                     .high = SR_MAX_SEATS,
                                     .what = {{"whose part is taken; one's own if not given",
                                               "за кого играть; если не сказано, за себя"}},
                                     AT(seat)},
                                    {.name = "bot",
                                     .kind = SR_MEMBER_TEXT,
                                     .what = {{"who plays the others; fair if not given",
                                               "кто играет за других; если не сказано, fair"}},
                                     AT(bot)}}},
    [SR_MESSAGE_TABLE] = {.name = "table",
                          .what = {{"what the table is like", "каков стол"}},
                          .by = SR_BY_ANYONE},
    [SR_MESSAGE_VIEW] = {.name = "view",
                         .what = {{"the view of a seat", "вид с места"}},
                         .by = SR_BY_ANYONE,
                         .member = {SEAT_LOOKED_FROM}},
    [SR_MESSAGE_EVENTS] = {.name = "events",
                           .what = {{"what was told since an event", "что было после события"}},
                           .by = SR_BY_ANYONE,
                           .member = {LAST_SEEN(false), SEAT_LOOKED_FROM}},
    [SR_MESSAGE_SCORE] = {.name = "score",
                          .what = {{"the score sheet, as far as the seat can know",
                                    "счёт, насколько он известен месту"}},
                          .by = SR_BY_ANYONE,
                          .member = {SEAT_LOOKED_FROM}},
};

const struct sr_message_kind *sr_said_kind(int index) {
    return index >= 0 && index < SR_MESSAGES ? &said[index] : NULL;
}

/* ---- what is wrong ---- */

static bool fail_member(const struct sr_member *member, struct sr_error *error) {
    return sr_fail(error, SR_PROBLEM_MEMBER, member->name, member->what.in[SR_EN],
                   member->what.in[SR_RU], NULL);
}

bool sr_message_fail(enum sr_say say, const char *name, struct sr_error *error) {
    for (const struct sr_member *member = said[say].member; member->name; member++)
        if (strcmp(member->name, name) == 0)
            return fail_member(member, error);
    return sr_fail(error, SR_PROBLEM_MEMBER, name, name, name, NULL);
}

bool sr_message_fail_range(const char *name, int64_t low, int64_t high, struct sr_error *error) {
    char english[80], russian[80];
    snprintf(english, sizeof english, "a number from %lld to %lld", (long long)low,
             (long long)high);
    snprintf(russian, sizeof russian, "число от %lld до %lld", (long long)low, (long long)high);
    return sr_fail(error, SR_PROBLEM_MEMBER, name, english, russian, NULL);
}

static bool fail_type(struct sr_error *error) {
    char types[SR_ERROR_ARG_BYTES];
    struct sr_out out;
    sr_out_open(&out, types, sizeof types);
    for (int i = 0; i < SR_SOCKET_MESSAGES; i++) {
        sr_put(&out, i ? ", " : "");
        sr_put(&out, said[i].name);
    }
    return sr_fail(error, SR_PROBLEM_MEMBER, "type", types, types, NULL);
}

/* No control characters, nothing that turns the direction of writing or cannot be seen. */
static bool is_harmless(uint32_t code) {
    if (code < 0x20 || (code >= 0x7f && code < 0xa0))
        return false;
    if ((code >= 0x200b && code <= 0x200f && code != 0x200d) || code == 0xfeff)
        return false;
    return !(code >= 0x2028 && code <= 0x202e) && !(code >= 0x2060 && code <= 0x206f) &&
           code < 0xe0000;
}

bool sr_clean_text(const char *text, size_t length, size_t size) {
    bool visible = false;
    for (size_t at = 0; at < length;) {
        uint32_t code = 0;
        int bytes = sr_utf8_next(text + at, length - at, &code);
        if (bytes <= 0 || !is_harmless(code))
            return false;
        visible = visible || code != ' ';
        at += (size_t)bytes;
    }
    return visible && length < size;
}

/* ---- messages ---- */

void sr_message_init(struct sr_message *message, enum sr_say say) {
    message->say = say;
    message->named = false;
    message->id = 0;
    message->seat = message->after = message->ply = -1;
    message->agree = message->without = false;
    message->shared = true;
    message->move = message->kind = message->text = message->bot = message->letters;
    message->letters[0] = '\0';
}

/* Texts that lie among the letters of one message, among those of the other. */
static const char *moved(const char *text, const struct sr_message *from,
                         const struct sr_message *to) {
    bool inside = text >= from->letters && text <= from->letters + SR_MESSAGE_BYTES;
    return inside ? to->letters + (text - from->letters) : text;
}

void sr_message_copy(struct sr_message *to, const struct sr_message *from) {
    *to = *from;
    to->move = moved(from->move, from, to);
    to->kind = moved(from->kind, from, to);
    to->text = moved(from->text, from, to);
    to->bot = moved(from->bot, from, to);
}

/* ---- reading ---- */

static bool is_one_of(const char *words, const char *word) {
    size_t length = strlen(word);
    for (const char *at = words; *at;) {
        size_t next = strcspn(at, ",");
        if (next == length && memcmp(at, word, length) == 0)
            return true;
        at += next + strspn(at + next, ", ");
    }
    return false;
}

/* Puts what was read in its place; `letters` is where texts go. */
static bool take_member(struct sr_message *message, const struct sr_member *member,
                        const struct sr_json_member *given, char **letters,
                        struct sr_error *error) {
    char *place = (char *)message + member->offset;
    switch (member->kind) {
    case SR_MEMBER_NUMBER:
        if (given->kind != SR_JSON_NUMBER || given->number < member->low ||
            given->number > member->high)
            return sr_message_fail_range(member->name, member->low, member->high, error);
        *(int64_t *)(void *)place = given->number;
        return true;
    case SR_MEMBER_FLAG:
        if (given->kind != SR_JSON_FLAG)
            return sr_fail(error, SR_PROBLEM_MEMBER, member->name, "true or false",
                           "true или false", NULL);
        *(bool *)(void *)place = given->flag;
        return true;
    case SR_MEMBER_TEXT:
    case SR_MEMBER_WORD:
        break;
    case SR_MEMBER_LIST:
    case SR_MEMBER_OBJECT:
        return false;
    }
    if (given->kind != SR_JSON_TEXT)
        return sr_fail(error, SR_PROBLEM_MEMBER, member->name, "a text", "текст", NULL);
    const char *text = *letters;
    *letters = sr_json_decode(given, *letters);
    *(const char **)(void *)place = text;
    bool fine = member->kind == SR_MEMBER_WORD ? is_one_of(member->of, text)
                : member->high > 0 ? sr_clean_text(text, strlen(text), (size_t)member->high + 1)
                                   : true;
    return fine ? true : fail_member(member, error);
}

static const struct sr_member *find_member(enum sr_say say, const struct sr_json_member *given,
                                           int *index) {
    const struct sr_member *member = said[say].member;
    for (*index = 0; member[*index].name; ++*index)
        if (sr_json_is(given->name, given->name_length, member[*index].name))
            return &member[*index];
    return NULL;
}

static bool is_common(const struct sr_json_member *given) {
    return sr_json_is(given->name, given->name_length, "type") ||
           sr_json_is(given->name, given->name_length, "id");
}

/* A member that is misspelt would be missed without a word. */
static bool fail_unknown(enum sr_say say, const struct sr_json_member *given,
                         struct sr_error *error) {
    char names[SR_ERROR_ARG_BYTES];
    struct sr_out out;
    sr_out_open(&out, names, sizeof names);
    sr_put(&out, "id");
    for (const struct sr_member *member = said[say].member; member->name; member++) {
        sr_put(&out, ", ");
        sr_put(&out, member->name);
    }
    sr_fail(error, SR_PROBLEM_UNKNOWN_MEMBER, "", names, NULL);
    if (error)
        sr_error_set_arg(error, 0, given->name, given->name_length);
    return false;
}

static bool check_needed(enum sr_say say, uint32_t seen, struct sr_error *error) {
    const struct sr_member *member = said[say].member;
    for (int i = 0; member[i].name; i++)
        if (member[i].needed && !(seen & 1u << i))
            return fail_member(&member[i], error);
    return true;
}

/* What every message may have beside its own members. */
static void take_id(struct sr_message *message, const struct sr_json_member *given) {
    if (given->kind != SR_JSON_NUMBER || !sr_json_is(given->name, given->name_length, "id"))
        return;
    message->named = true;
    message->id = given->number;
}

static bool check_length(size_t length, struct sr_error *error) {
    char most[16];
    if (length <= SR_MESSAGE_BYTES)
        return true;
    snprintf(most, sizeof most, "%d", SR_MESSAGE_BYTES);
    return sr_fail(error, SR_PROBLEM_TOO_MUCH, "JSON", most, NULL);
}

/* The form comes first, and what it says: members may stand in any order. */
static bool scan(struct sr_message *message, const char *text, size_t length, char *type,
                 size_t type_size, struct sr_error *error) {
    struct sr_json_reader json;
    struct sr_json_member given;
    struct sr_error fault = {0};
    if (!check_length(length, error) || !sr_json_open(&json, text, length, SR_MESSAGE_DEPTH, error))
        return false;
    while (sr_json_next(&json, &given, &fault)) {
        take_id(message, &given);
        if (type && given.kind == SR_JSON_TEXT && given.length < type_size &&
            sr_json_is(given.name, given.name_length, "type"))
            sr_json_decode(&given, type);
    }
    if (fault.problem != SR_FINE && error)
        *error = fault;
    return fault.problem == SR_FINE;
}

static bool read_members(struct sr_message *message, const char *text, size_t length,
                         struct sr_error *error) {
    struct sr_json_reader json;
    struct sr_json_member given;
    char *letters = message->letters;
    uint32_t seen = 0;
    *letters++ = '\0';
    sr_json_open(&json, text, length, SR_MESSAGE_DEPTH, error);
    while (sr_json_next(&json, &given, NULL)) {
        int index;
        const struct sr_member *member = find_member(message->say, &given, &index);
        if (!member && !is_common(&given))
            return fail_unknown(message->say, &given, error);
        if (!member || given.kind == SR_JSON_NULL)
            continue;
        if (seen & 1u << index)
            return sr_fail(error, SR_PROBLEM_MEMBER, member->name, "there once", "один раз", NULL);
        seen |= 1u << index;
        if (!take_member(message, member, &given, &letters, error))
            return false;
    }
    return check_needed(message->say, seen, error);
}

bool sr_message_read(struct sr_message *message, const char *text, size_t length,
                     struct sr_error *error) {
    char type[SR_MESSAGE_BYTES + 1] = "";
    sr_message_init(message, SR_MESSAGE_PING);
    if (!scan(message, text, length, type, sizeof type, error))
        return false;
    int say = 0;
    while (say < SR_SOCKET_MESSAGES && strcmp(said[say].name, type) != 0)
        say++;
    if (say == SR_SOCKET_MESSAGES)
        return fail_type(error);
    message->say = (enum sr_say)say;
    return read_members(message, text, length, error);
}

bool sr_message_read_as(struct sr_message *message, enum sr_say say, const char *text,
                        size_t length, struct sr_error *error) {
    sr_message_init(message, say);
    if (length == 0) {
        text = "{}";
        length = 2;
    }
    return scan(message, text, length, NULL, 0, error) &&
           read_members(message, text, length, error);
}
