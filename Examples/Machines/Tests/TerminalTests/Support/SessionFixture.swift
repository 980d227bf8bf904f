import LoadingList
import LoadingListTerminal
import Oak
import Terminal
import Testing

/// Runs a session on lines from a test and records its output.
@MainActor
final class SessionFixture<Front: FrontEnd> {
    let proxy: Front.Machine.Proxy
    private(set) var text = ""

    private let front: Front
    private let initialState: Front.Machine.State
    private let style: Screen.Style
    private var watchers: [(String, () -> Void)] = []

    init(
        _ front: Front, _ initialState: Front.Machine.State, proxy: Front.Machine.Proxy = Proxy(),
        style: Screen.Style = .plain
    ) {
        (self.front, self.initialState, self.proxy, self.style) = (front, initialState, proxy, style)
    }

    /// Runs a session to its end.
    func run(env: Front.Machine.Env, input: AsyncStream<[String]>, pace: Session<Front>.Pace = .script) async throws {
        let screen = Screen(style: style) { text in self.show(text) }
        let session = Session(front, initialState: initialState, proxy: proxy, screen: screen, pace: pace)
        try await session.run(env: env, input: input)
    }

    /// Runs a session on a script that arrives as a whole.
    func run(env: Front.Machine.Env, _ script: String...) async throws -> String {
        try await run(env: env, input: .batches([script]))
        return text
    }

    /// Calls a function when a line is shown, within the transition that shows it.
    func when(_ line: String, _ body: @escaping () -> Void) { watchers.append((line, body)) }

    private func show(_ new: String) {
        text += new
        for shown in new.split(separator: "\n") {
            for (line, body) in watchers where line == shown { body() }
        }
    }
}

extension AsyncStream<[String]> {
    /// Lines that arrive in these portions, and then the end.
    static func batches(_ batches: [[String]]) -> AsyncStream {
        AsyncStream { continuation in
            for batch in batches { continuation.yield(batch) }
            continuation.finish()
        }
    }
}

extension SessionFixture<LoadingListFrontEnd> {
    convenience init(style: Screen.Style = .plain) {
        let proxy = LoadingList.Transducer.Proxy(initialEvent: .viewOnAppear)
        self.init(LoadingListFrontEnd(), .start, proxy: proxy, style: style)
    }

    func env(_ service: @escaping LoadingList.Transducer.Service) -> LoadingList.Transducer.Env {
        LoadingList.Transducer.Env(service: service, input: proxy.input)
    }
}
