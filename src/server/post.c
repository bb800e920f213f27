/* Letters that wait: see post.h. */
#include "post.h"

#include "store/latency.h"

#include <stdlib.h>
#include <string.h>

bool sr_post_add(struct sr_post *post, const char *text, size_t length) {
    struct sr_letter *letter = malloc(sizeof *letter + length + 1);
    if (!letter)
        return false;
    letter->next = NULL;
    letter->at = sr_latency_now();
    letter->length = length;
    if (length > 0) /* an empty message has no text at all */
        memcpy(letter->text, text, length);
    letter->text[length] = '\0';
    if (!post->first)
        post->last = &post->first;
    *post->last = letter;
    post->last = &letter->next;
    post->bytes += length;
    post->count++;
    return true;
}

struct sr_letter *sr_post_take(struct sr_post *post) {
    struct sr_letter *letter = post->first;
    if (!letter)
        return NULL;
    post->first = letter->next;
    post->bytes -= letter->length;
    post->count--;
    return letter;
}

void sr_post_clear(struct sr_post *post) {
    struct sr_letter *letter;
    while ((letter = sr_post_take(post)))
        free(letter);
}
