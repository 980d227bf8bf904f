public import Oak
import OakGraph

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension TransducerTester {
    /// Ends the test; every step has to be stated, and no work may be under way.
    ///
    /// A machine that waits for events is cancelled. Use ``finish(returning:fileID:filePath:line:column:)`` to state
    /// that it has ended.
    ///
    /// - Returns: The output of the run if it has ended in a terminal state, otherwise `nil`.
    @discardableResult
    public nonisolated(nonsending) func finish(
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) async -> T.Output? {
        let site = CallSite(fileID, filePath, line, column)
        guard await beginFinish(at: site) else { return nil }
        switch ending.result {
        case .success(let output)?: return output
        case .failure(let error)?:
            report(
                "The run has ended with an error: state it with `finish(throwing: \(typedSwiftSource(of: error)))`.",
                at: site)
        case nil:
            if hasWork, exhaustivity == .on {
                report(
                    """
                    Work is under way where the test is finished: end it, or `await tester.cancel()`, state what that \
                    cancels, and finish with `finish(throwing: TransducerError.cancelled)`.
                    """ + pendingText, at: site)
            }
            await cancelRun(at: site)
        }
        return nil
    }

    /// Ends the test of a run that has ended in a terminal state.
    ///
    /// - Parameter output: The expected output of the run; one that is not `Equatable` is compared by its dump.
    public nonisolated(nonsending) func finish(
        returning output: T.Output,
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) async {
        let site = CallSite(fileID, filePath, line, column)
        guard !isFinished else { return reportFinished(at: site) }
        await settle()
        let hasEnded = hasEnded
        let pending = pendingText
        let actual = await finish(fileID: fileID, filePath: filePath, line: line, column: column)
        guard hasEnded else {
            return report(
                "The run has not ended in a terminal state; the machine waits for events." + pending, at: site)
        }
        guard let actual, !areAlike(actual, output) else { return }
        report("The run has not returned the expected output.\n\n" + difference(from: output, to: actual), at: site)
    }

    /// Ends the test of a run that fails.
    ///
    /// - Parameter error: The expected error; compared by its type and its description.
    public nonisolated(nonsending) func finish(
        throwing error: some Error,
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) async {
        let site = CallSite(fileID, filePath, line, column)
        guard await beginFinish(at: site) else { return }
        switch ending.result {
        case .failure(let actual)?:
            let isExpected =
                type(of: actual) == type(of: error) && String(describing: actual) == String(describing: error)
            if !isExpected {
                report(
                    "The run has ended with another error.\n− \(error)\n+ \(actual)\n\n(Expected: −, Actual: +)",
                    at: site)
            }
        case .success(let output)?:
            report("The run has not failed; it has ended with the output \(sourceText(of: output)).", at: site)
        case nil:
            report("The run has not failed; it has not ended." + pendingText, at: site)
            await cancelRun(at: site)
        }
    }

    /// Settles the machine, and fails for unstated steps.
    ///
    /// - Returns: Whether this is the first call that finishes the test.
    private nonisolated(nonsending) func beginFinish(at site: CallSite) async -> Bool {
        guard !isFinished else {
            reportFinished(at: site)
            return false
        }
        isFinished = true
        await settle()
        requireNothingUnstated(before: "the test is finished", at: site)
        return true
    }

    private func reportFinished(at site: CallSite) {
        report("The test of \(T.self) was finished before: `finish` is its last step.", at: site)
    }

    /// Cancels the machine; state the effects that this cancels with `expectCancelled`.
    ///
    /// Close the test with `finish(throwing: TransducerError.cancelled)`.
    public nonisolated(nonsending) func cancel() async {
        proxy.cancel()
        await settle()
    }

    /// Cancels a run of which the test expects nothing more.
    private nonisolated(nonsending) func cancelRun(at site: CallSite) async {
        await cancel()
        guard ending.result == nil else { return }
        report("The machine was cancelled and does not end." + pendingText, at: site)
    }
}
