/* Letters that wait: see post.h. */
#include "post.h"

#include "store/latency.h"

#include <stdlib.h>
#include <string.h>

struct sr_saying *sr_saying_new(const char *bytes, size_t length, atomic_llong *kept) {
    struct sr_saying *text = malloc(sizeof *text + length + 1);
    if (!text)
        return NULL;
    atomic_init(&text->uses, 1);
    text->kept = kept;
    text->length = length;
    if (length > 0) /* an empty message has no text at all */
        memcpy(text->bytes, bytes, length);
    text->bytes[length] = '\0';
    if (kept)
        atomic_fetch_add(kept, (long long)length);
    return text;
}

void sr_saying_free(struct sr_saying *text) {
    if (!text || atomic_fetch_sub(&text->uses, 1) > 1)
        return;
    if (text->kept)
        atomic_fetch_sub(text->kept, (long long)text->length);
    free(text);
}

struct sr_letter *sr_post_add(struct sr_post *post, struct sr_saying *text) {
    struct sr_letter *letter = malloc(sizeof *letter);
    if (!letter)
        return NULL;
    *letter = (struct sr_letter){.at = sr_latency_now(), .text = text};
    atomic_fetch_add(&text->uses, 1);
    if (!post->first)
        post->last = &post->first;
    *post->last = letter;
    post->last = &letter->next;
    post->bytes += text->length;
    post->count++;
    return letter;
}

struct sr_letter *sr_post_take(struct sr_post *post) {
    struct sr_letter *letter = post->first;
    if (!letter)
        return NULL;
    post->first = letter->next;
    post->bytes -= letter->text->length;
    post->count--;
    return letter;
}

void sr_letter_free(struct sr_letter *letter) {
    if (!letter)
        return;
    sr_saying_free(letter->text);
    free(letter);
}

void sr_post_clear(struct sr_post *post) {
    struct sr_letter *letter;
    while ((letter = sr_post_take(post)))
        sr_letter_free(letter);
}
