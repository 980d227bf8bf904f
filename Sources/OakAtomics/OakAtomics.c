#include "OakAtomics.h"
#include "OakThread.h"

#include <stdio.h>

OAK_THREAD_LOCAL void *oak_record = NULL;

void oak_log(const char *line) { fprintf(stderr, "%s\n", line); }
