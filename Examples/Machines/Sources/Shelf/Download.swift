public import Oak
public import Parts

/// The download of one document, which lasts as long as the state `loading`.
public enum Download: EffectTransducer {
    /// The state of a download.
    public enum State: Codable, Hashable, Sendable {
        /// Not under way.
        case idle
        /// Under way; the share that is done.
        case loading(Double)
        /// Ended by an error.
        case failed(Problem)
    }

    /// The events.
    public enum Event: Equatable, Sendable {
        /// The user wants the document, possibly once more.
        case start
        /// The user does not want it any more.
        case cancel
        /// Another chunk has arrived.
        case received(Double)
        /// The document is complete.
        case finished
        /// The download has failed.
        case failed(Problem)
    }

    /// The end of a download.
    public enum Outcome: Equatable, Sendable {
        /// The document is on the shelf.
        case finished
        /// The download has failed.
        case failed(Problem)
    }

    public typealias Output = Outcome?

    /// Copies the document.
    public typealias Env = @Sendable (_ report: Services.Report) async throws -> Void

    public static func activities(in state: State) -> [Effect] {
        guard case .loading = state else { return [] }
        return [
            Effect(
                id: "copy",
                { copy, input in try await copy { try await input.sendWaitingForRoom(.received($0)) } },
                success: { .finished }, failure: { .failed(Problem($0)) })
        ]
    }

    public static func update(_ state: inout State, event: Event) -> (Effect?, Output) {
        switch (state, event) {
        case (.idle, .start), (.failed, .start): state = .loading(0)
        case (.loading, .received(let share)): state = .loading(share)
        case (.loading, .cancel): state = .idle
        case (.loading, .finished):
            state = .idle
            return (nil, .finished)
        case (.loading, .failed(let problem)):
            state = .failed(problem)
            return (nil, .failed(problem))
        case (.loading, .start), (.idle, _), (.failed, _): break
        }
        return (nil, nil)
    }
}
