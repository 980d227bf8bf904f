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
