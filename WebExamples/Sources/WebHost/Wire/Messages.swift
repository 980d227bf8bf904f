#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

// What goes over the line, in JSON. The other end is Client/client.js.

extension Message: Decodable {
    private enum Key: String, CodingKey { case event, values }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        try self.init(
            container.decode(String.self, forKey: .event),
            values: container.decodeIfPresent([String: String].self, forKey: .values) ?? [:])
    }

    /// Reads a message; `nil` if it is none.
    init?(_ data: Data) {
        // With such bytes in it, it would be taken for UTF-16.
        if data.contains(0) { return nil }
        guard let message = try? JSONDecoder().decode(Message.self, from: data) else { return nil }
        self = message
    }
}

/// What a page is told.
enum Notice: Encodable {
    /// The first thing: what the session is known by, and what there is to see.
    case welcome(session: String, isResumed: Bool, HTML)
    /// What has changed.
    case patch(ElementPatch)
    /// All that there is to see; for changes that would be longer.
    case scene(HTML)

    private enum Key: String, CodingKey { case session, resumed, html, patch }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        switch self {
        case .welcome(let session, let isResumed, let html):
            try container.encode(session, forKey: .session)
            try container.encode(isResumed, forKey: .resumed)
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

    /// The shortest way from one scene to another; `nil` if they are the same.
    static func change(from old: HTML, to new: HTML) throws -> Data? {
        guard let patch = old.difference(to: new) else { return nil }
        let change = try Notice.patch(patch).encoded()
        if change.count <= new.size { return change }
        let scene = try Notice.scene(new).encoded()
        return change.count <= scene.count ? change : scene
    }
}
