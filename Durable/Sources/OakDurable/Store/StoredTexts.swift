import Foundation

// The texts by which all stores keep names, causes and contexts.

extension String {
    /// The one spelling of all those that Swift considers equal.
    package var asName: String { utf8.allSatisfy { $0 < 0x80 } ? self : precomposedStringWithCanonicalMapping }
}

extension TraceContext {
    /// The context as a document; `nil` for an empty one.
    package var asText: String? {
        if isEmpty { return nil }
        return (try? Codec.encode(self)).map { String(decoding: $0, as: UTF8.self) }
    }

    /// The context of a document; empty if there is none, or if it cannot be read.
    package init(text: String?) {
        self = text.flatMap { try? Codec.decode(Self.self, from: Data($0.utf8)) } ?? [:]
    }
}

extension JournalEntry.Cause {
    /// The cause as the columns `cause` and `name` of the journal.
    package var columns: (kind: String, name: String?) {
        switch self {
        case .event: ("event", nil)
        case .unexpectedEvent: ("unexpectedEvent", nil)
        case .deadline(let name): ("deadline", name)
        case .activity(let name): ("activity", name)
        case .activityReturned(let name): ("activityReturned", name)
        case .revision: ("revision", nil)
        case .patch: ("patch", nil)
        }
    }

    package init?(kind: String, name: String?) {
        switch (kind, name) {
        case ("event", _): self = .event
        case ("unexpectedEvent", _): self = .unexpectedEvent
        case ("deadline", let name?): self = .deadline(name: name)
        case ("activity", let name): self = .activity(name: name)
        case ("activityReturned", let name?): self = .activityReturned(name: name)
        case ("revision", _): self = .revision
        case ("patch", _): self = .patch
        default: return nil
        }
    }
}
