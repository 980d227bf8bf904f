import Foundation
import Oak

/// A change on its way to the store, and a function that is called with the answer.
typealias PendingChange = (
    shard: StoreShard, machine: String?, change: StoreChange, confirm: (Result<StoreAnswer, DurableError>) -> Void
)

extension DurableHost {
    /// Hands a change to the writer, which commits all pending changes in one transaction.
    ///
    /// - Parameters:
    ///   - change: The change.
    ///   - shard: The shard of its instance.
    ///   - machine: The machine whose feed may have the change.
    ///   - confirm: Called with the answer of the store, in the order of the changes.
    func write(
        _ change: StoreChange, in shard: StoreShard, of machine: String? = nil,
        _ confirm: @escaping (Result<StoreAnswer, DurableError>) -> Void
    ) {
        pending.append((shard, machine, change, confirm))
        if !isWriting { startWriting() }
    }

    private func startWriting() {
        isWriting = true
        // Behind the events that wait for the actor, so that these share the transaction.
        tasks.start { await self.writeAll() }
    }

    /// Delivers an event, and commits the changes that it causes in the task of its sender, if they are few and the
    /// store takes no longer for them than to wake another thread.
    func bring(_ ticket: Ticket, to instance: LiveInstance) {
        let isFirst = !isWriting && pending.isEmpty
        if isFirst { isWriting = true }
        deliver(ticket, to: instance)
        feed(instance)
        if isFirst {
            isWriting = false
            writeAtOnce()
        }
    }

    /// Commits the pending changes on this thread, if these are few, for a run that would wait for the writer.
    func writeBeforeWaiting() {
        // With more activities at work, the next transaction gathers their answers.
        if !isCommitting, places.counts.taken < Self.few { writeAtOnce() }
    }

    private func writeAtOnce() {
        let changes = pending
        guard !changes.isEmpty else { return }
        let isScheduled = isWriting
        isWriting = true
        pending = []
        let isDone = commitAtOnce(changes)
        if !isDone { pending = changes + pending }
        // The writer that is on its way finds what is left.
        guard !isScheduled else { return }
        isWriting = false
        if pending.isEmpty { noteEndOfClosing() } else { startWriting() }
    }

    /// Hands a change to the writer, and waits for the answer.
    func write(_ change: StoreChange, in shard: StoreShard, of machine: String? = nil) async throws -> StoreAnswer {
        try await withCheckedThrowingContinuation { continuation in
            write(change, in: shard, of: machine) { continuation.resume(with: $0.mapError { $0 }) }
        }
    }

    /// Commits changes as long as there are any.
    func writeAll() async {
        while !pending.isEmpty {
            var changes = pending
            pending = []
            while !changes.isEmpty { changes = await commit(changes) }
        }
        isWriting = false
        noteEndOfClosing()
    }

    /// Commits changes in one transaction.
    ///
    /// - Returns: The changes to commit again, because the lease of one shard among several was lost.
    private func commit(_ changes: [PendingChange]) async -> [PendingChange] {
        if commitAtOnce(changes) { return [] }
        var used: [StoreLease] = []
        do {
            let (batches, committed, lost) = try batches(of: changes)
            used = batches.map(\.lease)
            let start = startOfCommit
            isCommitting = true
            defer { isCommitting = false }
            confirm(committed, with: try await store.commit(batches, at: clock.now), since: start)
            refuse(lost)
        } catch {
            let error = DurableError(storeError: error)
            if case .ownershipLost = error, await hasOtherLeases(than: used) { return changes }
            fail(changes, because: error)
        }
        return []
    }

    /// Commits changes on this thread.
    ///
    /// - Returns: Whether that was possible; otherwise nothing has happened.
    private func commitAtOnce(_ changes: [PendingChange]) -> Bool {
        // With more senders, the next transaction gathers the events that arrive during this one.
        guard changes.count <= Self.few, senders.withLock(\.self) <= Self.few,
            let leases = try? leases(alsoWhenClosing: true),
            leases.count == 1
        else { return false }
        do {
            let (batches, committed, lost) = try batches(of: changes)
            let start = startOfCommit
            guard let answers = try store.commitAtOnce(batches, at: clock.now) else { return false }
            confirm(committed, with: answers, since: start)
            refuse(lost)
        } catch {
            fail(changes, because: DurableError(storeError: error))
        }
        return true
    }

    private var startOfCommit: Date { reporter.isObserved ? clock.now : .distantPast }

    /// The changes of each shard under its lease, and those of shards that the host does not own.
    private func batches(
        of changes: [PendingChange]
    ) throws(DurableError) -> (batches: [StoreBatch], changes: [[PendingChange]], lost: [PendingChange]) {
        let leases = try leases(alsoWhenClosing: true)
        var batches: [StoreBatch] = []
        var committed: [[PendingChange]] = []
        var lost: [PendingChange] = []
        for (shard, changes) in byShard(changes) {
            if let lease = leases[shard] {
                batches.append(StoreBatch(changes.map(\.change), under: lease))
                committed.append(changes)
            } else {
                lost += changes
            }
        }
        return (batches, committed, lost)
    }

    /// Answers changes of lost shards, once the others are committed: those may have to be committed again.
    private func refuse(_ lost: [PendingChange]) {
        for pending in lost { pending.confirm(.failure(.ownershipLost(to: "Another process"))) }
    }

    private func fail(_ changes: [PendingChange], because error: DurableError) {
        // In a shared store, a shard is lost and not the store.
        if case .ownershipLost = error, !store.isShared {
            giveUp(because: error, owning: nil)
        } else {
            reportFailure(error)
        }
        readWatchers(of: changes.map(\.change))
        noteFeeds(changes)
        for pending in changes { pending.confirm(.failure(error)) }
    }

    private func byShard(_ changes: [PendingChange]) -> [(shard: StoreShard, changes: [PendingChange])] {
        guard let shard = changes.first?.shard else { return [] }
        if changes.allSatisfy({ $0.shard == shard }) { return [(shard, changes)] }
        return Dictionary(grouping: changes, by: \.shard).sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }

    private func confirm(_ batches: [[PendingChange]], with answers: [[StoreAnswer]], since start: Date) {
        trouble = StoreTrouble()
        let count = batches.reduce(0) { $0 + $1.count }
        reporter.report(.committed(changes: count, seconds: clock.now.timeIntervalSince(start)))
        reportLoadLater()
        for (index, changes) in batches.enumerated() {
            noteFeeds(changes)
            let answers = index < answers.count ? answers[index] : []
            for (pending, answer) in zip(changes, answers) {
                let answer = bringArrivals(of: answer, in: pending.shard)
                guard case .told(let answer, let notices) = answer else {
                    pending.confirm(.success(answer))
                    continue
                }
                pending.confirm(.success(answer))
                bring(notices)
            }
            let error = DurableError.storeFailed(
                "The store has answered \(answers.count) of \(changes.count) changes.")
            for pending in changes.dropFirst(answers.count) { pending.confirm(.failure(error)) }
        }
    }

    /// The number of senders for which gathering events would not pay.
    private static var few: Int { 4 }

    /// Ends all runs, because another owner has taken the store over, or the store answers no more.
    ///
    /// - Parameter leases: The leases to give up when the host is closed.
    func giveUp(because error: DurableError, owning leases: Leases?) {
        condition = .failed(error, leases)
        reporter.report(problem: .storeFailed(error, retryAfter: nil))
        cancelPlans()
        for task in background { task.cancel() }
        renewal?.cancel()
        for instance in Array(live.values) {
            instance.storeError = instance.storeError ?? error
            stop(instance)
        }
        endWatches()
    }

    /// Tells of an error of the store, after which the host tries again.
    func reportFailure(_ error: any Error) {
        let error = DurableError(storeError: error)
        switch condition {
        case .open:
            let isNew = trouble.note(at: clock.now, first: settings.retryInterval)
            let pause = trouble.pause ?? settings.retryInterval
            reporter.report(problem: .storeFailed(error, retryAfter: pause), isRepetition: !isNew)
        // The next host finds what was recorded.
        case .closing: reporter.report(problem: .storeFailed(error, retryAfter: nil))
        case .new, .opening, .closed, .failed: break
        }
    }

    /// Tells of a query that has failed so often in a row.
    ///
    /// - Returns: Whether the host tries again; otherwise it has ended.
    func triesAgain(after error: any Error, times count: Int) -> Bool {
        guard case .open(let leases) = condition else { return false }
        guard count >= settings.storeFailures else {
            reportFailure(error)
            return true
        }
        giveUp(because: DurableError(storeError: error), owning: leases)
        return false
    }

    /// Counts an error of the store, and waits for a while before the store is asked again.
    ///
    /// - Returns: Whether the host goes on.
    func waits(after error: any Error, _ failures: inout Int) async -> Bool {
        failures += 1
        guard triesAgain(after: error, times: failures) else { return false }
        do {
            try await clock.sleep(until: clock.now.addingTimeInterval(settings.retryInterval))
            return true
        } catch { return false }
    }

    /// Ends what the host does at certain times, and the waits for a place at work.
    func cancelPlans() {
        deadlines.task?.cancel()
        for reading in queueReadings.values { reading.task?.cancel() }
        schedules.task?.cancel()
        loadReport?.cancel()
        releaseCrowds()
    }

    /// Wakes those that wait for the host to close.
    func noteEndOfClosing() {
        for closer in closers { closer.resume() }
        closers = []
    }
}

/// The time for which the store has failed.
struct StoreTrouble {
    /// How long, in seconds, to wait before the next attempt; `nil` while the store works.
    private(set) var pause: TimeInterval?
    private var next = Date.distantPast

    /// Notes an error of the store.
    ///
    /// - Parameters:
    ///   - now: The time.
    ///   - first: The first pause, in seconds; each is twice as long as the one before, up to half a minute.
    /// - Returns: Whether it is the first error since the last attempt.
    mutating func note(at now: Date, first: TimeInterval) -> Bool {
        guard now >= next else { return false }
        let pause = self.pause.map { max($0, min(2 * $0, 30)) } ?? first
        self.pause = pause
        next = now.addingTimeInterval(pause)
        return true
    }
}
