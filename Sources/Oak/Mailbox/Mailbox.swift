/// The bounded queue between the senders of events and a machine.
///
/// A mailbox belongs to one proxy and serves one run. Senders reach it through an ``InputPort``. The run loop takes all
/// waiting events under one lock and then works without locking.
///
/// Senders outside the machine share the places of the mailbox. Each operation has as many places of its own, and at
/// least one: operations that answer at the same moment take no room from each other or from other senders.
///
/// ```
///  unclaimed ──run begins──▶ open ──machine has ended──▶ closing ──operations have ended──▶ ended
/// ```
///
/// The mailbox accepts events while it is unclaimed or open and has not been cancelled.
public final class Mailbox<Event>: @unchecked Sendable {
    @usableFromInline enum Phase { case unclaimed, open, closing, ended }

    /// A sender whose wait is over, with the answer to deliver after the lock is released.
    @usableFromInline struct Dismissal {
        @usableFromInline let send: SuspendedSend<Event>
        @usableFromInline let continuation: UnsafeContinuation<Void, any Error>?
        @usableFromInline let result: Result<Void, any Error>

        init(_ send: SuspendedSend<Event>, telling result: Result<Void, any Error>) {
            self.send = send
            self.continuation = send.settle()
            self.result = result
        }

        @usableFromInline func resume() { continuation?.resume(with: result) }
    }

    @usableFromInline struct Content: ~Copyable {
        @usableFromInline var phase = Phase.unclaimed
        // Beside the phase, because a machine at rest should need few bytes.
        /// Whether the return of any operation wakes the run loop.
        @usableFromInline var heedsEnds = false
        /// Whether instruments learn of the events that arrive, perhaps those of a run that has yet to begin.
        @usableFromInline var notesArrivals = EarlySenders.areRead
        @usableFromInline var queue = Batch<Event>()
        /// The number of events accepted from outside so far.
        @usableFromInline var accepted = 0
        /// The senders waiting for room; `nil` until one has to wait.
        @usableFromInline var lines: Lines<Event>?
        @usableFromInline var sleeper: UnsafeContinuation<Void, Never>?
        @usableFromInline var interruption: (any Error)?
        @usableFromInline var host: Task<Void, Never>?
        /// Kept for the observer of the run; `nil` without one.
        @usableFromInline var record: MailboxRecord<Event>?
        /// The loop of a host; `nil` for a plain run.
        @usableFromInline var driver: Driver?

        @inlinable init() {}
    }

    @usableFromInline let lock = Lock()

    /// Guarded by the lock, and beside it, because there it takes no room.
    @exclusivity(unchecked) @usableFromInline var rejectionLog: RejectionLog = []

    /// The number of events that the run loop has taken so far; written only by the run loop.
    @usableFromInline let taken = RelaxedCounter()

    /// The number of times that something came which the run loop may have to attend to; written only under the lock.
    ///
    /// The run loop reads it without the lock. An arrival that it misses keeps it from sleeping.
    @usableFromInline let arrivals = RelaxedCounter()

    /// The number of arrivals when the run loop last emptied the queue and the lines; used by the run loop only.
    @exclusivity(unchecked) @usableFromInline var noticed = 0

    /// Reasons, as bits, for the run loop to look up from its events; written only under the lock.
    @usableFromInline let signals = RelaxedCounter()

    /// The run has to end early.
    @usableFromInline static var interruptionSignal: Int { 1 }
    /// Events were rejected of which the observer has to hear.
    @usableFromInline static var rejectionSignal: Int { 2 }
    /// The run begins no macrostep on its own; see ``mayBegin``. No signal is higher: above are the steps granted.
    @usableFromInline static var holdSignal: Int { 4 }

    /// The number of events from outside that may wait; each operation has as many places of its own, and at least one.
    @usableFromInline let capacity: Int

    /// Accessed only under the lock, which is stricter than the exclusivity that the runtime would check.
    @exclusivity(unchecked) @usableFromInline var content = Content()

    /// The task of the run, once it has one of its own. Guarded by the lock of the wait-for graph.
    @exclusivity(unchecked) @usableFromInline var runTask: RunTask?

    /// Creates an empty mailbox.
    ///
    /// - Parameter capacity: The number of events that may wait. With zero or less, the mailbox accepts no event from
    ///   outside.
    @inlinable package init(capacity: Int) {
        self.capacity = Swift.max(0, capacity)
    }

    deinit { content.queue.dispose() }

    /// Puts the first event into the mailbox, whatever its capacity.
    @inlinable init(capacity: Int, first event: sending Event) {
        self.capacity = Swift.max(0, capacity)
        let event = Disconnected(event)  // Given up by the caller: `sending`.
        withLock { $0.accept(event.value, from: nil) }
        arrivals.increment()
    }
}

extension Mailbox: AwaitedMailbox {}

extension Mailbox {
    @inlinable func withLock<Result>(_ body: (inout Content) throws -> Result) rethrows -> Result {
        try lock.withLock { try body(&content) }
    }
}

extension Mailbox.Content {
    /// Accepts an event in the frame of its sender.
    ///
    /// - Parameters:
    ///   - event: The event.
    ///   - sender: Its origin, unless it is a plain one from outside.
    @inlinable mutating func accept(_ event: consuming Event, from sender: Sender<Event>?) {
        if notesArrivals { noteArrivals(1) }
        append(event, from: sender)
    }

    /// Adds an event to the queue.
    @inlinable mutating func append(_ event: consuming Event, from sender: Sender<Event>?) {
        if let sender { queue.append(.sender(sender)) }
        queue.append(event)
        if let payer = sender?.payer { payer.accepted += 1 } else { accepted += 1 }
    }

    @inlinable mutating func accept(contentsOf events: [Event], from sender: Sender<Event>?) {
        if notesArrivals { noteArrivals(events.count) }
        if sender != nil {
            for event in events { append(event, from: sender) }
            return
        }
        queue.append(contentsOf: events)
        accepted += events.count
    }

    /// Whether the run has an observer.
    @inlinable var isObserved: Bool { phase != .unclaimed && record != nil }

    /// Whether no sender waits for room.
    @inlinable var hasNoLine: Bool { lines?.areEmpty ?? true }

    /// Whether the mailbox accepts any events.
    @inlinable var isOpen: Bool {
        switch phase {
        case .unclaimed, .open: interruption == nil
        case .closing, .ended: false
        }
    }

    /// The access to the loop of a host for a sender on its actor, unless a loop is at work there.
    ///
    /// Not retained: the mailbox keeps it until the task of the host ends the run, on that actor.
    @inlinable var driverInReach: Unmanaged<Driver>? {
        guard let driver, LoopRecord.current == nil, driver.isReached else { return nil }
        return .passUnretained(driver)
    }

    /// Takes the continuation of the suspended run loop; resume it after releasing the lock.
    @inlinable mutating func takeSleeper() -> UnsafeContinuation<Void, Never>? {
        guard let sleeper else { return nil }
        self.sleeper = nil
        return sleeper
    }

}

// MARK: - Sending

extension Mailbox {
    /// Records refused events for the observer.
    ///
    /// - Returns: An event that is recorded no more; release it after the lock, because its `deinit` may send.
    @usableFromInline func reject(
        _ events: some Collection<Event>, because error: any Error, in content: borrowing Content
    ) -> Event? {
        guard content.isObserved, let record = content.record else { return nil }
        let displaced = record.latest
        for event in events { record.reject(event, because: error) }
        signals.store(signals.load() | Self.rejectionSignal)
        return displaced
    }

    /// Accepts an event at once, or throws. A host at rest on the caller's actor processes it before the call returns.
    @inlinable func send(_ event: sending Event, from operation: Operation<Event>?) throws {
        let event = Disconnected(event)  // Given up by the caller: `sending`.
        try offer(1, CollectionOfOne(event.value), from: operation) {
            $0.accept(event.value, from: sender(for: operation))
        }
    }

    /// Accepts an event at once and leaves it in the queue, or throws.
    @usableFromInline func enqueue(_ event: sending Event, from operation: Operation<Event>?) throws {
        let event = Disconnected(event)  // Given up by the caller: `sending`.
        _ = try offer(
            1, CollectionOfOne(event.value), from: operation, mayDrive: false, whereRefused: { _ in false }
        ) {
            $0.accept(event.value, from: sender(for: operation))
        }
    }

    /// Accepts an event at once, or logs that it is rejected.
    @usableFromInline func sendOrLog(_ event: sending Event, from operation: Operation<Event>?) {
        let event = Disconnected(event)  // Given up by the caller: `sending`.
        do {
            try offer(1, CollectionOfOne(event.value), from: operation) {
                $0.accept(event.value, from: sender(for: operation))
            }
        } catch {
            logRejection(of: event.value, because: error)
        }
    }

    /// Refuses an event that is for a departed child: an observer hears of it, or else the log.
    func refuse(_ event: sending Event, because error: TransducerError) {
        let event = Disconnected(event)
        logRejection(of: event.value, because: error)
        let displaced = withLock { reject(CollectionOfOne(event.value), because: error, in: $0) }
        withExtendedLifetime(displaced) {}
        // The run reports it.
        wake()
    }

    /// Accepts all events at once, or throws and accepts none.
    @inlinable
    func send(contentsOf events: sending [Event], from operation: Operation<Event>?) throws {
        let events = Disconnected(events)  // Given up by the caller: `sending`.
        try offer(events.value.count, events.value, from: operation) {
            $0.accept(contentsOf: events.value, from: sender(for: operation))
        }
    }

    @inlinable func offer<Events: Collection<Event>>(
        _ count: Int, _ events: @autoclosure () -> Events, from operation: Operation<Event>?,
        accept: (inout Content) -> Void
    ) throws {
        let driver = try offer(count, events(), from: operation, whereRefused: { _ in true }, accept: accept)
        guard let driver else { return }
        try offer(count, events(), from: operation, driving: driver, accept: accept)
    }

    /// Accepts events as soon as a machine at rest has made room for them.
    ///
    /// - Parameter driver: The driver of the machine.
    @usableFromInline func offer<Events: Collection<Event>>(
        _ count: Int, _ events: @autoclosure () -> Events, from operation: Operation<Event>?,
        driving driver: Unmanaged<Driver>, accept: (inout Content) -> Void
    ) throws {
        // Later events do not count: others may keep sending.
        let end = withLock { self.precedence(of: operation, in: $0).end }
        var (driver, taken) = (driver, -1)
        while true {
            driver._withUnsafeGuaranteedRef { $0.drive($0) }
            let next = try offer(
                count, events(), from: operation,
                whereRefused: { content in
                    let known = taken
                    taken = self.precedence(of: operation, in: content).taken
                    return taken > known && taken < end
                }, accept: accept)
            guard let next else { return }
            driver = next
        }
    }

    /// Accepts events, or throws.
    ///
    /// - Parameters:
    ///   - mayDrive: Whether the machine of a host on the caller's actor processes the events in this frame.
    ///   - mayMakeRoom: Whether driving a machine at rest may make room in a mailbox without any.
    /// - Returns: The driver of a machine at rest that may make room; `nil` if the events were accepted.
    @inlinable func offer<Events: Collection<Event>>(
        _ count: Int, _ events: @autoclosure () -> Events, from operation: Operation<Event>?, mayDrive: Bool = true,
        whereRefused mayMakeRoom: (borrowing Content) -> Bool, accept: (inout Content) -> Void
    ) throws -> Unmanaged<Driver>? {
        var displaced: Event?
        var driver: Unmanaged<Driver>?
        let (refusal, sleeper) = withLock { content -> ((any Error)?, UnsafeContinuation<Void, Never>?) in
            if let refusal = self.refusal(of: count, from: operation, in: content) {
                if refusal as? TransducerError == .bufferOverflow, mayMakeRoom(content) {
                    driver = content.driverInReach
                }
                if driver == nil { displaced = reject(events(), because: refusal, in: content) }
                return (refusal, nil)
            }
            accept(&content)
            arrivals.increment()
            driver = mayDrive ? content.driverInReach : nil
            return (nil, driver == nil ? content.takeSleeper() : nil)
        }
        sleeper?.resume()
        withExtendedLifetime(displaced) {}
        guard let refusal else {
            driver?._withUnsafeGuaranteedRef { $0.drive($0) }
            return nil
        }
        guard let driver else { throw refusal }
        return driver
    }

    /// The number of events taken, and the end of those in the mailbox and in line, counted by the places of a sender.
    @usableFromInline func precedence(
        of operation: Operation<Event>?, in content: borrowing Content
    ) -> (taken: Int, end: Int) {
        if let operation, !operation.hasReturned {
            return (operation.taken.load(), operation.accepted + operation.line.count)
        }
        return (taken.load(), content.accepted + (content.lines?.outside.count ?? 0))
    }

    /// Returns the mark of an event sent through the input of an operation.
    @inlinable func sender(for operation: Operation<Event>?) -> Sender<Event>? {
        guard let operation else { return nil }
        return operation.hasReturned ? .formerOperation(operation) : .operation(operation)
    }

    /// Returns why events cannot be accepted now, or `nil` if they can.
    @inlinable func refusal(
        of count: Int, from operation: Operation<Event>?, in content: borrowing Content
    ) -> (any Error)? {
        if let operation, operation.isClosed { return CancellationError() }
        // An ended child accepts no more events, not even from its exit effect.
        guard content.isOpen, !(operation?.isExit ?? false) else { return TransducerError.terminated }
        // Senders already in line for room come first.
        guard count == 0 || hasRoom(for: count, from: operation, in: content) else {
            return TransducerError.bufferOverflow
        }
        return nil
    }

    @inlinable func hasRoom(for count: Int, from operation: Operation<Event>?, in content: borrowing Content) -> Bool {
        if let operation, !operation.hasReturned {
            return operation.line.isEmpty && operation.hasRoom(for: count, among: ownPlaces)
        }
        return (content.lines?.outside.isEmpty ?? true) && hasRoom(for: count, in: content)
    }

    @inlinable func hasRoom(for count: Int, in content: borrowing Content) -> Bool {
        count <= capacity - (content.accepted - taken.load())
    }

    /// The number of events of one operation that may wait.
    @inlinable var ownPlaces: Int { Swift.max(1, capacity) }
}
