/// A transition's reply to its event, returned instead of work.
@usableFromInline enum Reply: Sendable {
    /// The event is offered again later.
    case postponed
    /// The child at this path does not expect the event; the machine itself if the path is empty.
    case unexpected(child: [ChildID])
}

extension TransducerEffect {
    /// Puts the event aside until the machine is in another state.
    ///
    /// The event is offered again, before later events and in its original order, after the next transition that
    /// returns neither `postpone` nor ``unexpected`` and, where the state is `Equatable`, leaves a different one.
    /// Return `postpone` alone and leave the state unchanged; an output is dropped. An action event cannot be
    /// postponed.
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
    /// At most as many events can be postponed at a time as fit into the mailbox; one more ends the run with
    /// ``TransducerError/tooManyPostponed(transducer:event:limit:)``. A sender that waits for the macrostep resumes
    /// when its event is postponed. An event of an operation that is cancelled in the meantime is not offered again.
    ///
    /// While an event is postponed, the run compares the states before and after each transition, so writing to a
    /// collection in the state copies that collection.
    ///
    /// - Complexity: O(1), without an allocation.
    @inlinable public static var postpone: Self { Self(content: .reply(.postponed)) }

    /// Declares that this state does not expect the event, as opposed to `nil`, which ignores the event on purpose.
    ///
    /// The event has no consequences: return `unexpected` alone and leave the state unchanged; an output is dropped.
    /// The run reports the event to its observer, and ``RunSettings/unexpectedEvents`` decides whether the run
    /// continues.
    ///
    /// - Complexity: O(1), without an allocation.
    @inlinable public static var unexpected: Self { Self(content: .reply(.unexpected(child: []))) }
}

extension TransducerEffect {
    /// The reply to the event, if the effect is one.
    @inlinable var reply: Reply? { if case .reply(let reply) = content { reply } else { nil } }
}

extension Reply {
    /// The path to the child that did not expect the event, outermost first.
    var child: [ChildID] { if case .unexpected(let child) = self { child } else { [] } }

    /// The same reply, seen from a machine around this one.
    ///
    /// - Parameter path: The path from that machine to this one, outermost first.
    @inlinable func lifted(by path: [ChildID]) -> Reply {
        if case .unexpected(let child) = self { .unexpected(child: path + child) } else { self }
    }
}
