import Foundation
import Oak
import OakDurable
import OakText

/// A stored value as a page shows it.
enum ShownValue: Hashable, Sendable {
    case tree(ValueTree)
    /// It is not shown, for the reason given.
    case withheld(String)

    var tree: ValueTree? { if case .tree(let tree) = self { tree } else { nil } }
}

/// Turns what a store has of values into something that a page may show.
///
/// Values are decoded by the machines of the host, so that their types are known to the redaction. Without its machine,
/// a value is shown as JSON, unless the redaction hides something: nobody could tell where that is.
struct PayloadReader: Sendable {
    /// The machines of the host; `nil` for a store without one.
    let payloads: DurablePayloads?
    let redaction: Redaction
    /// The names of fields that are hidden in all values.
    let hiddenFields: Set<String>
    let limits: ValueTree.Limits

    private var hidesSomething: Bool { !redaction.hidesNothing || !hiddenFields.isEmpty }

    func value(_ payload: StoredPayload, of name: InstanceName, version: Int) -> ShownValue {
        if let payloads, payloads.contains(name.machine) {
            do {
                let tree = try payloads.tree(of: payload, in: name, version: version, hiding: redaction, within: limits)
                return tree.map { .tree($0.hiding(hiddenFields)) } ?? .withheld("A migration has dropped it.")
            } catch {
                if hidesSomething {
                    return .withheld("This program cannot decode it, and so cannot tell what is hidden in it.")
                }
            }
        }
        guard redaction.hidesNothing else {
            return .withheld("This program has no such machine, and so cannot tell what is hidden in it.")
        }
        return json(payload.data)
    }

    private func json(_ data: Data) -> ShownValue {
        if let json = JSONValue(json: data) { return .tree(json.tree.hiding(hiddenFields).within(limits)) }
        guard hiddenFields.isEmpty else {
            return .withheld("It is no JSON, in which fields could be hidden. A codec may have encoded it.")
        }
        let text = String(data: data, encoding: .utf8) ?? "\(data.count) bytes that are no text"
        return .tree(ValueTree(.plain(abbreviated(text, to: limits.text))))
    }

    /// The problem of a failed instance, which a store keeps as text.
    func problem(_ text: String) -> String {
        hidesSomething
            ? "Its error is not shown: it is kept as text, and something hidden could be part of it."
            : abbreviated(text, to: limits.text)
    }

    /// An error in words, without what could be hidden in it.
    func words(for error: any Error) -> String {
        guard let error = error as? DurableError else {
            return redaction.text(of: error, upTo: limits.text)
        }
        let shown = hidesSomething ? error.withoutReason : error
        return abbreviated(shown.errorDescription ?? "\(shown)", to: limits.text)
    }
}

extension DurableError {
    /// The error without a text of the program, which may contain values.
    fileprivate var withoutReason: DurableError {
        let withheld = "the reason is not shown"
        return switch self {
        case .undecodable(let name, let part, _): .undecodable(name, part: part, reason: withheld)
        case .unencodable(let name, let part, _): .unencodable(name, part: part, reason: withheld)
        case .migrationFailed(let name, let version, _): .migrationFailed(name, from: version, reason: withheld)
        case .instanceFailed(let name, _): .instanceFailed(name, problem: withheld)
        case _: self
        }
    }
}

extension ValueTree {
    /// The structure without the values of fields, and of cases, with some names.
    func hiding(_ names: Set<String>) -> ValueTree {
        if names.isEmpty { return self }
        if case .enumCase(let name) = kind, names.contains(name), !parts.isEmpty {
            return ValueTree(kind, [Part(label: nil, ValueTree(.hidden))])
        }
        return ValueTree(
            kind,
            parts.map { part in
                let isHidden = part.label.map(names.contains) ?? false
                return Part(label: part.label, isHidden ? ValueTree(.hidden) : part.value.hiding(names))
            })
    }
}
