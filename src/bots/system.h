/* What systems differ in, behind one file: Linux with glibc or musl, and macOS. Library and terminal
 * need nothing else beyond POSIX; the server needs Linux. */
#ifndef SR_SYSTEM_H
#define SR_SYSTEM_H

#include <stdbool.h>
#include <stddef.h>

/* A pipe whose ends no program that is started inherits. */
bool sr_system_pipe(int end[2]);
/* Closes every descriptor from this one on. Takes no lock: for a child between fork and exec. */
bool sr_system_close_from(int first);
/* Memory in small pages that counts once it is touched; NULL: there is none. */
void *sr_system_map(size_t bytes);
void sr_system_unmap(void *memory, size_t bytes);
/* Bytes that nobody could foresee. */
bool sr_system_draw(void *bytes, size_t count);
/* How many processes want a processor, on the average of the last minute; 0: nobody knows. */
double sr_system_load(void);
/* Contents on the disk; when a file was last looked at need not be. */
bool sr_system_sync(int file);

#endif
