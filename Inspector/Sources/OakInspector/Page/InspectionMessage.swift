import OakWeb

/// The messages of the page.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
enum InspectionMessage: String, PageMessage {
    case select, open, sequence, runs, search, kinds, older, newer, travel, back, forth, live
    case send, cancel, pause, stepMachine, resume

    func event(_ message: Message) -> Inspection.Event? {
        switch self {
        case .select: message.number("run").map { .select(run: $0) }
        case .sequence: .showSequence
        case .open: .select(run: message.number("link"))
        case .runs: message["text"].map { .searchRuns($0) }
        case .search: message["text"].map { .search($0) }
        case .kinds: message["kinds"].flatMap { Query.Kinds(rawValue: $0) }.map { .choose($0) }
        case .travel:
            message.number("entry").map { entry in
                message.number("run").map { .visit(run: $0, entry: entry) } ?? .travel(to: entry)
            }
        case .back: .step(by: -1)
        case .forth: .step(by: 1)
        case .live: .live
        case .older: .older
        case .newer: .newer
        case .send: message["title"].map { .send($0) }
        case .cancel: .cancel
        case .pause: .pause
        case .stepMachine: .stepMachine
        case .resume: .resume
        }
    }
}

extension Message {
    /// A number that comes with it; `nil` for one that no page would send: sums with it could overflow.
    func number(_ name: String) -> Int? {
        self[name].flatMap { Int($0) }.flatMap { (0...1 << 40).contains($0) ? $0 : nil }
    }
}
