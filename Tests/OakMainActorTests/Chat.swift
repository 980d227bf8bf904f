import Oak
import OakTesting

/// A chat on the main actor, which connects again, searches, sends one message after the other, and logs out.
enum Chat: EffectTransducer {
    /// A planted fault.
    nonisolated enum Fault: CaseIterable { case connectsTwice, keepsOldSearch, sendsTwice, losesDrafts }

    enum Connection: Equatable { case offline, connecting(Int), online, waiting(Int) }

    struct State: Terminable {
        var fault: Fault?
        var connection = Connection.offline
        var query = ""
        var found = ""
        var drafts: [String] = []
        var isLoggingOut = false
        var isTerminal: Bool { isLoggingOut && drafts.isEmpty }
    }

    enum Event: Sendable {
        case connect, connected, lost, retry, type(String), found(String), send(String), sent, logOut
    }

    nonisolated struct Env: Sendable {
        var server: Server
        var clock: TestClock
    }

    static func activities(in state: State) -> [Effect] {
        switch state.connection {
        case .offline: []
        case .connecting(let attempt):
            [
                Effect(
                    id: "connect \(attempt)", { env in try await env.server.connect() }, success: { _ in .connected },
                    failure: { _ in .lost })
            ]
        case .waiting(let attempt):
            [.timeout(.seconds(attempt), id: "wait", sending: .retry, clock: \.clock)]
        case .online: []
        }
    }

    static func update(_ state: inout State, event: Event) -> Effect? {
        MainActor.preconditionIsolated()
        switch (event, state.connection) {
        case (.connect, .offline): state.connection = .connecting(1)
        case (.connected, .connecting):
            state.connection = .online
            return post(state)
        case (.lost, .connecting(let attempt)): state.connection = .waiting(attempt + 1)
        case (.lost, .online): state.connection = .waiting(1)
        case (.retry, .waiting(let attempt)): state.connection = .connecting(attempt)
        case (.connect, .waiting(let attempt)): state.connection = .connecting(attempt)
        case (.connect, .online) where state.fault == .connectsTwice: state.connection = .connecting(1)
        case (.type(let text), _):
            state.query = text
            let id = state.fault == .keepsOldSearch ? "search \(text)" : "search"
            return Effect(
                id: EffectID(id), { env in try await env.server.search(text) }, success: Event.found,
                failure: { _ in .found("nothing") })
        case (.found(let text), _): state.found = text
        case (.send(let text), _):
            state.drafts.append(text)
            return state.drafts.count == 1 || state.fault == .sendsTwice ? post(state) : nil
        case (.sent, _):
            state.drafts.removeFirst()
            return post(state)
        case (.logOut, _):
            state.isLoggingOut = true
            if state.fault == .losesDrafts { state.drafts = [] }
        case (.connect, _), (.connected, _), (.lost, _), (.retry, _): break
        }
        return nil
    }

    /// Sends the first draft, again and again until the server has it.
    private static func post(_ state: State) -> Effect? {
        guard state.connection == .online, let draft = state.drafts.first else { return nil }
        return Effect({ env in await env.server.post(draft) }, success: { .sent })
    }
}

/// A server that records its calls; each call takes a second.
final class Server {
    private let clock: TestClock
    private var failures: Int
    private(set) var connections = 0
    private(set) var received: [String] = []

    init(clock: TestClock, failures: Int) { (self.clock, self.failures) = (clock, failures) }

    func connect() async throws {
        try await clock.sleep(for: .seconds(1))
        failures -= 1
        if failures >= 0 { throw ServerError() }
        connections += 1
    }

    func search(_ text: String) async throws -> String {
        try await clock.sleep(for: .seconds(1))
        return text
    }

    func post(_ text: String) async {
        received.append(text)
        try? await clock.sleep(for: .seconds(1))
    }
}

struct ServerError: Error {}
