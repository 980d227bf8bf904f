import Oak

/// A state of which two can be told apart, or not.
protocol ReceptionState: Terminable, Sendable {
    var mood: Int { get set }
    var isTerminal: Bool { get set }
    init()
}

struct PlainReception: ReceptionState {
    var mood = 0
    var isTerminal = false
}

struct EquatableReception: ReceptionState, Equatable {
    var mood = 0
    var isTerminal = false
}

/// A machine that does with an event what the event says, which may depend on the mood that it is in.
enum Reception<State: ReceptionState>: EffectTransducer {
    typealias Output = String

    struct Event: Sendable {
        let name: String
        /// The moods in which it is postponed.
        var postponedIn: Set<Int> = []
        /// The moods in which nobody has thought of it.
        var unexpectedIn: Set<Int> = []
        /// The mood that it leads to.
        var mood: Int?
        var actions: [Event] = []
        var effects: [TransducerEffect<Event, Void, Oak.Proxy<Event>.Input>] = []
        var ends = false

        static var end: Event { Event(name: "end", ends: true) }
    }

    static func update(_ state: inout State, event: Event) -> (Effect?, String) {
        if event.postponedIn.contains(state.mood) { return (.postpone, "never heard") }
        if event.unexpectedIn.contains(state.mood) { return (.unexpected, "never heard") }
        state.mood = event.mood ?? state.mood
        state.isTerminal = event.ends
        return (event.effects.first ?? (event.actions.isEmpty ? nil : .events(event.actions)), event.name)
    }
}

extension Reception.Event {
    /// An event that is taken in no mood but one.
    static func visit(_ name: String, at mood: Int = 1) -> Self {
        Self(name: name, postponedIn: Set(0..<8).subtracting([mood]))
    }

    /// An event that leads to a mood.
    static func mood(_ mood: Int) -> Self { Self(name: "mood \(mood)", mood: mood) }
}

extension Reception {
    /// Runs a reception that is sent the given events, to its end.
    ///
    /// - Returns: The outputs; what else the observer sees is given to it.
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
