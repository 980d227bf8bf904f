import Oak

/// Collects texts: its states and outputs are not `Equatable`.
enum TextStack: Transducer {
    struct State { var texts: [String] = [] }
    enum Event: CaseIterable { case push, pop }
    struct Output { let popped: String? }

    static func update(_ state: inout State, event: Event) -> Output {
        switch event {
        case .push:
            state.texts.append("text")
            return Output(popped: nil)
        case .pop: return Output(popped: state.texts.popLast())
        }
    }
}
