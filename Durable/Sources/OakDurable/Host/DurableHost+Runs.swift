import Foundation
public import Oak

extension DurableHost {
    /// The instance in memory; one that is not there is read from the store.
    func awake(_ name: InstanceName) -> LiveInstance {
        if let instance = live[name] {
            lastUse += 1
            instance.lastUse = lastUse
            return instance
        }
        let instance = addInstance(name)
        load(instance)
        return instance
    }

    private func addInstance(_ name: InstanceName) -> LiveInstance {
        lastUse += 1
        let instance = LiveInstance(name: name, shard: store.shard(of: name))
        instance.lastUse = lastUse
        live[name] = instance
        return instance
    }

    /// Runs an instance that was just started, which need not be read from the store.
    func begin(new stored: StoredInstance) {
        let name = stored.name
        // Otherwise, the next host goes on with it.
        guard case .open = condition, (try? requireLease(for: name)) != nil else { return }
        if let instance = live[name] {
            // Somebody has sent it an event already, and perhaps has not found it in the store.
            if instance.run == 0 { (instance.isNew, instance.beganHere) = (true, true) }
            return readAgain(name)
        }
        for queue in Set(stored.activities.compactMap(\.queue)).sorted() { readQueue(queue) }
        // One in a queue is read from the store when it has its turn.
        guard stored.activities.contains(where: { !$0.hasReturned && $0.queue == nil }),
            let kind = machines[name.machine]
        else { return }
        let instance = addInstance(name)
        (instance.isNew, instance.beganHere, instance.key) = (true, true, stored.key)
        if let restored = try? kind.restore(stored, isNew: true, at: clock.now, journal: settings.journal),
            holds[name] == nil,
            restored.revision == nil
        {
            start(instance, restored)
            deliver([], and: stored.deadlines, to: instance)
        } else {
            // The reading tells of the error.
            load(instance)
        }
    }

    /// Reads an instance, and starts its run.
    func load(_ instance: LiveInstance) {
        if isHeld(instance) { return }
        instance.phase = .loading
        instance.inbox = InboxReading()
        instance.hasWork = false
        let name = instance.name
        tasks.start { await self.read(name) }
    }

    private func read(_ name: InstanceName) async {
        guard let instance = live[name] else { return }
        instance.retry = nil
        if isHeld(instance) { return }
        do {
            try requireLease(for: name)
            let statusChanges = instance.statusChanges
            let found = try await store.instance(name)
            // It was started, cancelled or retried meanwhile.
            guard instance.statusChanges == statusChanges else { return load(instance) }
            guard let stored = found else { throw DurableError.unknownInstance(name) }
            try await goOn(instance, as: stored.summary) { try await begin(instance, stored) }
        } catch {
            let error = DurableError(storeError: error)
            if case .undecodable = error { return await leaveUndecodable(instance, because: error) }
            refuse(instance, because: error)
        }
    }

    /// Begins the run of an instance that was read, if it is running.
    private func goOn(
        _ instance: LiveInstance, as summary: InstanceSummary, _ begin: () async throws -> Void
    ) async throws {
        let statusChanges = instance.statusChanges
        instance.key = summary.key
        switch summary.status {
        // The store knows whether it has had an event before the end.
        case .ended, .cancelled: park(instance)
        case .failed:
            instance.inbox.count = try await countWaiting(of: summary)
            guard instance.statusChanges == statusChanges else { return load(instance) }
            park(instance)
        case .running: try await begin()
        }
    }

    /// Leaves an instance alone that the codec of the store cannot decode, unless it does not run anyway.
    private func leaveUndecodable(_ instance: LiveInstance, because error: DurableError) async {
        do {
            let statusChanges = instance.statusChanges
            let summary = try await storedSummary(instance.name)
            guard instance.statusChanges == statusChanges else { return load(instance) }
            try await goOn(instance, as: summary) { throw error }
        } catch {
            refuse(instance, because: DurableError(storeError: error))
        }
    }

    private func begin(_ instance: LiveInstance, _ stored: StoredInstance) async throws {
        guard let kind = machines[instance.name.machine] else {
            throw DurableError.unregisteredMachine(instance.name.machine)
        }
        let restored: RestoredInstance
        do throws(DurableError) {
            restored = try kind.restore(
                stored, isNew: instance.isNew, at: clock.now, journal: settings.journal)
        } catch .unsupportedVersion(let name, let version, let supported) {
            // Left alone: a newer program wrote it, or can read it.
            throw DurableError.unsupportedVersion(name, version: version, supported: supported)
        } catch {
            return fail(instance, because: error)
        }
        let statusChanges = instance.statusChanges
        let page = try await store.inbox(of: stored.key, after: 0, limit: InboxReading.pageLength)
        // A newer program has sent it, and takes the instance up.
        if let event = page.first(where: { $0.version > kind.version }) {
            throw DurableError.unsupportedVersion(stored.name, version: event.version, supported: kind.version)
        }
        let count = page.count < InboxReading.pageLength ? page.count : try await store.waiting(of: stored.key)
        if let revision = restored.revision {
            guard case .done = try await record(revision, of: stored) else { return load(instance) }
        }
        guard instance.statusChanges == statusChanges else { return load(instance) }
        try requireLease(for: instance.name)
        instance.inbox.hasMore = page.count == InboxReading.pageLength
        instance.inbox.count = count
        instance.inbox.last = page.last?.number ?? 0
        start(instance, restored)
        deliver(page, and: stored.deadlines, to: instance)
    }

    /// Records the macrostep that a change of the program requires, or an operator.
    func record(_ revision: StoredStep, of stored: StoredInstance) async throws -> StoreAnswer {
        var revision = revision
        let (name, shard) = (stored.name, store.shard(of: stored.name))
        let span = traced?.begin(&revision, of: name, event: nil, after: nil, generation: generation(of: shard))
        do {
            let answer = try await write(.step(revision), in: shard, of: name.machine)
            span?.end(StepOutcome(.success(answer)))
            guard answer == .done else { return answer }
            reporter.report(.macrostep(name, number: revision.number, cause: revision.journal.cause))
            if stored.version != revision.version { reporter.report(.migrated(name, from: stored.version)) }
            schedule(revision.deadlines)
            return answer
        } catch {
            span?.end(.failed(DurableError(storeError: error)))
            throw error
        }
    }

    private func start(_ instance: LiveInstance, _ restored: RestoredInstance) {
        lastRun += 1
        instance.run = lastRun
        instance.isNew = false
        waitingCounts[instance.name] = nil
        instance.hasWork = restored.work.isAny
        instance.work = restored.work
        instance.waitingTurns = []
        instance.storeError = nil
        traced?.note(restored.activities, of: instance.name, generation: generation(of: instance.shard))
        let link = InstanceLink(
            host: self, name: instance.name, key: instance.key, run: lastRun,
            fencingToken: generation(of: instance.shard))
        instance.phase = .running(restored.start(self, link, settings, tasks))
        noteReading(of: instance.name)
    }

    /// Delivers stored events and due deadlines in the order of their times, and then the events that wait already.
    private func deliver(_ page: [StoredEvent], and deadlines: [StoredDeadline], to instance: LiveInstance) {
        let newer = instance.waiting.takeAll()
        let now = clock.due
        var due = deadlines.filter { $0.due <= now }.sorted { ($0.due, $0.name) < ($1.due, $1.name) }[...]
        func deliverDue(before time: Date) {
            while let next = due.first, next.due <= time {
                due.removeFirst()
                let timer = DueTimer(name: next.name, number: next.number)
                instance.waiting.append(.timer(timer, due: next.due))
            }
        }
        for event in page {
            deliverDue(before: event.received)
            instance.waiting.append(.event(ticket(for: event, of: instance)))
        }
        deliverDue(before: now)
        for case .event(let ticket) in newer { deliver(ticket, to: instance) }
        feed(instance)
        noteIdleness(of: instance)
    }

    /// Runs the machine of an instance on the actor of the host, whose senders drive it.
    @inlinable func run<Machine: DurableTransducer>(
        _ state: DurableState<Machine>, proxy: Proxy<DurableMachine<Machine>.Event>, env: DurableMachine<Machine>.Env,
        _ settings: RunSettings
    ) -> OwnedRun {
        let link = env.link
        return DurableMachine<Machine>.start(
            state, proxy: proxy, env: env, settings: settings, on: self, end: { link.noteEnd(with: $0) })
    }

    func noteEnd(of link: InstanceLink, with result: Result<Void, any Error>) {
        work.end(run: link.run)
        giveUpTurns(of: link.key)
        guard let instance = live[link.name], instance.run == link.run else { return }
        switch (instance.phase, result) {
        case (.running, .failure(let error)):
            instance.phase = .stopped
            giveBack(instance)
            if instance.storeError == nil, !(error is CancellationError) {
                return fail(instance, because: error)
            }
        case (.running, .success), (.stopping, _):
            instance.phase = .stopped
            giveBack(instance)
        case (.loading, _), (.stopped, _): break
        }
        goOn(instance)
    }

    /// Puts back the events that a run has received and not processed; those in the inbox are read again.
    private func giveBack(_ instance: LiveInstance) {
        let newer = instance.waiting.takeAll()
        let unprocessed = instance.received.sorted { $0.key < $1.key }.map(\.value)
        // Those in the inbox have to be read again, except for postponed ones, which wait for others.
        if unprocessed.contains(where: { !instance.postponed.contains($0.id) }) { instance.hasWork = true }
        instance.received = [:]
        instance.unseen = []
        instance.acknowledged = 0
        instance.postponed = []
        // The scan of deadlines has passed them, so that the instance has to be read again.
        if instance.fired.keys.contains(where: { !instance.postponedTimers.contains($0) }) { instance.hasWork = true }
        instance.fired = [:]
        instance.postponedTimers = []
        giveUpBarriers(of: instance)
        for ticket in unprocessed where ticket.number == nil && !ticket.isBeingStored {
            instance.waiting.append(.event(ticket))
        }
        for delivery in newer {
            switch delivery {
            case .event(let ticket) where ticket.number == nil: instance.waiting.append(.event(ticket))
            case .event, .timer: instance.hasWork = true
            }
        }
    }

    private func giveUpBarriers(of instance: LiveInstance) {
        for barrier in instance.barriers { barrier.waiting.resume(throwing: CancellationError()) }
        instance.barriers = []
    }

    /// Goes on with an instance whose run has ended, once the store has confirmed everything.
    func goOn(_ instance: LiveInstance) {
        guard instance.isAtRest else { return }
        if holds[instance.name] != nil { return noteRest(ofHeld: instance.name) }
        switch condition {
        case .open where instance.storeError != nil: retryLater(instance)
        case .open where instance.waiting.isEmpty && !instance.hasWork: forget(instance)
        case .open: load(instance)
        case .new, .opening, .closing, .closed: refuse(instance, because: .hostNotOpen)
        case .failed(let error, _): refuse(instance, because: error)
        }
    }

    /// Reads an instance again some time after an error of the store.
    private func retryLater(_ instance: LiveInstance) {
        let error = instance.storeError ?? .hostNotOpen
        if error.isObstacle { return refuse(instance, because: error) }
        if case .ownershipLost = error {
            // The host may own the shard again, and has found the instance in memory when it took the shard up.
            return mayBelongToOthers(instance.shard) ? refuse(instance, because: error) : load(instance)
        }
        for case .event(let ticket) in instance.waiting.takeAll() { ticket.settle(.failure(error)) }
        instance.phase = .loading
        let name = instance.name
        instance.retry = afterPause { await $0.read(name) }
    }

    /// Ends the run of an instance, which is read again if anything is left to do.
    func stop(_ instance: LiveInstance) {
        switch instance.phase {
        case .running(let run):
            instance.phase = .stopping
            giveUpBarriers(of: instance)
            run.stop()
        case .loading: instance.retry?.cancel()
        case .stopping, .stopped: break
        }
    }

    /// Removes an instance from memory, and tells those that have sent it events.
    func refuse(_ instance: LiveInstance, because error: DurableError) {
        if case .storeFailed = error { reportFailure(error) }
        if error.isObstacle { leaveAlone(instance.name, instance.key, because: error) }
        for case .event(let ticket) in instance.waiting.takeAll() { ticket.settle(.failure(error)) }
        forget(instance)
        // The store has failed, not the instance: it may have work to do.
        guard case .storeFailed = error, case .open = condition else { return }
        let name = instance.name
        afterPause { host in
            if case .open = host.condition { _ = await host.takeUp(name) }
        }
    }

    /// Remembers an instance that this program cannot run, and tells of it once.
    func leaveAlone(_ name: InstanceName, _ key: InstanceKey, because error: DurableError) {
        guard deadlines.obstructed.insert(key).inserted else { return }
        reporter.report(problem: .leftAlone(name, error))
        if store.isShared { tasks.start { await self.givePlacesBack(of: key) } }
    }

    /// Does something when the store may work again, or when the task is cancelled because the host closes.
    @discardableResult
    func afterPause(_ body: @escaping (isolated DurableHost) async -> Void) -> Task<Void, Never> {
        let clock = clock
        let deadline = clock.now.addingTimeInterval(trouble.pause ?? settings.retryInterval)
        let pause = tasks.start { try? await clock.sleep(until: deadline) }
        pauses.insert(pause)
        return tasks.start {
            await withTaskCancellationHandler {
                await pause.value
            } onCancel: {
                pause.cancel()
            }
            self.pauses.remove(pause)
            await body(self)
        }
    }

    /// Does something at a time, unless the task is cancelled before. It does not retain the host until then.
    func later(at time: Date, _ body: @escaping @Sendable (isolated DurableHost) async -> Void) -> Task<Void, Never> {
        let clock = clock
        return tasks.start { [weak self] in
            do { try await clock.sleep(until: time) } catch { return }
            await self?.goOn(with: body)
        }
    }

    private func goOn(with body: @Sendable (isolated DurableHost) async -> Void) async {
        // The task may have been cancelled while it waited for the host.
        if !Task.isCancelled { await body(self) }
    }

    /// Lets those go on that wait for the store to work again: it has renewed the leases.
    ///
    /// Their pauses grow all the same until a transaction succeeds: renewals may work while nothing else does.
    func endPauses() { for pause in pauses { pause.cancel() } }

    func forget(_ instance: LiveInstance) {
        giveUpTurns(of: instance.key)
        live[instance.name] = nil
        noteRest(ofHeld: instance.name)
        traced?.forget(instance.name)
        noteRest(of: instance.name)
        if live.isEmpty { noteEndOfClosing() }
    }

    /// Records that an instance has failed.
    func fail(_ instance: LiveInstance, because error: any Error) {
        stop(instance)
        instance.hasWork = false
        let number = instance.unconfirmed.begin()
        let change = StoreChange.setStatus(.failed, problem: "\(error)", of: instance.key)
        write(change, in: instance.shard, of: instance.name.machine) { [self] result in
            instance.unconfirmed.end(number)
            if case .success(.done) = result {
                let sentence = (error as? DurableError)?.errorDescription ?? "\(error)"
                reporter.report(problem: .parked(instance.name, problem: sentence))
            }
            if case .failure(let error) = result { instance.storeError = instance.storeError ?? error }
            noteStatus(of: instance.name)
            switch instance.phase {
            // Reading it again parks it, with the events that wait.
            case .loading: park(instance)
            case .running, .stopping: break
            case .stopped: goOn(instance)
            }
        }
    }

    /// Puts the events that wait for an instance that does not run into its inbox, unless it has ended.
    private func park(_ instance: LiveInstance) {
        instance.phase = .stopped
        instance.hasWork = false
        for case .event(let ticket) in instance.waiting.takeAll() {
            if hasRoom(for: ticket, in: instance) { putIntoInbox(ticket, of: instance) }
        }
        if instance.unconfirmed.isEmpty { goOn(instance) }
    }
}

extension DurableError {
    /// Whether this program cannot run an instance that another one can.
    ///
    /// One that the codec of the store has decoded and the machine cannot decode fails instead.
    var isObstacle: Bool {
        if case .undecodable = self { return true }
        if case .unsupportedVersion = self { return true }
        if case .unregisteredMachine = self { return true }
        return false
    }
}
