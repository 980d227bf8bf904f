// An input can receive the outputs of another machine as its events, which pipes the machines together.
//
// The event leaves the machine that produced it. A conformance cannot depend on `Sendable`, so the compiler does not
// check this: a piped output must not share mutable state with its machine unless both run on one actor.

extension Proxy.Input: Subject {
    /// Puts an output of another machine into the mailbox; a full mailbox ends the other machine.
    @inlinable
    public func send(_ value: Event, isolated systemActor: isolated any Actor) async throws {
        let value = Disconnected(value)
        try port.send(value.value)
    }
}

extension SyncSuspendingProxy.Input: Subject {
    /// Passes on an output of another machine and waits until its macrostep is done: back pressure from end to end.
    @inlinable
    public func send(_ value: Event, isolated systemActor: isolated any Actor) async throws {
        let value = Disconnected(value)
        try await port.sendWaitingForMacrostep(value.value)
    }
}
