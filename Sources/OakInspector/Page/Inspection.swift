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
        /// The picture may be out of date.
        case look
        /// A picture, in answer to a query.
        case shown(Picture, for: Query)
        /// The user selects a run.
        case select(run: Int)
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
        /// The user comes back to the present.
        case live
        /// The user looks at older entries, or at newer ones.
        case older, newer
        /// The user sends an event to the selected machine.
        case send(String)
        /// The user cancels the selected machine.
        case cancel
        /// An event could not be sent.
        case refused(String?)
    }

    typealias Env = Ledger

    static func update(_ state: inout State, event: Event) -> Effect? {
        switch event {
        case .look: return looking(for: state.query)
        case .shown(let picture, let query):
            // A later query has an answer of its own.
            if query == state.query { state.picture = picture }
            return nil
        case .refused(let reason):
            state.refusal = reason
            return nil
        case .send(let title): return state.query.run.map { sending(title, to: $0) }
        case .cancel: return state.query.run.map(cancelling)
        case .select(let run):
            let names = state.query.runs
            state.query = Query(run: run, runs: names, kinds: state.query.kinds)
            state.refusal = nil
        case .searchRuns(let text): state.query.runs = text
        case .search(let text): (state.query.search, state.query.end) = (text, nil)
        case .choose(let kinds): (state.query.kinds, state.query.end) = (kinds, nil)
        case .travel(let entry): state.query.moment = entry
        case .step(let distance): state.step(by: distance)
        case .live: (state.query.moment, state.query.end) = (nil, nil)
        case .older:
            if let oldest = state.picture.detail?.entries.last { state.query.end = oldest.number }
        case .newer: state.turnToNewer()
        }
        return looking(for: state.query)
    }

    static func activities(in state: State) -> [Effect] {
        [
            Effect(id: "watching") { ledger, input in
                try await ledger.watch {
                    // A full mailbox has a look in it.
                    try? input.send(.look)
                }
            }
        ]
    }

    private static func looking(for query: Query) -> Effect {
        action { ledger in .shown(ledger.picture(for: query), for: query) }
    }

    private static func sending(_ title: String, to run: Int) -> Effect {
        action { ledger in
            guard let record = ledger.run(run), let control = ledger.control(of: record) else {
                return .refused("The machine has ended, or may not be controlled.")
            }
            do {
                try control.sends.first { $0.title == title }?.perform()
                return .refused(nil)
            } catch {
                return .refused("\(title) was not sent: \(error)")
            }
        }
    }

    private static func cancelling(_ run: Int) -> Effect {
        action { ledger in
            guard let record = ledger.run(run), let control = ledger.control(of: record) else {
                return .refused("The machine has ended, or may not be controlled.")
            }
            control.cancel()
            return .refused(nil)
        }
    }
}

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension Inspection.State {
    /// Goes to the next moment among the visible entries, which begin with the latest.
    fileprivate mutating func step(by distance: Int) {
        guard let entries = picture.detail?.entries, !entries.isEmpty else { return }
        guard let moment = query.moment else {
            if distance < 0 { query.moment = entries[0].number }
            return
        }
        guard let place = entries.firstIndex(where: { $0.number <= moment }) else { return }
        let next = place - distance
        if entries.indices.contains(next) {
            query.moment = entries[next].number
        } else if next < 0, query.end == nil {
            query.moment = nil
        }
    }

    fileprivate mutating func turnToNewer() {
        guard let end = query.end else { return }
        let next = end + Ledger.logLength
        query.end = picture.detail?.hasNewer == true ? next : nil
    }
}
