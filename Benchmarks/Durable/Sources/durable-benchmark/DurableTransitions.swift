import BenchmarkSupport
import Foundation
import OakDurable

/// Transitions of durable machines on a host.
struct DurableTransitions {
    private let host: DurableHost
    private let instances: [DurableID<Counter>]

    init(file: URL, synchronous: Synchronous, instances count: Int) async throws {
        let host = try await openHost(file: file, synchronous: synchronous)
        self.host = host
        instances = try await withThrowingTaskGroup { group in
            for number in 0..<count {
                group.addTask {
                    try await host.start(Counter.self, id: DurableID("instance \(number)"), initialState: .init())
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
    }

    /// Sends events to all instances at once, each from a task of its own that awaits one event before the next.
    ///
    /// - Parameter count: The number of events, a multiple of the number of instances.
    func speed(of count: Int) async throws -> Speed {
        try await Speed(of: count, inTasks: instances.count) { [host, instances] task, _ in
            try await host.send(.add(1), to: instances[task])
        }
    }

    func close() async { await host.close() }
}

/// Opens a host for the machines of this program on a file.
func openHost(file: URL, synchronous: Synchronous) async throws -> DurableHost {
    let store = SQLiteStore(path: file.path, synchronous: synchronous == .full ? .full : .normal)
    let host = DurableHost(store: store)
    try await host.register(Counter.self)
    try await host.register(ThreeSteps.self)
    try await host.open()
    return host
}
