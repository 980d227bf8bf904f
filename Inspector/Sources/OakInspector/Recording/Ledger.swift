import Oak
import OakText
import Synchronization

/// The runs of all watched machines, and the pages that watch them.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
final class Ledger: Sendable {
    /// A run under way, in this program or another one.
    private enum Live {
        case here(Watch)
        case elsewhere(RunRecord)

        var record: RunRecord? {
            switch self {
            case .here(let watch): watch.witness?.record
            case .elsewhere(let record): record
            }
        }
    }

    private struct Content {
        /// The runs under way, by their numbers.
        var live: [Int: Live] = [:]
        /// The runs that have ended, in the order of their ends.
        var ended: [RunRecord] = []
        var controls: [ObjectIdentifier: Control] = [:]
        /// The names of machines, by the types of their states.
        var names: [ObjectIdentifier: String] = [:]
        /// The diagrams of machines, by their names.
        var outlines: [String: Outline] = [:]
        /// The number of ended runs that were left out.
        var forgotten = 0
        /// The number of pages that are open.
        var pages = 0
        /// The number of pages and of reports to inspectors elsewhere.
        var watchers = 0
        var ticking: Task<Void, Never>?

        /// The witnesses of the runs of this program.
        var witnesses: [Witness] {
            live.values.compactMap { if case .here(let watch) = $0 { watch.witness } else { nil } }
        }
    }

    let settings: InspectorSettings
    let limits: ValueTree.Limits
    let outlets = Outlets()
    /// The time since the inspector was created.
    let time: @Sendable () -> Duration
    let sleep: @Sendable (Duration) async throws -> Void
    private let content = Protected(Content())
    private let numbers = Atomic(0)

    init(settings: InspectorSettings, clock: some Clock<Duration>) {
        self.settings = settings
        limits = settings.limits
        let start = clock.now
        time = { start.duration(to: clock.now) }
        sleep = { try await clock.sleep(for: $0) }
    }

    /// The number of pictures on a page in a second.
    static let picturesPerSecond = 40
    /// The interval between two of them.
    static let interval = Duration.seconds(1) / picturesPerSecond

    func nextNumber() -> Int { numbers.add(1, ordering: .relaxed).newValue }

    func newRecord(_ title: News.Title, access: RunAccess?, start: Duration) -> RunRecord {
        record(nextNumber(), title, access: access, start: start)
    }

    func record(_ number: Int, _ title: News.Title, access: RunAccess?, start: Duration) -> RunRecord {
        RunRecord(number, title, access: access, start: start, logLength: settings.logLength, outlets: outlets)
    }

    /// Adds a run of this program, which has just begun.
    func add(_ watch: Watch, _ beginning: Report) {
        content.withLock { content in
            content.live[beginning.run] = .here(watch)
            if content.watchers > 0 { watch.witness?.attend(with: settings.entriesAtOnce) }
        }
        outlets.tell(beginning)
    }

    /// Adds a run of another program.
    func add(_ record: RunRecord) { content.withLock { $0.live[record.number] = .elsewhere(record) } }

    /// Notes the end of a run, and forgets the oldest ended ones if there are too many.
    func end(_ run: RunRecord) {
        let limit = max(0, settings.endedRuns)
        let forgotten = content.withLock { content -> [RunRecord] in
            content.live[run.number] = nil
            content.ended.append(run)
            if let identity = run.identity { content.controls[identity] = nil }
            // Many at a time, so that each of them moves a few times at most.
            guard content.ended.count > limit + limit / 4 else { return [] }
            let forgotten = Array(content.ended.prefix(content.ended.count - limit))
            content.ended.removeFirst(forgotten.count)
            content.forgotten += forgotten.count
            return forgotten
        }
        withExtendedLifetime(forgotten) {}
    }

    /// Allows pages to control a run, unless it has ended.
    func allow(_ control: Control, on identity: ObjectIdentifier) {
        content.withLock { content in
            guard !content.ended.contains(where: { $0.identity == identity && $0.exists }) else { return }
            content.controls[identity] = control
        }
    }

    /// Gives later runs of a machine its diagram.
    func draw(_ outline: Outline, of machine: String) {
        // One that nobody could read would hide the states that were seen.
        guard let outline = outline.within(settings.limits) else { return }
        content.withLock { $0.outlines[machine] = outline }
    }

    /// The name of a machine, which its runs share.
    func name(ofMachineWith state: Any.Type) -> String {
        let type = ObjectIdentifier(state)
        if let name = content.withLock({ $0.names[type] }) { return name }
        let name = machineName(ofState: state)
        content.withLock { $0.names[type] = name }
        return name
    }

    func outline(of machine: String) -> Outline? { content.withLock { $0.outlines[machine] } }

    /// The control of a run that has not ended, if the program allows it.
    func control(of run: RunRecord) -> Control? {
        guard let identity = run.identity, !run.hasEnded else { return nil }
        return content.withLock { $0.controls[identity] }
    }

    /// The runs, in the order in which they began, and the number of those that are forgotten.
    ///
    /// - Complexity: O(*n* log *n*) in their number.
    var runs: (kept: [RunRecord], forgotten: Int) {
        let (live, ended, forgotten) = content.withLock { ($0.live, $0.ended, $0.forgotten) }
        return ((live.values.compactMap(\.record) + ended).sorted { $0.number < $1.number }, forgotten)
    }

    func run(_ number: Int) -> RunRecord? {
        content.withLock { content in content.live[number]?.record ?? content.ended.first { $0.number == number } }
    }

    // MARK: Watching

    /// Calls a function as often as a page can show something new, as long as the page is open.
    func watch(_ show: @Sendable () -> Void) async throws {
        content.withLock { $0.pages += 1 }
        defer { closePage() }
        beginWatching()
        defer { endWatching() }
        try await every(Self.interval, show)
    }

    /// Reports all runs until the task is cancelled: first those under way, and then all that happens.
    func report(to outlet: @escaping Outlets.Outlet) async throws {
        let number = nextNumber()
        outlets.set(number, outlet)
        defer { outlets.set(number, nil) }
        for record in content.withLock({ $0.live.values.compactMap(\.record) }).sorted(by: { $0.number < $1.number }) {
            record.present.forEach(outlet)
        }
        beginWatching()
        defer { endWatching() }
        try await every(Self.interval) {}
    }

    /// Calls a function in regular intervals until the task is cancelled.
    func every(_ interval: Duration, _ body: @Sendable () -> Void) async throws {
        while true {
            body()
            try await sleep(interval)
        }
    }

    // Under the lock, so that the end of one page does not undo the beginning of the next.
    private func beginWatching() {
        content.withLock { content in
            content.watchers += 1
            guard content.watchers == 1 else { return }
            content.ticking = Task { [weak self, sleep] in
                while (try? await sleep(Self.interval)) != nil, let self { self.tick() }
            }
            for witness in content.witnesses { witness.attend(with: settings.entriesAtOnce) }
        }
    }

    private func endWatching() {
        let witnesses = content.withLock { content -> [Witness] in
            content.watchers -= 1
            guard content.watchers == 0 else { return [] }
            content.ticking?.cancel()
            content.ticking = nil
            let witnesses = content.witnesses
            for witness in witnesses { witness.ignore() }
            return witnesses
        }
        // Descriptions may run code of the user's, which needs no lock.
        for witness in witnesses { witness.deliver() }
    }

    /// Lets paused machines go on when the last page is closed: nobody is left who could do that.
    private func closePage() {
        content.withLock { content in
            content.pages -= 1
            guard content.pages == 0 else { return }
            for control in content.controls.values where control.isPaused() { control.resume() }
        }
    }

    private func tick() {
        for witness in content.withLock(\.witnesses) {
            witness.renew(by: settings.entriesPerTick, upTo: settings.entriesAtOnce)
        }
    }

    /// Lets the records of the runs of this program have everything that was counted.
    func refresh() { for witness in content.withLock(\.witnesses) { witness.refresh() } }
}

/// The connections on which the news of all runs leave the program.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
final class Outlets: Sendable {
    typealias Outlet = @Sendable (Report) -> Void

    // Without any, which is nearly always, a run reads one number.
    private let count = Atomic(0)
    private let outlets = Protected<[Int: Outlet]>([:])

    func tell(_ report: Report) {
        guard count.load(ordering: .relaxed) > 0 else { return }
        for outlet in outlets.withLock({ Array($0.values) }) { outlet(report) }
    }

    /// Adds a connection, or removes the one with the number.
    func set(_ number: Int, _ outlet: Outlet?) {
        outlets.withLock { outlets in
            outlets[number] = outlet
            count.store(outlets.count, ordering: .relaxed)
        }
    }
}
