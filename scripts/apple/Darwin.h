// The parts of Darwin that Oak and its examples use, for type-checking without it. What its overlay declares in Swift,
// because it is a macro or takes a variable number of arguments, is declared here as it appears there.
#include <stddef.h>
#include <stdint.h>
#define UNSAFE __attribute__((swift_attr("nonisolated(unsafe)")))

typedef struct os_unfair_lock_s { uint32_t _os_unfair_lock_opaque; } os_unfair_lock;
void os_unfair_lock_lock(os_unfair_lock *lock);
void os_unfair_lock_unlock(os_unfair_lock *lock);

// A function of Linux, for which the interface of Synchronization was made.
uint32_t _swift_stdlib_gettid(void);

typedef int pid_t;
typedef uint16_t mode_t;
typedef uint32_t sigset_t;
typedef uint64_t rlim_t;
typedef void (*sig_t)(int);
struct rlimit { rlim_t rlim_cur, rlim_max; };
struct timespec { long tv_sec, tv_nsec; };
struct stat {
    mode_t st_mode;
    int64_t st_size;
    struct timespec st_mtimespec;
};
struct dirent { char d_name[1024]; };
typedef struct { int descriptor; } DIR;

// What they are equal to does not matter here.
extern const int AT_SYMLINK_NOFOLLOW, OPEN_MAX, RLIMIT_CORE, RLIMIT_NOFILE, STDERR_FILENO, STDOUT_FILENO;
extern const int EACCES, EINTR, ELOOP, ENOENT, ENOTDIR, EPERM;
extern const int FD_CLOEXEC, F_SETFD, F_SETFL;
extern const int O_CLOEXEC, O_DIRECTORY, O_NOFOLLOW, O_NONBLOCK, O_RDONLY, O_WRONLY;
extern const int SIGABRT, SIGALRM, SIGBUS, SIGFPE, SIGILL, SIGKILL, SIGSEGV, SIGTRAP, SIG_SETMASK;
extern const mode_t S_IFMT, S_IFDIR, S_IFREG, S_IFLNK;
extern const sig_t _Nullable SIG_DFL UNSAFE;
extern int errno UNSAFE;
enum __attribute__((enum_extensibility(open))) POSIXErrorCode : int { EIO = 5 };

void _exit(int status) __attribute__((noreturn));
unsigned alarm(unsigned seconds);
int close(int file);
int closedir(DIR *_Nonnull stream);
void *_Nullable dlsym(void *_Nullable handle, const char *_Nullable symbol);
int dup(int file);
int dup2(int file, int other);
int fcntl(int file, int command, int value);
DIR *_Nullable fdopendir(int file);
int fstatat(int folder, const char *_Nonnull name, struct stat *_Nonnull status, int flags);
int getrlimit(int resource, struct rlimit *_Nonnull limits);
int kill(int process, int signal);
int open(const char *_Nonnull path, int flags);
int openat(int folder, const char *_Nonnull path, int flags);
int pipe(int *_Nonnull files);
ptrdiff_t read(int file, void *_Nullable buffer, size_t count);
struct dirent *_Nullable readdir(DIR *_Nonnull stream);
int rename(const char *path, const char *other);
int setrlimit(int resource, const struct rlimit *_Nonnull limits);
int sigemptyset(sigset_t *_Nonnull set);
sig_t _Nullable signal(int number, sig_t _Nullable handler);
int sigprocmask(int how, const sigset_t *_Nullable set, sigset_t *_Nullable old);
char *_Nullable strerror(int code);
pid_t waitpid(pid_t process, int *_Nullable status, int options);
ptrdiff_t write(int file, const void *_Nullable buffer, size_t count);
