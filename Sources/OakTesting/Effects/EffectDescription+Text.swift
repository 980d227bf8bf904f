import Oak

extension EffectDescription: CustomStringConvertible {
    /// The description as a test would write it.
    public var description: String {
        switch kind {
        case .events where events.count == 1: return ".event(\(sourceText(of: events[0])))"
        case .events: return isComplete ? ".events(\(sourceText(of: events)))" : ".events"
        case .cancelTask: return ".cancelTask(\(id.map(\.sourceText) ?? "nil"))"
        case .sequence, .combination, .list:
            let parts = isComplete ? "[\(children.map(\.description).joined(separator: ", "))]" : nil
            return ".\(kind)" + arguments([identity, parts])
        case .departure: return ".departure(of: \(component.map(\.description).joined(separator: ".")))"
        case .rejection: return ".rejection"
        case .operation, .isolatedOperation, .action, .isolatedAction:
            return ".\(kind)" + arguments([identity, pause.map { "after: \($0)" }])
        }
    }

    private var identity: String? { id.map { "id: \($0.sourceText)" } }

    private func arguments(_ texts: [String?]) -> String {
        let texts = texts.compactMap { $0 }
        return texts.isEmpty ? "" : "(\(texts.joined(separator: ", ")))"
    }
}

extension EffectID {
    /// The identity as a test would write it: with its type, where that is not known from the context.
    var sourceText: String {
        let text = OakTesting.sourceText(of: base)
        return text.hasPrefix(".") ? OakTesting.sourceText(ofType: type(of: base)) + text : text
    }
}

extension PauseLength: CustomStringConvertible {
    var description: String {
        switch attoseconds {
        case 0: ".seconds(\(seconds))"
        case let rest where rest % 1_000_000_000_000_000 == 0:
            ".milliseconds(\(seconds * 1_000 + rest / 1_000_000_000_000_000))"
        case let rest: ".nanoseconds(\(seconds * 1_000_000_000 + rest / 1_000_000_000))"
        }
    }
}
