/* What a refusal is answered with: a status, and the error for programs and for people. */
#include "api/problems.h"
#include "host/problems.h"
#include "host/wire.h"
#include "server.h"
#include "server/problems.h"

static const struct {
    const struct sr_problem *problem;
    int status;
} statuses[] = {
    {SR_PROBLEM_SIGN_IN, 401},        {SR_PROBLEM_WRONG_PASSWORD, 401},
    {SR_PROBLEM_FOREIGN_ORIGIN, 403}, {SR_PROBLEM_NOT_HOST, 403},
    {SR_PROBLEM_NO_SEAT, 403},        {SR_PROBLEM_NO_PAGE, 404},
    {SR_PROBLEM_NO_TABLE, 404},       {SR_PROBLEM_PRIVATE_TABLE, 403},
    {SR_PROBLEM_METHOD, 405},         {SR_PROBLEM_NO_FREE_SEAT, 409},
    {SR_PROBLEM_NAME_TAKEN, 409},     {SR_PROBLEM_NOT_WAITING, 409},
    {SR_PROBLEM_NOT_PLAYING, 409},    {SR_PROBLEM_NOT_FINISHED, 409},
    {SR_PROBLEM_SEATS_EMPTY, 409},    {SR_PROBLEM_MANY_TABLES, 409},
    {SR_PROBLEM_OTHER_RULES, 409},    {SR_PROBLEM_NO_HINTS, 409},
    {SR_PROBLEM_PETITION_BUSY, 409},  {SR_PROBLEM_NO_PETITION, 409},
    {SR_PROBLEM_NOBODY_AWAY, 409},    {SR_PROBLEM_STILL_GRACE, 409},
    {SR_PROBLEM_TOO_MUCH, 413},       {SR_PROBLEM_NOT_ACCEPTED, 409},
    {SR_PROBLEM_LONG_HISTORY, 409},   {SR_PROBLEM_MANY_TAKE_BACKS, 409},
    {SR_PROBLEM_TOO_FAST, 429},       {SR_PROBLEM_BANNED, 403},
    {SR_PROBLEM_MUTED, 403},          {SR_PROBLEM_MANY_SOCKETS, 429},
};

static int status_of(const struct sr_error *error) {
    if (error->line > 0) /* of a record that was sent */
        return 400;
    for (size_t i = 0; i < SR_COUNT(statuses); i++)
        if (statuses[i].problem == error->problem)
            return statuses[i].status;
    switch (sr_error_code(error)) {
    case SR_CODE_ILLEGAL:
        return 409;
    case SR_CODE_SYSTEM:
        return 503;
    default:
        return 400;
    }
}

void sr_reply_error(struct sr_reply *reply, enum sr_lang lang, const struct sr_error *error) {
    sr_buffer_free(&reply->text);
    reply->status = status_of(error);
    reply->problem = error->problem;
    reply->type = "application/json";
    reply->socket_table[0] = '\0';
    sr_buffer_add(&reply->text, "{\"error\":");
    sr_wire_error(&reply->text, error, lang);
    sr_buffer_add(&reply->text, "}");
    sr_count(SR_COUNT_REFUSED, 1);
}
