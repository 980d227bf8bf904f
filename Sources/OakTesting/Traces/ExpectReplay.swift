public import Oak

/// Expects a machine to repeat the run of a stored trace.
///
/// A trace is stored with ``Trace/write(to:nextTo:)``. A divergence, or a file that cannot be used, is reported as a
/// failure of the running test.
///
/// - Parameters:
///   - transducer: The machine.
///   - file: The path of the trace, absolute or relative to the directory of the test.
public func expectReplay<T: ExecutableTransducer>(
    of transducer: T.Type, from file: String,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) where T.State: Decodable & Equatable, T.Event: Decodable, T.Output: Decodable & Equatable {
    expectNoDivergence(at: CallSite(fileID, filePath, line, column)) {
        try Trace<T.State, T.Event, T.Output>(contentsOf: file, of: T.self, nextTo: filePath).replay(on: T.self)
    }
}

/// Expects a machine without outputs to repeat the run of a stored trace.
///
/// - Parameters:
///   - transducer: The machine.
///   - file: The path of the trace, absolute or relative to the directory of the test.
public func expectReplay<T: ExecutableTransducer>(
    of transducer: T.Type, from file: String,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) where T.State: Decodable & Equatable, T.Event: Decodable, T.Output == Void {
    expectNoDivergence(at: CallSite(fileID, filePath, line, column)) {
        try Trace<T.State, T.Event, NoOutput>(contentsOf: file, of: T.self, nextTo: filePath).replay(on: T.self)
    }
}

private func expectNoDivergence(at site: CallSite, _ replay: () throws -> Divergence?) {
    do {
        if let divergence = try replay() { report("\(divergence)", at: site) }
    } catch {
        report("\(error)", at: site)
    }
}

/// The first difference between a recorded run and its replay.
public struct Divergence: Hashable, Sendable {
    /// The part of a run that differs.
    package enum Subject: String, Hashable, Sendable {
        /// The state after a transition.
        case state
        /// The output of a transition, or of the initial state.
        case output
        /// The effect of a transition.
        case effect
        /// The action events that follow from a transition.
        case actionEvent = "action event"
        /// Whether and how the run ends.
        case end
    }

    /// The part that differs.
    package let subject: Subject

    /// The number of the event in the trace, counted from one; zero if the beginning of the run differs.
    package let step: Int

    /// The event as source text; `nil` at the beginning of the run.
    package let event: String?

    /// The recorded value beside the current one.
    package let difference: String

    /// The events before the divergence, as source text.
    package let eventsBefore: [String]

    /// The name of the replayed transducer.
    package let transducer: String
}

extension Divergence: CustomStringConvertible {
    private static let eventsShown = 10

    public var description: String {
        let place = event.map { "event \(step), \($0)" } ?? "the beginning of the run"
        var lines = ["\(transducer) does not do what was recorded at \(place). The \(subject.rawValue) differs:", ""]
        lines.append(difference)
        guard !eventsBefore.isEmpty else { return lines.joined(separator: "\n") }
        lines += ["", "Events before:"]
        let left = eventsBefore.count - Self.eventsShown
        if left > 0 { lines.append("  (\(left) more)") }
        lines += zip(1..., eventsBefore).suffix(Self.eventsShown).map { "  \($0) \($1)" }
        return lines.joined(separator: "\n")
    }
}
