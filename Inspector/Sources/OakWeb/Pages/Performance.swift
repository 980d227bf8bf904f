import Oak

/// A running machine as its page sees it: it has scenes and takes messages.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
protocol Performance: Sendable {
    associatedtype Scenes: AsyncSequence<HTML, Never> & Sendable

    /// The scenes from now on; each reader gets the latest. Ends when the machine has ended.
    var scenes: Scenes { get }

    /// Sends a message to the machine, and waits until it has room for it.
    func take(_ message: Message) async throws(Refusal)

    /// The result of the machine, once it and all its work have ended.
    var end: Result<Void, any Error> { get async }

    /// Ends the machine, and waits until all its work has ended.
    func cancel() async
}

/// The reason why a message was not taken.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
enum Refusal: Error, Equatable {
    /// The page has no such message.
    case unknownEvent(String)
    /// The machine has ended.
    case ended
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

    func take(_ message: Message) async throws(Refusal) {
        guard let event = decode(message) else { throw .unknownEvent(message.event) }
        do {
            try await host.input.sendWaitingForRoom(event)
        } catch {
            // The machine has ended, or the sender is gone: in both cases the answer no longer matters.
            throw .ended
        }
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
