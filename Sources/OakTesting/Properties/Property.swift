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
///     of: Account.self, from: .init(),
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

    @usableFromInline enum Check {
        case state((T.State) -> Bool)
        case transition((T.State, T.Event, T.State, Effect?) -> Bool)
        /// Makes a function that follows one sequence of events and describes what is wrong.
        case history(() -> (T.Event, Effect?) -> String?)
        /// Explores everything that can follow a state.
        case future((T.State) -> Detour<T>?)
    }

    /// The statement, in words.
    public let name: String

    @usableFromInline let check: Check

    /// The property as source text; `nil` if it has a closure, whose source is not available.
    let source: String?

    @usableFromInline
    init(_ name: String, _ check: Check, source: String? = nil) {
        self.name = name
        self.check = check
        self.source = source
    }
}

/// Events that lead to a place where a property does not hold.
@usableFromInline
struct Detour<T: ExecutableTransducer> {
    let events: [T.Event]
    let reason: String
}

extension Property {
    /// Requires a condition of every state, the first one included.
    ///
    /// - Parameters:
    ///   - name: The statement, for the report.
    ///   - condition: Returns whether it holds for a state.
    public static func always(_ name: String, _ condition: @escaping (T.State) -> Bool) -> Property {
        Property(name, .state(condition))
    }

    /// Forbids states that satisfy a condition.
    ///
    /// - Parameters:
    ///   - name: The statement, for the report: that no such state is reached.
    ///   - condition: Returns whether a state is forbidden.
    public static func never(_ name: String, _ condition: @escaping (T.State) -> Bool) -> Property {
        Property(name, .state { !condition($0) })
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
        Property(name, .transition(condition))
    }
}
