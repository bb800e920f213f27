/* Texts that are the same for everybody: see shelf.h. */
#include "shelf.h"

#include "server.h"
#include "web.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

enum {
    MOST_BOOKS = 64, /* some for each game and language; whatever is more is sent as it is */
    GZIP_WINDOW = 15 + 16,
    GZIP_LEVEL = 9, /* it is done once */
    GZIP_MEMORY = 8
};

struct book {
    char *path;
    enum sr_lang lang;
    const char *type;
    struct sr_buffer plain, packed; /* without a text if it would not be shorter */
};

struct sr_shelf {
    pthread_mutex_t lock;
    int count;
    struct book book[MOST_BOOKS]; /* one that stands is never changed */
};

struct sr_shelf *sr_shelf_open(void) {
    struct sr_shelf *shelf = calloc(1, sizeof *shelf);
    if (shelf)
        pthread_mutex_init(&shelf->lock, NULL);
    return shelf;
}

static void book_clear(struct book *book) {
    free(book->path);
    sr_buffer_free(&book->plain);
    sr_buffer_free(&book->packed);
}

void sr_shelf_close(struct sr_shelf *shelf) {
    if (!shelf)
        return;
    for (int i = 0; i < shelf->count; i++)
        book_clear(&shelf->book[i]);
    pthread_mutex_destroy(&shelf->lock);
    free(shelf);
}

static const struct book *find(const struct sr_shelf *shelf, const struct sr_request *request) {
    for (int i = 0; i < shelf->count; i++)
        if (shelf->book[i].lang == request->lang && strcmp(shelf->book[i].path, request->path) == 0)
            return &shelf->book[i];
    return NULL;
}

static void lend(const struct book *book, const struct sr_request *request,
                 struct sr_reply *reply) {
    reply->gzip = book->packed.text && sr_web_takes_gzip(request->accept_encoding);
    const struct sr_buffer *text = reply->gzip ? &book->packed : &book->plain;
    reply->type = book->type;
    reply->packs = true;
    reply->file = (const unsigned char *)text->text;
    reply->file_size = text->length;
}

static bool only_looks(const struct sr_request *request) {
    return strcmp(request->method, "GET") == 0 || strcmp(request->method, "HEAD") == 0;
}

bool sr_shelf_find(struct sr_shelf *shelf, const struct sr_request *request,
                   struct sr_reply *reply) {
    if (!only_looks(request))
        return false;
    pthread_mutex_lock(&shelf->lock);
    const struct book *book = find(shelf, request);
    pthread_mutex_unlock(&shelf->lock);
    if (book)
        lend(book, request, reply);
    return book != NULL;
}

static void pack(const struct sr_buffer *plain, struct sr_buffer *packed) {
    z_stream stream = {0};
    unsigned char *bytes = malloc(plain->length);
    if (bytes && deflateInit2(&stream, GZIP_LEVEL, Z_DEFLATED, GZIP_WINDOW, GZIP_MEMORY,
                              Z_DEFAULT_STRATEGY) == Z_OK) {
        stream.next_in = (unsigned char *)plain->text;
        stream.avail_in = (unsigned)plain->length;
        stream.next_out = bytes;
        stream.avail_out = (unsigned)plain->length;
        /* what does not get shorter stays as it is */
        if (deflate(&stream, Z_FINISH) == Z_STREAM_END)
            sr_buffer_add_bytes(packed, (const char *)bytes, stream.total_out);
        deflateEnd(&stream);
    }
    free(bytes);
    if (packed->broken)
        sr_buffer_free(packed);
}

/* With the lock held, so that of several who ask for the same at first one writes it down. Without
 * room or memory the reply keeps its own text. */
static const struct book *add(struct sr_shelf *shelf, const struct sr_request *request,
                              struct sr_reply *reply) {
    char *path = shelf->count < MOST_BOOKS ? strdup(request->path) : NULL;
    if (!path)
        return NULL;
    struct book *book = &shelf->book[shelf->count++];
    *book = (struct book){
        .path = path, .lang = request->lang, .type = reply->type, .plain = reply->text};
    reply->text = (struct sr_buffer){0};
    pack(&book->plain, &book->packed);
    return book;
}

void sr_shelf_keep(struct sr_shelf *shelf, const struct sr_request *request,
                   struct sr_reply *reply) {
    if (!reply->packs || reply->status != 200 || !only_looks(request) || reply->text.broken ||
        reply->text.length == 0)
        return;
    pthread_mutex_lock(&shelf->lock);
    const struct book *book = find(shelf, request);
    if (!book)
        book = add(shelf, request, reply);
    pthread_mutex_unlock(&shelf->lock);
    if (!book)
        return;
    sr_buffer_free(&reply->text);
    lend(book, request, reply);
}
