import Foundation

/// The line to a page, independent of sockets and frames.
protocol Line: Sendable {
    /// Sends a message, and waits until the line has room for another.
    func send(_ message: Data) async throws

    /// Sends a ping, at once.
    func ping()

    /// Sends a message without content, at once: scripts of browsers do not see pings.
    func beat()

    /// Answers a ping of the page, and waits until the line has room.
    func pong(_ data: Data) async throws

    /// Says farewell, at once; nothing follows.
    ///
    /// - Parameter farewell: The farewell; `nil` for one without words.
    func close(_ farewell: Farewell?)

    /// Cuts the line, discarding everything on its way.
    func cut()
}

extension Line {
    /// Answers a farewell of the page with the same code.
    func acknowledgeClose(_ code: UInt16?) { close(code.map { Farewell(code: $0, reason: "") }) }
}

/// A signal from a page.
enum PageSignal: Sendable {
    /// A message.
    case message(Data)
    /// A ping of the page.
    case ping(Data)
    /// An answer of the page to a ping.
    case pong
    /// The page goes, with an optional code for the reason.
    case close(UInt16?)
    /// A violation of the protocol, after which nothing can be understood.
    case fault(Farewell)
}

// The JSON messages on the line. The other end is Client/client.js.

extension Message: Decodable {
    private enum Key: String, CodingKey { case event, values }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        try self.init(
            container.decode(String.self, forKey: .event),
            values: container.decodeIfPresent([String: String].self, forKey: .values) ?? [:])
    }

    /// Reads a message; `nil` if it is invalid.
    init?(_ data: Data) {
        // The decoder would take data with such bytes for UTF-16.
        if data.contains(0) { return nil }
        guard let message = try? JSONDecoder().decode(Message.self, from: data) else { return nil }
        self = message
    }
}

/// A message to a page.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
enum Notice: Encodable {
    /// The first message: the token of the session, the interval in which the server says something, and the scene.
    case welcome(session: String, isResumed: Bool, heartbeat: Duration, HTML)
    /// The changes of the scene.
    case patch(ElementPatch)
    /// The whole scene, if it is shorter than its changes.
    case scene(HTML)

    private enum Key: String, CodingKey { case session, resumed, heartbeat, html, patch }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        switch self {
        case .welcome(let session, let isResumed, let heartbeat, let html):
            try container.encode(session, forKey: .session)
            try container.encode(isResumed, forKey: .resumed)
            // In milliseconds.
            try container.encode(Int(heartbeat / .milliseconds(1)), forKey: .heartbeat)
            try container.encode(html.markup, forKey: .html)
        case .patch(let patch): try container.encode(patch, forKey: .patch)
        case .scene(let html): try container.encode(html.markup, forKey: .html)
        }
    }

    /// The JSON.
    func encoded() throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .withoutEscapingSlashes
        return try encoder.encode(self)
    }

    /// The shortest message that turns one scene into another; `nil` if they are the same.
    static func change(from old: HTML, to new: HTML) throws -> Data? {
        guard let patch = old.difference(to: new) else { return nil }
        let change = try Notice.patch(patch).encoded()
        if change.count <= new.size { return change }
        let scene = try Notice.scene(new).encoded()
        return change.count <= scene.count ? change : scene
    }
}
