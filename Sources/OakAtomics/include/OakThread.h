#ifndef OAK_THREAD_H
#define OAK_THREAD_H

#include <stdint.h>

// Swift has no thread-local variable that an event can afford.

/// The purpose for which this thread evaluates the active children of composites, for the length of that call.
extern _Thread_local uint8_t oak_purpose;

/// Whether this thread performs a transition of a run in which nothing is live, for the length of that transition.
extern _Thread_local uint8_t oak_is_quiet;

/// Returns the purpose of the evaluation on this thread.
static inline __attribute__((always_inline)) uint8_t oak_get_purpose(void) { return oak_purpose; }

/// Sets the purpose of the evaluation on this thread.
static inline __attribute__((always_inline)) void oak_set_purpose(uint8_t purpose) { oak_purpose = purpose; }

/// Returns whether the transition on this thread is quiet.
static inline __attribute__((always_inline)) uint8_t oak_get_is_quiet(void) { return oak_is_quiet; }

/// Sets whether the transition on this thread is quiet.
static inline __attribute__((always_inline)) void oak_set_is_quiet(uint8_t is_quiet) { oak_is_quiet = is_quiet; }

#endif
