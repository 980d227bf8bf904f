/// Starts the tasks of a run on their preferred executor.
///
/// An unstructured task inherits priority and task-local values, but not the executor preference. The preference is
/// that of the run's settings, else that of the exploration that drives the run, else that of the run's task, which
/// Apple platforms expose from the 26.4 systems on.
@usableFromInline struct TaskStarter {
    @usableFromInline var preference: Preference?

    /// - Parameter settings: The settings of the run.
    @inlinable init(_ settings: RunSettings) {
        if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *), let executor = settings.taskExecutor {
            preference = PreferredExecutor(executor)
        }
    }

    /// Starts the task of an operation.
    @inlinable mutating func start<Event, Env, Input: TransducerInput<Event>>(
        _ operation: LiveOperation<Event, Env, Input>
    ) {
        // The closures are written where they are used, because passing them as values would wrap them three times.
        // They capture nothing else, because the operation itself then serves as their context.
        if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *), let executor = preferred() {
            operation.task = Task(executorPreference: executor) { await operation.perform() }
        } else {
            operation.task = Task { await operation.perform() }
        }
    }

    /// Starts a loop that has left its caller's task.
    @usableFromInline mutating func start(
        _ proceed: SystemIsolated<(isolated any Actor) async -> Void>, on host: any Actor
    ) -> Task<Void, Never> {
        if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *), let executor = preferred() {
            return Task(executorPreference: executor) { await proceed.value(host) }
        }
        return Task { await proceed.value(host) }
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    @inlinable mutating func preferred() -> (any TaskExecutor)? {
        if let preference { return preference.taskExecutor }
        let current = Preference.ofCurrentTask
        preference = current
        return current.taskExecutor
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
            settings.taskExecutor = Preference.ofCurrentTask.taskExecutor
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

/// The preferred executor of tasks, if any; a class, because only a run that starts tasks has one.
@usableFromInline class Preference {
    @inlinable init() {}

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    @usableFromInline var taskExecutor: (any TaskExecutor)? { nil }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    @usableFromInline static var ofCurrentTask: Preference {
        if let driving = Scenario.current?.executor as? any TaskExecutor { return PreferredExecutor(driving) }
        if #available(macOS 26.4, iOS 26.4, tvOS 26.4, watchOS 26.4, visionOS 26.4, *),
            let executor = withUnsafeCurrentTask(body: { $0?.unownedTaskExecutor?.asTaskExecutor() })
        {
            return PreferredExecutor(executor)
        }
        return Preference()
    }
}

/// An executor with its static type, which saves a cast for each task.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
@usableFromInline final class PreferredExecutor: Preference {
    @usableFromInline let executor: any TaskExecutor

    @inlinable init(_ executor: any TaskExecutor) {
        self.executor = executor
        super.init()
    }

    @usableFromInline override var taskExecutor: (any TaskExecutor)? { executor }
}
