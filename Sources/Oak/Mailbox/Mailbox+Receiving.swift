extension Mailbox {
    /// The number of events from outside that have been accepted, and of those that the run loop has taken.
    @usableFromInline var counts: (accepted: Int, taken: Int) { (withLock { $0.accepted }, taken.load()) }

    /// Claims the mailbox for a run.
    ///
    /// - Parameter isObserved: Whether the run has an observer.
    /// - Throws: ``TransducerError/proxyAlreadyInUse`` if another run has claimed it before.
    @inlinable func open(observed isObserved: Bool) throws {
        // Released after the lock, because it may hold values of the user's.
        var record: MailboxRecord<Event>?
        try withLock { content in
            guard content.phase == .unclaimed else { throw TransducerError.proxyAlreadyInUse }
            content.phase = .open
            rejectionLog.remove(.isNeeded)
            if isObserved {
                if content.record == nil { content.record = MailboxRecord() }
            } else {
                content.notesArrivals = false
                swap(&record, &content.record)
            }
        }
    }

    /// Whether a run can still claim the mailbox.
    var isUnclaimed: Bool { withLock { $0.phase == .unclaimed } }

    /// Whether the mailbox accepts any events.
    var isOpen: Bool { withLock { $0.isOpen } }

    /// Exchanges an empty batch for all waiting events.
    ///
    /// - Returns: Whether any events were waiting.
    /// - Complexity: O(1), and at most one lock, unless senders wait for room.
    @inlinable func take(_ batch: inout Batch<Event>) -> Bool {
        // Before taking the lock, because releasing the old contents may run user code.
        batch.reset()
        if arrivals.load() == noticed { return false }
        let (isFilled, admission) = withLock { content -> (Bool, Admission?) in
            let admission = content.hasNoLine ? nil : admitLines(into: &content)
            if let record = content.record {
                record.firstNumber &+= MailNumber(truncatingIfNeeded: content.queue.tail)
            }
            swap(&content.queue, &batch)
            noticed = content.hasNoLine ? arrivals.load() : -1
            return (!batch.isEmpty, admission)
        }
        for dismissal in admission?.dismissals ?? [] { dismissal.resume() }
        return isFilled
    }

    /// Suspends the run loop until it has something to do.
    ///
    /// - Parameter heedsInterruption: Whether an interruption, past or future, counts as something to do.
    @inlinable func wait(heedingInterruption heedsInterruption: Bool, isolation: isolated (any Actor)? = #isolation)
        async
    {
        await withUnsafeContinuation { continuation in
            if !park(continuation, heedingInterruption: heedsInterruption) { continuation.resume() }
        }
    }

    /// Stores the continuation to resume, unless the run loop already has something to do.
    // Not inlined, to take no space in the frame of a run.
    @inlinable
    @inline(never)
    func park(_ continuation: UnsafeContinuation<Void, Never>, heedingInterruption heedsInterruption: Bool) -> Bool {
        withLock { content in
            let isInterrupted = heedsInterruption && content.interruption != nil
            guard !mayBegin || arrivals.load() == noticed, !isInterrupted else { return false }
            content.sleeper = continuation
            return true
        }
    }

    /// Names the loop that senders on its actor can drive.
    ///
    /// - Parameter rejectionLog: Whether rejected events are logged that no observer hears of.
    @usableFromInline func lend(to driver: Driver, loggingRejections rejectionLog: RejectionLog) {
        withLock { content in
            content.driver = driver
            self.rejectionLog.formUnion(rejectionLog)
        }
    }

    /// Resumes the run loop, or keeps it from suspending the next time, because it has something to do.
    @usableFromInline func wake() {
        let sleeper = withLock { content in
            arrivals.increment()
            return content.takeSleeper()
        }
        sleeper?.resume()
    }

    /// Records the end of an operation, behind everything that the operation has sent.
    @inlinable func post(endOf operation: Operation<Event>, waking wakes: Bool) {
        let sleeper = withLock { content -> UnsafeContinuation<Void, Never>? in
            operation.hasReturned = true
            content.queue.append(.end(of: operation))
            arrivals.increment()
            return wakes || content.heedsEnds || content.phase == .closing ? content.takeSleeper() : nil
        }
        sleeper?.resume()
    }

    /// Sets whether the return of any operation wakes the run loop, as one does that waits already.
    @usableFromInline func heedEnds(_ heedsEnds: Bool) {
        let sleeper = withLock { content -> UnsafeContinuation<Void, Never>? in
            content.heedsEnds = heedsEnds
            // The loop sleeps while a sender's frame does its work, and that frame has looked at the mailbox before.
            return heedsEnds && !content.queue.isEmpty ? content.takeSleeper() : nil
        }
        sleeper?.resume()
    }

    /// Silences an operation: its input throws from now on, and its waiting events are skipped.
    ///
    /// - Returns: Whether the function of the operation has already returned.
    @inlinable func close(_ operation: Operation<Event>) -> Bool {
        withLock { _ in
            operation.isClosed = true
            return operation.hasReturned
        }
    }

    /// Whether events may have been rejected since the last call of ``takeRejections()``.
    // Without the lock. One that it misses, it finds with the next event, or after the lock that ends the run.
    @inlinable package var hasRejections: Bool { signals.load() & Self.rejectionSignal != 0 }

    /// Removes and returns the events rejected since the last call.
    @usableFromInline package func takeRejections() -> [(event: Event, error: any Error)] {
        hasRejections ? takePresentRejections() : []
    }

    @usableFromInline func takePresentRejections() -> [(event: Event, error: any Error)] {
        withLock { content in
            signals.store(signals.load() & ~Self.rejectionSignal)
            return content.record?.takeRejected() ?? []
        }
    }
}

// MARK: - For tests

extension Mailbox {
    /// Whether the run loop is suspended until something arrives in the mailbox.
    package var isAwaited: Bool { withLock { $0.sleeper != nil } }
}

// MARK: - Ending

extension Mailbox {
    /// Whether the run has to end early.
    @inlinable var isInterrupted: Bool { signals.load() & Self.interruptionSignal != 0 }

    /// Whether the run has to end early, or may be held.
    @inlinable var isDisturbed: Bool { signals.load() & (Self.interruptionSignal | Self.holdSignal) != 0 }

    /// The reason why the run has to end early, if it has to.
    var interruption: (any Error)? { withLock { $0.interruption } }

    /// Ends the run early; only the first call counts.
    @usableFromInline func interrupt(with error: any Error) {
        var line: [SuspendedSend<Event>] = []
        var lines: Lines<Event>?
        var queue = Batch<Event>()
        defer { queue.dispose() }
        let (sleeper, host) = withLock { content -> (UnsafeContinuation<Void, Never>?, Task<Void, Never>?) in
            guard content.phase != .ended, content.interruption == nil else { return (nil, nil) }
            content.interruption = error
            signals.store(signals.load() | Self.interruptionSignal)
            line = content.dissolveLines(into: &lines)
            // Without a run, nothing else would resume the senders that wait for their macrostep.
            if content.phase == .unclaimed { swap(&queue, &content.queue) }
            return (content.takeSleeper(), content.host)
        }
        // Outside the lock, because what follows may run user code.
        sleeper?.resume()
        host?.cancel()
        for send in line { settle(send, with: .terminated) }
        var unheard: [Event] = []  // No run has an observer yet.
        _ = discardEvents(of: &queue, into: &unheard)
    }

    /// Registers the task to cancel when the run is interrupted.
    @usableFromInline func attach(host: Task<Void, Never>) {
        let isInterrupted = withLock { content in
            // The task may have ended before its handle arrives here.
            guard content.phase != .ended else { return false }
            content.host = host
            return content.interruption != nil
        }
        if isInterrupted { host.cancel() }
    }

    /// Stops accepting events and discards the waiting ones; only the ends of operations remain.
    @inlinable func close(discarding batch: inout Batch<Event>) {
        var line: [SuspendedSend<Event>] = []
        var lines: Lines<Event>?
        var queue = Batch<Event>()
        defer { queue.dispose() }
        withLock { content in
            content.phase = .closing
            line = content.dissolveLines(into: &lines)
            swap(&queue, &content.queue)
        }
        for send in line { settle(send, with: .terminated) }
        guard !batch.isEmpty || !queue.isEmpty else { return }
        // Senders that have returned get no error.
        var unheard: [Event] = []
        let ended = discardEvents(of: &batch, into: &unheard) + discardEvents(of: &queue, into: &unheard)
        rejectAll(unheard, because: TransducerError.terminated)
        batch.reset()
        for operation in ended { batch.append(.end(of: operation)) }
    }

    /// Empties a batch and fails suspended senders, whose events will not be processed.
    ///
    /// - Parameter unheard: Receives the events whose loss nobody is told of; those of cancelled operations are silent.
    /// - Returns: The operations whose ends were in the batch.
    @inlinable func discardEvents(of batch: inout Batch<Event>, into unheard: inout [Event]) -> [Operation<Event>] {
        var ended: [Operation<Event>] = []
        var isHeard = false
        while !batch.isEmpty {
            switch batch.popMark() {
            case nil:
                let event = batch.removeFirst()
                if !isHeard { unheard.append(event) }
                isHeard = false
            case .end(of: let operation)?: ended.append(operation)
            case .sender(.suspended(let send))?:
                settle(send, with: .terminated)
                isHeard = true
            case .sender(.operation(let operation))?, .sender(.formerOperation(let operation))?:
                isHeard = operation.isClosed
            }
        }
        return ended
    }

    /// Records refused events for the observer.
    @usableFromInline func rejectAll(_ events: [Event], because error: TransducerError) {
        if events.isEmpty { return }
        let displaced = withLock { reject(events, because: error, in: $0) }
        withExtendedLifetime(displaced) {}
    }

    /// Releases everything once the run is over.
    @inlinable func end() {
        var queue = Batch<Event>()
        defer { queue.dispose() }
        var record: MailboxRecord<Event>?
        var driver: Driver?
        withLock { content in
            content.phase = .ended
            content.notesArrivals = false
            content.host = nil
            swap(&driver, &content.driver)
            // Released after the lock, because the contents belong to the user.
            swap(&queue, &content.queue)
            swap(&record, &content.record)
        }
    }
}

// MARK: - Holding

// A held run finishes its macrostep, and then begins none until it is released, but one for each step that is granted.
// Operations go on, senders find room as long as there is some, and a cancellation ends the run as always.
//
// The hold is a signal, and the granted steps are counted in the bits above all signals: a mailbox needs no room for
// them, and the run loop no look at anything else.

extension Mailbox {
    /// Whether the run begins no macrostep on its own.
    @usableFromInline package var isHeld: Bool { signals.load() & Self.holdSignal != 0 }

    /// Whether the run may begin a macrostep: it is not held, or a step is granted.
    @inlinable var mayBegin: Bool { signals.load() & ~(Self.holdSignal - 1) != Self.holdSignal }

    /// Pays for a macrostep that begins, if the run is held.
    @inlinable func payStep() {
        if signals.load() >= Self.step { takeStep() }
    }

    // Somebody may have released the run meanwhile, and with that withdrawn its steps.
    @usableFromInline func takeStep() {
        withLock { _ in if signals.load() >= Self.step { signals.store(signals.load() - Self.step) } }
    }

    /// The number of steps that are granted.
    package var grantedSteps: Int { signals.load() / Self.step }

    /// A step that is granted.
    @usableFromInline static var step: Int { holdSignal << 1 }

    /// Keeps the run from beginning another macrostep, until it is released.
    package func hold() { withLock { _ in signals.store(signals.load() | Self.holdSignal) } }

    /// Lets a held run process one event more: the next one, or else the first that arrives.
    package func grantStep() { changeHold { $0 & Self.holdSignal == 0 ? $0 : $0 + Self.step } }

    /// Lets a held run go on.
    package func release() { changeHold { $0 & (Self.holdSignal - 1) } }

    private func changeHold(_ change: (Int) -> Int) {
        let sleeper = withLock { content in
            signals.store(change(signals.load()))
            // Otherwise a run loop that is about to sleep would overlook the events that it has taken already.
            arrivals.increment()
            return content.takeSleeper()
        }
        sleeper?.resume()
    }
}
