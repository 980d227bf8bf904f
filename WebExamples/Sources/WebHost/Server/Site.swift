import NIOCore
import NIOHTTP1

/// Some pages, and the page that leads to them.
public struct Site: Sendable {
    let title: String
    let summary: String
    let style: ByteBuffer
    let pages: [Page]

    /// Creates a site.
    ///
    /// - Parameters:
    ///   - title: What the pages have in common: the title of the first page, and on each other one the way back there.
    ///   - summary: What the first page says about them.
    ///   - style: A style sheet for what the machines have to show. It comes behind that of the host, which knows how
    ///     controls, fields and dialogs look; what names it uses is in `Client/style.css` and `Client/controls.css`.
    ///   - pages: The pages, in the order in which they are listed.
    /// - Throws: ``SiteError`` when a page could not be reached.
    public init(title: String, summary: String = "", style: String = "", pages: [Page]) throws(SiteError) {
        var taken: Set<String> = []
        for page in pages {
            guard Site.isAllowed(page.path) else { throw .pathNotAllowed(page.path) }
            guard taken.insert(page.path).inserted else { throw .pathTaken(page.path) }
        }
        self.title = title
        self.summary = summary
        self.style = ByteBuffer(
            bytes: PackageResources.style_css + PackageResources.controls_css + Array(style.utf8))
        self.pages = pages
    }

    /// A path that needs no encoding, and is that of no other thing.
    private static func isAllowed(_ path: String) -> Bool {
        !path.isEmpty
            && path.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"):
                    true
                case _: false
                }
            }
    }
}

/// Why pages cannot make up a site.
public enum SiteError: Error, Equatable, CustomStringConvertible {
    /// A page has a path that cannot be used.
    case pathNotAllowed(String)
    /// Two pages have the same path.
    case pathTaken(String)

    public var description: String {
        switch self {
        case .pathNotAllowed(let path):
            "A page cannot have the path \(path.debugDescription). Use small letters, digits and hyphens."
        case .pathTaken(let path): "Two pages have the path \(path.debugDescription). Give one of them another."
        }
    }
}

extension Site {
    /// The answer to a request.
    func reply(to head: HTTPRequestHead) -> Reply {
        switch head.method {
        case .GET, .HEAD: break
        case _:
            var reply = Reply(.methodNotAllowed, "Only GET and HEAD are understood here.")
            reply.more.add(name: "Allow", value: "GET, HEAD")
            return reply
        }
        let path = Site.path(of: head.uri)
        switch path {
        case "/": return Reply(type: "text/html; charset=utf-8", ByteBuffer(string: startDocument))
        case "/client.js": return Reply(type: "text/javascript; charset=utf-8", Site.script)
        case "/style.css": return Reply(type: "text/css; charset=utf-8", style)
        case "/icon.svg": return Reply(type: "image/svg+xml", Site.icon)
        case _: break
        }
        if let page = pages.first(where: { "/" + $0.path == path }) {
            return Reply(type: "text/html; charset=utf-8", ByteBuffer(string: document(of: page)))
        }
        if path.hasSuffix("/"), pages.contains(where: { "/" + $0.path == path.dropLast() }) {
            var reply = Reply(.permanentRedirect, "The page is at \(path.dropLast()).")
            reply.more.add(name: "Location", value: String(path.dropLast()))
            return reply
        }
        return Reply(.notFound, type: "text/html; charset=utf-8", ByteBuffer(string: missingDocument))
    }

    /// The page whose socket a request wants, and the session that it wants to come back to.
    func visit(to head: HTTPRequestHead) -> (page: Page, token: String?)? {
        let path = Site.path(of: head.uri)
        guard let page = pages.first(where: { "/" + $0.path + "/socket" == path }) else { return nil }
        let query = head.uri[path.endIndex...]
        return (page, query.hasPrefix("?session=") ? String(query.dropFirst(9)) : nil)
    }

    private static func path(of uri: String) -> Substring {
        uri.prefix { $0 != "?" && $0 != "#" }
    }

    private static let script = ByteBuffer(bytes: PackageResources.client_js)
    private static let icon = ByteBuffer(bytes: PackageResources.icon_svg)
}
