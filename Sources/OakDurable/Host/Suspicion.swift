import Foundation
import Oak

/// The instances that may be at fault when a process has crashed.
///
/// A transition that traps takes the process down, and each next one that takes the instance up. After a crash, a host
/// marks all instances that it takes up, in portions, and takes the marks back when it has done so. If it crashes
/// before, the next host knows the suspects, and takes them up alone: then the one at fault is known.
struct Suspicion {
    /// The suspects that have not been taken up, with the senders that wait for them.
    private var untried: [InstanceName: [CheckedContinuation<Void, Never>]] = [:]
    private var queue = Queue<InstanceSummary>()
    private var urgent = Queue<InstanceSummary>()
    private var summaries: [InstanceName: InstanceSummary] = [:]
    /// The suspect that is being taken up, until it has nothing to process.
    var onTrial: (name: InstanceName, end: CheckedContinuation<Void, Never>)?
    /// The instances that were marked after a crash; `nil` when the host marks none.
    var marked: [StoreShard: Set<InstanceKey>]?

    var isEmpty: Bool { untried.isEmpty }

    func contains(_ name: InstanceName) -> Bool { untried[name] != nil }

    mutating func add(_ suspects: [InstanceSummary]) {
        for suspect in suspects where untried.updateValue([], forKey: suspect.name) == nil {
            queue.append(suspect)
            summaries[suspect.name] = suspect
        }
    }

    /// Lets somebody wait for a suspect, whose turn is then next.
    mutating func wait(for name: InstanceName, _ continuation: CheckedContinuation<Void, Never>) {
        guard let suspect = summaries[name], untried[name]?.append(continuation) != nil else {
            return continuation.resume()
        }
        urgent.append(suspect)
    }

    /// The next suspect to take up.
    mutating func next() -> InstanceSummary? {
        while let suspect = urgent.popFirst() ?? queue.popFirst() {
            if contains(suspect.name), onTrial?.name != suspect.name { return suspect }
        }
        return nil
    }

    /// Ends the wait for a suspect.
    mutating func remove(_ name: InstanceName) {
        summaries[name] = nil
        for continuation in untried.removeValue(forKey: name) ?? [] { continuation.resume() }
    }

    mutating func endTrial(of name: InstanceName) {
        guard let trial = onTrial, trial.name == name else { return }
        onTrial = nil
        trial.end.resume()
    }

    /// Ends all waiting, because the host takes up no more instances.
    mutating func release() {
        for name in Array(untried.keys) { remove(name) }
        if let trial = onTrial { endTrial(of: trial.name) }
    }
}

extension DurableHost {
    /// Reads the suspects of shards whose owner has crashed.
    func findSuspects(in leases: [StoreLease]) async throws {
        let shards = Set(leases.filter(\.followsCrash).map(\.shard))
        guard !shards.isEmpty else { return }
        suspicion.marked = suspicion.marked ?? [:]
        var last: InstanceKey = 0
        while true {
            let page = try await store.suspects(in: shards, after: last, limit: 1000)
            guard let end = page.last else { return }
            suspicion.add(page)
            last = end.key
        }
    }

    /// Takes up the suspects, one after the other, before the host does anything else of its own accord.
    func trySuspects() async {
        while case .open = condition, let suspect = suspicion.next() {
            await takeUpAlone(suspect)
            suspicion.remove(suspect.name)
        }
    }

    private func takeUpAlone(_ suspect: InstanceSummary) async {
        let trials = suspect.trials ?? 0
        let shard = store.shard(of: suspect.name)
        guard trials < settings.crashesAlone else {
            let problem = "the process has ended \(trials) times in a row while it was taken up alone"
            guard case .done? = try? await write(.setStatus(.failed, problem: problem, of: suspect.key), in: shard)
            else {
                return
            }
            noteStatus(of: suspect.name)
            return reporter.report(problem: .parked(suspect.name, problem: problem))
        }
        guard (try? await write(.setTrials(trials + 1, of: [suspect.key]), in: shard)) != nil else { return }
        reporter.report(.suspected(suspect.name, trials: trials))
        let clock = clock
        let name = suspect.name
        let instance = awake(name)
        let limit = tasks.start { [weak self] in
            try? await clock.sleep(until: clock.now.addingTimeInterval(1))
            await self?.endTrial(of: name)
        }
        await withCheckedContinuation { suspicion.onTrial = (name, $0) }
        limit.cancel()
        // An activity that ends the process does so when it begins, or it is not found.
        if instance.hasWork { try? await clock.sleep(until: clock.now.addingTimeInterval(0.1)) }
        write(.setTrials(nil, of: [suspect.key]), in: shard) { _ in }
    }

    private func endTrial(of name: InstanceName) { suspicion.endTrial(of: name) }

    /// Waits until a suspect has been taken up alone.
    func untilTried(_ name: InstanceName) async {
        await withCheckedContinuation { suspicion.wait(for: name, $0) }
    }

    /// Marks instances that are about to be taken up after a crash.
    func suspect(_ instances: [(name: InstanceName, key: InstanceKey)]) async {
        guard suspicion.marked != nil else { return }
        var keys: [StoreShard: [InstanceKey]] = [:]
        for instance in instances {
            let shard = store.shard(of: instance.name)
            if suspicion.marked?[shard, default: []].insert(instance.key).inserted ?? false {
                keys[shard, default: []].append(instance.key)
            }
        }
        for (shard, keys) in keys.sorted(by: { $0.key < $1.key }) {
            // Without the mark, the next host does not know this one.
            _ = try? await write(.setTrials(0, of: keys), in: shard)
        }
    }

    /// Takes the marks back some time after all instances have been taken up.
    func acquitLater() async {
        guard suspicion.marked != nil else { return }
        do { try await clock.sleep(until: clock.now.addingTimeInterval(1)) } catch { return }
        acquitAll()
    }

    /// Takes the marks back.
    func acquitAll() {
        for (shard, keys) in suspicion.marked ?? [:] where !keys.isEmpty {
            write(.setTrials(nil, of: keys.sorted()), in: shard) { _ in }
        }
        suspicion.marked = nil
    }
}
