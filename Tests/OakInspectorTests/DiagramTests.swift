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
        let count = Int.random(in: 1...Diagram.greatestSize, using: &random)
        let states = (0..<count).map { "state \($0)" }
        var edges: [Edge: Int] = [:]
        for number in 0..<Int.random(in: 0...count * 3, using: &random) {
            let edge = Edge(
                source: states.randomElement(using: &random) ?? "", target: states.randomElement(using: &random) ?? "",
                event: "event \(number % 4)")
            edges[edge, default: 0] += 1
        }
        let diagram = try #require(Diagram(states: states, edges: edges, current: states[0]))
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
            #expect(source.touches(arrow.points[0]))
            #expect(target.touches(try #require(arrow.points.last)))
        }
    }

    @Test("A chain is laid out downwards in its order, and an edge back leads up")
    func chain() throws {
        let edges = [
            Edge(source: "a", target: "b", event: "go"): 1, Edge(source: "b", target: "c", event: "go"): 2,
            Edge(source: "c", target: "a", event: "reset"): 1,
        ]
        let diagram = try #require(Diagram(states: ["a", "b", "c"], edges: edges, current: "c"))
        let heights = diagram.boxes.map(\.frame.y)
        #expect(heights == heights.sorted() && Set(heights).count == 3)
        #expect(diagram.arrows.first { $0.source == "b" }?.label == "go ×2")
        let back = try #require(diagram.arrows.first { $0.source == "c" })
        #expect(back.points[0].y > back.points[back.points.count - 1].y)
    }

    @Test("There is no diagram of more states than anybody could read")
    func tooMany() {
        let states = (0...Diagram.greatestSize).map { "\($0)" }
        #expect(Diagram(states: states, edges: [:], current: nil) == nil)
    }
}

extension Diagram.Frame {
    fileprivate func overlaps(_ other: Diagram.Frame) -> Bool {
        x < other.x + other.width && other.x < x + width && y < other.bottom && other.y < bottom
    }

    fileprivate func touches(_ point: Diagram.Point) -> Bool {
        point.x >= x && point.x <= x + width && point.y >= y && point.y <= bottom
    }
}
