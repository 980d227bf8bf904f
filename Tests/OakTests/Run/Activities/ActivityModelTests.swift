import Oak
import OakTesting
import TestSupport
import Testing

@Suite("C27 Activities in every interleaving", .timeLimit(.minutes(20)))
struct ActivityModelTests {
    @Test("With ends, answers, late events, cancellation and terminal states, what runs is what a small model says")
    func model() async throws {
        var began = 0
        let seeds = Effort.seeds(10_000, attack: 200_000)
        for seed in seeds { began += try await interleave(seed: seed) { try await play(seed: seed) } }
        #expect(began > 3 * seeds.count)
    }
}

/// Plays random events from two senders, up to the end or a cancellation.
///
/// - Returns: How many activities began.
private nonisolated(nonsending) func play(seed: UInt64) async throws -> Int {
    var random = SeededGenerator(seed: seed)
    let (mine, others) = (Recruits.Event.random(6, using: &random), Recruits.Event.random(6, using: &random))
    let isCancelled = Bool.random(using: &random)
    let log = Recorder<Recruits.Entry>()
    let proxy = Recruits.Proxy(bufferSize: 64)
    async let run = result {
        try await Recruits.run(
            initialState: .init(names: [1, 2]), proxy: proxy, env: (), observer: Recruits.observer(log))
    }
    async let sent: Void = {
        for event in others {
            await Task.yield()
            try? proxy.send(event)
        }
    }()
    for event in mine {
        try? proxy.send(event)
        await Task.yield()
    }
    await sent
    if isCancelled { proxy.cancel() } else { try? proxy.send(.end) }
    _ = await run
    let model = ActivityModel(log.values)
    expectThat(model.mistakes.isEmpty, "seed \(seed): \(model.mistakes) in \(log.values)")
    return model.began
}

/// Has the numbered activities that its state names: some last, some return, some answer, and some do not heed
/// cancellation.
private enum Recruits: EffectTransducer {
    enum Event: Sendable {
        case names([Int], then: [[Int]])
        case answer(Int), end

        /// Names, each time with what follows within the macrostep; seldom the end.
        static func random(_ count: Int, using random: inout SeededGenerator) -> [Event] {
            (0..<count).map { _ in
                if Int.random(in: 0..<12, using: &random) == 0 { return .end }
                let following = max(0, Int.random(in: -2...2, using: &random))
                return .names(names(using: &random), then: (0..<following).map { _ in names(using: &random) })
            }
        }

        private static func names(using random: inout SeededGenerator) -> [Int] {
            Array((0..<6).shuffled(using: &random).prefix(Int.random(in: 0...4, using: &random)))
        }
    }
    struct State: Terminable, Sendable { var names: [Int] = [], isTerminal = false }
    enum Entry: Sendable {
        case external(number: Int?)
        case state([Int], isTerminal: Bool)
        case began(Int, number: Int), returned(number: Int), cancelled(number: Int, CancellationReason)
    }

    static func activities(in state: State) -> [Effect] {
        state.names.map { name in
            Effect(id: name) { _, input in
                switch name % 3 {
                case 0: try await Gate<Void>("\(name)").wait()
                case 1:
                    await Task.yield()
                    try input.send(.answer(name))
                default:
                    // Whether or not it is cancelled.
                    for _ in 0..<5 { await Task.yield() }
                    try input.send(.answer(name))
                    try await Gate<Void>("\(name)").wait()
                }
            }
        }
    }

    static func update(_ state: inout State, event: Event) -> Effect? {
        switch event {
        case .names(let names, let then):
            state.names = names
            return then.isEmpty ? nil : .events(then.map { .names($0, then: []) })
        case .answer: break
        case .end: state.isTerminal = true
        }
        return nil
    }

    static func observer(_ log: Recorder<Entry>) -> MachineObserver<Recruits> {
        MachineObserver(of: Recruits.self) { occurrence in
            switch occurrence {
            case .runStarted(let state): log.record(.state(state.names, isTerminal: false))
            case .eventTaken(_, .external): log.record(.external(number: nil))
            case .eventTaken(_, .operation(let number)): log.record(.external(number: number))
            case .transition(_, _, let state): log.record(.state(state.names, isTerminal: state.isTerminal))
            case .effectStarted(let effect) where effect.isActivity:
                log.record(.began(effect.id?.base as? Int ?? -1, number: effect.number))
            case .effectEnded(let effect, _): log.record(.returned(number: effect.number))
            case .effectCancelled(let effect, let reason): log.record(.cancelled(number: effect.number, reason))
            case .eventTaken, .eventPostponed, .eventUnexpected, .output, .effectStarted, .effectOverdue, .sendRejected,
                .runEnded:
                break
            }
        }
    }
}

/// Follows a log of activities, and notes what should not be in it.
private struct ActivityModel {
    private(set) var mistakes: [String] = []
    private(set) var began = 0

    /// The names in the state at the end of the last macrostep.
    private var before: [Int] = []
    private var names: [Int] = []
    private var isTerminal = false
    /// The activities that were begun and not cancelled, by name, including those that have returned.
    private var numbers: [Int: Int] = [:]
    private var returned: Set<Int> = []
    private var cancelled: Set<Int> = []
    private var left: [Int] = []
    private var new: [Int] = []
    private var hasEnded = false

    init(_ entries: [Recruits.Entry]) {
        for entry in entries { take(entry) }
        if !hasEnded { endMacrostep(mayBeInterrupted: true) }
        let open = numbers.values.filter { !returned.contains($0) && !cancelled.contains($0) }
        if !open.isEmpty { mistakes.append("\(open) were neither cancelled nor have they returned") }
    }

    private mutating func take(_ entry: Recruits.Entry) {
        switch entry {
        case .external(let number):
            if let number, cancelled.contains(number) { mistakes.append("\(number) was heard although cancelled") }
            endMacrostep()
        case .state(let names, let isTerminal): (self.names, self.isTerminal) = (names, isTerminal)
        case .began(let name, let number):
            new.append(name)
            numbers[name] = number
            began += 1
        case .returned(let number): returned.insert(number)
        case .cancelled(let number, .stateLeft):
            guard let name = numbers.first(where: { $0.value == number })?.key else { break }
            if !new.isEmpty { mistakes.append("\(name) was cancelled after \(new) began") }
            if returned.contains(number) { mistakes.append("\(name) had returned and was cancelled") }
            left.append(name)
            cancelled.insert(number)
            numbers[name] = nil
        case .cancelled(let number, .machineEnded):
            // Nothing is compared from then on.
            if !hasEnded { endMacrostep(mayBeInterrupted: true) }
            hasEnded = true
            cancelled.insert(number)
        case .cancelled(_, let reason): mistakes.append("cancelled because of \(reason)")
        }
    }

    private mutating func endMacrostep(mayBeInterrupted: Bool = false) {
        defer { (before, left, new) = (names, [], []) }
        if isTerminal {
            if !left.isEmpty || !new.isEmpty { mistakes.append("a terminal state has led to \(left) and \(new)") }
            return
        }
        let isUntouched = left.isEmpty && new.isEmpty
        if mayBeInterrupted, isUntouched { return }
        let expected = names.filter { !before.contains($0) }
        let isAsExpected = mayBeInterrupted ? expected.starts(with: new) : expected == new
        if !isAsExpected { mistakes.append("\(new) began instead of \(expected)") }
        for name in before where !names.contains(name) {
            // An activity that has returned need not be cancelled.
            if let number = numbers[name], !returned.contains(number) { mistakes.append("\(name) goes on") }
            numbers[name] = nil
        }
        for name in left where names.contains(name) { mistakes.append("\(name) was cancelled though it is named") }
    }
}
