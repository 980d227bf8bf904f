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
        case offered(Value, token: Int, UnsafeContinuation<Void, any Error>)
        case awaited(token: Int, UnsafeContinuation<Value?, any Error>)
        case finished((any Error)?)
        case abandoned
    }

    // All properties are accessed only under the lock.
    private let lock = Lock()
    private var state = State.quiet
    private var readers = 0
    /// The number of runs that use this place or are about to.
    private var runs = 0
    private var lastToken = 0
    /// The callers that were cancelled before they suspended.
    private var cancelled: Set<Int> = []

    // The closures below name `isolation`; otherwise each call would leave the caller's actor and come back.

    /// Delivers a value and returns once it has been taken.
    func offer(_ value: Value, isolation: isolated (any Actor)? = #isolation) async throws {
        let token = nextToken()
        defer { forget(token) }
        try await withTaskCancellationHandler {
            try await withUnsafeThrowingContinuation(isolation: isolation) { producer in
                lock.withLock { meet(producer, offering: value, token: token) }()
            }
        } onCancel: {
            cancel(token)
        }
    }

    /// Waits for a value.
    ///
    /// - Returns: The value, or `nil` when none will come or the caller is cancelled.
    func take(isolation: isolated (any Actor)? = #isolation) async throws -> Value? {
        let token = nextToken()
        defer { forget(token) }
        return try await withTaskCancellationHandler {
            try await withUnsafeThrowingContinuation(isolation: isolation) { consumer in
                lock.withLock { meet(consumer, token: token) }()
            }
        } onCancel: {
            cancel(token)
        }
    }

    func finish(throwing error: (any Error)?) {
        let notify = lock.withLock { transition(to: .finished(error)) }
        notify()
    }

    func addRun() {
        lock.withLock { runs += 1 }
    }

    /// Removes a refused run; if it was the only one, nothing will come.
    func removeRun(throwing error: any Error) {
        let notify = lock.withLock { () -> () -> Void in
            runs -= 1
            return runs == 0 ? transition(to: .finished(error)) : {}
        }
        notify()
    }

    func addReader() {
        lock.withLock { readers += 1 }
    }

    func removeReader() {
        let notify = lock.withLock { () -> () -> Void in
            readers -= 1
            return readers == 0 ? transition(to: .abandoned) : {}
        }
        notify()
    }
}

// Each function below decides under the lock and returns what to do after releasing it.
extension Rendezvous {
    private func meet(
        _ producer: UnsafeContinuation<Void, any Error>, offering value: Value, token: Int
    ) -> () -> Void {
        if cancelled.remove(token) != nil { return { producer.resume(throwing: CancellationError()) } }
        switch state {
        case .quiet:
            state = .offered(value, token: token, producer)
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

    private func meet(_ consumer: UnsafeContinuation<Value?, any Error>, token: Int) -> () -> Void {
        if cancelled.remove(token) != nil { return { consumer.resume(returning: nil) } }
        switch state {
        case .quiet:
            state = .awaited(token: token, consumer)
            return {}
        case .awaited(_, let earlier):
            // Two loops read the same sequence: the later one continues.
            state = .awaited(token: token, consumer)
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

    private func cancel(_ token: Int) {
        let notify = lock.withLock { () -> () -> Void in
            switch state {
            case .offered(_, token, let producer):
                state = .quiet
                return { producer.resume(throwing: CancellationError()) }
            case .awaited(token, let consumer):
                state = .quiet
                return { consumer.resume(returning: nil) }
            case .quiet, .offered, .awaited, .finished, .abandoned:
                cancelled.insert(token)
                return {}
            }
        }
        notify()
    }

    private func forget(_ token: Int) {
        lock.withLock { _ = cancelled.remove(token) }
    }

    private func nextToken() -> Int {
        lock.withLock {
            lastToken += 1
            return lastToken
        }
    }
}
