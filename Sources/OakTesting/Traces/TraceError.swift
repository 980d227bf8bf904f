/// The reason why a stored trace cannot be used.
public enum TraceError: Error, Hashable, Sendable {
    /// The file does not exist or cannot be read.
    case unreadableFile(path: String, reason: String)

    /// This version of the library does not read the version of the trace's format.
    case unsupportedVersion(found: Int, supported: Int)

    /// The trace belongs to another transducer.
    case otherTransducer(found: String, expected: String)

    /// The file is not a trace of these states, events and outputs.
    ///
    /// `location` is the path to the place within the file, and `reason` describes the problem there.
    case malformed(location: String, reason: String)
}

extension TraceError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .unreadableFile(let path, let reason):
            """
            There is no trace that can be read at \(path): \(reason)
            Record a run with a TraceRecorder and store it there with trace.write(to:).
            """
        case .unsupportedVersion(let found, let supported):
            """
            The trace has version \(found) of the format; supported is version \(supported).
            \(found > supported ? "Update Oak, or record" : "Record") the run again with this version and store \
            the trace anew.
            """
        case .otherTransducer(let found, let expected):
            """
            The trace is one of \(found), not of \(expected).
            Name the file that holds a trace of \(expected); if \(found) was renamed, change "transducer" in the file.
            """
        case .malformed(let location, let reason):
            """
            This is not a trace of these states, events and outputs: \(reason) (at \(location))
            If their types have changed since the run was recorded, record it again, or correct that line of the file.
            """
        }
    }
}
