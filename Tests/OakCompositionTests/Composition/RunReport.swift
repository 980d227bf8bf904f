import Oak
import OakTesting
import Testing

/// The random machines of one run.
struct RandomMachines: Sendable {
    let work = RandomWork()
    private(set) var timers: [String: RandomMachine.Timer] = [:]

    mutating func add(_ name: String, seed: UInt64, ends: Bool = true) -> RandomMachine.State {
        let state = RandomMachine.State(name: name, seed: seed, ends: ends)
        timers[name] = state.timer
        return state
    }

    func env(_ name: String) -> RandomMachine.Env { RandomMachine.Env(name: name, work: work) }
}

/// The reported states, outputs and effects of random machines, by the names of the machines.
struct RunReport: Equatable {
    var states: [String: RandomMachine.State] = [:]
    var outputs: [Emission] = []
    var effects: [String] = []
    var rejected: [Emission] = []
    var actions: [String] = []
    var operations: [[String]] = []
    var ending: [Emission]?

    struct Emission: Equatable {
        let name: String
        let what: RandomMachine.Event?
    }

    /// The part about one machine.
    func of(_ name: String) -> RunReport {
        RunReport(
            states: states.filter { $0.key == name }, outputs: outputs.filter { $0.name == name },
            // An action has no identity that would tell whose it is, but it leaves a trace of its own.
            effects: effects.filter { $0.contains(" \(name)/") }, rejected: rejected.filter { $0.name == name },
            actions: actions.filter { $0.hasPrefix("\(name):") },
            operations: operations.map { $0.filter { $0.hasPrefix("\(name):") } }.filter { !$0.isEmpty })
    }
}

/// The places of the random machines in a composite.
struct Layout<T: ExecutableTransducer> {
    /// The path of each machine with its name.
    let paths: [(path: String, name: String)]
    let state: (String, T.State) -> RandomMachine.State?
    let output: (String, T.Output) -> RandomMachine.Event?
    let address: (T.Event) -> (name: String, event: RandomMachine.Event)

    func account(_ play: RandomRun<T>) -> RunReport {
        let names = paths.map(\.name)
        return RunReport(
            states: Dictionary(
                uniqueKeysWithValues: names.compactMap { name in state(name, play.state).map { (name, $0) } }),
            outputs: play.outputs.map { event, output in
                let name = address(event).name
                return .init(name: name, what: self.output(name, output))
            },
            effects: play.effects.map { effect in
                for (path, name) in paths where effect.contains(" \(path)/") {
                    return effect.replacing(" \(path)/", with: " \(name)/")
                }
                return effect
            },
            rejected: play.rejected.map { event in
                let (name, event) = address(event)
                return .init(name: name, what: event)
            },
            actions: play.actions, operations: play.operations,
            ending: play.ending.map { ending in names.sorted().map { .init(name: $0, what: output($0, ending)) } })
    }
}

extension Layout<RandomMachine> {
    /// The layout of a single machine.
    static func alone(_ name: String) -> Layout {
        Layout(
            paths: [("", name)], state: { _, state in state }, output: { _, output in output },
            address: { (name, $0) })
    }
}
