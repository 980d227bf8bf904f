/// A place where two sides exchange values, each waiting for the other.
///
/// ```
///             offer                    take
///   quiet ───────────▶ offered ───────────────▶ quiet
///   quiet ───────────▶ awaited ───────────────▶ quiet
///             take                     offer
///   any ── finish ──▶ finished         any ── last reader leaves ──▶ abandoned
/// ```
final class Rendezvous<Value: Sendable>: @unchecked Sendable {
    private enum State {
        case quiet
        case offered(Value, by: Call, UnsafeContinuation<Void, any Error>)
        case awaited(by: Call, UnsafeContinuation<Value?, any Error>)
        case finished((any Error)?)
        case abandoned
    }

    /// A call of one side.
    private final class Call: @unchecked Sendable {
        /// Whether the caller was cancelled before it suspended.
        var isCancelled = false
    }

    // All properties, and those of a call, are accessed only under the lock.
    private let lock = Lock()
    private var state = State.quiet
    private var readers = 0
    /// The number of runs that use this place or are about to.
    private var runs = 0

    // The closures below name `isolation`; otherwise each call would leave the caller's actor and come back.

    /// Delivers a value and returns once it has been taken.
    func offer(_ value: Value, isolation: isolated (any Actor)? = #isolation) async throws {
        let call = Call()
        try await withTaskCancellationHandler {
            try await withUnsafeThrowingContinuation(isolation: isolation) { producer in
                lock.withLock { meet(producer, offering: value, by: call) }()
            }
        } onCancel: {
            cancel(call)
        }
    }

    /// Waits for a value.
    ///
    /// - Returns: The value, or `nil` when none will come or the caller is cancelled.
    func take(isolation: isolated (any Actor)? = #isolation) async throws -> Value? {
        let call = Call()
        return try await withTaskCancellationHandler {
            try await withUnsafeThrowingContinuation(isolation: isolation) { consumer in
                lock.withLock { meet(consumer, by: call) }()
            }
        } onCancel: {
            cancel(call)
        }
    }

    func finish(throwing error: (any Error)?) {
        lock.withLock { transition(to: .finished(error)) }()
    }

    func addRun() {
        lock.withLock { runs += 1 }
    }

    /// Removes a refused run; if it was the only one, nothing will come.
    func removeRun(throwing error: any Error) {
        lock.withLock { () -> () -> Void in
            runs -= 1
            return runs == 0 ? transition(to: .finished(error)) : {}
        }()
    }

    func addReader() {
        lock.withLock { readers += 1 }
    }

    func removeReader() {
        lock.withLock { () -> () -> Void in
            readers -= 1
            return readers == 0 ? transition(to: .abandoned) : {}
        }()
    }
}

// Each function below decides under the lock and returns what to do after releasing it.
extension Rendezvous {
    private func meet(
        _ producer: UnsafeContinuation<Void, any Error>, offering value: Value, by call: Call
    ) -> () -> Void {
        if call.isCancelled { return { producer.resume(throwing: CancellationError()) } }
        switch state {
        case .quiet:
            state = .offered(value, by: call, producer)
            return {}
        case .awaited(_, let consumer):
            state = .quiet
            return {
                consumer.resume(returning: value)
                producer.resume()
            }
        // Another run is being read, or nothing reads any more.
        case .offered, .finished, .abandoned:
            return { producer.resume(throwing: TransducerError.outputAbandoned) }
        }
    }

    private func meet(_ consumer: UnsafeContinuation<Value?, any Error>, by call: Call) -> () -> Void {
        if call.isCancelled { return { consumer.resume(returning: nil) } }
        switch state {
        case .quiet:
            state = .awaited(by: call, consumer)
            return {}
        case .awaited(_, let earlier):
            // Two loops read the same sequence: the later one continues.
            state = .awaited(by: call, consumer)
            return { earlier.resume(returning: nil) }
        case .offered(let value, _, let producer):
            state = .quiet
            return {
                producer.resume()
                consumer.resume(returning: value)
            }
        case .finished(let error?): return { consumer.resume(throwing: error) }
        case .finished(nil), .abandoned: return { consumer.resume(returning: nil) }
        }
    }

    private func transition(to end: State) -> () -> Void {
        switch (state, end) {
        case (.finished, _): return {}
        case (.offered(_, _, let producer), _):
            state = end
            return { producer.resume(throwing: TransducerError.outputAbandoned) }
        case (.awaited(_, let consumer), .finished(let error?)):
            state = end
            return { consumer.resume(throwing: error) }
        case (.awaited(_, let consumer), _):
            state = end
            return { consumer.resume(returning: nil) }
        case (.quiet, _), (.abandoned, _):
            state = end
            return {}
        }
    }

    private func cancel(_ call: Call) {
        lock.withLock { () -> () -> Void in
            switch state {
            case .offered(_, by: let current, let producer) where current === call:
                state = .quiet
                return { producer.resume(throwing: CancellationError()) }
            case .awaited(by: let current, let consumer) where current === call:
                state = .quiet
                return { consumer.resume(returning: nil) }
            case .quiet, .offered, .awaited, .finished, .abandoned:
                call.isCancelled = true
                return {}
            }
        }()
    }
}
