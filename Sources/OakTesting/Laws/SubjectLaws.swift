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
    await check(values, of: "\(S.self)", at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column)) {
        proxy, experiment in
        let (subject, ended) = (make(), Gate<Void>("the end of the run"))
        let run = experiment.start {
            defer { ended.open() }
            return try await SubjectProbe.run(initialState: .init(), proxy: proxy, output: subject)
        }
        return Observed(run: run) { try await receive(subject, ended) }
    }
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
    await check(values, of: "\(S.self)", at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column)) {
        proxy, experiment in
        let (received, ended) = (ReceivedValues<S.Value>(), Gate<Void>("the end of the run"))
        let run = experiment.start {
            defer { ended.open() }
            return try await SubjectProbe.run(initialState: .init(), proxy: proxy, output: make(received))
        }
        return Observed(run: run) {
            try await ended.wait()
            // The receiver of a forwarded output may still have to process it.
            await experiment.idle()
            return received.values
        }
    }
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
private nonisolated(nonsending) func check<Value: Equatable & Sendable>(
    _ values: [Value], of name: String, at site: CallSite, run: @escaping SubjectLaws<Value>.Run
) async {
    guard !values.isEmpty else { return report("Checking a subject takes one value or more.", at: site) }
    await check(SubjectLaws(values: values, run: run).all, of: name, at: site)
}

/// A run with the examined subject, and the outputs that it has received.
private struct Observed<Value: Sendable>: Sendable {
    let run: Task<Value, any Error>
    let receive: @Sendable () async throws -> [Value]
}

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
private struct SubjectLaws<Value: Equatable & Sendable>: Sendable {
    typealias Probe = SubjectProbe<Value>
    typealias Run = @Sendable (Probe.Proxy, Experiment) -> Observed<Value>

    let values: [Value]
    let run: Run

    @LawList var all: [Law] {
        Law("C5 A subject receives each output once, in the order of the transitions.") { experiment in
            let proxy = Probe.Proxy(bufferSize: values.count)
            experiment.does("ran a machine with the outputs \(values)")
            try proxy.send(contentsOf: Probe.events(values))
            let observed = run(proxy, experiment)
            let received = experiment.start { try await observed.receive() }
            _ = try await observed.run.value
            experiment.does("asked for what it has received")
            try experiment.expect(try await received.value, is: values, "\(values)")
        }

        Law("C5 A subject learns of the end of a run that is cancelled.") { experiment in
            let proxy = Probe.Proxy(bufferSize: values.count)
            experiment.does("ran a machine, and cancelled it when it waited for events")
            let observed = run(proxy, experiment)
            let received = experiment.start { try await observed.receive() }
            await experiment.idle()
            proxy.cancel()
            await experiment.idle()
            try await experiment.expectError(TransducerError.cancelled) { _ = try await observed.run.value }
            experiment.does("asked for what it has received")
            _ = await received.result
        }

        Law("C12 A machine that is cancelled while nobody receives its outputs ends.") { experiment in
            let proxy = Probe.Proxy(bufferSize: values.count)
            experiment.does("ran a machine with the outputs \(values) and nobody to receive them, and cancelled it")
            try proxy.send(contentsOf: values.map { .output($0) })
            let run = run(proxy, experiment).run
            await experiment.idle()
            proxy.cancel()
            try await experiment.expectError(TransducerError.cancelled) { _ = try await run.value }
        }

        Law("C12 A machine whose task is cancelled while nobody receives its outputs ends.") { experiment in
            let proxy = Probe.Proxy(bufferSize: values.count)
            experiment.does(
                "ran a machine with the outputs \(values) and nobody to receive them, and cancelled its task")
            try proxy.send(contentsOf: values.map { .output($0) })
            let run = run(proxy, experiment).run
            await experiment.idle()
            run.cancel()
            try await experiment.expectCancellation(of: run)
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
