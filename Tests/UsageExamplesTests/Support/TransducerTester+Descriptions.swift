import OakTesting

/// States and events that carry errors have no equality; they are compared by their descriptions.
extension TransducerTester {
    /// Sends an event that leads to a state.
    func send(
        _ event: sending T.Event, to state: T.State, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
        line: UInt = #line, column: UInt = #column
    ) async {
        let expected = "\(state)"
        await send(
            event,
            assert: {
                expect(
                    "\($0)" == expected, "\($0) is not \(expected)", fileID: fileID, filePath: filePath, line: line,
                    column: column)
            }, fileID: fileID, filePath: filePath, line: line, column: column)
    }

    /// States that an event comes that leads to a state.
    func receive(
        _ event: T.Event, to state: T.State, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
        line: UInt = #line, column: UInt = #column
    ) async {
        let (awaited, expected) = ("\(event)", "\(state)")
        await receive(
            where: { "\($0)" == awaited },
            assert: {
                expect(
                    "\($0)" == expected, "\($0) is not \(expected)", fileID: fileID, filePath: filePath, line: line,
                    column: column)
            }, fileID: fileID, filePath: filePath, line: line, column: column)
    }
}
