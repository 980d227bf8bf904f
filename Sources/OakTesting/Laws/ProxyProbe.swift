import Oak

/// The machine behind an examined proxy: it collects numbers.
///
/// Zero ends it, one hundred and more are answered by an action event, −1 starts an operation, and −2 cancels that.
enum ProxyProbe<P: TransducerProxy>: EffectTransducer where P.Event == Int {
    typealias Event = Int
    typealias Proxy = P
    typealias Output = [Int]

    struct State: Terminable {
        var numbers: [Int] = []
        var isTerminal: Bool { numbers.last == 0 }
    }

    struct Env: Sendable {
        var work: @Sendable (P.Input) async throws -> Void = { _ in }
    }

    static func update(_ state: inout State, event: Int) -> (TransducerEffect<Int, Env, P.Input>?, [Int]) {
        state.numbers.append(event)
        let effect: Effect? =
            switch event {
            case -1: Effect(id: "work") { env, input in try await env.work(input) }
            case -2: .cancelTask("work")
            case 100...: .event(event - 100)
            default: nil
            }
        return (effect, state.numbers)
    }
}
