import Oak
public import OakGraph

extension GraphFinding {
    /// A test that fails in the live machine as long as the fault is there, as text to paste into a test file.
    ///
    /// - Parameter condition: The condition of the violated property as source text, such as `{ state in state.count <
    ///   3 }`; without it, the test has a placeholder. Of ``TemporalProperty/never(_:_:)`` give the negation.
    /// - Returns: A test for Swift Testing; `nil` if the fault is something missing, or lies outside of the events that
    ///   a machine takes.
    public func testSource(condition: String? = nil) -> String? {
        guard let path = counterexample, let claim = claim(for: path, condition) else { return nil }
        let name =
            switch subject {
            case .check(let check): check.statement
            case .property(let name), .exemption(let name): name
            }
        return path.testSource(named: name, expecting: claim)
    }

    private func claim(for path: GraphPath<Machine>, _ condition: String?) -> PathClaim? {
        switch subject {
        // A trap in `update` ends the process of the test.
        case .check(.unexpectedEvents), .check(.refusedEvents), .check(.endlessActions), .check(.consistency),
            .check(.traps):
            .everyEventIsExpected
        case .check(.postponedForEver), .check(.unansweredEffects), .check(.outlivingOperations): .lastEventIsHandled
        case .check(.deadEnds), .check(.sinks), .check(.termination): .everyState(Self.condition(excluding: path.end))
        case .check(.determinism), .check(.reachability), .check(.unhandledEvents), .check(.replacedOperations),
            .exemption:
            nil
        case .property where path.cycle.isEmpty && !path.restsAtEnd: .everyState(condition)
        case .property: .someState(condition)
        }
    }

    /// The condition that a state is another one, as source text; `nil` if states cannot be compared.
    private static func condition(excluding state: Machine.State) -> String? {
        state is any Equatable ? "{ state in state != \(swiftSource(of: state)) }" : nil
    }
}
