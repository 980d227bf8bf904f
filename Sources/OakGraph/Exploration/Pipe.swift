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
/// which is a dead end. Effects, and initial outputs, are not part of the graph.
public enum Piped<Connection: Pipe>: ExecutableTransducer {
    /// The states of both machines.
    public typealias State = PipedState<Connection.Source.State, Connection.Sink.State>
    /// An event of either machine from outside.
    public typealias Event = PairEvent<Connection.Source.Event, Connection.Sink.Event>

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
    /// - Returns: A reply to an event from outside that is postponed or unexpected; neither an effect nor an output.
    public static func step(_ state: inout State, event: Event) -> (TransducerEffect<Event, Void, Input>?, Void) {
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
        return (nil, ())
    }

    /// The consequences of one event in both machines.
    private struct Delivery {
        var state: State
        /// The machines that are within a macrostep.
        var isSourceBusy = false
        var isSinkBusy = false

        mutating func takeInSource(_ event: Connection.Source.Event) -> Intent {
            guard !isSourceBusy else { return stop(.deadlocked) }
            guard !Connection.Source.isTerminal(state.first) else { return stop(.broken) }
            isSourceBusy = true
            let (note, outputs) = Self.macrostep(of: Connection.Source.self, event, from: &state.first)
            for output in outputs where state.condition == .sound {
                if let event = Connection.event(for: output) { pass(takeInSink(event)) }
            }
            isSourceBusy = false
            return intent(of: note)
        }

        mutating func takeInSink(_ event: Connection.Sink.Event) -> Intent {
            guard !isSinkBusy else { return stop(.deadlocked) }
            guard !Connection.Sink.isTerminal(state.second) else { return stop(.broken) }
            isSinkBusy = true
            let (note, outputs) = Self.macrostep(of: Connection.Sink.self, event, from: &state.second)
            for output in outputs where state.condition == .sound {
                if let reply = Connection.reply(to: output) { pass(takeInSource(reply)) }
            }
            isSinkBusy = false
            return intent(of: note)
        }

        /// The outputs of a macrostep; a reply has none.
        private static func macrostep<Machine: ExecutableTransducer>(
            of machine: Machine.Type, _ event: Machine.Event, from state: inout Machine.State
        ) -> (note: EdgeNote, outputs: [Machine.Output]) {
            var macrostep = Macrostep<Machine>(actionLimit: 10_000)
            var outputs: [Machine.Output] = []
            let note = macrostep.take(&state, event, isSame: { _, _ in true }) { _, _, _, output, _ in
                outputs.append(output)
            }
            return (note, note.intent == .unexpected || note.intent == .postponed ? [] : outputs)
        }

        private mutating func intent(of note: EdgeNote) -> Intent {
            if note.hasUnexpectedAction, state.condition == .sound { state.condition = .stopped(.unexpected) }
            return note.intent
        }

        private mutating func stop(_ condition: State.Condition) -> Intent {
            state.condition = condition
            return .ignored
        }

        /// Notes that one machine does not handle an event of the other.
        private mutating func pass(_ intent: Intent) {
            switch intent {
            case .handled, .ignored: break
            case .postponed, .unexpected, .refused, .endless, .invalid, .trapped:
                if state.condition == .sound { state.condition = .stopped(intent) }
            }
        }
    }
}
