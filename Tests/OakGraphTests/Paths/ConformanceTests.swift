import Oak
import Testing

@testable import OakGraph

@Suite("Testing an implementation against a graph")
struct ConformanceTests {
    /// Another implementation of the counter, with a fault.
    private enum Fault: CaseIterable { case none, output, extraState, error }

    private struct Overflow: Error {}

    private final class Other {
        let fault: Fault
        var count = 0
        var ups = 0

        init(_ fault: Fault) { self.fault = fault }

        func take(_ event: Counting.Event) throws -> Bool {
            switch event {
            case .up:
                ups += 1
                count = min(count + 1, 4)
            case .down: count = max(count - 1, 0)
            case .reset: (count, ups) = (0, 0)
            }
            if fault == .output, count == 2, event == .down { return true }
            if fault == .error, count == 4, event == .up, ups > 4 { throw Overflow() }
            if fault == .extraState, ups > 1_000 { return false }
            return count == 4
        }
    }

    private func implementation(_ fault: Fault) -> Implementation<Counting, Bool> {
        var other = Other(fault)
        return Implementation(of: Counting.self, observing: \.output) { _ in
            other = Other(fault)
        } take: { event in
            // An implementation may be asynchronous.
            await Task.yield()
            return try other.take(event)
        }
    }

    @Test("An implementation that agrees conforms")
    func implementationAgreesConforms() async {
        for fault in [Fault.none, .extraState] {
            let conformance = await Counting.graph.conformance(of: implementation(fault))
            #expect(conformance.holds)
            #expect(conformance.events >= 15)
            #expect(await Counting.graph.conformance(of: implementation(fault), along: Counting.graph.allPairs()).holds)
        }
    }

    @Test("A wrong output is found by a tour, with the fewest events")
    func wrongOutputFound() async throws {
        let conformance = await Counting.graph.conformance(of: implementation(.output))
        let difference = try #require(conformance.difference)
        #expect(difference.path.events == [.up, .up, .up, .down])
        #expect(difference.expected == false && difference.actual == true)
        #expect(conformance.description.hasPrefix("The implementation differs after 4 events, found in "))
        #expect(
            conformance.description.split(separator: "\n").dropFirst().joined(separator: "\n") == """
                Expected: false
                Actual:   true
                State(count: 0)
                1. .up
                   count: 0 → 1
                   output false
                2. .up
                   count: 1 → 2
                   output false
                3. .up
                   count: 2 → 3
                   output false
                4. .down
                   count: 3 → 2
                   output false
                """)
    }

    @Test("An error of the implementation is a difference")
    func errorImplementationDifference() async throws {
        let difference = try #require(await Counting.graph.conformance(of: implementation(.error)).difference)
        #expect(difference.path.events == [.up, .up, .up, .up, .up])
        #expect(difference.actual == nil && difference.error is Overflow)
    }

    /// Every machine with one transition that leads elsewhere.
    @Test("The W-method finds every wrong state of an implementation that has no additional states")
    func wMethodFinds() async {
        let graph = Counting.graph
        for state in 0...4 {
            for event in Counting.Event.allCases {
                for wrong in 0...4 {
                    var right = Counting.State(count: state)
                    _ = Counting.update(&right, event: event)
                    var current = Counting.State()
                    let other = Implementation<Counting, Bool>(of: Counting.self, observing: \.output) {
                        current = $0
                    } take: {
                        let isWrong = current.count == state && $0 == event
                        let output = Counting.update(&current, event: $0)
                        if isWrong { current.count = wrong }
                        return output
                    }
                    let conformance = await graph.conformance(
                        of: other, along: graph.conformanceSuite(observing: \.output))
                    #expect(conformance.holds == (wrong == right.count))
                    guard state == 3, event == .down, wrong == 1 else { continue }
                    // However late its effect is visible, the shortest way to it comes first.
                    #expect(conformance.difference?.path.events.starts(with: [.up, .up, .up, .down]) == true)
                }
            }
        }
    }

    @Test("A rewritten machine is tested against the original, including its state")
    func rewrittenMachineTested() async throws {
        enum Rewritten: Transducer {
            typealias State = Int
            typealias Event = Int

            static func update(_ state: inout Int, event: Int) -> Bool {
                state = event == 0 ? 0 : max(0, min(state + event, state == 3 ? 3 : 4))
                return state == 4
            }
        }
        let implementation = Implementation<Counting, [Int]>(
            of: Counting.self, by: Rewritten.self, from: { $0.count },
            event: { event in
                switch event {
                case .up: 1
                case .down: -1
                case .reset: 0
                }
            }, observing: { [$0.state.count, $0.output ? 1 : 0] }, as: { [$0.state, $0.output ? 1 : 0] })
        let difference = try #require(await Counting.graph.conformance(of: implementation).difference)
        #expect(difference.path.events == [.up, .up, .up, .up])
        #expect(difference.expected == [4, 1] && difference.actual == [3, 0])
    }

    @Test("An empty or incomplete graph does not establish conformance")
    func emptyIncompleteGraph() async {
        let empty = StateGraph(of: Counting.self, from: [], events: .allCases)
        let nothing = await empty.conformance(of: implementation(.none))
        #expect(!nothing.holds)
        #expect("\(nothing)" == "Nothing was compared: the graph has no transitions to take.")
        let cut = StateGraph(of: Counting.self, from: [.init()], events: .allCases, limits: .init(states: 3))
        let conformance = await cut.conformance(of: implementation(.none))
        #expect(conformance.difference == nil && !conformance.holds && conformance.cut != nil)
    }
}
