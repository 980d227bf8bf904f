/// Starts the tasks of a run on their preferred executor.
///
/// An unstructured task inherits priority and task-local values, but not the executor preference. The preference is
/// that of the run's settings, else that of the exploration that drives the run, else that of the run's task, which
/// Apple platforms expose from the 26.4 systems on.
@usableFromInline struct TaskStarter {
    @usableFromInline var preference: Preference?

    /// - Parameter settings: The settings of the run.
    @inlinable init(_ settings: RunSettings) { preference = settings.executor.map { Preference($0) } }

    /// Starts the task of an operation.
    @inlinable mutating func start<Event>(
        _ operation: Operation<Event>, postingTo mailbox: Mailbox<Event>, wakingAtEnd wakes: Bool
    ) {
        // The closures are written where they are used, because passing them as values would wrap them three times.
        if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *), let executor = preferred() {
            operation.task = Task(executorPreference: executor) {
                await operation.perform(postingTo: mailbox, wakingAtEnd: wakes)
            }
        } else {
            operation.task = Task { await operation.perform(postingTo: mailbox, wakingAtEnd: wakes) }
        }
    }

    /// Starts a loop that has left its caller's task.
    @inlinable
    mutating func start(_ proceed: SystemIsolated<(isolated any Actor) async -> Void>, on host: any Actor) -> Task<
        Void, Never
    > {
        if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *), let executor = preferred() {
            return Task(executorPreference: executor) { await proceed.value(host) }
        }
        return Task { await proceed.value(host) }
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    @inlinable mutating func preferred() -> (any TaskExecutor)? {
        if let preference { return preference.executor as? any TaskExecutor }
        let current = Preference.ofCurrentTask
        preference = current
        return current.executor as? any TaskExecutor
    }
}

/// The executor that the tasks of a host prefer: that of the task in which the host was opened.
@usableFromInline package struct TaskSource: Sendable {
    /// Settings for the runs that the host starts.
    @usableFromInline package let settings: RunSettings

    /// - Parameter settings: The settings of the host's runs.
    @usableFromInline package init(_ settings: RunSettings = RunSettings()) {
        var settings = settings
        if settings.executor == nil, #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) {
            settings.executor = Preference.ofCurrentTask.executor
        }
        self.settings = settings
    }

    /// Starts a task of the host, on the actor of the caller, so that it does not begin elsewhere first.
    ///
    /// - Parameters:
    ///   - priority: The priority; that of the caller unless given.
    ///   - body: The work.
    @discardableResult
    package func start(
        priority: TaskPriority? = nil,
        @_inheritActorContext _ body: sending @escaping @isolated(any) () async -> Void
    ) -> Task<Void, Never> {
        if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *),
            let executor = settings.executor as? any TaskExecutor
        {
            return Task(executorPreference: executor, priority: priority, operation: body)
        }
        return Task(priority: priority, operation: body)
    }
}

/// The preferred executor of tasks, if any; boxed, because only a run that starts tasks has one.
@usableFromInline final class Preference {
    @usableFromInline let executor: (any RunSettings.Executor)?

    @inlinable init(_ executor: (any RunSettings.Executor)?) { self.executor = executor }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    @usableFromInline static var ofCurrentTask: Preference {
        if let driving = RunSettings.drivingExecutor { return Preference(driving) }
        if #available(macOS 26.4, iOS 26.4, tvOS 26.4, watchOS 26.4, visionOS 26.4, *) {
            return Preference(withUnsafeCurrentTask { $0?.unownedTaskExecutor?.asTaskExecutor() })
        }
        return Preference(nil)
    }
}

extension Operation {
    /// Performs the work, and posts its end after releasing everything that the work holds.
    @inlinable
    @inline(__always)
    nonisolated(nonsending) func perform(postingTo mailbox: Mailbox<Event>, wakingAtEnd wakes: Bool) async {
        do { answer = try await takeWork()?()?.value } catch { failure = error }
        mailbox.post(endOf: self, waking: wakes || failure != nil || answer != nil)
    }
}
