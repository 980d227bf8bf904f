/// Starts tasks on the executor that the task of the run prefers.
///
/// Priority and task-local values are inherited by every unstructured task; the executor preference is not. Reading it needs
/// Swift 6.3 and, on Apple platforms, the 26.4 systems; elsewhere tasks start on the default executor.
@usableFromInline
struct TaskStarter {
    @usableFromInline var preference: Preference?

    @inlinable
    init() {}

    /// Starts the work of an operation in a task.
    @inlinable
    mutating func start<Event>(_ operation: Operation, postingTo mailbox: Mailbox<Event>, wakingAtEnd wakes: Bool) {
        // Closures are written out where they are used: passed on as values they would be wrapped three times.
        #if compiler(>=6.3)
            if #available(macOS 26.4, iOS 26.4, tvOS 26.4, watchOS 26.4, visionOS 26.4, *),
                let executor = inherited() as? any TaskExecutor
            {
                operation.task = Task(executorPreference: executor) {
                    await operation.perform(postingTo: mailbox, wakingAtEnd: wakes)
                }
                return
            }
        #endif
        operation.task = Task { await operation.perform(postingTo: mailbox, wakingAtEnd: wakes) }
    }

    /// Starts a loop that has moved out of its caller's task.
    @inlinable
    mutating func start(_ proceed: Unchecked<(isolated any Actor) async -> Void>, on host: any Actor) -> Task<
        Void, Never
    > {
        #if compiler(>=6.3)
            if #available(macOS 26.4, iOS 26.4, tvOS 26.4, watchOS 26.4, visionOS 26.4, *),
                let executor = inherited() as? any TaskExecutor
            {
                return Task(executorPreference: executor) { await proceed.value(host) }
            }
        #endif
        return Task { await proceed.value(host) }
    }

    #if compiler(>=6.3)
        @available(macOS 26.4, iOS 26.4, tvOS 26.4, watchOS 26.4, visionOS 26.4, *)
        @inlinable
        mutating func inherited() -> (any Sendable)? {
            if let preference { return preference.executor }
            let current = Preference(withUnsafeCurrentTask { $0?.unownedTaskExecutor?.asTaskExecutor() })
            preference = current
            return current.executor
        }
    #endif
}

/// What a task prefers; behind a reference, because a run has one only when it starts tasks.
@usableFromInline
final class Preference {
    // `any TaskExecutor`, which older Apple systems have no name for.
    @usableFromInline let executor: (any Sendable)?

    @inlinable
    init(_ executor: (any Sendable)?) { self.executor = executor }
}

extension Operation {
    /// Does the work, and posts its end when nothing of the work is held any more.
    @inlinable
    @inline(__always)
    nonisolated(nonsending) func perform<Event>(postingTo mailbox: Mailbox<Event>, wakingAtEnd wakes: Bool) async {
        do { try await takeWork()?() } catch { failure = error }
        mailbox.post(endOf: self, waking: wakes || failure != nil)
    }
}
