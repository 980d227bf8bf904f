#if Server
    public import Instrumentation

    /// The tracing context of a task, which an event takes along from its sender.
    @_documentation(visibility: internal)
    public typealias EventContext = ServiceContext

    extension EventContext {
        /// That of the calling task.
        @inlinable static var ofSender: EventContext? { current }

        /// Whether events can have a context.
        @inlinable static var exists: Bool { true }

        @inlinable func perform<Result>(_ body: () throws -> Result) rethrows -> Result {
            try ServiceContext.withValue(self, operation: body)
        }

        @inlinable
        nonisolated(nonsending) func perform<Result>(
            _ body: nonisolated(nonsending) () async throws -> Result
        ) async rethrows -> Result {
            try await ServiceContext.$current.withValue(self, operation: body)
        }
    }
#else
    /// The tracing context of an event; without the trait `Server` there is none, and no code for it.
    @_documentation(visibility: internal)
    public enum EventContext: Sendable {
        @inlinable static var ofSender: EventContext? { nil }
        @inlinable static var exists: Bool { false }
        @inlinable func perform<Result>(_ body: () throws -> Result) rethrows -> Result { try body() }
        @inlinable
        nonisolated(nonsending) func perform<Result>(
            _ body: nonisolated(nonsending) () async throws -> Result
        ) async rethrows -> Result {
            try await body()
        }
    }
#endif
