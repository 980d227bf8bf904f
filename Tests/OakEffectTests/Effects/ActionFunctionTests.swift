import Oak
import Testing

/// A machine that counts down with actions, each written as a function of the machine.
private enum Countdown: EffectTransducer {
    struct State: Terminable {
        var names: [String] = []
        var isTerminal = false
    }
    enum Event: Sendable { case begin, one, two, three, four, go }
    struct Env: Sendable { let first: Event }
    typealias Output = [String]

    static func update(_ state: inout State, event: Event) -> (Effect?, [String]) {
        state.names.append("\(event)")
        let effect: Effect? =
            switch event {
            case .begin: action { env in env.first }
            case .three: Countdown.action { _ in [.two] }
            case .two:
                action { @MainActor env in
                    let next = env.first == .three ? Event.one : .go
                    return next
                }
            case .one:
                action { _ in
                    await Task.yield()
                    return .four
                }
            case .four:
                action { _ in
                    await Task.yield()
                    return [.go]
                }
            case .go: nil
            }
        state.isTerminal = event == .go
        return (effect, state.names)
    }
}

@Suite("Actions created by a function")
struct ActionFunctionTests {
    @Test("`action { … }` returns one or several events, with or without await, on the actor that it names")
    func countdown() async throws {
        let names = try await Countdown.run(
            initialState: .init(), proxy: .init(initialEvent: .begin), env: .init(first: .three))
        #expect(names == ["begin", "three", "two", "one", "four", "go"])
    }
}
