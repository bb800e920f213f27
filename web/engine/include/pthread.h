/* One thread: locks hold nothing back, and no thread is ever started, so whoever wants one does the
 * work itself. Each worker of a browser has an engine of its own. */
#ifndef SR_ENGINE_PTHREAD_H
#define SR_ENGINE_PTHREAD_H

typedef int pthread_t;
typedef struct sr_no_lock {
    int unused;
} pthread_mutex_t;
typedef struct sr_no_lock pthread_cond_t;
#define PTHREAD_MUTEX_INITIALIZER                                                                  \
    { 0 }

/* NOLINTBEGIN(readability-non-const-parameter): as they are declared elsewhere */
static inline int pthread_mutex_init(pthread_mutex_t *lock, const void *unused) {
    (void)lock;
    (void)unused;
    return 0;
}
static inline int pthread_mutex_destroy(pthread_mutex_t *lock) {
    (void)lock;
    return 0;
}
static inline int pthread_mutex_lock(pthread_mutex_t *lock) {
    (void)lock;
    return 0;
}
static inline int pthread_mutex_unlock(pthread_mutex_t *lock) {
    (void)lock;
    return 0;
}
static inline int pthread_cond_init(pthread_cond_t *cond, const void *unused) {
    (void)cond;
    (void)unused;
    return 0;
}
static inline int pthread_cond_destroy(pthread_cond_t *cond) {
    (void)cond;
    return 0;
}
/* Nobody else could end the wait: whoever would wait goes on. */
static inline int pthread_cond_wait(pthread_cond_t *cond, pthread_mutex_t *lock) {
    (void)cond;
    (void)lock;
    return -1;
}
static inline int pthread_cond_signal(pthread_cond_t *cond) {
    (void)cond;
    return 0;
}
static inline int pthread_create(pthread_t *thread, const void *unused, void *(*run)(void *),
                                 void *context) {
    (void)thread;
    (void)unused;
    (void)run;
    (void)context;
    return -1;
}
static inline int pthread_join(pthread_t thread, void **result) {
    (void)thread;
    (void)result;
    return 0;
}
/* NOLINTEND(readability-non-const-parameter) */

#endif
