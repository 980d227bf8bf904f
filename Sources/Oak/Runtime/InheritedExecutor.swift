extension Task where Success == Void, Failure == Never {
    /// Starts a task on the executor that the current task prefers.
    ///
    /// Priority and task-local values are inherited by every unstructured task; the executor preference is not. Reading
    /// it needs Swift 6.3 and, on Apple platforms, the 26.4 systems; elsewhere the task starts on the default executor.
    @inlinable
    static func inheritingExecutor(_ operation: @escaping @Sendable @concurrent () async -> Void) -> Task {
        #if compiler(>=6.3)
            if #available(macOS 26.4, iOS 26.4, tvOS 26.4, watchOS 26.4, visionOS 26.4, *),
                let executor = withUnsafeCurrentTask(body: { $0?.unownedTaskExecutor?.asTaskExecutor() })
            {
                return Task(executorPreference: executor, operation: operation)
            }
        #endif
        return Task(operation: operation)
    }
}
