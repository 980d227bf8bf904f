/// A stand-in for a service: tasks wait at the gate until the test opens it with a value or an error.
///
/// The machine waits as it would for the real service, and the test decides when the answer comes, and which.
///
/// ```swift
/// let answer = Gate<Int>("the answer")
/// let request = Task { try await answer.wait() }
/// answer.open(returning: 42)
/// #expect(try await request.value == 42)
/// ```
public final class Gate<Value: Sendable>: Sendable {
    private let name: String
    private let waiting = WaitingList<Result<Value, any Error>?, Int, Value>(nil)

    /// Creates a closed gate.
    ///
    /// - Parameter name: The name of the awaited service, for reports of waits that never end.
    public init(_ name: String = "a gate") { self.name = name }

    /// Waits until the gate is open.
    ///
    /// - Returns: The value that the gate was opened with.
    /// - Throws: The error that the gate was opened with, or `CancellationError` if the calling task is cancelled
    ///   first.
    public nonisolated(nonsending) func wait() async throws -> Value {
        try await waiting.wait(0, as: Wait { [name] in "\(name): open it" }) { $0 }
    }

    /// Opens the gate for all present and future waiters; only the first call has an effect.
    ///
    /// - Parameter value: The value that `wait()` returns.
    public func open(returning value: Value) { release(with: .success(value), opening: true) }

    /// Opens the gate for all present and future waiters; only the first call has an effect.
    ///
    /// - Parameter error: The error that `wait()` throws.
    public func open(throwing error: any Error) { release(with: .failure(error), opening: true) }

    /// Releases the present waiters, and leaves the gate closed for later ones.
    ///
    /// - Parameter value: The value that `wait()` returns.
    /// - Returns: The number of released tasks.
    @discardableResult
    public func letThrough(returning value: Value) -> Int { release(with: .success(value), opening: false) }

    /// Releases the present waiters, and leaves the gate closed for later ones.
    ///
    /// - Parameter error: The error that `wait()` throws.
    /// - Returns: The number of released tasks.
    @discardableResult
    public func letThrough(throwing error: any Error) -> Int { release(with: .failure(error), opening: false) }

    @discardableResult
    private func release(with result: Result<Value, any Error>, opening isOpening: Bool) -> Int {
        let released = waiting.release { answer in
            if isOpening { answer = answer ?? result }
            return 0
        }
        for waiter in released { waiter.letGo(with: result) }
        return released.count
    }

    /// Whether the gate has been opened.
    public var isOpen: Bool { waiting.withState { $0 != nil } }

    /// The number of waiting tasks.
    public var waiters: Int { waiting.count }
}

extension Gate where Value == Void {
    /// Opens the gate for all present and future waiters.
    public func open() { open(returning: ()) }

    /// Releases the present waiters, and leaves the gate closed for later ones.
    ///
    /// - Returns: The number of released tasks.
    @discardableResult
    public func letThrough() -> Int { letThrough(returning: ()) }
}
