import Oak
import OakDurable
import OakWeb

/// The machine behind the page of durable hosts: the wishes of a user, and the picture that answers them.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
enum DurableInspection: EffectTransducer {
    struct State: NonTerminal, Equatable, Sendable {
        var query = DurableQuery()
        var picture = DurablePicture()
        var reading = Reading.idle(rest: 0)
        var answer: Answer?
        /// The operation that a user has to confirm.
        var unconfirmed: DurableOperation?
        /// The number of all instances that the filter finds, if the user has asked for it.
        var total: Total?

        /// The number of the macrostep whose state is shown.
        var shownNumber: Int { query.moment ?? picture.detail?.number ?? 0 }

        /// How long the store has not answered, in seconds, if that is remarkable.
        var silence: Int? {
            guard case .underWay(let looks) = reading, looks >= 10 else { return nil }
            return looks / 2
        }

        /// Reads again, unless a reading is under way or the store has a rest.
        fileprivate mutating func look() -> Effect? {
            switch reading {
            case .idle(rest: 0): return read()
            case .idle(let rest): reading = .idle(rest: rest - 1)
            case .underWay(let looks): reading = .underWay(looks: looks + 1)
            }
            return nil
        }

        /// Reads at once; an earlier reading has no answer any more.
        fileprivate mutating func read() -> Effect {
            reading = .underWay(looks: 0)
            let (query, picture) = (query, picture)
            return Effect(
                id: "reading", { book in await book.picture(for: query, previous: picture) },
                success: { .shown($0, for: query) })
        }

        fileprivate mutating func show(_ picture: DurablePicture) {
            self.picture = picture
            // A store that is slow is asked less often.
            if case .underWay(let looks) = reading { reading = .idle(rest: min(20, 4 * looks)) }
        }

        fileprivate mutating func open(_ key: InstanceKey?) {
            (query.instance, query.moment, query.end) = (key, nil, nil)
            (picture.detail, unconfirmed, answer) = (nil, nil, nil)
        }

        fileprivate mutating func choose(tag text: String) {
            query.filter.tagText = text
            query.filter.tag = StoredTag(text: text)
            query.trail = []
            open(nil)
            answer =
                text.isEmpty || query.filter.tag != nil
                ? nil : .refused("\(text) is no tag. Write NAME=VALUE, and a text that looks like a number in quotes.")
        }

        /// Goes to a macrostep, which the list then has.
        fileprivate mutating func travel(to number: Int) {
            guard let detail = picture.detail else { return }
            let moment = min(max(number, 0), detail.number)
            let listed = detail.journal.steps
            query.moment = number > detail.number ? nil : moment
            guard let newest = listed.first, let oldest = listed.last else { return }
            if !(oldest.number...newest.number).contains(moment) {
                query.end = min(detail.number, moment + Journal.length / 2)
            }
        }

        /// Carries out an operation on the selected instance.
        fileprivate mutating func perform(_ operation: DurableOperation) -> Effect? {
            guard let name = picture.detail?.name, let number = picture.source?.number else { return nil }
            answer = nil
            return Effect(
                id: "operating",
                { book in
                    guard let source = book.source(number) else { return Answer.refused("The host is no more.") }
                    return await source.perform(operation, on: name)
                }, success: { .answered($0) })
        }
    }

    /// The progress of reading, in looks of the page.
    enum Reading: Equatable, Sendable {
        /// The store is left alone for some looks.
        case idle(rest: Int)
        /// A reading has gone on for some looks.
        case underWay(looks: Int)
    }

    struct Total: Equatable, Sendable {
        let count: Int
        let filter: DurableQuery.Filter
    }

    enum Event: Sendable {
        /// The picture may be out of date.
        case look
        /// A picture, in answer to a query.
        case shown(DurablePicture, for: DurableQuery)
        /// The user selects a host.
        case select(source: Int)
        /// The user chooses instances.
        case choose(machine: String?, InstanceStatus?)
        case chooseTag(String)
        /// The user counts all instances that the filter finds.
        case countAll
        case counted(Int, DurableQuery.Filter)
        /// The user turns to the next page of instances, or to the one before.
        case next, previous
        /// The user opens an instance, or names one.
        case open(InstanceKey)
        case find(String)
        /// The user goes back to the list.
        case close
        /// The user goes to the moment after a macrostep, or some further.
        case travel(to: Int)
        case step(by: Int)
        /// The user comes back to the present.
        case live
        /// The user looks at older macrosteps, or at newer ones.
        case older, newer
        /// The user asks for an operation, and confirms it or does not.
        case ask(DurableOperation)
        case fork(String)
        case confirm, dismiss
        /// The answer to an operation.
        case answered(Answer)
    }

    typealias Env = DurableBook

    static func update(_ state: inout State, event: Event) -> Effect? {
        switch event {
        case .look: return state.look()
        case .shown(let picture, let query):
            // A later query has an answer of its own.
            if query == state.query { state.show(picture) }
            return nil
        case .countAll:
            let query = state.query
            return Effect(
                id: "counting", { book in await book.count(query.filter, in: query.source) }, success: { $0 })
        case .counted(let count, let filter):
            state.total = Total(count: count, filter: filter)
            return nil
        case .find(let text):
            let source = state.query.source
            return Effect(id: "finding", { book in await book.find(text, in: source) }, success: { $0 })
        case .ask(let operation):
            state.answer = nil
            guard operation == .cancel else { return state.perform(operation) }
            state.unconfirmed = operation
            return nil
        case .fork(let id): return state.perform(.fork(from: state.shownNumber, as: id))
        case .confirm: return state.unconfirmed.take().flatMap { state.perform($0) }
        case .dismiss:
            state.unconfirmed = nil
            return nil
        case .answered(let answer): state.answer = answer
        case .select(let source): state.query = DurableQuery(source: source)
        case .choose(let machine, let status):
            (state.query.filter.machine, state.query.filter.status) = (machine, status)
            state.query.trail = []
            state.open(nil)
        case .chooseTag(let text): state.choose(tag: text)
        case .next: if let last = state.picture.list?.rows.last { state.query.trail.append(last.key) }
        case .previous: _ = state.query.trail.popLast()
        case .open(let key): state.open(key)
        case .close: state.open(nil)
        case .travel(let number): state.travel(to: number)
        case .step(let distance): state.travel(to: state.shownNumber + distance)
        case .live: (state.query.moment, state.query.end) = (nil, nil)
        case .older: if let oldest = state.picture.detail?.journal.steps.last { state.query.end = oldest.number - 1 }
        case .newer:
            let number = state.picture.detail?.number ?? 0
            state.query.end = state.query.end.flatMap { $0 + Journal.length < number ? $0 + Journal.length : nil }
        }
        return state.read()
    }

    static func activities(in state: State) -> [Effect] {
        [
            Effect(id: "watching") { book, input in
                try await book.watch {
                    // A full mailbox has a look in it.
                    try? input.send(.look)
                }
            }
        ]
    }
}

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
