import Foundation
import Oak

/// The instances that may be at fault when a process has crashed.
///
/// A transition that traps takes the process down, and each next one that takes the instance up. After a crash, a host
/// marks all instances that it takes up, and takes the marks back when nothing has happened for a second. If it crashes
/// before, the next host finds the suspects, and puts them on trial: first in groups, then those of the group with
/// which the process has ended one by one.
///
/// A process may end for another reason, again and again. Therefore those that were on trial least often come first,
/// and before the first one alone, nothing is taken up for a second.
struct Suspicion {
    /// The suspects whose trials have not begun.
    private var untried: [InstanceName: InstanceSummary] = [:]
    /// The greatest number of them so far.
    private var largest = 0
    /// The names of the untried ones by the numbers of their trials, some of which have been tried since.
    private var queues: [Int: NumberedQueue<InstanceName>] = [:]
    /// Those that somebody waits for.
    private var urgent = NumberedQueue<InstanceName>()
    private var senders: [InstanceName: [CheckedContinuation<Void, Never>]] = [:]

    /// The suspects on trial that may have something to process, and the host that waits for them.
    private var onTrial: Set<InstanceName> = []
    private var trial: CheckedContinuation<Void, Never>?

    /// Whether the host puts suspects on trial at present.
    var isTrying = false
    /// Recoveries that wait for the end of all trials.
    var others: [CheckedContinuation<Void, Never>] = []

    /// Whether instances are marked before they are taken up.
    var isMarking = false
    /// The instances that were marked, in the order of the times.
    var marked = NumberedQueue<(time: Date, shard: StoreShard, keys: [InstanceKey])>()

    func contains(_ name: InstanceName) -> Bool { !untried.isEmpty && untried[name] != nil }

    mutating func add(_ suspects: [InstanceSummary]) {
        for suspect in suspects where untried.updateValue(suspect, forKey: suspect.name) == nil {
            queues[suspect.trials ?? 0, default: NumberedQueue()].append(suspect.name)
        }
        largest = max(largest, untried.count)
    }

    /// Lets somebody wait for a suspect, whose trial is then one of the next.
    mutating func wait(for name: InstanceName, _ continuation: CheckedContinuation<Void, Never>) {
        guard contains(name) else { return continuation.resume() }
        senders[name, default: []].append(continuation)
        urgent.append(name)
    }

    /// The suspects to take up next: a group of those that were not on trial, or else one.
    mutating func next() -> [InstanceSummary] {
        while let fewest = queues.keys.min() {
            // A store of any size is through in so many trials.
            let size = fewest == 0 ? max(16, largest / 32) : 1
            var group: [InstanceName: InstanceSummary] = [:]
            while group.count < size, let name = urgent.popFirst() ?? queues[fewest]?.popFirst() {
                guard let suspect = untried[name] else { continue }
                // One that was on trial stays alone, in its own turn.
                if suspect.trials ?? 0 == fewest { group[name] = suspect }
            }
            if queues[fewest]?.isEmpty ?? false { queues[fewest] = nil }
            if !group.isEmpty { return group.values.sorted { $0.key < $1.key } }
        }
        return []
    }

    /// Begins a trial, whose instances take the events of those who wait.
    mutating func begin(_ names: [InstanceName], _ trial: CheckedContinuation<Void, Never>) {
        onTrial = Set(names)
        self.trial = trial
        for name in names { admit(name) }
        endTrialIfDone()
    }

    /// Lets everybody send events to a suspect from now on.
    mutating func admit(_ name: InstanceName) {
        untried[name] = nil
        for sender in senders.removeValue(forKey: name) ?? [] { sender.resume() }
    }

    /// Notes that an instance has nothing to process for now.
    mutating func noteRest(of name: InstanceName) {
        guard trial != nil, onTrial.remove(name) != nil else { return }
        endTrialIfDone()
    }

    private mutating func endTrialIfDone() { if onTrial.isEmpty { endTrial() } }

    mutating func endTrial() {
        onTrial = []
        trial.take()?.resume()
    }

    /// Ends all waiting, because the host takes up no more instances.
    mutating func release() {
        for name in Array(untried.keys) { admit(name) }
        queues = [:]
        endTrial()
    }
}

extension DurableHost {
    /// The time after which an end of the process is not the fault of an instance that was taken up.
    private static var trialTime: TimeInterval { 1 }

    /// Reads the suspects of shards, and begins to mark instances if there are any, or the owner before has crashed.
    func findSuspects(in leases: [StoreLease]) async throws {
        let shards = Set(leases.map(\.shard))
        if leases.contains(where: \.followsCrash) { suspicion.isMarking = true }
        var last: InstanceKey = 0
        while true {
            let page = try await store.suspects(in: shards, after: last, limit: 1000)
            guard let end = page.last else { return }
            suspicion.isMarking = true
            suspicion.add(page)
            last = end.key
        }
    }

    /// Puts the suspects on trial, before the host takes up anything else of its own accord.
    ///
    /// - Returns: The number of suspects.
    func trySuspects() async -> Int {
        // One trial at a time: another recovery puts the suspects of its shards on trial, too.
        guard !suspicion.isTrying else {
            await withCheckedContinuation { suspicion.others.append($0) }
            return 0
        }
        suspicion.isTrying = true
        var (hasPaused, count) = (false, 0)
        while case .open = condition {
            let group = suspicion.next()
            if group.isEmpty { break }
            if !hasPaused, group.contains(where: { $0.trials ?? 0 > 0 }) {
                hasPaused = true
                await pause(Self.trialTime)
            }
            await takeUp(group)
            count += group.count
            // Also those that were parked, whose events wait for the retry.
            for suspect in group { suspicion.admit(suspect.name) }
        }
        suspicion.isTrying = false
        for other in suspicion.others { other.resume() }
        suspicion.others = []
        return count
    }

    private func takeUp(_ group: [InstanceSummary]) async {
        let trials = group.map { $0.trials ?? 0 }.max() ?? 0
        if trials > settings.crashesAlone {
            for suspect in group { await park(suspect) }
            return
        }
        let onTrial = Dictionary(grouping: group) { store.shard(of: $0.name) }.mapValues { $0.map(\.key) }
        for (shard, keys) in onTrial.sorted(by: { $0.key < $1.key }) {
            // The first trial is one with others, unless there are none.
            let next = group.count == 1 ? max(trials, 1) + 1 : 1
            // Without the mark, the next host does not know of the trial.
            _ = try? await write(.setTrials(next, of: keys), in: shard)
        }
        guard case .open = condition else { return }
        for suspect in group { reporter.report(.suspected(suspect.name, trials: max(0, trials - 1))) }
        let (names, start) = (group.map(\.name), clock.now)
        let instances = names.map(awake)
        let limit = tasks.start { [weak self] in
            await self?.pause(Self.trialTime)
            await self?.endTrial()
        }
        await withCheckedContinuation { suspicion.begin(names, $0) }
        limit.cancel()
        // An activity may need some time before it ends the process.
        let rest = Self.trialTime - clock.now.timeIntervalSince(start)
        if rest > 0, instances.contains(where: \.hasWork) { await pause(rest) }
        for (shard, keys) in onTrial { write(.setTrials(nil, of: keys), in: shard) { _ in } }
    }

    private func pause(_ seconds: TimeInterval) async {
        let clock = clock
        try? await clock.sleep(until: clock.now.addingTimeInterval(seconds))
    }

    private func endTrial() { if !Task.isCancelled { suspicion.endTrial() } }

    private func park(_ suspect: InstanceSummary) async {
        let problem = "the process has ended \(settings.crashesAlone) times while it was taken up alone"
        let change = StoreChange.setStatus(.failed, problem: problem, of: suspect.key)
        guard case .done? = try? await write(change, in: store.shard(of: suspect.name), of: suspect.name.machine) else {
            return
        }
        noteStatus(of: suspect.name)
        reporter.report(problem: .parked(suspect.name, problem: problem))
    }

    /// Waits until a suspect is on trial.
    func untilTried(_ name: InstanceName) async {
        await withCheckedContinuation { suspicion.wait(for: name, $0) }
    }

    /// Marks instances that are about to be taken up after a crash.
    func suspect(_ instances: [(name: InstanceName, key: InstanceKey)]) async {
        guard suspicion.isMarking else { return }
        acquit(markedBefore: clock.now.addingTimeInterval(-Self.trialTime))
        var keys: [StoreShard: [InstanceKey]] = [:]
        for instance in instances where live[instance.name] == nil {
            keys[store.shard(of: instance.name), default: []].append(instance.key)
        }
        for (shard, keys) in keys.sorted(by: { $0.key < $1.key }) {
            // Without the mark, the next host does not know these.
            _ = try? await write(.setTrials(0, of: keys), in: shard)
            suspicion.marked.append((clock.now, shard, keys))
        }
    }

    /// Takes the marks back some time after all instances have been taken up.
    func acquitLater() async {
        guard suspicion.isMarking else { return }
        do { try await clock.sleep(until: clock.now.addingTimeInterval(Self.trialTime)) } catch { return }
        acquit(markedBefore: .distantFuture)
        suspicion.isMarking = false
    }

    /// Takes the marks back that were made before a time.
    func acquit(markedBefore time: Date) {
        while let (marked, shard, keys) = suspicion.marked.first, marked <= time {
            suspicion.marked.popFirst()
            write(.setTrials(nil, of: keys), in: shard) { _ in }
        }
    }
}
