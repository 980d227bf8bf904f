import Oak
import OakTesting
import Testing

@testable import OakInspector

@Suite("The layout of a diagram")
struct DiagramTests {
    @Test(
        "Boxes never overlap, and every arrow leads from the border of its source to that of its target",
        arguments: 0..<50)
    func borders(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let count = Int.random(in: 1...Layers.greatestSize, using: &random)
        let states = (0..<count).map { "state \($0)" }
        var edges: [Edge: Int] = [:]
        for number in 0..<Int.random(in: 0...count * 3, using: &random) {
            let edge = Edge(
                source: states.randomElement(using: &random) ?? "", target: states.randomElement(using: &random) ?? "",
                event: "event \(number % 4)")
            edges[edge, default: 0] += 1
        }
        let diagram = try #require(Diagram(drawing(states, edges), edges: edges, current: states[0]))
        #expect(diagram.boxes.map(\.name) == states)
        for (place, box) in diagram.boxes.enumerated() {
            for other in diagram.boxes[..<place] { #expect(!box.frame.overlaps(other.frame)) }
            #expect(box.frame.x >= 0 && box.frame.x + box.frame.width <= diagram.width)
            #expect(box.frame.y >= 0 && box.frame.bottom <= diagram.height)
        }
        #expect(Set(diagram.arrows.map { [$0.source, $0.target] }) == Set(edges.keys.map { [$0.source, $0.target] }))
        #expect(diagram.arrows.reduce(0) { $0 + $1.count } == edges.values.reduce(0, +))
        let frames = Dictionary(uniqueKeysWithValues: diagram.boxes.map { ($0.name, $0.frame) })
        for arrow in diagram.arrows {
            let source = try #require(frames[arrow.source])
            let target = try #require(frames[arrow.target])
            #expect(source.touches(arrow.route.begin))
            #expect(target.touches(arrow.route.end))
        }
    }

    @Test("A chain is laid out downwards in its order, and an edge back leads up")
    func chain() throws {
        let edges = [
            Edge(source: "a", target: "b", event: "go"): 1, Edge(source: "b", target: "c", event: "go"): 2,
            Edge(source: "c", target: "a", event: "reset"): 1,
        ]
        let diagram = try #require(Diagram(drawing(["a", "b", "c"], edges), edges: edges, current: "c"))
        let heights = diagram.boxes.map(\.frame.y)
        #expect(heights == heights.sorted() && Set(heights).count == 3)
        #expect(diagram.arrows.first { $0.source == "b" }?.label == "go ×2")
        let back = try #require(diagram.arrows.first { $0.source == "c" })
        #expect(back.route.begin.y > back.route.end.y)
    }

    private func drawing(_ states: [String], _ edges: [Edge: Int]) -> Drawing {
        Drawing(Blueprint(states: states, edges: edges.keys))
    }
}

#if Inspector && os(Linux)
    @Suite("The layout of a diagram by Graphviz")
    struct GraphvizLayoutTests {
        private func blueprint(states count: Int) -> Blueprint {
            let states = (0..<count).map { "state \"\($0)\" -> \\" }
            let edges = (1..<max(count, 2)).flatMap { number in
                [
                    Edge(source: states[(number - 1) / 2], target: states[number % count], event: "down; }"),
                    Edge(source: states[number % count], target: states[0], event: "back"),
                    Edge(source: states[number % count], target: states[number % count], event: "stay"),
                ]
            }
            return Blueprint(states: states, edges: edges)
        }

        @Test("Graphviz places each box apart, and each arrow from border to border", arguments: [1, 7, 200])
        func borders(count: Int) async throws {
            let blueprint = blueprint(states: count)
            let drawing = await Drawing(blueprint, by: "dot")
            #expect(drawing.trouble == nil)
            let layout = try #require(drawing.layout)
            #expect(layout != (count > Layers.greatestSize ? nil : Drawing(blueprint).layout))
            for (place, box) in layout.boxes.enumerated() {
                for other in layout.boxes[..<place] { #expect(!box.overlaps(other)) }
                #expect(box.x >= 0 && box.x + box.width <= layout.width)
                #expect(box.y >= 0 && box.bottom <= layout.height)
            }
            #expect(Set(layout.routes.keys) == Set(blueprint.labels.keys))
            for (pair, route) in layout.routes {
                // The program rounds, and leaves room for the stroke of a border.
                #expect(layout.boxes[pair.source].touches(route.begin, within: 2))
                #expect(layout.boxes[pair.target].touches(route.end, within: 2))
            }
        }

        @Test(
            "A diagram has layers where Graphviz is missing or fails, and says why it has none or no better one",
            arguments: [
                ("dot-that-is-missing", nil, "More than 40 states need Graphviz, which is not installed here."),
                ("true", "Graphviz has failed", "Graphviz has failed"),
                ("false", "Graphviz has failed", "Graphviz has failed"),
                ("echo", "echo answers", "echo answers"), (nil, nil, "More than 40 states need Graphviz"),
            ])
        func failures(program: String?, small: String?, large: String) async {
            let blueprint = blueprint(states: 40)
            let drawing = await Drawing(blueprint, by: program)
            #expect(drawing.layout == Layout(inLayers: blueprint))
            #expect(drawing.trouble?.hasPrefix(small ?? "") ?? (small == nil))
            let larger = await Drawing(self.blueprint(states: 41), by: program)
            #expect(larger.layout == nil)
            #expect(larger.trouble?.hasPrefix(large) ?? false)
        }

        @Test("C38 A page shows the former layout until Graphviz has found the next one")
        @available(macOS 15, *)
        func next() async throws {
            let ledger = Ledger(settings: InspectorSettings(), clock: ContinuousClock())
            let run = ledger.newRecord(News.Title(name: "door", machine: "Door"), access: nil, start: .zero)
            ledger.add(run)
            run.take(.state(ValueTree(.enumCase("closed"))), at: .zero)
            let (pictures, show) = AsyncStream.makeStream(of: Picture.self)
            let page = Task { try await ledger.pictures(for: Query(run: 1), after: Picture()) { show.yield($0) } }
            var isShown = false
            for await picture in pictures {
                let detail = try #require(picture.detail)
                #expect(!isShown || detail.diagram != nil)
                guard let drawing = detail.drawing else { continue }
                #expect(drawing.layout != Layout(inLayers: drawing.blueprint))
                if !isShown { run.take(.state(ValueTree(.enumCase("open"))), at: .seconds(1)) }
                isShown = true
                if drawing.blueprint.states == ["closed", "open"] { break }
            }
            page.cancel()
            _ = await page.result
        }

        @Test(
            "An answer that is cut, or is not of the diagram, is refused",
            arguments: [
                "", "graph 1 2", "graph 1 2 2\nnode 0 1 1 1 1", "graph 1 2 2\nnode 7 1 1 1 1\n", "node 0 1 1 1 1",
                "graph 1 2 2\nnode 0 nan 1\nnode 1 1 1\nedge 0 1 4 1 1 1 1 1 1 1 1 x 1 1 solid black",
                "graph 1 2 2\nnode 0 1 1\nnode 1 1 1\nedge 0 1 9223372036854775807 1 1 1 1 1 1 1 1 x 1 1 solid black",
                "graph 1 2 2\nnode 0 1 1\nnode 1 1 1\nedge 0 1 4 1 1 1 1 1 1 x 1 1 solid black",
                "graph 1 2 2\nnode 0 1 1\nnode 1 1 1\nedge 0 1 -2 1 1 1 1 1 1 1 1 x 1 1 solid black",
            ])
        func malformed(text: String) {
            let edge = Edge(source: "a", target: "b", event: "go")
            #expect(Layout(plain: text, of: Blueprint(states: ["a", "b"], edges: [edge])) == nil)
        }
    }
#endif

extension Layout.Frame {
    fileprivate func overlaps(_ other: Layout.Frame) -> Bool {
        x < other.x + other.width && other.x < x + width && y < other.bottom && other.y < bottom
    }

    fileprivate func touches(_ point: Layout.Point, within distance: Double = 0) -> Bool {
        point.x >= x - distance && point.x <= x + width + distance && point.y >= y - distance
            && point.y <= bottom + distance
    }
}
