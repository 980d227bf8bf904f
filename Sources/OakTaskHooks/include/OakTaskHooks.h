#ifndef OAK_TASK_HOOKS_H
#define OAK_TASK_HOOKS_H

#include <stdbool.h>
#include <stdint.h>

/// A serial executor, as the runtime of Swift refers to it.
struct OakExecutor {
    const void *identity;
    uintptr_t implementation;
};

/// The answers to the runtime of Swift that a thread gives while it runs the jobs of a test.
struct OakDrivenThread {
    /// The executor that stands for the executor of the main actor.
    struct OakExecutor main_actor;
    /// Takes a job that names no executor.
    void (*enqueue)(const void *context, void *job);
    const void *context;
};

/// Lets the calling thread answer the runtime of Swift; without an argument, it answers like any other thread.
///
/// @return The answers that the thread gave before.
const struct OakDrivenThread *oak_drive_thread(const struct OakDrivenThread *answers);

/// Returns what the calling thread answers the runtime of Swift, if it answers.
const struct OakDrivenThread *oak_driven_thread(void);

/// Gives a job that names no executor to the threads of the system.
void oak_enqueue_globally(void *job);

#endif
