import Oak
import OakTesting
import TestSupport
import Testing

@Suite("C28 Effects that a composite does not return")
struct DroppedEffectTests {
    @Test("C28 An observer hears of each effect of an active child that its composite drops", arguments: Drop.allCases)
    func told(drop: Drop) async throws {
        let told = Recorder<String>()
        let observer = MachineObserver(of: House.self) {
            if case .sendRejected(_, let error as TransducerError) = $0 { told.record("\(error)") }
        }
        let proxy = House.Proxy()
        try proxy.send(contentsOf: drop.events)
        try await House.run(initialState: .init(), proxy: proxy, observer: observer)
        #expect(told.values == drop.words)
    }

    @Test("C28 The tester fails for a dropped effect, whatever the test states", arguments: Drop.allCases)
    func tester(drop: Drop) async {
        let issues = await Issues.of {
            let tester = TransducerTester(of: House.self, initialState: .init(), exhaustivity: .off)
            for event in drop.events { await tester.send(event, assert: { _ in }) }
            await tester.finish()
        }
        #expect(issues.messages == drop.words)
    }

    @Test("C28 Explorations, properties and expected transitions name a dropped effect", arguments: Drop.allCases)
    func tools(drop: Drop) async {
        let found = await counterexample(seeds: 1...3) {
            let proxy = House.Proxy()
            try proxy.send(contentsOf: drop.events)
            try await House.run(initialState: .init(), proxy: proxy)
        }
        #expect(found?.message == drop.words.first)
        let broken = Issues.of {
            checkProperties(
                of: House.self, from: .init(), events: .always(.enter(drop)),
                properties: [.always("There is a house") { _ in true }])
        }
        #expect(broken.messages.count == drop.words.count)
        for words in drop.words { #expect(broken.only.contains(words)) }
        let unexpected = Issues.of {
            expectTransition(of: House.self, from: .init(), on: .enter(drop), to: { _ in true }, effect: drop.effect)
        }
        #expect(unexpected.messages.count == drop.words.count)
        for words in drop.words { #expect(unexpected.only.contains(words)) }
    }

    @Test("C28 A routed event has the consequences of a step, and what its closure adds")
    func routing() {
        var state = House.State()
        #expect(House.update(&state, event: .lamp(.light))?.id == House.lamp.id("light"))
        #expect(House.update(&state, event: .room(1, .light))?.id == House.rooms[1].id("light"))
        #expect(House.update(&state, event: .room(3, .light))?.kind == .rejection)
        #expect(House.update(&state, event: .attic(.lamp(.lit))) == nil)
        #expect((state.attic.lamp, state.count) == (.lit, 1))
        let effect = House.update(&state, event: .enter(.routed))
        #expect(effect?.parts.map(\.id) == [House.lamp.id("light"), EffectID("own")])
        state.lamp = nil
        #expect(House.update(&state, event: .enter(.routed))?.kind == .rejection)
        #expect(state.count == 2)
    }

    @Test("C31 Tester and explorations tell a state that changes together with a reply")
    func changedWithReply() async {
        let words = "\(TransducerError.stateChangedWithReply(transducer: "House"))"
        let found = await counterexample(seeds: 1...3) {
            let proxy = House.Proxy()
            try proxy.send(contentsOf: [.countAndRefuse, .end])
            try await House.run(initialState: .init(), proxy: proxy)
        }
        #expect(found?.message == words)
        let issues = await Issues.of {
            let tester = TransducerTester(of: House.self, initialState: .init(), exhaustivity: .off)
            await tester.send(.countAndRefuse, assert: { _ in })
            await tester.send(.end, assert: { _ in })
            await tester.finish()
        }
        #expect(issues.only == words)
    }
}

/// A way to treat the effects of a step.
enum Drop: CaseIterable, Sendable {
    case returned, ofOne, ofElement, ofInner, exitEffect, besideAnother, ofDeparted, ofEnded, atTheEnd, routed, refused

    var events: [House.Event] { self == .atTheEnd ? [.enter(self)] : [.enter(self), .end] }

    var words: [String] {
        let culprit: (machine: String, child: String)? =
            switch self {
            case .returned, .ofDeparted, .ofEnded, .atTheEnd, .routed, .refused: nil
            case .ofOne, .besideAnother: ("House", "lamp")
            case .ofElement: ("House", "rooms[1]")
            case .ofInner: ("Attic", "lamp")
            case .exitEffect: ("House", "lamp")
            }
        return culprit.map { ["\(TransducerError.effectDropped(transducer: $0, child: $1))"] } ?? []
    }

    var effect: EffectDescription<House.Event>? {
        var state = House.State()
        return House.step(&state, event: .enter(self)).0.map { EffectDescription($0) }
    }
}

enum Lamp: EffectTransducer {
    enum State: Terminable, Hashable {
        case dark, lit, broken
        var isTerminal: Bool { self == .broken }
    }
    enum Event: Sendable, Hashable { case light, lit, smash, burnOut }

    static func update(_ state: inout State, event: Event) -> Effect? {
        switch event {
        case .light: return Effect(id: "light", { _ in }, success: .lit)
        case .lit:
            state = .lit
            return nil
        case .smash:
            state = .broken
            return Effect(id: "sweep") { _, _ in }
        case .burnOut:
            state = .broken
            return nil
        }
    }
}

enum Attic: CompositeTransducer {
    struct State: NonTerminal, Hashable { var lamp = Lamp.State.dark }
    enum Event: Sendable, Hashable { case lamp(Lamp.Event), forget }

    static let lamp = child("lamp", Lamp.self, event: Event.lamp, failure: .endsTheRun)

    static func activeChildren(in state: State) -> some ActiveChildren<Self> { lamp }

    static func update(_ state: inout State, event: Event) -> Effect? {
        switch event {
        case .lamp(let event): return lamp.route(&state.lamp, event)
        case .forget:
            _ = lamp.step(&state.lamp, .light)
            return nil
        }
    }
}

enum House: CompositeTransducer {
    struct State: Terminable, Hashable {
        var lamp: Lamp.State? = .dark
        var attic = Attic.State()
        var rooms: Children<Int, Lamp.State> = [1: .dark, 2: .dark]
        var count = 0
        var isTerminal = false
    }
    enum Event: Sendable, Hashable {
        case enter(Drop), countAndRefuse, end, lamp(Lamp.Event), attic(Attic.Event), room(Int, Lamp.Event)
    }

    static let lamp = child("lamp", Lamp.self, event: Event.lamp, failure: .endsTheRun)
    static let attic = child("attic", Attic.self, event: Event.attic, failure: .endsTheRun)
    static let rooms = children("rooms", Lamp.self, event: Event.room, failure: .endsTheRun)

    static func activeChildren(in state: State) -> some ActiveChildren<Self> {
        if state.lamp != nil { lamp }
        attic(state.attic)
        rooms(state.rooms)
    }

    static func update(_ state: inout State, event: Event) -> Effect? {
        switch event {
        case .enter(let drop): return enter(&state, drop)
        case .countAndRefuse:
            state.count += 1
            return .unexpected
        case .end:
            state.isTerminal = true
            return nil
        case .lamp(let event): return lamp.route(&state.lamp, event)
        case .attic(let event):
            return attic.route(&state.attic, event) { outcome in
                if case .running = outcome { state.count += 1 }
            }
        case .room(let number, let event): return rooms.route(&state.rooms, number, event)
        }
    }

    private static func enter(_ state: inout State, _ drop: Drop) -> Effect? {
        switch drop {
        case .returned:
            return .all(
                lamp.step(&state.lamp, .light).effect, rooms.broadcast(&state.rooms, .light).effect,
                attic.step(&state.attic, .lamp(.light)).effect)
        case .ofOne:
            _ = lamp.step(&state.lamp, .light)
            return nil
        case .ofElement:
            let first = rooms.step(&state.rooms, 1, .light)
            let second = rooms.step(&state.rooms, 2, .light)
            if case .refused = first.outcome { return nil }
            return second.effect
        case .ofInner: return attic.route(&state.attic, .forget)
        case .exitEffect:
            _ = lamp.step(&state.lamp, .smash)
            state.lamp = nil
            return nil
        case .besideAnother:
            _ = lamp.step(&state.lamp, .light)
            return .all(Effect(id: "own") { _, _ in }, rooms.step(&state.rooms, 1, .light).effect)
        case .ofDeparted:
            _ = lamp.step(&state.lamp, .light)
            state.lamp = nil
            return nil
        case .ofEnded:
            _ = lamp.step(&state.lamp, .burnOut)
            state.lamp = nil
            return nil
        case .atTheEnd:
            _ = lamp.step(&state.lamp, .light)
            state.isTerminal = true
            return nil
        case .routed:
            return lamp.route(&state.lamp, .light) { outcome in
                guard case .running = outcome else { return nil }
                state.count += 1
                return Effect(id: "own") { _, _ in }
            }
        case .refused:
            _ = rooms.step(&state.rooms, 3, .light)
            return nil
        }
    }
}
