/* Rows of tables: freeing and copying them. */
#include "ledger.h"

#include <stdlib.h>
#include <string.h>

void sr_table_row_clear(struct sr_table_row *row) {
    free(row->position);
    row->position = NULL;
}

bool sr_table_row_copy(struct sr_table_row *to, const struct sr_table_row *from) {
    size_t size = from->position ? strlen(from->position) + 1 : 0;
    char *position = size ? malloc(size) : NULL;
    if (size && !position)
        return false;
    if (size)
        memcpy(position, from->position, size);
    *to = *from;
    to->position = position;
    return true;
}
