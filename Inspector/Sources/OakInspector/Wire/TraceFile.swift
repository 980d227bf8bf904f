import Foundation
import Oak

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension Ledger {
    /// The lines of the trace of a run.
    static func trace(of run: RunRecord) -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        func line(_ value: some Encodable) -> String {
            // Numbers and texts can always be encoded.
            (try? encoder.encode(value)).map { String(decoding: $0, as: UTF8.self) + "\n" } ?? ""
        }
        return line(Greeting(program: run.title.name)) + run.trace.map { line($0) }.joined()
    }
}
