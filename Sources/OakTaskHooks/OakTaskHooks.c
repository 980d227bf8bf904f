#include "OakTaskHooks.h"

#include <stddef.h>

// The runtime of Swift asks its hooks where they are set. They are functions of the process: on a thread that is not
// driven, they do what the runtime would do without them. Hooks that other code has set stay as they are.

#define SWIFT_CALL __attribute__((swiftcall))
#if defined(_WIN32)
// A library for Windows has no weak symbols: only the hooks that every runtime has are set there.
#define WEAK
#else
#define WEAK __attribute__((weak))
#endif

typedef SWIFT_CALL struct OakExecutor (*GetMainExecutor)(void);
typedef SWIFT_CALL void (*EnqueueGlobal)(void *job);
typedef SWIFT_CALL struct OakExecutor (*GetMainExecutorHook)(GetMainExecutor original);
typedef SWIFT_CALL void (*EnqueueGlobalHook)(void *job, EnqueueGlobal original);

extern WEAK GetMainExecutorHook swift_task_getMainExecutor_hook;
extern EnqueueGlobalHook swift_task_enqueueGlobal_hook;
extern SWIFT_CALL void swift_task_enqueueGlobal(void *job);

static _Thread_local const struct OakDrivenThread *answers_of_thread = NULL;

static SWIFT_CALL struct OakExecutor get_main_executor(GetMainExecutor original) {
    return answers_of_thread ? answers_of_thread->main_actor : original();
}

static SWIFT_CALL void enqueue_global(void *job, EnqueueGlobal original) {
    const struct OakDrivenThread *answers = answers_of_thread;
    if (answers) answers->enqueue(answers->context, job);
    else original(job);
}

static void set_hooks(void) {
    EnqueueGlobalHook no_enqueue = NULL;
    __atomic_compare_exchange_n(
        &swift_task_enqueueGlobal_hook, &no_enqueue, enqueue_global, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED);
    GetMainExecutorHook no_executor = NULL;
    if (&swift_task_getMainExecutor_hook)
        __atomic_compare_exchange_n(
            &swift_task_getMainExecutor_hook, &no_executor, get_main_executor, false, __ATOMIC_RELAXED,
            __ATOMIC_RELAXED);
}

const struct OakDrivenThread *oak_drive_thread(const struct OakDrivenThread *answers) {
    if (answers) set_hooks();
    const struct OakDrivenThread *before = answers_of_thread;
    answers_of_thread = answers;
    return before;
}

const struct OakDrivenThread *oak_driven_thread(void) { return answers_of_thread; }

void oak_enqueue_globally(void *job) {
    // Otherwise a driven thread would take the job itself.
    const struct OakDrivenThread *before = oak_drive_thread(NULL);
    swift_task_enqueueGlobal(job);
    oak_drive_thread(before);
}
