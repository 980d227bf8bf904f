import NIOCore
import NIOHTTP1

/// What a server has to offer by which path.
struct Site: Sendable {
    let title: String
    let pages: [Page]

    /// The answer to a request.
    func reply(to head: HTTPRequestHead) -> Reply {
        switch head.method {
        case .GET, .HEAD: break
        case _:
            var reply = Reply(.methodNotAllowed, "Only GET is understood here.")
            reply.more.add(name: "Allow", value: "GET, HEAD")
            return reply
        }
        let path = Site.path(of: head.uri)
        switch path {
        case "/": return Reply(type: "text/html; charset=utf-8", ByteBuffer(string: startDocument))
        case "/client.js": return Reply(type: "text/javascript; charset=utf-8", Site.script)
        case "/style.css": return Reply(type: "text/css; charset=utf-8", Site.style)
        case "/icon.svg": return Reply(type: "image/svg+xml", Site.icon)
        case _: break
        }
        if let page = pages.first(where: { "/" + $0.path == path }) {
            return Reply(type: "text/html; charset=utf-8", ByteBuffer(string: document(of: page)))
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
    private static let style = ByteBuffer(
        bytes: PackageResources.style_css + PackageResources.controls_css + PackageResources.examples_css)
    private static let icon = ByteBuffer(bytes: PackageResources.icon_svg)
}
