public import Oak

/// A formula of linear temporal logic about the states, events and outputs of a run.
///
/// A run is a sequence of positions. The first is the initial state. Each call of `update` makes one more: the state
/// after it, also between the transitions of a macrostep, with the event that it processed and the output that it gave.
/// An ignored event makes a position; one that is postponed, refused or unexpected makes none, unless it ends an effect
/// that sent it, and then a position without an event. When nothing happens any more, because the machine has ended or
/// rests for ever, the last state repeats for ever, without events.
///
/// ```swift
/// import OakGraph
///
/// enum Door: Transducer {
///     enum State: Hashable { case open, closed, locked }
///     enum Event: CaseIterable { case push, turnKey }
///
///     static func update(_ state: inout State, event: Event) {
///         switch (state, event) {
///         case (.open, .push): state = .closed
///         case (.closed, .push): state = .open
///         case (.closed, .turnKey): state = .locked
///         case (.locked, .turnKey): state = .closed
///         case (.open, .turnKey), (.locked, .push): break
///         }
///     }
/// }
///
/// typealias Formula = TemporalFormula<Door>
/// let isLocked = Formula.state { $0 == .locked }
/// let keyTurns = Formula.event { $0 == .turnKey }
/// let staysLocked = Formula.always(isLocked.implies(.next(keyTurns.release(isLocked || keyTurns))))
///
/// let graph = StateGraph(of: Door.self, from: [.closed], events: .allCases)
/// assert(graph.verdict(on: .formula("A locked door stays so until the key turns", staysLocked)) == .holds)
/// ```
// Pnueli, "The temporal logic of programs", 1977; Manna and Pnueli, "The Temporal Logic of Reactive and Concurrent
// Systems", 1992.
public struct TemporalFormula<Machine: ExecutableTransducer> {
    indirect enum Node {
        case constant(Bool)
        case atom(Atom)
        case not(Node)
        case and(Node, Node)
        case or(Node, Node)
        case next(Node)
        case until(Node, Node)
        case release(Node, Node)
    }

    /// A condition on one position, which is equal only to itself.
    final class Atom {
        enum Condition {
            case state((Machine.State) -> Bool)
            case event((Machine.Event) -> Bool)
            case output((Machine.Output) -> Bool)
            case transition((TemporalProperty<Machine>.Transition) -> Bool)
        }
        let condition: Condition
        init(_ condition: Condition) { self.condition = condition }
    }

    let node: Node
    /// The conditions from which something follows, which have to occur.
    var causes: [Node] = []

    init(_ node: Node, _ parts: TemporalFormula...) {
        self.node = node
        causes = parts.flatMap(\.causes)
    }

    /// The state satisfies a condition.
    ///
    /// - Parameter condition: Returns whether a state satisfies the condition.
    public static func state(_ condition: @escaping (Machine.State) -> Bool) -> Self { atom(.state(condition)) }

    /// An event that satisfies a condition has just been taken.
    ///
    /// - Parameter condition: Returns whether an event satisfies the condition.
    public static func event(_ condition: @escaping (Machine.Event) -> Bool) -> Self { atom(.event(condition)) }

    /// An output that satisfies a condition has just been given.
    ///
    /// - Parameter condition: Returns whether an output satisfies the condition.
    public static func output(_ condition: @escaping (Machine.Output) -> Bool) -> Self { atom(.output(condition)) }

    /// A transition that satisfies a condition has just been made.
    ///
    /// - Parameter condition: Returns whether a transition satisfies the condition.
    public static func transition(
        _ condition: @escaping (TemporalProperty<Machine>.Transition) -> Bool
    ) -> Self { atom(.transition(condition)) }

    private static func atom(_ condition: Atom.Condition) -> Self { Self(.atom(Atom(condition))) }

    /// The formula does not hold.
    ///
    /// - Parameter formula: The formula.
    public static prefix func ! (formula: Self) -> Self { Self(.not(formula.node)) }

    /// Both formulas hold.
    ///
    /// - Parameters:
    ///   - first: A formula.
    ///   - second: Another one.
    public static func && (first: Self, second: Self) -> Self { Self(.and(first.node, second.node), first, second) }

    /// At least one of the formulas holds.
    ///
    /// - Parameters:
    ///   - first: A formula.
    ///   - second: Another one.
    public static func || (first: Self, second: Self) -> Self { Self(.or(first.node, second.node), first, second) }

    /// If this formula holds, so does another one.
    ///
    /// A property fails if this formula never holds, so that none holds by emptiness.
    ///
    /// - Parameter consequence: The other formula.
    public func implies(_ consequence: Self) -> Self {
        var formula = Self(.or(.not(node), consequence.node), self, consequence)
        formula.causes.append(node)
        return formula
    }

    /// A formula holds at the next position: after the next transition, or still if there is none.
    ///
    /// - Parameter formula: The formula.
    public static func next(_ formula: Self) -> Self { Self(.next(formula.node), formula) }

    /// A formula holds now or at some later position.
    ///
    /// - Parameter formula: The formula.
    public static func eventually(_ formula: Self) -> Self {
        Self(.until(.constant(true), formula.node), formula)
    }

    /// A formula holds now and at each later position.
    ///
    /// - Parameter formula: The formula.
    public static func always(_ formula: Self) -> Self {
        Self(.release(.constant(false), formula.node), formula)
    }

    /// Another formula holds now or later, and this one at each position before.
    ///
    /// - Parameter end: The other formula.
    public func until(_ end: Self) -> Self { Self(.until(node, end.node), self, end) }

    /// This formula holds until another one does, or for ever.
    ///
    /// - Parameter end: The other formula.
    public func weakUntil(_ end: Self) -> Self { Self(.release(end.node, .or(node, end.node)), self, end) }

    /// Another formula holds for ever, or up to and including a position at which this one does.
    ///
    /// - Parameter released: The other formula.
    public func release(_ released: Self) -> Self { Self(.release(node, released.node), self, released) }
}
