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
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    expectNoDivergence(at: site) {
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
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    expectNoDivergence(at: site) {
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
