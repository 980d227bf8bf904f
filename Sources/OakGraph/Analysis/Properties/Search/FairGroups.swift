/// Groups of edges, of which a fair run takes each again and again, unless it is not enabled.
///
/// Sets of groups are numbers in a table of bits; the first set is empty.
struct FairGroups {
    /// The words of a set.
    private(set) var width = 0
    private var bits: [UInt64] = []
    private(set) var weak: [UInt64] = []
    private(set) var strong: [UInt64] = []
    /// The set that an edge belongs to, by the edge's place in its state.
    private let setsByPlace: [UInt32]
    /// The set that an edge belongs to; empty if the place tells.
    private let setsByEdge: [UInt32]
    /// The set of groups that an edge ends, beside those that it belongs to; empty if no edge does.
    private let endedByEdge: [UInt32]
    /// The assumption that each group belongs to.
    let assumptions: [Int]

    /// - Parameters:
    ///   - sets: The sets, each a list of groups.
    ///   - strengths: Whether a group is weak, by number.
    init(
        sets: [[Int]], isWeak: [Bool], byPlace: [UInt32], byEdge: [UInt32], ended: [UInt32], assumptions: [Int]
    ) {
        (setsByPlace, setsByEdge, endedByEdge) = (byPlace, byEdge, ended)
        self.assumptions = assumptions
        width = (isWeak.count + 63) / 64
        bits = [UInt64](repeating: 0, count: sets.count * width)
        (weak, strong) = (emptySet, emptySet)
        for (number, groups) in sets.enumerated() {
            for group in groups { bits[number * width + group / 64] |= 1 << UInt64(group % 64) }
        }
        for (group, isWeak) in isWeak.enumerated() {
            if isWeak {
                weak[group / 64] |= 1 << UInt64(group % 64)
            } else {
                strong[group / 64] |= 1 << UInt64(group % 64)
            }
        }
    }

    var isEmpty: Bool { width == 0 }
    var emptySet: [UInt64] { [UInt64](repeating: 0, count: width) }

    /// Adds the groups that an edge belongs to.
    ///
    /// - Parameter place: The edge's place in its state.
    @inline(__always)
    func addTaken(_ edge: Int, at place: Int, to set: inout [UInt64]) {
        if isEmpty { return }
        add(setsByEdge.isEmpty ? setsByPlace[place] : setsByEdge[edge], to: &set)
    }

    /// Adds the groups that an edge ends, because their operation is not the same one after it.
    @inline(__always)
    func addEnded(_ edge: Int, to set: inout [UInt64]) {
        if !endedByEdge.isEmpty { add(endedByEdge[edge], to: &set) }
    }

    @inline(__always)
    private func add(_ number: UInt32, to set: inout [UInt64]) {
        let start = Int(number) &* width
        for word in 0..<width { set[word] |= bits[start &+ word] }
    }
}
