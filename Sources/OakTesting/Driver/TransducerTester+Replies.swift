public import Oak
import OakGraph

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension TransducerTester {
    /// States that the last step has postponed its event.
    ///
    /// The state stays as it is. State the event with `receive` when it is offered again, after a later step, or with
    /// `expectRejected` when the machine ends before that.
    public func expectPostponed(
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) {
        let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
        require("No event was postponed here.", at: site) { if case .postponed = $0 { true } else { false } }
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
        let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
        let actual = journal.take { entry -> [ChildID]? in
            guard case .unexpected(_, let child) = entry else { return nil }
            return child
        }
        guard let actual else { return report("No event was unexpected here." + nextText, at: site) }
        guard actual != child else { return }
        report("The event was unexpected in \(text(of: actual)), not in \(text(of: child)).", at: site)
    }

    private func text(of child: [ChildID]) -> String {
        child.isEmpty ? "the machine itself" : child.map { sourceText(of: $0) }.joined(separator: ".")
    }
}
