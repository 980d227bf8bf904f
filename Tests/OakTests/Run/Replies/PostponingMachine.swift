import Oak

/// A state that may be equatable.
protocol PostponingState: Terminable, Sendable {
    var mode: Int { get set }
    var isTerminal: Bool { get set }
    init()
}

struct PlainState: PostponingState {
    var mode = 0
    var isTerminal = false
}

struct EquatableState: PostponingState, Equatable {
    var mode = 0
    var isTerminal = false
}

/// A machine whose events say in which modes they are postponed or unexpected.
enum PostponingMachine<State: PostponingState>: EffectTransducer {
    typealias Output = String

    struct Event: Sendable {
        let name: String
        /// The modes in which the event is postponed.
        var postponedIn: Set<Int> = []
        /// The modes in which the event is unexpected.
        var unexpectedIn: Set<Int> = []
        /// The mode after the event.
        var mode: Int?
        var actions: [Event] = []
        var effects: [TransducerEffect<Event, Void, Oak.Proxy<Event>.Input>] = []
        var ends = false

        static var end: Event { Event(name: "end", ends: true) }
    }

    static func update(_ state: inout State, event: Event) -> (Effect?, String) {
        if event.postponedIn.contains(state.mode) { return (.postpone, "never heard") }
        if event.unexpectedIn.contains(state.mode) { return (.unexpected, "never heard") }
        state.mode = event.mode ?? state.mode
        state.isTerminal = event.ends
        return (event.effects.first ?? (event.actions.isEmpty ? nil : .events(event.actions)), event.name)
    }
}

extension PostponingMachine.Event {
    /// An event that is postponed in every mode but one.
    static func visit(_ name: String, at mode: Int = 1) -> Self {
        Self(name: name, postponedIn: Set(0..<8).subtracting([mode]))
    }

    /// An event that sets the mode.
    static func mode(_ mode: Int) -> Self { Self(name: "mode \(mode)", mode: mode) }
}

extension PostponingMachine {
    /// Runs the machine with the given events up to its end.
    ///
    /// - Returns: The outputs.
    static func play(
        _ events: [Event], bufferSize: Int? = nil, settings: RunSettings = RunSettings(),
        observer: some TransducerObserver = NoObserver()
    ) async throws -> [String] {
        let proxy = Proxy(bufferSize: bufferSize ?? max(8, events.count))
        try proxy.send(contentsOf: events)
        return try await play(proxy, settings: settings, observer: observer)
    }

    static func play(
        _ proxy: Self.Proxy, settings: RunSettings = RunSettings(), observer: some TransducerObserver = NoObserver()
    ) async throws -> [String] {
        var outputs: [String] = []
        try await run(
            initialState: State(), proxy: proxy, output: Callback { outputs.append($0) }, observer: observer,
            settings: settings)
        return outputs
    }
}
