import Foundation
import Oak

/// The progress in reading a queue.
struct QueueReading {
    var isUnderWay = false
    /// Whether activities of other processes have places that those of this one could have.
    var isCrowded = false
    /// Whether something has changed since the store was asked.
    var isStale = false
    /// How often in a row the store has not answered.
    var failures = 0
    /// The time at which the host looks again.
    var next: Date?
    var task: Task<Void, Never>?
}

extension DurableHost {
    /// Waits until an activity has its turn in its queue.
    ///
    /// - Parameter run: The run of the instance that begins the activity.
    /// - Throws: ``PostponedActivity`` if the host has no such queue, which parks the instance; `CancellationError`.
    func enter(_ queue: String, _ turn: QueuedActivity, of run: Int) async throws {
        guard settings.queues[queue] != nil else {
            // The machine does not hear of it: its 'failure' tells of the world, and not of the settings.
            if let instance = live[turn.instance], instance.run == run, case .running = instance.phase {
                fail(instance, because: DurableError.unknownQueue(queue, machine: turn.instance.machine))
            }
            throw PostponedActivity()
        }
        if queues.take(turn, in: queue) { return }
        let name = ActivityTurn(activity: turn.activity, number: turn.number)
        if let instance = live[turn.instance], instance.run == run {
            instance.waitingTurns.insert(name)
            noteIdleness(of: instance)
        }
        defer {
            if let instance = live[turn.instance], instance.run == run { instance.waitingTurns.remove(name) }
        }
        readQueue(queue)
        try await queues.wait(turn, in: queue)
    }

    /// Notes that an activity begins, which had its turn earlier: from now on, the time counts that its queue limits.
    func begin(_ queue: String, _ turn: QueuedActivity) {
        guard queues.begin(turn, in: queue, at: clock.now) else { return }
        readQueue(queue)
        if store.isShared { tasks.start { await self.noteBeginning(of: turn, in: queue) } }
    }

    /// Tells the other processes, whose store counts the activity at its end if nobody tells it.
    private func noteBeginning(of turn: QueuedActivity, in queue: String) async {
        guard case .open = condition else { return }
        do {
            try await store.noteBeginning(of: turn, in: queue)
        } catch {
            reportFailure(error)
            afterPause { await $0.noteBeginning(of: turn, in: queue) }
        }
    }

    /// Records that an attempt of an activity has failed.
    ///
    /// After an error of the store, of which the writer tells, the next process begins with the attempt before.
    func note(_ attempts: StoredAttempts, of activity: QueuedActivity) async {
        _ = try? await write(.setAttempts(attempts, of: activity), in: store.shard(of: activity.instance))
    }

    /// Notes that an operation has ended, or waits for its next attempt.
    ///
    /// - Parameters:
    ///   - run: The run of the instance that has begun it.
    ///   - pauses: Whether it waits.
    func leave(_ queue: String, _ turn: QueuedActivity, of run: Int, pauses: Bool) {
        queues.end(turn, in: queue, isFinished: !pauses && live[turn.instance]?.run == run)
        readQueue(queue)
    }

    /// Lets others have the turns of an instance, whose activities have ended, or whose run has.
    ///
    /// - Parameter activity: The name of the activity; `nil` for all.
    func giveUpTurns(of key: InstanceKey, _ activity: String? = nil) {
        if queueReadings.isEmpty { return }
        for queue in queues.release(key, activity) { readQueue(queue) }
    }

    /// Reads all queues of the store, after a start or when shards were gained.
    func readQueues(in shards: Set<StoreShard>) async {
        for queue in settings.queues.keys.sorted() { readQueue(queue) }
        var failures = 0
        while case .open = condition {
            do {
                // Those that the program has no longer, of which their instances tell.
                for queue in try await store.queues(in: shards) where settings.queues[queue] == nil { readQueue(queue) }
                return
            } catch {
                guard await waits(after: error, &failures) else { return }
            }
        }
    }

    /// Gives turns to the next activities of a queue, when the present ones of the host have had theirs.
    func readQueue(_ queue: String) {
        guard case .open = condition else { return }
        if settings.queues[queue] == nil { queues.add(queue) }
        guard queueReadings[queue]?.isUnderWay != true else {
            queueReadings[queue]?.isStale = true
            return
        }
        queueReadings[queue, default: QueueReading()].isUnderWay = true
        tasks.start { await self.read(queue) }
    }

    private func read(_ queue: String) async {
        repeat {
            queueReadings[queue]?.isStale = false
            do {
                try await admitNext(of: queue)
                queueReadings[queue]?.failures = 0
            } catch {
                let failures = (queueReadings[queue]?.failures ?? 0) + 1
                queueReadings[queue]?.failures = failures
                guard triesAgain(after: error, times: failures) else { break }
                readQueue(queue, at: clock.now.addingTimeInterval(settings.retryInterval))
            }
        } while queueReadings[queue]?.isStale ?? false && isOpen
        queueReadings[queue]?.isUnderWay = false
    }

    private func admitNext(of queue: String) async throws {
        let leases = try leases()
        let room = queues.room(in: queue, at: clock.due)
        guard room.count > 0 else {
            if let next = room.next { readQueue(queue, at: next) }
            return
        }
        queues.beginReading(queue)
        let page = try await store.queued(
            in: queue, of: Set(leases.keys), at: clock.due,
            limit: queues.beganCount(in: queue) + room.count + deadlines.obstructed.count)
        if let next = page.next { readQueue(queue, at: next) }
        let runnable = page.activities.filter {
            !deadlines.obstructed.contains($0.key) && !suspicion.contains($0.instance)
        }
        guard let placed = try await place(runnable, in: queue, upTo: room.count, under: Array(leases.values)) else {
            queueReadings[queue]?.isStale = true
            return
        }
        queueReadings[queue]?.isCrowded = placed.next != nil
        if let next = placed.next { readQueue(queue, at: next) }
        let absent = queues.admit(placed.activities, upTo: room.count, in: queue)
        if queues.room(in: queue, at: clock.due).next != nil { queueReadings[queue]?.isStale = true }
        await suspect(absent.map { ($0.instance, $0.key) })
        for turn in absent {
            guard let instance = live[turn.instance] else {
                _ = await takeUp(turn.instance)
                continue
            }
            // Its run was put away while the activity waited.
            if case .running = instance.phase { continue }
            instance.hasWork = true
        }
    }

    /// - Returns: Those that have a place; `nil` if the host has other shards meanwhile.
    private func place(
        _ activities: [QueuedActivity], in queue: String, upTo most: Int, under leases: [StoreLease]
    ) async throws -> QueuePage? {
        if activities.isEmpty { return QueuePage(activities: [], next: nil) }
        do {
            return try await store.takePlaces(
                in: queue, for: activities, limits: settings.queues[queue] ?? DurableQueue(), most: most,
                under: leases, at: clock.now)
        } catch DurableError.ownershipLost(let owner) {
            guard await hasOtherLeases(than: leases) else { throw DurableError.ownershipLost(to: owner) }
            return nil
        }
    }

    /// Lets others have the places of an instance that waits for another process.
    func givePlacesBack(of key: InstanceKey) async {
        guard case .open(let leases) = condition else { return }
        do {
            try await store.givePlacesBack(of: [key], under: Array(leases.values), at: clock.now)
        } catch {
            reportFailure(error)
            afterPause { await $0.givePlacesBack(of: key) }
        }
    }

    /// Reads the queues whose places others have had, when one is free.
    ///
    /// - Returns: The task; `nil` in a store that belongs to the host.
    func takeUpFreePlaces() -> Task<Void, Never>? {
        guard store.isShared, !ownsNothing else { return nil }
        let news = store.awaitFreePlaces()
        return tasks.start { [weak self] in for await _ in news { await self?.readCrowdedQueues() } }
    }

    private func readCrowdedQueues() {
        for (queue, reading) in queueReadings where reading.isCrowded || reading.isUnderWay { readQueue(queue) }
    }

    /// Reads a queue at a time, unless the host does so earlier.
    private func readQueue(_ queue: String, at time: Date) {
        guard case .open = condition else { return }
        if let next = queueReadings[queue]?.next, next <= time { return }
        queueReadings[queue]?.next = time
        queueReadings[queue]?.task?.cancel()
        queueReadings[queue]?.task = later(at: time) { host in
            host.queueReadings[queue]?.next = nil
            host.queueReadings[queue]?.task = nil
            host.readQueue(queue)
        }
    }
}
