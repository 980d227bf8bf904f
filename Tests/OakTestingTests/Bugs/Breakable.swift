import Oak
import OakGraph
@testable import OakTesting

/// A kind of bug, by the words of an article.
enum BugKind: String, CaseIterable {
    case missingCancel = "missing cancel"
    case staleResult = "stale result"
    case wrongGuard = "wrong guard"
    case lostRetry = "lost retry"
    case offByOne = "off by one in a back-off"
    case doubleStart = "double start"
    case deadlock
    case starvation
    case forgottenTimeout = "forgotten time-out"
    case wrongOrder = "wrong order"
}

/// A small machine with bugs to plant, and what its author says about it.
protocol Breakable: ExecutableTransducer, SendableMetatype
where State: Hashable & Sendable, Event: Hashable & Sendable {
    associatedtype Bug: CaseIterable & Hashable & Sendable

    static func kind(of bug: Bug) -> BugKind
    static func start(_ bug: Bug?) -> State
    static var alphabet: Alphabet<Self> { get }
    static var rules: [TemporalProperty<Self>] { get }

    /// Scenarios that use the machine, and expect what its users do.
    static func uses(_ bug: Bug?) -> [@Sendable @MainActor () async throws -> Void]
}

/// The tools that find a bug without being told where it is.
struct Finders: Equatable {
    var checks = false
    var rules = false
    var comparison = false
    /// The number of seeds that an exploration takes; `nil` if fifty are not enough.
    var seeds: Int?

    init() {}

    init<Machine: Breakable>(of bug: Machine.Bug?, in machine: Machine.Type) async {
        func explored(_ bug: Machine.Bug?) -> StateGraph<Machine> {
            StateGraph(of: machine, from: [Machine.start(bug)], events: Machine.alphabet)
        }
        let graph = explored(bug)
        checks = !graph.check().findings.isEmpty
        rules = Machine.rules.contains { graph.verdict(on: $0) != .holds }
        comparison = !GraphComparison(of: explored(nil).model, and: graph.model).isEquivalent
        for use in Machine.uses(bug) {
            let search = InterleavingSearch<Never> { _ in try await use() }
            for seed in 1..<(seeds ?? 51)
            where await search.run([], on: DeterministicExecutor(seed: UInt64(seed))) != nil {
                seeds = seed
                break
            }
        }
    }
}
