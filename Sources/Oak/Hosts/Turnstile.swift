/// Lets one caller through, once it has been opened.
@usableFromInline
final class Turnstile: @unchecked Sendable {
    private enum Position {
        case closed
        case occupied(UnsafeContinuation<Void, Never>)
        case open
    }

    // Touched only while the lock is held.
    private let lock = Lock()
    private var position = Position.closed

    init() {}

    /// Opens it; only the first time counts.
    @usableFromInline
    func open() {
        let caller = lock.withLock { () -> UnsafeContinuation<Void, Never>? in
            defer { position = .open }
            guard case .occupied(let caller) = position else { return nil }
            return caller
        }
        caller?.resume()
    }

    /// Waits until it is open.
    func pass(isolation: isolated (any Actor)? = #isolation) async {
        await withUnsafeContinuation { caller in
            let isOpen = lock.withLock { () -> Bool in
                if case .open = position { return true }
                position = .occupied(caller)
                return false
            }
            if isOpen { caller.resume() }
        }
    }
}
