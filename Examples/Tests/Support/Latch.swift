/// Holds one task until it is opened; for services that are to answer when a test says so.
public struct Latch: Sendable {
    private let gate = AsyncStream.makeStream(of: Void.self)

    public init() {}

    /// Lets the task go.
    public func open() { gate.continuation.finish() }

    /// Returns when the latch is opened.
    ///
    /// - Throws: `CancellationError` when the task is cancelled first.
    public func wait() async throws {
        for await _ in gate.stream {}
        try Task.checkCancellation()
    }
}
