/// A graph as the words of its runs, without its states, whose type would make each access slow.
///
/// A letter has a bit for each atom of a formula. An edge makes one letter, or one for each transition of its
/// macrostep.
struct WordGraph {
    let offsets: [UInt32]
    let targets: [UInt32]
    let notes: [EdgeNote]
    let initial: [Int]
    let stateCount: Int
    /// The number of states whose edges are known.
    let leftCount: Int
    /// Whether transitions that change nothing make letters.
    let countsTransitions: Bool
    /// The letters of the states, in bytes.
    let stateLetters: [UInt8]
    let stateLetterSize: Int
    /// The share of an edge's event in the letter of its target, by the edge's place in its state.
    let lettersByPlace: [UInt64]
    /// The share of an edge in the letter of its target, by number in a table; empty if the place tells.
    let letterNumbers: [UInt32]
    let letterTable: [UInt64]
    /// The letters of edges that make several.
    let chains: [Int: [UInt64]]

    /// The edges of a state, none if not all are known.
    @inline(__always)
    func edges(of state: Int) -> Range<Int> {
        state < leftCount ? Int(offsets[state])..<Int(offsets[state + 1]) : 0..<0
    }

    @inline(__always)
    func letter(of state: Int) -> UInt64 {
        var letter: UInt64 = 0
        let start = state &* stateLetterSize
        for byte in 0..<stateLetterSize { letter |= UInt64(stateLetters[start &+ byte]) << UInt64(8 &* byte) }
        return letter
    }

    /// Whether the machine, or what is live beside it, is another one after an edge, or has worked.
    @inline(__always)
    func isMove(_ edge: Int, from state: Int) -> Bool {
        Int(targets[edge]) != state || notes[edge].intent == .handled
    }

    /// Whether an edge makes letters.
    @inline(__always)
    func isRead(_ edge: Int, from state: Int) -> Bool {
        isMove(edge, from: state) || countsTransitions && notes[edge].intent == .ignored
    }

    /// The letter of an edge that makes one.
    @inline(__always)
    func letter(of edge: Int, at place: Int) -> UInt64 {
        let target = letter(of: Int(targets[edge]))
        guard notes[edge].intent.isSilent else { return target }
        if !letterNumbers.isEmpty { return target | letterTable[Int(letterNumbers[edge])] }
        return lettersByPlace.isEmpty ? target : target | lettersByPlace[place]
    }
}
