import Oak
import OakDurable

/// A durable workflow that carries out three steps, one after the other, and ends with the result of the last.
enum ThreeSteps: EffectTransducer, DurableTransducer {
    enum State: Int, Codable, Hashable, Sendable, Terminable {
        case first = 1
        case second, third, done

        var isTerminal: Bool { self == .done }
    }
    enum Event: Codable, Sendable { case returned(StepResult) }
    typealias Output = StepResult?

    static let machineName = "three steps"

    static func activities(in state: State) -> [Effect] {
        if state.isTerminal { return [] }
        return [Effect(id: state, { _ in StepResult(step: state.rawValue) }, success: Event.returned)]
    }

    static func update(_ state: inout State, event: Event) -> (Effect?, Output) {
        switch (state, event) {
        case (.first, .returned): state = .second
        case (.second, .returned): state = .third
        case (.third, .returned(let result)):
            state = .done
            return (nil, result)
        case (.done, .returned): return (.unexpected, nil)
        }
        return (nil, nil)
    }
}

/// The result of a step, the same hundred bytes as that of DBOS's steps.
struct StepResult: Codable, Sendable {
    var order = "0123456789"
    var step: Int
    var note = "a result as long as the state of the machine beside it........"
}
