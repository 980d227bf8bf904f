#ifndef OAK_THREAD_H
#define OAK_THREAD_H

#include <stdint.h>

/// A serial executor, as the runtime of Swift refers to it.
struct OakSerialExecutor {
    const void *identity;
    uintptr_t implementation;
};

// The compiler calls this function of the runtime as well, so it is there on every system that has actors.
__attribute__((swiftcall)) extern struct OakSerialExecutor swift_task_getCurrentExecutor(void);

/// Returns the identity of the executor whose code runs on this thread.
static inline __attribute__((always_inline)) const void *oak_get_executor(void) {
    return swift_task_getCurrentExecutor().identity;
}

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

/// Returns the record of the run loop that is at work on this thread.
static inline __attribute__((always_inline)) void *oak_get_record(void) { return oak_record; }

/// Sets the record of the run loop that is at work on this thread.
static inline __attribute__((always_inline)) void oak_set_record(void *record) { oak_record = record; }

#endif
