import Oak
import OakGraph
import Testing

/// Two processes exclude each other: one that sees the other's flag lowers its own until it is its turn.
///
/// A process reads the turn, and moves its flag, in one step.
// Dijkstra, "Cooperating sequential processes", 1965, section 2.1.
enum Dekker: ForeignModel {
    enum Place: Hashable { case idle, looking, contending, yielding, critical, leaving }
    struct State: Hashable {
        var places = [Place.idle, .idle]
        var wants = [false, false]
        var turn = 0
        /// Whether a process yields without looking whose turn it is.
        let isWrong: Bool
    }

    typealias Event = Int

    static func update(_ state: inout State, event process: Int) {
        let other = 1 - process
        let place: Place =
            switch state.places[process] {
            case .idle: .looking
            case .looking: state.wants[other] ? .contending : .critical
            case .contending: state.isWrong || state.turn == other ? .yielding : .looking
            case .yielding: state.isWrong || state.turn == process ? .looking : .yielding
            case .critical: .leaving
            case .leaving: .idle
            }
        if place == .leaving { state.turn = other }
        state.wants[process] = place != .idle && place != .yielding
        state.places[process] = place
    }

    static func start(_ count: Int, isWrong: Bool) -> State { State(isWrong: isWrong) }

    static func events(_ count: Int) -> [Int] { Array(0..<count) }

    static let program = """
        #define other (1 - _pid)
        bool wants[N]; bit turn; byte inside;
        active [N] proctype user() { do
        :: wants[_pid] = true;
           do :: d_step { !wants[other] -> inside++; assert(inside == 1) }; break
              :: wants[other];
                 if :: d_step { turn == other || wrong -> wants[_pid] = false };
                       d_step { turn == _pid || wrong -> wants[_pid] = true }
                    :: turn == _pid && !wrong fi od;
           turn = other; d_step { wants[_pid] = false; inside-- } od }
        """
}

/// The oldest algorithm of mutual exclusion.
struct ForeignDekkerTests {
    @Test(arguments: 0...1)
    func `Dekker's algorithm keeps two processes apart, and starves neither under weak fairness`(process: Int) {
        let entries = TemporalFormula<Dekker>.always(.eventually(.state { $0.places[process] == .critical }))
        let graph = Dekker.graph()
        #expect(graph.verdict(on: .never("both enter") { $0.places == [.critical, .critical] }) == .holds)
        #expect(graph.verdict(on: .formula("enters", entries, under: .weak)) == .holds)
        #expect(graph.verdict(on: .formula("enters", entries, under: .progress)) == .fails)
    }

    @Test func `Processes that yield without a turn can yield for ever, even under strong fairness`() {
        let entry = TemporalProperty<Dekker>.eventually("one enters", under: .strong) { $0.places.contains(.critical) }
        let lasso = Dekker.graph(isWrong: true).check([], properties: [entry]).findings.first?.path
        #expect(Set(lasso?.cycle.map(\.event) ?? []) == [0, 1])
    }
}
