import Oak
import OakTesting
import TestSupport
import Testing

@Suite("C17 One at a time in every interleaving", .timeLimit(.minutes(20)))
struct AwaitedCancellationInterleavingTests {
    /// A step that concerns the name.
    enum Step: CaseIterable, Sendable {
        case start, startDeaf, startAnswering, startInSequence
        case restart, restartDeaf, restartWaiting, restartComposition
        case cancel, cancelAndWait, pause, pauseLong
    }

    /// In which way a program sees to it that there is one at a time.
    enum Discipline: CaseIterable, Sendable {
        /// A new operation cancels first, as a step of a sequence.
        case byCancelling
        /// A new operation waits for the one that it replaces.
        case byWaiting

        var steps: Generator<[Step]> {
            switch self {
            case .byCancelling:
                .lists(
                    of: .any(of: [
                        .restart, .restartDeaf, .restartComposition, .cancel, .cancelAndWait, .pause, .pauseLong,
                    ]), count: 1...12)
            case .byWaiting:
                .lists(
                    of: .any(
                        of: Step.allCases.filter { $0 != .restart && $0 != .restartDeaf && $0 != .restartComposition }),
                    count: 1...12)
            }
        }
    }

    /// An operation that is never to run beside another one.
    private static func work(
        _ bench: Workbench, id: String? = "x", replacing replacement: EffectReplacement = .atOnce, isDeaf: Bool
    ) -> Puppet.Effect {
        let body: @Sendable @concurrent (Void, Puppet.Input) async throws -> Void = { _, input in
            try await bench.work("it") {
                try? input.send(.init("begun"))
                for _ in 0..<(isDeaf ? 6 : 2) {
                    if !isDeaf { try Task.checkCancellation() }
                    await Task.yield()
                }
            }
        }
        guard let id else { return Puppet.Effect(operation: body) }
        return Puppet.Effect(id: id, replacing: replacement, operation: body)
    }

    private static func effect(_ step: Step, _ bench: Workbench) -> Puppet.Effect? {
        switch step {
        case .start: work(bench, replacing: .afterReturn, isDeaf: false)
        case .startDeaf: work(bench, replacing: .afterReturn, isDeaf: true)
        case .startAnswering:
            Puppet.Effect(
                id: "x", replacing: .afterReturn, { _ in await bench.work("it") { await Task.yield() } },
                success: .init("begun"))
        case .startInSequence:
            .sequence(work(bench, replacing: .afterReturn, isDeaf: true), .event(.init("done")))
        case .restart: .sequence(.cancelTask("x"), work(bench, isDeaf: false))
        case .restartDeaf: .sequence(.combine(.cancelTask("x"), .cancelTask("y")), work(bench, isDeaf: true))
        case .restartWaiting: .sequence(.cancelTask("x"), work(bench, replacing: .afterReturn, isDeaf: true))
        case .restartComposition:
            .sequence(
                .cancelTask("x"),
                .sequence(id: "x", work(bench, id: nil, isDeaf: true), work(bench, id: nil, isDeaf: false)))
        case .cancel: .cancelTask("x")
        case .cancelAndWait: .sequence(.cancelTask("x"), .event(.init("waited")))
        case .pause, .pauseLong: nil
        }
    }

    @Test(
        "C17 At most one operation of the name runs at a time, and everything that waits goes on",
        arguments: Discipline.allCases, [false, true])
    func oneAtATime(discipline: Discipline, isObserved: Bool) async {
        let waited = Counter()
        await explore(seeds: 1...2_000, events: discipline.steps) { steps in
            let (bench, attendance) = (Workbench(), Attendance())
            let proxy = Puppet.Proxy(bufferSize: 32)
            async let names = run(proxy, isObserved: isObserved, attendance)
            for step in steps {
                switch step {
                case .pause: await Task.yield()
                case .pauseLong: for _ in 0..<5 { await Task.yield() }
                default: try await proxy.sendWaitingForRoom(.init("\(step)", Self.effect(step, bench)))
                }
            }
            await idle()
            expectThat(bench.crowd <= 1, "\(bench.crowd) at once: \(bench.entries)")
            if isObserved { attendance.check() }
            for _ in 0..<attendance.waits { waited.increment() }
            // Once more, and it ends although nobody else sends anything.
            try proxy.send(.init("last", .sequence(.cancelTask("x"), Self.work(bench, isDeaf: true), .event(.end))))
            let processed = try await names
            expectThat(bench.crowd <= 1, "\(bench.crowd) at once: \(bench.entries)")
            expectThat(processed.count { $0 == "waited" } == steps.count { $0 == .cancelAndWait }, "\(processed)")
        }
        if isObserved { #expect(waited.value > 0, "nobody had to wait") }
    }

    @Test(
        "C17 So it is in children, too, which share a name without sharing what bears it",
        arguments: Discipline.allCases)
    func children(discipline: Discipline) async {
        await explore(seeds: 1...1_000, events: discipline.steps) { steps in
            let benches = (lead: Workbench(), chorus: Workbench())
            let proxy = Troupe.Proxy(bufferSize: 32)
            async let log = Troupe.run(initialState: .init([1]), proxy: proxy)
            for (index, step) in steps.enumerated() {
                switch step {
                case .pause: await Task.yield()
                case .pauseLong: for _ in 0..<5 { await Task.yield() }
                default:
                    let isLead = index.isMultiple(of: 2)
                    let event = Puppet.Event("\(step)", Self.effect(step, isLead ? benches.lead : benches.chorus))
                    try await proxy.sendWaitingForRoom(isLead ? .lead(event) : .chorus(1, event))
                }
            }
            let last = { (bench: Workbench) in
                Puppet.Event(
                    "last", .sequence(.cancelTask("x"), Self.work(bench, isDeaf: true), .event(.init("done at last"))))
            }
            try await proxy.sendWaitingForRoom(.lead(last(benches.lead)))
            try await proxy.sendWaitingForRoom(.chorus(1, last(benches.chorus)))
            await idle()
            try proxy.send(.end)
            let entries = try await log
            expectThat(entries.count { $0.hasSuffix("done at last") } == 2, "\(entries)")
            expectThat(benches.lead.crowd == 1, "\(benches.lead.crowd) at once: \(benches.lead.entries)")
            expectThat(benches.chorus.crowd == 1, "\(benches.chorus.crowd) at once: \(benches.chorus.entries)")
        }
    }

    @Test(
        "C17 When the machine ends, whatever waits for whatever, it ends, and nothing more begins",
        arguments: Discipline.allCases)
    func endings(discipline: Discipline) async {
        await explore(seeds: 1...1_500, events: discipline.steps) { steps in
            let bench = Workbench()
            let proxy = Puppet.Proxy(bufferSize: 32)
            async let outcome = result { try await Puppet.run(initialState: .init(), proxy: proxy) }
            for (index, step) in steps.enumerated() {
                switch step {
                case .pause: await Task.yield()
                case .pauseLong where index.isMultiple(of: 2): proxy.cancel()
                case .pauseLong:
                    let exits: [Step] = [.restart, .restartComposition, .restartWaiting, .startDeaf]
                    let exit = Self.effect(exits[index % 4], bench)
                    try? await proxy.sendWaitingForRoom(.init("end", exit, ends: true))
                default: try? await proxy.sendWaitingForRoom(.init("\(step)", Self.effect(step, bench)))
                }
            }
            proxy.cancel()
            _ = await outcome
            let entries = bench.entries
            expectThat(bench.crowd <= 1, "\(bench.crowd) at once: \(entries)")
            expectThat(entries.count { $0.hasSuffix("begins") } * 2 == entries.count, "\(entries)")
            await idle()
            expectThat(bench.entries == entries, "something has outlived the run")
        }
    }
}

private func run(_ proxy: Puppet.Proxy, isObserved: Bool, _ attendance: Attendance) async throws -> [String] {
    isObserved
        ? try await Puppet.run(
            initialState: .init(), proxy: proxy, output: Callback<[String]>.hesitant, observer: attendance.observer)
        : try await Puppet.run(initialState: .init(), proxy: proxy)
}

/// Sees which operations have begun and which were only started.
private final class Attendance: Sendable {
    private struct Content {
        var started: Set<Int> = []
        var cancelled: Set<Int> = []
        var ended: Set<Int> = []
        var begun: Set<Int> = []
        var compositions: Set<Int> = []
        var waits = 0
    }

    private let content = Guarded(Content())

    /// How many were cancelled before they had begun.
    var waits: Int { content.withLock { $0.cancelled.subtracting($0.begun).subtracting($0.compositions).count } }

    var observer: Watch {
        Watch { occurrence in
            self.content.withLock { content in
                switch occurrence {
                case .effectStarted(let effect) where effect.number > 0:
                    content.started.insert(effect.number)
                    if effect.kind != .operation { content.compositions.insert(effect.number) }
                case .effectCancelled(let effect, _): content.cancelled.insert(effect.number)
                case .effectEnded(let effect, let error):
                    expectThat(error == nil, "\(String(describing: error))")
                    expectThat(content.ended.insert(effect.number).inserted, "\(effect) ends twice")
                case .eventTaken(_, from: .operation(let number)): content.begun.insert(number)
                default: break
                }
            }
        }
    }

    func check() {
        content.withLock { content in
            expectThat(
                content.started == content.ended, "waits for ever: \(content.started.subtracting(content.ended))")
            let silent = content.started.subtracting(content.cancelled).subtracting(content.compositions).subtracting(
                content.begun)
            // A composition that was cancelled takes its parts along, which the observer is told of.
            expectThat(silent.isEmpty, "has never begun: \(silent)")
        }
    }
}
