public import Oak

/// Two machines of which one takes the outputs of the other as events.
///
/// In a run, the output of a machine goes to the input of another with `output: proxy.input`, and waits there for the
/// macrostep that it leads to. A graph shows both together, and finds the events that let each of them wait for the
/// other.
///
/// ```swift
/// import OakGraph
///
/// enum Sensor: Transducer {
///     enum State: Hashable { case cold, hot }
///     enum Event: CaseIterable { case warm, cool }
///     static func update(_ state: inout State, event: Event) -> Bool {
///         state = event == .warm ? .hot : .cold
///         return state == .hot
///     }
/// }
/// enum Fan: Transducer {
///     enum State: Hashable { case off, on }
///     enum Event: CaseIterable { case start, stop }
///     static func update(_ state: inout State, event: Event) { state = event == .start ? .on : .off }
/// }
/// enum Cooling: Pipe {
///     typealias Source = Sensor
///     typealias Sink = Fan
///     static func event(for output: Bool) -> Fan.Event? { output ? .start : .stop }
/// }
///
/// let graph = StateGraph(
///     of: Piped<Cooling>.self, from: [.init(.cold, .off)], events: [.first(.warm), .first(.cool)])
/// assert(graph.states.count == 2)
/// ```
public protocol Pipe {
    /// The machine whose outputs are events.
    associatedtype Source: ExecutableTransducer

    /// The machine that takes them.
    associatedtype Sink: ExecutableTransducer

    /// Returns the event for an output; `nil` if the output goes elsewhere.
    ///
    /// - Parameter output: The output of the source.
    static func event(for output: Source.Output) -> Sink.Event?

    /// Returns the event that the source receives for an output of the sink; `nil`, the default, if the output goes
    /// elsewhere.
    ///
    /// - Parameter output: The output of the sink.
    static func reply(to output: Sink.Output) -> Source.Event?
}

extension Pipe {
    public static func reply(to output: Sink.Output) -> Source.Event? { nil }
}

/// The states of two piped machines.
public struct PipedState<First, Second> {
    /// The ability of the machines to go on.
    public enum Condition: Hashable, Sendable {
        /// Both take events.
        case sound
        /// Each waits for a macrostep of the other.
        case deadlocked
        /// An output went to a machine that had ended, which ends a run with an error.
        case broken
        /// A machine did not handle an event that the other one sent; the intent says how.
        case stopped(Intent)
    }

    /// The state of the source.
    public var first: First

    /// The state of the sink.
    public var second: Second

    /// The ability of the machines to go on.
    public internal(set) var condition = Condition.sound

    /// Creates the states of two machines.
    ///
    /// - Parameters:
    ///   - first: The state of the source.
    ///   - second: The state of the sink.
    public init(_ first: First, _ second: Second) {
        self.first = first
        self.second = second
    }
}

extension PipedState: Sendable where First: Sendable, Second: Sendable {}
extension PipedState: Equatable where First: Equatable, Second: Equatable {}
extension PipedState: Hashable where First: Hashable, Second: Hashable {}

/// A machine made of two piped ones, for the exploration of both.
///
/// An event of the source includes everything that its outputs lead to in the sink, as each output waits for its
/// macrostep. Where one machine does not handle an event of the other, the graph ends with a ``PipedState/Condition``,
/// which is a dead end. Effects belong to the machine that begins them: ``Alphabet/answers(of:_:ends:fails:)`` declares
/// an answer as an event of that machine, as in `.answers(of: EffectID("save", in: .second), .second(.saved))`. Actions
/// are performed after the macrosteps that the event has led to. Initial outputs are not part of the graph.
public enum Piped<Connection: Pipe>: PairTransducer {
    /// The machine whose outputs are events.
    public typealias First = Connection.Source
    /// The machine that takes them.
    public typealias Second = Connection.Sink
    /// The states of both machines.
    public typealias State = PipedState<Connection.Source.State, Connection.Sink.State>
    /// A machine of a pipe has no output of its own.
    public typealias Output = Void
    /// An event of either machine from outside.
    public typealias Event = PairEvent<First.Event, Second.Event>
    /// The environments of both machines.
    public typealias Env = Pair<Connection.Source.Env, Connection.Sink.Env>

    /// Returns whether both machines have ended.
    ///
    /// - Parameter state: The states of both machines.
    public static func isTerminal(_ state: State) -> Bool {
        state.condition == .sound && Connection.Source.isTerminal(state.first)
            && Connection.Sink.isTerminal(state.second)
    }

    /// Lets one machine process an event, and the other one what comes of it.
    ///
    /// - Parameters:
    ///   - state: The states of both machines.
    ///   - event: The event.
    /// - Returns: The effects of both machines, or a reply to an event from outside that is postponed or unexpected; no
    ///   output.
    public static func step(_ state: inout State, event: Event) -> (TransducerEffect<Event, Env, Input>?, Void) {
        var delivery = Delivery(state: state)
        var intent = Intent.ignored
        switch event {
        case _ where state.condition != .sound: break
        case .first(let event) where !Connection.Source.isTerminal(state.first):
            intent = delivery.takeInSource(event)
        case .second(let event) where !Connection.Sink.isTerminal(state.second):
            intent = delivery.takeInSink(event)
        case .first, .second: break
        }
        switch intent {
        case .unexpected: return (.unexpected, ())
        case .postponed: return (.postpone, ())
        case .handled, .ignored, .refused: break
        case .endless, .invalid, .trapped: delivery.state.condition = .stopped(intent)
        }
        state = delivery.state
        return (delivery.effects.isEmpty ? nil : Part(inTurn: delivery.effects), ())
    }

    public static func _running(in state: State) -> (Connection.Source.State?, Connection.Sink.State?) {
        guard state.condition == .sound else { return (nil, nil) }
        return (
            Connection.Source.isTerminal(state.first) ? nil : state.first,
            Connection.Sink.isTerminal(state.second) ? nil : state.second
        )
    }

    private typealias Part = TransducerEffect<Event, Env, Input>

    /// The consequences of one event in both machines.
    private struct Delivery {
        var state: State
        /// The work that begins, in its order.
        var effects: [Part] = []
        /// The machines that are within a macrostep.
        var isSourceBusy = false
        var isSinkBusy = false

        mutating func takeInSource(_ event: Connection.Source.Event) -> Intent {
            take(event, in: Connection.Source.self, \.first, lift: first, isBusy: \.isSourceBusy) { delivery, output in
                Connection.event(for: output).map { delivery.takeInSink($0) }
            }
        }

        mutating func takeInSink(_ event: Connection.Sink.Event) -> Intent {
            take(event, in: Connection.Sink.self, \.second, lift: second, isBusy: \.isSinkBusy) { delivery, output in
                Connection.reply(to: output).map { delivery.takeInSource($0) }
            }
        }

        /// - Parameter passOn: Lets the other machine take an output, and returns its intent; `nil` if the output goes
        ///   elsewhere.
        private mutating func take<Machine: ExecutableTransducer>(
            _ event: Machine.Event, in machine: Machine.Type, _ own: WritableKeyPath<State, Machine.State>,
            lift: Child<Piped, Machine>.Lift, isBusy: WritableKeyPath<Delivery, Bool>,
            passOn: (inout Delivery, Machine.Output) -> Intent?
        ) -> Intent {
            guard !self[keyPath: isBusy] else { return stop(.deadlocked) }
            guard !Machine.isTerminal(state[keyPath: own]) else { return stop(.broken) }
            self[keyPath: isBusy] = true
            defer { self[keyPath: isBusy] = false }
            var macrostep = Macrostep<Machine>(actionLimit: 10_000)
            var outputs: [Machine.Output] = []
            var work = Unfolding<Machine>(lift)
            let note = macrostep.take(
                &state[keyPath: own], event, isSame: { _, _ in true }
            ) { _, state, effect, output, intent in
                if let output { outputs.append(output) }
                work.take(intent == .handled ? effect : nil, ends: Machine.isTerminal(state))
            }
            effects += work.begun
            // A reply has no outputs.
            if note.intent == .unexpected || note.intent == .postponed { outputs = [] }
            for output in outputs where state.condition == .sound {
                if let intent = passOn(&self, output), !intent.isSilent { noteFirst(.stopped(intent)) }
            }
            if note[.unexpectedAction] { noteFirst(.stopped(.unexpected)) }
            return note.intent
        }

        private mutating func stop(_ condition: State.Condition) -> Intent {
            state.condition = condition
            return .ignored
        }

        /// Notes the first reason why the machines do not go on.
        private mutating func noteFirst(_ condition: State.Condition) {
            if state.condition == .sound { state.condition = condition }
        }
    }

    /// The work of one macrostep in the order in which it begins, without action events, which the macrostep includes.
    private struct Unfolding<Machine: ExecutableTransducer> {
        private let lift: Child<Piped, Machine>.Lift
        private(set) var begun: [Part] = []
        /// The parts that wait for the transitions of action events, the innermost last.
        private var waiting: [ArraySlice<TransducerEffect<Machine.Event, Machine.Env, Machine.Input>?>] = []

        init(_ lift: Child<Piped, Machine>.Lift) { self.lift = lift }

        /// Takes the effect of the next transition.
        mutating func take(_ effect: TransducerEffect<Machine.Event, Machine.Env, Machine.Input>?, ends: Bool) {
            if ends {
                begun.append(lift.ending(with: effect) as Part)
                waiting = []
                return
            }
            waiting.append(effect?.partsAroundEvents[...] ?? [])
            while var parts = waiting.popLast() {
                while let part = parts.popFirst() {
                    guard let part else {
                        waiting.append(parts)
                        return
                    }
                    begun.append(lift.lifted(part) as Part)
                }
            }
        }
    }
}
