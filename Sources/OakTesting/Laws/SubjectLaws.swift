public import Oak

/// Checks that a subject receives the outputs of a machine as machines require.
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
///   - receive: Returns the outputs that the subject has received in a run. It is called when the run begins, in a
///     concurrent task; for a subject that only stores its outputs, wait for the gate, which opens when the run has
///     ended.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
public nonisolated(nonsending) func checkLaws<S: Subject & Sendable>(
    ofSubject make: @escaping @Sendable () -> S, values: [S.Value],
    receiving receive: @escaping @Sendable (S, _ runEnded: Gate<Void>) async throws -> [S.Value],
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) async where S.Value: Equatable & Sendable {
    let laws = SubjectLaws(values: values) { _ in
        let subject = make()
        return ({ subject }, { runEnded in try await receive(subject, runEnded) })
    }
    await laws.check(at: CallSite(fileID, filePath, line, column))
}

/// Checks that a subject passes on the outputs of a machine as machines require.
///
/// Use it for subjects that cannot leave the machine's isolation, and for those that forward each output.
///
/// ```swift
/// import OakTesting
/// await checkLaws(ofSubject: { received in Callback { received.append($0) } }, values: [1, 2, 3])
/// ```
///
/// - Parameters:
///   - make: Makes a subject that appends each output to the given collection.
///   - values: Outputs to send to it; at least one.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
public nonisolated(nonsending) func checkLaws<S: Subject & SendableMetatype>(
    ofSubject make: @escaping @Sendable (ReceivedValues<S.Value>) -> S, values: [S.Value],
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) async where S.Value: Equatable & Sendable {
    let laws = SubjectLaws(values: values) { experiment in
        let received = ReceivedValues<S.Value>()
        return (
            { make(received) },
            { runEnded in
                try await runEnded.wait()
                // The receiver of a forwarded output may still have to process it.
                await experiment.idle()
                return received.values
            }
        )
    }
    await laws.check(at: CallSite(fileID, filePath, line, column))
}

/// Collects the outputs that a subject passes on.
public final class ReceivedValues<Value: Sendable>: Sendable {
    private let content = Protected<[Value]>([])

    var values: [Value] { content.withLock { $0 } }

    /// Appends an output.
    ///
    /// - Parameter value: The output.
    public func append(_ value: Value) { content.withLock { $0.append(value) } }
}

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
private struct SubjectLaws<S: Subject & SendableMetatype>: Sendable where S.Value: Equatable & Sendable {
    typealias Probe = ValueProbe<S.Value>
    typealias Receive = @Sendable (_ runEnded: Gate<Void>) async throws -> [S.Value]
    /// The run of a machine with the examined subject, and a function that returns what that has received.
    typealias Run = (
        proxy: Probe.Proxy, task: Task<S.Value, any Error>, receive: @Sendable () async throws -> [S.Value]
    )

    let values: [S.Value]
    let make: @Sendable (Experiment) -> (subject: @Sendable () -> S, receive: Receive)

    nonisolated(nonsending) func check(at site: CallSite) async {
        guard !values.isEmpty else { return report("Checking a subject takes one value or more.", at: site) }
        await OakTesting.check(all, of: "\(S.self)", at: site)
    }

    private func run(_ events: [Probe.Event], in experiment: Experiment) throws -> Run {
        let proxy = Probe.Proxy(bufferSize: values.count)
        try proxy.send(contentsOf: events)
        let ((subject, receive), ended) = (make(experiment), Gate<Void>("the end of the run"))
        let task = experiment.start {
            defer { ended.open() }
            return try await Probe.run(initialState: .init(value: values[0]), proxy: proxy, output: subject())
        }
        return (proxy, task, { try await receive(ended) })
    }

    @LawList var all: [Law] {
        Law("C5 A subject receives each output once, in the order of the transitions.") { experiment in
            experiment.does("ran a machine with the outputs \(values)")
            let last = values[values.count - 1]
            let run = try run(values.dropLast().map { .value($0) } + [.last(last)], in: experiment)
            let received = experiment.start { try await run.receive() }
            _ = try await run.task.value
            experiment.does("asked for what it has received")
            try experiment.expect(try await received.value, is: values, "\(values)")
        }

        Law("C5 A subject learns of the end of a run that is cancelled.") { experiment in
            experiment.does("ran a machine, and cancelled it when it waited for events")
            let run = try run([], in: experiment)
            let received = experiment.start { try await run.receive() }
            await experiment.idle()
            run.proxy.cancel()
            await experiment.idle()
            try await experiment.expectError(TransducerError.cancelled) { _ = try await run.task.value }
            experiment.does("asked for what it has received")
            _ = await received.result
        }

        unreceived("C12 A machine that is cancelled while nobody receives its outputs ends.", "it") { run, experiment in
            run.proxy.cancel()
            try await experiment.expectError(TransducerError.cancelled) { _ = try await run.task.value }
        }

        unreceived("C12 A machine whose task is cancelled while nobody receives its outputs ends.", "its task") {
            run, experiment in
            run.task.cancel()
            try await experiment.expectCancellation(of: run.task)
        }
    }

    private func unreceived(
        _ name: String, _ cancelled: String, _ end: @escaping @Sendable (Run, Experiment) async throws -> Void
    ) -> Law {
        Law(name) { experiment in
            experiment.does(
                "ran a machine with the outputs \(values) and nobody to receive them, and cancelled \(cancelled)")
            let run = try run(values.map { .value($0) }, in: experiment)
            await experiment.idle()
            try await end(run, experiment)
        }
    }
}

/// A machine whose state and output are the value of the last event.
enum ValueProbe<Value: Sendable>: Transducer {
    struct State: Terminable {
        var value: Value
        var isTerminal = false
    }
    enum Event: Sendable { case value(Value), last(Value) }

    static func update(_ state: inout State, event: Event) -> Value {
        switch event {
        case .value(let value): state = State(value: value)
        case .last(let value): state = State(value: value, isTerminal: true)
        }
        return state.value
    }
}
