/// A state that knows whether it ends its machine.
public protocol Terminable {
    /// Whether a machine that has reached this state is finished.
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
/// A transducer whose state is `DefaultInitializable` has an ``BaseTransducer/initialState``.
public protocol DefaultInitializable {
    /// Creates the first state.
    init()
}
