/// A one-shot signal that one caller awaits and anyone opens.
final class Latch: @unchecked Sendable {
    private enum Phase {
        case closed
        case awaited(UnsafeContinuation<Void, Never>)
        case open
    }

    // Touched only while the lock is held.
    private let lock = Lock()
    private var phase = Phase.closed

    init() {}

    /// Opens the latch; only the first call has an effect.
    func open() {
        let caller = lock.withLock { () -> UnsafeContinuation<Void, Never>? in
            defer { phase = .open }
            guard case .awaited(let caller) = phase else { return nil }
            return caller
        }
        caller?.resume()
    }

    /// Waits until the latch is open.
    func wait(isolation: isolated (any Actor)? = #isolation) async {
        await withUnsafeContinuation { caller in
            let isOpen = lock.withLock { () -> Bool in
                if case .open = phase { return true }
                phase = .awaited(caller)
                return false
            }
            if isOpen { caller.resume() }
        }
    }
}
