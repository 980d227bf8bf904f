import Oak
import OakTesting
import Testing

/// A chain of action events: from the outside it is one step.
enum Workflow: EffectTransducer {
    enum State: Equatable { case start, validating, processing, complete, interrupted }

    enum Event { case beginWorkflow, performValidation, executeBusinessLogic, interrupt }

    static func update(_ state: inout State, event: Event) -> Effect? {
        switch (state, event) {
        case (.start, .beginWorkflow):
            state = .validating
            return .event(.performValidation)

        case (.validating, .performValidation):
            state = .processing
            return .event(.executeBusinessLogic)

        case (.processing, .executeBusinessLogic):
            state = .complete
            return nil

        case (.start, .interrupt), (.validating, .interrupt), (.processing, .interrupt):
            state = .interrupted
            return nil

        case (.start, .performValidation), (.start, .executeBusinessLogic):
            return nil
        case (.validating, .beginWorkflow), (.validating, .executeBusinessLogic):
            return nil
        case (.processing, .beginWorkflow), (.processing, .performValidation):
            return nil
        case (.complete, _), (.interrupted, _):
            return nil
        }
    }
}

/// Answers events from outside with several of its own, and keeps a list of what it has processed.
enum StackMachine: EffectTransducer {
    struct State: Terminable, Equatable {
        var processed: [Event] = []
        var isTerminal: Bool { processed.last == .timer }
    }

    enum Event { case userTap, networkResponse, timer, updateUI, logAction, animateTransition }

    typealias Output = [Event]

    static func update(_ state: inout State, event: Event) -> (Effect?, [Event]) {
        state.processed.append(event)
        switch event {
        case .userTap: return (.events([.updateUI, .logAction]), state.processed)
        case .updateUI: return (.event(.animateTransition), state.processed)
        case .networkResponse, .timer, .logAction, .animateTransition: return (nil, state.processed)
        }
    }
}

@Suite("Workflow chain", .timeLimit(.minutes(20)))
struct WorkflowTests {
    @Test("Each step names the next one")
    func happyPath() {
        expectTransitions(of: Workflow.self, from: .start)
            .on(.beginWorkflow, to: .validating, effect: .event(.performValidation))
            .on(.performValidation, to: .processing, effect: .event(.executeBusinessLogic))
            .on(.executeBusinessLogic, to: .complete)
    }

    @Test("Every event has an answer in every state")
    func everyPair() {
        expectTable(
            of: Workflow.self,
            states: [.start, .validating, .processing, .complete, .interrupted],
            events: [.beginWorkflow, .performValidation, .executeBusinessLogic, .interrupt])
    }

    @Test("An event from outside cannot get between the steps of the chain")
    func atomicity() async {
        let tester = TransducerTester(of: Workflow.self, initialState: .start)
        // Both wait in the mailbox, so that the second has every chance to get in between.
        await tester.send(contentsOf: [.beginWorkflow, .interrupt])
        await tester.receive(.beginWorkflow) { $0 = .validating }
        await tester.receive(.performValidation) { $0 = .processing }
        await tester.receive(.executeBusinessLogic) { $0 = .complete }
        await tester.receive(.interrupt)
        await tester.finish()
    }

    @Test("Action events go before events that wait, and their own answers before their siblings")
    func stackOfQueues() async throws {
        let proxy = StackMachine.Proxy()
        try proxy.send(contentsOf: [.userTap, .networkResponse, .timer])
        let processed = try await StackMachine.run(initialState: StackMachine.State(), proxy: proxy)
        #expect(processed == [.userTap, .updateUI, .animateTransition, .logAction, .networkResponse, .timer])
    }
}
