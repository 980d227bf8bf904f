import Oak
import OakTesting
import Testing

/// A move of a test on one of the random machines.
enum Move: Sendable {
    case send(RandomMachine.Event)
    case release(Int)
    case pass(seconds: Int)

    /// Random moves on machines.
    static func draw(_ count: Int, for names: [String], seed: UInt64) -> [(name: String, move: Move)] {
        var random = SeededGenerator(seed: seed)
        func lot(_ count: Int) -> Int { Int(random.next() >> 33) % count }
        return (0..<count).map { _ in
            let name = names[lot(names.count)]
            switch lot(8) {
            case 0, 1, 2, 3: return (name, .send(RandomMachine.Event(number: lot(4))))
            case 4, 5, 6: return (name, .release(lot(4)))
            default: return (name, .pass(seconds: 1 + lot(2)))
            }
        }
    }
}

/// The log of a run of random machines.
struct RandomRun<T: ExecutableTransducer> {
    var state: T.State
    /// The outputs as they were delivered, each with the event of its transition.
    var outputs: [(event: T.Event, output: T.Output)] = []
    /// The starts and cancellations of effects.
    var effects: [String] = []
    var rejected: [T.Event] = []
    /// The output that the run has returned.
    var ending: T.Output?
    /// The entries of actions.
    var actions: [String] = []
    /// The entries of operations from one move to the next, in no particular order.
    var operations: [[String]] = []
}

/// Runs random machines, alone or as children of a composite.
///
/// - Parameters:
///   - timers: The clocks of the machines.
///   - embed: Makes an event of the machine out of the name of a child and its event.
func play<T: ExecutableTransducer & SendableMetatype>(
    _ type: T.Type = T.self, from state: T.State, env: T.Env, work: RandomWork, timers: [String: RandomMachine.Timer],
    _ moves: [(name: String, move: Move)], event embed: (String, RandomMachine.Event) -> T.Event
) async -> RandomRun<T>
where T.State: Sendable, T.Event: Sendable, T.Env: Sendable, T.Output: Sendable {
    let executor = DeterministicExecutor()
    let notes = Notes<T>(state)
    let proxy = T.Proxy()
    let settings = RunSettings(gracePeriod: .duration(.seconds(1), clock: TestClock()))
    let run = executor.start {
        notes.ending = try await T.run(
            initialState: state, proxy: proxy, env: env, output: Callback { notes.note($0) },
            observer: .each(T.self) { notes.observe($0) }, settings: settings)
    }
    var operations: [[String]] = []
    var told = 0
    executor.run()
    for (name, move) in moves {
        switch move {
        case .send(let event):
            // Nothing but the end is a reason not to take an event.
            do { try InputPort(proxy.mailbox).send(embed(name, event)) } catch {
                #expect(error as? TransducerError == .terminated && T.isTerminal(notes.state), "\(error)")
            }
        case .release(let number): work.release(number, of: name)
        case .pass(let seconds): await timers[name]?.clock.advance(by: .seconds(seconds))
        }
        executor.run()
        let news = work.operations.dropFirst(told)
        told += news.count
        // An operation that is cancelled in the move in which it begins may have been called or not.
        func beginning(_ entry: String) -> String { entry.replacing(" is cancelled", with: " begins") }
        let brief = Set(news.filter { $0 != beginning($0) }.map(beginning)).intersection(news)
        let lasting = news.filter { !brief.contains(beginning($0)) }
        if !lasting.isEmpty { operations.append(lasting.sorted()) }
    }
    let play = RandomRun<T>(
        state: notes.state, outputs: notes.outputs, effects: notes.effects, rejected: notes.rejected,
        ending: notes.ending, actions: work.actions, operations: operations)
    proxy.cancel()
    executor.run()
    switch await run.result {
    case .success: #expect(play.ending != nil)
    case .failure(TransducerError.cancelled): #expect(play.ending == nil)
    case .failure(let error): Issue.record(error)
    }
    return play
}

/// Records the occurrences of a run on one executor.
private final class Notes<T: ExecutableTransducer>: @unchecked Sendable {
    var state: T.State
    var outputs: [(event: T.Event, output: T.Output)] = []
    var effects: [String] = []
    var rejected: [T.Event] = []
    var ending: T.Output?
    private var event: T.Event?

    init(_ state: T.State) { self.state = state }

    func observe(_ occurrence: Occurrence<T.State, T.Event, T.Output>) {
        switch occurrence {
        case .transition(from: _, let event, to: let state): (self.event, self.state) = (event, state)
        case .effectStarted(let effect): note("starts", effect)
        case .effectCancelled(let effect, let reason):
            switch reason {
            case .replaced, .cancelTask: note("is cancelled (\(reason)):", effect)
            case .childDeparted, .childEnded, .stateLeft, .partFailed, .machineEnded:
                note("is cancelled (left):", effect)
            }
        case .sendRejected(let event, _): rejected.append(event)
        case .runStarted, .effectEnded, .eventTaken, .eventPostponed, .eventUnexpected, .output, .effectOverdue,
            .runEnded:
            break
        }
    }

    func note(_ output: T.Output) {
        if let event { outputs.append((event, output)) }
    }

    private func note(_ what: String, _ effect: EffectSummary) {
        // The identity of an effect names its child.
        let id = effect.id.map { $0.description.contains("/") ? "\($0)" : "/\($0)" } ?? "-"
        effects.append("\(what) \(effect.kind) \(id)")
    }
}
