import Foundation
public import Oak

/// The numbers and encoded states of durable macrosteps, until the instance changes its condition or the host closes.
typealias Steps = AsyncStream<(number: Int, state: Data)>

extension DurableHost {
    /// Returns the durable states of an instance, beginning with the present one.
    ///
    /// A reader that is slower than the instance gets the latest state and misses those in between;
    /// ``history(of:after:limit:)`` has all macrosteps. The sequence ends when the instance ends, is cancelled or
    /// fails, and when the host closes.
    ///
    /// - Parameter id: The id of the instance.
    /// - Throws: ``DurableError/unknownInstance(_:)``, ``DurableError/undecodable(_:part:reason:)``, and errors of the
    ///   store.
    public func changes<Machine: DurableTransducer>(
        of id: DurableID<Machine>
    ) async throws -> AsyncStream<Machine.State> {
        try requireOpen(for: Machine.self)
        let (watcher, steps) = watch(id.name, .unbounded)
        let present: StoredInstance
        let first: Machine.State
        do {
            present = try await stored(id.name)
            first = try DurableState<Machine>.state(of: present)
        } catch {
            endWatch(watcher, of: id.name)
            throw error
        }
        if present.status != .running { endWatch(watcher, of: id.name) }
        let (states, continuation) = AsyncStream.makeStream(
            of: Machine.State.self, bufferingPolicy: .bufferingNewest(1))
        continuation.yield(first)
        let (name, number) = (id.name, present.number)
        let reading = tasks.start { [weak self] in
            for await (next, data) in steps where next > number {
                guard let state = try? Codec.decode(Machine.State.self, from: data) else { break }
                continuation.yield(state)
            }
            continuation.finish()
            await self?.endWatch(watcher, of: name)
        }
        continuation.onTermination = { _ in reading.cancel() }
        return states
    }

    /// Returns an instance as soon as it has ended.
    func ended(_ name: InstanceName) async throws -> StoredInstance {
        var poll = Poll(clock: clock)
        while true {
            try leases()
            // Watched before it is read, so that no change is missed.
            let (watcher, steps) = watch(name, .bufferingNewest(1))
            defer { endWatch(watcher, of: name) }
            let present = try await stored(name)
            if try present.hasEnded { return present }
            if mayBelongToOthers(store.shard(of: name)) {
                try await poll.pause()
            } else {
                for await _ in steps {}
                try Task.checkCancellation()
            }
        }
    }

    private func watch(
        _ name: InstanceName, _ policy: Steps.Continuation.BufferingPolicy
    ) -> (watcher: Int, steps: Steps) {
        let (steps, continuation) = Steps.makeStream(bufferingPolicy: policy)
        lastWatcher += 1
        watchers[name, default: [:]][lastWatcher] = continuation
        return (lastWatcher, steps)
    }

    private func endWatch(_ watcher: Int, of name: InstanceName) {
        watchers[name]?.removeValue(forKey: watcher)?.finish()
        if watchers[name]?.isEmpty ?? false { watchers[name] = nil }
    }

    /// Tells of a durable macrostep.
    func publish(_ step: StoredStep, of name: InstanceName) {
        guard !watchers.isEmpty, let watchers = watchers[name] else { return }
        for (_, watcher) in watchers.sorted(by: { $0.key < $1.key }) { watcher.yield((step.number, step.state)) }
    }

    /// Tells that the condition of an instance has changed.
    func noteStatus(of name: InstanceName) {
        guard let watchers = watchers.removeValue(forKey: name) else { return }
        for (_, watcher) in watchers.sorted(by: { $0.key < $1.key }) { watcher.finish() }
    }

    /// Ends all watches, because the host makes no more macrosteps.
    func endWatches() {
        for name in watchers.keys { noteStatus(of: name) }
    }
}
