/* The browser client: files from inside the program, or from a directory while it is developed. */
#ifndef SR_WEB_H
#define SR_WEB_H

#include <stdbool.h>
#include <stddef.h>

/* A file in the program. `packed` is NULL for what does not get smaller. */
struct sr_web_file {
    const char *path; /* "/assets/index-3f2a.js" */
    const char *tag;  /* of its bytes */
    const unsigned char *plain, *plain_end;
    const unsigned char *packed, *packed_end;
};
/* Sorted by path, ended by a file without one; written by scripts/embed-web. */
extern const struct sr_web_file sr_web_files[];

const char *sr_web_type(const char *path);
/* May this path name a file? Letters, digits and .-_ between slashes, nothing that is hidden. */
bool sr_web_path(const char *path);
/* Has its last part a dot? Then it is a file; if not it may be a page of the client. */
bool sr_web_is_file(const char *path);
/* Does an Accept-Encoding header take gzip? NULL does not. */
bool sr_web_takes_gzip(const char *accepted);
/* Does an If-None-Match header name this tag? */
bool sr_web_matches(const char *header, const char *tag);

struct sr_request;
struct sr_reply;
struct sr_error;
/* Answers with a file, or with the client's page for addresses that are the client's own. */
bool sr_web_serve(const struct sr_request *request, struct sr_reply *reply, struct sr_error *error);

#endif
