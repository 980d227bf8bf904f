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
enum Notice {
    /// The first thing: what the session is known by, and what there is to see.
    case welcome(session: String, isResumed: Bool, HTML)
    /// What has changed.
    case patch(ElementPatch)
    /// All that there is to see; for changes that would be longer.
    case scene(HTML)

    /// The JSON.
    func encoded() -> Data {
        var json = JSONWriter()
        json.object { json in
            switch self {
            case .welcome(let session, let isResumed, let html):
                json.name("session")
                json.string(session)
                json.name("resumed")
                json.bool(isResumed)
                json.name("html")
                json.string(html.markup)
            case .patch(let patch):
                json.name("patch")
                patch.write(to: &json)
            case .scene(let html):
                json.name("html")
                json.string(html.markup)
            }
        }
        return json.data
    }

    /// The shortest way from one scene to another; `nil` if they are the same.
    static func change(from old: HTML, to new: HTML) -> Data? {
        guard let patch = old.difference(to: new) else { return nil }
        let change = Notice.patch(patch).encoded()
        if change.count <= new.size { return change }
        let scene = Notice.scene(new).encoded()
        return change.count <= scene.count ? change : scene
    }
}
