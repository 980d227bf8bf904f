#include "OakServerStart.h"

// Swift has no function that runs before a program begins.
__attribute__((constructor)) static void oak_begin(void) { oak_server_start(); }
