import Foundation
import Oak

extension DurableHost {
    /// Takes the macrostep of a run, to be committed after all those before it.
    func submit<Machine: DurableTransducer>(_ record: StepRecord<Machine>, of link: InstanceLink) throws {
        let instance = try runningInstance(of: link)
        let ticket = record.step.ticket.flatMap { instance.received[$0] }
        // Encoded now, so that a value that cannot be encoded fails its own macrostep.
        var step = try record.stored(
            instance.key, instance.name, at: clock.now, ticket: ticket, journal: settings.journal)
        let span = traced?.begin(
            &step, of: instance.name, event: record.eventName(ticket),
            after: ticket?.origin ?? TraceOrigin(record.step.context ?? [:], generation: link.fencingToken),
            generation: link.fencingToken)
        if let ticket {
            instance.received[ticket.id] = nil
            if ticket.isAcknowledged { instance.acknowledged -= 1 }
        }
        for case .removed(let name) in record.step.timers where !instance.fired.isEmpty {
            instance.fired = instance.fired.filter { $0.key.name != name }
        }
        if !instance.postponed.isEmpty || !instance.postponedTimers.isEmpty {
            // Recalled by the machine, perhaps; the next mark finds those that it has postponed again.
            instance.unseen += instance.postponed.compactMap { instance.received[$0] }
            instance.postponed = []
            instance.postponedTimers = []
            markLater(instance)
        }
        for change in record.step.activities { work.end(change.activity, of: link.run) }
        instance.hasWork = record.work.isAny
        instance.work = record.work
        let change = (number: instance.unconfirmed.begin(), run: link.run, span: span)
        if ticket?.isBeingStored ?? false || !instance.deferred.isEmpty {
            let write = { [self, step] (error: DurableError?) in
                // Whether the store has the event is unknown, and with it the number to take out of the inbox.
                if let error { return confirm(step, ticket, instance, change, .failure(error)) }
                // The store has given a number to the event in the meantime.
                var step = step
                step.consumed = ticket?.number
                self.write(step, ticket, of: instance, change)
            }
            instance.deferred.append((ticket, write))
        } else {
            write(step, ticket, of: instance, change)
        }
    }

    private func write(_ step: StoredStep, _ ticket: Ticket?, of instance: LiveInstance, _ change: Change) {
        write(.step(step), in: instance.shard, of: instance.name.machine) { [self] in
            confirm(step, ticket, instance, change, $0)
        }
    }

    private func confirm(
        _ step: StoredStep, _ ticket: Ticket?, _ instance: LiveInstance, _ change: Change,
        _ result: Result<StoreAnswer, DurableError>
    ) {
        instance.unconfirmed.end(change.number)
        change.span?.end(StepOutcome(result))
        switch result {
        case .success(.done), .success(.sent):
            ticket?.settle(.success(()))
            if step.consumed != nil { instance.inbox.count -= 1 }
            schedule(step.deadlines)
            if case .success(.sent(let answers)) = result { note(answers, to: step, of: instance.name) }
            for change in step.activities { giveUpTurns(of: step.instance, change.activity) }
            publish(step, of: instance.name)
            if reporter.isObserved { report(step, of: instance.name) }
            if step.isEnd { noteStatus(of: instance.name) }
        case .success:
            // The instance was cancelled, or an earlier macrostep was not stored.
            if let ticket, ticket.number == nil { instance.waiting.append(.event(ticket)) }
            if instance.run == change.run { stop(instance) }
            instance.hasWork = true
        case .failure(let error):
            ticket?.settle(.failure(error))
            instance.storeError = instance.storeError ?? error
            if instance.run == change.run { stop(instance) }
            readTargets(of: step.messages)
        }
        noteConfirmation(of: instance)
    }

    private func report(_ step: StoredStep, of name: InstanceName) {
        reporter.report(.macrostep(name, number: step.number, cause: step.journal.cause))
        if step.isEnd { reporter.report(.ended(name)) }
    }

    /// Goes on with everything that waits for the confirmation of changes.
    func noteConfirmation(of instance: LiveInstance) {
        while let barrier = instance.barriers.first, instance.unconfirmed.isConfirmed(before: barrier.number) {
            instance.barriers.removeFirst()
            barrier.waiting.resume(with: instance.storeError.map { .failure($0) } ?? .success(()))
        }
        switch instance.phase {
        case .running:
            feed(instance)
            noteIdleness(of: instance)
        case .stopped: goOn(instance)
        case .loading, .stopping: break
        }
    }

    /// Returns when everything that an instance has done so far is durable.
    func makeDurable(_ ticket: Ticket.ID?, of link: InstanceLink) async throws {
        let instance = try runningInstance(of: link)
        if let ticket = ticket.flatMap({ instance.received[$0] }) { putIntoInbox(ticket, of: instance) }
        guard !instance.unconfirmed.isEmpty else { return }
        writeBeforeWaiting()
        if let error = instance.storeError { throw error }
        guard try !runningInstance(of: link).unconfirmed.isEmpty else { return }
        // Later changes do not count: events from outside may keep coming.
        let number = instance.unconfirmed.next
        try await withCheckedThrowingContinuation { instance.barriers.append((number, $0)) }
    }

    /// Notes the events that a run has postponed, which have been put into the inbox before the run was asked.
    @usableFromInline func hasSeen(_ last: Ticket.ID, of link: InstanceLink) {
        guard let instance = try? runningInstance(of: link) else { return }
        let seen = instance.unseen.filter { $0.id <= last }
        instance.unseen.removeAll { $0.id <= last }
        for ticket in seen where instance.received[ticket.id] != nil { putIntoInbox(ticket, of: instance) }
        instance.postponed.formUnion(seen.lazy.map(\.id).filter { instance.received[$0] != nil })
        for (timer, id) in instance.fired where id <= last { instance.postponedTimers.insert(timer) }
        feed(instance)
        noteIdleness(of: instance)
    }

    /// Refuses an event that the machine would postpone, unless the store has it already.
    @usableFromInline func refuse(_ ticket: Ticket.ID, of link: InstanceLink) {
        guard let instance = try? runningInstance(of: link), let ticket = instance.received[ticket] else { return }
        if ticket.isAcknowledged {
            // Read again, it comes in its order, as one that is kept.
            stop(instance)
        } else {
            instance.received[ticket.id] = nil
            ticket.settle(
                .failure(DurableError.tooManyPostponed(instance.name, limit: settings.postponedEvents)))
            noteConfirmation(of: instance)
        }
    }

    /// Notes that a time-out which has fallen due had ended before.
    @usableFromInline func hasNoTimer(_ timer: DueTimer, of link: InstanceLink) {
        guard let instance = try? runningInstance(of: link) else { return }
        instance.fired[timer] = nil
        instance.postponedTimers.remove(timer)
        noteConfirmation(of: instance)
    }

    /// Stores an event that the inbox does not have, and tells its sender.
    func putIntoInbox(_ ticket: Ticket, of instance: LiveInstance, _ stored: @escaping (Bool) -> Void = { _ in }) {
        guard !ticket.isAcknowledged else { return }
        ticket.isBeingStored = true
        instance.inbox.count += 1
        if instance.received[ticket.id] != nil { instance.acknowledged += 1 }
        let number = instance.unconfirmed.begin()
        let change = StoreChange.receive(
            event: ticket.data, version: ticket.version, deduplication: ticket.deduplication, for: instance.key,
            context: ticket.origin?.context ?? [:])
        write(change, in: instance.shard) { [self] result in
            ticket.isBeingStored = false
            instance.unconfirmed.end(number)
            var (isNew, error) = (false, DurableError?.none)
            defer { noteWaiting(isNew ? 0 : -1, of: instance) }
            switch result {
            case .success(.stored(let number)), .success(.storedForRetry(let number)):
                isNew = true
                ticket.number = number
                instance.inbox.lastStored = max(instance.inbox.lastStored, number)
                ticket.settle(.success(()))
            case .success(.duplicate): ticket.settle(.success(()))
            case .success(.refused(.cancelled)): ticket.settle(.failure(DurableError.instanceCancelled(instance.name)))
            case .success(.refused): ticket.settle(.failure(DurableError.instanceEnded(instance.name)))
            case .success: ticket.settle(.failure(DurableError.unknownInstance(instance.name)))
            case .failure(let failure):
                error = failure
                ticket.settle(.failure(failure))
                instance.storeError = instance.storeError ?? failure
                stop(instance)
            }
            // Those of later events wait until the store has these, too; after an error, it takes none.
            while let next = instance.deferred.first, error != nil || !(next.ticket?.isBeingStored ?? false) {
                instance.deferred.removeFirst()
                next.write(error)
            }
            if !ticket.isAcknowledged, instance.received[ticket.id] != nil { instance.acknowledged -= 1 }
            stored(isNew)
            noteConfirmation(of: instance)
        }
    }

    private func runningInstance(of link: InstanceLink) throws -> LiveInstance {
        guard let instance = live[link.name], instance.run == link.run, case .running = instance.phase else {
            throw CancellationError()
        }
        return instance
    }
}

/// A macrostep that the store has not confirmed: its number, that of the run that has made it, and its span.
private typealias Change = (number: Int, run: Int, span: DurableSpan?)

extension NamedChange<StoredActivity> {
    /// The name of the activity.
    fileprivate var activity: String {
        switch self {
        case .set(let activity): activity.name
        case .removed(let name): name
        }
    }
}
