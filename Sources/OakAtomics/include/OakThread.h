#ifndef OAK_THREAD_H
#define OAK_THREAD_H

#include <stdint.h>

// Swift has no thread-local variable that an event can afford.

/// The purpose for which this thread evaluates the active children of composites, for the length of that call.
extern _Thread_local uint8_t oak_purpose;

/// Whether the next transition of a composite on this thread is quiet; the transition takes the value when it begins.
extern _Thread_local uint8_t oak_is_next_quiet;

/// Whether this thread performs a quiet transition, as far as the children that it steps are concerned.
extern _Thread_local uint8_t oak_is_quiet;

/// Returns the purpose of the evaluation on this thread.
static inline __attribute__((always_inline)) uint8_t oak_get_purpose(void) { return oak_purpose; }

/// Sets the purpose of the evaluation on this thread.
static inline __attribute__((always_inline)) void oak_set_purpose(uint8_t purpose) { oak_purpose = purpose; }

/// Returns whether the next transition on this thread is quiet.
static inline __attribute__((always_inline)) uint8_t oak_get_is_next_quiet(void) { return oak_is_next_quiet; }

/// Sets whether the next transition on this thread is quiet.
static inline __attribute__((always_inline)) void oak_set_is_next_quiet(uint8_t is_quiet) { oak_is_next_quiet = is_quiet; }

/// Returns whether the transition on this thread is quiet.
static inline __attribute__((always_inline)) uint8_t oak_get_is_quiet(void) { return oak_is_quiet; }

/// Sets whether the transition on this thread is quiet.
static inline __attribute__((always_inline)) void oak_set_is_quiet(uint8_t is_quiet) { oak_is_quiet = is_quiet; }

#endif
