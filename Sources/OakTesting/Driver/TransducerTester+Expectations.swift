public import Oak
import OakGraph

// MARK: - Outputs

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension TransducerTester {
    /// States that the last step had an output.
    ///
    /// An output that is `Void`, `nil` or an empty array need not be stated.
    ///
    /// - Parameter check: Checks the output.
    public func expectOutput(
        assert check: (T.Output) throws -> Void,
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) {
        let site = CallSite(fileID, filePath, line, column)
        catchUp()
        let output = journal.take { entry -> T.Output? in
            if case .output(let output) = entry.occurrence { output } else { nil }
        }
        guard let output else {
            return report("There is no output here that was not stated already." + nextText, at: site)
        }
        do {
            try check(output)
        } catch {
            report("Output: \(error)", at: site)
        }
    }

    /// The steps found in place of the expected one.
    var nextText: String {
        let entries = journal.entries.prefix { !$0.isEvent }.filter { !$0.isVacuous }
        guard !entries.isEmpty else { return endingText + pendingText }
        return " There is:\n" + entries.map { "• \($0)" }.joined(separator: "\n")
    }

    /// States the output of the last step, or of the initial state.
    ///
    /// Outputs that are not `Equatable` are compared by their dumps.
    ///
    /// - Parameter output: The expected output.
    public func expectOutput(
        _ output: T.Output,
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) {
        expectOutput(
            assert: { actual in
                guard !areAlike(actual, output) else { return }
                throw DescribedError(description: "not the expected one.\n\n" + difference(from: output, to: actual))
            }, fileID: fileID, filePath: filePath, line: line, column: column)
    }

    // MARK: - Effects

    /// States the effects that the last step has started, in their order.
    ///
    /// Stated parts of a composition have to start with it; state parts that start later on their own. Action events
    /// are stated with `receive`. A cancellation that cancels something need not be stated: its result is stated with
    /// `expectCancelled`.
    ///
    /// - Parameter effects: The expected effects, by kind and identity.
    public func expectStarted(
        _ effects: EffectDescription<T.Event>...,
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) {
        catchUp()
        _ = effects.allSatisfy { takeStarted($0, at: CallSite(fileID, filePath, line, column)) }
    }

    /// - Returns: Whether to look for further effects.
    private func takeStarted(_ expected: EffectDescription<T.Event>, at site: CallSite) -> Bool {
        // Action events are stated with `receive`.
        guard expected.kind != .events else { return true }
        let started = journal.take { entry -> EffectSummary? in
            guard case .effectStarted(let summary) = entry.occurrence else { return nil }
            return !entry.isAnswered || expected.matches(EffectDescription(summary)) ? summary : nil
        }
        guard let started else {
            report("\(expected) was not started." + nextText, at: site)
            return false
        }
        let actual = EffectDescription<T.Event>(started)
        guard expected.matches(actual) else {
            report("\(actual) was started instead of \(expected).", at: site)
            return true
        }
        return expected.partsStartedAtOnce.allSatisfy { takeStarted($0, at: site) }
    }

    /// States that the last step has cancelled effects, in their order.
    ///
    /// An operation is live until it has returned. One whose last act was to send the event of this step is therefore
    /// cancelled if that event has replaced it or ended the machine.
    ///
    /// - Parameters:
    ///   - effects: The expected effects, by kind and identity.
    ///   - reason: The reason of the cancellation; `nil` accepts any.
    public func expectCancelled(
        _ effects: EffectDescription<T.Event>..., because reason: CancellationReason? = nil,
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) {
        catchUp()
        let site = CallSite(fileID, filePath, line, column)
        for expected in effects {
            let cancelled = journal.take { entry -> (EffectSummary, CancellationReason)? in
                guard case .effectCancelled(let summary, let reason) = entry.occurrence else { return nil }
                return (summary, reason)
            }
            guard let (summary, actualReason) = cancelled else {
                report("\(expected) was not cancelled." + nextText, at: site)
                return
            }
            let actual = EffectDescription<T.Event>(summary)
            if !expected.matches(actual) { report("\(actual) was cancelled instead of \(expected).", at: site) }
            if let reason, reason != actualReason {
                report("\(actual) was cancelled because of .\(actualReason), not because of .\(reason).", at: site)
            }
        }
    }

    /// States that a cancelled effect has not ended within the grace period.
    ///
    /// - Parameter effect: The expected effect, by kind and identity.
    public func expectOverdue(
        _ effect: EffectDescription<T.Event>,
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) {
        require("\(effect) is not overdue.", at: CallSite(fileID, filePath, line, column)) {
            if case .effectOverdue(let summary) = $0 { effect.matches(EffectDescription(summary)) } else { false }
        }
    }

    /// States that the mailbox has rejected an event.
    ///
    /// Events that a cancelled operation has tried to send need not be stated.
    ///
    /// - Parameter event: The event; one that is not `Equatable` is compared by its dump.
    public func expectRejected(
        _ event: T.Event,
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) {
        expectRejected(where: { areAlike($0, event) }, fileID: fileID, filePath: filePath, line: line, column: column)
    }

    /// States that the mailbox has rejected an event.
    ///
    /// - Parameter isExpected: Returns whether an event is the expected one.
    public func expectRejected(
        where isExpected: (T.Event) -> Bool = { _ in true },
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) {
        require("No such event was rejected.", at: CallSite(fileID, filePath, line, column)) {
            if case .sendRejected(let event, _) = $0 { isExpected(event) } else { false }
        }
    }

    /// Takes the first entry that satisfies a condition; reports a message if there is none.
    private func require(
        _ message: String, at site: CallSite, where isExpected: (Occurrence<T.State, T.Event, T.Output>) -> Bool
    ) {
        catchUp()
        if journal.take({ isExpected($0.occurrence) ? true : nil }) == nil { report(message + nextText, at: site) }
    }

    // MARK: - Replies

    /// States that the last step has postponed its event.
    ///
    /// The state stays as it is. State the event with `receive` when it is offered again, after a later step, or with
    /// `expectRejected` when the machine ends before that.
    public func expectPostponed(
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) {
        let site = CallSite(fileID, filePath, line, column)
        require("No event was postponed here.", at: site) { if case .eventPostponed = $0 { true } else { false } }
    }

    /// States that the event of the last step was unexpected in its state.
    ///
    /// - Parameter child: The names of the child that did not expect the event and of the children around it, the
    ///   outermost first; none if it is the machine itself.
    public func expectUnexpected(
        in child: ChildID...,
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) {
        catchUp()
        let site = CallSite(fileID, filePath, line, column)
        let actual = journal.take { entry -> [ChildID]? in
            guard case .eventUnexpected(_, let child) = entry.occurrence else { return nil }
            return child
        }
        guard let actual else { return report("No event was unexpected here." + nextText, at: site) }
        guard actual != child else { return }
        report("The event was unexpected in \(text(of: actual)), not in \(text(of: child)).", at: site)
    }

    private func text(of child: [ChildID]) -> String {
        child.isEmpty ? "the machine itself" : sourceText(ofChild: child)
    }
}
