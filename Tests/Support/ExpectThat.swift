import OakTesting

/// Expects an error, in a scenario of an exploration.
package func expectThat<E: Error & Equatable>(
    throws expected: E, line: UInt = #line, _ body: () throws -> Void
) {
    do {
        try body()
        expectThat(false, "no error was thrown", line: line)
    } catch {
        expectThat(error as? E == expected, "\(error)", line: line)
    }
}
