import Oak
import OakWeb
import Testing

@testable import OakInspector

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
            "A diagram is a list where Graphviz is missing or fails, and says why",
            arguments: [
                ("dot-that-is-missing", "Graphviz draws a diagram"), ("true", "Graphviz has failed"),
                ("false", "Graphviz has failed"), ("echo", "echo answers"), (nil, nil),
            ])
        func failures(program: String?, trouble: String?) async throws {
            let edges = [
                Edge(source: "a", target: "b", event: "go"): 2, Edge(source: "b", target: "b", event: "stay"): 0,
            ]
            let drawing = await Drawing(Blueprint(states: ["a", "b"], edges: edges.keys), by: program)
            #expect(drawing.layout == nil && drawing.trouble?.hasPrefix(trouble ?? "") ?? (trouble == nil))
            let diagram = try #require(Diagram(drawing, edges: edges, current: "b"))
            let list = HTML { diagram.scene(step: nil) }.markup
            #expect(list.contains("go ×2 → b") && list.contains("stay → b"))
        }

        @Test("C38 A page shows the former layout until Graphviz has found the next one")
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
                #expect(drawing.layout != nil)
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
