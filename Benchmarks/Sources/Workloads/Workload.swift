/// Measured work of Oak or of one of its baselines.
public struct Workload: Sendable {
    public typealias Body = @Sendable @concurrent (_ count: Int, _ stopwatch: any Stopwatch) async throws -> Void

    public let name: String
    let body: Body

    // `@concurrent`: on the main actor, where top-level code runs, a suspension costs ten times as much.
    init(_ name: String, body: @escaping Body) {
        self.name = name
        self.body = body
    }

    /// Performs the work once.
    ///
    /// - Parameters:
    ///   - count: The number of events, or of other items of the case.
    ///   - stopwatch: Started when everything is prepared and stopped when the work is done.
    public func run(count: Int, stopwatch: any Stopwatch) async throws {
        try await body(count, stopwatch)
    }
}

/// Marks the measured part of a workload.
public protocol Stopwatch: Sendable {
    func start()
    func stop()
}
