/// The answer of a transition about its event, instead of a request for work.
@usableFromInline
enum Reply: Sendable {
    /// Offers the event again later.
    case postponed
    /// Nobody has thought of the event, in a child of this path; in the machine itself, if it is empty.
    case unexpected(child: [ChildID])
}

extension TransducerEffect {
    /// Puts the event aside, to be offered again when the machine is in another state.
    ///
    /// The event comes again, before later ones and in its order, after the next transition that answers neither `postpone` nor
    /// ``unexpected`` and, where the state is `Equatable`, leaves a different one. Return it alone, and leave the state as it was;
    /// an output is dropped. An action event cannot be postponed.
    ///
    /// ```swift
    /// enum Printer: EffectTransducer {
    ///     enum State { case idle, printing }
    ///     enum Event: Sendable { case print(String), printed }
    ///     struct Env: Sendable { var print: @Sendable (String) async throws -> Void }
    ///
    ///     static func update(_ state: inout State, event: Event) -> Effect? {
    ///         switch (state, event) {
    ///         case (.idle, .print(let text)):
    ///             state = .printing
    ///             return Effect({ env in try await env.print(text) }, success: .printed)
    ///         case (.printing, .print): return .postpone
    ///         case (.printing, .printed):
    ///             state = .idle
    ///             return nil
    ///         case (.idle, .printed): return .unexpected
    ///         }
    ///     }
    /// }
    /// ```
    ///
    /// As many events as fit into the mailbox can be postponed at a time; one more ends the run with
    /// ``TransducerError/tooManyPostponed(transducer:event:limit:)``. A sender that waits for the event is told when it is
    /// postponed. An event of an operation that is cancelled meanwhile does not come again.
    ///
    /// While something is postponed, the state before each transition is kept to be compared: collections in it are copied then.
    ///
    /// - Complexity: O(1), without an allocation.
    @inlinable
    public static var postpone: Self { Self(content: .reply(.postponed)) }

    /// Says that nobody has thought of the event in this state, as opposed to `nil`, which ignores it on purpose.
    ///
    /// Nothing changes: leave the state as it was, and return it alone; an output is dropped. An observer hears of it, and
    /// ``RunSettings/unexpectedEvents`` decides whether the run goes on.
    ///
    /// - Complexity: O(1), without an allocation.
    @inlinable
    public static var unexpected: Self { Self(content: .reply(.unexpected(child: []))) }
}

extension TransducerEffect {
    /// Its answer about the event, if it is nothing but that.
    @inlinable
    var reply: Reply? {
        switch content {
        case .reply(let reply): reply
        case .event, .events, .work: nil
        }
    }
}

extension Reply {
    @inlinable
    var kind: EffectKind {
        switch self {
        case .postponed: .postponement
        case .unexpected: .unexpected
        }
    }

    /// The names of the child that has not thought of the event, and of those around it.
    @inlinable
    var child: [ChildID] {
        switch self {
        case .postponed: []
        case .unexpected(let child): child
        }
    }

    /// The same of a machine around this one.
    ///
    /// - Parameter path: The names of this one in it, the outermost first.
    @inlinable
    func lifted(by path: [ChildID]) -> Reply {
        switch self {
        case .postponed: .postponed
        case .unexpected(let child): .unexpected(child: path + child)
        }
    }
}
