import Oak
import OakTesting
import Observation
import TestSupport
import Testing

/// Random machines whose parts are read in random places: no reading may become stale without a word.
@Suite("C36 Readings of random machines")
@MainActor
struct RandomReadingTests {
    @Test("C36 Whatever a change makes stale is announced", arguments: 1...40)
    func sound(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let forest = ObservableTransducer(of: Forest.self, initialState: Forest.State())
        var readings: [String: (seen: String, hears: Guarded<Bool>)] = [:]
        for step in 1...60 {
            for (name, read) in Self.places where readings[name] == nil && Bool.random(using: &random) {
                let hears = Guarded(false)
                let seen = withObservationTracking {
                    read(forest)
                } onChange: {
                    hears.withLock { $0 = true }
                }
                readings[name] = (seen, hears)
            }
            let changes = (1...Int.random(in: 1...3, using: &random)).map { _ in Forest.Change(using: &random) }
            try forest.send(.change(changes))
            for (name, reading) in readings {
                let isStale = Self.places[name]?(forest) != reading.seen
                let hasHeard = reading.hears.withLock { $0 }
                #expect(hasHeard || !isStale, "\(name) in step \(step), after \(changes)")
                if hasHeard { readings[name] = nil }
            }
        }
    }

    private static let places: [String: @MainActor (ObservableTransducer<Forest>) -> String] = {
        var places: [String: @MainActor (ObservableTransducer<Forest>) -> String] = [
            "forest": { "\($0.state)" }, "name": { $0.select(\.name) }, "keys": { "\($0.select(\.trees.keys))" },
            "oak": { $0.child(Forest.oak).map { "\($0.state)" } ?? "none" },
            "nest of oak": { $0.child(Forest.oak)?.child(Tree.nest).map { "\($0.state)" } ?? "none" },
            "height of oak": { $0.child(Forest.oak).map { "\($0.select(\.height))" } ?? "none" },
        ]
        for id in 1...3 {
            places["tree \(id)"] = { $0.child(Forest.trees, id).map { "\($0.state)" } ?? "none" }
            places["nest \(id)"] = { $0.child(Forest.trees, id)?.child(Tree.nest).map { "\($0.state)" } ?? "none" }
        }
        return places
    }()
}

private enum Nest: EffectTransducer {
    struct State: NonTerminal, Equatable { var eggs = [0] }
    enum Event: Sendable { case lay, disturb }

    static func update(_ state: inout State, event: Event) -> Effect? {
        switch event {
        case .lay: state.eggs.append(state.eggs.count)
        case .disturb: return .unexpected
        }
        return nil
    }
}

private enum Tree: CompositeTransducer {
    struct State: NonTerminal, Equatable {
        var isGreen = true
        var height = 0
        var nest: Nest.State?
    }
    enum Event: Sendable { case grow, build, leave, nest(Nest.Event) }

    static let nest = child("nest", Nest.self, event: Event.nest, failure: .endsTheRun)

    static func activeChildren(in state: State) -> some ActiveChildren<Self> { nest(state.nest) }

    static func update(_ state: inout State, event: Event) -> Effect? {
        switch event {
        case .grow: state.height += 1
        case .build: state.nest = Nest.State()
        case .leave: state.nest = nil
        case .nest(let event): return nest.step(&state.nest, event).effect
        }
        return nil
    }
}

private enum Forest: CompositeTransducer {
    struct State: NonTerminal, Equatable {
        var name = "forest"
        var oak: Tree.State?
        var trees: Children<Int, Tree.State> = [1: Tree.State(), 2: Tree.State()]
        var saved: Children<Int, Tree.State> = [:]
    }
    enum Event: Sendable { case change([Change]), oak(Tree.Event), tree(Int, Tree.Event) }
    enum Change: Sendable {
        case rename, plantOak, fellOak, paintOak, eggsOfOak, oak(Tree.Event)
        case plant(Int), fell(Int), paint(Int), eggs(Int), tree(Int, Tree.Event), swap, save, restore, renew
    }

    static let oak = child("oak", Tree.self, event: Event.oak, failure: .endsTheRun)
    static let trees = children("tree", Tree.self, event: Event.tree, failure: .endsTheRun)

    static func activeChildren(in state: State) -> some ActiveChildren<Self> {
        oak(state.oak)
        trees(state.trees)
    }

    static func update(_ state: inout State, event: Event) -> Effect? {
        switch event {
        case .change(let changes): for change in changes { make(change, in: &state) }
        case .oak(let event): _ = oak.step(&state.oak, event)
        case .tree(let id, let event): _ = trees.step(&state.trees, id, event)
        }
        return nil
    }

    private static func make(_ change: Change, in state: inout State) {
        switch change {
        case .rename: state.name = state.name.count > 9 ? "forest" : state.name + "s"
        case .plantOak: state.oak = Tree.State()
        case .fellOak: state.oak = nil
        case .paintOak: state.oak?.isGreen.toggle()
        case .eggsOfOak: state.oak?.nest?.eggs.append(9)
        case .oak(let event): _ = oak.step(&state.oak, event)
        case .plant(let id): state.trees[id] = Tree.State()
        case .fell(let id): state.trees[id] = nil
        case .paint(let id): state.trees[id]?.isGreen.toggle()
        case .eggs(let id): state.trees[id]?.nest?.eggs.append(9)
        case .tree(let id, let event): _ = trees.step(&state.trees, id, event)
        case .swap: (state.trees[1], state.trees[2]) = (state.trees[2], state.trees[1])
        case .save: state.saved = state.trees
        case .restore: state.trees = state.saved
        case .renew: state.trees = Children(uniqueKeysWithValues: state.trees.map { ($0.key, $0.value) })
        }
    }
}

extension Forest.Change {
    init(using random: inout some RandomNumberGenerator) {
        let id = Int.random(in: 1...3, using: &random)
        let event: Tree.Event =
            [.grow, .build, .leave, .nest(.lay), .nest(.lay), .nest(.disturb)]
            .randomElement(using: &random) ?? .grow
        self =
            [
                .rename, .plantOak, .fellOak, .paintOak, .eggsOfOak, .oak(event), .oak(event), .plant(id), .fell(id),
                .paint(id), .eggs(id), .tree(id, event), .tree(id, event), .swap, .save, .restore, .renew,
            ].randomElement(using: &random) ?? .rename
    }
}
