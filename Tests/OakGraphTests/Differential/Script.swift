import Oak
import OakTesting

/// A machine as data: the responses to signals by phase, interpreted by ``ScriptedMachine`` and ``ScriptedHost``.
///
/// Scripts are equal if they are the same object, so that states with a script are cheap to compare.
final class Script: Sendable {
    /// The responses by phase; a signal without one is ignored.
    let responses: [[Signal: Response]]
    /// The activities by phase.
    let activities: [[Plan]]
    /// The phase in which the machine is terminal.
    let lastPhase: Int?
    /// The children of a host, all of which follow the same script.
    let child: Script?
    /// Measures the delays of operations.
    let clock: TestClock

    init(
        _ responses: [[Signal: Response]], activities: [[Plan]] = [], lastPhase: Int? = nil, child: Script? = nil,
        clock: TestClock = TestClock()
    ) {
        self.responses = responses
        self.activities = activities + responses.dropFirst(activities.count).map { _ in [] }
        self.lastPhase = lastPhase
        self.child = child
        self.clock = clock
    }

    /// All effects of the script, including its activities.
    var plans: [Plan] { responses.flatMap { $0.values.compactMap(\.plan) } + activities.flatMap { $0 } }

    /// The effects of all plans and their parts.
    var effects: [Plan] { plans.flatMap(\.all) }

    /// The places in which the script puts children.
    var places: [Place] {
        let used = Set(responses.flatMap { $0.values.flatMap { $0.changes.map(\.place) } })
        return Place.all.filter(used.contains)
    }
}

extension Script: Hashable {
    static func == (one: Script, other: Script) -> Bool { one === other }
    func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// An event of a scripted machine.
enum Signal: Hashable, Sendable {
    /// Sent from outside.
    case input(Int)
    /// An action event that an effect names, and that the graph therefore knows.
    case inner(Int)
    /// An event that comes of a function, or of an operation without a name; for the graph, an event from outside.
    case free(Int)
    /// An event that a handler makes of an error.
    case caught(Int)
    /// Sent by the operation with a name.
    case answer(Int, of: Int)

    /// An answer after which an operation continues.
    static func more(of name: Int) -> Signal { .answer(0, of: name) }
    /// The answer with which an operation returns.
    static func last(of name: Int) -> Signal { .answer(1, of: name) }
    /// The event of an operation that has failed.
    static func failed(_ name: Int) -> Signal { .answer(2, of: name) }

    /// The event of an operation without a name.
    static let nameless = Signal.free(10)
    /// The event of a host for a failure in a child.
    static let childFailed = Signal.caught(2)

    /// All signals that come from outside for the graph.
    static let outside: [Signal] = [.input(0), .input(1), .free(0), .free(1), .free(2), .nameless]
}

/// The response of a script to a signal.
struct Response: Sendable {
    enum Reply: Sendable { case postpone, unexpected }

    var reply: Reply?
    /// The next phase; `nil` if it stays.
    var phase: Int?
    var plan: Plan?
    /// The changes that a host makes to its children.
    var changes: [Change] = []

    static let postpone = Response(reply: .postpone)
    static let unexpected = Response(reply: .unexpected)

    static func go(to phase: Int? = nil, _ plan: Plan? = nil, _ changes: Change...) -> Response {
        Response(phase: phase, plan: plan, changes: changes)
    }
}

/// A change that a host makes to a child.
enum Change: Hashable, Sendable {
    /// Makes the child unless it is present.
    case add(Place)
    case remove(Place)
    /// Puts another child in the place.
    case renew(Place)
    /// Sends an action event to the child.
    case tell(Place, Int)

    var place: Place {
        switch self {
        case .add(let place), .remove(let place), .renew(let place), .tell(let place, _): place
        }
    }
}

/// The places of a host in which a child may be.
enum Place: Hashable, Sendable {
    /// An optional property.
    case optional
    /// The payload of an enum case, with an identity.
    case enumCase
    /// An element of a collection.
    case element(Int)

    static let all: [Place] = [.optional, .enumCase, .element(0), .element(1)]
}

/// An effect as data.
indirect enum Plan: Hashable, Sendable {
    case event(Int)
    /// A function that answers with a free event.
    case action(Int)
    /// A function that fails, with the number of the event for its error.
    case failure(Int?)
    case operation(Job)
    case cancel(Int)
    case sequence(Int?, [Plan])
    case combination(Int?, [Plan])
    case list([Plan])
    /// An effect with a `catch` around it.
    case caught(Plan, as: Int)

    struct Job: Hashable, Sendable {
        var name: Int?
        /// Whether it begins after a second.
        var isDelayed = false
        /// Whether the operation ignores cancellation and returns only on request of the test.
        var isDeaf = false
        /// Whether it begins after its predecessor has returned.
        var awaitsPredecessor = false
        /// The event for its error.
        var error: Signal?
    }

    static func operation(_ name: Int, isDeaf: Bool = false) -> Plan { .operation(Job(name: name, isDeaf: isDeaf)) }

    /// The parts of a composition.
    var parts: [Plan] {
        switch self {
        case .sequence(_, let parts), .combination(_, let parts), .list(let parts): parts
        case .caught(let part, as: _): [part]
        case .event, .action, .failure, .operation, .cancel: []
        }
    }

    /// The effect and all of its parts, in order.
    var all: [Plan] { [self] + parts.flatMap(\.all) }

    /// The name of the operation or composition.
    var name: Int? {
        switch self {
        case .operation(let job): job.name
        case .sequence(let name, _), .combination(let name, _): name
        case .event, .action, .failure, .cancel, .list, .caught: nil
        }
    }

    var isOperation: Bool { if case .operation = self { true } else { false } }
    var isCancellation: Bool { if case .cancel = self { true } else { false } }

    /// The number of the action event, if the graph knows it.
    var event: Int? { if case .event(let number) = self { number } else { nil } }
}

// MARK: - Reports

extension Script: CustomStringConvertible {
    var description: String {
        responses.enumerated().map { phase, row in
            let rules = row.map { "\($0.key): \($0.value)" }.sorted()
            let head = "  phase \(phase)\(phase == lastPhase ? ", terminal" : ""), activities \(activities[phase])"
            return ([head] + rules).joined(separator: "\n    ")
        }.joined(separator: "\n")
    }
}

extension Response: CustomStringConvertible {
    var description: String {
        reply.map { "\($0)" } ?? "to \(phase.map { "\($0)" } ?? "itself")\(plan.map { ", \($0)" } ?? "") \(changes)"
    }
}

extension Signal: CustomStringConvertible {
    var description: String {
        switch self {
        case .input(let number): "input \(number)"
        case .inner(let number): "event \(number)"
        case .free(let number): "free \(number)"
        case .caught(let number): "caught \(number)"
        case .answer(let number, of: let name): "\(["more", "last", "failure"][number]) of \(name)"
        }
    }
}

extension Plan: CustomStringConvertible {
    var description: String {
        func named(_ word: String, _ name: Int?) -> String { "\(word)\(name.map { " \($0)" } ?? "")" }
        return switch self {
        case .event(let number): "event \(number)"
        case .action(let number): "action \(number)"
        case .failure(let number): named("failing action", number)
        case .operation(let job):
            named("operation", job.name) + (job.isDelayed ? " delayed" : "") + (job.isDeaf ? " deaf" : "")
                + (job.awaitsPredecessor ? " after return" : "") + (job.error.map { " to \($0)" } ?? "")
        case .cancel(let name): "cancel \(name)"
        case .sequence(let name, let parts): "\(named("sequence", name))\(parts)"
        case .combination(let name, let parts): "\(named("combine", name))\(parts)"
        case .list(let parts): "all\(parts)"
        case .caught(let part, as: let number): "catch \(number)(\(part))"
        }
    }
}
