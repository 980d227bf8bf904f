import Oak
import OakGraph

/// Records the state and the latest event of each run of a scenario, and the problems that are told of.
///
/// A scenario that is stuck reports them. Unlike an observer, a witness does not change a run: everything happens in
/// the same order as without it.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
final class RunWitness: Sendable {
    /// The latest state and event of a run.
    struct Standing: @unchecked Sendable {
        let machine: Any.Type
        var state: Any
        var lastEvent: Any?
    }

    private let standings = Protected<(last: Int, current: [Int: Standing])>((0, [:]))
    private let problems = Protected<[String: Int]>([:])
    private let breaches = Protected<(any Error)?>(nil)
    private let decidesMainActor: Bool

    /// - Parameter decidesMainActor: Whether the scenario decides the order of the main actor.
    init(decidesMainActor: Bool) { self.decidesMainActor = decidesMainActor }

    /// The present scenario, with the witness in each of its runs.
    var scenario: Scenario {
        Scenario.changed { scenario in
            scenario.instrument = { WitnessInstrument(self, of: $0) }
            scenario.noteProblem = { problem in self.problems.withLock { $0[problem, default: 0] += 1 } }
        }
    }

    /// The problem that came most often, and how often, if it came again and again.
    var repeatedProblem: (text: String, count: Int)? {
        let most = problems.withLock { problems in problems.max { ($0.value, $1.key) < ($1.value, $0.key) } }
        return most.flatMap { $0.value > 1 ? ($0.key, $0.value) : nil }
    }

    /// The first rule that a machine has broken in a run that went on, or the first run that is out of reach.
    var breach: (any Error)? { breaches.withLock { $0 } }

    fileprivate func note(_ breach: any Error) { breaches.withLock { $0 = $0 ?? breach } }

    /// Descriptions of the machines that have not ended, in the order in which they began.
    var machines: [String] {
        standings.withLock { $0.current }.sorted { $0.key < $1.key }.map { _, standing in
            let event = standing.lastEvent.map { "its last event was \(sourceText(of: $0))" }
            let state = sourceText(of: standing.state)
            return "\(standing.machine) is in \(state); \(event ?? "it has taken no event")"
        }
    }

    fileprivate func begin(_ standing: Standing) -> Int {
        if !decidesMainActor, MainActorStandIn.isCurrent { note(MainActorUndecided(machine: standing.machine)) }
        return standings.withLock { standings in
            standings.last += 1
            standings.current[standings.last] = standing
            return standings.last
        }
    }

    /// - Parameter change: Returns `nil` when the run has ended.
    fileprivate func update(_ number: Int, _ change: (Standing) -> Standing?) {
        guard let standing = standings.withLock({ $0.current[number] }) else { return }
        let changed = change(standing)
        // The user's values are released outside of the lock.
        standings.withLock { $0.current[number] = changed }
        withExtendedLifetime(standing) {}
    }
}

/// Tells a witness what happens in a run.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
private final class WitnessInstrument: RunInstrument {
    static var standing: ObserverStanding { .witness }

    private let witness: RunWitness
    private let machine: Any.Type
    private var number = 0

    init(_ witness: RunWitness, of machine: Any.Type) { (self.witness, self.machine) = (witness, machine) }

    func observe<State, Event, Output>(_ occurrence: Occurrence<State, Event, Output>) {
        switch occurrence {
        case .runStarted(let state): number = witness.begin(.init(machine: machine, state: state))
        case .eventTaken(let event, _): update { $0.lastEvent = event }
        case .transition(_, _, let state): update { $0.state = state }
        case .runEnded: witness.update(number) { _ in nil }
        case .sendRejected(_, let error as TransducerError) where error.isBreach: witness.note(error)
        case .eventPostponed, .eventUnexpected, .output, .effectStarted, .effectEnded, .effectCancelled, .effectOverdue,
            .sendRejected:
            break
        }
    }

    private func update(_ change: (inout RunWitness.Standing) -> Void) {
        witness.update(number) { standing in
            var standing = standing
            change(&standing)
            return standing
        }
    }
}
