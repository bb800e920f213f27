/* Telling callers of the public interface how it went. */
#ifndef SR_REPORT_H
#define SR_REPORT_H

#include "core/error.h"
#include "serai.h"

/* Fills the caller's error, which may be NULL; returns whether it went well. */
bool sr_report(serai_error *to, const struct sr_error *problem);

#endif
