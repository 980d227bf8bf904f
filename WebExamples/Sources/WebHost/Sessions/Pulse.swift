import Synchronization

/// Whether a page gives signs.
final class Pulse: Sendable {
    private enum State {
        /// The page was asked for a sign, and has given none yet.
        case asked
        /// It has given one since it was asked.
        case answered
        /// Nobody hears whether it gives one.
        case unheard
    }

    private let state = Mutex(State.answered)

    /// The page is asked for a sign.
    func ask() {
        state.withLock { state in
            switch state {
            case .asked, .answered: state = .asked
            case .unheard: break
            }
        }
    }

    /// Whether it could have given a sign since it was asked, and has not.
    var isSilent: Bool {
        state.withLock { state in
            switch state {
            case .asked: true
            case .answered, .unheard: false
            }
        }
    }

    /// It gives one.
    func sign() { state.withLock { $0 = .answered } }

    /// Does something about a sign, during which others are not heard.
    nonisolated(nonsending) func whileDeaf(_ body: nonisolated(nonsending) () async throws -> Void) async rethrows {
        state.withLock { $0 = .unheard }
        defer { sign() }
        try await body()
    }
}
