import Testing

@testable import OakGraph

@Suite struct FoldingTests {
    @Test("A graph above the limit is folded no more than necessary, and the diagram says so")
    func folded() {
        #expect(
            DiagramModels.big.mermaid() == """
                stateDiagram-v2
                    state "idle" as s0
                    state "done" as s3
                    state "paying" as c0 {
                        state "entering ×120" as s1
                        state "charging ×120" as s2
                    }
                    [*] --> s0
                    s0 --> s1 : open
                    s1 --> s1 : digit
                    s1 --> s2 : charge
                    s1 --> s0 : cancel
                    s2 --> s2 : retry
                    s2 --> s3 : accepted
                    s3 --> [*]
                    state "Incomplete: more than 242<br/>states<br/>242 states, drawn as 4" as remark
                    classDef remark fill:none,stroke-dasharray:4 3
                    class remark remark

                """)
    }

    @Test("The depth of folding can be set, and folding can be turned off")
    func forced() {
        let model = DiagramModels.big
        let outermost = Drawing(of: model, style: DiagramStyle(folding: .depth(1)))
        #expect(outermost.nodes.map(\.name) == ["idle", "paying ×240", "done"])
        #expect(outermost.composites.isEmpty)
        #expect(Drawing(of: model, style: DiagramStyle(folding: .depth(0))).nodes.map(\.count) == [242])
        let single = Drawing(of: model, style: DiagramStyle(folding: .never))
        #expect(single.nodes.count == 242 && single.notes == ["Incomplete: more than 242 states"])
        #expect(Drawing(of: DiagramModels.checkout, style: DiagramStyle(folding: .depth(1))).nodes.count == 5)
    }

    @Test("A graph at the limit is not folded", arguments: [(242, 242), (241, 4), (4, 4), (3, 3), (2, 3)])
    func limit(states: Int, nodes: Int) {
        #expect(Drawing(of: DiagramModels.big, style: DiagramStyle(folding: .above(states))).nodes.count == nodes)
    }

    @Test("States of a structure type fold into one node")
    func structures() {
        let states = (0..<50).map { GraphModel.State(text: "Counter(count: \($0))") }
        let model = GraphModel(
            machine: "Counter", states: states, initial: [0], events: ["up"],
            transitions: (0..<49).map { .init(source: $0, target: $0 + 1, event: "up", intent: .handled) })
        let drawing = Drawing(of: model, style: DiagramStyle())
        #expect(drawing.nodes.map(\.name) == ["Counter ×50"])
        #expect(drawing.edges.map(\.labels.count) == [1])
    }

    @Test("Related states are drawn in one frame, and a frame around a single state is left out")
    func composites() {
        func drawing(_ states: [String]) -> [[String]] {
            let drawing = Drawing(of: DiagramModels.model("M", states, events: [], []), style: DiagramStyle())
            return drawing.nodes.map { node in
                drawing.around(node.composite).reversed().map { drawing.composites[$0].name } + [node.name]
            }
        }
        #expect(drawing([".a(.b)", ".c"]) == [["a(.b)"], ["c"]])
        #expect(drawing([".a(.b)", ".a"]) == [["a", "b"], ["a", "a"]])
        #expect(drawing([".a(.b(.c))", ".a(.b(.d))"]) == [["a", "b", "c"], ["a", "b", "d"]])
        #expect(drawing([".a(.b(1))", ".a(.b(2))"]) == [["a", "b(1)"], ["a", "b(2)"]])
        #expect(drawing([".a(1)", ".a(2)"]) == [["a(1)"], ["a(2)"]])
    }

    @Test("A folded state shows the children that are live in all of its states")
    func live() {
        var model = DiagramModels.checkout
        model.states[1].children += ["basket"]
        let drawing = Drawing(of: model, style: DiagramStyle(folding: .depth(1)))
        #expect(drawing.nodes[1].name == "paying ×3")
        #expect(drawing.nodes[1].details == ["children: payment"])
    }

    @Test("A drawing has no more edges and labels than the graph has transitions")
    func counts() {
        for model in DiagramModels.all {
            for folding in [DiagramStyle.Folding.never, .depth(1), .above(40)] {
                let drawing = Drawing(
                    of: model, style: DiagramStyle(folding: folding, unhandled: Set(Intent.allCases)))
                #expect(drawing.edges.reduce(0) { $0 + $1.labels.count } <= model.transitions.count)
                #expect(drawing.nodes.reduce(0) { $0 + $1.count } == model.states.count)
            }
        }
    }
}
