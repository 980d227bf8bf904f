#ifndef OAK_ATOMICS_H
#define OAK_ATOMICS_H

#include <stdatomic.h>
#include <stdint.h>

#include "OakLog.h"
#include "OakThread.h"

// The atomic operations that Oak uses on Apple platforms, some of which lack `Synchronization.Atomic`.

/// Reads an integer that other threads may write, without ordering other memory accesses.
static inline __attribute__((always_inline)) intptr_t oak_load_relaxed(const intptr_t *value) {
    return atomic_load_explicit((const _Atomic(intptr_t) *)value, memory_order_relaxed);
}

/// Writes an integer that other threads may read, without ordering other memory accesses.
static inline __attribute__((always_inline)) void oak_store_relaxed(intptr_t *value, intptr_t new_value) {
    atomic_store_explicit((_Atomic(intptr_t) *)value, new_value, memory_order_relaxed);
}

/// Adds to an integer that other threads may read and change, without ordering other memory accesses.
///
/// @return The sum.
static inline __attribute__((always_inline)) intptr_t oak_add_relaxed(intptr_t *value, intptr_t number) {
    return atomic_fetch_add_explicit((_Atomic(intptr_t) *)value, number, memory_order_relaxed) + number;
}

#endif
