/// Draws graphs in the DOT language as pictures, with the program `dot` where Graphviz is installed.
///
/// ```swift
/// import OakGraph
///
/// func picture(of dot: String) async throws -> [UInt8] {
///     try await Graphviz().picture(of: dot, as: .svg)
/// }
/// ```
///
/// Where a program cannot start others, each picture is the error ``GraphvizError/unavailable``.
public struct Graphviz: Hashable, Sendable {
    /// The format of a picture.
    public enum Format: String, Hashable, Sendable, CaseIterable {
        /// Scalable vector graphics.
        case svg
        /// Portable network graphics.
        case png
    }

    /// The name of the program, which is looked up in `PATH`, or its path.
    let program: String

    /// The longest time for a picture, in seconds.
    let timeLimit: Double

    /// The largest size of a picture, in bytes.
    let sizeLimit: Int

    /// Creates a renderer.
    ///
    /// - Parameters:
    ///   - program: The name of the program, which is looked up in `PATH`, or its path.
    ///   - timeLimit: The longest time for a picture, in seconds.
    ///   - sizeLimit: The largest size of a picture, in bytes.
    public init(program: String = "dot", timeLimit: Double = 60, sizeLimit: Int = 64 << 20) {
        self.program = program
        self.timeLimit = timeLimit
        self.sizeLimit = sizeLimit
    }

    /// Draws a graph.
    ///
    /// The program has ended when this function returns, also if it throws. Cancelling the task ends the program.
    ///
    /// - Parameters:
    ///   - dot: The graph in the DOT language.
    ///   - format: The format of the picture.
    /// - Returns: The bytes of the picture.
    /// - Throws: ``GraphvizError``, which says what to do.
    public func picture(of dot: String, as format: Format) async throws(GraphvizError) -> [UInt8] {
        try await output(for: dot, format: format.rawValue)
    }

    /// Places a graph: the positions of its nodes and edges in the plain format of Graphviz.
    ///
    /// - Parameter dot: The graph in the DOT language.
    package func positions(of dot: String) async throws(GraphvizError) -> String {
        String(decoding: try await output(for: dot, format: "plain"), as: UTF8.self)
    }

    private func output(for dot: String, format: String) async throws(GraphvizError) -> [UInt8] {
        #if os(macOS) || os(Linux)
            return try await GraphvizRun(self, on: dot, format: format).output()
        #else
            throw .unavailable
        #endif
    }
}

/// The error of a picture that could not be made.
public enum GraphvizError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The system does not let programs start others.
    case unavailable
    /// The program of Graphviz was not found.
    case notInstalled(program: String)
    /// The program could not be started, for the reason that the system gives.
    case notStarted(program: String, reason: String)
    /// The program has failed with a message of its own.
    case failed(message: String)
    /// The program was ended because it took too long.
    case timeLimitExceeded(seconds: Double)
    /// The program was ended because the picture has too many bytes.
    case sizeLimitExceeded(bytes: Int)
    /// The surrounding task was cancelled.
    case cancelled

    /// The failure, and the remedy.
    public var description: String {
        switch self {
        case .unavailable:
            "Pictures need Linux or macOS. Draw as 'mermaid' or 'dot', which need no program."
        case .notInstalled(let program):
            """
            Graphviz's '\(program)' is not installed. Install it with 'apt-get install graphviz' or 'brew install \
            graphviz', or draw as 'mermaid' or 'dot', which need no program.
            """
        case .notStarted(let program, let reason): "Graphviz's '\(program)' cannot be started: \(reason)"
        case .failed(let message):
            "Graphviz has failed: \(message.isEmpty ? "it gives no reason." : message)"
        case .timeLimitExceeded(let seconds):
            "Graphviz took longer than \(seconds) seconds. Fold the graph, or raise 'timeLimit'."
        case .sizeLimitExceeded(let bytes):
            "The picture has more than \(bytes) bytes. Fold the graph, or raise 'sizeLimit'."
        case .cancelled: "The picture was cancelled."
        }
    }
}
