/// The content and layout of the diagrams of a graph.
public struct DiagramStyle: Hashable, Sendable {
    /// The direction in which time runs.
    public enum Direction: Hashable, Sendable {
        /// From top to bottom.
        case down
        /// From left to right.
        case right
    }

    /// The states that are drawn as one.
    public enum Folding: Hashable, Sendable {
        /// Graphs with more states than this are folded, no deeper than it takes to stay within the limit.
        case above(Int)
        /// States whose first case names are equal, as many names as given, are drawn as one.
        case depth(Int)
        /// Each state is drawn on its own.
        case never
    }

    /// The direction in which time runs.
    public var direction: Direction

    /// The states that are drawn as one.
    public var folding: Folding

    /// The intents that are shown although nothing happens.
    ///
    /// Handled events, and those that end a run with an error, are always shown.
    public var unhandled: Set<Intent>

    /// Whether transitions show their effects and outputs.
    public var showsEffects: Bool

    /// Whether states show their children, activities and live operations.
    public var showsLive: Bool

    /// Creates a style.
    ///
    /// - Parameters:
    ///   - direction: The direction in which time runs.
    ///   - folding: The states that are drawn as one.
    ///   - unhandled: The intents that are shown although nothing happens.
    ///   - showsEffects: Whether transitions show their effects and outputs.
    ///   - showsLive: Whether states show their children, activities and live operations.
    public init(
        direction: Direction = .down, folding: Folding = .above(40), unhandled: Set<Intent> = [],
        showsEffects: Bool = true, showsLive: Bool = true
    ) {
        self.direction = direction
        self.folding = folding
        self.unhandled = unhandled
        self.showsEffects = showsEffects
        self.showsLive = showsLive
    }
}
