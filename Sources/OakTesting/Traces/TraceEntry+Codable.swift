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
        func unknown(_ key: EntryKey, _ text: String) -> DecodingError {
            .dataCorruptedError(forKey: key, in: container, debugDescription: "\"\(text)\" is not known here.")
        }
        func named<Value>(_ key: EntryKey, among all: [Value]) throws -> Value {
            let name: String = try value(key)
            guard let named = all.first(where: { "\($0)" == name }) else { throw unknown(key, name) }
            return named
        }

        // The first of these keys determines the kind of entry; others of them may follow it.
        switch [EntryKey.start, .event, .rejected, .effect, .end, .state, .answer, .output].first(
            where: container.contains)
        {
        case .start: self = .runStarted(try value(.start))
        case .event:
            let operation = try container.decodeIfPresent(Int.self, forKey: .operation)
            let sender = try container.decodeIfPresent(String.self, forKey: .from)
            switch (operation, sender) {
            case (let number?, _): self = .eventTaken(try value(.event), from: .operation(number))
            case (nil, nil): self = .eventTaken(try value(.event), from: .external)
            case (nil, "action"): self = .eventTaken(try value(.event), from: .action)
            case (nil, let other?): throw unknown(.from, other)
            }
        case .rejected: self = .sendRejected(try value(.rejected), error: try value(.error))
        case .effect:
            let effect = TracedEffect(
                kind: try named(.effect, among: effectKinds),
                id: try container.decodeIfPresent(String.self, forKey: .id),
                number: try container.decodeIfPresent(Int.self, forKey: .number) ?? 0,
                isActivity: try container.decodeIfPresent(Bool.self, forKey: .activity) ?? false)
            let change: String = try value(.change)
            switch change {
            case "started": self = .effect(effect, .started)
            case "ended":
                self = .effect(effect, .ended(error: try container.decodeIfPresent(String.self, forKey: .error)))
            case "cancelled": self = .effect(effect, .cancelled(try named(.reason, among: cancellationReasons)))
            case "overdue": self = .effect(effect, .overdue)
            case let other: throw unknown(.change, other)
            }
        case .end:
            let end: String = try value(.end)
            switch end {
            case "success": self = .runEnded(container.contains(.output) ? try value(.output) : nil)
            case "failure": self = .runFailed(error: try value(.error))
            case let other: throw unknown(.end, other)
            }
        case .state: self = .transition(to: try value(.state))
        case .answer:
            let answer: String = try value(.answer)
            switch answer {
            case "postponed": self = .eventPostponed
            case "unexpected":
                self = .eventUnexpected(child: try container.decodeIfPresent([String].self, forKey: .child) ?? [])
            case let other: throw unknown(.answer, other)
            }
        case .output: self = .output(try value(.output))
        case .from, .operation, .id, .number, .change, .reason, .error, .child, .activity, nil:
            throw DecodingError.dataCorrupted(
                DecodingError.Context(
                    codingPath: decoder.codingPath,
                    debugDescription: "An entry has one of start, event, rejected, effect, end, state, answer, output.")
            )
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
