/// The run on whose behalf the current code sends events, known in the functions that runs call for an observer which
/// reaches its run.
@usableFromInline enum SendingRun {
    @TaskLocal private static var current: ObjectIdentifier?

    /// The identity of the run that the calling code belongs to.
    @usableFromInline static var ofSender: ObjectIdentifier? { current }

    /// Calls a function of a run.
    ///
    /// - Parameters:
    ///   - run: The run; `nil` if nobody wants to know it.
    ///   - context: The context in which the function works, if it has one.
    @usableFromInline
    static func perform<Result>(
        as run: ObjectIdentifier?, in context: EventContext?, _ body: () throws -> Result
    ) rethrows -> Result {
        guard let context else { return try perform(as: run, body) }
        return try context.perform { try perform(as: run, body) }
    }

    @usableFromInline
    nonisolated(nonsending) static func perform<Result>(
        as run: ObjectIdentifier?, in context: EventContext?,
        _ body: nonisolated(nonsending) () async throws -> Result
    ) async rethrows -> Result {
        guard let context else { return try await perform(as: run, body) }
        return try await context.perform { try await perform(as: run, body) }
    }

    private static func perform<Result>(as run: ObjectIdentifier?, _ body: () throws -> Result) rethrows -> Result {
        guard let run else { return try body() }
        return try $current.withValue(run, operation: body)
    }

    private nonisolated(nonsending) static func perform<Result>(
        as run: ObjectIdentifier?, _ body: nonisolated(nonsending) () async throws -> Result
    ) async rethrows -> Result {
        guard let run else { return try await body() }
        return try await $current.withValue(run, operation: body)
    }
}
