public import Oak

/// Something that holds for a machine, whatever happens to it.
///
/// A property is checked by `checkProperties(of:from:events:)` in random sequences of events. Give it a name that says what holds:
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
        /// Makes a function that looks at one sequence of events, and says what is wrong.
        case history(() -> (T.Event, Effect?) -> String?)
        /// Looks at everything that can follow a state.
        case future((T.State) -> Detour<T>?)
    }

    /// What holds.
    public let name: String

    @usableFromInline let check: Check

    /// The property as a test would write it; `nil` if it has a function, which only the user can write.
    let source: String?

    @usableFromInline
    init(_ name: String, _ check: Check, source: String? = nil) {
        self.name = name
        self.check = check
        self.source = source
    }
}

/// Events that lead to where a property does not hold.
@usableFromInline
struct Detour<T: ExecutableTransducer> {
    let events: [T.Event]
    let reason: String
}

extension Property {
    /// A condition that every state satisfies, the first one included.
    ///
    /// - Parameters:
    ///   - name: What holds, for the report.
    ///   - condition: Tells whether it holds for a state.
    public static func always(_ name: String, _ condition: @escaping (T.State) -> Bool) -> Property {
        Property(name, .state(condition))
    }

    /// A condition that no state satisfies.
    ///
    /// - Parameters:
    ///   - name: What holds, for the report: that there is no such state.
    ///   - condition: Tells whether a state is one that must not be reached.
    public static func never(_ name: String, _ condition: @escaping (T.State) -> Bool) -> Property {
        Property(name, .state { !condition($0) })
    }

    /// A condition that every transition satisfies.
    ///
    /// The state before the event is kept while the machine changes its own: collections in a state are copied then.
    ///
    /// - Parameters:
    ///   - name: What holds, for the report.
    ///   - condition: Given the state before, the event, the state after, and the effect if there is one.
    public static func everyTransition(
        _ name: String,
        _ condition: @escaping (_ before: T.State, _ event: T.Event, _ after: T.State, _ effect: Effect?) -> Bool
    ) -> Property {
        Property(name, .transition(condition))
    }
}
