import Foundation
import Oak

extension DurableHost {
    /// Brings the messages of a durable macrostep to the instances that are in memory, or have to be.
    ///
    /// - Parameters:
    ///   - answers: The answers of the store, one for each message.
    ///   - step: The macrostep.
    ///   - sender: The name of its instance.
    func note(_ answers: [StoreAnswer], to step: StoredStep, of sender: InstanceName) {
        for (message, answer) in zip(step.messages, answers) {
            switch (answer, message.content) {
            case (.returned(let number), _):
                bring(
                    StoredEvent(
                        number: number, version: step.version, received: step.journal.time,
                        event: message.refusal ?? Data(), context: message.context), to: sender)
            case (.missing, .event), (.missing, .start), (.refused, .event), (.refused, .start):
                reporter.report(problem: .messageRefused(from: sender, to: message.target))
            case (.told(_, let notices), _): bring(notices)
            case (.created, _), (.exists, _), (.stored, _), (.storedForRetry, _), (.duplicate, _), (.done, _),
                (.sent, _), (.arrived, _), (.conflict, _), (.removed, _), (.noEvent, _), (.missing, .watch),
                (.refused, .watch):
                note(answer, to: message, at: step.journal.time)
            }
        }
    }

    /// Brings the events of watchers to those that are in memory, or have to be.
    func bring(_ notices: [StoredNotice]) {
        for notice in notices {
            switch notice.news {
            case .event(let event): bring(event, to: notice.watcher)
            case .unread: readInboxes(of: [notice.watcher])
            // The news may be late: a run that was read again would begin its activities anew.
            case .start where live[notice.watcher]?.isRunning ?? false: break
            case .start: readInboxes(of: [notice.watcher])
            }
        }
    }

    /// Brings a message that the store has taken to its target.
    func note(_ answer: StoreAnswer, to message: StoredMessage, at time: Date) {
        switch (answer, message.content) {
        case (.created(let key), .start(let new)): noteStart(of: new, key)
        case (.stored(let number), .event(let event, let version)):
            bring(
                StoredEvent(
                    number: number, version: version, received: time, event: event, context: message.context),
                to: message.target)
        // One that has failed reads its inbox after the retry.
        case (.storedForRetry, _): break
        case (.created, _), (.exists, _), (.stored, _), (.duplicate, _), (.done, _), (.sent, _), (.told, _),
            (.arrived, _), (.returned, _), (.conflict, _), (.refused, _), (.missing, _), (.noEvent, _), (.removed, _):
            break
        }
    }

    /// Reads the targets of messages again, because nobody knows whether the store has the messages.
    ///
    /// Otherwise, a later message would overtake one that the store has, and that would wait for the next reading.
    func readTargets(of messages: [StoredMessage]) { readInboxes(of: messages.map(\.target)) }

    /// Reads the watchers of instances again, because nobody knows whether the store has told them.
    func readWatchers(of changes: [StoreChange]) {
        let keys = changes.compactMap(\.endedInstance)
        guard case .open = condition, !keys.isEmpty else { return }
        afterPause { await $0.readWatchers(of: keys) }
    }

    private func readWatchers(of keys: [InstanceKey]) async {
        var (left, failures) = (keys[...], 0)
        while case .open = condition, let key = left.first {
            do {
                readInboxes(of: try await store.watchers(of: key))
                left.removeFirst()
                failures = 0
            } catch {
                guard await waits(after: error, &failures) else { return }
            }
        }
    }

    /// Takes the events that transactions of others have put into inboxes of a shard, if there may be any.
    func takeArrivals(in shard: StoreShard) async throws {
        // Once: the transaction sees all that have come before the question.
        guard mayHaveArrivals(in: shard), case .open = condition else { return }
        _ = try await write(.takeArrivals, in: shard)
    }

    private func mayHaveArrivals(in shard: StoreShard) -> Bool {
        store.latestArrival(in: shard) > lastArrivals[shard, default: 0]
    }

    /// Brings the events of others to their instances: those of the transaction itself have greater numbers.
    ///
    /// - Returns: The answer without them.
    func bringArrivals(of answer: StoreAnswer, in shard: StoreShard) -> StoreAnswer {
        guard case .arrived(let arrivals, let answer) = answer else { return answer }
        lastArrivals[shard] = max(arrivals.latest, lastArrivals[shard, default: 0])
        bring(arrivals.notices)
        return answer
    }

    /// Takes such events as they come, until the host is closed.
    func takeArrivalsAsTheyCome() -> Task<Void, Never> {
        let arrivals = store.awaitArrivals()
        return tasks.start { [weak self] in for await _ in arrivals { await self?.takeArrivalsInTime() } }
    }

    /// Takes such events, however often the store fails, which the writer reports.
    private func takeArrivalsInTime() async {
        guard case .open(let leases) = condition else { return }
        do {
            // Those of all shards share a transaction.
            try await withThrowingTaskGroup(of: Void.self) { group in
                for shard in leases.keys.sorted() where mayHaveArrivals(in: shard) {
                    group.addTask { try await self.takeArrivals(in: shard) }
                }
                try await group.waitForAll()
            }
        } catch { afterPause { await $0.takeArrivalsInTime() } }
    }

    private func readInboxes(of names: [InstanceName]) {
        guard case .open = condition else { return }
        var seen: Set<InstanceName> = []
        // In their order, so that a seeded executor repeats it.
        for name in names where seen.insert(name).inserted {
            guard let instance = live[name] else {
                takeUpLater(name)
                continue
            }
            if case .running = instance.phase {
                instance.hasWork = true
                stop(instance)
            } else {
                readAgain(name)
            }
        }
    }

    /// Brings an event that the inbox has to its instance.
    private func bring(_ event: StoredEvent, to name: InstanceName) {
        // Otherwise, the next host finds it in the inbox, as another host does that owns the shard.
        guard case .open = condition, (try? requireLease(for: name)) != nil else { return }
        waitingCounts[name]? += 1
        guard let instance = live[name] else { return takeUpLater(name) }
        guard case .running = instance.phase else { return readAgain(name) }
        instance.inbox.lastStored = max(instance.inbox.lastStored, event.number)
        instance.inbox.count += 1
        // A page of the inbox has the event, or will have it.
        if instance.inbox.hasMore || event.number <= instance.inbox.last { return }
        instance.inbox.last = event.number
        instance.waiting.append(.event(ticket(for: event, of: instance)))
        feed(instance)
    }

    /// Reads an instance with a message, after those before it: one macrostep may have a hundred thousand messages.
    private func takeUpLater(_ name: InstanceName) {
        // Taken up with the others that are suspected.
        if suspicion.contains(name) { return }
        addressees.append(name)
        if addressees.count == 1 { tasks.start { await self.takeUpAddressees() } }
    }

    private func takeUpAddressees() async {
        while let name = addressees.first {
            // One that was read meanwhile has the message.
            if await takeUp(name) == nil { addressees = NumberedQueue() }
            addressees.popFirst()
        }
    }
}

extension StoreChange {
    /// The instance that the change ends, fails or cancels, whose watchers the store tells.
    fileprivate var endedInstance: InstanceKey? {
        switch self {
        case .step(let step): step.isEnd ? step.instance : nil
        case .setStatus(let status, _, let key): status == .running ? nil : key
        case .create, .receive, .setTrials, .setAttempts, .skip, .edit, .remove, .removeFailed, .takeArrivals, .run: nil
        }
    }
}
