#include "OakAtomics.h"
#include "OakThread.h"

#include <stdio.h>

OAK_THREAD_LOCAL uint8_t oak_quiet = 0;
OAK_THREAD_LOCAL uint8_t oak_at_work = 0;
OAK_THREAD_LOCAL uint8_t oak_observed = 0;

void oak_log(const char *line) { fprintf(stderr, "%s\n", line); }
