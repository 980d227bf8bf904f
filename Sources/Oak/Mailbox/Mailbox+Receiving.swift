extension Mailbox {
    /// Claims the mailbox for a run.
    ///
    /// - Throws: ``TransducerError/proxyAlreadyInUse`` if another run has claimed it before.
    @inlinable
    func open(recordingRejections: Bool) throws {
        try withLock { content in
            guard content.phase == .unclaimed else { throw TransducerError.proxyAlreadyInUse }
            content.phase = .open
            if recordingRejections { content.rejections = Rejections() }
        }
    }

    /// Exchanges an empty batch for everything that waits.
    ///
    /// - Returns: Whether anything was waiting.
    /// - Complexity: O(1), and one lock, unless senders wait for room.
    @inlinable
    func take(_ batch: inout Batch<Event>) -> Bool {
        // Before the lock: what the batch lets go of may be the user's.
        batch.reset()
        let (isFilled, dismissals) = withLock { content -> (Bool, [Dismissal]) in
            let dismissals = content.hasNoLine ? [] : admitLines(into: &content)
            swap(&content.queue, &batch)
            return (!batch.isEmpty, dismissals)
        }
        for dismissal in dismissals { dismissal.resume() }
        return isFilled
    }

    /// Suspends the run loop until there is something to do.
    ///
    /// - Parameter heedsInterruption: Whether an interruption, past or to come, is something to do.
    @inlinable
    @inline(__always)
    func wait(heedingInterruption heedsInterruption: Bool, isolation: isolated (any Actor)? = #isolation) async {
        await withUnsafeContinuation { continuation in
            if !park(continuation, heedingInterruption: heedsInterruption) { continuation.resume() }
        }
    }

    /// Remembers whom to wake, unless there is something to do already.
    // Not inlined, so that it takes no room in the frame of a run.
    @inlinable
    @inline(never)
    func park(_ continuation: UnsafeContinuation<Void, Never>, heedingInterruption heedsInterruption: Bool) -> Bool {
        withLock { content in
            let isInterrupted = heedsInterruption && content.interruption != nil
            guard content.queue.isEmpty, content.hasNoLine, !isInterrupted else { return false }
            content.sleeper = continuation
            return true
        }
    }

    /// Notes that an operation has ended, behind everything it has sent.
    @inlinable
    func post(endOf operation: Operation<Event>, waking wakes: Bool) {
        let sleeper = withLock { content -> UnsafeContinuation<Void, Never>? in
            operation.hasReturned = true
            content.queue.append(.end(of: operation))
            return wakes || content.heedsEnds || content.phase == .closing ? content.takeSleeper() : nil
        }
        sleeper?.resume()
    }

    /// Says whether the run loop waits for operations to return that nobody waits for otherwise.
    @inlinable
    func heedEnds(_ heedsEnds: Bool) {
        withLock { $0.heedsEnds = heedsEnds }
    }

    /// Ends sending for an operation: from now on it is silent.
    ///
    /// - Returns: Whether its function has returned already.
    @inlinable
    func close(_ operation: Operation<Event>) -> Bool {
        withLock { _ in
            operation.isClosed = true
            return operation.hasReturned
        }
    }

    /// The events that were turned away since this was asked for the last time.
    @inlinable
    func takeRejections() -> [Rejection<Event>] {
        withLock { content in
            guard let rejections = content.rejections, !rejections.kept.isEmpty else { return [] }
            content.rejections = Rejections()
            return rejections.all
        }
    }
}

// MARK: - For tests

extension Mailbox {
    /// Whether the run loop has nothing to do until something comes into the mailbox.
    package var isAwaited: Bool { withLock { $0.sleeper != nil } }

    /// Takes the events that were not accepted, before the run loop reports them with its next step.
    package func takeRejectedEvents() -> [(event: Event, error: any Error)] {
        takeRejections().map { ($0.event, $0.error) }
    }
}

// MARK: - Ending

extension Mailbox {
    /// Whether the run is to end early.
    @inlinable
    var isInterrupted: Bool { interrupted.load() != 0 }

    /// Why the run is to end early, if it is.
    @inlinable
    var interruption: (any Error)? { withLock { $0.interruption } }

    /// Ends the run early; only the first call counts.
    @inlinable
    func interrupt(with error: any Error) {
        var line: [SuspendedSend<Event>] = []
        var queue = Batch<Event>()
        let (sleeper, host) = withLock { content -> (UnsafeContinuation<Void, Never>?, Task<Void, Never>?) in
            guard content.phase != .ended, content.interruption == nil else { return (nil, nil) }
            content.interruption = error
            interrupted.store(1)
            line = content.dissolveLines()
            // Without a run nobody else would tell those who wait for their macrostep.
            if content.phase == .unclaimed { swap(&queue, &content.queue) }
            return (content.takeSleeper(), content.host)
        }
        // Outside the lock: what follows may run the user's code.
        sleeper?.resume()
        host?.cancel()
        for send in line { settle(send, with: .terminated) }
        discardEvents(of: &queue)
    }

    /// Names the task that is to be cancelled when the run is interrupted.
    @inlinable
    func attach(host: Task<Void, Never>) {
        let isInterrupted = withLock { content in
            // The task may have come to its end before its handle comes here.
            guard content.phase != .ended else { return false }
            content.host = host
            return content.interruption != nil
        }
        if isInterrupted { host.cancel() }
    }

    /// Stops accepting events and lets go of those that wait; the ends of operations are still taken.
    @inlinable
    func close(discarding batch: inout Batch<Event>) {
        var line: [SuspendedSend<Event>] = []
        var queue = Batch<Event>()
        withLock { content in
            content.phase = .closing
            line = content.dissolveLines()
            swap(&queue, &content.queue)
        }
        for send in line { settle(send, with: .terminated) }
        guard !batch.isEmpty || !queue.isEmpty else { return }
        let ended = discardEvents(of: &batch) + discardEvents(of: &queue)
        batch.reset()
        for operation in ended { batch.append(.end(of: operation)) }
    }

    /// Empties a batch and tells suspended senders that their events will not be processed.
    ///
    /// - Returns: The operations whose ends were among the events.
    @discardableResult
    @inlinable
    func discardEvents(of batch: inout Batch<Event>) -> [Operation<Event>] {
        var ended: [Operation<Event>] = []
        while !batch.isEmpty {
            switch batch.popMark() {
            case nil: _ = batch.removeFirst()
            case .end(of: let operation)?: ended.append(operation)
            case .sender(.suspended(let send))?: settle(send, with: .terminated)
            case .sender(.operation)?, .sender(.formerOperation)?: break
            }
        }
        return ended
    }

    /// Lets go of everything once the run is over.
    @inlinable
    func end() {
        var queue = Batch<Event>()
        var rejections: Rejections<Event>?
        withLock { content in
            content.phase = .ended
            content.host = nil
            // To be let go after the lock: it is the user's.
            swap(&queue, &content.queue)
            swap(&rejections, &content.rejections)
        }
    }
}
