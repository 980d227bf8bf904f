import Oak
import OakGraph

/// A system that others have checked many times, as a machine and as a program for SPIN.
///
/// A state of the machine is the whole system, and an event is a step of one process; a step that is not enabled leaves
/// the state as it is. The program has one state for each of the machine: what the machine keeps in a place or a phase,
/// a process keeps in a variable or in its position. For that, each step is one statement or one `d_step`, variables
/// are cleared when they have been read, and what is noted for an assertion follows from the rest.
protocol ForeignModel: Transducer, SendableMetatype where State: Hashable & Sendable {
    /// The first state of a number of processes, which may be wrong on purpose.
    static func start(_ count: Int, isWrong: Bool) -> State
    static func events(_ count: Int) -> [Event]
    /// The program, with the number of processes as `N`, and `wrong`.
    static var program: String { get }
}

extension ForeignModel {
    static func graph(_ count: Int = 2, isWrong: Bool = false) -> StateGraph<Self> {
        let start = start(count, isWrong: isWrong)
        return StateGraph(of: Self.self, from: [start], events: Alphabet(events(count)), limits: .init(seconds: nil))
    }

    static func stateCount(_ count: Int, isWrong: Bool) -> Int { graph(count, isWrong: isWrong).states.count }
}
