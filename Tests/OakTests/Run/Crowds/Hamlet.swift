import Oak
import OakTesting
import Synchronization

/// The record of a town's effects.
final class HamletChronicle: Sendable {
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

/// A child: its activities are in its state.
enum Cottage: EffectTransducer {
    struct State: Equatable, Terminable {
        var token: Int
        var activities: Set<Int> = []
        var isTerminal = false
    }
    enum Event: Sendable { case say(Int), said(Int, after: Int), work(Int), cancel(Int), plan(Set<Int>), end }
    typealias Env = HamletChronicle
    typealias Output = [String]

    /// Even ones last; odd ones return at once.
    static func lasting(_ name: String, _ number: Int) -> @Sendable (HamletChronicle, Input) async throws -> Void {
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
        case .plan(let activities):
            state.activities = activities
            return (nil, [])
        case .end:
            state.isTerminal = true
            return (Effect(operation: lasting("exit of \(state.token)", 1)), [])
        }
    }
}

/// A child with children.
enum Lane: CompositeTransducer {
    struct State: Equatable {
        var token: Int
        var corner: Cottage.State?
        var houses: Children<Int, Cottage.State> = [:]
    }
    enum Event: Sendable { case corner(Cottage.Event), house(Int, Cottage.Event), build(Cottage.State?, Int?) }
    typealias Env = HamletChronicle
    typealias Output = [String]
    static let corner = child("corner", Cottage.self, event: Event.corner, env: { $0 })
    static let houses = children("house", Cottage.self, event: Event.house, env: { env, _ in env })
    static func activeChildren(in state: State) -> Active<Self> {
        if let corner = state.corner { Self.corner.active(as: corner.token, in: corner) }
        houses(state.houses)
    }
    static func update(_ state: inout State, event: Event) -> (Effect?, [String]) {
        switch event {
        case .corner(let event):
            let step = corner.step(&state.corner, event)
            return (step.effect, step.output ?? [])
        case .house(let key, let event):
            let step = houses.step(&state.houses, key, event)
            return (step.effect, step.output ?? [])
        case .build(let house, let key):
            if let key { state.houses[key] = house } else { state.corner = house }
            return (nil, [])
        }
    }
}

/// Where a child is.
enum HamletSpot: Hashable, Sendable { case hall, house(Int), corner, streetHouse(Int) }

enum Hamlet: CompositeTransducer {
    enum Change: Sendable {
        case put(HamletSpot, Cottage.State)
        case remove(HamletSpot)
        case replace(HamletSpot, Cottage.State)
        case street(Int?)
        case save, restore, rebuild, clear
        case close(Bool)
        case plan(Set<Int>)
        case send(HamletSpot, Cottage.Event)
        case mood(Int)
    }
    struct State: Equatable, Terminable {
        var hall: Cottage.State?
        var houses: Children<Int, Cottage.State> = [:]
        var saved: Children<Int, Cottage.State> = [:]
        var street: Lane.State?
        var isClosed = false
        var activities: Set<Int> = []
        var mood = 0
        var isTerminal = false
    }
    enum Event: Sendable {
        case steps([[Change]]), hall(Cottage.Event), house(Int, Cottage.Event), street(Lane.Event), visit(Int), end
    }
    typealias Env = HamletChronicle
    typealias Output = [String]
    static let hall = child("hall", Cottage.self, event: Event.hall, env: { $0 })
    static let houses = children("house", Cottage.self, event: Event.house, env: { env, _ in env })
    static let street = child("street", Lane.self, event: Event.street, env: { $0 })

    static func activeChildren(in state: State) -> Active<Self> {
        if state.isClosed {
            nothing
        } else {
            if let street = state.street { Self.street.active(as: street.token, in: street) }
            houses(state.houses)
            if let hall = state.hall { Self.hall.active(as: hall.token, in: hall) }
        }
    }
    static func activities(in state: State) -> [Effect] {
        state.activities.sorted().map { Effect(id: $0, operation: Cottage.lasting("activity \($0) of town", $0)) }
    }
    static func send(_ event: Cottage.Event, to spot: HamletSpot, in state: inout State) -> (Effect?, [String]) {
        if state.isClosed { return (nil, []) }
        switch spot {
        case .hall:
            let step = hall.step(&state.hall, event)
            return (step.effect, step.output ?? [])
        case .house(let key):
            let step = houses.step(&state.houses, key, event)
            return (step.effect, step.output ?? [])
        case .corner:
            let step = street.step(&state.street, .corner(event))
            return (step.effect, step.output ?? [])
        case .streetHouse(let key):
            let step = street.step(&state.street, .house(key, event))
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
                case .put(let spot, let house): put(house, at: spot, in: &state, &effects)
                case .remove(let spot): put(nil, at: spot, in: &state, &effects)
                case .replace(let spot, let house):
                    put(nil, at: spot, in: &state, &effects)
                    put(house, at: spot, in: &state, &effects)
                case .street(let token): state.street = token.map { Lane.State(token: $0) }
                case .save: state.saved = state.houses
                case .restore: state.houses = state.saved
                case .rebuild: state.houses = Children(uniqueKeysWithValues: state.houses.map { ($0.key, $0.value) })
                case .clear: state.houses.removeAll()
                case .close(let isClosed): state.isClosed = isClosed
                case .plan(let activities): state.activities = activities
                case .mood(let mood): state.mood = mood
                case .send(let spot, let event):
                    let (effect, more) = send(event, to: spot, in: &state)
                    if let effect { effects.append(effect) }
                    lines += more
                }
            }
            return (.all(effects), lines)
        case .hall(let event): return send(event, to: .hall, in: &state)
        case .house(let key, let event): return send(event, to: .house(key), in: &state)
        case .street(.corner(let event)): return send(event, to: .corner, in: &state)
        case .street(.build): return (nil, [])
        case .street(.house(let key, let event)): return send(event, to: .streetHouse(key), in: &state)
        case .visit(let number): return state.mood == number % 3 ? (nil, ["visit \(number)"]) : (.postpone, ["never"])
        case .end:
            state.isTerminal = true
            return (nil, ["end"])
        }
    }
    static func put(_ house: Cottage.State?, at spot: HamletSpot, in state: inout State, _ effects: inout [Effect]) {
        switch spot {
        case .hall: state.hall = house
        case .house(let key): state.houses[key] = house
        case .corner:
            if !state.isClosed, let effect = street.step(&state.street, .build(house, nil)).effect {
                effects.append(effect)
            }
        case .streetHouse(let key):
            if !state.isClosed, let effect = street.step(&state.street, .build(house, key)).effect {
                effects.append(effect)
            }
        }
    }
}
extension Cottage {
    static func lasting(_ name: String, _ number: Int) -> @Sendable (HamletChronicle, Hamlet.Input) async throws -> Void
    {
        { env, _ in
            env.begin(name)
            defer { env.end(name) }
            if number % 2 == 0 { _ = try await Gate<Void>().wait() }
        }
    }
}
