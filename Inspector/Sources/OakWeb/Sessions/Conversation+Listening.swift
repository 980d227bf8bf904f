@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension Conversation {
    /// Processes the signals of the page until it has gone.
    func listen(to signals: some AsyncSequence<Signal, any Error>) async {
        do {
            for try await signal in signals {
                if case .close(let code) = signal { return line.acknowledgeClose(code) }
                // Until the page has understood that it must leave, it may continue to send.
                if visit.isLeaving { continue }
                do {
                    if !session.usage.take() { throw Farewell.flood }
                    try await heed(signal)
                } catch let farewell as Farewell {
                    await session.end(farewell)
                }
            }
        } catch {
            // The connection is lost.
        }
    }

    private func heed(_ signal: Signal) async throws {
        switch signal {
        case .pong:
            pulse.sign()
        case .ping(let data):
            pulse.sign()
            try await line.pong(data)
        case .message(let data):
            guard let message = Message(data) else { throw Farewell.malformed }
            session.usage.noteMessage()
            // Signals behind the message are not read until the machine has taken it.
            try await pulse.whileDeaf { try await hand(over: message) }
        case .fault(let farewell):
            throw farewell
        case .close:
            break
        }
    }

    private func hand(over message: Message) async throws(Farewell) {
        do {
            try await session.performance.take(message)
        } catch {
            switch error {
            case .unknownEvent(let name): throw .unknownEvent(name)
            // `show` tells the page.
            case .ended: break
            }
        }
    }
}
