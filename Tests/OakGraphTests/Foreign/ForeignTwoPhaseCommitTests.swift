import Oak
import OakGraph
import Testing

/// A coordinator commits a transaction when all parties are prepared, or aborts it.
///
/// The coordinator may abort at any time, and so may a party that is not prepared.
// Gray, Lamport, "Consensus on transaction commit", 2006, section 3.
enum TwoPhaseCommit: ForeignModel {
    enum Decision: Hashable { case commit, abort }
    struct Party: Hashable {
        /// Whether it is prepared and has said so, and whether the coordinator has heard it.
        var isPrepared = false
        var isHeard = false
        var decision: Decision?
    }
    struct State: Hashable {
        var parties: [Party]
        /// The decision of the coordinator, which reaches each party in its own time.
        var decision: Decision?
        /// Whether the coordinator waits for nobody.
        let isWrong: Bool
    }
    enum Event: Hashable { case prepare(Int), refuse(Int), hear(Int), follow(Int), commit, abort }

    static func update(_ state: inout State, event: Event) {
        switch event {
        case .prepare(let one) where state.parties[one].decision == nil: state.parties[one].isPrepared = true
        case .refuse(let one) where state.parties[one] == Party(): state.parties[one].decision = .abort
        case .hear(let one) where state.decision == nil: state.parties[one].isHeard = state.parties[one].isPrepared
        case .follow(let one) where state.parties[one].decision == nil: state.parties[one].decision = state.decision
        case .commit where state.isWrong || state.parties.allSatisfy(\.isHeard):
            state.decision = state.decision ?? .commit
        case .abort: state.decision = state.decision ?? .abort
        case .prepare, .refuse, .hear, .follow, .commit: break
        }
    }

    static func start(_ count: Int, isWrong: Bool) -> State {
        State(parties: Array(repeating: Party(), count: count), isWrong: isWrong)
    }

    static func events(_ count: Int) -> [Event] {
        (0..<count).flatMap { [.prepare($0), .refuse($0), .hear($0), .follow($0)] } + [.commit, .abort]
    }

    static let program = """
        #define own phases[_pid]
        #define end(phase) own = phase; ends = ends | 1 << phase; assert(ends != (1 << committed | 1 << aborted))
        mtype = { working, prepared, committed, aborted };
        mtype decision = working, phases[N] = working; bool told[N]; byte heard, ends;
        active [N] proctype party() { end: do
        :: d_step { own == working -> own = prepared; told[_pid] = true }
        :: d_step { own == working -> end(aborted) }
        :: d_step { decision == working && told[_pid] -> heard = heard | 1 << _pid }
        :: d_step { decision != working && (own == working || own == prepared) -> end(decision) } od }
        active proctype coordinator() { end: do
        :: d_step { decision == working && (heard == (1 << N) - 1 || wrong) -> decision = committed }
        :: d_step { decision == working -> decision = aborted } od }
        """
}

/// Two-phase commit.
struct ForeignTwoPhaseCommitTests {
    private let agreement = TemporalProperty<TwoPhaseCommit>.never("one commits, and another aborts") {
        Set($0.parties.compactMap(\.decision)).count > 1
    }

    @Test func `Nobody commits what another one aborts, and all decide, unless the coordinator stops`() {
        let graph = TwoPhaseCommit.graph(3)
        let isDecided = { (state: TwoPhaseCommit.State) in state.parties.allSatisfy { $0.decision != nil } }
        let parties = Fairness<TwoPhaseCommit>.weak { $0 != .commit && $0 != .abort }
        #expect(graph.verdict(on: agreement) == .holds)
        #expect(graph.verdict(on: .eventually("all decide", under: .weak, isDecided)) == .holds)
        #expect(graph.verdict(on: .eventually("all decide", under: parties, isDecided)) == .fails)
    }

    @Test func `A coordinator that does not wait commits what a party aborts`() {
        let path = TwoPhaseCommit.graph(3, isWrong: true).check([], properties: [agreement]).findings.first?.path
        #expect(path?.events == [.refuse(0), .commit, .follow(1)])
    }
}
