/// The error of a picture that could not be made.
public enum GraphvizError: Error, Hashable, Sendable {
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
}

extension GraphvizError: CustomStringConvertible {
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
