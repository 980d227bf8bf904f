import Oak

/// A running machine as a page sees it: it shows something and takes messages.
protocol Performance: Sendable {
    associatedtype Scenes: AsyncSequence<HTML, Never> & Sendable

    /// What the page shows, from now on: the latest of it for each reader. Ends when the machine has ended.
    var scenes: Scenes { get }

    /// Hands a message to the machine, and waits until there is room for it.
    func take(_ message: Message) async throws(Refusal)

    /// How the machine has ended, once it has; everything that it had under way has ended too.
    var end: Result<Void, any Error> { get async }

    /// Ends the machine, and waits until everything that it has under way has ended.
    func cancel() async
}

/// Why a message was not taken.
enum Refusal: Error, Equatable {
    /// The page has nothing of that kind.
    case unknownEvent(String)
    /// The machine has ended.
    case ended
}

/// A machine in a host of its own.
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
            try await host.input.sendWhenRoom(event)
        } catch {
            // It has ended, or whoever sent the message is gone: in both cases nobody waits for an answer.
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
