import Foundation
import Oak

extension DurableHost {
    /// Brings an event on its way to its instance.
    ///
    /// An event without a deduplication key goes straight to a running machine: it becomes durable with its macrostep.
    func deliver(_ ticket: Ticket, to instance: LiveInstance) {
        switch instance.phase {
        case .loading, .stopping, .stopped:
            instance.waiting.append(.event(ticket))
        case .running where ticket.deduplication != nil && instance.acknowledged >= mostAcknowledged:
            ticket.settle(.failure(DurableError.tooManyPostponed(instance.name, limit: settings.postponedEvents)))
        case .running where ticket.deduplication != nil || instance.inbox.hasMore:
            guard hasRoom(for: ticket, in: instance) else { return }
            putIntoInbox(ticket, of: instance) { isNew in
                // A page of the inbox that was read in the meantime may have the event.
                guard isNew, let number = ticket.number, case .running = instance.phase, !instance.inbox.hasMore,
                    number > instance.inbox.last
                else { return }
                instance.inbox.last = number
                instance.waiting.append(.event(ticket))
            }
        case .running:
            instance.waiting.append(.event(ticket))
        }
    }

    /// The number of unprocessed events beyond which one with a deduplication key is refused: the store has it before
    /// the machine sees it.
    private var mostAcknowledged: Int {
        min(settings.postponedEvents, .max - LiveInstance.window) + LiveInstance.window
    }

    /// A ticket for an event from the inbox.
    func ticket(for event: StoredEvent, of instance: LiveInstance) -> Ticket {
        lastTicket += 1
        let origin =
            traced == nil ? nil : TraceOrigin(event.context, generation: generation(of: instance.shard))
        return Ticket(
            id: lastTicket, version: event.version, data: event.event, origin: origin, number: event.number)
    }

    /// Delivers as much to a run as it may have received.
    func feed(_ instance: LiveInstance) {
        guard case .running(let run) = instance.phase else { return }
        var hasDelivered = false
        while instance.underWay < LiveInstance.window, let delivery = instance.waiting.popFirst() {
            switch delivery {
            case .event(let ticket):
                instance.received[ticket.id] = ticket
                instance.unseen.append(ticket)
                if ticket.isAcknowledged { instance.acknowledged += 1 }
                do throws(DurableError) {
                    try run.deliver(ticket, on: self)
                } catch .unsupportedVersion(_, let version, let supported) where version > supported {
                    // Read again, and left alone.
                    instance.hasWork = true
                    return stop(instance)
                } catch {
                    return fail(instance, because: error)
                }
                hasDelivered = true
            case .timer(let timer, let due):
                guard instance.fired[timer] == nil else { continue }
                lastTicket += 1
                instance.fired[timer] = lastTicket
                run.fire(timer, on: self)
                reporter.report(
                    .deadlineFired(
                        instance.name, name: ActivityMark.plainName(of: timer.name),
                        late: clock.now.timeIntervalSince(due)))
                hasDelivered = true
            }
        }
        if hasDelivered {
            // Most events are processed in this frame, and nobody has to ask for them.
            if instance.hasUnprocessed { markLater(instance) } else { instance.unseen.removeAll(keepingCapacity: true) }
        }
        readMore(of: instance)
    }

    /// Looks at an instance when its run has had its turn.
    func markLater(_ instance: LiveInstance) {
        guard !instance.isUnmarked else { return }
        instance.isUnmarked = true
        unmarked.append(instance)
        if unmarked.count == 1 { tasks.start { await self.markPostponed() } }
    }

    /// Asks the runs with unprocessed events to report the postponed ones.
    ///
    /// Most events are processed at once, so that few runs are asked. A run may be waiting for an action, for however
    /// long; its events become durable in the inbox meanwhile.
    private func markPostponed() async {
        // A run that was woken waits in the queue of all tasks, which this task has skipped.
        await Task.yield()
        let instances = unmarked
        unmarked = []
        for instance in instances {
            instance.isUnmarked = false
            guard case .running(let run) = instance.phase else { continue }
            instance.unseen.removeAll { instance.received[$0.id] == nil }
            let events = instance.unseen
            // As many as it may postpone; the senders of the others wait until the machine has seen these.
            for ticket in events where instance.acknowledged < settings.postponedEvents {
                putIntoInbox(ticket, of: instance)
            }
            let timers = instance.fired.filter { !instance.postponedTimers.contains($0.key) }.values
            if let last = (events.map(\.id) + timers).max() { run.mark(last, on: self) }
        }
    }

    /// Reads more of the inbox when the run is about to run out of events.
    private func readMore(of instance: LiveInstance) {
        guard instance.inbox.hasMore, !instance.inbox.isUnderWay, instance.waiting.isEmpty else { return }
        instance.inbox.isUnderWay = true
        let (name, run) = (instance.name, instance.run)
        tasks.start { await self.readPage(of: name, run) }
    }

    private func readPage(of name: InstanceName, _ run: Int) async {
        guard let instance = live[name], instance.run == run else { return }
        do {
            let page = try await store.inbox(
                of: instance.key, after: instance.inbox.last, limit: InboxReading.pageLength)
            guard instance.run == run, case .running = instance.phase else { return }
            instance.inbox.isUnderWay = false
            for event in page { instance.waiting.append(.event(ticket(for: event, of: instance))) }
            instance.inbox.last = page.last?.number ?? instance.inbox.last
            instance.inbox.hasMore =
                page.count == InboxReading.pageLength || instance.inbox.lastStored > instance.inbox.last
            feed(instance)
            noteIdleness(of: instance)
        } catch {
            guard instance.run == run else { return }
            instance.inbox.isUnderWay = false
            let error = DurableError(storeError: error)
            if !error.isObstacle { reportFailure(error) }
            instance.storeError = instance.storeError ?? error
            stop(instance)
        }
    }

    /// Puts an instance away when more are idle than may be.
    func noteIdleness(of instance: LiveInstance) {
        if instance.hasNothingToProcess { suspicion.noteRest(of: instance.name) }
        guard instance.isIdle else { return }
        noteRest(of: instance.name)
        lastUse += 1
        instance.lastUse = lastUse
        if !instance.isListedIdle {
            instance.isListedIdle = true
            idle.append((instance.name, lastUse))
            idleCount += 1
        }
        while idleCount > settings.idleInstances, let (name, use) = idle.popFirst() {
            if let listed = live[name], listed.isListedIdle {
                // One that was used since goes to the end.
                if listed.lastUse != use, listed.isIdle {
                    idle.append((name, listed.lastUse))
                    continue
                }
                listed.isListedIdle = false
                if listed.isIdle {
                    listed.hasWork = false
                    stop(listed)
                }
            }
            idleCount -= 1
        }
    }
}
