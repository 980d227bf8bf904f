import Oak

/// A running machine as its page sees it: it has scenes and takes messages.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
protocol Performance: Sendable {
    associatedtype Scenes: AsyncSequence<HTML, Never> & Sendable

    /// The scenes from now on; each reader gets the latest. Ends when the machine has ended.
    var scenes: Scenes { get }

    /// Sends a message to the machine, and waits until it has room for it; one that has ended takes nothing.
    ///
    /// - Throws: ``Farewell/unknownEvent(_:)`` if the page has no such message.
    func take(_ message: Message) async throws(Farewell)

    /// The result of the machine, once it and all its work have ended.
    var end: Result<Void, any Error> { get async }

    /// Ends the machine, and waits until all its work has ended.
    func cancel() async
}

/// A machine in a host of its own.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
struct MachinePerformance<Machine>: Performance
where
    Machine: ExecutableTransducer & SendableMetatype, Machine.State: Sendable, Machine.Event: Sendable,
    Machine.Output: Sendable, Machine.Proxy == Oak.Proxy<Machine.Event>
{
    let host: TransducerHost<Machine>
    let render: @Sendable (Machine.State) -> HTML
    let decode: @Sendable (Message) -> Machine.Event?

    var scenes: AsyncMapSequence<TransducerHost<Machine>.States, HTML> { host.states.map { [render] in render($0) } }

    func take(_ message: Message) async throws(Farewell) {
        guard let event = decode(message) else { throw .unknownEvent(message.event) }
        // Throws if the machine has ended, which the scenes tell, or if the sender is gone.
        try? await host.input.sendWaitingForRoom(event)
    }

    var end: Result<Void, any Error> {
        get async {
            do {
                _ = try await host.value
                return .success(())
            } catch {
                return .failure(error)
            }
        }
    }

    func cancel() async {
        host.cancel()
        _ = await end
    }
}
