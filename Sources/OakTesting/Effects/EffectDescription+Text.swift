import Oak
import OakGraph

extension EffectDescription: CustomStringConvertible {
    /// The description as source text.
    public var description: String { text(by: SourceWriter(purpose: .pasting)) }

    /// The description as text to read or to paste.
    func text(by writer: SourceWriter) -> String {
        isActivity ? ".activity(\(textOfEffect(by: writer)))" : textOfEffect(by: writer)
    }

    /// The description without the mark of an activity.
    func textOfEffect(by writer: SourceWriter) -> String {
        switch kind {
        case .events where events.count == 1: return ".event(\(writer.text(of: events[0])))"
        case .events: return isComplete ? ".events(\(writer.text(of: events)))" : ".events"
        case .cancelTask: return ".cancelTask(\(id.map { $0.text(by: writer) } ?? "nil"))"
        case .sequence, .combination, .list:
            let parts = isComplete ? "[\(parts.map { $0.text(by: writer) }.joined(separator: ", "))]" : nil
            return ".\(kind)" + arguments([identity(by: writer), parts])
        case .departure: return ".departure(of: \(path(by: writer)))"
        case .postponement: return ".postpone"
        case .unexpected: return ".unexpected" + arguments([child.isEmpty ? nil : "in: \(path(by: writer))"])
        case .operation, .isolatedOperation, .action, .isolatedAction, .rejection, .mistake:
            return ".\(kind)" + arguments([identity(by: writer), pause.map { "after: \($0)" }])
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
