import Oak
import OakTesting
import TestSupport
import Testing

@Suite("C25–C26 Leaks and inheritance")
struct LeakTests {
    final class Token: Sendable {}

    enum Holder: EffectTransducer {
        enum Event: Sendable { case go(Token), unused(Token), end }
        struct State: Terminable {
            var token: Token?
            var isTerminal = false
        }
        struct Env: Sendable { let token: Token }

        static func update(_ state: inout State, event: Event) -> Effect? {
            switch event {
            case .go(let token):
                state.token = token
                let operation = Effect(id: "x") { env, input in
                    _ = (env, token)
                    try? await Gate<Void>().wait()
                }
                let action = Effect(action: { env in token === env.token ? [] : [] })
                return .combine(action, operation, .sequence(action, operation))
            case .unused: return nil
            case .end:
                state.isTerminal = true
                let token = state.token
                return Effect { env, _ in _ = (env, token) }
            }
        }
    }

    @Test("C25 Nothing of a run is kept alive after its end, not even by the proxy", arguments: [false, true])
    func nothingIsKept(cancels: Bool) async throws {
        for _ in 0..<200 {
            weak let envToken: Token?
            weak let eventToken: Token?
            weak let unusedToken: Token?
            weak let subjectToken: Token?
            let proxy = Holder.Proxy()
            do {
                let (env, event, unused, subject) = (Token(), Token(), Token(), Token())
                (envToken, eventToken, unusedToken, subjectToken) = (env, event, unused, subject)
                try proxy.send(contentsOf: [.go(event), .end, .unused(unused)])
                if cancels { proxy.cancel() }
                let run = await result {
                    try await Holder.run(
                        initialState: .init(), proxy: proxy, env: .init(token: env),
                        output: Callback { _ in withExtendedLifetime(subject) {} })
                }
                switch run {
                case .success: #expect(!cancels)
                case .failure(let error): #expect(cancels && error as? TransducerError == .cancelled, "\(error)")
                }
            }
            #expect(envToken == nil)
            #expect(eventToken == nil)
            #expect(unusedToken == nil)
            #expect(subjectToken == nil)
            #expect(throws: TransducerError.terminated) { try proxy.send(.end) }
        }
    }

    @Test("C25 An observed run releases cancelled operations and their identities")
    func cancelledOperations() async throws {
        final class Name: Hashable, Sendable {
            static func == (lhs: Name, rhs: Name) -> Bool { lhs === rhs }
            func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
        }
        weak let released: Name?
        do {
            let name = Name()
            released = name
            let waiting = Script.Effect(id: name) { _, _ in try await Gate<Void>().wait() }
            _ = try await Script.play(
                .init("go", waiting), .init("cancel", .cancelTask(name)), .end, observer: ScriptObserver { _ in })
        }
        #expect(released == nil)
    }

    @Test("C25 An input that outlives its operation does not keep what the function of the operation captures")
    func escapedInput() async throws {
        let escaped = Guarded<Script.Input?>(nil)
        weak let captured: Token?
        do {
            let token = Token()
            captured = token
            let operation = Script.Effect { _, input in
                withExtendedLifetime(token) { escaped.withLock { $0 = input } }
                try input.send(.end)
            }
            _ = try await Script.play(.init("go", operation))
        }
        #expect(escaped.withLock { $0 } != nil)
        #expect(captured == nil)
    }

    @TaskLocal static var label = "none"

    @Test("C26 Operations inherit task-local values and priority")
    func inheritance() async throws {
        let seen = Recorder<String>()
        let priorities = Recorder<TaskPriority>()
        let operation = Script.Effect { _, input in
            seen.record(Self.label)
            if let priority = Task.basePriority { priorities.record(priority) }
            try input.send(.end)
        }
        let action = Script.Effect(action: { _ async throws in
            seen.record(Self.label)
            return .init("action", operation)
        })
        try await Self.$label.withValue("inherited") {
            _ = try await Task(priority: .high) {
                try await Script.run(initialState: .init(), proxy: .init(initialEvent: .init("go", action)))
            }.value
        }
        #expect(seen.values == ["inherited", "inherited"])
        #expect(priorities.values == [.high])
    }

    @Test("C26 A machine and its work run on the executor that its caller prefers")
    func executorPreference() async throws {
        let names = try await interleave(seed: 1) {
            let onExecutor: @Sendable () -> Bool = { withUnsafeCurrentTask { $0?.unownedTaskExecutor } != nil }
            let operation = Script.Effect { _, input in try input.send(.init("\(onExecutor())")) }
            let action = Script.Effect(action: { _ async throws in .init("\(onExecutor())") })
            let later = Script.Effect(isolatedOperation: { _, input, _ in try input.send(.init("\(onExecutor())")) })
            let proxy = Script.Proxy(
                initialEvent: .init("go", .sequence(operation, action, later, operation, .event(.end))))
            return try await Script.run(initialState: .init(), proxy: proxy)
        }
        #expect(names == ["go", "true", "true", "true", "true", "end"])
    }

    @Test("C26 The tasks of a run prefer the executor of its settings")
    func executorOfTheSettings() async throws {
        let executor = OtherExecutor()
        let isThere: @Sendable () -> String = {
            let preferred = withUnsafeCurrentTask { $0?.unownedTaskExecutor }
            return "\(preferred == executor.asUnownedTaskExecutor())"
        }
        let operation = Script.Effect { _, input in try input.send(.init(isThere())) }
        let later = Script.Effect(isolatedOperation: { _, input, _ in try input.send(.init(isThere())) })
        let first = Script.Event("go", .sequence(operation, later, .event(.end)))
        var settings = RunSettings()
        settings.taskExecutor = executor
        #expect(
            try await Script.run(initialState: .init(), proxy: .init(initialEvent: first), settings: settings) == [
                "go", "true", "true", "end",
            ])
        let hosted = TransducerHost(
            of: Script.self, initialState: .init(), proxy: .init(initialEvent: first), settings: settings)
        #expect(try await hosted.value == ["go", "true", "true", "end"])
    }

    @Test("C26 A run that is driven by a test uses the executor of the test")
    func drivenExecutor() async throws {
        let executor = OtherExecutor()
        let operation = Script.Effect { _, input in
            let preferred = withUnsafeCurrentTask { $0?.unownedTaskExecutor }
            try input.send(.init("\(preferred == executor.asUnownedTaskExecutor())"))
        }
        let first = Script.Event("go", .sequence(operation, .event(.end)))
        let names = try await Scenario.$current.withValue(.changed { $0.executor = executor }) {
            try await Script.run(initialState: .init(), proxy: .init(initialEvent: first))
        }
        #expect(names == ["go", "true", "end"])
    }
}
