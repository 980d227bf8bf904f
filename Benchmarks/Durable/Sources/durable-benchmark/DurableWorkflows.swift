import BenchmarkSupport
import Foundation
import OakDurable

/// Workflows of three steps on a host.
struct DurableWorkflows {
    private let host: DurableHost

    init(file: URL) async throws { host = try await openHost(file: file, synchronous: .full) }

    /// Starts workflows and awaits their results, some of them at once.
    ///
    /// - Parameters:
    ///   - count: The number of workflows, a multiple of the number at once.
    ///   - crowd: The number of workflows at once.
    func speed(of count: Int, atOnce crowd: Int) async throws -> Speed {
        try await Speed(of: count, inTasks: crowd) { [host] task, turn in
            let id = DurableID<ThreeSteps>("workflow \(turn) of \(task)")
            try await host.start(ThreeSteps.self, id: id, initialState: .first)
            let result = try await host.value(of: id)
            precondition(result?.step == 3, "A workflow has ended early.")
        }
    }

    func close() async { await host.close() }
}
