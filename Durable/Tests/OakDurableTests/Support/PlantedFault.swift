import Oak
import OakGraph
import Testing

/// A fault of a model, and the property that finds it.
struct PlantedFault<Machine: ExecutableTransducer, Fault: Sendable>: CustomTestStringConvertible, Sendable
where Machine.State: Hashable {
    let fault: Fault
    let finder: @Sendable () -> TemporalProperty<Machine>
    /// The number of events in the shortest way to it.
    let length: Int

    var testDescription: String { "\(fault)" }

    /// Expects to be found by a shortest path.
    func expect(in graph: StateGraph<Machine>) throws {
        let report = graph.check([], properties: [finder()])
        let finding = try #require(report.findings.first, "\(report)")
        #expect(finding.path?.steps.count == length, "\(finding)")
    }
}
