import Oak
import OakGraph
import OakTesting
import TestSupport
import Testing

struct ExplorationTests {
    @Test("The graph of a machine has every reachable state, nearest first")
    func graphMachineEvery() {
        let graph = StateGraph(of: Turnstile.self, from: [.locked], events: .allCases)
        #expect(graph.states == [.locked, .unlocked])
        #expect(graph.initial == [0])
        #expect(graph.transitionCount == 4)
        #expect(graph.cut == nil)
        #expect(graph.transitions(from: 0).map(\.intent) == [.handled, .handled])
        #expect(graph.path(to: 1).events == [.coin])
        let model = graph.model
        #expect(model.machine == "Turnstile")
        #expect(model.events == [".coin", ".push"])
        #expect(model.transitions.map(\.output) == ["false", "false", "false", "true"])
        #expect(model.states.map(\.cases) == [["locked"], ["unlocked"]])
    }

    /// A machine that stays as it is, and has one output.
    enum Echo<Output: SampleOutput>: Transducer {
        enum State: Hashable { case quiet }
        enum Event: CaseIterable { case call }
        static func update(_ state: inout State, event: Event) -> Output { Output.sample }
    }

    @Test("An output makes a transition of an event unless it is `Void`, `nil` or an empty collection")
    func outputs() {
        func intent<Output>(of: Echo<Output>.Type) -> Intent {
            StateGraph(of: Echo<Output>.self, from: [.quiet], events: .allCases).transitions(from: 0)[0].intent
        }
        let intents = [
            intent(of: Echo<[Int]>.self), intent(of: Echo<String>.self), intent(of: Echo<Bool>.self),
            intent(of: Echo<Set<Int>>.self), intent(of: Echo<Int?>.self),
        ]
        #expect(intents == [.handled, .handled, .handled, .ignored, .ignored])
        let tables = [
            table(of: Echo<[Int]>.self), table(of: Echo<String>.self), table(of: Echo<Bool>.self),
            table(of: Echo<Set<Int>>.self), table(of: Echo<Int?>.self),
        ]
        #expect(tables.map { $0.contains("·") } == intents.map { $0 == .ignored })
    }

    private func table<Output>(of machine: Echo<Output>.Type) -> String {
        TransitionTable(of: machine, states: [.quiet], events: [.call]).markdown
    }

    enum Clock: Transducer {
        struct State: Hashable, Sendable { var ticks = 0 }
        enum Event: CaseIterable, Sendable { case tick }
        static func update(_ state: inout State, event: Event) { state.ticks += 1 }
    }

    @Test func `An exploration beside its caller tells its progress, and ends with its task`() async throws {
        // The limit of states is beyond the first call, which cancels the task that calls.
        let exploration = Task {
            try await StateGraph(
                exploring: Clock.self, from: [.init()], events: .allCases, limits: .init(states: 20_000, seconds: nil),
                progress: { now in if now.states > 1 { withUnsafeCurrentTask { $0?.cancel() } } })
        }
        await #expect(throws: CancellationError.self) { try await exploration.value }

        let graph = try await StateGraph(
            exploring: Clock.self, from: [.init()], events: .allCases, limits: .init(depth: 3))
        #expect(graph.states.map(\.ticks) == [0, 1, 2, 3])
    }
}

protocol SampleOutput: Sendable {
    static var sample: Self { get }
}

extension Array: SampleOutput where Element == Int { static var sample: Self { [1] } }
extension String: SampleOutput { static var sample: Self { "now" } }
extension Bool: SampleOutput { static var sample: Self { false } }
extension Set: SampleOutput where Element == Int { static var sample: Self { [] } }
extension Optional: SampleOutput where Wrapped == Int { static var sample: Self { nil } }
