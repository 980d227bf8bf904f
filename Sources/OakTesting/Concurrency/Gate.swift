/// Something that happens when a test says so: tasks wait for it, and go on with a value or an error.
///
/// A gate stands in for a service that answers late. The machine waits as it would for the real one, and the test decides
/// when the answer comes, and which.
///
/// ```swift
/// let answer = Gate<Int>("the answer")
/// let request = Task { try await answer.wait() }
/// answer.open(returning: 42)
/// #expect(try await request.value == 42)
/// ```
public final class Gate<Value: Sendable>: Sendable {
    private let name: String
    private let waiting = WaitingList<Result<Value, any Error>?, Visitor, Value>(nil)

    /// Creates a gate that is closed.
    ///
    /// - Parameter name: What it stands for, to be shown when a test waits for it in vain.
    public init(_ name: String = "a gate") { self.name = name }

    /// Waits until the gate is open.
    ///
    /// - Returns: The value that the gate was opened with.
    /// - Throws: The error that the gate was opened with, or `CancellationError` when the calling task is cancelled first.
    public nonisolated(nonsending) func wait() async throws -> Value {
        try await waiting.wait(Visitor(), as: Wait("\(name): open it")) { $0 }
    }

    /// Opens the gate, for those who wait and all who come later; only the first time counts.
    ///
    /// - Parameter value: What they go on with.
    public func open(returning value: Value) { open(with: .success(value)) }

    /// Opens the gate, for those who wait and all who come later; only the first time counts.
    ///
    /// - Parameter error: What they go on with.
    public func open(throwing error: any Error) { open(with: .failure(error)) }

    /// Lets those go on who wait, and closes the gate again behind them.
    ///
    /// - Parameter value: What they go on with.
    /// - Returns: How many waited.
    @discardableResult
    public func letThrough(returning value: Value) -> Int { letThrough(with: .success(value)) }

    /// Lets those go on who wait, and closes the gate again behind them.
    ///
    /// - Parameter error: What they go on with.
    /// - Returns: How many waited.
    @discardableResult
    public func letThrough(throwing error: any Error) -> Int { letThrough(with: .failure(error)) }

    private func letThrough(with result: Result<Value, any Error>) -> Int {
        let released = waiting.release { _ in Visitor() }
        for waiter in released { waiter.letGo(with: result) }
        return released.count
    }

    private func open(with result: Result<Value, any Error>) {
        let released = waiting.release { answer in
            answer = answer ?? result
            return Visitor()
        }
        for waiter in released { waiter.letGo(with: result) }
    }

    /// Whether the gate has been opened.
    public var isOpen: Bool { waiting.withState { $0 != nil } }

    /// How many tasks wait.
    public var waiters: Int { waiting.count }
}

/// The ticket of those who wait at a gate: one is like any other.
private struct Visitor: Comparable {
    static func < (lhs: Visitor, rhs: Visitor) -> Bool { false }
}

extension Gate where Value == Void {
    /// Opens the gate, for those who wait and all who come later.
    public func open() { open(returning: ()) }

    /// Lets those go on who wait, and closes the gate again behind them.
    ///
    /// - Returns: How many waited.
    @discardableResult
    public func letThrough() -> Int { letThrough(returning: ()) }
}
