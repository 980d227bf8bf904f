import Oak
import OakGraph
import Testing

/// Philosophers at a round table take the lower fork and then the higher one, and put them down in the same order.
// Dijkstra, "Hierarchical ordering of sequential processes", 1971.
enum Philosophers: ForeignModel {
    struct State: Hashable {
        let count: Int
        /// The owners of the forks that are taken.
        var owners: [Int: Int] = [:]
        /// Whether the last one takes the higher fork first, which is that at the left, as it is for everybody else.
        let isWrong: Bool
    }

    typealias Event = Int

    static func update(_ state: inout State, event philosopher: Int) {
        let right = (philosopher + 1) % state.count
        let forks = state.isWrong ? [philosopher, right] : [philosopher, right].sorted()
        let has = forks.map { state.owners[$0] == philosopher }
        let fork = has[0] == has[1] ? forks[0] : forks[1]
        guard state.owners[fork] == nil || state.owners[fork] == philosopher else { return }
        state.owners[fork] = state.owners[fork] == nil ? philosopher : nil
    }

    static func start(_ count: Int, isWrong: Bool) -> State { State(count: count, isWrong: isWrong) }

    static func events(_ count: Int) -> [Int] { Array(0..<count) }

    static let program = """
        #define first (_pid < N - 1 || wrong -> _pid : 0)
        #define second (_pid < N - 1 || wrong -> (_pid + 1) % N : _pid)
        bool taken[N]; active [N] proctype philosopher() { do
        :: d_step { !taken[first] -> taken[first] = true }; d_step { !taken[second] -> taken[second] = true };
           taken[first] = false; taken[second] = false od }
        """
}

/// The dining philosophers.
struct ForeignPhilosophersTests {
    private func meals(under fairness: Fairness<Philosophers>) -> TemporalProperty<Philosophers> {
        .leadsTo("eats", from: { $0.owners[0] == 0 }, to: { $0.owners[1] == 0 }, under: fairness)
    }

    @Test(arguments: [3, 4, 6])
    func `Philosophers who take the lower fork first never block, and eat under strong fairness`(count: Int) {
        let graph = Philosophers.graph(count)
        #expect(graph.verdict(on: .deadEnds) == .holds)
        #expect(graph.verdict(on: meals(under: .weak)) == .fails)
        #expect(graph.verdict(on: meals(under: .strong)) == .holds)
    }

    @Test(arguments: [3, 4, 6])
    func `Philosophers who all take the left fork first wait for each other`(count: Int) {
        let findings = Philosophers.graph(count, isWrong: true).check([.deadEnds]).findings
        #expect(findings.map { $0.path?.events.sorted() } == [Array(0..<count)])
    }
}
