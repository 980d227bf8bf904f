@testable import Oak
import OakTesting
import Observation
import TestSupport
import Testing

@Suite("C33 Processed before it returns")
@MainActor
struct ProcessedBeforeReturnTests {
    typealias Model = ObservableTransducer<Script>

    private func makeModel(_ output: (any Subject<[String]>)? = nil) -> Model {
        Model(initialState: .init(), output: output)
    }

    @Test("C33 A host processes an event before `send` returns, also in the line after it was made")
    func atOnce() throws {
        let model = Model(initialState: .init(), proxy: .init(initialEvent: .init("first")))
        #expect(model.state.names == ["first"])
        try model.send(.init("host", .event(.init("action event"))))
        #expect(model.state.names == ["first", "host", "action event"])
        try model.proxy.send(.init("proxy"))
        try model.input.send(.init("input"))
        model.input(.init("call"))
        try model.proxy.send(contentsOf: [.init("one"), .init("other")])
        #expect(model.state.names.suffix(5) == ["proxy", "input", "call", "one", "other"])
        try model.send(.end)
        #expect(model.state.isTerminal)
        #expect(model.isRunning, "the host's own task ends the run")
        #expect(throws: TransducerError.terminated) { try model.send(.init("late")) }
        let empty = Model(initialState: .init(), proxy: .init(bufferSize: 0))
        #expect(throws: TransducerError.bufferOverflow) { try empty.send(.init("no place")) }
    }

    @Test("C33 An output is delivered within the frame, also to a function that names the main actor")
    func mainActorOutput() throws {
        var counts: [Int] = []
        let model = makeModel(Callback { @MainActor names in counts.append(names.count) })
        try model.send(.init("one"))
        #expect(counts == [1])
        try model.send(contentsOf: [.init("two"), .init("three")])
        #expect(counts == [1, 2, 3])
    }

    @Test("C13, C33 A full mailbox is no reason to reject an event, unless the machine is busy")
    func fullMailbox() async throws {
        let model = Model(initialState: .init(), proxy: .init(bufferSize: 2))
        func fill() throws {
            for name in ["a", "b"] { try model.input.enqueue(.init(name)) }
            #expect(throws: TransducerError.bufferOverflow) { try model.input.enqueue(.init("c")) }
        }
        try fill()
        try model.send(.init("d"))
        #expect(model.state.names == ["a", "b", "d"])
        try fill()
        #expect(throws: TransducerError.bufferOverflow) { try model.proxy.send(contentsOf: [.end, .end, .end]) }
        #expect(model.state.names == ["a", "b", "d", "a", "b"])
        let (begun, end) = (Gate<Void>("the action"), Gate<Void>("its end"))
        try model.send(
            .init(
                "busy",
                Script.Effect(action: { _ async throws in
                    begun.open()
                    try await end.wait()
                    return .init("idle")
                })))
        try await begun.wait()
        try fill()
        #expect(throws: TransducerError.bufferOverflow) { try model.send(.init("d")) }
        end.open()
        while model.state.names.last != "b" { await Task.yield() }
        try model.input.enqueue(.end)
        try model.input.enqueue(.init("discarded"))
        #expect(throws: TransducerError.terminated) { try model.send(.init("late")) }
    }

    @Test("C16, C33 A sender that waits for room precedes events that make room", arguments: [1, 2])
    func senderInLine(count: Int) async throws {
        let model = Model(initialState: .init(), proxy: .init(bufferSize: count))
        let names = (1...count).map { "\($0)" }
        for name in names { try model.input.enqueue(.init(name)) }
        try await withUnsafeThrowingContinuation(isolation: #isolation) { continuation in
            model.proxy.mailbox.enqueue(.init("waits"), SuspendedSend(goal: .room, operation: nil), continuation)
            #expect(throws: Never.self) { try model.proxy.send(contentsOf: names.map { .init($0) }) }
        }
        #expect(model.state.names == names + ["waits"] + names)
    }

    @Test("C33 An input of a child and a proxy of one's own behave as the proxy of the machine does")
    func otherWays() throws {
        let composite = ObservableTransducer(of: ScriptComposite.self, initialState: .init(.a, .group, keys: [1]))
        let (a, element) = (
            composite.proxy.input(of: ScriptComposite.a), composite.proxy.input(of: ScriptComposite.group[1])
        )
        try element.enqueue(.init("enqueued"))
        #expect(composite.state.log.isEmpty)
        try a.send(.init("sent"))
        #expect(composite.state.log == ["1 enqueued", "a sent"])
        element(.init("called"))
        #expect(composite.state.log.last == "1 called")
        try element.send(contentsOf: [.init("one"), .init("other")])
        #expect(composite.state.log.suffix(2) == ["1 one", "1 other"])

        let model = ObservableTransducer(of: Forwarded.self, initialState: [])
        try model.proxy.input.send(1)
        #expect(model.state == [1])
        try model.proxy.send(2)
        #expect(model.state == [1, 2])
    }

    /// A proxy outside of the library.
    private struct Forwarding: TransducerProxy {
        typealias Event = Int
        let mailbox: Mailbox<Int>

        func send(_ event: Int) throws { try input.send(event) }

        struct Input: TransducerInput {
            let port: InputPort<Int>

            init(_ port: InputPort<Int>) { self.port = port }

            func send(_ event: Int) throws { try port.send(event) }
        }
    }

    private enum Forwarded: Transducer {
        typealias State = [Int]
        typealias Event = Int
        typealias Proxy = Forwarding
        static func update(_ state: inout State, event: Int) { state.append(event) }
    }

    @Test("C1, C33 A change of the state that sends again enqueues, and its events come in order")
    func sendsWithinChanges() throws {
        let watch = Watch(makeModel())
        let model = watch.model
        watch.begin(2)
        try model.send(.init("first"))
        #expect(model.state.names == ["first"] && watch.seen == [["first"]])
        try model.send(.init("second"))
        #expect(model.state.names == ["first", "again 2", "and 2", "second"])
        #expect(watch.seen == [["first"], ["first", "again 2"]])
        try model.send(.init("third"))
        #expect(model.state.names.suffix(3) == ["again 1", "and 1", "third"])
    }

    /// Sends two events at each of the next changes of a model.
    @MainActor private final class Watch {
        let model: Model
        private(set) var seen: [[String]] = []

        init(_ model: Model) { self.model = model }

        func begin(_ left: Int) {
            guard left > 0 else { return }
            withObservationTracking {
                _ = model.state
            } onChange: {
                MainActor.assumeIsolated { self.change(left) }
            }
        }

        private func change(_ left: Int) {
            try? model.send(.init("again \(left)"))
            try? model.proxy.input.send(.init("and \(left)"))
            seen.append(model.state.names)
            begin(left - 1)
        }
    }

    @Test("C33 Ten thousand sends in a loop lose nothing and are processed in order, whatever the turn")
    func manySends() throws {
        let sum = ObservableTransducer(of: Sum.self, initialState: .init())
        for number in 1...10_000 {
            try sum.send(.add(number))
            if sum.state.total != number * (number + 1) / 2 { Issue.record("\(number): \(sum.state.total)") }
        }
    }

    @Test("C2, C33 Events that wait come first, and any code on the actor of the host is a sender there")
    func anyCode() throws {
        let model = makeModel()
        try model.input.enqueue(.init("enqueued"))
        #expect(model.state.names.isEmpty)
        let reference: (sending Script.Event) throws -> Void = model.proxy.send
        try reference(.init("reference"))
        #expect(model.state.names == ["enqueued", "reference"])
        let closure: @Sendable () throws -> Void = { [proxy = model.proxy] in try proxy.send(.init("sendable")) }
        try closure()
        try nonisolatedSend("helper", model.proxy)
        #expect(model.state.names.suffix(2) == ["sendable", "helper"])
        let witness: any Sender<Script.Event> = model.proxy
        try witness.send(.init("witness"))
        #expect(model.state.names.last == "witness")
    }

    private nonisolated func nonisolatedSend(_ name: String, _ proxy: Script.Proxy) throws {
        try proxy.send(.init(name))
    }

    @Test("C21, C33 Code elsewhere enqueues, and the state changes on the actor of the host alone")
    func elsewhere() async throws {
        let count = 1_000
        let proxy = Guarding.Proxy(bufferSize: 2 * count)
        let model = ObservableTransducer(
            of: Guarding.self, initialState: .init(actor: MainActor.shared), proxy: proxy)
        let sender = Task { @concurrent in for _ in 0..<count { try proxy.send(1) } }
        for _ in 0..<count { try model.send(1) }
        try await sender.value
        try model.send(0)
        #expect(model.state.count == 2 * count)
        let roomy = Guarding.Proxy(bufferSize: 2 * count)
        let host = TransducerHost(of: Guarding.self, initialState: .init(actor: nil), proxy: roomy)
        async let inside: Void = host.sendInside(count)
        for _ in 0..<count { try host.send(1) }
        try await inside
        #expect(try await host.count(after: 0) == 2 * count)
    }

    @Test("C12, C26, C33 Effects run in the task of the host: nothing of the sender reaches them")
    func effects() async throws {
        let seen = Recorder<String>()
        let (action, operation) = (Gate<Void>("the action"), Gate<Void>("the operation"))
        let model = Context.$label.withValue("host") {
            makeModel(Callback { seen.record("\($0.last ?? "") \(Context.label)") })
        }
        @Sendable func note(_ place: String) {
            seen.record("\(place) \(Context.label) \(Task.isCancelled) \(Task.basePriority == .low)")
        }
        let acting = Script.Effect(isolatedAction: { _, _ in
            note("in action")
            action.open()
            return .init("done")
        })
        let operating = Script.Effect(operation: { _, _ in
            note("in operation")
            operation.open()
        })
        let sender = Task(priority: .low) {
            withUnsafeCurrentTask { $0?.cancel() }
            try Context.$label.withValue("sender") { try model.send(.init("action", acting)) }
            #expect(model.state.names == ["action"])
            await action.waitIgnoringCancellation()
            try Context.$label.withValue("sender") { try model.send(.init("operation", operating)) }
            #expect(model.state.names == ["action", "done", "operation"])
        }
        try await sender.value
        try await operation.wait()
        #expect(
            seen.values == [
                "action sender", "in action host false false", "done host", "operation sender",
                "in operation host false false",
            ])
    }

    @Test("C33 An operation that a sender leaves to the task of the host begins without another event")
    func leftToTheTask() async throws {
        for seed in 1...20 as ClosedRange<UInt64> {
            // A task that prefers an executor gives up the main actor once more before it is parked.
            let executor = DeterministicExecutor(seed: seed)
            var settings = RunSettings()
            settings.taskExecutor = executor
            for turns in 0..<8 {
                let model = Model(initialState: .init(), settings: settings)
                await executor.alternate(turns)
                let begun = Gate<Void>("the operation")
                try model.send(.init("leaves", Script.Effect(operation: { _, _ in begun.open() })))
                await executor.alternate(20)
                #expect(begun.isOpen, "seed \(seed), after \(turns) turns")
            }
        }
    }

    @Test("C1, C33 Within a transition, a delivery or an action of a machine on the actor, an event waits")
    func withinMacrosteps() async throws {
        let (senders, begun, suspended) = (Senders(), Gate<Void>("the action"), Gate<Void>("its end"))
        let model = makeModel(Callback { names in try senders.send("delivery \(names.count)") })
        withObservationTracking {
            _ = model.state
        } onChange: {
            MainActor.assumeIsolated { try? senders.send("change") }
        }
        try model.send(.init("go"))
        #expect(senders.log == ["change false", "delivery 1 false"])
        try senders.send("after")
        #expect(senders.log.last == "after true")
        #expect(senders.target.state.names == ["change", "delivery 1", "after"])
        let action = Script.Effect(action: { @MainActor _ async throws in
            try senders.send("action")
            // A child task of an action is a sender like any other.
            await withTaskGroup { $0.addTask { @MainActor in try? senders.send("child task") } }
            begun.open()
            try await suspended.wait()
            return .init("resumed")
        })
        try model.send(.init("act", action))
        try await begun.wait()
        #expect(senders.log.suffix(3) == ["delivery 2 false", "action false", "child task true"])
        // Its machine is not at rest, but others are.
        try model.send(.init("patient"))
        #expect(model.state.names == ["go", "act"])
        try senders.send("meanwhile")
        #expect(senders.log.last == "meanwhile true")
        suspended.open()
        try model.send(.end)
        while model.isRunning { await Task.yield() }
        #expect(model.state.names == ["go", "act", "resumed", "patient", "end"])
    }

    /// Code of the main actor that sends and looks at the state in the next line.
    @MainActor private final class Senders {
        let target = Model(initialState: .init())
        private(set) var log: [String] = []

        func send(_ name: String) throws {
            try target.send(.init(name))
            log.append("\(name) \(target.state.names.contains(name))")
        }
    }

    @Test("C33 A plain run enqueues")
    func plainRun() async throws {
        let (proxy, model) = (Script.Proxy(), Kept())
        model.change = { try proxy.send(.init("changed")) }
        let run = Task { try await Script.run(storage: PropertyStorage(\.state, of: model), proxy: proxy) }
        for name in ["a", "b"] {
            try proxy.send(.init(name))
            #expect(!model.state.names.contains(name))
            while !model.state.names.contains(name) { await Task.yield() }
        }
        try proxy.send(.end)
        #expect(try await run.value == ["a", "b", "changed", "end"])
        #expect(!model.isNested)
    }

    private final class Kept {
        var change: (() throws -> Void)?
        var isNested = false
        var state = Script.State() {
            didSet {
                guard state.names.last == "b" else { return }
                try? change?()
                isNested = state.names.last != "b"
            }
        }
    }

    @Test("C32, C33 Ten thousand machines that send to each other in a ring need no deeper stack")
    func ring() async throws {
        let count = 10_000
        let (ring, end) = (Ring(), Gate<Void>("the end of the round"))
        for number in 0..<count {
            ring.models.append(
                ObservableTransducer(
                    of: Sum.self, initialState: .init(),
                    output: Callback { total in
                        if number + 1 < count { try ring.models[number + 1].send(.add(total)) } else { end.open() }
                    }))
        }
        try ring.models[0].send(.add(7))
        #expect(ring.models[1].state.total == 0)
        try await end.wait()
        #expect(ring.models.allSatisfy { $0.state.total == 7 })
        ring.models = []
    }

    private final class Ring { var models: [ObservableTransducer<Sum>] = [] }

    @Test("C33 Code on a `TransducerHost` is on the actor of its machine, and so are its isolated operations")
    func server() async throws {
        let host = TransducerHost(of: Script.self, initialState: .init())
        #expect(try await host.seen(after: .init("first")) == ["first"])
        #expect(try await host.seen(after: .init("second", .event(.init("third")))) == ["first", "second", "third"])
        let seen = Recorder<[String]>()
        let operation = Script.Effect(isolatedOperation: { _, input, actor in
            try input.send(.init("own"))
            seen.record(host.hostedNames)
            try input.send(.end)
        })
        try host.send(.init("operation", operation))
        #expect(try await host.value == ["first", "second", "third", "operation", "own", "end"])
        #expect(seen.values == [["first", "second", "third", "operation", "own"]])
    }
}

private protocol Sender<Event> {
    associatedtype Event
    func send(_ event: sending Event) throws
}

extension Proxy: Sender {}

/// Counts, and checks that it runs on its actor.
private enum Guarding: Transducer {
    typealias Event = Int

    struct State: NonTerminal {
        let actor: (any Actor)?
        var count = 0
    }

    static func update(_ state: inout State, event: Int) {
        state.actor?.assertIsolated()
        state.count += event
    }
}

extension TransducerHost where Machine == Guarding {
    fileprivate func sendInside(_ count: Int) async throws {
        for number in 1...count {
            try send(1)
            if number.isMultiple(of: 10) { await Task.yield() }
        }
    }

    fileprivate func count(after event: Int) throws -> Int {
        try send(event)
        return state.count
    }
}

private enum Context {
    @TaskLocal static var label = "none"
}

extension TransducerHost where Machine == Script {
    fileprivate func seen(after event: Script.Event) throws -> [String] {
        try send(event)
        return state.names
    }

    fileprivate nonisolated var hostedNames: [String] { assumeIsolated { $0.state.names } }
}

extension DeterministicExecutor {
    /// Lets the executor and the main actor do one job each, so many times.
    @MainActor fileprivate func alternate(_ turns: Int) async {
        for _ in 0..<turns {
            runNext()
            await Task.yield()
        }
    }
}
