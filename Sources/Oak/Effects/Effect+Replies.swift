/// A transition's reply to its event, returned instead of work.
@usableFromInline enum Reply: Sendable {
    /// The event is offered again later; the answer of the child at this path, or of the machine itself if it is empty.
    case postponed(child: [ChildID])
    /// The child at this path does not expect the event; the machine itself if the path is empty.
    case unexpected(child: [ChildID])
}

extension TransducerEffect {
    /// Puts the event aside until the machine is in another state.
    ///
    /// The event is offered again, before later events and in its original order, after the next transition that
    /// returns neither `postpone` nor ``unexpected`` and, where the state is `Equatable`, leaves a different one.
    /// Leave the state unchanged; an output is dropped, and so is the reply beside another effect. An action event
    /// cannot be postponed.
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
    @inlinable public static var postpone: Self { Self(content: .reply(.postponed(child: []))) }

    /// Declares that this state does not expect the event, as opposed to `nil`, which ignores the event on purpose.
    ///
    /// The event has no consequences: leave the state unchanged; an output is dropped, and so is the reply beside
    /// another effect. The run reports the event to its observer, and ``RunSettings/unexpectedEvents`` decides whether
    /// the run continues.
    ///
    /// - Complexity: O(1), without an allocation.
    @inlinable public static var unexpected: Self { Self(content: .reply(.unexpected(child: []))) }
}

extension TransducerEffect {
    /// Whether the effect is a reply to the event.
    @inlinable
    @inline(__always)
    var isReply: Bool { if case .reply = content { true } else { false } }

    /// The reply to the event, if the effect is one.
    @inlinable var reply: Reply? { if case .reply(let reply) = content { reply } else { nil } }
}

extension Reply {
    /// The path to the child that gave the reply, outermost first.
    @inlinable var child: [ChildID] {
        switch self {
        case .postponed(let child), .unexpected(let child): child
        }
    }

    /// The same reply, seen from a machine around this one.
    ///
    /// - Parameter path: The path from that machine to this one, outermost first.
    @inlinable func lifted(by path: [ChildID]) -> Reply {
        switch self {
        case .postponed(let child): .postponed(child: path + child)
        case .unexpected(let child): .unexpected(child: path + child)
        }
    }
}

// MARK: - Several answers to one event

extension TransducerEffect {
    /// Whether the effect or a part of it is a reply.
    @inlinable
    @inline(__always)
    var hasReply: Bool { isReply || hasReplyAmongParts }

    /// Whether a part of the effect is a reply.
    @inlinable
    @inline(__always)
    var hasReplyAmongParts: Bool { if case .work(let work) = content { work.nature.hasReply } else { false } }

    /// The answer to an event that several children, or several parts of an effect, answer, as UML and SCXML have it:
    /// if one of them has processed the event, it is processed, and the replies of others are only reported. Otherwise
    /// it is postponed if one of them postpones it, else unexpected.
    ///
    /// - Parameters:
    ///   - event: The event.
    ///   - byChild: Whether a child has processed the event.
    @usableFromInline func resolvingReplies(to event: Event, processed byChild: Bool) -> TransducerEffect {
        var (isProcessed, replies) = (byChild, [Reply]())
        walk { part in
            switch part.content {
            case .reply(let reply): replies.append(reply)
            case .event, .events: isProcessed = true
            case .work(let work):
                switch work.form {
                // An event for a child that is not active has changed nothing.
                case .list, .sequence, .combination, .rejection: break
                case .action, .operation, .cancellation, .departure, .mistake: isProcessed = true
                }
            }
            return true
        }
        if !isProcessed {
            let postponed = replies.first { if case .postponed = $0 { true } else { false } }
            return (postponed ?? replies.first).map { Self(content: .reply($0)) } ?? self
        }
        let resolved = folded(
            isBranch: { $0.nature.hasReply },
            leaf: { part in
                guard case .reply(let reply) = part.content else { return part }
                return Self(.rejection(event, .overruled(reply.child)))
            }, branch: { work, parts in work.with(parts) })
        return resolved ?? self
    }
}
