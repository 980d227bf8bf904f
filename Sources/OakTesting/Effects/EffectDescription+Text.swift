import Oak
import OakGraph

extension EffectDescription: CustomStringConvertible {
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

extension EffectDescription.Node {
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
