public import Oak
public import OakGraph

/// Runs the transitions of a graph in another implementation, and fails where it differs.
///
/// By default, the implementation takes a transition tour: each transition at least once. That finds every wrong
/// observation, but not every wrong state; give `allPairs()` or `distinguishingTour(observing:)` for more. A failure
/// names the shortest difference that was found.
///
/// - Parameters:
///   - implementation: The implementation.
///   - graph: The graph of the machine.
///   - sequences: The sequences of events.
/// - Returns: The difference, if there is one, and the extent of the comparison.
@discardableResult
public nonisolated(nonsending) func expectConformance<Machine: ExecutableTransducer, Observation>(
    of implementation: Implementation<Machine, Observation>, to graph: StateGraph<Machine>,
    along sequences: some Sequence<GraphPath<Machine>>,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) async -> Conformance<Machine, Observation> {
    let conformance = await graph.conformance(of: implementation, along: sequences)
    if !conformance.holds {
        report(
            "\(conformance)", at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
    }
    return conformance
}

/// Runs a transition tour of a graph in another implementation, and fails where it differs.
///
/// - Parameters:
///   - implementation: The implementation.
///   - graph: The graph of the machine.
/// - Returns: The difference, if there is one, and the extent of the comparison.
@discardableResult
public nonisolated(nonsending) func expectConformance<Machine: ExecutableTransducer, Observation>(
    of implementation: Implementation<Machine, Observation>, to graph: StateGraph<Machine>,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) async -> Conformance<Machine, Observation> {
    await expectConformance(
        of: implementation, to: graph, along: graph.transitionTour(), fileID: fileID, filePath: filePath, line: line,
        column: column)
}
