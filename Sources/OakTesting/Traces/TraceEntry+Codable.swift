import Oak

// An entry is an object that begins with what happened: {"event": …, "from": "action"}. Default values are omitted.

private enum EntryKey: String, CodingKey {
    case start, event, from, operation, state, output, effect, id, number, change, reason, error, rejected, end, answer,
        child, activity
}

extension Trace.Entry: Encodable where State: Encodable, Event: Encodable, Output: Encodable {
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: EntryKey.self)
        switch self {
        case .runStarted(let state): try container.encode(state, forKey: .start)
        case .eventTaken(let event, let origin):
            try container.encode(event, forKey: .event)
            switch origin {
            case .external: break
            case .action: try container.encode("action", forKey: .from)
            case .operation(let number): try container.encode(number, forKey: .operation)
            }
        case .transition(to: let state): try container.encode(state, forKey: .state)
        case .eventPostponed: try container.encode("postponed", forKey: .answer)
        case .eventUnexpected(let child):
            try container.encode("unexpected", forKey: .answer)
            if !child.isEmpty { try container.encode(child, forKey: .child) }
        case .output(let output): try container.encode(output, forKey: .output)
        case .effect(let effect, let change):
            try container.encode("\(effect.kind)", forKey: .effect)
            try container.encodeIfPresent(effect.id, forKey: .id)
            if effect.number != 0 { try container.encode(effect.number, forKey: .number) }
            if effect.isActivity { try container.encode(true, forKey: .activity) }
            switch change {
            case .started: try container.encode("started", forKey: .change)
            case .ended(let error):
                try container.encode("ended", forKey: .change)
                try container.encodeIfPresent(error, forKey: .error)
            case .cancelled(let reason):
                try container.encode("cancelled", forKey: .change)
                try container.encode("\(reason)", forKey: .reason)
            case .overdue: try container.encode("overdue", forKey: .change)
            }
        case .sendRejected(let event, let error):
            try container.encode(event, forKey: .rejected)
            try container.encode(error, forKey: .error)
        case .runEnded(let output):
            try container.encode("success", forKey: .end)
            if let output { try container.encode(output, forKey: .output) }
        case .runFailed(let error):
            try container.encode("failure", forKey: .end)
            try container.encode(error, forKey: .error)
        }
    }
}

extension Trace.Entry: Decodable where State: Decodable, Event: Decodable, Output: Decodable {
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: EntryKey.self)
        func value<Value: Decodable>(_ key: EntryKey) throws -> Value { try container.decode(Value.self, forKey: key) }
        func optional<Value: Decodable>(_ key: EntryKey) throws -> Value? {
            try container.decodeIfPresent(Value.self, forKey: key)
        }
        func unknown(_ key: EntryKey, _ text: String) -> DecodingError {
            .dataCorruptedError(forKey: key, in: container, debugDescription: "\"\(text)\" is not known here.")
        }
        func named<Value>(_ key: EntryKey, among all: [Value]) throws -> Value {
            let name: String = try value(key)
            guard let named = all.first(where: { "\($0)" == name }) else { throw unknown(key, name) }
            return named
        }
        func effect() throws -> TracedEffect {
            TracedEffect(
                kind: try named(.effect, among: effectKinds), id: try optional(.id), number: try optional(.number) ?? 0,
                isActivity: try optional(.activity) ?? false)
        }

        // The first of these keys determines the kind of entry; others of them may follow it.
        let kinds: [EntryKey] = [.start, .event, .rejected, .effect, .end, .state, .answer, .output]
        guard let kind = kinds.first(where: container.contains) else {
            let problem = "An entry has one of \(kinds.map(\.rawValue).joined(separator: ", "))."
            throw DecodingError.dataCorrupted(.init(codingPath: decoder.codingPath, debugDescription: problem))
        }
        // The word that tells entries of one kind apart.
        let word: String =
            switch kind {
            case .effect: try value(.change)
            case .end, .answer: try value(kind)
            default: ""
            }
        switch (kind, word) {
        case (.start, _): self = .runStarted(try value(.start))
        case (.event, _):
            switch (try optional(.operation) as Int?, try optional(.from) as String?) {
            case (let number?, _): self = .eventTaken(try value(.event), from: .operation(number))
            case (nil, nil): self = .eventTaken(try value(.event), from: .external)
            case (nil, "action"): self = .eventTaken(try value(.event), from: .action)
            case (nil, let other?): throw unknown(.from, other)
            }
        case (.rejected, _): self = .sendRejected(try value(.rejected), error: try value(.error))
        case (.effect, "started"): self = .effect(try effect(), .started)
        case (.effect, "ended"): self = .effect(try effect(), .ended(error: try optional(.error)))
        case (.effect, "cancelled"):
            self = .effect(try effect(), .cancelled(try named(.reason, among: cancellationReasons)))
        case (.effect, "overdue"): self = .effect(try effect(), .overdue)
        case (.end, "success"): self = .runEnded(container.contains(.output) ? try value(.output) : nil)
        case (.end, "failure"): self = .runFailed(error: try value(.error))
        case (.state, _): self = .transition(to: try value(.state))
        case (.answer, "postponed"): self = .eventPostponed
        case (.answer, "unexpected"): self = .eventUnexpected(child: try optional(.child) ?? [])
        case (.output, _): self = .output(try value(.output))
        default: throw unknown(kind == .effect ? .change : kind, word)
        }
    }
}

private let effectKinds: [EffectKind] = [
    .events, .action, .isolatedAction, .operation, .isolatedOperation, .cancelTask, .sequence, .combination, .list,
    .departure, .rejection, .mistake, .postponement, .unexpected,
]
private let cancellationReasons: [CancellationReason] = [
    .replaced, .cancelTask, .stateLeft, .childDeparted, .childEnded, .partFailed, .machineEnded,
]
