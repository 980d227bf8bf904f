// The parts of Darwin that Oak, its tests and its examples use, for type-checking without it.
#include <stddef.h>
#include <stdint.h>

typedef struct os_unfair_lock_s {
    uint32_t _os_unfair_lock_opaque;
} os_unfair_lock;
void os_unfair_lock_lock(os_unfair_lock *lock);
void os_unfair_lock_unlock(os_unfair_lock *lock);

// A function of Linux, for which the interface of Synchronization was made.
uint32_t _swift_stdlib_gettid(void);

typedef int pid_t;
typedef int64_t off_t;
typedef uint16_t mode_t;
typedef uint32_t sigset_t;
typedef uint64_t rlim_t;
struct rlimit {
    rlim_t rlim_cur, rlim_max;
};
struct timespec {
    long tv_sec, tv_nsec;
};
struct stat {
    mode_t st_mode;
    off_t st_size;
    struct timespec st_mtimespec;
};
struct dirent {
    char d_name[1024];
};
typedef struct {
    int descriptor;
} DIR;

#define RLIMIT_CORE 4
#define RLIMIT_NOFILE 8
#define OPEN_MAX 10240
#define SIGILL 4
#define SIGTRAP 5
#define SIGABRT 6
#define SIGFPE 8
#define SIGBUS 10
#define SIGSEGV 11
#define SIGALRM 14
#define SIG_SETMASK 3
#define EPERM 1
#define ENOENT 2
#define EINTR 4
#define EACCES 13
#define EWOULDBLOCK 35
#define ENOTDIR 20
#define AT_SYMLINK_NOFOLLOW 0x20
#define O_RDONLY 0
#define O_WRONLY 1
#define O_RDWR 2
#define O_NONBLOCK 4
#define O_NOFOLLOW 0x100
#define O_CREAT 0x200
#define O_DIRECTORY 0x100000
#define O_CLOEXEC 0x1000000
#define F_SETFD 2
#define F_SETFL 4
#define FD_CLOEXEC 1
#define LOCK_EX 2
#define LOCK_NB 4
#define STDIN_FILENO 0
#define STDOUT_FILENO 1
#define STDERR_FILENO 2

#define SIGKILL 9
#define ELOOP 62
int dup(int file);
int rename(const char *path, const char *other);
int mkfifo(const char *path, unsigned short mode);
int kill(int process, int signal);
void _exit(int status) __attribute__((noreturn));
unsigned alarm(unsigned seconds);
int close(int file);
int closedir(DIR *_Nonnull stream);
void *_Nullable dlsym(void *_Nullable handle, const char *_Nullable symbol);
int dup2(int file, int other);
DIR *_Nullable fdopendir(int file);
int flock(int file, int how);
int fstat(int file, struct stat *_Nonnull status);
int fstatat(int folder, const char *_Nonnull name, struct stat *_Nonnull status, int flags);
int ftruncate(int file, off_t size);
char *_Nullable getenv(const char *_Nonnull name);
int pipe(int *_Nonnull files);
ptrdiff_t read(int file, void *_Nullable buffer, size_t count);
ptrdiff_t pread(int file, void *_Nullable buffer, size_t count, off_t offset);
struct dirent *_Nullable readdir(DIR *_Nonnull stream);
int getrlimit(int resource, struct rlimit *_Nonnull limits);
int setrlimit(int resource, const struct rlimit *_Nonnull limits);
int sigemptyset(sigset_t *_Nonnull set);
int sigprocmask(int how, const sigset_t *_Nullable set, sigset_t *_Nullable old);
char *_Nullable strerror(int code);
pid_t waitpid(pid_t process, int *_Nullable status, int options);
ptrdiff_t write(int file, const void *_Nullable buffer, size_t count);
