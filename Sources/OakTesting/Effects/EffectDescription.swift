public import Oak
import OakGraph

/// The visible parts of an effect, without its functions, for tests to state and to compare.
///
/// Describe the effect that a transition is expected to have:
///
/// ```swift
/// enum Event { case loaded }
/// let expected: EffectDescription<Event> = .sequence([.cancelTask("load"), .operation(id: "load")])
/// #expect(expected.parts.count == 2)
/// ```
///
/// Two descriptions are equal if they agree in kind, identity, delay, action events and parts. To compare an expected
/// effect with an actual one use ``matches(_:)``, which ignores the details that one of the two does not state. Events
/// that are not `Equatable` are equal if their dumps are.
public struct EffectDescription<Event>: Hashable, CustomStringConvertible {
    /// An effect without its parts.
    struct Node {
        let kind: EffectKind
        var id: EffectID?
        var events: [Event] = []
        var child: [ChildID] = []
        var isActivity = false
        var pause: PauseLength?
        /// Whether events and parts are known; observers do not receive them.
        var isComplete = true
        var partCount = 0
        /// The number of nodes in the tree of this one, itself included.
        var size = 1

        /// The texts before and after the parts.
        fileprivate func brackets(by writer: SourceWriter) -> (opening: String, closing: String) {
            let (opening, closing) = effectBrackets(by: writer)
            return isActivity ? (".activity(\(opening)", "\(closing))") : (opening, closing)
        }

        private func effectBrackets(by writer: SourceWriter) -> (opening: String, closing: String) {
            switch kind {
            case .sequence, .combination, .list:
                let identity = identity(by: writer)
                guard isComplete else { return (".\(kind)" + arguments([identity]), "") }
                return (".\(kind)(\(identity.map { "\($0), " } ?? "")[", "])")
            case .events where events.count == 1: return (".event(\(writer.text(of: events[0])))", "")
            case .events: return (isComplete ? ".events(\(writer.text(of: events)))" : ".events", "")
            case .cancelTask: return (".cancelTask(\(id.map { $0.text(by: writer) } ?? "nil"))", "")
            case .departure: return (".departure(of: \(path(by: writer)))", "")
            case .postponement: return (".postpone", "")
            case .unexpected: return (".unexpected" + arguments([child.isEmpty ? nil : "in: \(path(by: writer))"]), "")
            case .operation, .isolatedOperation, .action, .isolatedAction, .rejection, .mistake:
                return (".\(kind)" + arguments([identity(by: writer), pause.map { "after: \($0)" }]), "")
            }
        }

        private func path(by writer: SourceWriter) -> String {
            child.map { writer.text(of: $0) }.joined(separator: writer.purpose == .pasting ? ", " : ".")
        }

        private func identity(by writer: SourceWriter) -> String? { id.map { "id: \($0.text(by: writer))" } }

        private func arguments(_ texts: [String?]) -> String {
            let texts = texts.compactMap { $0 }
            return texts.isEmpty ? "" : "(\(texts.joined(separator: ", ")))"
        }

        /// Whether the nodes agree in everything but the pause, as far as both are complete.
        fileprivate func agrees(with other: Self) -> Bool {
            guard kind == other.kind, id == other.id, child == other.child, isActivity == other.isActivity else {
                return false
            }
            guard isComplete, other.isComplete else { return true }
            return partCount == other.partCount && events.elementsEqual(other.events, by: areAlike)
        }
    }

    // Flat, because effects are trees of any depth, and the thread's stack is short.
    /// The effect and then its parts, each of them followed by its own.
    private(set) var nodes: ArraySlice<Node>

    var root: Node { nodes[nodes.startIndex] }

    /// The kind of the effect.
    public var kind: EffectKind { root.kind }

    /// The identity of an operation or a composition, or of the effect to be cancelled; `nil` if there is none.
    public var id: EffectID? { root.id }

    /// The action events of an effect of the kind `EffectKind.events`; otherwise empty.
    public var events: [Event] { root.events }

    /// The parts of a composition, in their order; otherwise empty.
    ///
    /// - Complexity: O(*n*), where *n* is the number of parts.
    public var parts: [EffectDescription] {
        var next = nodes.startIndex + 1
        return (0..<root.partCount).map { _ in
            let start = next
            next += nodes[start].size
            return Self(nodes: nodes[start..<next])
        }
    }

    /// The names of the departing child, or of the child that did not expect the event; otherwise empty.
    package var child: [ChildID] { root.child }

    /// Whether it is an activity: named by the state, not by a transition.
    var isActivity: Bool { root.isActivity }

    /// Returns the description with or without the mark of an activity.
    func marked(asActivity isActivity: Bool) -> Self {
        var copy = self
        copy.nodes[nodes.startIndex].isActivity = isActivity
        return copy
    }

    public static func == (lhs: Self, rhs: Self) -> Bool {
        lhs.agrees(with: rhs) { $0.pause == $1.pause && $0.isComplete == $1.isComplete && $0.agrees(with: $1) }
    }

    @_documentation(visibility: internal)
    public func hash(into hasher: inout Hasher) {
        // Not the events, which need not be `Hashable`.
        for node in nodes {
            hasher.combine(node.kind)
            hasher.combine(node.id)
            hasher.combine(node.child)
            hasher.combine(node.isActivity)
            hasher.combine(node.partCount)
        }
    }

    /// The description as source text.
    public var description: String { text(by: SourceWriter(purpose: .pasting)) }

    /// The description as text to read or to paste.
    func text(by writer: SourceWriter) -> String {
        var text = ""
        /// The ends of the trees around the next node.
        var around: [(end: Int, closing: String)] = []
        for (place, node) in zip(nodes.indices, nodes) {
            let isFirst = place == nodes.startIndex || nodes[place - 1].partCount > 0
            while let last = around.last, last.end == place {
                text += last.closing
                around.removeLast()
            }
            let (opening, closing) = node.brackets(by: writer)
            text += isFirst ? opening : ", \(opening)"
            around.append((place + node.size, closing))
        }
        return around.reversed().reduce(into: text) { $0 += $1.closing }
    }

    /// The description without the mark of an activity.
    func textOfEffect(by writer: SourceWriter) -> String { marked(asActivity: false).text(by: writer) }
}

extension EffectDescription {
    init(
        kind: EffectKind, id: EffectID? = nil, events: [Event] = [], parts: [Self] = [], child: [ChildID] = [],
        isActivity: Bool = false, pause: PauseLength? = nil, isComplete: Bool = true
    ) {
        let partNodes = parts.flatMap(\.nodes)
        let root = Node(
            kind: kind, id: id, events: events, child: child, isActivity: isActivity, pause: pause,
            isComplete: isComplete, partCount: parts.count, size: partNodes.count + 1)
        nodes = [root] + partNodes
    }

    /// Describes an effect without calling its functions.
    ///
    /// - Parameter effect: The effect, as returned by a transition.
    /// - Complexity: O(*n*) for an effect of *n* parts, to any depth.
    public init<Env, Input>(_ effect: TransducerEffect<Event, Env, Input>) {
        nodes = []
        var ahead = [(effect: effect, depth: 0)]
        /// The places of the effects around the next one.
        var around: [Int] = []
        while let (effect, depth) = ahead.popLast() {
            close(&around, to: depth)
            let (kind, parts) = (effect.kind, effect.parts)
            around.append(nodes.count)
            nodes.append(
                Node(
                    kind: kind, id: effect.id, events: effect.events,
                    child: kind == .departure || kind == .unexpected ? effect.child : [],
                    pause: PauseLength(of: effect), partCount: parts.count))
            ahead += parts.reversed().map { ($0, depth + 1) }
        }
        close(&around, to: 0)
    }

    /// Ends the trees of nodes that have no more parts.
    private mutating func close(_ around: inout [Int], to depth: Int) {
        while around.count > depth {
            let place = around.removeLast()
            nodes[place].size = nodes.count - place
        }
    }

    /// Describes an effect from an observer's summary: its kind, its identity, and whether it is an activity.
    ///
    /// - Parameter summary: The summary that the observer received.
    package init(_ summary: EffectSummary) {
        self.init(kind: summary.kind, id: summary.id, isActivity: summary.isActivity, isComplete: false)
    }

    /// Returns whether an effect satisfies this description.
    ///
    /// Kind and identity have to be equal; a description without an identity requires an effect without one. An
    /// activity never matches an effect of a transition. A delay counts if this description states one. Events and
    /// parts count unless one of the two descriptions was made from an `EffectSummary`.
    ///
    /// - Parameter actual: A description of the actual effect.
    /// - Returns: Whether the effect agrees with everything that this description states.
    public func matches(_ actual: EffectDescription) -> Bool {
        agrees(with: actual) { ($0.pause == nil || $0.pause == $1.pause || !$1.isComplete) && $0.agrees(with: $1) }
    }

    /// Whether all nodes agree, as far as both descriptions are complete.
    private func agrees(with other: Self, by agree: (Node, Node) -> Bool) -> Bool {
        var (place, otherPlace) = (nodes.startIndex, other.nodes.startIndex)
        while place < nodes.endIndex, otherPlace < other.nodes.endIndex {
            let (node, otherNode) = (nodes[place], other.nodes[otherPlace])
            guard agree(node, otherNode) else { return false }
            let isComplete = node.isComplete && otherNode.isComplete
            place += isComplete ? 1 : node.size
            otherPlace += isComplete ? 1 : otherNode.size
        }
        return place == nodes.endIndex && otherPlace == other.nodes.endIndex
    }
}

extension EffectDescription: Sendable where Event: Sendable {}
extension EffectDescription.Node: Sendable where Event: Sendable {}

extension EffectDescription {
    /// The parts of a composition that begin with it: of a sequence, those up to the first that lasts.
    var partsStartedAtOnce: [EffectDescription] {
        guard kind == .sequence else { return parts }
        let end = parts.firstIndex(where: \.lasts).map { $0 + 1 } ?? parts.endIndex
        return Array(parts[..<end])
    }

    private var lasts: Bool { nodes.contains { $0.kind == .operation || $0.kind == .isolatedOperation } }
}

extension EffectID {
    /// The identity as an argument of any type.
    func text(by writer: SourceWriter) -> String {
        child.isEmpty ? writer.typedText(of: base) : writer.text(of: self)
    }

    /// The identity as text to read.
    var sourceText: String { text(by: SourceWriter(purpose: .reading)) }
}

/// The live children and activities of a state, computed without running anything.
struct LiveState<T: ExecutableTransducer>: Equatable {
    /// The names of the children, each after those of the children around it.
    let children: [[ChildID]]
    let activities: [EffectDescription<T.Event>]

    /// Whether any state of the machine can have live children or activities.
    static var canBeAnything: Bool { T.Activities.self != _NoActivities.self }

    init(of state: T.State) {
        let live = T.isTerminal(state) ? nil : T.live(in: state)
        children = live?.children ?? []
        activities = (live?.activities ?? []).map { .activity(EffectDescription($0)) }
    }

    /// The activities alone; computed only for machines that have any.
    static func activities(in state: T.State) -> [EffectDescription<T.Event>] {
        canBeAnything ? Self(of: state).activities : []
    }

    /// The live parts as text to read: names of children, then activities.
    func text(by writer: SourceWriter) -> String {
        let names = children.map { path in path.map(\.description).joined(separator: "/") }
        return (names + activities.map { $0.textOfEffect(by: writer) }).joined(separator: ", ")
    }
}
