import Oak

/// Tracks whether a page answers pings.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
final class Pulse: Sendable {
    private enum State {
        /// The page was pinged, and has not answered yet.
        case asked
        /// The page has answered since it was pinged.
        case answered
        /// Answers are not being read.
        case unheard
    }

    private let state = Protected(State.answered)

    /// Records a ping.
    func ask() { state.withLock { if $0 != .unheard { $0 = .asked } } }

    /// Whether the page could have answered the last ping, and has not.
    var isSilent: Bool { state.withLock { $0 == .asked } }

    /// Records an answer.
    func sign() { state.withLock { $0 = .answered } }

    /// Runs a function during which answers are not read.
    nonisolated(nonsending) func whileDeaf(_ body: nonisolated(nonsending) () async throws -> Void) async rethrows {
        state.withLock { $0 = .unheard }
        defer { sign() }
        try await body()
    }
}
