public import Oak

/// Checks that a subject receives the outputs of a machine as the machine relies on.
///
/// ```swift
/// import OakTesting
/// await checkLaws(ofSubject: { OutputSequence<Int>() }, values: [1, 2, 3]) { outputs, _ in
///     var received: [Int] = []
///     for try await output in outputs { received.append(output) }
///     return received
/// }
/// ```
///
/// - Parameters:
///   - make: Makes a subject.
///   - values: Outputs to send to it; at least one.
///   - receive: Returns what the subject has received in a run. It is called when the run begins, in a task beside it; a
///     subject that just keeps what it gets waits for the gate, which opens when the run has ended.
///   - fileID: Where a failure is reported.
///   - filePath: Where a failure is reported.
///   - line: Where a failure is reported.
///   - column: Where a failure is reported.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
public nonisolated(nonsending) func checkLaws<S: Subject & Sendable>(
    ofSubject make: @escaping @Sendable () -> S, values: [S.Value],
    receiving receive: @escaping @Sendable (S, _ runEnded: Gate<Void>) async throws -> [S.Value],
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) async where S.Value: Equatable & Sendable {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    guard !values.isEmpty else { return report("To check a subject takes one value or more.", at: site) }
    await check(SubjectLaws(make: make, values: values, receive: receive).all, of: "\(S.self)", at: site)
}

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
private struct SubjectLaws<S: Subject & Sendable>: Sendable where S.Value: Equatable & Sendable {
    typealias Probe = SubjectProbe<S.Value>

    let make: @Sendable () -> S
    let values: [S.Value]
    let receive: @Sendable (S, Gate<Void>) async throws -> [S.Value]

    var all: [Law] { [order, afterCancellation, cancellation, cancelledTask] }

    /// Runs a machine with the outputs, and those events behind them.
    private func run(
        _ subject: S, proxy: Probe.Proxy, in experiment: Experiment
    ) -> (task: Task<S.Value, any Error>, ended: Gate<Void>) {
        let ended = Gate<Void>("the end of the run")
        let task = experiment.start {
            defer { ended.open() }
            return try await Probe.run(initialState: .init(), proxy: proxy, output: subject)
        }
        return (task, ended)
    }

    private var order: Law {
        Law("C5 A subject receives each output once, in the order of the transitions.") { experiment in
            let (subject, proxy) = (make(), Probe.Proxy(bufferSize: values.count))
            experiment.does("ran a machine with the outputs \(values)")
            try proxy.send(contentsOf: Probe.events(values))
            let (run, ended) = run(subject, proxy: proxy, in: experiment)
            let received = experiment.start { try await receive(subject, ended) }
            _ = try await run.value
            experiment.does("asked for what it has received")
            let seen = try await received.value
            try experiment.expect(seen == values, "\(values)", seen: seen)
        }
    }

    private var afterCancellation: Law {
        Law("C5 A subject learns of the end of a run that is cancelled.") { experiment in
            let (subject, proxy) = (make(), Probe.Proxy(bufferSize: values.count))
            experiment.does("ran a machine, and cancelled it when it waited for events")
            let (run, ended) = run(subject, proxy: proxy, in: experiment)
            let received = experiment.start { try await receive(subject, ended) }
            await experiment.idle()
            proxy.cancel()
            await experiment.idle()
            try await experiment.expectError(TransducerError.cancelled) { _ = try await run.value }
            experiment.does("asked for what it has received")
            _ = await received.result
        }
    }

    private var cancellation: Law {
        Law("C12 A machine that is cancelled while nobody receives its outputs ends.") { experiment in
            let (subject, proxy) = (make(), Probe.Proxy(bufferSize: values.count + 1))
            experiment.does("ran a machine with the outputs \(values) and nobody to receive them, and cancelled it")
            try proxy.send(contentsOf: values.map { .output($0) })
            let (run, _) = run(subject, proxy: proxy, in: experiment)
            await experiment.idle()
            proxy.cancel()
            try await experiment.expectError(TransducerError.cancelled) { _ = try await run.value }
        }
    }

    private var cancelledTask: Law {
        Law("C12 A machine whose task is cancelled while nobody receives its outputs ends.") { experiment in
            let (subject, proxy) = (make(), Probe.Proxy(bufferSize: values.count + 1))
            experiment.does(
                "ran a machine with the outputs \(values) and nobody to receive them, and cancelled its task")
            try proxy.send(contentsOf: values.map { .output($0) })
            let (run, _) = run(subject, proxy: proxy, in: experiment)
            await experiment.idle()
            run.cancel()
            let result = await run.result
            guard case .failure(let error) = result, error is CancellationError else {
                throw Violation(expected: "`run` throws `CancellationError`", seen: "\(result)")
            }
        }
    }
}

/// A machine whose outputs are its events.
private enum SubjectProbe<Value: Sendable>: Transducer {
    struct State: Terminable { var isTerminal = false }
    enum Event: Sendable { case output(Value), last(Value) }

    static func update(_ state: inout State, event: Event) -> Value {
        switch event {
        case .output(let value): return value
        case .last(let value):
            state.isTerminal = true
            return value
        }
    }

    static func events(_ values: [Value]) -> [Event] {
        zip(1..., values).map { $0 < values.count ? .output($1) : .last($1) }
    }
}
