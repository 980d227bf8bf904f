// A held run finishes its macrostep, and then begins none until it is released, but one for each step that is granted.
// Operations go on, senders find room as long as there is some, and a cancellation ends the run as always.
//
// The hold is a signal, and the granted steps are counted in the bits above all signals: a mailbox needs no room for
// them, and the run loop no look at anything else.

extension Mailbox {
    /// Whether the run begins no macrostep on its own.
    @usableFromInline package var isHeld: Bool { signals.load() & Self.holdSignal != 0 }

    /// Whether the run may begin a macrostep: it is not held, or a step is granted.
    @inlinable var mayBegin: Bool { signals.load() & ~(Self.holdSignal - 1) != Self.holdSignal }

    /// Pays for a macrostep that begins, if the run is held.
    @inlinable
    @inline(__always)
    func payStep() {
        if signals.load() >= Self.step { takeStep() }
    }

    // Somebody may have released the run meanwhile, and with that withdrawn its steps.
    @usableFromInline func takeStep() {
        withLock { _ in if signals.load() >= Self.step { signals.store(signals.load() - Self.step) } }
    }

    /// The number of steps that are granted.
    package var grantedSteps: Int { signals.load() / Self.step }

    /// A step that is granted.
    @usableFromInline static var step: Int { holdSignal << 1 }

    /// Keeps the run from beginning another macrostep, until it is released.
    package func hold() { withLock { _ in signals.store(signals.load() | Self.holdSignal) } }

    /// Lets a held run process one event more: the next one, or else the first that arrives.
    package func grantStep() { changeHold { $0 & Self.holdSignal == 0 ? $0 : $0 + Self.step } }

    /// Lets a held run go on.
    package func release() { changeHold { $0 & (Self.holdSignal - 1) } }

    private func changeHold(_ change: (Int) -> Int) {
        let sleeper = withLock { content in
            signals.store(change(signals.load()))
            // Otherwise a run loop that is about to sleep would overlook the events that it has taken already.
            arrivals.increment()
            return content.takeSleeper()
        }
        sleeper?.resume()
    }
}
