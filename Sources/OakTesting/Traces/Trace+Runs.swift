import Oak
import OakGraph

extension Trace {
    /// One run of a trace.
    struct Run<Machine: ExecutableTransducer> where Machine.State == State, Machine.Event == Event {
        let start: State
        /// The number of entries before it.
        let entry: Int
        /// The events, each with the number of entries before it.
        var events: [(entry: Int, taken: RunFollower<Machine>.TakenEvent)] = []
    }

    /// The runs, with the events that they have taken and the identities of their senders.
    func runs<Machine: ExecutableTransducer>(of machine: Machine.Type = Machine.self) -> [Run<Machine>]
    where Machine.State == State, Machine.Event == Event {
        var (runs, state, names): ([Run<Machine>], State?, [Int: String]) = ([], nil, [:])
        func change(_ body: (inout RunFollower<Machine>.TakenEvent) -> Void) {
            guard let run = runs.indices.last, let last = runs[run].events.indices.last else { return }
            body(&runs[run].events[last].taken)
        }
        for (number, entry) in entries.enumerated() {
            switch entry {
            case .runStarted(let first):
                (state, names) = (first, [:])
                runs.append(Run(start: first, entry: number))
            case .eventTaken(let event, let origin):
                guard !runs.isEmpty else { continue }
                var sender: Int?
                if case .operation(let operation) = origin { sender = operation }
                runs[runs.count - 1].events.append(
                    (number, .init(event, sender: sender.flatMap { names[$0] }, isOfOperation: sender != nil)))
            case .transition(to: let next):
                state = next
                change { $0.state = next }
            case .eventPostponed: change { ($0.reply, $0.state) = (.postponed, state) }
            case .eventUnexpected: change { ($0.reply, $0.state) = (.unexpected, state) }
            case .effect(let effect, .started): names[effect.number] = effect.id
            case .output, .effect, .sendRejected, .runEnded, .runFailed: break
            }
        }
        return runs
    }
}
