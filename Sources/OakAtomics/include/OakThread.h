#ifndef OAK_THREAD_H
#define OAK_THREAD_H

#include <stdint.h>

#if defined(__APPLE__)
// As in <pthread.h>, which would make all of it visible.
extern int pthread_main_np(void);
#endif

// Swift has no thread-local variable that an event can afford.

// One load finds such a variable, instead of a call. Each takes a byte of what the system keeps free for libraries that are
// loaded later.
#if defined(__ELF__)
#define OAK_THREAD_LOCAL _Thread_local __attribute__((tls_model("initial-exec")))
#else
#define OAK_THREAD_LOCAL _Thread_local
#endif

/// Whether the transition of a composite on this thread is quiet, or the next one.
extern OAK_THREAD_LOCAL uint8_t oak_quiet;

/// Whether a run loop is at work on this thread.
extern OAK_THREAD_LOCAL uint8_t oak_at_work;

/// Whether views observe children of the machine whose transition is under way on this thread.
extern OAK_THREAD_LOCAL uint8_t oak_observed;

/// Returns whether code of the main actor may run on this thread: elsewhere than on Apple platforms, on any.
static inline __attribute__((always_inline)) _Bool oak_may_be_main_actor(void) {
#if defined(__APPLE__)
    return pthread_main_np() != 0;
#else
    return 1;
#endif
}

/// Returns whether the transition on this thread, or the next one, is quiet.
static inline __attribute__((always_inline)) uint8_t oak_get_quiet(void) { return oak_quiet; }

/// Sets whether the transition on this thread, or the next one, is quiet.
static inline __attribute__((always_inline)) void oak_set_quiet(uint8_t quiet) { oak_quiet = quiet; }

/// Returns whether a run loop is at work on this thread.
static inline __attribute__((always_inline)) uint8_t oak_get_at_work(void) { return oak_at_work; }

/// Sets whether a run loop is at work on this thread.
static inline __attribute__((always_inline)) void oak_set_at_work(uint8_t at_work) { oak_at_work = at_work; }

/// Returns whether children of the machine that makes a transition on this thread are observed.
static inline __attribute__((always_inline)) uint8_t oak_get_observed(void) { return oak_observed; }

/// Sets whether children of the machine that makes a transition on this thread are observed.
static inline __attribute__((always_inline)) void oak_set_observed(uint8_t observed) { oak_observed = observed; }

#endif
