/* Names of people: see name.h. */
#include "name.h"

#include <string.h>
#include <unicode/uchar.h>
#include <unicode/unorm2.h>
#include <unicode/uspoof.h>
#include <unicode/ustring.h>

enum {
    UNITS = 256,           /* of UTF-16 in a name, in any form */
    MARKS_IN_A_ROW = 2,    /* on one letter */
    BRAILLE_BLANK = 0x2800 /* a pattern without dots, which no property gives away */
};

struct text {
    UChar unit[UNITS];
    int32_t length;
};

static bool read_utf8(const char *bytes, struct text *text) {
    UErrorCode code = U_ZERO_ERROR;
    u_strFromUTF8(text->unit, UNITS, &text->length, bytes, -1, &code);
    return U_SUCCESS(code) && text->length < UNITS;
}

static bool write_utf8(const struct text *text, char *bytes, int32_t size) {
    UErrorCode code = U_ZERO_ERROR;
    int32_t length;
    u_strToUTF8(bytes, size, &length, text->unit, text->length, &code);
    return U_SUCCESS(code) && length < size;
}

static bool normalize(const struct text *from, struct text *to) {
    UErrorCode code = U_ZERO_ERROR;
    const UNormalizer2 *form = unorm2_getNFKCInstance(&code);
    to->length = unorm2_normalize(form, from->unit, from->length, to->unit, UNITS, &code);
    return U_SUCCESS(code) && to->length < UNITS;
}

static bool fold(struct text *text) {
    struct text folded;
    UErrorCode code = U_ZERO_ERROR;
    folded.length =
        u_strFoldCase(folded.unit, UNITS, text->unit, text->length, U_FOLD_CASE_DEFAULT, &code);
    bool fine = U_SUCCESS(code) && folded.length < UNITS;
    if (fine)
        *text = folded;
    return fine;
}

static bool is_mark(UChar32 letter) {
    return (U_GET_GC_MASK(letter) & U_GC_M_MASK) != 0;
}

static bool is_seen(UChar32 letter) {
    return !(U_GET_GC_MASK(letter) & (U_GC_C_MASK | U_GC_Z_MASK)) && letter != BRAILLE_BLANK &&
           !u_hasBinaryProperty(letter, UCHAR_DEFAULT_IGNORABLE_CODE_POINT);
}

static bool is_name(const struct text *text) {
    UChar32 letters[UNITS], before = ' ';
    int32_t count;
    int marks = 0;
    UErrorCode code = U_ZERO_ERROR;
    u_strToUTF32(letters, UNITS, &count, text->unit, text->length, &code);
    if (U_FAILURE(code))
        return false;
    for (int32_t i = 0; i < count; i++) {
        UChar32 letter = letters[i];
        marks = is_mark(letter) ? marks + 1 : 0;
        bool space = letter == ' ';
        if ((space && before == ' ') || (!space && !is_seen(letter)) || letter == *SR_NAME_MARK ||
            marks > MARKS_IN_A_ROW || (marks && before == ' '))
            return false;
        before = letter;
    }
    return before != ' ';
}

bool sr_name_read(const char *text, char name[SR_NAME_BYTES]) {
    struct text given, normal;
    return strlen(text) < SR_NAME_BYTES && read_utf8(text, &given) && normalize(&given, &normal) &&
           is_name(&normal) && write_utf8(&normal, name, SR_NAME_BYTES);
}

/* Capitals look like other capitals than small letters do, so what looks alike is looked up before
 * case is folded and after it. */
static bool unify(USpoofChecker *checker, struct text *text) {
    for (int round = 0; round < 2; round++) {
        struct text alike;
        UErrorCode code = U_ZERO_ERROR;
        alike.length =
            uspoof_getSkeleton(checker, 0, text->unit, text->length, alike.unit, UNITS, &code);
        if (U_FAILURE(code) || alike.length >= UNITS)
            return false;
        *text = alike;
        if (!fold(text))
            return false;
    }
    /* a capital I is an l to the tables, and a small one is not: here all three are one */
    for (int32_t i = 0; i < text->length; i++)
        if (text->unit[i] == 'i')
            text->unit[i] = 'l';
    return true;
}

bool sr_name_skeleton(const char *name, char skeleton[SR_SKELETON_BYTES]) {
    struct text given, normal;
    UErrorCode code = U_ZERO_ERROR;
    USpoofChecker *checker = uspoof_open(&code);
    bool fine = U_SUCCESS(code) && read_utf8(name, &given) && normalize(&given, &normal) &&
                unify(checker, &normal) && write_utf8(&normal, skeleton, SR_SKELETON_BYTES);
    uspoof_close(checker);
    return fine;
}
