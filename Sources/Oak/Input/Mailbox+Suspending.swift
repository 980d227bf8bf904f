extension Mailbox {
    /// Accepts an event as soon as there is room, and returns then or when its macrostep is done.
    @inlinable
    nonisolated(nonsending)
        func send(_ event: sending Event, from operation: Operation?, awaiting goal: SuspendedSend.Goal) async throws
    {
        let event = Unchecked(event)  // `sending`: nobody else has it.
        let send = SuspendedSend(goal: goal, operation: operation)
        send.run?.makeRoom()
        try await withTaskCancellationHandler {
            try await withUnsafeThrowingContinuation { continuation in
                enqueue(event.value, send, continuation)
            }
        } onCancel: {
            withdraw(send)
        }
    }

    @inlinable
    func enqueue(_ event: Event, _ send: SuspendedSend, _ continuation: UnsafeContinuation<Void, any Error>) {
        let event = Unchecked(event)  // On its way into the mailbox; the caller has given it up.
        var answer: Result<Void, any Error>?
        let sleeper = withLock { content -> UnsafeContinuation<Void, Never>? in
            if case .settled = send.progress {
                answer = .failure(CancellationError())
                return nil
            }
            do {
                switch refusal(of: 1, from: send.operation, in: content) {
                case nil:
                    if case .macrostep = send.goal { try send.run?.wait(at: self) }
                    if admit(event.value, send, into: &content) {
                        answer = .success(())
                    } else {
                        send.progress = .suspended(continuation)
                    }
                    return content.takeSleeper()
                case TransducerError.bufferOverflow? where capacity > 0:
                    try send.run?.wait(at: self)
                    send.progress = .suspended(continuation)
                    content.line.append(Waiting(event: event.value, send: send))
                    return nil
                case let refusal?: throw refusal
                }
            } catch {
                content.reject(CollectionOfOne(event.value), because: error)
                answer = .failure(error)
                return nil
            }
        }
        sleeper?.resume()
        if let answer { continuation.resume(with: answer) }
    }

    /// Puts the event of a suspended sender into the queue.
    ///
    /// - Returns: Whether that is all the sender has been waiting for.
    @inlinable
    func admit(_ event: consuming Event, _ send: SuspendedSend, into content: inout Content) -> Bool {
        switch send.goal {
        case .room:
            content.accept(event, from: send.operation.map(Sender.operation))
            return true
        case .macrostep:
            content.accept(event, from: .suspended(send))
            return false
        }
    }

    /// Lets as many of those in line into the queue as there is room for.
    ///
    /// - Returns: The senders that need not wait any longer; to be told after the lock is released.
    @inlinable
    func admitLine(into content: inout Content) -> [Dismissal] {
        var passed = 0
        var dismissals: [Dismissal] = []
        while passed < content.line.count, hasRoom(for: 1, in: content) {
            let waiting = content.line[passed]
            passed += 1
            if let operation = waiting.send.operation, operation.isClosed {
                dismissals.append(Dismissal(waiting, telling: .failure(CancellationError())))
            } else if admit(waiting.event, waiting.send, into: &content) {
                dismissals.append(Dismissal(waiting, telling: .success(())))
            }
        }
        content.line.removeFirst(passed)
        return dismissals
    }

    @usableFromInline
    func admitWaiting() {
        let dismissals = withLock { content in content.line.isEmpty ? [] : admitLine(into: &content) }
        for dismissal in dismissals { dismissal.resume() }
    }

    /// Ends the wait of a sender whose task was cancelled; its event, unless already taken, is never processed.
    @inlinable
    func withdraw(_ send: SuspendedSend) {
        // Kept until after the lock: the event is the user's.
        var removed: [Waiting] = []
        defer { withExtendedLifetime(removed) {} }
        let continuation = withLock { content in
            removed = content.line.filter { $0.send === send }
            content.line.removeAll { $0.send === send }
            return send.settle()
        }
        continuation?.resume(throwing: CancellationError())
    }

    /// Tells whether the event of a suspended sender, just taken from the queue, is still to be processed.
    @inlinable
    func isWanted(_ send: SuspendedSend) -> Bool {
        let (isWanted, continuation) = withLock { _ -> (Bool, UnsafeContinuation<Void, any Error>?) in
            if case .settled = send.progress { return (false, nil) }
            if let operation = send.operation, operation.isClosed { return (false, send.settle()) }
            return (true, nil)
        }
        continuation?.resume(throwing: CancellationError())
        return isWanted
    }

    /// Tells a suspended sender how the macrostep of its event went.
    @inlinable
    func settle(_ send: SuspendedSend, with error: TransducerError? = nil) {
        let continuation = withLock { _ in send.settle() }
        if let error { continuation?.resume(throwing: error) } else { continuation?.resume() }
    }
}
