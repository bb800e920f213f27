/* The browser client. Its files are in the program, compressed when it was built; with --web they
 * are read from a directory at every request, so that a developer sees what was just written. */
#include "web.h"

#include "server.h"
#include "server/problems.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PATH_BYTES = 4096, MOST_BYTES = 16 << 20 };

/* ---- addresses and headers ---- */

static const struct {
    const char *ending, *type;
} types[] = {
    {".html", "text/html; charset=utf-8"},
    {".js", "text/javascript; charset=utf-8"},
    {".mjs", "text/javascript; charset=utf-8"},
    {".css", "text/css; charset=utf-8"},
    {".json", "application/json"},
    {".map", "application/json"},
    {".webmanifest", "application/manifest+json"},
    {".wasm", "application/wasm"},
    {".svg", "image/svg+xml"},
    {".png", "image/png"},
    {".jpg", "image/jpeg"},
    {".webp", "image/webp"},
    {".avif", "image/avif"},
    {".ico", "image/x-icon"},
    {".woff2", "font/woff2"},
    {".ogg", "audio/ogg"},
    {".mp3", "audio/mpeg"},
    {".wav", "audio/wav"},
    {".txt", "text/plain; charset=utf-8"},
};

const char *sr_web_type(const char *path) {
    const char *ending = strrchr(path, '.');
    for (size_t i = 0; ending && i < sizeof types / sizeof types[0]; i++)
        if (strcmp(ending, types[i].ending) == 0)
            return types[i].type;
    return "application/octet-stream";
}

bool sr_web_path(const char *path) {
    static const char fine[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_";
    if (path[0] != '/')
        return false;
    for (const char *at = path; *at; at++) {
        bool begins = at > path && at[-1] == '/';
        if (*at == '/' ? begins : *at == '.' ? begins : !strchr(fine, *at))
            return false;
    }
    return true;
}

bool sr_web_is_file(const char *path) {
    const char *last = strrchr(path, '/');
    return strchr(last ? last : path, '.') != NULL;
}

bool sr_web_takes_gzip(const char *accepted) {
    for (const char *at = accepted; at && *at;) {
        at += strspn(at, " ,\t");
        size_t length = strcspn(at, ",");
        size_t name = strcspn(at, ",; \t");
        if (name == 4 && strncmp(at, "gzip", 4) == 0) {
            const char *quality = strstr(at, "q=");
            return !(quality && quality < at + length && strtod(quality + 2, NULL) <= 0);
        }
        at += length;
    }
    return false;
}

bool sr_web_matches(const char *header, const char *tag) {
    for (const char *at = header; at && *at;) {
        at += strspn(at, " ,\t");
        if (strncmp(at, "W/", 2) == 0)
            at += 2;
        size_t length = strcspn(at, ", \t");
        if (length == strlen(tag) && strncmp(at, tag, length) == 0)
            return true;
        at += length;
    }
    return false;
}

/* ---- files ---- */

static const struct sr_web_file *find_file(const char *path) {
    for (const struct sr_web_file *file = sr_web_files; file->path; file++)
        if (strcmp(file->path, path) == 0)
            return file;
    return NULL;
}

/* What the builder of the client names by its content never changes. */
static bool is_immutable(const char *path) {
    return strncmp(path, "/assets/", 8) == 0;
}

static void reply_file(const struct sr_request *request, const struct sr_web_file *file,
                       struct sr_reply *reply) {
    bool packed = file->packed && sr_web_takes_gzip(request->accept_encoding);
    snprintf(reply->tag, sizeof reply->tag, "\"%s%s\"", file->tag, packed ? "-gzip" : "");
    reply->client = true;
    reply->type = sr_web_type(file->path);
    reply->lasting = is_immutable(file->path);
    reply->gzip = packed;
    if (sr_web_matches(request->if_none_match, reply->tag)) {
        reply->status = 304;
        return;
    }
    reply->file = packed ? file->packed : file->plain;
    reply->file_size =
        (size_t)(packed ? file->packed_end - file->packed : file->plain_end - file->plain);
}

/* From the directory of --web; false: it is not there. */
static bool read_file(const char *directory, const char *path, struct sr_reply *reply) {
    char name[PATH_BYTES], part[1 << 14];
    if ((size_t)snprintf(name, sizeof name, "%s%s", directory, path) >= sizeof name)
        return false;
    FILE *file = fopen(name, "rb");
    if (!file)
        return false;
    size_t count;
    while ((count = fread(part, 1, sizeof part, file)) > 0 && reply->text.length < MOST_BYTES)
        sr_buffer_add_bytes(&reply->text, part, count);
    bool fine = !ferror(file) && !reply->text.broken;
    fclose(file);
    if (!fine) {
        sr_buffer_free(&reply->text);
        return false;
    }
    reply->client = true;
    reply->type = sr_web_type(path);
    return true;
}

static bool reply_path(const struct sr_request *request, const char *path, struct sr_reply *reply) {
    if (request->server->web)
        return read_file(request->server->web, path, reply);
    const struct sr_web_file *file = find_file(path);
    if (file)
        reply_file(request, file, reply);
    return file != NULL;
}

/* The program was built without the client. */
static void reply_absence(const struct sr_request *request, struct sr_reply *reply) {
    static const struct sr_text page = SR_TEXT(
        "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>Caravanserai</title>"
        "<h1>Caravanserai</h1><p>The server works, but this program was built without the browser "
        "client. Build it with <code>make web</code> and then <code>make</code>, or name a "
        "directory that has it with <code>--web DIR</code>.</p>",
        "<!doctype html><html lang=\"ru\"><meta charset=\"utf-8\"><title>Caravanserai</title>"
        "<h1>Caravanserai</h1><p>Сервер работает, но программа собрана без клиента для браузера. "
        "Соберите его командой <code>make web</code>, затем <code>make</code>, или укажите каталог "
        "с ним: <code>--web DIR</code>.</p>");
    reply->client = true;
    reply->type = "text/html; charset=utf-8";
    sr_buffer_add(&reply->text, page.in[request->lang]);
}

bool sr_web_serve(const struct sr_request *request, struct sr_reply *reply,
                  struct sr_error *error) {
    const char *path = strcmp(request->path, "/") == 0 ? "/index.html" : request->path;
    if (!sr_web_path(path))
        return sr_fail(error, SR_PROBLEM_NO_PAGE, request->path, NULL);
    if (sr_web_is_file(path) && reply_path(request, path, reply))
        return true;
    bool page = !sr_web_is_file(path) || strcmp(path, "/index.html") == 0;
    if (!page)
        return sr_fail(error, SR_PROBLEM_NO_PAGE, request->path, NULL);
    if (!reply_path(request, "/index.html", reply))
        reply_absence(request, reply);
    return true;
}
