#ifndef OAK_FILE_H
#define OAK_FILE_H

#include <stdint.h>

/// Reads the device and the number of the file at a path, and nothing else of its status.
///
/// On Linux, a file whose times were read has to write them with the next change, which makes a sync a third slower.
///
/// @return Zero, or -1 if there is no such file.
int oak_read_file_identity(const char *path, uint64_t *device, uint64_t *number);

#endif
