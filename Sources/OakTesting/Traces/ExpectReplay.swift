public import Oak

/// Expects that a machine does what a stored trace recorded.
///
/// A trace is stored with ``Trace/write(to:nextTo:)``. A difference, and a file that cannot be used, are reported as failures
/// of the running test.
///
/// - Parameters:
///   - transducer: The machine.
///   - file: The file with the trace; relative to the directory of the test, if it is not an absolute path.
public func expectReplay<T: ExecutableTransducer>(
    of transducer: T.Type, from file: String,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) where T.State: Decodable & Equatable, T.Event: Decodable, T.Output: Decodable & Equatable {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    expectNoDivergence(at: site) {
        try Trace<T.State, T.Event, T.Output>(contentsOf: file, of: T.self, nextTo: filePath).replay(on: T.self)
    }
}

/// Expects that a machine without outputs does what a stored trace recorded.
///
/// - Parameters:
///   - transducer: The machine.
///   - file: The file with the trace; relative to the directory of the test, if it is not an absolute path.
public func expectReplay<T: ExecutableTransducer>(
    of transducer: T.Type, from file: String,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) where T.State: Decodable & Equatable, T.Event: Decodable, T.Output == Void {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    expectNoDivergence(at: site) {
        try Trace<T.State, T.Event, NoOutput>(contentsOf: file, of: T.self, nextTo: filePath).replay(on: T.self)
    }
}

/// Expects that a machine does what a trace recorded.
///
/// - Parameters:
///   - transducer: The machine.
///   - trace: What was recorded.
public func expectReplay<T: ExecutableTransducer>(
    of transducer: T.Type, _ trace: Trace<T.State, T.Event, T.Output>,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) where T.State: Equatable, T.Output: Equatable {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    expectNoDivergence(at: site) { trace.replay(on: T.self) }
}

/// Expects that a machine without outputs does what a trace recorded.
///
/// - Parameters:
///   - transducer: The machine.
///   - trace: What was recorded.
public func expectReplay<T: ExecutableTransducer>(
    of transducer: T.Type, _ trace: Trace<T.State, T.Event, NoOutput>,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) where T.State: Equatable, T.Output == Void {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    expectNoDivergence(at: site) { trace.replay(on: T.self) }
}

private func expectNoDivergence(at site: CallSite, _ replay: () throws -> Divergence?) {
    do {
        if let divergence = try replay() { report("\(divergence)", at: site) }
    } catch {
        report("\(error)", at: site)
    }
}
