extension Recovery.State {
    mutating func start() {
        if process == nil { process = Recovery.Process() }
    }

    mutating func die() {
        guard process != nil else { return }
        process = nil
        for order in deliveries.indices { disappoint(order) }
    }

    /// The sender of an order hears that it was not acknowledged.
    private mutating func disappoint(_ order: Recovery.Order) {
        guard deliveries[order].progress == .sent else { return }
        switch deliveries[order].identification {
        case .deduplicationKey: deliveries[order].progress = .unsent
        case .none: deliveries[order].progress = .unknown
        }
    }

    /// An order with a key goes into the inbox, one without straight to the machine.
    mutating func send(_ order: Recovery.Order) {
        guard process != nil, deliveries[order].progress == .unsent else { return }
        switch deliveries[order].identification {
        case .deduplicationKey: process?.queue.append(.receive(order))
        case .none: process?.arrivals.append(order)
        }
        deliveries[order].progress = fault == .acknowledgedBeforeCommit ? .acknowledged : .sent
    }

    mutating func acknowledge(_ order: Recovery.Order) {
        if process?.answers.remove(order) != nil { deliveries[order].progress = .acknowledged }
    }
}

// MARK: The writer: everything that waits is one transaction

extension Recovery.State {
    mutating func write() {
        guard let process, process.writer == .idle, !process.queue.isEmpty else { return }
        self.process?.writer = .writing(count: process.queue.count)
    }

    mutating func commit() {
        guard let process, case .writing(let count) = process.writer else { return }
        self.process?.queue.removeFirst(count)
        self.process?.writer = .idle
        for change in process.queue.prefix(count) { apply(change) }
    }

    private mutating func apply(_ change: Recovery.Change) {
        switch change {
        case .receive(let order):
            let isNew = store.received.insert(order).inserted
            if isNew || fault == .repetitionNotRecognised { store.inbox.append(order) }
            process?.answers.insert(order)
        case .step(let instance, let cause):
            guard instance.number == store.instance.number + 1 else {
                process?.live = nil
                return
            }
            store.instance = instance
            store.journal.append(cause)
            guard case .order(let order) = cause else { return }
            if deliveries[order].progress == .sent { process?.answers.insert(order) }
            if fault == .eventDeletedAfter {
                process?.queue.append(.delete(order))
            } else {
                delete(order)
            }
        case .delete(let order): delete(order)
        }
    }

    private mutating func delete(_ order: Recovery.Order) {
        if let place = store.inbox.firstIndex(of: order) { store.inbox.remove(at: place) }
    }

    /// Macrosteps computed ahead build on the failed one, so all of them go, and the instance is read again.
    mutating func failCommit() {
        guard let process, process.writer != .idle else { return }
        for order in deliveries.indices where !process.answers.contains(order) { disappoint(order) }
        self.process?.arrivals = []
        self.process?.queue = []
        self.process?.writer = .idle
        if fault != .aheadAfterFailedCommit { self.process?.live = nil }
    }

    mutating func loseAnswer() {
        guard let process, case .writing(let count) = process.writer else { return }
        for change in process.queue.prefix(count) { apply(change) }
        self.process?.answers = process.answers
        failCommit()
    }
}

// MARK: The instance in memory

extension Recovery.State {
    mutating func wake() {
        guard let process, process.live == nil, !process.hasSteps else { return }
        let hasEvents = !store.inbox.isEmpty && fault != .eventsDoNotWake
        if hasEvents || !process.arrivals.isEmpty || store.instance.payment != .idle {
            self.process?.live = Recovery.Live(instance: store.instance)
        }
    }

    mutating func putAway() {
        guard let process, let live = process.live, !process.hasSteps else { return }
        let hasEvents = nextInInbox(live) != nil || !process.arrivals.isEmpty
        if live.instance.payment == .idle, !hasEvents { self.process?.live = nil }
    }

    mutating func takeFromInbox() {
        guard let live = process?.live, let order = nextInInbox(live), mayAct(live) else { return }
        take(order, live)
        if fault == .eventDeletedBefore { delete(order) }
    }

    /// An event that has only arrived goes into the inbox before an action, and otherwise need not be durable.
    mutating func takeArrival() {
        guard let live = process?.live, let order = process?.arrivals.first else { return }
        if live.instance.payment != .idle, !store.received.contains(order), fault != .actionRunsBeforeCommit {
            if process?.queue.contains(.receive(order)) == false { process?.queue.append(.receive(order)) }
        } else if mayAct(live) {
            process?.arrivals.removeFirst()
            take(order, live)
        }
    }

    private func nextInInbox(_ live: Recovery.Live) -> Recovery.Order? {
        let arrivals = fault == .arrivalTakenFromInbox ? [] : process?.arrivals ?? []
        return store.inbox.first { !live.taken.contains($0) && !arrivals.contains($0) }
    }

    /// A macrostep need not be durable before the next is computed, unless that one has an action.
    private func mayAct(_ live: Recovery.Live) -> Bool {
        live.instance.payment == .idle || store.instance.number == live.instance.number
            || fault == .actionRunsBeforeCommit
    }

    private mutating func take(_ order: Recovery.Order, _ old: Recovery.Live) {
        if case .charging(let replaced) = old.instance.payment { recalled.insert(replaced) }
        var live = old
        live.taken.insert(order)
        live.activity = nil
        live.instance.number += 1
        live.instance.payment = .charging(Recovery.Charge(order: order, key: live.instance.number))
        record(live, .order(order))
    }

    private mutating func record(_ live: Recovery.Live, _ cause: Recovery.Cause) {
        process?.live = live
        process?.queue.append(.step(live.instance, cause))
    }

    /// An activity begins when the macrostep that names it is durable, and with it all macrosteps before.
    mutating func beginActivity() {
        guard let live = process?.live, live.activity == nil, case .charging(let charge) = live.instance.payment,
            store.instance.number >= charge.key || fault == .activityBeginsBeforeCommit
        else { return }
        let key = key(of: charge)
        process?.live?.activity = .begun(Recovery.Charge(order: charge.order, key: key))
    }

    private mutating func key(of charge: Recovery.Charge) -> Int {
        switch fault {
        case .keyOfAttempt:
            attempts = min(attempts + 1, 2)
            return attempts
        case .keyOfProcess:
            let begun = min((process?.begun ?? 0) + 1, 2)
            process?.begun = begun
            return begun
        case .activityBeginsBeforeCommit, .actionRunsBeforeCommit, .acknowledgedBeforeCommit, .eventDeletedBefore,
            .eventDeletedAfter, .repetitionNotRecognised, .arrivalTakenFromInbox, .aheadAfterFailedCommit,
            .eventsDoNotWake, nil:
            return charge.key
        }
    }

    mutating func charge() {
        guard case .begun(let charge) = process?.live?.activity else { return }
        if !bank.contains(where: { $0.key == charge.key }) { bank.insert(charge) }
        process?.live?.activity = .charged(charge)
    }

    mutating func answer() {
        guard var live = process?.live, case .charged(let charge) = live.activity else { return }
        live.activity = nil
        live.instance.number += 1
        live.instance.payment = .idle
        record(live, .answer(to: charge.order))
    }
}

extension Recovery.Process {
    fileprivate var hasSteps: Bool {
        queue.contains { if case .step = $0 { true } else { false } }
    }
}
