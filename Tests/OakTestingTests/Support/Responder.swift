import Oak

/// Notes the events it processes, and answers each with an effect that the initial state names.
enum Responder: EffectTransducer {
    struct State {
        var answers: [Event: Effect]
        var log: [Event] = []
    }
    enum Event: CaseIterable { case x, a, b, c, end }

    static func isTerminal(_ state: State) -> Bool { state.log.last == .end }

    static func update(_ state: inout State, event: Event) -> Effect? {
        state.log.append(event)
        return state.answers[event]
    }
}
