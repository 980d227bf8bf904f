import Oak
import OakTesting
import Testing

/// The machines of one play, all of them random.
struct Players: Sendable {
    let game = Game()
    private(set) var timers: [String: Lottery.Timer] = [:]

    mutating func add(_ name: String, seed: UInt64, ends: Bool = true) -> Lottery.State {
        let state = Lottery.State(name: name, seed: seed, ends: ends)
        timers[name] = state.timer
        return state
    }

    func env(_ name: String) -> Lottery.Env { Lottery.Env(name: name, game: game) }
}

/// The fate of each of the machines in play, whatever they are children of.
struct Account: Equatable {
    var states: [String: Lottery.State] = [:]
    var outputs: [Said] = []
    var effects: [String] = []
    var rejected: [Said] = []
    var actions: [String] = []
    var operations: [[String]] = []
    var ending: [Said]?

    struct Said: Equatable {
        let name: String
        let what: Lottery.Event?
    }

    /// As it is for one machine.
    func of(_ name: String) -> Account {
        Account(
            states: states.filter { $0.key == name }, outputs: outputs.filter { $0.name == name },
            // An action has no identity that would tell whose it is, but it leaves a trace of its own.
            effects: effects.filter { $0.contains(" \(name)/") }, rejected: rejected.filter { $0.name == name },
            actions: actions.filter { $0.hasPrefix("\(name):") },
            operations: operations.map { $0.filter { $0.hasPrefix("\(name):") } }.filter { !$0.isEmpty })
    }
}

/// Where the random machines are in a composite.
struct Seating<T: ExecutableTransducer> {
    /// The prefixes of effect identities, each with the name of the machine that it stands for.
    let paths: [(path: String, name: String)]
    let state: (String, T.State) -> Lottery.State?
    let output: (String, T.Output) -> Lottery.Event?
    let address: (T.Event) -> (name: String, event: Lottery.Event)

    func account(_ play: Playthrough<T>) -> Account {
        let names = paths.map(\.name)
        return Account(
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

extension Seating<Lottery> {
    /// A machine alone.
    static func alone(_ name: String) -> Seating {
        Seating(
            paths: [("", name)], state: { _, state in state }, output: { _, output in output },
            address: { (name, $0) })
    }
}

/// Checks a law for many seeds, up to the first that breaks it.
func law(_ seeds: ClosedRange<UInt64>, _ holds: (UInt64) async throws -> Void) async throws {
    for seed in seeds { try await holds(seed) }
}

/// Fails with what is different, and the seed.
func require(_ found: Account, equals expected: Account, seed: UInt64, at site: SourceLocation = #_sourceLocation)
    throws
{
    let isEqual = found == expected
    try #require(isEqual, "seed \(seed): \(difference(found, expected))", sourceLocation: site)
}

private func difference(_ found: Account, _ expected: Account) -> String {
    func lines(_ account: Account) -> [String] {
        account.effects + account.actions + account.operations.map { "\($0)" } + account.outputs.map { "\($0)" }
            + account.rejected.map { "rejected \($0)" }
            + account.states.sorted { $0.key < $1.key }.map { "\($0)" } + [
                "ending \(String(describing: account.ending))"
            ]
    }
    let (found, expected) = (lines(found), lines(expected))
    let index =
        zip(found, expected).enumerated().first { $0.element.0 != $0.element.1 }?.offset
        ?? min(found.count, expected.count)
    return """
        found    \(found.dropFirst(max(0, index - 6)).prefix(10).joined(separator: "\\n         "))
        expected \(expected.dropFirst(max(0, index - 6)).prefix(10).joined(separator: "\\n         "))
        """
}
