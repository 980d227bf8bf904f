import Oak

extension DurableHost {
    /// Whether the host is open: it accepts events, and begins work.
    public var isOpen: Bool { if case .open = condition { true } else { false } }

    /// Waits until the host is open, for a service that needs it.
    ///
    /// - Throws: ``DurableError/hostNotOpen`` if the host is closed first, the error with which the attempt to open it
    ///   has failed, or that has ended the host, and `CancellationError` if the calling task is cancelled.
    public func untilOpen() async throws {
        try await until { condition in
            switch condition {
            case .new: openingFailure.map { .failure($0) }
            case .opening: nil
            case .open: .success(())
            case .closing, .closed: .failure(DurableError.hostNotOpen)
            case .failed(let error, _): .failure(error)
            }
        }
    }

    /// Waits until the host is closed.
    ///
    /// - Throws: The error that has ended the host, and `CancellationError` if the calling task is cancelled.
    public func untilClosed() async throws {
        try await until { condition in
            switch condition {
            case .new, .opening, .open, .closing: nil
            case .closed: .success(())
            case .failed(let error, _): .failure(error)
            }
        }
    }

    private func until(_ outcome: (Condition) -> Result<Void, any Error>?) async throws {
        while true {
            if let result = outcome(condition) { return try result.get() }
            await conditionSignal.wait()
            try Task.checkCancellation()
        }
    }

    func noteCondition() {
        conditionSignal.send()
        for machine in feedSignals.keys.sorted() { feedSignals[machine]?.send() }
    }
}
