@testable import Oak
import OakTesting

/// The state of a machine that follows a script.
struct Position: Hashable, Sendable, Terminable {
    let script: Script
    var phase = 0
    /// The latest action events of the macrostep, encoded as one number that depends on their order.
    var trail = 0

    var isTerminal: Bool { phase == script.lastPhase }

    /// Continues with the next phase.
    mutating func take(_ signal: Signal) -> Response {
        let response = script.responses[phase][signal] ?? Response()
        guard response.reply == nil else { return response }
        if case .inner(let number) = signal { trail = (trail * 4 + number + 1) % 64 } else { trail = 0 }
        phase = response.phase ?? phase
        return response
    }

    func effect<Event: Sendable>(
        of response: Response, _ embed: @escaping @Sendable (Signal) -> Event
    ) -> TransducerEffect<Event, Bench, Proxy<Event>.Input>? {
        switch response.reply {
        case .postpone: .postpone
        case .unexpected: .unexpected
        case nil: response.plan?.effect(embed, script.clock)
        }
    }

    func activities<Event: Sendable>(
        _ embed: @escaping @Sendable (Signal) -> Event
    ) -> [TransducerEffect<Event, Bench, Proxy<Event>.Input>] {
        script.activities[phase].map { $0.effect(embed, script.clock) }
    }
}

/// A machine without children that follows a script.
enum ScriptedMachine: EffectTransducer {
    typealias State = Position
    typealias Event = Signal
    typealias Env = Bench

    static func activities(in state: Position) -> [Effect] { state.activities { $0 } }

    static func update(_ state: inout Position, event: Signal) -> Effect? {
        let response = state.take(event)
        return state.effect(of: response) { $0 }
    }
}

/// A machine with children that follows a script.
enum ScriptedHost: CompositeTransducer {
    struct State: Hashable, Sendable, Terminable {
        enum Case: Hashable, Sendable {
            case vacant(next: Int)
            case occupied(Position, as: Int)
        }

        var own: Position
        var optional: Position?
        var enumCase = Case.vacant(next: 0)
        var elements: Children<Int, Position> = [:]

        var isTerminal: Bool { own.isTerminal }
    }

    enum Event: Hashable, Sendable {
        case own(Signal)
        case child(Place, Signal)
    }

    typealias Env = Bench

    static let optional = child(
        "optional", ScriptedMachine.self, event: { .child(.optional, $0) }, env: { $0 },
        failure: { _ in .own(.childFailed) })
    static let enumCase = child(
        "case", ScriptedMachine.self, event: { .child(.enumCase, $0) }, env: { $0 },
        failure: { _ in .own(.childFailed) })
    static let elements = children(
        "elements", ScriptedMachine.self, event: { (key: Int, signal) in .child(.element(key), signal) },
        env: { env, _ in env }, failure: { _, _ in .own(.childFailed) })

    static func activeChildren(in state: State) -> some ActiveChildren<Self> {
        optional(state.optional)
        if case .occupied(let position, as: let number) = state.enumCase {
            enumCase.active(as: number, in: position)
        }
        elements(state.elements)
    }

    static func activities(in state: State) -> [Effect] { state.own.activities { .own($0) } }

    static func update(_ state: inout State, event: Event) -> Effect? {
        switch event {
        case .own(let signal):
            let response = state.own.take(signal)
            let effect = state.own.effect(of: response) { Event.own($0) }
            let told = response.changes.compactMap { make($0, in: &state) }
            return told.isEmpty ? effect : .all([effect, .events(told)].compactMap { $0 })
        case .child(.optional, let signal): return optional.step(&state.optional, signal).effect
        case .child(.element(let key), let signal): return elements.step(&state.elements, key, signal).effect
        case .child(.enumCase, let signal):
            guard case .occupied(var position, as: let number) = state.enumCase else { return enumCase.refuse(signal) }
            let step = enumCase.step(&position, signal)
            state.enumCase = .occupied(position, as: number)
            return step.effect
        }
    }

    /// Changes a child.
    ///
    /// - Returns: The action event for the child, if the change is one.
    private static func make(_ change: Change, in state: inout State) -> Event? {
        guard let script = state.own.script.child else { return nil }
        let new = Position(script: script)
        switch (change, state.enumCase) {
        case (.tell(let place, let number), _): return .child(place, .inner(number))
        case (.add(.optional), _): state.optional = state.optional ?? new
        case (.remove(.optional), _): state.optional = nil
        // A child without an identity continues in the new state.
        case (.renew(.optional), _): state.optional = new
        case (.add(.element(let key)), _): if state.elements[key] == nil { state.elements[key] = new }
        case (.remove(.element(let key)), _): state.elements[key] = nil
        case (.renew(.element(let key)), _):
            state.elements[key] = nil
            state.elements[key] = new
        case (.add(.enumCase), .vacant(let next)), (.renew(.enumCase), .vacant(let next)):
            state.enumCase = .occupied(new, as: next)
        case (.renew(.enumCase), .occupied(_, as: let number)): state.enumCase = .occupied(new, as: 1 - number)
        case (.remove(.enumCase), .occupied(_, as: let number)): state.enumCase = .vacant(next: 1 - number)
        case (.add(.enumCase), .occupied), (.remove(.enumCase), .vacant): break
        }
        return nil
    }
}

extension Plan {
    func effect<Event: Sendable>(
        _ embed: @escaping @Sendable (Signal) -> Event, _ clock: TestClock
    ) -> TransducerEffect<Event, Bench, Proxy<Event>.Input> {
        typealias Effect = TransducerEffect<Event, Bench, Proxy<Event>.Input>
        func effects(_ parts: [Plan]) -> [Effect] { parts.map { $0.effect(embed, clock) } }
        switch self {
        case .event(let number): return .event(embed(.inner(number)))
        case .action(let number):
            let event = embed(.free(number))
            return Effect(action: { _ async throws -> Event in event })
        case .failure(let number):
            let effect = Effect(action: { _ async throws -> Event in throw Bench.Failure() })
            return number.map { number in effect.catch { _ in embed(.caught(number)) } } ?? effect
        case .operation(let job): return Self.operation(job, embed, clock)
        case .cancel(let name): return .cancelTask(name)
        case .sequence(let name?, let parts): return .sequence(id: name, effects(parts))
        case .sequence(nil, let parts): return .sequence(effects(parts))
        case .combination(let name?, let parts): return .combine(id: name, effects(parts))
        case .combination(nil, let parts): return .combine(effects(parts))
        case .list(let parts): return .all(effects(parts)) ?? .events([])
        case .caught(let part, as: let number): return part.effect(embed, clock).catch { _ in embed(.caught(number)) }
        }
    }

    private static func operation<Event: Sendable>(
        _ job: Job, _ embed: @escaping @Sendable (Signal) -> Event, _ clock: TestClock
    ) -> TransducerEffect<Event, Bench, Proxy<Event>.Input> {
        typealias Effect = TransducerEffect<Event, Bench, Proxy<Event>.Input>
        let body: @Sendable @concurrent (Bench, Proxy<Event>.Input) async throws -> Void = { bench, input in
            try await bench.perform(job, number: input.number) { try input.send(embed($0)) }
        }
        let replacement = job.awaitsPredecessor ? EffectReplacement.afterReturn : .atOnce
        let effect: Effect =
            if job.isDelayed {
                Effect(id: job.name, replacing: replacement, operation: body, after: .seconds(1), clock: clock)
            } else if let name = job.name {
                Effect(id: name, replacing: replacement, operation: body)
            } else {
                Effect(operation: body)
            }
        return job.error.map { signal in effect.catch { _ in embed(signal) } } ?? effect
    }
}

extension Proxy.Input {
    /// The number of the operation that has the input.
    fileprivate var number: Int { if case .mailbox(_, from: let operation?) = port.way { operation.number } else { 0 } }
}

extension Position: CustomStringConvertible {
    var description: String { "(phase \(phase), trail \(trail))" }
}

// MARK: - What a test needs to know of both machines

/// A machine that follows a script, alone or with children.
protocol Scripted: ExecutableTransducer, SendableMetatype
where State: Hashable & Sendable, Event: ScriptedEvent, Output == Void, Env == Bench, Proxy == Oak.Proxy<Event> {
    static func start(_ script: Script) -> State

    /// The machine itself and its children.
    static func parts(of script: Script) -> [Part<Event>]
}

/// A machine or a child of it, as a source and a target of events.
struct Part<Event> {
    let script: Script
    let event: (Signal) -> Event
    /// The identity of an operation with a name.
    let id: (Int) -> EffectID
}

protocol ScriptedEvent: Hashable, Sendable {
    var signal: Signal { get }
}

extension Signal: ScriptedEvent {
    var signal: Signal { self }
}

extension ScriptedHost.Event: ScriptedEvent {
    var signal: Signal {
        switch self {
        case .own(let signal), .child(_, let signal): signal
        }
    }
}

extension ScriptedMachine: Scripted {
    static func start(_ script: Script) -> Position { Position(script: script) }

    static func parts(of script: Script) -> [Part<Signal>] {
        [Part(script: script, event: { $0 }, id: { EffectID($0) })]
    }
}

extension ScriptedHost: Scripted {
    static func start(_ script: Script) -> State {
        var state = State(own: Position(script: script))
        for place in script.places { _ = make(.add(place), in: &state) }
        return state
    }

    static func parts(of script: Script) -> [Part<Event>] {
        let own = Part<Event>(script: script, event: { .own($0) }, id: { EffectID($0) })
        guard let child = script.child else { return [own] }
        return [own]
            + script.places.map { place in
                Part(script: child, event: { .child(place, $0) }, id: { id($0, of: place) })
            }
    }

    private static func id(_ name: Int, of place: Place) -> EffectID {
        switch place {
        case .optional: optional.id(name)
        case .enumCase: enumCase.id(name)
        case .element(let key): elements[key].id(name)
        }
    }
}
