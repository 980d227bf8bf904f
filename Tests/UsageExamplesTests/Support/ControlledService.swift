/// A service whose calls wait until the test answers them.
///
/// The test learns of a call by awaiting ``next()``, so it knows where the machine is without ever sleeping. A call
/// whose task is cancelled ends with a `CancellationError`, as a well-behaved service does.
final class ControlledService<Argument: Sendable, Value: Sendable>: Sendable {
    struct Call: Sendable {
        let argument: Argument
        fileprivate let reply: AsyncThrowingStream<Value, any Error>.Continuation

        func succeed(with value: Value) {
            reply.yield(value)
            reply.finish()
        }

        func fail(with error: any Error) { reply.finish(throwing: error) }
    }

    struct NobodyCalled: Error {}

    private let calls: AsyncStream<Call>
    private let incoming: AsyncStream<Call>.Continuation

    init() { (calls, incoming) = AsyncStream.makeStream() }

    func callAsFunction(_ argument: Argument) async throws -> Value {
        let (answers, reply) = AsyncThrowingStream<Value, any Error>.makeStream()
        incoming.yield(Call(argument: argument, reply: reply))
        for try await answer in answers { return answer }
        throw CancellationError()
    }

    /// Waits for the next call.
    func next() async throws -> Call {
        for await call in calls { return call }
        throw NobodyCalled()
    }

    /// The arguments of the calls that were made and that the test has not taken.
    func close() async -> [Argument] {
        incoming.finish()
        return await calls.reduce(into: []) { $0.append($1.argument) }
    }
}

extension ControlledService where Argument == Void {
    func callAsFunction() async throws -> Value { try await self(()) }
}

extension ControlledService.Call where Value == Void {
    func succeed() { succeed(with: ()) }
}
