/* The doors of trial.wasm: trials, and the readers that the fuzzers know. Answers are in the
 * outbox, as text. */
#include "engine.h"
#include "trial.h"

#include <string.h>

/* KIND is "play" or "random", with a wish in JSON, or "replay", with a record. */
enum trial { PLAY, RANDOM, REPLAY };
bool SR_EXPORT(serai_trial)(enum trial kind, size_t length);
bool serai_trial(enum trial kind, size_t length) {
    if (kind == REPLAY)
        return sr_trial_replay(&sr_outbox, sr_inbox_bytes(), length);
    json_t *wish = sr_inbox_read(length);
    bool fine = kind == PLAY ? sr_trial_play(&sr_outbox, wish) : sr_trial_random(&sr_outbox, wish);
    json_decref(wish);
    return fine;
}

/* Each is the one function of a file in fuzz/, under a name of its own. */
int fuzz_notation(const uint8_t *data, size_t size);
int fuzz_position(const uint8_t *data, size_t size);
int fuzz_record(const uint8_t *data, size_t size);
int fuzz_words(const uint8_t *data, size_t size);

static const struct {
    const char *name;
    int (*read)(const uint8_t *data, size_t size);
} readers[] = {{"notation", fuzz_notation},
               {"position", fuzz_position},
               {"record", fuzz_record},
               {"words", fuzz_words}};

/* The first bytes are the name of the reader. A promise that is broken traps. False: there is no
 * such reader. */
bool SR_EXPORT(serai_read)(size_t name_length, size_t length);
bool serai_read(size_t name_length, size_t length) {
    const char *bytes = sr_inbox_bytes();
    for (size_t i = 0; i < sizeof readers / sizeof readers[0]; i++)
        if (strlen(readers[i].name) == name_length &&
            memcmp(readers[i].name, bytes, name_length) == 0) {
            readers[i].read((const uint8_t *)bytes + name_length, length - name_length);
            return true;
        }
    return false;
}
