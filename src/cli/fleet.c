/* A fleet by MPI, which is an optional part of the build (make MPI=1). Without it, and started by
 * hand, the program is alone. */
#include "fleet.h"

#include "cli/problems.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* How many processes a launcher started; each of them says it in its own way. */
static int started_processes(void) {
    static const char *const variables[] = {"OMPI_COMM_WORLD_SIZE", "PMI_SIZE", "MPI_LOCALNRANKS"};
    for (size_t i = 0; i < sizeof variables / sizeof variables[0]; i++) {
        const char *value = getenv(variables[i]);
        if (value && atoi(value) > 1)
            return atoi(value);
    }
    return 1;
}

#ifdef SERAI_MPI

#include <fcntl.h>
#include <mpi.h>
#include <unistd.h>

static struct sr_fleet fleet_of_mpi;

static void send_bytes(int to, const void *bytes, size_t length) {
    MPI_Send(bytes, (int)length, MPI_BYTE, to, 0, MPI_COMM_WORLD);
}

static bool receive_bytes(int *from, void *bytes, size_t room, size_t *length) {
    MPI_Status status;
    int arrived = 0, count = 0;
    MPI_Iprobe(MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &arrived, &status);
    if (!arrived)
        return false;
    *from = status.MPI_SOURCE;
    MPI_Recv(bytes, (int)room, MPI_BYTE, *from, 0, MPI_COMM_WORLD, &status);
    MPI_Get_count(&status, MPI_BYTE, &count);
    *length = (size_t)count;
    return true;
}

static void broadcast_bytes(void *bytes, size_t length) {
    MPI_Bcast(bytes, (int)length, MPI_BYTE, 0, MPI_COMM_WORLD);
}

/* Results are only the same if all play by the same program. */
static bool are_of_one_version(void) {
    char version[64] = SERAI_VERSION;
    int same, all;
    MPI_Bcast(version, sizeof version, MPI_CHAR, 0, MPI_COMM_WORLD);
    same = strcmp(version, SERAI_VERSION) == 0;
    MPI_Allreduce(&same, &all, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD);
    return all;
}

/* mpirun reads our standard error through a pipe, so that nobody would see how far we are: if its
 * own is a terminal of this machine, ours is that too. */
static void speak_to_the_terminal(void) {
    char path[64];
    snprintf(path, sizeof path, "/proc/%ld/fd/2", (long)getppid());
    int terminal = isatty(STDERR_FILENO) ? -1 : open(path, O_WRONLY | O_NOCTTY | O_CLOEXEC);
    if (terminal < 0)
        return;
    if (isatty(terminal)) {
        fflush(stderr);
        dup2(terminal, STDERR_FILENO);
    }
    close(terminal);
}

bool sr_fleet_join(const struct sr_fleet **fleet, struct sr_error *error) {
    int provided;
    *fleet = NULL;
    if (started_processes() == 1)
        return true;
    MPI_Init_thread(NULL, NULL, MPI_THREAD_FUNNELED, &provided);
    MPI_Comm_rank(MPI_COMM_WORLD, &fleet_of_mpi.rank);
    MPI_Comm_size(MPI_COMM_WORLD, &fleet_of_mpi.ranks);
    fleet_of_mpi.send = send_bytes;
    fleet_of_mpi.receive = receive_bytes;
    fleet_of_mpi.broadcast = broadcast_bytes;
    *fleet = &fleet_of_mpi;
    /* one process speaks for all */
    if (!sr_leads(*fleet) &&
        (!freopen("/dev/null", "w", stdout) || !freopen("/dev/null", "w", stderr)))
        return sr_fail(error, SR_PROBLEM_MEMORY, NULL);
    if (sr_leads(*fleet))
        speak_to_the_terminal();
    return are_of_one_version() || sr_fail(error, SR_PROBLEM_FLEET_VERSIONS, SERAI_VERSION, NULL);
}

void sr_fleet_leave(const struct sr_fleet *fleet, int code) {
    if (!fleet)
        return;
    fflush(stdout);
    fflush(stderr);
    if (code)
        MPI_Abort(MPI_COMM_WORLD, code);
    MPI_Finalize();
}

#else

bool sr_fleet_join(const struct sr_fleet **fleet, struct sr_error *error) {
    char count[16];
    *fleet = NULL;
    if (started_processes() == 1)
        return true;
    snprintf(count, sizeof count, "%d", started_processes());
    return sr_fail(error, SR_PROBLEM_FLEET_NONE, count, NULL);
}

void sr_fleet_leave(const struct sr_fleet *fleet, int code) {
    (void)fleet;
    (void)code;
}

#endif
