import Oak
import OakGraph

/// Compares the outputs of a diagram with the actual ones.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
struct MarbleComparison<T: ExecutableTransducer> where T.Event: Sendable {
    typealias Mark = MarbleDiagram.Mark
    typealias Note = MarblePlayer<T>.Note

    let script: [[(mark: Mark, value: T.Event?)]]
    let expected: [[(mark: Mark, value: T.Output?)]]
    let actual: [[Note]]
    let eventValues: [Character: T.Event]
    let outputValues: [Character: T.Output]

    /// The first frame whose outputs differ from the diagram.
    var firstDifference: Int? {
        actual.indices.first { index in
            let stated = index < expected.count ? expected[index] : []
            return stated.count != actual[index].count || !zip(stated, actual[index]).allSatisfy { agree($0, $1) }
        }
    }

    private func agree(_ stated: (mark: Mark, value: T.Output?), _ note: Note) -> Bool {
        switch (stated.mark, note) {
        case (.value, .output(let output)): stated.value.map { areAlike($0, output) } ?? false
        case (.end, .end), (.failure, .failure): true
        case (.value, _), (.end, _), (.failure, _), (.cancellation, _): false
        }
    }

    /// The diagrams one under the other, and the values behind their letters.
    func message(for difference: Int, at moment: Duration) -> String {
        var letters = Letters(outputValues)
        let cells = actual.indices.map { index -> [String] in
            let notes = actual[index].enumerated().map { position, note -> Character in
                // The stated letter is kept, even if another one stands for the same value.
                let stated =
                    index < expected.count && position < expected[index].count ? expected[index][position] : nil
                if let stated, agree(stated, note) { return stated.mark.character }
                return letters.character(for: note)
            }
            return [
                Self.cell(index < script.count ? script[index].map(\.mark.character) : []),
                Self.cell(index < expected.count ? expected[index].map(\.mark.character) : []),
                Self.cell(notes),
            ]
        }
        let widths = cells.map { $0.map(\.count).max() ?? 1 }
        let lines = ["events  ", "expected", "actual  "].enumerated().map { row, name in
            let last = cells.last.map { $0[row] } ?? ""
            let line = zip(cells, widths).dropLast().map { cell, width in Self.padded(cell[row], to: width) }.joined()
            return "    \(name)  \(line)\(last)"
        }
        let marker = String(repeating: " ", count: 14 + widths[..<difference].reduce(0, +)) + "^"
        let paragraphs: [String?] = [
            "The outputs are not the expected ones, from frame \(difference) on (at \(moment)):",
            (lines + [marker]).joined(separator: "\n"),
            legend("Events", script.joined().compactMap { marble in marble.value.map { (marble.mark.character, $0) } }),
            legend(
                "Outputs",
                expected.joined().compactMap { marble in marble.value.map { (marble.mark.character, $0) } }
                    + letters.used.map { ($0.key, $0.value) }),
            failure,
        ]
        return paragraphs.compactMap(\.self).joined(separator: "\n\n")
    }

    private func legend<Value>(_ title: String, _ values: [(Character, Value)]) -> String? {
        let texts = Dictionary(values.map { ($0, sourceText(of: $1)) }) { first, _ in first }
        guard !texts.isEmpty else { return nil }
        let lines = texts.sorted { $0.key < $1.key }.map { "    \($0.key): \($0.value)" }
        return "\(title):\n" + lines.joined(separator: "\n")
    }

    private var failure: String? {
        for case .failure(let error) in actual.joined() { return "The run has failed: \(sentence(of: error))" }
        return nil
    }

    private static func cell(_ characters: [Character]) -> String {
        switch characters.count {
        case 0: "-"
        case 1: String(characters)
        default: "(\(String(characters)))"
        }
    }

    private static func padded(_ cell: String, to width: Int) -> String {
        cell + String(repeating: " ", count: width - cell.count)
    }

    /// Assigns letters to outputs, new ones where none was given.
    private struct Letters {
        private let given: [(key: Character, value: T.Output)]
        private(set) var used: [(key: Character, value: T.Output)] = []

        init(_ values: [Character: T.Output]) { given = values.sorted { $0.key < $1.key } }

        mutating func character(for note: Note) -> Character {
            switch note {
            case .end: return Mark.end.character
            case .failure: return Mark.failure.character
            case .output(let output):
                if let known = (used + given).first(where: { areAlike($0.value, output) }) {
                    used.append((known.key, output))
                    return known.key
                }
                let free = "ABCDEFGHIJKLMNOPQRSTUVWXYZ".first { letter in
                    !(used + given).contains { $0.key == letter }
                }
                if let free { used.append((free, output)) }
                return free ?? "?"
            }
        }
    }
}
