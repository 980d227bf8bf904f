import Oak

/// A machine whose operations and activities are stand-ins that answer when they are told to.
///
/// Its states, events and outputs are those of the machine, and it runs in the run loop of production. Actions, which
/// need the environment, return no events. A child refuses an event by not expecting it, and the operations of a child
/// that is no longer active end.
enum StoodInMachine<Machine: ExecutableTransducer>: ExecutableTransducer {
    typealias State = Machine.State
    typealias Event = Machine.Event
    typealias Output = Machine.Output
    typealias Env = StandIns<Machine.Event>
    typealias Proxy = Oak.Proxy<Machine.Event>
    typealias Effect = TransducerEffect<Event, Env, Proxy.Input>

    static func isTerminal(_ state: State) -> Bool { Machine.isTerminal(state) }

    static func initialOutput(initialState: State) -> Output? { Machine.initialOutput(initialState: initialState) }

    static func step(_ state: inout State, event: Event) -> (Effect?, Output) {
        let (effect, output) = Machine.step(&state, event: event)
        return (effect.flatMap { standIn(for: $0) }, output)
    }

    static func activities(in state: State) -> [Effect] {
        guard Machine._mayHaveActivities else { return [] }
        return Machine.live(in: state).activities.compactMap { standIn(for: $0) }
    }

    private static func standIn(for effect: TransducerEffect<Event, Machine.Env, Machine.Input>) -> Effect? {
        switch effect.kind {
        case .events: .events(effect.events)
        case .operation, .isolatedOperation: operation(effect.id)
        // Within a sequence, something that ends at once keeps the place of an action.
        case .action, .isolatedAction: .events([])
        case .cancelTask: effect.id.map { .cancelTask($0) }
        case .departure: departure(of: effect.child)
        case .sequence:
            effect.id.map { .sequence(id: $0, parts(of: effect)) } ?? .sequence(parts(of: effect))
        case .combination:
            effect.id.map { .combine(id: $0, parts(of: effect)) } ?? .combine(parts(of: effect))
        case .list: .all(parts(of: effect))
        case .rejection, .unexpected: .unexpected
        case .postponement: .postpone
        case .mistake: mistake("\(effect)")
        }
    }

    private static func parts(of effect: TransducerEffect<Event, Machine.Env, Machine.Input>) -> [Effect] {
        effect.parts.compactMap { standIn(for: $0) }
    }

    private static func operation(_ id: EffectID?) -> Effect {
        guard let id else { return Effect { standIns, input in await standIns.standIn(for: nil, input) } }
        return Effect(id: id) { standIns, input in await standIns.standIn(for: id, input) }
    }

    private static func departure(of child: [ChildID]) -> Effect {
        Effect { standIns, _ in standIns.endAll(of: child) }
    }

    private static func mistake(_ description: String) -> Effect {
        Effect { _, _ in throw DescribedError(description: description) }
    }
}

/// The stand-ins of a machine's operations.
///
/// All of them are on one executor, as the machine is.
final class StandIns<Event>: @unchecked Sendable {
    private struct StandIn {
        let id: EffectID?
        let input: Proxy<Event>.Input
        let end: Gate<Void>
    }

    private let live = Protected<[StandIn]>([])

    /// Works in place of an operation until it is cancelled or has given its last answer.
    func standIn(for id: EffectID?, _ input: Proxy<Event>.Input) async {
        let end = Gate<Void>("the stand-in of \(id.map { "\($0)" } ?? "an operation")")
        live.withLock { $0.append(StandIn(id: id, input: input, end: end)) }
        // Released and compared outside the lock, because identities are the user's values.
        defer { _ = live.withLock { list in list.firstIndex { $0.end === end }.map { list.remove(at: $0) } } }
        try? await end.wait()
    }

    /// Lets the latest operation with an identity answer.
    ///
    /// - Returns: Whether one is live.
    func answer(_ event: Event, of sender: EffectID, isLast: Bool) -> Bool {
        let standIn = live.withLock { $0 }.last { $0.id == sender }
        guard let standIn else { return false }
        nonisolated(unsafe) let event = event
        guard (try? standIn.input.send(event)) != nil else { return false }
        if isLast { standIn.end.open() }
        return true
    }

    /// Ends the operations of a child and of the children in it.
    func endAll(of child: [ChildID]) {
        let ended = live.withLock { $0 }.filter { $0.id?.child.starts(with: child) ?? false }
        for standIn in ended { standIn.end.open() }
    }
}
