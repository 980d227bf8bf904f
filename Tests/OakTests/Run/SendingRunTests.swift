import Oak
import OakTesting
import TestSupport
import Testing

@Suite("C38 The run that has sent an event")
struct SendingRunTests {
    /// Notes the run that has sent each event.
    private final class Watcher: RunInstrument, @unchecked Sendable {
        @TaskLocal private static var sendingRun: ObjectIdentifier?

        var observesTransitions = true
        let senders = Recorder<ObjectIdentifier?>()
        private let waiting = EventSenders<ObjectIdentifier>()
        private var (run, sender): (ObjectIdentifier?, ObjectIdentifier?)

        func note(_ note: RunNote) {
            let sender = waiting.follow(note) { _ in Self.sendingRun }
            if case .begins(let access) = note { run = access.identity }
            if case .takes = note { self.sender = sender }
        }

        func start(_: EffectSummary, _ start: () -> Void) { Self.$sendingRun.withValue(run, operation: start) }

        func surround<Result>(_ body: () throws -> Result) rethrows -> Result {
            try Self.$sendingRun.withValue(run, operation: body)
        }

        nonisolated(nonsending) func surround<Result>(
            _ body: nonisolated(nonsending) () async throws -> Result
        ) async rethrows -> Result {
            try await Self.$sendingRun.withValue(run, operation: body)
        }

        func observe<State, Event, Output>(_ occurrence: Occurrence<State, Event, Output>) {
            if case .eventTaken(_, .external) = occurrence { senders.record(sender) }
        }
    }

    /// Runs a machine that gets events, and lets another one do something.
    private func senders(
        of effect: Script.Effect, to receiver: Script.Proxy,
        output: (@Sendable ([String]) -> Void)? = nil
    ) async throws -> [Bool?] {
        let watcher = Watcher()
        let receiving = Script.start(receiver, observer: watcher)
        await idle()
        let sender = Script.Proxy()
        try sender.send(.init("go", effect))
        let sending = Task {
            try await Script.run(
                initialState: .init(), proxy: sender, output: Callback { output?($0) }, observer: Watcher())
        }
        await idle()
        try sender.send(.end)
        _ = try await sending.value
        try receiver.send(.end)
        _ = try await receiving.value
        return watcher.senders.values.map { $0.map { $0 == ObjectIdentifier(sender.mailbox) } }
    }

    @Test(
        "C38 An event of an operation, an action or a subject tells its run, and one from outside does not",
        .onOneExecutor)
    func origins() async throws {
        let (receiver, other) = (Script.Proxy(), Script.Proxy())
        let operation = Script.Effect { _, _ in try receiver.send(.init("operation")) }
        #expect(try await senders(of: operation, to: receiver) == [true, nil])
        let action = Script.Effect(action: { _ in
            try other.send(.init("action"))
            return .init("done")
        })
        #expect(try await senders(of: action, to: other) == [true, nil])
        let third = Script.Proxy()
        let suspending = Script.Effect(isolatedAction: { _, _ async throws in
            await Task.yield()
            try third.send(.init("action"))
            return .init("done")
        })
        #expect(try await senders(of: suspending, to: third) == [true, nil])
        let fourth = Script.Proxy()
        let nothing = Script.Effect(operation: { _, _ in })
        let told = try await senders(of: nothing, to: fourth) { names in
            if names.count == 1 { try? fourth.send(.init("output")) }
        }
        #expect(told == [true, nil])
    }

    @Test("C38 A task that an operation starts belongs to its run, also when it waits for room", .onOneExecutor)
    func descendants() async throws {
        let receiver = Script.Proxy(bufferSize: 1)
        let operation = Script.Effect { _, _ in
            try await withThrowingTaskGroup { group in
                for number in 0..<4 {
                    group.addTask { try await receiver.sendWaitingForRoom(.init("\(number)")) }
                }
                try await group.waitForAll()
            }
        }
        #expect(try await senders(of: operation, to: receiver) == [true, true, true, true, nil])
    }

    @Test("C38 The run of an event that nobody saw is not that of a later one", .onOneExecutor)
    func unseen() async throws {
        let (receiver, watcher) = (Script.Proxy(), Watcher())
        let receiving = Script.start(receiver, observer: watcher)
        await idle()
        watcher.observesTransitions = false
        let sender = Script.Proxy()
        try sender.send(.init("go", Script.Effect { _, _ in try receiver.send(.init("operation")) }))
        let sending = Script.start(sender, observer: Watcher())
        await idle()
        watcher.observesTransitions = true
        try receiver.send(contentsOf: [.init("a"), .init("b"), .end])
        _ = try await receiving.value
        #expect(watcher.senders.values == [nil, nil, nil])
        try sender.send(.end)
        _ = try await sending.value
    }
}
