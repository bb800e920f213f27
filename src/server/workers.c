/* The threads that act for sockets: they wait for the store and for rooms, so that the thread that
 * reads and writes all sockets never does. */
#include "server.h"

#include <pthread.h>
#include <stdlib.h>

enum { MOST_WORKERS = 64 };

struct task {
    struct sr_socket *socket;
    struct task *next;
};

struct sr_workers {
    pthread_mutex_t lock;
    pthread_cond_t wanted;
    struct task *first, **last;
    bool closing;
    int count;
    pthread_t thread[MOST_WORKERS];
};

static void *work(void *context) {
    struct sr_workers *workers = context;
    pthread_mutex_lock(&workers->lock);
    for (;;) {
        while (!workers->first && !workers->closing)
            pthread_cond_wait(&workers->wanted, &workers->lock);
        struct task *task = workers->first;
        if (!task)
            break;
        workers->first = task->next;
        if (!workers->first)
            workers->last = &workers->first;
        pthread_mutex_unlock(&workers->lock);
        sr_socket_serve(task->socket);
        free(task);
        pthread_mutex_lock(&workers->lock);
    }
    pthread_mutex_unlock(&workers->lock);
    return NULL;
}

struct sr_workers *sr_workers_open(int threads, struct sr_error *error) {
    struct sr_workers *workers = calloc(1, sizeof *workers);
    if (!workers) {
        sr_fail(error, SR_PROBLEM_MEMORY, NULL);
        return NULL;
    }
    workers->last = &workers->first;
    pthread_mutex_init(&workers->lock, NULL);
    pthread_cond_init(&workers->wanted, NULL);
    while (workers->count < threads && workers->count < MOST_WORKERS)
        if (pthread_create(&workers->thread[workers->count], NULL, work, workers) == 0)
            workers->count++;
        else
            break;
    if (workers->count > 0)
        return workers;
    sr_fail(error, SR_PROBLEM_MEMORY, NULL);
    free(workers);
    return NULL;
}

void sr_workers_add(struct sr_workers *workers, struct sr_socket *socket) {
    struct task *task = malloc(sizeof *task);
    if (!task) {
        /* a socket that is never served again would stay for ever */
        sr_log("error", "out of memory", NULL);
        abort();
    }
    *task = (struct task){socket, NULL};
    pthread_mutex_lock(&workers->lock);
    *workers->last = task;
    workers->last = &task->next;
    pthread_cond_signal(&workers->wanted);
    pthread_mutex_unlock(&workers->lock);
}

void sr_workers_close(struct sr_workers *workers) {
    if (!workers)
        return;
    pthread_mutex_lock(&workers->lock);
    workers->closing = true;
    pthread_cond_broadcast(&workers->wanted);
    pthread_mutex_unlock(&workers->lock);
    for (int i = 0; i < workers->count; i++)
        pthread_join(workers->thread[i], NULL);
    pthread_mutex_destroy(&workers->lock);
    pthread_cond_destroy(&workers->wanted);
    free(workers);
}
