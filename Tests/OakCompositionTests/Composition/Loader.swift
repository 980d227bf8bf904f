import Oak
import OakTesting

/// A machine that loads a value under a fixed identity and has an exit effect.
enum Loader: EffectTransducer {
    enum State: Equatable, Terminable {
        case idle, loading, loaded(Int), closed
        var isTerminal: Bool { self == .closed }
    }
    enum Event: Equatable, Sendable { case load, loaded(Int), burst, step(Int), close }
    struct Env: Sendable {
        var load: @Sendable () async throws -> Int = { 1 }
        var tidy: @Sendable () async throws -> Void = {}
    }
    typealias Output = State

    static func update(_ state: inout State, event: Event) -> (Effect?, State) {
        let effect: Effect? =
            switch (state, event) {
            case (.idle, .load), (.loaded, .load), (.loading, .load):
                Effect(id: "load") { env, input in try input.send(.loaded(try await env.load())) }
            case (_, .burst): .events([.step(1), .step(2)])
            case (_, .close): Effect(id: "tidy") { env, _ in try await env.tidy() }
            case (_, .loaded), (_, .step), (.closed, .load): nil
            }
        switch event {
        case .load: state = .loading
        case .loaded(let number): state = .loaded(number)
        case .close: state = .closed
        case .burst, .step: break
        }
        return (effect, state)
    }
}
