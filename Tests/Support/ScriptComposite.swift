package import Oak
import OakTesting

/// A composite of scripts whose state lists the active children.
package enum ScriptComposite: CompositeTransducer {
    /// An entry of `activeChildren`.
    package enum Named: Equatable, Sendable {
        case a, b, identified(Int), supervised, group, supervisedGroup, element(Int)
    }
    package struct State: Terminable, Sendable {
        package var named: [Named] = [.a]
        package var child = Script.State()
        package var group = Children<Int, Script.State>()
        package var log: [String] = []
        package var isTerminal = false

        /// - Parameter keys: The keys of the group.
        package init(_ named: Named..., keys: [Int] = []) {
            self.named = named
            for key in keys { group[key] = Script.State() }
        }
    }
    package enum Event: Sendable {
        /// Carries out a function of the test.
        case perform(@Sendable (inout State) -> TransducerEffect<Event, Void, Oak.Proxy<Event>.Input>?)
        case a(Script.Event), b(Script.Event), supervised(Script.Event)
        case group(Int, Script.Event), supervisedGroup(Int, Script.Event)
        case own(String)
        /// Removes an element of the group.
        case remove(Int)
        /// Makes all children inactive.
        case deactivate
        case failed(String)
        case end
    }
    package typealias Output = [String]

    package static let a = child("a", Script.self, event: Event.a, failure: .endsTheRun)
    package static let b = child("b", Script.self, event: Event.b, failure: .endsTheRun)
    package static let supervised = child(
        "supervised", Script.self, event: Event.supervised, failure: { .failed("\(name(of: $0))") })
    package static let group = children("group", Script.self, event: { Event.group($0, $1) }, failure: .endsTheRun)
    package static let supervisedGroup = children(
        "supervised group", Script.self, event: { Event.supervisedGroup($0, $1) },
        failure: { key, error in .failed("\(key) \(name(of: error))") })

    private static func name(of error: any Error) -> String { (error as? Failure)?.name ?? "\(error)" }

    package static func activeChildren(in state: State) -> some ActiveChildren<Self> {
        for line in state.named {
            switch line {
            case .a: a
            case .b: b
            case .identified(let number): a.active(as: number)
            case .supervised: supervised
            case .group: group(state.group)
            case .supervisedGroup: supervisedGroup(state.group)
            case .element(let key): group[key](Script.State())
            }
        }
    }

    package static func update(_ state: inout State, event: Event) -> (Effect?, [String]) {
        (effect(of: event, in: &state), state.log)
    }

    private static func effect(of event: Event, in state: inout State) -> Effect? {
        switch event {
        case .perform(let body): return body(&state)
        case .a(let event): return step(a, event, in: &state)
        case .b(let event): return step(b, event, in: &state)
        case .supervised(let event): return step(supervised, event, in: &state)
        case .group(let key, let event):
            state.log.append("\(key) \(event.name)")
            return group.step(&state.group, key, event).effect
        case .supervisedGroup(let key, let event):
            state.log.append("\(key) \(event.name)")
            return supervisedGroup.step(&state.group, key, event).effect
        case .own(let name): state.log.append(name)
        case .remove(let key): state.group[key] = nil
        case .deactivate: state.named = []
        case .failed(let name): state.log.append("failed \(name)")
        case .end: state.isTerminal = true
        }
        return nil
    }

    package static func step(_ child: Child<Self, Script>, _ event: Script.Event, in state: inout State) -> Effect? {
        state.log.append("\(child.name) \(event.name)")
        return child.step(&state.child, event).effect
    }
}

/// The result and the log of a run.
package struct RecordedRun<Output: Sendable>: Sendable {
    package let result: Result<Output, any Error>
    /// The log of effects without their ends: the path of the child, the identity of the effect, and the occurrence.
    package let effects: [String]
    /// The rejected events.
    package let refused: [String]

    package var output: Output { get throws { try result.get() } }

    package var error: TransducerError? {
        switch result {
        case .success: nil
        case .failure(let error): error as? TransducerError
        }
    }

    /// Runs a machine with one event after the other, each once the machine is idle, and ends it.
    package static func of<T: ExecutableTransducer & SendableMetatype>(
        _ machine: T.Type, from state: T.State, env: T.Env, _ events: [T.Event], end: T.Event, seed: UInt64 = 1
    ) async throws -> RecordedRun
    where
        T.State: Sendable, T.Env: Sendable, T.Event: Sendable, T.Output == Output, T.Proxy == Proxy<T.Event>
    {
        try await interleave(seed: seed) {
            let (proxy, effects, refused) = (T.Proxy(bufferSize: 64), EffectRecorder(), Recorder<String>())
            async let run = TestSupport.result {
                try await T.run(
                    initialState: state, proxy: proxy, env: env,
                    observer: .each(T.self) { occurrence in
                        effects.note(occurrence)
                        if case .sendRejected(let event, _) = occurrence { refused.record("\(event)") }
                    }, settings: RunSettings(gracePeriod: .duration(.seconds(1), clock: TestClock())))
            }
            await idle()
            for event in events {
                try? proxy.send(event)
                await idle()
            }
            try? proxy.send(end)
            return RecordedRun(
                result: await run, effects: effects.entries.filter { !$0.hasSuffix(" ended") }, refused: refused.values)
        }
    }
}

/// Runs a ``ScriptComposite`` with one event after the other.
package func perform(
    from state: ScriptComposite.State, _ events: ScriptComposite.Event...
) async throws -> RecordedRun<[String]> { try await .of(ScriptComposite.self, from: state, env: (), events, end: .end) }

extension TransducerEffect<Script.Event, Void, Oak.Proxy<Script.Event>.Input> {
    /// An operation that lasts until it is cancelled.
    package static func lasting(_ id: String) -> Self { Self(id: id) { _, _ in try await Gate<Void>(id).wait() } }
}

extension TransducerEffect {
    /// One effect made of several.
    package static func listed(_ effects: Self...) -> Self { .all(effects) ?? .events([]) }
}
