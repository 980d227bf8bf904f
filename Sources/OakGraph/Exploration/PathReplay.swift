package import Oak

/// A machine that is led along a path.
package struct PathReplay<Machine: ExecutableTransducer> {
    package typealias Watcher = (Occurrence<Machine.State, Machine.Event, Machine.Output>) -> Void

    private var machine: Configuration<Machine>
    private let watcher: Watcher
    /// The postponed events that have been offered since something else happened.
    private var offered: [OfferedEvent<Machine>] = []
    /// The events that an operation sends while it goes on. Of those that wait together, a path means one.
    private var streamed: Set<StreamedEvent> = []

    private struct StreamedEvent: Hashable {
        let sender: EffectID?
        let event: Likeness
    }
    /// The result of the machine, if it has ended.
    package private(set) var ending: Result<Machine.Output, any Error>?

    /// - Parameters:
    ///   - initial: The initial state.
    ///   - watcher: Receives each occurrence.
    package init(from initial: Machine.State, watcher: @escaping Watcher) {
        machine = Configuration(initial, actionLimit: GraphLimits().actionEvents)
        self.watcher = watcher
        machine.watch(with: watcher)
        guard !Machine.isTerminal(initial) else { return }
        goOn()
        settle()
    }

    /// The state.
    package var state: Machine.State { machine.state }

    /// Lets something happen.
    ///
    /// - Returns: Whether it could.
    package mutating func take(_ move: PathMove<Machine.Event>) -> Bool {
        if machine.isSuspended {
            switch move {
            case .actionEvents(let events): return act { $0.answer(.events(events)) }
            case .ended(let mark) where mark.id == nil: return act { $0.answer(nil) }
            case .failed(let mark, let error) where mark.id == nil:
                return act { $0.fail(with: error ?? UndeclaredFailure()) }
            // An operation may return in the meantime.
            case .ended(let mark) where machine.operation(with: mark) != nil: break
            case .event, .answer, .result, .ended, .failed: finish()
            }
        }
        guard ending == nil, !Machine.isTerminal(state) else { return false }
        switch move {
        case .actionEvents: return false
        case .event(let event):
            let before = machine.fork()
            if machine.offersPostponed { machine.offer(event) } else { machine.take(event) }
            guard goOn() == .postponed, ending == nil else {
                settle()
                return true
            }
            // The path says when the event comes again.
            machine = before
            machine.watch(with: watcher)
            return true
        case .answer(let event, of: let mark, let isLast, let hasReturned):
            if let next = machine.nextOffer { return offer(event, of: mark, next) }
            guard let number = numberOfAnswering(mark) else { return offer(event, of: mark, nil) }
            offered = []
            if isLast, machine.operation(with: mark)?.lastAnswer == .returned {
                return act { $0.end(number, with: event) }
            }
            if !isLast { streamed.insert(StreamedEvent(sender: mark.id, event: Likeness(event))) }
            _ = act { $0.take(event, from: number, reaching: isLast ? .max : 0) }
            return hasReturned && ending == nil ? act { $0.end(number) } : true
        case .result(let event, of: let mark):
            guard let number = numberOfAnswering(mark) else { return false }
            offered = []
            return act { $0.end(number, with: event) }
        case .ended(let mark):
            guard let operation = machine.operation(with: mark) else { return false }
            return act { $0.end(operation.number) }
        case .failed(let mark, let error):
            guard let number = numberOfAnswering(mark) else { return false }
            return act { $0.end(number, throwing: error ?? UndeclaredFailure()) }
        }
    }

    /// Offers a postponed event again, which the path may have only once although it was sent several times.
    private mutating func offer(_ event: Machine.Event, of mark: EffectMark, _ next: OfferedEvent<Machine>?) -> Bool {
        let wanted = Likeness(event)
        if let next, next.sender == mark.id, Likeness(next.event) == wanted {
            offered.append(next)
        } else if let earlier = offered.first(where: { $0.sender == mark.id && Likeness($0.event) == wanted }) {
            machine.repeatOffer(of: earlier)
        } else {
            return false
        }
        return act { _ = $0.offerPostponed() }
    }

    /// The number of an operation of which an event or an error is taken.
    private func numberOfAnswering(_ mark: EffectMark) -> Int? {
        machine.operation(with: mark).flatMap { $0.isSilent ? nil : $0.number }
    }

    /// Lets all actions that the machine waits for return without an event.
    package mutating func finish() {
        while machine.isSuspended, ending == nil { _ = act { $0.answer(nil) } }
    }

    /// Forgets the operations that a graph does not have either.
    private mutating func settle() {
        guard ending == nil, !machine.isSuspended else { return }
        machine.endMute(keepingNames: true) { goOn() }
    }

    private mutating func act(_ body: (Configuration<Machine>) -> Void) -> Bool {
        body(machine)
        if goOn() == .postponed {
            _ = machine.forgetRepetition(
                where: { streamed.contains(StreamedEvent(sender: $0.senders.first, event: Likeness($0.event))) },
                isSame: { Likeness($0) == Likeness($1) })
        }
        settle()
        return true
    }

    /// Lets the machine go on until it is at rest, or waits for an action.
    ///
    /// - Returns: The intent for the first event.
    @discardableResult private mutating func goOn() -> Intent {
        var intent: Intent?
        while true {
            switch machine.next() {
            case .transition: intent = intent ?? .handled
            case .reply(let effect): intent = intent ?? Macrostep<Machine>.intent(of: effect)
            case .call, .rest: return intent ?? .handled
            case .ended(_, let output):
                ending = .success(output)
                return .handled
            case .endless:
                ending = .failure(
                    TransducerError.runawayActions(transducer: "\(Machine.self)", cycle: machine.cycle))
                return .endless
            case .failed(let error):
                ending = .failure(error)
                return .invalid
            }
        }
    }
}
