#include <stdlib.h>

// Swift Testing remembers the backtrace of each error that is thrown, in a table that it goes through again and again.
// Tests that throw by the thousand take twice the time when many of them run at once, and nobody reads the backtraces.
__attribute__((constructor)) static void forget_backtraces_of_errors(void) {
    putenv((char *)"SWT_SWIFT_ERROR_BACKTRACING_ENABLED=0");
}
