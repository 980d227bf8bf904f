import Oak

/// The machine behind the page: the wishes of a user, and the picture that answers them.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
enum Inspection: EffectTransducer {
    struct State: NonTerminal, Equatable, Sendable {
        var query = Query()
        var picture = Picture()
        /// The answer of a machine that could not take an event.
        var refusal: String?
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
        case .send(let title): return state.query.run.map { sending(title, to: $0) }
        case .cancel: return state.query.run.map { controlling($0) { $0.cancel() } }
        case .pause: return state.query.run.map { controlling($0) { $0.pause() } }
        case .stepMachine: return state.query.run.map { controlling($0) { $0.step() } }
        case .resume: return state.query.run.map { controlling($0) { $0.resume() } }
        case .select(let run):
            let names = state.query.runs
            state.query = Query(run: run, runs: names, kinds: state.query.kinds)
            state.refusal = nil
        case .showSequence:
            let names = state.query.runs
            state.query = Query(isOfSequence: true, runs: names, kinds: state.query.kinds)
            state.refusal = nil
        case .visit(let run, let entry):
            let names = state.query.runs
            state.query = Query(run: run, runs: names, kinds: .all)
            state.query.moment = entry
            state.query.end = entry + Ledger.logLength / 2
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
        case .newer: state.turnToNewer()
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

    private static func sending(_ title: String, to run: Int) -> Effect {
        controlling(run) { control throws(Refusal) in
            do {
                try control.sends.first { $0.title == title }?.perform()
            } catch {
                throw Refusal(reason: "\(title) was not sent: \(error)")
            }
        }
    }

    private static func controlling(
        _ run: Int, _ body: @escaping @Sendable (Control) throws(Refusal) -> Void
    ) -> Effect {
        action { ledger in
            guard let record = ledger.run(run), let control = ledger.control(of: record) else {
                return .refused("The machine has ended, or may not be controlled.")
            }
            do throws(Refusal) {
                try body(control)
                return .refused(nil)
            } catch {
                return .refused(error.reason)
            }
        }
    }

    private struct Refusal: Error { let reason: String }
}

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension Inspection.State {
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

    fileprivate mutating func turnToNewer() {
        guard let end = query.end else { return }
        let next = end + Ledger.logLength
        query.end = picture.detail?.hasNewer == true ? next : nil
    }
}
