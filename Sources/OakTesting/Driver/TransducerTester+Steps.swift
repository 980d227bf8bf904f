public import Oak
import OakGraph

// MARK: - Events from outside

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension TransducerTester {
    /// Sends an event, and checks the new state.
    ///
    /// - Parameters:
    ///   - event: The event.
    ///   - check: Checks the new state.
    public nonisolated(nonsending) func send(
        _ event: sending T.Event, assert check: (T.State) throws -> Void,
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) async {
        await send(event, at: CallSite(fileID, filePath, line, column)) { try check($1) }
    }

    /// Sends several events at once, like `send(contentsOf:)` of a proxy: the first is processed once all are in the
    /// mailbox.
    ///
    /// State each of them with `receive`.
    ///
    /// - Parameter events: The events.
    public nonisolated(nonsending) func send(
        contentsOf events: sending [T.Event],
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) async {
        let site = CallSite(fileID, filePath, line, column)
        await settle()
        requireNothingUnstated(before: "more events are sent", at: site)
        let text = events.map { sourceText(of: $0) }.joined(separator: ", ")
        do {
            try InputPort(proxy.mailbox).send(contentsOf: events)
        } catch {
            report("The machine does not accept [\(text)]: \(sentence(of: error))" + endingText + pendingText, at: site)
        }
        await settle()
    }

    nonisolated(nonsending) func send(
        _ event: sending T.Event, at site: CallSite, check: (T.State, T.State) throws -> Void
    ) async {
        await settle()
        let text = sourceText(of: event)
        requireNothingUnstated(before: "\(text) is sent", at: site)
        do {
            try InputPort(proxy.mailbox).send(event)
        } catch {
            return report(
                "The machine does not accept \(text): \(sentence(of: error))" + endingText + pendingText, at: site)
        }
        await settle()
        guard case .eventTaken(_, .external)? = journal.takeFirst()?.occurrence else {
            return report(
                "\(text) was not processed: the machine is in the middle of another event." + pendingText, at: site)
        }
        finishStep(of: text, at: site, check: check)
    }

    /// Sends an event, and states the change that it makes.
    ///
    /// States that are not `Equatable` are compared by their dumps.
    ///
    /// - Parameters:
    ///   - event: The event.
    ///   - change: Turns the previous state into the expected one; without it, the event changes nothing.
    public nonisolated(nonsending) func send(
        _ event: sending T.Event, _ change: ((inout T.State) throws -> Void)? = nil,
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) async {
        await send(event, at: CallSite(fileID, filePath, line, column)) { try compare($0, $1, change) }
    }

    // MARK: - Events from effects

    /// States that an event from an effect comes next, and checks the new state.
    ///
    /// - Parameters:
    ///   - isExpected: Returns whether an event is the expected one.
    ///   - check: Checks the new state.
    public nonisolated(nonsending) func receive(
        where isExpected: (T.Event) -> Bool, assert check: (T.State) throws -> Void,
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) async {
        await receive(nil, where: isExpected, at: CallSite(fileID, filePath, line, column)) { try check($1) }
    }

    nonisolated(nonsending) func receive(
        _ expected: T.Event?, where isExpected: (T.Event) -> Bool, at site: CallSite,
        check: (T.State, T.State) throws -> Void
    ) async {
        await settle()
        let text = expected.map { sourceText(of: $0) } ?? "an event"
        requireNothingUnstated(before: "\(text) is received", upToEvent: true, at: site)
        var skipped: [Entry] = []
        while let entry = journal.takeFirst(), case .eventTaken(let event, _) = entry.occurrence {
            if isExpected(event) {
                note(skipped, before: "\(text) is received", at: site)
                return finishStep(of: sourceText(of: event), at: site, check: check)
            }
            switch exhaustivity {
            case .on:
                let comparison = expected.map { "\n\n" + difference(from: $0, to: event) } ?? ""
                report("A different event than expected was received: \(sourceText(of: event)).\(comparison)", at: site)
                return passStep()
            case .off:
                skipped.append(entry)
                passStep()
                skipped += journal.takeUntilEvent()
            }
        }
        report("No event was received where \(text) was expected." + endingText + pendingText, at: site)
    }

    /// States that an event from an effect comes next, and checks the new state.
    ///
    /// - Parameters:
    ///   - event: The expected event.
    ///   - check: Checks the new state.
    public nonisolated(nonsending) func receive(
        _ event: T.Event, assert check: (T.State) throws -> Void,
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) async {
        let site = CallSite(fileID, filePath, line, column)
        await receive(event, where: { areAlike($0, event) }, at: site) { try check($1) }
    }

    /// States that an event from an effect comes next, and the change that it makes.
    ///
    /// - Parameters:
    ///   - isExpected: Returns whether an event is the expected one.
    ///   - change: Turns the previous state into the expected one; without it, the event changes nothing.
    public nonisolated(nonsending) func receive(
        where isExpected: (T.Event) -> Bool, _ change: ((inout T.State) throws -> Void)? = nil,
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) async {
        let site = CallSite(fileID, filePath, line, column)
        await receive(nil, where: isExpected, at: site) { try compare($0, $1, change) }
    }

    /// States that an event from an effect comes next, and the change that it makes.
    ///
    /// - Parameters:
    ///   - event: The expected event.
    ///   - change: Turns the previous state into the expected one; without it, the event changes nothing.
    public nonisolated(nonsending) func receive(
        _ event: T.Event, _ change: ((inout T.State) throws -> Void)? = nil,
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) async {
        let site = CallSite(fileID, filePath, line, column)
        await receive(event, where: { areAlike($0, event) }, at: site) { try compare($0, $1, change) }
    }
}

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
