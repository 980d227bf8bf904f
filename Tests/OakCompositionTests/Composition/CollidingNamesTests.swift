import Oak
import OakTesting
import TestSupport
import Testing

/// A name for collections whose hash value is always the same, and whose comparison declares another child.
private struct Name: Hashable, Sendable, CustomStringConvertible {
    let description: String
    init(_ description: String) { self.description = description }
    func hash(into hasher: inout Hasher) {}
    static func == (lhs: Name, rhs: Name) -> Bool {
        _ = TwoCollections.other
        return lhs.description == rhs.description
    }
}

/// Two collections whose names and keys have equal hash values.
private enum TwoCollections: CompositeTransducer {
    struct State: Terminable, Sendable {
        var xs = Children<Name, Script.State>()
        var ys = Children<Name, Script.State>()
        var log: [String] = []
        var isTerminal = false
    }
    enum Event: Sendable {
        case x(String, Script.Event), y(String, Script.Event)
        case change(@Sendable (inout State) -> Void)
        case end
    }
    typealias Output = [String]

    static let xs = children(
        Name("x"), Script.self, event: { (key: Name, event) in Event.x(key.description, event) }, failure: .endsTheRun)
    static let ys = children(
        Name("y"), Script.self, event: { (key: Name, event) in Event.y(key.description, event) }, failure: .endsTheRun)

    static var other: Child<TwoCollections, Script> {
        child("other", Script.self, event: { .x("other", $0) }, failure: .endsTheRun)
    }

    static func activeChildren(in state: State) -> some ActiveChildren<Self> {
        xs(state.xs)
        ys(state.ys)
    }

    static func update(_ state: inout State, event: Event) -> (Effect?, [String]) {
        var effect: Effect?
        switch event {
        case .x(let key, let event):
            state.log.append("x \(key) \(event.name)")
            effect = xs.step(&state.xs, Name(key), event).effect
        case .y(let key, let event):
            state.log.append("y \(key) \(event.name)")
            effect = ys.step(&state.ys, Name(key), event).effect
        case .change(let body): body(&state)
        case .end: state.isTerminal = true
        }
        return (effect, state.log)
    }
}

@Suite("C28 Collections and keys with equal hash values")
struct CollidingNamesTests {
    private func perform(_ change: @escaping @Sendable (inout TwoCollections.State) -> Void) async throws -> [String] {
        var state = TwoCollections.State()
        for key in ["1", "2"] {
            state.xs[Name(key)] = Script.State()
            state.ys[Name(key)] = Script.State()
        }
        let lasting = Script.Event("go", .lasting("w"))
        let run = try await RecordedRun<[String]>.of(
            TwoCollections.self, from: state, env: (),
            [.x("1", lasting), .x("2", lasting), .y("1", lasting), .y("2", lasting), .change(change)], end: .end)
        #expect(try run.output == ["x 1 go", "x 2 go", "y 1 go", "y 2 go"])
        return run.effects.filter { $0.hasSuffix("childDeparted") }.sorted()
    }

    @Test("A collection that is assigned to another, or exchanged with it, continues the elements of the same keys")
    func exchanged() async throws {
        #expect(try await perform { swap(&$0.xs, &$0.ys) } == [])
        let left = try await perform { state in state.ys = state.xs.filter { $0.key == Name("1") } }
        #expect(left == ["y[2]: w childDeparted"])
    }

    @Test("Removing or replacing one element affects no other")
    func element() async throws {
        #expect(try await perform { $0.xs[Name("2")] = nil } == ["x[2]: w childDeparted"])
        let replaced = try await perform {
            $0.ys[Name("1")] = nil
            $0.ys[Name("1")] = Script.State()
        }
        #expect(replaced == ["y[1]: w childDeparted"])
        #expect(try await perform { $0.ys.removeAll() } == ["y[1]: w childDeparted", "y[2]: w childDeparted"])
        #expect(try await perform { $0.ys[Name("1")] = Script.State() } == [])
    }
}
