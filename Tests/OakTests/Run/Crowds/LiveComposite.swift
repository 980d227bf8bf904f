import Oak
import OakTesting
import Synchronization

/// Records the outputs and the live effects of a composite.
final class LiveEffects: Sendable {
    private struct Content {
        var lines: [String] = []
        var live: [String: Int] = [:]
        var began: [String: Int] = [:]
    }
    private let content = Mutex(Content())
    func note(_ line: String) { content.withLock { $0.lines.append(line) } }
    func begin(_ name: String) {
        content.withLock { content in
            content.live[name, default: 0] += 1
            content.began[name, default: 0] += 1
        }
    }
    func end(_ name: String) {
        content.withLock { content in
            content.live[name, default: 0] -= 1
            if content.live[name] == 0 { content.live[name] = nil }
        }
    }
    var lines: [String] { content.withLock { $0.lines } }
    var live: [String: Int] { content.withLock { $0.live } }
    var began: [String: Int] { content.withLock { $0.began } }
}

/// A child whose state lists its activities.
enum LiveChild: EffectTransducer {
    struct State: Equatable, Terminable {
        var token: Int
        var activities: Set<Int> = []
        var isTerminal = false
    }
    enum Event: Sendable { case say(Int), said(Int, after: Int), work(Int), cancel(Int), setActivities(Set<Int>), end }
    typealias Env = LiveEffects
    typealias Output = [String]

    /// Even activities last until they are cancelled; odd ones return at once.
    static func lasting<Input>(_ name: String, _ number: Int) -> @Sendable (LiveEffects, Input) async throws -> Void {
        { env, _ in
            env.begin(name)
            defer { env.end(name) }
            if number % 2 == 0 { _ = try await Gate<Void>().wait() }
        }
    }
    static func activities(in state: State) -> [Effect] {
        state.activities.sorted().map { number in
            number % 3 == 2
                ? .sequence(
                    id: number, Effect(operation: lasting("activity \(number) of \(state.token)", number)),
                    Effect { _, _ in _ = try await Gate<Void>().wait() })
                : Effect(id: number, operation: lasting("activity \(number) of \(state.token)", number))
        }
    }
    static func update(_ state: inout State, event: Event) -> (Effect?, [String]) {
        switch event {
        case .say(let number): return (.event(.said(number, after: state.token)), [])
        case .said(let number, after: let token): return (nil, ["\(state.token) hears \(number) of \(token)"])
        case .work(let number):
            return (Effect(id: number, operation: lasting("work \(number) of \(state.token)", 0)), [])
        case .cancel(let number): return (.cancelTask(number), [])
        case .setActivities(let activities):
            state.activities = activities
            return (nil, [])
        case .end:
            state.isTerminal = true
            return (Effect(operation: lasting("exit of \(state.token)", 1)), [])
        }
    }
}

/// A child that is a composite itself.
enum InnerComposite: CompositeTransducer {
    struct State: Equatable {
        var token: Int
        var innerSingle: LiveChild.State?
        var elements: Children<Int, LiveChild.State> = [:]
    }
    enum Event: Sendable {
        case innerSingle(LiveChild.Event), element(Int, LiveChild.Event), build(LiveChild.State?, Int?)
    }
    typealias Env = LiveEffects
    typealias Output = [String]
    static let innerSingle = child(
        "innerSingle", LiveChild.self, event: Event.innerSingle, env: { $0 }, failure: .endsTheRun)
    static let elements = children(
        "element", LiveChild.self, event: Event.element, env: { env, _ in env }, failure: .endsTheRun)
    static func activeChildren(in state: State) -> some ActiveChildren<Self> {
        if let innerSingle = state.innerSingle { Self.innerSingle.active(as: innerSingle.token, in: innerSingle) }
        elements(state.elements)
    }
    static func update(_ state: inout State, event: Event) -> (Effect?, [String]) {
        switch event {
        case .innerSingle(let event):
            let step = innerSingle.step(&state.innerSingle, event)
            return (step.effect, step.output ?? [])
        case .element(let key, let event):
            let step = elements.step(&state.elements, key, event)
            return (step.effect, step.output ?? [])
        case .build(let element, let key):
            if let key { state.elements[key] = element } else { state.innerSingle = element }
            return (nil, [])
        }
    }
}

/// The place of a child in the composite.
enum LivePlace: Hashable, Sendable { case single, element(Int), innerSingle, innerElement(Int) }

enum LiveComposite: CompositeTransducer {
    enum Change: Sendable {
        case put(LivePlace, LiveChild.State)
        case remove(LivePlace)
        case replace(LivePlace, LiveChild.State)
        case inner(Int?)
        case save, restore, rebuild, clear
        case close(Bool)
        case setActivities(Set<Int>)
        case send(LivePlace, LiveChild.Event)
        case mode(Int)
    }
    struct State: Equatable, Terminable {
        var single: LiveChild.State?
        var elements: Children<Int, LiveChild.State> = [:]
        var saved: Children<Int, LiveChild.State> = [:]
        var inner: InnerComposite.State?
        var isClosed = false
        var activities: Set<Int> = []
        var mode = 0
        var isTerminal = false
    }
    enum Event: Sendable {
        case steps([[Change]]), single(LiveChild.Event), element(Int, LiveChild.Event), inner(InnerComposite.Event),
            visit(Int), end
    }
    typealias Env = LiveEffects
    typealias Output = [String]
    static let single = child("single", LiveChild.self, event: Event.single, env: { $0 }, failure: .endsTheRun)
    static let elements = children(
        "element", LiveChild.self, event: Event.element, env: { env, _ in env }, failure: .endsTheRun)
    static let inner = child("inner", InnerComposite.self, event: Event.inner, env: { $0 }, failure: .endsTheRun)

    static func activeChildren(in state: State) -> some ActiveChildren<Self> {
        if state.isClosed {
            nothing
        } else {
            if let inner = state.inner { Self.inner.active(as: inner.token, in: inner) }
            elements(state.elements)
            if let single = state.single { Self.single.active(as: single.token, in: single) }
        }
    }
    static func activities(in state: State) -> [Effect] {
        state.activities.sorted().map {
            Effect(id: $0, operation: LiveChild.lasting("activity \($0) of composite", $0))
        }
    }
    static func send(_ event: LiveChild.Event, to place: LivePlace, in state: inout State) -> (Effect?, [String]) {
        if state.isClosed { return (nil, []) }
        switch place {
        case .single:
            let step = single.step(&state.single, event)
            return (step.effect, step.output ?? [])
        case .element(let key):
            let step = elements.step(&state.elements, key, event)
            return (step.effect, step.output ?? [])
        case .innerSingle:
            let step = inner.step(&state.inner, .innerSingle(event))
            return (step.effect, step.output ?? [])
        case .innerElement(let key):
            let step = inner.step(&state.inner, .element(key, event))
            return (step.effect, step.output ?? [])
        }
    }
    static func update(_ state: inout State, event: Event) -> (Effect?, [String]) {
        switch event {
        case .steps(let steps):
            var effects: [Effect] = []
            // Later steps stand before the answers of children, so that the children may have gone by then.
            if steps.count > 1 { effects.append(.event(.steps(Array(steps.dropFirst())))) }
            var lines: [String] = []
            for change in steps.first ?? [] {
                switch change {
                case .put(let place, let element): put(element, at: place, in: &state, &effects)
                case .remove(let place): put(nil, at: place, in: &state, &effects)
                case .replace(let place, let element):
                    put(nil, at: place, in: &state, &effects)
                    put(element, at: place, in: &state, &effects)
                case .inner(let token): state.inner = token.map { InnerComposite.State(token: $0) }
                case .save: state.saved = state.elements
                case .restore: state.elements = state.saved
                case .rebuild:
                    state.elements = Children(uniqueKeysWithValues: state.elements.map { ($0.key, $0.value) })
                case .clear: state.elements.removeAll()
                case .close(let isClosed): state.isClosed = isClosed
                case .setActivities(let activities): state.activities = activities
                case .mode(let mode): state.mode = mode
                case .send(let place, let event):
                    let (effect, more) = send(event, to: place, in: &state)
                    if let effect { effects.append(effect) }
                    lines += more
                }
            }
            return (.all(effects), lines)
        case .single(let event): return send(event, to: .single, in: &state)
        case .element(let key, let event): return send(event, to: .element(key), in: &state)
        case .inner(.innerSingle(let event)): return send(event, to: .innerSingle, in: &state)
        case .inner(.build): return (nil, [])
        case .inner(.element(let key, let event)): return send(event, to: .innerElement(key), in: &state)
        case .visit(let number): return state.mode == number % 3 ? (nil, ["visit \(number)"]) : (.postpone, ["never"])
        case .end:
            state.isTerminal = true
            return (nil, ["end"])
        }
    }
    static func put(_ element: LiveChild.State?, at place: LivePlace, in state: inout State, _ effects: inout [Effect])
    {
        switch place {
        case .single: state.single = element
        case .element(let key): state.elements[key] = element
        case .innerSingle:
            if !state.isClosed, let effect = inner.step(&state.inner, .build(element, nil)).effect {
                effects.append(effect)
            }
        case .innerElement(let key):
            if !state.isClosed, let effect = inner.step(&state.inner, .build(element, key)).effect {
                effects.append(effect)
            }
        }
    }
}
