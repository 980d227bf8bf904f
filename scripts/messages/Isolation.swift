import Oak

// C22: a function with an actor of its own receives the environment there, so that has to be `Sendable`.

enum ActionsWithoutSendableEnvironment: EffectTransducer {
    enum State { case idle }
    enum Event: Sendable { case go }
    final class Env { var count = 0 }

    static func update(_ state: inout State, event: Event) -> Effect? {
        // says: type 'ActionsWithoutSendableEnvironment.Env' does not conform to the 'Sendable' protocol
        Effect(action: { @MainActor env in .go })
    }
}

enum OperationsWithoutSendableEnvironment: EffectTransducer {
    enum State { case idle }
    enum Event: Sendable { case go }
    final class Env { var count = 0 }

    static func update(_ state: inout State, event: Event) -> Effect? {
        // says: type 'OperationsWithoutSendableEnvironment.Env' does not conform to the 'Sendable' protocol
        Effect(operation: { @MainActor env, input in try input.send(.go) })
    }
}

enum IsolatedEffectsWithAnyEnvironment: EffectTransducer {
    enum State { case idle }
    enum Event: Sendable { case go }
    final class Env { var count = 0 }

    static func update(_ state: inout State, event: Event) -> Effect? {
        .sequence(
            Effect(isolatedAction: { env, _ in
                env.count += 1
                return .go
            }),
            Effect(isolatedOperation: { env, input, _ in
                env.count += 1
                try input.send(.go)
            }))
    }
}
