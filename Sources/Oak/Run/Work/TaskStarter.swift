/// Starts the tasks of a run on the executor that they are to prefer.
///
/// Priority and task-local values are inherited by every unstructured task; the executor preference is not. It is the one that
/// the settings of the run name; else that of an exploration that drives the run; else that of the task of the run, which
/// can be read on Apple platforms from the 26.4 systems on.
@usableFromInline
struct TaskStarter {
    @usableFromInline var preference: Preference?

    /// - Parameter settings: Those of the run.
    @inlinable
    init(_ settings: RunSettings) { preference = settings.executor.map { Preference($0) } }

    /// Starts the work of an operation in a task.
    @inlinable
    mutating func start<Event>(
        _ operation: Operation<Event>, postingTo mailbox: Mailbox<Event>, wakingAtEnd wakes: Bool
    ) {
        // Closures are written out where they are used: passed on as values they would be wrapped three times.
        if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *), let executor = preferred() {
            operation.task = Task(executorPreference: executor) {
                await operation.perform(postingTo: mailbox, wakingAtEnd: wakes)
            }
        } else {
            operation.task = Task { await operation.perform(postingTo: mailbox, wakingAtEnd: wakes) }
        }
    }

    /// Starts a loop that has moved out of its caller's task.
    @inlinable
    mutating func start(_ proceed: Unchecked<(isolated any Actor) async -> Void>, on host: any Actor) -> Task<
        Void, Never
    > {
        if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *), let executor = preferred() {
            return Task(executorPreference: executor) { await proceed.value(host) }
        }
        return Task { await proceed.value(host) }
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    @inlinable
    mutating func preferred() -> (any TaskExecutor)? {
        if let preference { return preference.executor as? any TaskExecutor }
        let current = Preference.ofCurrentTask
        preference = current
        return current.executor as? any TaskExecutor
    }
}

/// The executor that tasks are to prefer, if any; behind a reference, because a run has one only when it starts tasks.
@usableFromInline
final class Preference {
    @usableFromInline let executor: (any RunSettings.Executor)?

    @inlinable
    init(_ executor: (any RunSettings.Executor)?) { self.executor = executor }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    @usableFromInline
    static var ofCurrentTask: Preference {
        if let driving = RunSettings.drivingExecutor { return Preference(driving) }
        if #available(macOS 26.4, iOS 26.4, tvOS 26.4, watchOS 26.4, visionOS 26.4, *) {
            return Preference(withUnsafeCurrentTask { $0?.unownedTaskExecutor?.asTaskExecutor() })
        }
        return Preference(nil)
    }
}

extension Operation {
    /// Does the work, and posts its end when nothing of the work is held any more.
    @inlinable
    @inline(__always)
    nonisolated(nonsending) func perform(postingTo mailbox: Mailbox<Event>, wakingAtEnd wakes: Bool) async {
        do { answer = try await takeWork()?()?.value } catch { failure = error }
        mailbox.post(endOf: self, waking: wakes || failure != nil || answer != nil)
    }
}
