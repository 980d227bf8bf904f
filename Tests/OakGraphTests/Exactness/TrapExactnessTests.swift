import Oak
@testable import OakGraph
import Testing

/// A call of `update` that does not return is found on each way that leads to it.
struct TrapExactnessTests {
    struct Broken: Error {}

    enum Careless: EffectTransducer {
        enum State: Hashable, NonTerminal { case idle, busy }
        enum Event: Hashable, Sendable { case load, check, prepare, loaded, failed, boom }
        struct Env: Sendable {}

        static func update(_ state: inout State, event: Event) -> Effect? {
            switch event {
            case .load:
                guard state == .idle else { return nil }
                state = .busy
                return Effect(id: "load", { (_: Env) async throws in }, success: .loaded, failure: { _ in .failed })
            case .check: return Effect(action: { _ async throws -> Event in .loaded }).catch { _ in .failed }
            case .prepare:
                guard state == .idle else { return nil }
                state = .busy
                return .sequence(Effect(id: "prepare", { _ in }, success: .loaded), .event(.boom))
            case .loaded:
                state = .idle
                return nil
            case .failed: fatalError("It failed.")
            case .boom: fatalError("It broke.")
            }
        }
    }

    private func graph(_ events: Alphabet<Careless>) -> StateGraph<Careless> {
        StateGraph(of: Careless.self, from: [.idle], events: events, findingTraps: true)
    }

    @Test("C35 A trap on the event of an error is found", .enabled(if: TrapDetector.isAvailable))
    func errors() {
        let operation = graph(.events(.load).answers(of: "load", .loaded, fails: [Broken()]))
        #expect(operation.check([.traps]).findings.map(\.event) == [.failed])
        let action = graph(.events(.check).answers(ofActions: [.loaded], fails: [Broken()]))
        #expect(action.check([.traps]).findings.map(\.event) == [.failed])
    }

    @Test("C35 A trap behind the return of an effect leaves every verdict open", .enabled(if: TrapDetector.isAvailable))
    func returns() {
        let graph = graph(.events(.prepare).answers(of: "prepare", ends: true))
        guard case .trapAfterReturn(state: ".busy", let reason) = graph.cut else {
            Issue.record("The cut is \(String(describing: graph.cut))")
            return
        }
        #expect(reason.contains("It broke."))
        #expect(graph.verdict(on: .deadEnds) != .holds)
    }
}
