/// A state that can be terminal, which ends its machine.
public protocol Terminable {
    /// Whether the machine ends in this state.
    var isTerminal: Bool { get }
}

/// A state that never ends its machine.
///
/// A machine whose state is `NonTerminal` runs until it is cancelled or one of its effects fails.
public protocol NonTerminal: Terminable {}

extension NonTerminal {
    @inlinable
    public var isTerminal: Bool { false }
}

/// A state with a natural first value.
///
/// A transducer whose state is `DefaultInitializable` has a default ``BaseTransducer/initialState``.
public protocol DefaultInitializable {
    /// Creates the first state.
    init()
}
