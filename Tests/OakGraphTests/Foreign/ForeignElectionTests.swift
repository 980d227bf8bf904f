import Oak
import OakGraph
import Testing

/// Nodes in a ring send their numbers around: a node passes on the higher ones, and leads when its own returns.
///
/// A node begins at any time, and passes numbers on before that, too.
// Chang, Roberts, "An improved algorithm for decentralized extrema-finding in circular configurations", 1979.
enum Election: ForeignModel {
    struct State: Hashable {
        let count: Int
        /// The numbers on the way to each node.
        var ahead: [[Int]] = [[], [], [], []]
        var begun: Set<Int> = []
        var leaders: Set<Int> = []
        /// Whether nodes hold no numbers back.
        let isWrong: Bool
    }
    enum Event: Hashable { case begin(Int), receive(Int) }

    private static let numbers = [1, 3, 4, 2]

    static func update(_ state: inout State, event: Event) {
        switch event {
        case .begin(let node): if state.begun.insert(node).inserted { send(numbers[node], from: node) }
        case .receive(let node) where !state.ahead[node].isEmpty:
            let (number, own) = (state.ahead[node].removeFirst(), numbers[node])
            if number == own { state.leaders.insert(number) }
            if number > own || number < own && state.isWrong { send(number, from: node) }
        case .receive: break
        }

        func send(_ number: Int, from node: Int) { state.ahead[(node + 1) % state.count].append(number) }
    }

    static func start(_ count: Int, isWrong: Bool) -> State { State(count: count, isWrong: isWrong) }

    static func events(_ count: Int) -> [Event] { (0..<count).flatMap { [.begin($0), .receive($0)] } }

    static let program = """
        #define own (_pid == 0 -> 1 : (_pid == 1 -> 3 : (_pid == 2 -> 4 : 2)))
        chan ahead[N] = [N] of { byte }; bool begun[N], leads[N]; byte leaders;
        active [N] proctype node() { byte seen; end: do
        :: d_step { !begun[_pid] -> begun[_pid] = true; ahead[(_pid + 1) % N]!own }
        :: d_step { ahead[_pid]?seen -> if :: seen == own -> leads[_pid] = true; leaders++; assert(leaders == 1)
           :: seen > own || seen < own && wrong -> ahead[(_pid + 1) % N]!seen
           :: else fi; seen = 0 } od }
        """
}

/// The election of a leader in a ring.
struct ForeignElectionTests {
    private let oneLeader = TemporalProperty<Election>.never("two lead") { $0.leaders.count > 1 }

    @Test(arguments: 3...4)
    func `At most one node leads, and at last the highest one does, whether or not the lowest stands`(count: Int) {
        let graph = Election.graph(count)
        let isElected = { (state: Election.State) in state.leaders == [4] }
        #expect(graph.verdict(on: oneLeader) == .holds)
        #expect(graph.verdict(on: .eventually("4 leads", under: .weak { $0 != .begin(0) }, isElected)) == .holds)
        #expect(graph.verdict(on: .eventually("4 leads", under: .weak { $0 != .receive(0) }, isElected)) == .fails)
    }

    @Test func `Two nodes lead if none holds a number back`() {
        let path = Election.graph(3, isWrong: true).check([], properties: [oneLeader]).findings.first?.path
        #expect(path?.end.leaders.count == 2)
    }
}
