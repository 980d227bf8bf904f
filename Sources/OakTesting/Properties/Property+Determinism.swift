public import Oak

extension Property where T.State: Equatable {
    /// The same event in the same state always has the same result.
    ///
    /// `update` is called twice for each event. States are compared by `==`, effects by their description, and outputs
    /// by `==` if they are `Equatable`.
    public static var deterministic: Property {
        Property(
            "The same event in the same state always has the same result",
            .transition { before, event, after, effect in
                var again = before
                let (effectAgain, output) = T.step(&again, event: event)
                guard again == after, areAlike(effect, effectAgain) else { return false }
                return T.Output.self == Void.self || repeats(output, from: before, on: event)
            }, source: ".deterministic")
    }

    private static func repeats(_ output: T.Output, from state: T.State, on event: T.Event) -> Bool {
        guard output is any Equatable else { return true }
        var again = state
        return areAlike(output, T.step(&again, event: event).1)
    }

    private static func areAlike(_ lhs: Effect?, _ rhs: Effect?) -> Bool {
        switch (lhs, rhs) {
        case (nil, nil): true
        case (let lhs?, let rhs?): EffectDescription(lhs) == EffectDescription(rhs)
        case (nil, _?), (_?, nil): false
        }
    }

    private static func areAlike(_ lhs: T.Output, _ rhs: T.Output) -> Bool { OakTesting.areAlike(lhs, rhs) }
}
