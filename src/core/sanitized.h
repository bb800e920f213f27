/* SR_SANITIZED: a sanitizer of addresses or threads watches this program. gcc and clang say so in
 * ways of their own. */
#ifndef SR_SANITIZED_H
#define SR_SANITIZED_H

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define SR_SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define SR_SANITIZED 1
#endif
#endif

#endif
