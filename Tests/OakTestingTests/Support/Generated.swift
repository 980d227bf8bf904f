import Foundation
import Testing

/// Expects that a generated source equals the compiled one, or stores it if `OAK_RECORD_GENERATED_TESTS` is set.
func expectStored(_ generated: String, in file: URL) throws {
    guard ProcessInfo.processInfo.environment["OAK_RECORD_GENERATED_TESTS"] == nil else {
        try Data(generated.utf8).write(to: file)
        Issue.record("The generated tests are stored: run the tests again without the variable.")
        return
    }
    let stored = try String(contentsOf: file, encoding: .utf8)
    #expect(generated == stored, "To compile what is new, run with OAK_RECORD_GENERATED_TESTS set. Now: \(generated)")
}
