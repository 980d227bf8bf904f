import Oak
import OakWeb

/// The machine behind the page: the wishes of a user, and the picture that answers them.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
enum Inspection: EffectTransducer {
    struct State: NonTerminal, Equatable, Sendable {
        var query = Query()
        var picture = Picture()
        /// The answer of a machine that could not take an event.
        var refusal: String?

        /// Looks at something else, with the same filters.
        fileprivate mutating func turn(to run: Int? = nil, isOfSequence: Bool = false) {
            query = Query(run: run, isOfSequence: isOfSequence, runs: query.runs, kinds: query.kinds)
            refusal = nil
        }

        /// Goes to a moment, with a log that stands still around it.
        fileprivate mutating func travel(to moment: Int?) {
            query.moment = moment
            guard let moment else {
                query.end = nil
                return
            }
            let visible = picture.detail?.entries.map(\.number) ?? []
            if query.end == nil, let latest = visible.first { query.end = latest + 1 }
            guard let oldest = visible.last, let end = query.end else { return }
            if moment < oldest || moment >= end { query.end = moment + Ledger.logLength / 2 }
        }
    }

    enum Event: Sendable {
        /// A picture, in answer to a query.
        case shown(Picture, for: Query)
        /// The user selects a run.
        case select(run: Int?)
        /// The user looks at the events of several machines.
        case showSequence
        /// The user goes to the moment of an entry of another run.
        case visit(run: Int, entry: Int)
        /// The user looks for runs by name.
        case searchRuns(String)
        /// The user looks for entries.
        case search(String)
        /// The user chooses kinds of entries.
        case choose(Query.Kinds)
        /// The user goes to the moment of an entry.
        case travel(to: Int)
        /// The user goes one entry back or forth.
        case step(by: Int)
        /// The next entry back or forth, in answer to a query; `nil` for the present.
        case stepped(to: Int?, for: Query)
        /// The user comes back to the present.
        case live
        /// The user looks at older entries, or at newer ones.
        case older, newer
        /// The user sends an event to the selected machine.
        case send(String)
        /// The user cancels the selected machine.
        case cancel
        /// The user pauses the selected machine, lets it process one event, or lets it go on.
        case pause, stepMachine, resume
        /// An event could not be sent.
        case refused(String?)
    }

    typealias Env = Ledger

    static func update(_ state: inout State, event: Event) -> Effect? {
        switch event {
        case .shown(let picture, let query):
            // A later query has an answer of its own.
            if query == state.query { state.picture = picture }
        case .refused(let reason):
            state.refusal = reason
        case .send(let title):
            return state.query.run.map { run in
                controlling(run, sending: title) { try $0.sends.first { $0.title == title }?.perform() }
            }
        case .cancel: return state.query.run.map { controlling($0) { $0.cancel() } }
        case .pause: return state.query.run.map { controlling($0) { $0.pause() } }
        case .stepMachine: return state.query.run.map { controlling($0) { $0.step() } }
        case .resume: return state.query.run.map { controlling($0) { $0.resume() } }
        case .select(let run): state.turn(to: run)
        case .showSequence: state.turn(isOfSequence: true)
        case .visit(let run, let entry):
            state.query = Query(run: run, runs: state.query.runs, moment: entry, end: entry + Ledger.logLength / 2)
        case .searchRuns(let text): state.query.runs = text
        case .search(let text): (state.query.search, state.query.end) = (text, nil)
        case .choose(let kinds): (state.query.kinds, state.query.end) = (kinds, nil)
        case .travel(let entry): state.travel(to: entry)
        case .step(let distance): return stepping(by: distance, from: state.query)
        case .stepped(let entry, let query):
            if query == state.query { state.travel(to: entry) }
        case .live: state.travel(to: nil)
        case .older:
            if let oldest = state.picture.detail?.entries.last { state.query.end = oldest.number }
        case .newer:
            let hasNewer = state.picture.detail?.hasNewer == true
            state.query.end = state.query.end.flatMap { hasNewer ? $0 + Ledger.logLength : nil }
        }
        return nil
    }

    static func activities(in state: State) -> [Effect] {
        let (query, former) = (state.query, state.picture)
        return [
            Effect(id: "watching") { ledger, _ in try await ledger.watch {} },
            // Beside the machine, so that a long search holds up no user.
            Effect(id: query) { ledger, input in
                // After a full mailbox, the next one comes soon.
                try await ledger.pictures(for: query, after: former) { try? input.send(.shown($0, for: query)) }
            },
        ]
    }

    private static func stepping(by distance: Int, from query: Query) -> Effect {
        action { ledger in
            .stepped(to: query.run.flatMap { ledger.run($0) }?.moment(by: distance, from: query), for: query)
        }
    }

    /// - Parameter what: The event that the function sends.
    private static func controlling(
        _ run: Int, sending what: String = "", _ body: @escaping @Sendable (Control) throws -> Void
    ) -> Effect {
        action { ledger in
            guard let record = ledger.run(run), let control = ledger.control(of: record) else {
                return .refused("The machine has ended, or may not be controlled.")
            }
            do {
                try body(control)
                return .refused(nil)
            } catch {
                return .refused("\(what) was not sent: \(error)")
            }
        }
    }
}

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
