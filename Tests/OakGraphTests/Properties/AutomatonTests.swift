import OakTesting
import Testing

@testable import OakGraph

/// Compares automata with the meaning of their formulas on words that repeat.
struct AutomatonTests {
    /// A word: some letters, and then others for ever.
    struct Word {
        let letters: [UInt64]
        let loop: Int

        init(_ random: inout SeededGenerator) {
            letters = (0..<Int.random(in: 1...6, using: &random)).map { _ in UInt64.random(in: 0..<8, using: &random) }
            loop = Int.random(in: 0..<letters.count, using: &random)
        }

        func next(_ position: Int) -> Int { position + 1 < letters.count ? position + 1 : loop }
    }

    static func formula(_ depth: Int, in table: inout FormTable, _ random: inout SeededGenerator) -> Int {
        if depth == 0 || Int.random(in: 0..<5, using: &random) == 0 {
            let kind = Int.random(in: 0..<7, using: &random)
            return table.number(
                of: kind == 6
                    ? .constant(Bool.random(using: &random)) : .literal(atom: kind % 3, isTrue: kind < 3))
        }
        let one = formula(depth - 1, in: &table, &random)
        let other = formula(depth - 1, in: &table, &random)
        let form: Form =
            switch Int.random(in: 0..<5, using: &random) {
            case 0: .and(one, other)
            case 1: .or(one, other)
            case 2: .next(one)
            case 3: .until(one, other)
            default: .release(one, other)
            }
        return table.number(of: form)
    }

    /// The positions of a word at which a formula holds.
    func meaning(of number: Int, in table: FormTable, on word: Word) -> [Bool] {
        func part(_ number: Int) -> [Bool] { meaning(of: number, in: table, on: word) }
        let positions = word.letters.indices
        func solve(from start: Bool, _ step: (Int, Bool) -> Bool) -> [Bool] {
            var holds = positions.map { _ in start }
            for _ in positions {
                for position in positions.reversed() { holds[position] = step(position, holds[word.next(position)]) }
            }
            return holds
        }
        switch table.forms[number] {
        case .constant(let value): return positions.map { _ in value }
        case .literal(let atom, let isTrue):
            return word.letters.map { ($0 >> UInt64(atom) & 1 == 1) == isTrue }
        case .and(let one, let other): return zip(part(one), part(other)).map { $0 && $1 }
        case .or(let one, let other): return zip(part(one), part(other)).map { $0 || $1 }
        case .next(let inner):
            let inner = part(inner)
            return positions.map { inner[word.next($0)] }
        case .until(let first, let last):
            let (first, last) = (part(first), part(last))
            return solve(from: false) { last[$0] || first[$0] && $1 }
        case .release(let first, let last):
            let (first, last) = (part(first), part(last))
            return solve(from: true) { last[$0] && (first[$0] || $1) }
        }
    }

    /// A graph with one run, which makes the letters of a word.
    func graph(of word: Word) -> WordGraph {
        let count = word.letters.count
        return WordGraph(
            offsets: (0...count).map { UInt32($0) }, targets: (0..<count).map { UInt32(word.next($0)) },
            notes: Array(repeating: EdgeNote(.handled), count: count), initial: [0], stateCount: count,
            leftCount: count, countsTransitions: true, stateLetters: word.letters.map { UInt8($0) },
            stateLetterSize: 1, lettersByPlace: [], letterNumbers: [], letterTable: [], chains: [:])
    }

    @Test func `An automaton accepts exactly the words that satisfy its formula`() throws {
        let progress = FairGroups(
            sets: [[], [0]], isWeak: [true], byPlace: [1], byEdge: [], ended: [], assumptions: [0])
        for seed in 0..<1500 as Range<UInt64> {
            var random = SeededGenerator(seed: seed)
            var table = FormTable()
            let formula = Self.formula(4, in: &table, &random)
            let automaton = try #require(Tableau.automaton(of: formula, in: table), "seed \(seed)")
            for _ in 0..<4 {
                let word = Word(&random)
                let product = try #require(Product(graph(of: word), automaton))
                let accepts = FairSearch.violation(in: product, under: progress) != nil
                #expect(accepts == meaning(of: formula, in: table, on: word)[0], "seed \(seed), \(word)")
            }
        }
    }

    @Test func `An automaton accepts a letter that repeats for ever exactly if the word satisfies its formula`() throws
    {
        for seed in 0..<1500 as Range<UInt64> {
            var random = SeededGenerator(seed: seed)
            var table = FormTable()
            let formula = Self.formula(4, in: &table, &random)
            let automaton = try #require(Tableau.automaton(of: formula, in: table), "seed \(seed)")
            let letter = UInt64.random(in: 0..<8, using: &random)
            let accepts = automaton.acceptsRepetition(of: letter)[0]
            #expect(accepts == meaning(of: formula, in: table, on: Word(letter))[0], "seed \(seed)")
        }
    }

    @Test func `The automata of usual properties are small`() throws {
        var table = FormTable()
        let (cause, noGoal) = (
            table.number(of: .literal(atom: 0, isTrue: true)), table.number(of: .literal(atom: 1, isTrue: false))
        )
        let never = table.number(of: .release(table.number(of: .constant(false)), noGoal))
        let violation = table.number(
            of: .until(table.number(of: .constant(true)), table.number(of: .and(cause, never))))
        #expect(try #require(Tableau.automaton(of: violation, in: table)).transitions.count == 2)
        #expect(try #require(Tableau.automaton(of: never, in: table)).transitions.count == 1)
    }
}

extension AutomatonTests.Word {
    init(_ letter: UInt64) { (letters, loop) = ([letter], 0) }
}
