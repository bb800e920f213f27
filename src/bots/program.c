/* Running a program and talking to it within limits of time and memory. It cannot be trusted to
 * read, to write, to be short or to end: every wait has a deadline, every buffer an end, and in the
 * end its whole process group is killed and the process reaped.
 *
 * Nor may it outlive this process, however that ends: after a second Ctrl-C or a SIGKILL nobody is
 * left here to end anything, and PR_SET_PDEATHSIG would reach the shell alone, and as soon as the
 * thread ends that started it. So every program has a watcher: a shell of a few lines that leads
 * the process group, reads from a pipe whose other end is open in this process only, and kills the
 * group, itself with it, when that pipe ends. It is another program and no copy of this one, which
 * would keep the memory that this one gives back. */
#include "bots/program.h"
#include "bots/problems.h"
#include "bots/system.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { LINE_BYTES = 16384, LEAVE_MILLISECONDS = 200, PIECE_BYTES = 1024, MOST_PIECES = 64 };
enum { CANNOT_START = 127 }; /* the exit code of shells for that */

/* The standard input, output and error of a program, and what its watcher reads. */
enum { INPUT, OUTPUT, COMPLAINTS, LIFELINE, PIPES };

struct sr_program {
    pid_t process, watcher;
    int to, from, complaints; /* our ends of its standard input, output and error; -1: closed */
    int lifeline;             /* our end of what the watcher reads */
    bool reaped, lingered;    /* has ended; had to be killed, though it had closed its output */
    int status;               /* of the process, once reaped */
    char line[LINE_BYTES];
    size_t held;     /* bytes in `line`: answers come in pieces */
    size_t answered; /* of which so many were the last answer */
    char words[SR_PROGRAM_WORDS];
    size_t spoken;
};

static uint64_t milliseconds_now(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000 + (uint64_t)now.tv_nsec / 1000000;
}

/* ---- starting ---- */

static void shut(int *descriptor) {
    if (*descriptor >= 0)
        close(*descriptor);
    *descriptor = -1;
}

/* The end of a quotation of the shell, or NULL if it has none. */
static const char *end_of_quotation(const char *at) {
    char mark = *at++;
    for (; *at && *at != mark; at++)
        if (mark == '"' && *at == '\\' && at[1])
            at++;
    return *at ? at : NULL;
}

/* Would the shell find a program of this name? Its own words, such as exit, are none. */
static bool is_program(const char *name, size_t length) {
    const char *path = getenv("PATH");
    if (memchr(name, '/', length))
        return true;
    while (path && *path) {
        char file[PATH_MAX];
        struct sr_out out;
        size_t folder = strcspn(path, ":");
        sr_out_open(&out, file, sizeof file);
        sr_put_bytes(&out, path, folder);
        sr_put_char(&out, '/');
        sr_put_bytes(&out, name, length);
        if (folder && sr_out_fits(&out) && access(file, X_OK) == 0)
            return true;
        path += folder + (path[folder] == ':');
    }
    return false;
}

/* One program with its arguments, and nothing that a shell would have to stay for. Where in doubt
 * it stays. */
static bool is_one_program(const char *command) {
    size_t name = strcspn(command, " \t");
    if (strcspn(command, "\"'\\$=<>*?[~#") < name || !is_program(command, name))
        return false;
    for (const char *at = command; *at; at++)
        if (strchr(";&|()`\n", *at) || (*at == '\\' && !*++at) ||
            (strchr("\"'", *at) && !(at = end_of_quotation(at))))
            return false;
    return true;
}

/* A shell that stayed would hold the program's output open when the program has closed it, and
 * would tell of an end by signal 6 as exit 134. So where it has nothing else to do, the program
 * takes its place. */
static void write_script(struct sr_out *out, const char *command) {
    command += strspn(command, " \t");
    sr_put(out, is_one_program(command) ? "exec " : "");
    sr_put(out, command);
}

/* Descriptors above the standard ones, whatever of those is closed here. */
static bool open_pipe(int end[2]) {
    int made[2];
    if (!sr_system_pipe(made))
        return false;
    for (int i = 0; i < 2; i++) {
        end[i] = fcntl(made[i], F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
        close(made[i]);
    }
    return end[0] >= 0 && end[1] >= 0;
}

static bool open_pipes(int ends[PIPES][2]) {
    for (int i = 0; i < PIPES; i++)
        if (!open_pipe(ends[i]))
            return false;
    return true;
}

/* Signals wait in the child until it has become something else: the handlers here are not for it.
 * Between fork and exec nothing may take a lock either, other threads may hold it. */
static pid_t fork_calmly(void) {
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    pid_t process = fork();
    int cause = errno;
    if (process != 0)
        pthread_sigmask(SIG_SETMASK, &before, NULL);
    errno = cause;
    return process;
}

/* Goes on to hold back all signals: no Ctrl-C and no `kill 0` of a program ends a watcher. */
static void become_watcher(int lifeline) {
    setpgid(0, 0);
    if (dup2(lifeline, STDIN_FILENO) >= 0 && sr_system_close_from(STDIN_FILENO + 1))
        execl("/bin/sh", "sh", "-c", "read -r nothing; kill -9 0", (char *)NULL);
    _exit(CANNOT_START);
}

/* In the group before its copy of the lifeline is closed: a watcher that sees the end of the line
 * finds the program in its group, even if this process was killed right after the fork. */
static void become_program(const char *command, uint32_t megabytes, pid_t group,
                           int ends[PIPES][2]) {
    struct sigaction usual = {.sa_handler = SIG_DFL};
    sigset_t none;
    if (setpgid(0, group) || dup2(ends[INPUT][0], STDIN_FILENO) < 0 ||
        dup2(ends[OUTPUT][1], STDOUT_FILENO) < 0 || dup2(ends[COMPLAINTS][1], STDERR_FILENO) < 0 ||
        !sr_system_close_from(STDERR_FILENO + 1))
        _exit(CANNOT_START);
    sigaction(SIGPIPE, &usual, NULL);
    sigaction(SIGINT, &usual, NULL);
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    setrlimit(RLIMIT_CORE, &(struct rlimit){0, 0});
    if (megabytes)
        setrlimit(RLIMIT_AS, &(struct rlimit){(rlim_t)megabytes << 20, (rlim_t)megabytes << 20});
    execl("/bin/sh", "sh", "-c", command, (char *)NULL);
    _exit(CANNOT_START);
}

static void wait_for_end(pid_t process, int *status) {
    while (waitpid(process, status, 0) < 0 && errno == EINTR)
        ;
}

/* The watcher, then the program: both, or neither and errno says why. */
static bool start_both(struct sr_program *program, const char *command, uint32_t megabytes,
                       int ends[PIPES][2]) {
    program->watcher = fork_calmly();
    if (program->watcher == 0)
        become_watcher(ends[LIFELINE][0]);
    if (program->watcher < 0)
        return false;
    setpgid(program->watcher, program->watcher); /* whoever is first, child or parent */
    program->process = fork_calmly();
    if (program->process == 0)
        become_program(command, megabytes, program->watcher, ends);
    if (program->process > 0) {
        setpgid(program->process, program->watcher);
        return true;
    }
    int cause = errno;
    kill(program->watcher, SIGKILL);
    wait_for_end(program->watcher, NULL);
    errno = cause;
    return false;
}

struct sr_program *sr_program_start(const char *command, uint32_t megabytes, const char *name,
                                    struct sr_error *error) {
    int ends[PIPES][2] = {{-1, -1}, {-1, -1}, {-1, -1}, {-1, -1}};
    struct sr_program *program = calloc(1, sizeof *program);
    if (!program) {
        sr_fail(error, SR_PROBLEM_MEMORY, NULL);
        return NULL;
    }
    char script[LINE_BYTES];
    struct sr_out out;
    sr_out_open(&out, script, sizeof script);
    write_script(&out, command);
    errno = E2BIG; /* unless something else is the matter */
    if (!sr_out_fits(&out) || !open_pipes(ends) || !start_both(program, script, megabytes, ends)) {
        sr_fail_system(error, SR_PROBLEM_BOT_START, name, errno);
        for (int i = 0; i < PIPES; i++) {
            shut(&ends[i][0]);
            shut(&ends[i][1]);
        }
        free(program);
        return NULL;
    }
    shut(&ends[INPUT][0]);
    shut(&ends[OUTPUT][1]);
    shut(&ends[COMPLAINTS][1]);
    shut(&ends[LIFELINE][0]);
    program->to = ends[INPUT][1];
    program->from = ends[OUTPUT][0];
    program->complaints = ends[COMPLAINTS][0];
    program->lifeline = ends[LIFELINE][1];
    fcntl(program->to, F_SETFL, O_NONBLOCK);
    fcntl(program->from, F_SETFL, O_NONBLOCK);
    fcntl(program->complaints, F_SETFL, O_NONBLOCK);
    return program;
}

/* ---- talking ---- */

/* Writes to a reader that may be gone, without the signal that this would raise. */
static ssize_t write_quietly(int descriptor, const char *bytes, size_t length) {
    sigset_t broken, before, pending;
    sigemptyset(&broken);
    sigaddset(&broken, SIGPIPE);
    sigpending(&pending);
    pthread_sigmask(SIG_BLOCK, &broken, &before);
    ssize_t written = write(descriptor, bytes, length);
    int cause = errno;
    if (written < 0 && cause == EPIPE && !sigismember(&pending, SIGPIPE))
        sigtimedwait(&broken, NULL, &(struct timespec){0, 0});
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    errno = cause;
    return written;
}

/* False: the stream has ended. */
static bool still_open(ssize_t read_bytes) {
    return read_bytes > 0 || (read_bytes < 0 && (errno == EAGAIN || errno == EINTR));
}

/* Keeps the end of what it complains about. False: nothing new. */
static bool hear_complaints(struct sr_program *program) {
    char piece[PIECE_BYTES];
    if (program->complaints < 0)
        return false;
    ssize_t got = read(program->complaints, piece, sizeof piece);
    if (!still_open(got))
        shut(&program->complaints);
    for (ssize_t i = 0; i < got; i++) {
        if (program->spoken == sizeof program->words - 1)
            memmove(program->words, program->words + 1, --program->spoken);
        program->words[program->spoken++] = piece[i] == '\n' ? ' ' : piece[i];
    }
    return got > 0;
}

/* False: its output has ended. */
static bool hear_answer(struct sr_program *program) {
    size_t room = sizeof program->line - 1 - program->held;
    ssize_t got = read(program->from, program->line + program->held, room);
    if (got > 0)
        program->held += (size_t)got;
    return still_open(got);
}

/* How it ended; killed if it has not, with its group and the watcher. The program itself may have
 * left the group. */
static void reap(struct sr_program *program) {
    if (program->reaped)
        return;
    kill(-program->watcher, SIGKILL);
    kill(program->process, SIGKILL);
    wait_for_end(program->process, &program->status);
    wait_for_end(program->watcher, NULL);
    program->reaped = true;
}

/* Has it ended within so long? It stays unreaped, so that it keeps its number. */
static bool has_ended(const struct sr_program *program, uint64_t milliseconds) {
    uint64_t end = milliseconds_now() + milliseconds;
    for (;;) {
        siginfo_t info = {0};
        if (waitid(P_PID, (id_t)program->process, &info, WEXITED | WNOHANG | WNOWAIT) == 0 &&
            info.si_pid == program->process)
            return true;
        if (milliseconds_now() >= end)
            return false;
        nanosleep(&(struct timespec){0, 1000000}, NULL);
    }
}

static enum sr_reply be_gone(struct sr_program *program, const char **line) {
    struct sr_out out;
    if (!program->reaped) {
        program->lingered = !has_ended(program, LEAVE_MILLISECONDS);
        for (int piece = 0; piece < MOST_PIECES && hear_complaints(program);)
            piece++;
        reap(program);
    }
    if (program->lingered)
        return SR_REPLY_CLOSED;
    sr_out_open(&out, program->line, sizeof program->line);
    bool killed = WIFSIGNALED(program->status);
    sr_put(&out, killed ? "signal " : "exit ");
    sr_put_number(&out, killed ? WTERMSIG(program->status) : WEXITSTATUS(program->status));
    *line = program->line;
    return SR_REPLY_GONE;
}

/* A whole line that has come in, cut off at its end; NULL if there is none yet. */
static const char *whole_line(struct sr_program *program) {
    char *end = memchr(program->line, '\n', program->held);
    if (!end)
        return NULL;
    program->answered = (size_t)(end - program->line) + 1;
    *end = '\0';
    return program->line;
}

/* Waits until something can be said or heard, or the time is over: false. */
static bool wait_for_it(struct sr_program *program, bool speaks, uint64_t end) {
    struct pollfd events[3] = {
        {.fd = program->from, .events = POLLIN},
        {.fd = program->complaints, .events = POLLIN},
        {.fd = speaks ? program->to : -1, .events = POLLOUT},
    };
    uint64_t now = milliseconds_now();
    if (now >= end)
        return false;
    poll(events, 3, end - now > 60000 ? 60000 : (int)(end - now));
    return true;
}

enum sr_reply sr_program_ask(struct sr_program *program, const char *question, size_t length,
                             uint64_t milliseconds, const char **line) {
    uint64_t end = milliseconds_now() + milliseconds;
    size_t said = 0;
    *line = "";
    if (program->reaped)
        return be_gone(program, line);
    program->held -= program->answered;
    memmove(program->line, program->line + program->answered, program->held);
    program->answered = 0;
    if (!hear_answer(program))
        return be_gone(program, line);
    if (program->held > 0) {
        program->line[program->held] = '\0';
        *line = program->line;
        return SR_REPLY_EARLY;
    }
    while (wait_for_it(program, program->to >= 0 && said < length, end)) {
        if (program->to >= 0 && said < length) {
            ssize_t written = write_quietly(program->to, question + said, length - said);
            if (written > 0)
                said += (size_t)written;
            else if (errno != EAGAIN && errno != EINTR)
                shut(&program->to); /* it may still have something to say */
        }
        hear_complaints(program);
        bool open = hear_answer(program);
        if ((*line = whole_line(program)))
            return SR_REPLY_LINE;
        if (!open)
            return be_gone(program, line);
        if (program->held == sizeof program->line - 1)
            return SR_REPLY_LONG;
    }
    return SR_REPLY_LATE;
}

void sr_program_last_words(struct sr_program *program, char words[SR_PROGRAM_WORDS]) {
    hear_complaints(program);
    program->words[program->spoken] = '\0';
    while (program->spoken > 0 && program->words[program->spoken - 1] == ' ')
        program->words[--program->spoken] = '\0';
    memcpy(words, program->spoken ? program->words : "-",
           program->spoken ? program->spoken + 1 : 2);
}

void sr_program_end(struct sr_program *program) {
    if (!program)
        return;
    shut(&program->to);
    if (!program->reaped)
        has_ended(program, LEAVE_MILLISECONDS);
    reap(program);
    shut(&program->from);
    shut(&program->complaints);
    shut(&program->lifeline);
    free(program);
}
