#ifndef OAK_LOG_H
#define OAK_LOG_H

/// Writes a line to standard error, which Swift cannot reach without a library of the system.
void oak_log(const char *line);

#endif
