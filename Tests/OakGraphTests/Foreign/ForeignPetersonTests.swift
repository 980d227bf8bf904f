import Oak
import OakGraph
import Testing

/// Two processes exclude each other: each raises its flag, gives the turn away, and waits for the flag or the turn.
// Peterson, "Myths about the mutual exclusion problem", 1981.
enum Peterson: ForeignModel {
    enum Place: Int { case idle, begun, waiting, critical }
    struct State: Hashable {
        var places = [Place.idle, .idle]
        var wants = [false, false]
        var turn = 0
        /// Whether the turn is given away before the flag is raised.
        let isWrong: Bool
    }

    typealias Event = Int

    static func update(_ state: inout State, event process: Int) {
        let (place, other) = (state.places[process], 1 - process)
        switch place {
        case .idle where !state.isWrong, .begun where state.isWrong: state.wants[process] = true
        case .idle, .begun: state.turn = other
        case .waiting where state.wants[other] && state.turn == other: return
        case .waiting: break
        case .critical: state.wants[process] = false
        }
        state.places[process] = Place(rawValue: place.rawValue + 1) ?? .idle
    }

    static func start(_ count: Int, isWrong: Bool) -> State { State(isWrong: isWrong) }

    static func events(_ count: Int) -> [Int] { Array(0..<count) }

    static let program = """
        bool wants[N]; bit turn; byte inside;
        active [N] proctype user() { do
        :: d_step { if :: wrong -> turn = 1 - _pid :: else -> wants[_pid] = true fi };
           d_step { if :: wrong -> wants[_pid] = true :: else -> turn = 1 - _pid fi };
           d_step { !wants[1 - _pid] || turn == _pid -> inside++; assert(inside == 1) };
           d_step { wants[_pid] = false; inside-- } od }
        """
}

/// Mutual exclusion with flags and a turn.
struct ForeignPetersonTests {
    private let exclusion = TemporalProperty<Peterson>.never("both enter") { $0.places == [.critical, .critical] }

    @Test(arguments: 0...1)
    func `Peterson's algorithm keeps two processes apart, and starves neither under weak fairness`(process: Int) {
        let entries = TemporalFormula<Peterson>.always(.eventually(.state { $0.places[process] == .critical }))
        let graph = Peterson.graph()
        #expect(graph.verdict(on: exclusion) == .holds)
        #expect(graph.verdict(on: .formula("enters", entries, under: .weak)) == .holds)
        #expect(graph.verdict(on: .formula("enters", entries, under: .progress)) == .fails)
    }

    @Test func `Who gives the turn away before raising the flag meets the other one`() {
        let path = Peterson.graph(isWrong: true).check([], properties: [exclusion]).findings.first?.path
        #expect(path?.events == [0, 1, 1, 1, 0, 0])
    }
}
