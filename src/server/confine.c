/* A filter on system calls, for the time after the start: what the server still needs, and nothing
 * else. New programs and processes are not among it, nor connections, unless the store is on
 * another machine, nor memory that can be run. A call that is not on the list fails with EPERM;
 * trying to run another program ends this one.
 *
 * The filter is our own few lines of BPF rather than libseccomp: the list is all there is to it,
 * and there is no dependency for it. */
#define _GNU_SOURCE /* NOLINT(bugprone-reserved-identifier): syscall() */
#include "core/sanitized.h"
#include "server.h"

#include <errno.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#if defined(__x86_64__)
#define MACHINE AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define MACHINE AUDIT_ARCH_AARCH64
#endif

/* A sanitizer calls what it likes at the end of the program. */
#if defined(SR_SANITIZED) || !defined(MACHINE)
bool sr_confine(bool connects, const char **why) {
    (void)connects;
    *why = "not built for it";
    return false;
}
#else

static const int allowed[] = {
    /* files and sockets that are open */
    SYS_read,
    SYS_write,
    SYS_readv,
    SYS_writev,
    SYS_pread64,
    SYS_pwrite64,
    SYS_lseek,
    SYS_close,
    SYS_sendto,
    SYS_sendmsg,
    SYS_recvfrom,
    SYS_recvmsg,
    SYS_sendfile,
    SYS_shutdown,
    SYS_accept,
    SYS_accept4,
    SYS_setsockopt,
    SYS_getsockopt,
    SYS_getsockname,
    SYS_getpeername,
    SYS_fcntl,
    SYS_ioctl,
    SYS_epoll_ctl,
    SYS_epoll_pwait,
    SYS_ppoll,
    SYS_pselect6,
    /* the store, and the client under development */
    SYS_openat,
    SYS_newfstatat,
    SYS_fstat,
    SYS_statx,
    SYS_faccessat,
    SYS_unlinkat,
    SYS_ftruncate,
    SYS_fallocate,
    SYS_fsync,
    SYS_fdatasync,
    SYS_flock,
    SYS_fchmod,
    SYS_fchown,
    SYS_getcwd,
    SYS_readlinkat,
    SYS_renameat,
    /* memory and threads */
    SYS_munmap,
    SYS_mremap,
    SYS_madvise,
    SYS_brk,
    SYS_futex,
    SYS_sched_yield,
    SYS_sched_getaffinity,
    SYS_set_robust_list,
    SYS_rt_sigprocmask,
    SYS_rt_sigreturn,
    SYS_rt_sigaction,
    SYS_rt_sigtimedwait,
    SYS_sigaltstack,
    SYS_restart_syscall,
    SYS_exit,
    SYS_exit_group,
    SYS_tgkill,
    /* who and when */
    SYS_clock_gettime,
    SYS_clock_nanosleep,
    SYS_nanosleep,
    SYS_gettimeofday,
    SYS_getrandom,
    SYS_getpid,
    SYS_gettid,
    SYS_getuid,
    SYS_geteuid,
    SYS_getgid,
    SYS_getegid,
    SYS_prlimit64,
    SYS_sysinfo,
    SYS_getpriority, /* threads that yield to others; never the other way without a privilege */
    SYS_setpriority,
    SYS_uname,
#ifdef SYS_rseq
    SYS_rseq,
#endif
#ifdef SYS_open /* machines that have the old names too */
    SYS_open,
    SYS_stat,
    SYS_lstat,
    SYS_access,
    SYS_unlink,
    SYS_readlink,
    SYS_rename,
    SYS_poll,
    SYS_select,
    SYS_epoll_wait,
    SYS_time,
    SYS_arch_prctl,
#endif
};
/* Finding a database again, and connecting to it. */
static const int connecting[] = {
    SYS_socket, SYS_connect, SYS_bind, SYS_sendmmsg, SYS_recvmmsg, SYS_fstatfs, SYS_getdents64,
};
static const int deadly[] = {SYS_execve, SYS_execveat, SYS_ptrace};

enum {
    ALLOWED = sizeof allowed / sizeof allowed[0],
    CONNECTING = sizeof connecting / sizeof connecting[0],
    DEADLY = sizeof deadly / sizeof deadly[0],
    HEAD = 4,
    WRITABLE = 8,
    LENGTH = HEAD + 2 * DEADLY + WRITABLE + 2 * ALLOWED + 2 * CONNECTING + 1
};

struct program {
    struct sock_filter line[LENGTH];
    unsigned short count;
};

static void add(struct program *program, uint16_t code, uint8_t if_true, uint8_t if_false,
                uint32_t value) {
    program->line[program->count++] = (struct sock_filter){code, if_true, if_false, value};
}

static void answer_for(struct program *program, int call, uint32_t answer) {
    add(program, BPF_JMP | BPF_JEQ | BPF_K, 0, 1, (uint32_t)call);
    add(program, BPF_RET | BPF_K, 0, 0, answer);
}

static void write_program(struct program *program, bool connects) {
    const uint32_t refuse = SECCOMP_RET_ERRNO | EPERM;
    add(program, BPF_LD | BPF_W | BPF_ABS, 0, 0, offsetof(struct seccomp_data, arch));
    add(program, BPF_JMP | BPF_JEQ | BPF_K, 1, 0, MACHINE);
    add(program, BPF_RET | BPF_K, 0, 0, SECCOMP_RET_KILL_PROCESS);
    add(program, BPF_LD | BPF_W | BPF_ABS, 0, 0, offsetof(struct seccomp_data, nr));
    for (int i = 0; i < DEADLY; i++)
        answer_for(program, deadly[i], SECCOMP_RET_KILL_PROCESS);
    /* mmap and mprotect, but not of memory that can be run */
    add(program, BPF_JMP | BPF_JEQ | BPF_K, 2, 0, SYS_mmap);
    add(program, BPF_JMP | BPF_JEQ | BPF_K, 1, 0, SYS_mprotect);
    add(program, BPF_JMP | BPF_JA, 0, 0, 4);
    add(program, BPF_LD | BPF_W | BPF_ABS, 0, 0, offsetof(struct seccomp_data, args[2]));
    add(program, BPF_JMP | BPF_JSET | BPF_K, 0, 1, PROT_EXEC);
    add(program, BPF_RET | BPF_K, 0, 0, refuse);
    add(program, BPF_RET | BPF_K, 0, 0, SECCOMP_RET_ALLOW);
    for (int i = 0; i < ALLOWED; i++)
        answer_for(program, allowed[i], SECCOMP_RET_ALLOW);
    for (int i = 0; connects && i < CONNECTING; i++)
        answer_for(program, connecting[i], SECCOMP_RET_ALLOW);
    add(program, BPF_RET | BPF_K, 0, 0, refuse);
}

bool sr_confine(bool connects, const char **why) {
    struct program program = {.count = 0};
    write_program(&program, connects);
    struct sock_fprog filter = {program.count, program.line};
    *why = NULL;
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 ||
        syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_TSYNC, &filter) != 0)
        *why = strerror(errno);
    return !*why;
}
#endif
