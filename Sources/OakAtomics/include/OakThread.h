#ifndef OAK_THREAD_H
#define OAK_THREAD_H

#include <stdint.h>

#if defined(__APPLE__)
// As in <pthread.h>, which would make all of it visible.
extern int pthread_main_np(void);
#endif

// Swift has no thread-local variable that an event can afford.

// One load finds such a variable, instead of a call. It takes eight bytes of what the system keeps free for libraries that
// are loaded later.
#if defined(__ELF__)
#define OAK_THREAD_LOCAL _Thread_local __attribute__((tls_model("initial-exec")))
#else
#define OAK_THREAD_LOCAL _Thread_local
#endif

/// What the run loop that is at work on this thread tells the steps inside it; null if no loop is at work.
extern OAK_THREAD_LOCAL void *oak_record;

/// Returns whether code of the main actor may run on this thread: elsewhere than on Apple platforms, on any.
static inline __attribute__((always_inline)) _Bool oak_may_be_main_actor(void) {
#if defined(__APPLE__)
    return pthread_main_np() != 0;
#else
    return 1;
#endif
}

/// Returns the record of the run loop that is at work on this thread.
static inline __attribute__((always_inline)) void *oak_get_record(void) { return oak_record; }

/// Sets the record of the run loop that is at work on this thread.
static inline __attribute__((always_inline)) void oak_set_record(void *record) { oak_record = record; }

#endif
