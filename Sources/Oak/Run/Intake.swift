/// The receiving end of a run: the events taken from the mailbox, and the turn on the actor.
@usableFromInline struct Intake<Event>: ~Copyable {
    @usableFromInline let mailbox: Mailbox<Event>
    @usableFromInline var batch = Batch<Event>()
    /// The end of the plain events at the front of the batch that belong to this turn and need no other attention.
    @usableFromInline var horizon = 0
    /// The number of events left in this turn on the actor.
    @usableFromInline var turn = turnLength
    /// The sender of the event of this macrostep, as long as the sender is needed.
    @usableFromInline var sender: Sender<Event>?
    /// Whether a sender drives the loop in its own frame; see ``RunLoop/driveInFrame(on:)``.
    @usableFromInline var isInFrame = false
    /// Whether the loop may take more events from the mailbox.
    @usableFromInline var mayTake = true
    /// Whether somebody wants to know the origin of each event.
    @usableFromInline let keepsOrigins: Bool
    /// The instruments, which receive a note about each dropped event.
    @usableFromInline let instruments: Instruments?

    @usableFromInline static var turnLength: Int { 1024 }

    @inlinable init(_ mailbox: Mailbox<Event>, keepingOrigins keepsOrigins: Bool, for instruments: Instruments?) {
        self.mailbox = mailbox
        self.keepsOrigins = keepsOrigins
        self.instruments = instruments
        if let instruments { mailbox.attach(instruments) }
    }

    @inlinable deinit { batch.dispose() }
}

extension Intake: EventSource {
    @inlinable var isInterrupted: Bool { mailbox.isInterrupted }

    @inlinable var isDisturbed: Bool { mailbox.isDisturbed }

    @inlinable var mayBegin: Bool { mailbox.mayBegin }

    @inlinable func payStep() { mailbox.payStep() }

    @inlinable var hasPlainEvent: Bool { batch.head < horizon }

    @inlinable mutating func takePlainEvent() -> Event {
        mailbox.taken.increment()
        return batch.removeFirst()
    }

    @inlinable mutating func lookAround() {
        guard hasPlainEvent else { return }
        turn += horizon - batch.head
        horizon = 0
    }

    @inlinable mutating func countStep() { turn -= 1 }

    @inlinable
    @inline(__always)
    mutating func endMacrostep(actions: Int) -> Bool {
        if let waiting { settle(waiting) }
        turn -= actions
        if turn > 0 { return false }
        turn = Self.turnLength
        return !isInFrame
    }

    @inlinable
    @inline(__always)
    mutating func next() -> Arrival<Event>? {
        if keepsOrigins, waiting == nil { sender = nil }
        while true {
            var origin = Origin.outside
            if batch.isAtMark { origin = passMarks() }
            if case .end(let operation) = origin { return .end(operation) }
            if batch.hasEvents {
                lookAhead()
                giveBackPlace(of: origin)
                return .event(batch.removeFirst())
            }
            horizon = 0
            guard mayTake, mailbox.take(&batch) else { return nil }
            mayTake = !isInFrame
        }
    }

    @inlinable var isAnonymous: Bool { batch.nextMark == 0 && waiting == nil }

    @inlinable mutating func takeOrigin() -> EventOrigin {
        sender?.operation.map { EventOrigin.operation($0.summary.number) } ?? .external
    }

    @inlinable var takenNumber: MailNumber { mailbox.number(ofEventAt: batch.head - 1, in: batch) }

    @inlinable var hasRejections: Bool { mailbox.hasRejections }

    @inlinable func takeRejections() -> [(event: Event, error: any Error)] { mailbox.takeRejections() }

    /// Counts the plain events ahead, so that each of them costs one comparison.
    @inlinable mutating func lookAhead() {
        let plain = Swift.min(batch.tail, batch.markPosition) - batch.head
        // A sender that waits for its macrostep is told before the next event, which has another one.
        let ahead = sender == nil ? Swift.min(turn, plain) : 1
        turn -= ahead
        horizon = batch.head + ahead
    }
}

// MARK: - Marks

extension Intake {
    /// The owner of the place of the event at the front, or the end of an operation before it.
    @usableFromInline enum Origin {
        case outside
        case operation(Operation<Event>)
        case end(Operation<Event>)
    }

    /// Frees the place of an event that has left the batch.
    @inlinable func giveBackPlace(of origin: Origin) {
        switch origin {
        case .outside: mailbox.taken.increment()
        case .operation(let operation): operation.taken.increment()
        case .end: break
        }
    }

    /// Handles the marks at the front of the batch, up to an event to process.
    @inlinable mutating func passMarks() -> Origin {
        var origin = Origin.outside
        while let mark = batch.popMark() {
            switch mark {
            case .end(of: let operation): return .end(operation)
            case .sender(let sender):
                origin = sender.payer.map { .operation($0) } ?? .outside
                if admits(sender) { return origin }
                giveBackPlace(of: origin)
                _ = batch.removeFirst()
                instruments?.note(.drops(.queue(takenNumber)))
                turn -= 1
                origin = .outside
            }
        }
        return origin
    }

    /// Whether an event still has to be processed; keeps its sender if the sender waits for the macrostep.
    @inlinable mutating func admits(_ sender: Sender<Event>) -> Bool {
        switch sender {
        case .operation(let operation), .formerOperation(let operation):
            guard !operation.isClosed else { return false }
            if keepsOrigins { self.sender = sender }
            return true
        case .suspended(let send):
            guard mailbox.isWanted(send) else { return false }
            self.sender = sender
            return true
        }
    }

    /// Takes the next operation that has ended from a mailbox that is closed for events.
    @inlinable mutating func nextEnded() -> Operation<Event>? {
        guard !batch.isEmpty || mailbox.take(&batch), case .end(let operation) = passMarks() else { return nil }
        return operation
    }

    /// The operation whose event opened the macrostep; `nil` for an event from outside.
    ///
    /// The batch's latest mark concerns either this event or an earlier one.
    @inlinable var openingOperation: Operation<Event>? {
        guard let latest = batch.latestMark else { return nil }
        return switch latest.mark {
        case .sender(let sender): latest.position == batch.head - 1 ? sender.operation : nil
        case .end(of: let operation): latest.position == batch.head ? operation : nil
        }
    }

    /// The sender that waits for the end of this macrostep.
    @inlinable var waiting: SuspendedSend<Event>? {
        guard case .suspended(let send)? = sender else { return nil }
        return send
    }

    @inlinable mutating func settle(_ send: SuspendedSend<Event>, with error: TransducerError? = nil) {
        sender = nil
        mailbox.settle(send, with: error)
    }
}
