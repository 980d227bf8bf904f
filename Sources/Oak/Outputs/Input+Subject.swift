// An input receives the outputs of another machine as its events: that is how machines are piped together.
//
// The event leaves the machine that produced it. A conformance cannot depend on `Sendable`, so the compiler does not check
// that here; an output that is piped must not share mutable state with its machine, unless both run on one actor.

extension Proxy.Input: Subject {
    /// Puts an output of another machine into the mailbox; a full mailbox ends that other machine.
    @inlinable
    public func send(_ value: Event, isolated systemActor: isolated any Actor) async throws {
        let value = Unchecked(value)
        try port.send(value.value)
    }
}

extension SyncSuspendingProxy.Input: Subject {
    /// Hands an output of another machine over and waits until it is dealt with: back pressure from end to end.
    @inlinable
    public func send(_ value: Event, isolated systemActor: isolated any Actor) async throws {
        let value = Unchecked(value)
        try await port.sendAndWait(value.value)
    }
}
