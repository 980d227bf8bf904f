import Oak
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

@Suite("Workflow chain")
struct WorkflowTests {
    @Test("Each step names the next one")
    func happyPath() {
        var state = Workflow.State.start
        let first = Workflow.update(&state, event: .beginWorkflow)
        #expect(state == .validating)
        #expect(first?.events == [.performValidation])

        let second = Workflow.update(&state, event: .performValidation)
        #expect(state == .processing)
        #expect(second?.events == [.executeBusinessLogic])

        let third = Workflow.update(&state, event: .executeBusinessLogic)
        #expect(state == .complete)
        #expect(third == nil)
    }

    @Test("Every event has an answer in every state")
    func everyPair() {
        expectTable(
            [
                Row<Workflow>(.start, .beginWorkflow, to: .validating, "events(performValidation)"),
                Row(.validating, .performValidation, to: .processing, "events(executeBusinessLogic)"),
                Row(.processing, .executeBusinessLogic, to: .complete),
                Row(.start, .interrupt, to: .interrupted),
                Row(.validating, .interrupt, to: .interrupted),
                Row(.processing, .interrupt, to: .interrupted),
            ],
            states: [.start, .validating, .processing, .complete, .interrupted],
            events: [.beginWorkflow, .performValidation, .executeBusinessLogic, .interrupt])
    }

    @Test("An event from outside cannot get between the steps of the chain")
    func atomicity() async throws {
        let proxy = Workflow.Proxy()
        // Both wait before the run begins, so that the second has every chance to get in between.
        try proxy.send(.beginWorkflow)
        try proxy.send(.interrupt)

        let recorder = StateRecorder(of: Workflow.self)
        let task = Task { try await Workflow.run(initialState: .start, proxy: proxy, observer: recorder) }
        var states: [Workflow.State] = []
        while states.count < 4 { states.append(try await recorder.next()) }
        #expect(states == [.validating, .processing, .complete, .complete])

        proxy.cancel()
        await #expect(throws: TransducerError.cancelled) { try await task.value }
    }

    @Test("Action events go before events that wait, and their own answers before their siblings")
    func stackOfQueues() async throws {
        let proxy = StackMachine.Proxy()
        try proxy.send(contentsOf: [.userTap, .networkResponse, .timer])
        let processed = try await StackMachine.run(initialState: StackMachine.State(), proxy: proxy)
        #expect(processed == [.userTap, .updateUI, .animateTransition, .logAction, .networkResponse, .timer])
    }
}
