/// A `send` that suspends its caller. Guarded by the mailbox's lock.
@usableFromInline final class SuspendedSend<Event>: @unchecked Sendable {
    @usableFromInline enum Progress {
        case beginning
        case suspended(UnsafeContinuation<Void, any Error>)
        case settled
    }

    @usableFromInline let goal: SendGoal
    /// The operation whose input the event goes through, if any.
    @usableFromInline let operation: Operation<Event>?
    /// The run that waits, if it called the sending function within a macrostep.
    @usableFromInline let run: RunTask?
    @usableFromInline var progress = Progress.beginning

    /// The operation whose place the event occupies or waits for; `nil` for a place shared by senders outside.
    @usableFromInline var payer: Operation<Event>?
    /// The number of the send in its line.
    @usableFromInline var number = 0
    /// The event while it waits in line. A leftover event belongs to the user and is released with the caller, after
    /// the lock.
    @usableFromInline var event: Event?

    init(goal: SendGoal, operation: Operation<Event>?) {
        self.goal = goal
        self.operation = operation
        run = RunTask.current
    }

    /// Ends the wait and returns the continuation, if any, to resume after releasing the lock.
    func settle() -> UnsafeContinuation<Void, any Error>? {
        defer { progress = .settled }
        guard case .suspended(let continuation) = progress else { return nil }
        run?.endWait()
        return continuation
    }

    /// The mark of the event in the queue once it has a place.
    var sender: Sender<Event>? {
        switch (goal, payer, operation) {
        case (.macrostep, _, _): .suspended(self)
        case (.room, let payer?, _): .operation(payer)
        case (.room, nil, let operation?): .formerOperation(operation)
        case (.room, nil, nil): nil
        }
    }
}

/// The condition that ends the wait of a suspended sender.
@usableFromInline enum SendGoal {
    /// The event has a place in the mailbox.
    case room
    /// The macrostep of the event is done.
    case macrostep
}

/// The origin of an event in the mailbox, unless it is a plain one from outside.
@usableFromInline enum Sender<Event> {
    case operation(Operation<Event>)
    /// An input whose operation has already returned.
    case formerOperation(Operation<Event>)
    case suspended(SuspendedSend<Event>)

    /// The operation whose input the event came through, if any.
    @usableFromInline var operation: Operation<Event>? {
        switch self {
        case .operation(let operation), .formerOperation(let operation): operation
        case .suspended(let send): send.operation
        }
    }

    /// The operation whose place the event occupies; `nil` for a place shared by senders outside.
    @inlinable var payer: Operation<Event>? {
        switch self {
        case .operation(let operation): operation
        case .formerOperation: nil
        case .suspended(let send): send.payer
        }
    }
}

// MARK: - Suspending

extension Mailbox {
    /// Accepts an event once the mailbox has room, and returns either then or when its macrostep is done.
    func send(
        _ event: sending Event, from operation: Operation<Event>?, awaiting goal: SendGoal,
        isolation: isolated (any Actor)? = #isolation
    ) async throws {
        let event = Disconnected(event)  // Given up by the caller: `sending`.
        let send = SuspendedSend<Event>(goal: goal, operation: operation)
        send.run?.makeRoom()
        try await withTaskCancellationHandler {
            // Names the isolation, because only then does the closure run on the caller's actor.
            try await withUnsafeThrowingContinuation(isolation: isolation) { continuation in
                enqueue(event.value, send, continuation)
            }
        } onCancel: {
            withdraw(send)
        }
    }

    func enqueue(_ event: Event, _ send: SuspendedSend<Event>, _ continuation: UnsafeContinuation<Void, any Error>) {
        let event = Disconnected(event)  // Given up by `send`, on its way into the mailbox.
        var answer: Result<Void, any Error>?
        var displaced: Event?
        let sleeper = withLock { content -> UnsafeContinuation<Void, Never>? in
            if case .settled = send.progress {
                answer = .failure(CancellationError())
                return nil
            }
            if let operation = send.operation, !operation.hasReturned { send.payer = operation }
            arrivals.increment()
            do {
                switch refusal(of: 1, from: send.operation, in: content) {
                case nil:
                    if case .macrostep = send.goal { try send.run?.wait(at: self) }
                    content.accept(event.value, from: send.sender)
                    switch send.goal {
                    case .room: answer = .success(())
                    case .macrostep: send.progress = .suspended(continuation)
                    }
                    return content.takeSleeper()
                case TransducerError.bufferOverflow? where capacity > 0 || send.payer != nil:
                    try send.run?.wait(at: self)
                    send.progress = .suspended(continuation)
                    send.event = event.value
                    content.lineUp(send)
                    content.noteArrival(of: send)
                    return nil
                case let refusal?: throw refusal
                }
            } catch {
                displaced = reject(CollectionOfOne(event.value), because: error, in: content)
                answer = .failure(error)
                return nil
            }
        }
        sleeper?.resume()
        withExtendedLifetime(displaced) {}
        if let answer { continuation.resume(with: answer) }
    }

    /// Moves as many waiting senders into the queue as fit.
    ///
    /// - Returns: What is over: resume the senders, and release all of it, after releasing the lock.
    /// - Complexity: O(*n*), where *n* is the number of events waiting at that moment.
    @usableFromInline func admitLines(into content: inout Content) -> Admission {
        guard let lines = content.lines else { return ([], []) }
        arrivals.increment()
        let operations = lines.takeOperations()
        var dismissals: [Dismissal] = []
        while let send = lines.outside.first, hasRoom(for: 1, in: content) {
            lines.outside.popFirst()
            admit(send, into: &content, dismissing: &dismissals)
        }
        for operation in operations {
            while let send = operation.line.first, operation.isClosed || operation.hasRoom(for: 1, among: ownPlaces) {
                operation.line.popFirst()
                admit(send, into: &content, dismissing: &dismissals)
            }
            if !operation.line.isEmpty { lines.add(operation) }
        }
        return (dismissals, operations)
    }

    /// The senders that no longer wait, and the operations that had lines, which hold the user's values.
    @usableFromInline typealias Admission = (dismissals: [Dismissal], operations: [Operation<Event>])

    @usableFromInline
    func admit(_ send: SuspendedSend<Event>, into content: inout Content, dismissing dismissals: inout [Dismissal]) {
        if let operation = send.operation, operation.isClosed {
            content.noteDeparture(of: send, isDismissed: true)
            dismissals.append(Dismissal(send, telling: .failure(CancellationError())))
        } else if let event = send.event.take() {
            content.noteDeparture(of: send, isDismissed: false)
            content.append(event, from: send.sender)
            if case .room = send.goal { dismissals.append(Dismissal(send, telling: .success(()))) }
        }
    }

    @usableFromInline func admitWaiting() {
        let admission: Admission = withLock { content in content.hasNoLine ? ([], []) : admitLines(into: &content) }
        for dismissal in admission.dismissals { dismissal.resume() }
    }

    /// Ends the wait of a sender whose task was cancelled; an event not yet taken is never processed.
    ///
    /// - Complexity: O(log *n*), where *n* is the number of senders waiting for room.
    @usableFromInline func withdraw(_ send: SuspendedSend<Event>) {
        let continuation = withLock { content in
            if let payer = send.payer {
                payer.line.remove(send.number)
            } else {
                content.lines?.outside.remove(send.number)
            }
            content.noteDeparture(of: send, isDismissed: true)
            return send.settle()
        }
        continuation?.resume(throwing: CancellationError())
    }

    /// Returns whether the event of a suspended sender, just taken from the queue, still has to be processed.
    @usableFromInline func isWanted(_ send: SuspendedSend<Event>) -> Bool {
        let (isWanted, continuation) = withLock { _ -> (Bool, UnsafeContinuation<Void, any Error>?) in
            if case .settled = send.progress { return (false, nil) }
            if let operation = send.operation, operation.isClosed { return (false, send.settle()) }
            return (true, nil)
        }
        continuation?.resume(throwing: CancellationError())
        return isWanted
    }

    /// Resumes a suspended sender with the result of its macrostep.
    @usableFromInline func settle(_ send: SuspendedSend<Event>, with error: TransducerError? = nil) {
        let continuation = withLock { _ in send.settle() }
        if let error { continuation?.resume(throwing: error) } else { continuation?.resume() }
    }
}

extension Mailbox.Content {
    /// Adds a sender to the end of its line.
    mutating func lineUp(_ send: SuspendedSend<Event>) {
        let lines = lines ?? Lines()
        self.lines = lines
        lines.append(send)
    }

    /// Removes all senders from the lines and returns them.
    ///
    /// - Parameter former: Receives the lines; release them after the lock, because operations hold the user's values.
    @inlinable mutating func dissolveLines(into former: inout Lines<Event>?) -> [SuspendedSend<Event>] {
        former = lines.take()
        return former?.dissolved() ?? []
    }
}

/// The senders that wait for room in a mailbox. Guarded by its lock.
@usableFromInline final class Lines<Event> {
    /// The senders outside the machine.
    @usableFromInline var outside = NumberedQueue<SuspendedSend<Event>>()
    /// The operations with senders waiting in lines of their own.
    @usableFromInline var operations: [Operation<Event>] = []
    /// The number of the latest sender to get in line.
    @usableFromInline var lastNumber = 0

    init() {}

    @usableFromInline var areEmpty: Bool { outside.isEmpty && operations.isEmpty }

    func append(_ send: SuspendedSend<Event>) {
        lastNumber += 1
        send.number = lastNumber
        guard let payer = send.payer else { return outside.append(send, number: lastNumber) }
        payer.line.append(send, number: lastNumber)
        if !payer.isLinedUp { add(payer) }
    }

    func add(_ operation: Operation<Event>) {
        operation.isLinedUp = true
        operations.append(operation)
    }

    func takeOperations() -> [Operation<Event>] {
        defer { operations = [] }
        for operation in operations { operation.isLinedUp = false }
        return operations
    }

    @usableFromInline func dissolved() -> [SuspendedSend<Event>] {
        var senders = outside.elements
        for operation in operations {
            senders += operation.line.elements
            operation.line = NumberedQueue()
        }
        return senders
    }
}
