// Before all headers: `statx` is an extension of the GNU library.
#define _GNU_SOURCE

#include "OakFile.h"

#if defined(_WIN32) || defined(__wasi__)
int oak_read_file_identity(const char *path, uint64_t *device, uint64_t *number) { return -1; }
#else
#include <fcntl.h>
#include <sys/stat.h>

int oak_read_file_identity(const char *path, uint64_t *device, uint64_t *number) {
#if defined(__linux__) && defined(STATX_INO)
    struct statx extended;
    if (statx(AT_FDCWD, path, 0, STATX_INO, &extended) == 0) {
        *device = (uint64_t)extended.stx_dev_major << 32 | extended.stx_dev_minor;
        *number = extended.stx_ino;
        return 0;
    }
    return -1;
#else
    struct stat status;
    if (stat(path, &status) != 0) return -1;
    *device = (uint64_t)status.st_dev;
    *number = (uint64_t)status.st_ino;
    return 0;
#endif
}
#endif
