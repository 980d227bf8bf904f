public import Oak
public import OakGraph

extension Alphabet {
    /// Returns an alphabet in which the events that effects sent in recorded runs come from these effects only.
    ///
    /// An event counts as the last of its effect if the effect sent nothing after it in any run and ended by itself.
    /// Effects without an identity, and events that no effect sent, stay as they are.
    ///
    /// - Parameter traces: The recorded runs.
    public func learningAnswers(
        from traces: [Trace<Machine.State, Machine.Event, Machine.Output>]
    ) -> Alphabet {
        var seen: [String: SeenAnswers<Machine.Event>] = [:]
        for trace in traces {
            var ids: [Int: String] = [:]
            for entry in trace.entries {
                switch entry {
                case .effect(let effect, .started): ids[effect.number] = effect.id
                case .effect(let effect, .ended): ids[effect.number].map { seen[$0]?.end(effect.number) }
                case .eventTaken(let event, from: .operation(let number)):
                    if let id = ids[number] { seen[id, default: SeenAnswers()].note(event, from: number) }
                case .runStarted, .eventTaken, .transition, .eventPostponed, .eventUnexpected, .output, .effect,
                    .sendRejected, .runEnded, .runFailed:
                    break
                }
            }
            for id in seen.keys { seen[id]?.endRun() }
        }
        return seen.sorted { $0.key < $1.key }.reduce(self) { alphabet, entry in
            let (sending, last) = entry.value.events
            return alphabet.answers(ofEffectNamed: entry.key, sending: sending, endingWith: last)
        }
    }
}

/// The events that effects with one identity sent.
private struct SeenAnswers<Event> {
    private var order: [String] = []
    private var known: [String: Event] = [:]
    /// The texts of events after which an effect went on.
    private var ongoing: Set<String> = []
    private var latest: [Int: String] = [:]

    mutating func note(_ event: Event, from number: Int) {
        let text = sourceText(of: event)
        if known.updateValue(event, forKey: text) == nil { order.append(text) }
        if let before = latest.updateValue(text, forKey: number) { ongoing.insert(before) }
    }

    mutating func end(_ number: Int) { latest[number] = nil }

    /// The events of effects that were still live did not end them.
    mutating func endRun() {
        ongoing.formUnion(latest.values)
        latest = [:]
    }

    var events: (sending: [Event], last: [Event]) {
        let (sending, last) = (order.filter(ongoing.contains), order.filter { !ongoing.contains($0) })
        return (sending.compactMap { known[$0] }, last.compactMap { known[$0] })
    }
}
