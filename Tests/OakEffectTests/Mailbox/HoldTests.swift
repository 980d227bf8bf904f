@testable import Oak
import OakTesting
import TestSupport
import Testing

@Suite("C38 Holding a run")
struct HoldTests {
    /// The names of the events that a run has taken, while it goes on.
    private struct Run {
        let proxy: Script.Proxy
        let taken = Recorder<String>()

        init(bufferSize: Int = 8) { proxy = Script.Proxy(bufferSize: bufferSize) }

        func start() -> Task<[String], any Error> {
            let taken = taken
            let observer = ScriptObserver { if case .eventTaken(let event, _) = $0 { taken.record(event.name) } }
            return Script.start(proxy, observer: observer)
        }
    }

    @Test("C38 A held run finishes its macrostep, and begins no other one", .onOneExecutor)
    func macrostep() async throws {
        let run = Run()
        let mailbox = run.proxy.mailbox
        let holding = Script.Effect(action: { _ in
            mailbox.hold()
            return .init("action", .event(.init("last")))
        })
        try run.proxy.send(contentsOf: [.init("go", holding), .init("a"), .init("b"), .end])
        let task = run.start()
        await idle()
        #expect(run.taken.values == ["go", "action", "last"])
        #expect(mailbox.waitingEvents == 3)
        mailbox.release()
        #expect(try await task.value == ["go", "action", "last", "a", "b", "end"])
    }

    @Test("C38 A step lets one macrostep happen, with its action events", .onOneExecutor)
    func step() async throws {
        let run = Run()
        let mailbox = run.proxy.mailbox
        mailbox.hold()
        try run.proxy.send(contentsOf: [.init("a", .event(.init("action"))), .init("b"), .init("c")])
        let task = run.start()
        await idle()
        #expect(run.taken.values.isEmpty)
        mailbox.grantStep()
        await idle()
        #expect(run.taken.values == ["a", "action"])
        mailbox.grantStep()
        mailbox.grantStep()
        await idle()
        #expect(run.taken.values == ["a", "action", "b", "c"])
        // Nothing waits: the step is for the event that comes first.
        mailbox.grantStep()
        await idle()
        try run.proxy.send(contentsOf: [.init("d"), .init("e"), .end])
        await idle()
        #expect(run.taken.values == ["a", "action", "b", "c", "d"])
        mailbox.release()
        _ = try await task.value
        #expect(run.taken.values == ["a", "action", "b", "c", "d", "e", "end"])
    }

    @Test("C38 A run that is not held is granted no step", .onOneExecutor)
    func stepWithoutHold() async throws {
        let run = Run()
        run.proxy.mailbox.grantStep()
        run.proxy.mailbox.hold()
        let task = run.start()
        try run.proxy.send(.end)
        await idle()
        #expect(run.taken.values.isEmpty)
        run.proxy.mailbox.release()
        _ = try await task.value
    }

    @Test("C38 A cancellation ends a held run, and tells those who wait for it", .onOneExecutor)
    func cancellation() async throws {
        let run = Run()
        run.proxy.mailbox.hold()
        let task = run.start()
        let port = InputPort(run.proxy.mailbox)
        let waiting = Task { try await port.sendWaitingForMacrostep(.init("a")) }
        await idle()
        run.proxy.cancel()
        await #expect(throws: TransducerError.cancelled) { try await task.value }
        await #expect(throws: TransducerError.terminated) { try await waiting.value }
        #expect(run.taken.values.isEmpty)
    }

    @Test("C38 A held run whose mailbox is full refuses events, also on the actor of its host")
    @MainActor
    func refusal() throws {
        let proxy = Sum.Proxy(bufferSize: 2)
        let host = ObservableTransducer(of: Sum.self, initialState: Sum.State(), proxy: proxy)
        try proxy.send(.add(1))
        #expect(host.state.total == 1)
        proxy.mailbox.hold()
        try proxy.send(.add(10))
        try proxy.send(.add(100))
        #expect(throws: TransducerError.bufferOverflow) { try proxy.send(.add(1000)) }
        #expect(host.state.total == 1)
        proxy.mailbox.release()
        try proxy.send(.add(1000))
        #expect(host.state.total == 1111)
        host.cancel()
    }

    @Test("C38 Postponed events and the answers of failed operations are held, too", .onOneExecutor)
    func postponed() async throws {
        let proxy = Postponing.Proxy()
        let taken = Recorder<Postponing.Event>()
        let observer = MachineObserver(of: Postponing.self) {
            if case .transition(_, let event, _) = $0 { taken.record(event) }
        }
        let task = Task {
            try await Postponing.run(initialState: .closed, proxy: proxy, env: (), observer: observer)
        }
        try proxy.send(contentsOf: [.enter, .enter])
        await idle()
        proxy.mailbox.hold()
        try proxy.send(.open)
        proxy.mailbox.grantStep()
        await idle()
        #expect(taken.values == [.open])
        proxy.mailbox.grantStep()
        await idle()
        #expect(taken.values == [.open, .enter])
        proxy.mailbox.release()
        await idle()
        #expect(taken.values == [.open, .enter, .enter])
        try proxy.send(.fail)
        await idle()
        proxy.mailbox.hold()
        try proxy.send(.end)
        await idle()
        #expect(taken.values.last == .failed)
        proxy.mailbox.release()
        try await task.value
    }

    /// A machine that lets nobody in while it is closed.
    private enum Postponing: EffectTransducer {
        enum Event: Hashable, Sendable { case enter, open, fail, failed, end }
        enum State: Terminable {
            case closed, open, over
            var isTerminal: Bool { self == .over }
        }
        struct Failure: Error {}
        typealias Env = Void

        static func update(_ state: inout State, event: Event) -> Effect? {
            switch (state, event) {
            case (.closed, .enter): return .postpone
            case (_, .open): state = .open
            case (_, .fail): return Effect { _, _ in throw Failure() }.catch { _ in .failed }
            case (_, .end): state = .over
            case (.open, _), (.closed, _), (.over, _): break
            }
            return nil
        }
    }

    @Test("C38 However a run is held, granted steps and released, it takes every event once and in order")
    func interleavings() async {
        enum Step: CaseIterable, Sendable { case send, sendWaiting, hold, step, release, pause }
        let steps = Generator<[Step]>.lists(of: .allCases, count: 4...40)
        await explore(seeds: Effort.seeds(150), events: steps) { steps in
            let proxy = Script.Proxy(bufferSize: 100)
            let taken = Recorder<String>()
            let observer = ScriptObserver { if case .eventTaken(let event, _) = $0 { taken.record(event.name) } }
            async let names = Script.run(initialState: .init(), proxy: proxy, observer: observer)
            var (sent, isHeld, limit) = (0, false, 0)
            for step in steps {
                switch step {
                case .send, .sendWaiting:
                    try proxy.send(.init("\(sent)"))
                    sent += 1
                case .hold:
                    await idle()
                    if !isHeld { limit = taken.values.count }
                    isHeld = true
                    proxy.mailbox.hold()
                case .step:
                    proxy.mailbox.grantStep()
                    limit += 1
                case .release:
                    proxy.mailbox.release()
                    isHeld = false
                case .pause: await idle()
                }
                if isHeld { expectThat(taken.values.count <= limit, "\(taken.values.count) of \(limit)") }
            }
            await idle()
            if isHeld { expectThat(taken.values.count == min(sent, limit), "\(taken.values.count) of \(limit)") }
            proxy.mailbox.release()
            try proxy.send(.end)
            let processed = try await names
            expectThat(processed == (0..<sent).map(String.init) + ["end"])
        }
    }
}
