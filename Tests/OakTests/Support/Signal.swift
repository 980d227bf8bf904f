/// Something that happens once; whoever waits for it goes on then, or when it is cancelled.
final class Signal: Sendable {
    private struct State {
        var isSent = false
        var waiting: [Int: CheckedContinuation<Void, any Error>] = [:]
        var cancelled: Set<Int> = []
        var next = 0
    }

    private let state = Protected(State())

    var isSent: Bool { state.withLock { $0.isSent } }

    func send() {
        let waiting = state.withLock { state in
            state.isSent = true
            defer { state.waiting = [:] }
            return state.waiting.values
        }
        for continuation in waiting { continuation.resume() }
    }

    /// Waits for the signal.
    ///
    /// - Throws: `CancellationError` when the task is cancelled first.
    func wait() async throws {
        let id = state.withLock { state in
            state.next += 1
            return state.next
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let result: Result<Void, any Error>? = state.withLock { state in
                    if state.isSent { return .success(()) }
                    if state.cancelled.contains(id) { return .failure(CancellationError()) }
                    state.waiting[id] = continuation
                    return nil
                }
                if let result { continuation.resume(with: result) }
            }
        } onCancel: {
            let continuation = state.withLock { state in
                state.cancelled.insert(id)
                return state.waiting.removeValue(forKey: id)
            }
            continuation?.resume(throwing: CancellationError())
        }
    }

    /// Waits for the signal, whether or not the task is cancelled.
    func waitIgnoringCancellation() async {
        await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
            Task.detached {
                try? await self.wait()
                continuation.resume()
            }
        }
    }
}
