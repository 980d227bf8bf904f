import Oak
import OakTesting
import Observation
import TestSupport
import Testing

@Suite("C34 Nothing is silent")
@MainActor
struct SilenceTests {
    private let lines = Recorder<String>()

    @Test("C34 A failure that nobody hears of is logged once, with the machine, its state, the effect and the error")
    func failure() async throws {
        try await logged {
            let model = ObservableTransducer(
                of: Fetcher.self, initialState: .idle, env: Fetcher.Env { throw Failure() })
            try model.send(.load)
            try await end(of: model)
            if case .failed(let error) = model.outcome {
                #expect(error is Failure)
            } else {
                Issue.record("\(model.outcome)")
            }
        }
        #expect(
            lines.values == [
                """
                Fetcher has failed, and neither a completion nor an observer hears of it. \
                In the state loading, in the operation load: \(Failure())
                """
            ])
    }

    @Test("C34 A failure that names its event is logged with it")
    func event() async throws {
        try await logged {
            let model = ObservableTransducer(
                of: Fetcher.self, initialState: .idle, env: Fetcher.Env {},
                settings: RunSettings(unexpectedEvents: .endingTheRun))
            try model.send(.knock(secret: "1234"))
            try await end(of: model)
        }
        #expect(lines.values.count == 1)
        #expect(lines.values.first?.contains("In the state idle: Fetcher does not expect knock in idle") == true)
    }

    @Test("C34 Whoever hears of a failure is told, and the log is not", arguments: ["completion", "observer"])
    func heard(by hearer: String) async throws {
        let heard = Gate<Void>("the failure")
        try await logged {
            let env = Fetcher.Env { throw Failure() }
            let model =
                hearer == "completion"
                ? ObservableTransducer(of: Fetcher.self, initialState: .idle, env: env) { _ in heard.open() }
                : ObservableTransducer(
                    of: Fetcher.self, initialState: .idle, env: env,
                    observer: .each(Fetcher.self) { if case .runEnded(.failure) = $0 { heard.open() } })
            try model.send(.load)
            try await heard.wait()
        }
        #expect(lines.values == [])
    }

    @Test("C34 An end on purpose is not logged: a cancellation, a release, a terminal state")
    func onPurpose() async throws {
        try await logged {
            let cancelled = ObservableTransducer(of: Fetcher.self, initialState: .idle, env: Fetcher.Env {})
            cancelled.cancel()
            try await end(of: cancelled)
            let cancelledWithError = ObservableTransducer(
                of: Fetcher.self, initialState: .idle, env: Fetcher.Env {})
            cancelledWithError.proxy.cancel(with: Failure())
            try await end(of: cancelledWithError)
            let ended = ObservableTransducer(of: Fetcher.self, initialState: .idle, env: Fetcher.Env {})
            try ended.send(.finish)
            try await end(of: ended)
            if case .ended = ended.outcome {} else { Issue.record("\(ended.outcome)") }
            let gone = Gate<Void>("the release")
            do {
                let released = ObservableTransducer(
                    of: Fetcher.self, initialState: .idle, env: Fetcher.Env(token: Token(gone)) {})
                try released.send(.load)
            }
            try await gone.wait()
        }
        #expect(lines.values == [])
    }

    @Test("C34 A CancellationError of work that nobody has cancelled is a failure like any other")
    func foreignCancellation() async throws {
        try await logged {
            let model = ObservableTransducer(
                of: Fetcher.self, initialState: .idle, env: Fetcher.Env { throw CancellationError() })
            try model.send(.load)
            try await end(of: model)
        }
        #expect(lines.values.count == 1)
    }

    @Test("C34 An event for a machine that has ended is logged once, if its sender gets no error")
    func afterTheEnd() async throws {
        try await logged {
            let model = ObservableTransducer(of: Fetcher.self, initialState: .idle, env: Fetcher.Env {})
            try model.send(.finish)
            try await end(of: model)
            #expect(throws: TransducerError.terminated) { try model.send(.load) }
            #expect(lines.values == [])
            model.input(.knock(secret: "1234"))
            model.input(.load)
        }
        #expect(lines.values.count == 1)
        #expect(
            lines.values.first?.contains("Fetcher.Event: an event was rejected. knock: The machine has ended") == true)
    }

    @Test("C34 An event for a child of a machine that has ended is logged as an event of the composite")
    func ofChild() async throws {
        let (inputs, returned) = (Guarded<[Fetcher.Input]>([]), Gate<Void>("the return of the operation"))
        try await logged {
            let model = ObservableTransducer(
                of: House.self, initialState: House.State(),
                env: Fetcher.Env(keep: { input in inputs.withLock { $0.append(input) } }) {},
                observer: .each(House.self) { if case .effectEnded = $0 { returned.open() } })
            try model.send(.fetcher(.load))
            try await returned.wait()
            try model.send(.leave)
            try await end(of: model)
            for input in inputs.withLock({ $0 }) { input(.load) }
        }
        #expect(lines.values.count == 1)
        #expect(lines.values.first?.contains("House.Event: an event was rejected. fetcher.load: ") == true)
    }

    @Test("C34 An event that finds no room is logged once, if its sender gets no error")
    func withoutRoom() throws {
        try logged {
            let model = ObservableTransducer(
                of: Fetcher.self, initialState: .idle, proxy: Fetcher.Proxy(bufferSize: 0), env: Fetcher.Env {})
            #expect(throws: TransducerError.bufferOverflow) { try model.send(.load) }
            #expect(lines.values == [])
            model.input(.load)
            model.input(.load)
        }
        #expect(lines.values.count == 1)
        #expect(lines.values.first?.contains("load: The mailbox is full") == true)
    }

    @Test("C34 An observer hears of a rejected event, and the log does not")
    func observedRejection() async throws {
        let heard = Gate<Void>("the rejection")
        try await logged {
            let model = ObservableTransducer(
                of: Fetcher.self, initialState: .idle, proxy: Fetcher.Proxy(bufferSize: 0), env: Fetcher.Env {},
                observer: .each(Fetcher.self) { if case .sendRejected = $0 { heard.open() } })
            model.input(.load)
            model.cancel()
            try await heard.wait()
        }
        #expect(lines.values == [])
    }

    @Test("C34 What an observer can no longer hear, because the run has ended, is logged")
    func afterTheObserver() async throws {
        try await logged {
            let model = ObservableTransducer(
                of: Fetcher.self, initialState: .idle, env: Fetcher.Env {}, observer: .each(Fetcher.self) { _ in })
            try model.send(.finish)
            try await end(of: model)
            model.input(.load)
        }
        #expect(lines.values.count == 1)
    }

    @Test("C34 An event that finds no room before the run begins is logged once, if its sender gets no error")
    func beforeTheRun() throws {
        try logged {
            let proxy = Fetcher.Proxy(bufferSize: 1)
            try proxy.send(.load)
            #expect(throws: TransducerError.bufferOverflow) { try proxy.send(.load) }
            #expect(lines.values == [])
            for _ in 1...3 { proxy.input(.load) }
        }
        #expect(lines.values.count == 1)
        #expect(lines.values.first?.contains("load: The mailbox is full") == true)
    }

    @Test("C34 A line of the log is one line, with an end, and shows no values of an event")
    func oneLine() async throws {
        try await logged {
            let model = ObservableTransducer(
                of: Secretive.self, initialState: Secretive.State(), proxy: Secretive.Proxy(bufferSize: 0))
            model.input(Secretive.Event(password: "swordfish"))
            let failing = ObservableTransducer(
                of: Fetcher.self, initialState: .idle, env: Fetcher.Env { throw LongError() })
            try failing.send(.load)
            try await end(of: failing)
        }
        #expect(lines.values.count == 2)
        #expect(lines.values.allSatisfy { !$0.contains("\n") && !$0.contains("swordfish") && $0.count < 2_500 })
    }

    @Test("C34 A host or a run whose caller gets the error writes nothing about it")
    func heardByCaller() async throws {
        try await logged {
            let host = TransducerHost(of: Fetcher.self, initialState: .idle, env: Fetcher.Env { throw Failure() })
            try host.send(.load)
            await #expect(throws: Failure.self) { try await host.value }
            #expect(lines.values == [])
            host.input(.load)
            #expect(lines.values.count == 1, "of a rejected event, nobody else hears")
            await #expect(throws: Failure.self) {
                try await Fetcher.run(
                    initialState: .idle, proxy: Fetcher.Proxy(initialEvent: .load), env: Fetcher.Env { throw Failure() }
                )
            }
        }
        #expect(lines.values.count == 1)
    }

    #if os(Linux)
        @Test("C34 Where the platform has no log, a line goes to standard error")
        func standardError() async throws {
            let result = try await #require(
                processExitsWith: .success, observing: [\.standardErrorContent]
            ) { @MainActor in
                let model = ObservableTransducer(
                    of: Fetcher.self, initialState: .idle, proxy: Fetcher.Proxy(bufferSize: 0), env: Fetcher.Env {})
                model.input(.load)
            }
            let text = String(decoding: result.standardErrorContent, as: UTF8.self)
            #expect(text.contains("Oak: "))
            #expect(text.contains("load: The mailbox is full"))
        }
    #endif

    private func logged(_ body: () async throws -> Void) async throws {
        try await PlatformLog.$substitute.withValue({ [lines] in lines.record($0) }, operation: body)
    }

    private func logged(_ body: () throws -> Void) throws {
        try PlatformLog.$substitute.withValue({ [lines] in lines.record($0) }, operation: body)
    }

    /// Waits for the end of a machine.
    private func end<Machine: ExecutableTransducer>(of model: ObservableTransducer<Machine>) async throws {
        let end = Gate<Void>("the outcome")
        withObservationTracking {
            _ = model.outcome
        } onChange: {
            end.open()
        }
        if model.isRunning { try await end.wait() }
        #expect(!model.isRunning)
    }
}

private enum Fetcher: EffectTransducer {
    enum State: Terminable {
        case idle, loading, done
        var isTerminal: Bool { self == .done }
    }
    enum Event: Sendable { case load, finish, knock(secret: String) }
    struct Env: Sendable {
        var token: Token?
        var keep: @Sendable (Input) -> Void = { _ in }
        let load: @Sendable () async throws -> Void
    }

    static func update(_ state: inout State, event: Event) -> Effect? {
        switch event {
        case .load:
            state = .loading
            return Effect(id: "load") { env, input in
                env.keep(input)
                try await env.load()
            }
        case .finish:
            state = .done
            return nil
        case .knock: return .unexpected
        }
    }
}

private struct LongError: Error, CustomStringConvertible {
    var description: String { "first\nsecond\r\n" + String(repeating: "and so on ", count: 10_000) }
}

/// A machine whose event is no enum.
private enum Secretive: Transducer {
    struct State: NonTerminal {}
    struct Event: Sendable { let password: String }

    static func update(_ state: inout State, event: Event) {}
}

/// A machine with a child.
private enum House: CompositeTransducer {
    struct State: Terminable {
        var fetcher = Fetcher.State.idle
        var isTerminal = false
    }
    enum Event: Sendable { case fetcher(Fetcher.Event), leave }
    typealias Env = Fetcher.Env

    static let fetcher = child("fetcher", Fetcher.self, event: Event.fetcher, env: \.self, failure: .endsTheRun)

    static func activeChildren(in state: State) -> some ActiveChildren<Self> { fetcher }

    static func update(_ state: inout State, event: Event) -> Effect? {
        switch event {
        case .fetcher(let event): return fetcher.step(&state.fetcher, event).effect
        case .leave:
            state.isTerminal = true
            return nil
        }
    }
}
