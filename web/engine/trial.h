/* Games, decisions and speed by themselves, for tests that compare one build of the engine with
 * another: what is written here must be the same, byte for byte, on every machine. */
#ifndef SR_TRIAL_H
#define SR_TRIAL_H

#include "api/buffer.h"

#include <jansson.h>

/* {"game":"gugong","seats":2,"seed":7,"bot":"search:200","most":100}: a game is dealt and the bot
 * decides for everybody, `most` times or to the end; writes a move a line and the checksum of where
 * that leads. False: the wish is wrong, and what is written says why. */
bool sr_trial_play(struct sr_buffer *out, const json_t *wish);
/* A record: writes how many moves it has, its last checksum, and the record written anew. */
bool sr_trial_replay(struct sr_buffer *out, const char *text, size_t length);
/* {"game":...,"seats":...,"seed":...,"games":100}: plays at random; writes how many decisions were
 * made, and a checksum over the ends. */
bool sr_trial_random(struct sr_buffer *out, const json_t *wish);

#endif
