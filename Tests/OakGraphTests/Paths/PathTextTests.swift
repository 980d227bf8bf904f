import Oak
import Testing

@testable import OakGraph

@Suite("The text of a path")
struct PathTextTests {
    @Test("Each step names its event, sender, changes, output, effects and action events")
    func eachStepNames() throws {
        let path = try #require(Download.graph.path { $0 == .done("text") }.map { _ in Self.retried })
        #expect(
            path.description == """
                .idle
                1. .start
                   .idle → .loading(Progress(attempt: 1, tags: []))
                   output "started"
                   start "load"
                   begins activity "spinner"
                2. .failed, from effect "load"
                   ↳ .retry(tag: "again")
                     .loading.attempt: 1 → 2
                     .loading.tags[0]: + "again"
                     start "load"
                3. .stop
                   .loading(Progress(attempt: 2, tags: ["again"])) → .idle
                   cancel "load"
                   ends activity "spinner"
                4. .stop
                   ignored
                """)
    }

    /// A path through every kind of consequence.
    static var retried: GraphPath<Download> {
        let graph = Download.graph
        var number = graph.initial[0]
        var edges: [Int] = []
        for event in [Download.Event.start, .failed, .stop, .stop] {
            guard let transition = graph.transitions(from: number).first(where: { $0.event == event }) else { continue }
            edges.append(transition.edge)
            number = transition.target
        }
        return graph.path(from: graph.initial[0], along: edges)
    }

    @Test("A path shows its cycle, or that the machine stays in its last state")
    func pathShowsCycle() {
        var path = Self.retried
        path.cycle = Array(path.steps.suffix(1))
        path.steps = Array(path.steps.prefix(3))
        #expect(path.description.hasSuffix("then for ever:\n4. .stop\n   ignored"))
        path.cycle = []
        path.restsAtEnd = true
        #expect(path.description.hasSuffix("ends activity \"spinner\"\nand rests there for ever"))
    }
}

@Suite("Differences of two states")
struct StateDifferenceTests {
    private struct Form: Hashable {
        var name = "a"
        var fields = ["x": 1, "y": 2]
        var tags: Set = [1, 2]
        var phase = Phase.editing(line: 1, column: 1)
        var inner: Inner? = Inner()
    }
    private struct Inner: Hashable { var list = [1, 2, 3] }
    private enum Phase: Hashable { case editing(line: Int, column: Int), sent }

    private func changes(_ change: (inout Form) -> Void) -> [String] {
        var form = Form()
        change(&form)
        return StateDifference(from: Form(), to: form).changes.map(\.description)
    }

    @Test("Properties, payloads, elements, entries and members are named")
    func propertiesPayloadsElements() {
        #expect(changes { _ in } == [])
        #expect(changes { $0.name = "b" } == ["name: \"a\" → \"b\""])
        #expect(changes { $0.phase = .editing(line: 2, column: 1) } == ["phase.editing.line: 1 → 2"])
        #expect(changes { $0.phase = .sent } == ["phase: .editing(line: 1, column: 1) → .sent"])
        #expect(changes { $0.inner?.list[1] = 5 } == ["inner.list[1]: 2 → 5"])
        #expect(changes { $0.inner?.list = [1] } == ["inner.list[1]: − 2", "inner.list[2]: − 3"])
        #expect(changes { $0.inner = nil } == ["inner: Inner(list: [1, 2, 3]) → nil"])
        #expect(
            changes { $0.fields = ["x": 3, "z": 4] }
                == ["fields[\"x\"]: 1 → 3", "fields[\"y\"]: − 2", "fields[\"z\"]: + 4"])
        #expect(changes { $0.tags = [2, 3] } == ["tags: − 1", "tags: + 3"])
        #expect(changes { ($0.name, $0.phase) = ("c", .sent) }.count == 2)
    }

    @Test("Children of a composite are named by their keys")
    func childrenCompositeNamed() {
        let before: Children<String, Int> = ["a": 1, "b": 2]
        let after: Children<String, Int> = ["a": 1, "b": 3, "c": 4]
        #expect(
            StateDifference(from: before, to: after).changes.map(\.description) == ["[\"b\"]: 2 → 3", "[\"c\"]: + 4"])
    }
}
