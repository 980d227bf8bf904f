import OakDurable
import OakWeb

/// The messages of the page of durable hosts.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
enum DurableInspectionMessage: String, PageMessage {
    case source, filter, tag, facet, count, next, previous, open, find, close
    case travel, moment, back, forth, live, older, newer
    case retry, cancel, confirm, dismiss, skip, fork

    func event(_ message: Message) -> DurableInspection.Event? {
        switch self {
        case .source: message.number("source").map { .select(source: $0) }
        case .filter: .choose(machine: message["machine"], message["status"].flatMap { InstanceStatus(rawValue: $0) })
        case .tag: message["text"].map { .chooseTag($0) }
        case .facet: message["tag"].map { .chooseTag($0) }
        case .count: .countAll
        case .next: .next
        case .previous: .previous
        case .open: message["key"].flatMap { InstanceKey($0) }.map { .open($0) }
        case .find: message["text"].map { .find($0) }
        case .close: .close
        case .travel: message.number("number").map { .travel(to: $0) }
        case .moment: message["text"].map { _ in message.number("text").map { .travel(to: $0) } ?? .live }
        case .back: .step(by: -1)
        case .forth: .step(by: 1)
        case .live: .live
        case .older: .older
        case .newer: .newer
        case .retry: .ask(.retry)
        case .cancel: .ask(.cancel)
        case .confirm: .confirm
        case .dismiss: .dismiss
        case .skip: message["event"].flatMap { EventNumber($0) }.map { .ask(.skip($0)) }
        case .fork: message["id"].map { .fork($0) }
        }
    }
}
