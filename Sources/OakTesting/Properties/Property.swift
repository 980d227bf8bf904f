public import Oak

/// A statement about a machine that has to hold in every sequence of events.
///
/// `checkProperties` checks a property in random sequences of events. Give it a name that says what holds:
///
/// ```swift
/// import OakTesting
///
/// enum Account: Transducer {
///     struct State { var balance = 0 }
///     enum Event: CaseIterable { case paidIn, withdrawn }
///
///     static func update(_ state: inout State, event: Event) {
///         switch event {
///         case .paidIn: state.balance += 10
///         case .withdrawn: if state.balance >= 10 { state.balance -= 10 }
///         }
///     }
/// }
///
/// checkProperties(
///     of: Account.self, from: .init(), events: .allCases,
///     properties: [
///         .always("The balance is never negative") { state in state.balance >= 0 },
///         .everyTransition("One event moves at most 10") { before, event, after, effect in
///             abs(after.balance - before.balance) <= 10
///         },
///     ])
/// ```
public struct Property<T: ExecutableTransducer> {
    /// The effects of the machine.
    public typealias Effect = TransducerEffect<T.Event, T.Env, T.Input>

    /// The statement, in words.
    package let name: String

    /// Whether it holds for a state.
    var holds: (T.State) -> Bool = { _ in true }
    /// Whether it holds for a transition; `nil` if it inspects only states.
    var allows: ((T.State, T.Event, T.State, Effect?) -> Bool)?

    /// The property as source text; `nil` if it has a closure, whose source is not available.
    var source: String?

    /// Requires a condition of every state, the first one included.
    ///
    /// - Parameters:
    ///   - name: The statement, for the report.
    ///   - condition: Returns whether it holds for a state.
    public static func always(_ name: String, _ condition: @escaping (T.State) -> Bool) -> Property {
        Property(name: name, holds: condition)
    }

    /// Forbids states that satisfy a condition.
    ///
    /// - Parameters:
    ///   - name: The statement, for the report: that no such state is reached.
    ///   - condition: Returns whether a state is forbidden.
    public static func never(_ name: String, _ condition: @escaping (T.State) -> Bool) -> Property {
        Property(name: name, holds: { !condition($0) })
    }

    /// Requires a condition of every transition.
    ///
    /// The state before the event is kept while the machine changes its own, which copies collections in the state.
    ///
    /// - Parameters:
    ///   - name: The statement, for the report.
    ///   - condition: Receives the state before, the event, the state after, and the effect if there is one.
    public static func everyTransition(
        _ name: String,
        _ condition: @escaping (_ before: T.State, _ event: T.Event, _ after: T.State, _ effect: Effect?) -> Bool
    ) -> Property {
        Property(name: name, allows: condition)
    }
}

extension Property where T.State: Equatable {
    /// The same event in the same state always has the same result.
    ///
    /// `update` is called twice more for each event. States are compared by `==`, effects by their description, and
    /// outputs by `==` if they are `Equatable`.
    public static var deterministic: Property {
        Property(
            name: "The same event in the same state always has the same result",
            allows: { before, event, after, _ in
                let (one, other) = (
                    transition(of: T.self, from: before, on: event), transition(of: T.self, from: before, on: event)
                )
                guard one.state == after, other.state == after, one.effect == other.effect else { return false }
                return !(one.output is any Equatable) || areAlike(one.output, other.output)
            }, source: ".deterministic")
    }
}
