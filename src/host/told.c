/* What people are told, as tables, and the writer that goes by them. */
#include "told.h"

#include <assert.h>
#include <stddef.h>
#include <string.h>

/* ---- members: their name is that of their value ---- */

#define MEMBER(field, sort, must, en, ru)                                                          \
    .name = #field, .kind = (sort), .needed = (must), .offset = offsetof(OWNER, field),            \
    .what = {{en, ru}}
#define NUMBER(field, must, en, ru)                                                                \
    { MEMBER(field, SR_MEMBER_NUMBER, must, en, ru), .high = INT64_MAX }
#define SIGNED(field, must, en, ru)                                                                \
    { MEMBER(field, SR_MEMBER_NUMBER, must, en, ru), .low = INT64_MIN, .high = INT64_MAX }
#define FLAG(field, must, en, ru)                                                                  \
    { MEMBER(field, SR_MEMBER_FLAG, must, en, ru) }
#define TEXT(field, must, en, ru)                                                                  \
    { MEMBER(field, SR_MEMBER_TEXT, must, en, ru) }
#define WORD(field, words, en, ru)                                                                 \
    { MEMBER(field, SR_MEMBER_WORD, true, en, ru), .of = (words) }
#define LIST(field, must, type, en, ru)                                                            \
    { MEMBER(field, SR_MEMBER_LIST, must, en, ru), .of = (type) }
#define OBJECT(field, must, type, en, ru)                                                          \
    { MEMBER(field, SR_MEMBER_OBJECT, must, en, ru), .of = (type) }

/* ---- messages ---- */

#define OWNER struct sr_told_message
#define EVENT_NUMBER NUMBER(number, true, "of the last event", "номер последнего события")
#define ASKED_ID                                                                                   \
    SIGNED(id, false, "of the message that this answers, if it had one",                           \
           "номер сообщения, на которое это ответ, если он был")

static const struct sr_message_kind told_kinds[SR_TOLD_MESSAGES] = {
    [SR_TELL_TABLE] =
        {.name = "table",
         .what = {{"at first, and whenever seats, who is there, status or a petition change",
                   "сначала и всякий раз, когда меняются места, присутствие, состояние или "
                   "просьба"}},
         .member = {OBJECT(table, true, "TableInfo", "as GET tables/ID tells it",
                           "как в ответе GET tables/ID")}},
    [SR_TELL_VIEW] = {.name = "view",
                      .what = {{"a fresh view", "вид целиком"}},
                      .member = {EVENT_NUMBER,
                                 OBJECT(view, true, "View",
                                        "of the viewer's seat, with moves for the decider",
                                        "с места смотрящего, с ходами для решающего")}},
    [SR_TELL_EVENT] = {.name = "event",
                       .what = {{"something happened", "что-то произошло"}},
                       .member = {EVENT_NUMBER,
                                  WORD(kind, "move, undo", "a move, or moves taken back",
                                       "ход или возврат ходов"),
                                  NUMBER(by, true, "the seat", "место"),
                                  NUMBER(ply, true, "how many moves stand",
                                         "сколько ходов сделано"),
                                  LIST(events, true, "GameEvent", "for animation", "для показа"),
                                  LIST(log, true, "string", "in words", "словами"),
                                  OBJECT(diff, true, "Members", "what changed in the viewer's view",
                                         "что изменилось в виде смотрящего"),
                                  TEXT(prompt, true, "what is asked, or who is waited for",
                                       "о чём спрашивают или кого ждут"),
                                  LIST(moves, false, "Move", "for the decider", "для решающего"),
                                  NUMBER(undo, true, "how many moves may be taken back",
                                         "сколько ходов можно вернуть")}},
    [SR_TELL_CLOCK] = {.name = "clock",
                       .what = {{"after every event at a table with a clock",
                                 "после события за столом с часами"}},
                       .member = {EVENT_NUMBER,
                                  NUMBER(decider, true, "the seat; 0: nobody", "место; 0: никто"),
                                  LIST(seconds, true, "number | null", "what each seat has left",
                                       "сколько осталось каждому")}},
    [SR_TELL_HINT] = {.name = "hint",
                      .what = {{"advice, to all who look from that seat",
                                "совет всем, кто смотрит с этого места"}},
                      .member = {EVENT_NUMBER,
                                 NUMBER(seat, true, "whose advice it is", "кому совет"),
                                 FLAG(thinking, true, "it is not there yet", "его ещё нет"),
                                 LIST(hints, true, "Hint", "best first", "лучшие впереди")}},
    [SR_TELL_CHAT] = {.name = "chat",
                      .what = {{"a line of chat", "строка чата"}},
                      .member = {NUMBER(line, true, "its number", "её номер"),
                                 TEXT(name, true, "who said it", "кто сказал"),
                                 TEXT(text, true, "what was said", "что сказано"),
                                 NUMBER(made, true, "seconds since 1970", "секунды с 1970 года")}},
    [SR_TELL_DONE] = {.name = "done",
                      .what = {{"your message was acted on and is durable",
                                "сообщение исполнено и сохранено"}},
                      .member = {ASKED_ID, EVENT_NUMBER}},
    [SR_TELL_ERROR] = {.name = "error",
                       .what = {{"your message was refused", "сообщение отклонено"}},
                       .member = {ASKED_ID,
                                  TEXT(problem, true, "a fixed word for programs",
                                       "слово для программ"),
                                  TEXT(message, true, "for people", "для людей")}},
    [SR_TELL_PREVIEW] = {.name = "preview",
                         .what = {{"what the move would bring", "что даст ход"}},
                         .member = {ASKED_ID,
                                    OBJECT(preview, true, "Preview", "as far as the seat can know",
                                           "насколько это известно месту")}},
    [SR_TELL_PONG] = {.name = "pong",
                      .what = {{"somebody is there", "кто-то есть"}},
                      .member = {ASKED_ID}},
};
#undef OWNER

const struct sr_message_kind *sr_told_kind(int index) {
    return index >= 0 && index < SR_TOLD_MESSAGES ? &told_kinds[index] : NULL;
}

/* ---- objects ---- */

#define OWNER struct sr_told_seat
static const struct sr_member seat_members[] = {
    NUMBER(seat, true, "from 1", "с 1"),
    TEXT(name, false, "of the person, or of who plays there at one screen",
         "человека или того, кто играет здесь за одним экраном"),
    TEXT(bot, false, "who plays it, if not a person", "кто играет, если не человек"),
    FLAG(free, false, "nobody sits there", "никто не сидит"),
    FLAG(invited, false, "asked to play again, and has not said yes yet",
         "позван сыграть ещё и пока не ответил"),
    FLAG(away, false, "a bot plays on for a person", "за человека играет бот"),
    FLAG(here, false, "is the person connected?", "на связи ли человек"),
    NUMBER(seconds, false, "left of the clock", "осталось на часах"),
    SIGNED(points, false, "in lists, of finished games", "в списках: очки оконченной партии"),
    NUMBER(rank, false, "in lists, of finished games", "в списках: место в оконченной партии"),
    FLAG(won, false, "in lists, of finished games", "в списках: выиграна ли партия"),
    FLAG(you, false, "it is yours", "ваше"),
    {.name = NULL},
};
#undef OWNER

#define OWNER struct sr_told_petition
static const struct sr_member petition_members[] = {
    WORD(kind, "undo, replace", "to go back, or to let a bot play on",
         "вернуть ходы или дать играть боту"),
    NUMBER(by, true, "the seat that asks", "кто просит"),
    NUMBER(ply, false, "undo: back to after so many moves", "undo: назад к стольким ходам"),
    NUMBER(seat, false, "replace: who is away", "replace: кого нет"),
    LIST(agreed, true, "number", "the seats that agreed", "кто согласен"),
    NUMBER(refused, false, "the seat that refused; the petition is over",
           "кто отказал; просьба отклонена"),
    {.name = NULL},
};
#undef OWNER

#define OWNER struct sr_told_clock
static const struct sr_member clock_members[] = {
    WORD(kind, "none, turn, days, game", "what the time is for", "на что даётся время"),
    NUMBER(days, false, "days for a turn", "дней на ход"),
    NUMBER(seconds, false, "turn: for a turn; game: for the whole game",
           "turn: на ход; game: на всю партию"),
    NUMBER(increment, false, "game: seconds that each turn adds",
           "game: сколько секунд добавляет каждый ход"),
    {.name = NULL},
};
#undef OWNER

#define OWNER struct sr_told_table
static const struct sr_member table_members[] = {
    TEXT(id, true, "its own, for addresses", "собственный, для адресов"),
    TEXT(game, true, "which game", "какая игра"),
    NUMBER(rules, true, "their version", "версия правил"),
    OBJECT(options, true, "Members", "those that were chosen", "выбранные настройки"),
    WORD(status, "waiting, playing, finished, closed", "how far it is", "что с ним"),
    FLAG(open, true, "anyone may see it and sit down", "всякий может видеть и сесть"),
    FLAG(hints, true, "may the decider ask for advice?", "можно ли просить совет"),
    FLAG(shared, true, "once finished, may anyone with the link see it?",
         "видна ли оконченная партия по ссылке"),
    FLAG(imported, true, "a record from elsewhere", "запись со стороны"),
    NUMBER(made, true, "seconds since 1970", "секунды с 1970 года"),
    NUMBER(ended, false, "seconds since 1970", "секунды с 1970 года"),
    NUMBER(number, true, "of the last event; 0 in lists", "последнего события; в списках 0"),
    FLAG(host, true, "are you the host?", "вы ли хозяин"),
    LIST(seats, true, "TableSeat", "each of them", "каждое"),
    TEXT(code, false, "of the link; for those who sit, before the game",
         "из ссылки; сидящим, до начала"),
    TEXT(commitment, false, "BLAKE2b-256 of seed and id", "BLAKE2b-256 от зерна и id"),
    OBJECT(clock, true, "ClockRule", "how time is counted", "как считается время"),
    NUMBER(turn_seconds, false, "for every turn, if the clock is for turns",
           "на каждый ход, если часы по ходам"),
    NUMBER(seconds_left, false, "of whoever decides", "осталось у того, кто решает"),
    OBJECT(petition, false, "Petition", "what needs the consent of the others",
           "о чём просят других"),
    TEXT(rematch, false, "the id of the table that goes on from here",
         "id стола, который продолжит этот"),
    OBJECT(scores, false, "Sheet", "once the game is finished", "когда партия окончена"),
    TEXT(seed, false, "once the game is finished", "когда партия окончена"),
    {.name = NULL},
};
#undef OWNER

#define OWNER struct sr_told_progress
static const struct sr_member progress_members[] = {
    NUMBER(number, true, "of the last event", "номер последнего события"),
    NUMBER(ply, true, "how many moves stand", "сколько ходов сделано"),
    {.name = NULL},
};
#undef OWNER

#define OWNER struct sr_told_problem
static const struct sr_member problem_members[] = {
    TEXT(problem, true, "a fixed word for programs", "слово для программ"),
    TEXT(message, true, "for people, in their language", "для людей, на их языке"),
    {.name = NULL},
};
#undef OWNER

static const struct sr_object_kind objects[SR_OBJECTS] = {
    [SR_OBJECT_SEAT] = {"Seat",
                        "TableSeat",
                        {{"a seat of a table", "место за столом"}},
                        seat_members},
    [SR_OBJECT_PETITION] = {"Petition",
                            "Petition",
                            {{"something that needs the consent of the others",
                              "то, на что нужно согласие других"}},
                            petition_members},
    [SR_OBJECT_CLOCK] = {"Clock",
                         "ClockRule",
                         {{"how time is counted", "как считается время"}},
                         clock_members},
    [SR_OBJECT_TABLE] = {"Table",
                         "TableInfo",
                         {{"a table as you may know it", "стол, каким вам можно его знать"}},
                         table_members},
    [SR_OBJECT_NUMBER] = {"Number",
                          "Progress",
                          {{"how far the table is", "что успело произойти"}},
                          progress_members},
    [SR_OBJECT_PROBLEM] = {"Problem",
                           "Problem",
                           {{"why it was refused", "почему отказано"}},
                           problem_members},
};

const struct sr_object_kind *sr_object_kind(int index) {
    return index >= 0 && index < SR_OBJECTS ? &objects[index] : NULL;
}

const struct sr_object_kind *sr_object_of_type(const char *type) {
    for (int i = 0; i < SR_OBJECTS; i++)
        if (strcmp(objects[i].type, type) == 0)
            return &objects[i];
    return NULL;
}

/* ---- writing ---- */

static bool is_told(const struct sr_member *member, const void *value) {
    switch (member->kind) {
    case SR_MEMBER_NUMBER:
        return ((const struct sr_told_number *)value)->told;
    case SR_MEMBER_FLAG:
        return ((const struct sr_told_flag *)value)->told;
    case SR_MEMBER_TEXT:
    case SR_MEMBER_WORD:
        return *(const char *const *)value;
    case SR_MEMBER_LIST:
    case SR_MEMBER_OBJECT:
        return ((const struct sr_told_part *)value)->write;
    }
    return false;
}

static void add_value(struct sr_buffer *out, const struct sr_member *member, const void *value) {
    const struct sr_told_part *part = value;
    switch (member->kind) {
    case SR_MEMBER_NUMBER:
        sr_buffer_add_number(out, ((const struct sr_told_number *)value)->is);
        break;
    case SR_MEMBER_FLAG:
        sr_buffer_add(out, ((const struct sr_told_flag *)value)->is ? "true" : "false");
        break;
    case SR_MEMBER_TEXT:
    case SR_MEMBER_WORD:
        sr_buffer_add_string(out, *(const char *const *)value);
        break;
    case SR_MEMBER_LIST:
    case SR_MEMBER_OBJECT:
        part->write(out, part->context);
        break;
    }
}

/* `before`: what stands between the last thing that was written and the first member. */
static void add_members(struct sr_buffer *out, const struct sr_member *member, const char *before,
                        const void *values) {
    for (; member->name; member++) {
        const void *value = (const char *)values + member->offset;
        if (!is_told(member, value)) {
            assert(!member->needed);
            continue;
        }
        sr_buffer_add(out, before);
        sr_buffer_add(out, "\"");
        sr_buffer_add(out, member->name);
        sr_buffer_add(out, "\":");
        add_value(out, member, value);
        before = ",";
    }
}

void sr_told_write(struct sr_buffer *out, enum sr_tell tell, const struct sr_told_message *told) {
    sr_buffer_add(out, "{\"type\":\"");
    sr_buffer_add(out, told_kinds[tell].name);
    sr_buffer_add(out, "\"");
    add_members(out, told_kinds[tell].member, ",", told);
    sr_buffer_add(out, "}");
}

void sr_told_object(struct sr_buffer *out, enum sr_object object, const void *values) {
    sr_buffer_add(out, "{");
    add_members(out, objects[object].member, "", values);
    sr_buffer_add(out, "}");
}
