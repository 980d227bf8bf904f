#if Postgres
    import Foundation
    import OakDurable

    /// The parts of a change that have no fixed number, as a document of JSON: bytes are in Base64.
    struct Document {
        private var members: [String: Any] = [:]

        var isEmpty: Bool { members.isEmpty }

        mutating func set(_ name: String, _ data: Data?) { members[name] = data?.base64EncodedString() }
        mutating func set(_ name: String, name text: String?) { set(name, text?.nameBytes) }
        mutating func set(_ name: String, text: String?) { members[name] = text }
        mutating func set(_ name: String, _ number: Int) { members[name] = number }
        mutating func set(_ name: String, _ number: Double?) { members[name] = number }
        mutating func set(_ name: String, _ isTrue: Bool) { members[name] = isTrue }
        mutating func set(_ name: String, _ parts: [Document]) {
            if !parts.isEmpty { members[name] = parts.map(\.members) }
        }

        var data: Data { (try? JSONSerialization.data(withJSONObject: members)) ?? Data() }

        static func data(_ documents: [Document]) -> Data {
            (try? JSONSerialization.data(withJSONObject: documents.map(\.members))) ?? Data()
        }

        /// The database breaks the lines of Base64.
        static func bytes(_ text: String) -> Data {
            Data(base64Encoded: text, options: .ignoreUnknownCharacters) ?? Data()
        }

        static func text(_ bytes: String) -> String { String(decoding: self.bytes(bytes), as: UTF8.self) }
    }

    extension Document {
        init(_ activity: StoredActivity) {
            set("name", name: activity.name)
            set("number", activity.number)
            set("returned", activity.hasReturned)
            set("context", text: activity.context.asText)
            set("queue", name: activity.queue)
            guard let attempts = activity.attempts else { return }
            set("failed", attempts.failed)
            set("next", attempts.next.timeIntervalSinceReferenceDate)
            set("pause", attempts.pause)
        }

        init(_ deadline: StoredDeadline) {
            set("name", name: deadline.name)
            set("number", deadline.number)
            set("due", deadline.due.timeIntervalSinceReferenceDate)
            set("duration", deadline.duration)
            set("policy", text: deadline.policy.rawValue)
            set("version", deadline.version)
            set("event", deadline.event)
        }

        init(tag name: String, _ value: DurableTag) {
            set("name", name: name)
            set("value", value.bytes)
        }

        init<Value>(_ change: NamedChange<Value>, _ document: (Value) -> Document) {
            switch change {
            case .set(let value): self = document(value)
            case .removed(let name): set("name", name: name)
            }
        }

        /// The tags, activities and deadlines of an instance.
        init(partsOf new: StoredInstance) {
            set("tags", new.tags.map { Document(tag: $0.key, $0.value) })
            set("activities", new.activities.map { Document($0) })
            set("deadlines", new.deadlines.map { Document($0) })
        }

        init(partsOf step: StoredStep, shard: (InstanceName) -> StoreShard) {
            set("tags", step.tags.map { Document($0) { Document(tag: $0.name, $0.value) } })
            set("activities", step.activities.map { Document($0) { Document($0) } })
            set("deadlines", step.deadlines.map { Document($0) { Document($0) } })
            set("messages", step.messages.map { Document($0, shard: shard) })
        }

        init(_ message: StoredMessage, shard: (InstanceName) -> StoreShard) {
            switch message.content {
            case .start(let new):
                self = Document(partsOf: new)
                set("kind", text: "start")
                set("shard", shard(message.target).number)
                set("status", text: new.status.rawValue)
                set("version", new.version)
                set("state", new.state)
                set("output", new.output)
                set("followed", new.isFollowed)
            case .event(let event, let version):
                set("kind", text: "event")
                set("event", event)
                set("version", version)
            case .watch(let watch):
                set("kind", text: "watch")
                set("ended", watch.ended)
                set("failed", watch.failed)
                set("cancelled", watch.cancelled)
            }
            set("machine", name: message.target.machine)
            set("id", name: message.target.id)
            set("refusal", message.refusal)
            set("context", text: message.context.asText)
        }
    }

    extension DurableTag {
        /// The value, after the kind of it.
        var bytes: Data {
            switch self {
            case .text(let text): Data("t".utf8) + text.nameBytes
            case .integer(let number): Data("i\(number)".utf8)
            }
        }

        init(bytes: Data) {
            let text = String(decoding: bytes.dropFirst(), as: UTF8.self)
            self = bytes.first == UInt8(ascii: "i") ? Int(text).map { .integer($0) } ?? .text(text) : .text(text)
        }
    }
#endif
