#if Inspector
    import Foundation
    import NIOCore
    import NIOHTTP1

    /// A set of pages with a start page.
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    public struct Site: Sendable {
        let title: String
        let summary: String
        let style: ByteBuffer
        let pages: [Page]
        let downloads: [Downloads]

        /// Creates a site.
        ///
        /// - Parameters:
        ///   - title: The title of the start page, and the link to it on each other page.
        ///   - summary: The description on the start page.
        ///   - style: A style sheet for the content of the machines. It follows that of the host, which covers
        ///     controls, fields and dialogs; `Client/style.css` and `Client/controls.css` list its class names.
        ///   - pages: The pages, in the order of the list.
        ///   - downloads: Files that are made when somebody asks for them.
        /// - Throws: ``SiteError`` if a page would be unreachable.
        public init(
            title: String, summary: String = "", style: String = "", pages: [Page], downloads: [Downloads] = []
        ) throws(SiteError) {
            var taken: Set<String> = []
            for path in pages.map(\.path) + downloads.map(\.path) {
                guard Site.isAllowed(path) else { throw .pathNotAllowed(path) }
                guard taken.insert(path).inserted else { throw .pathTaken(path) }
            }
            self.downloads = downloads
            self.title = title
            self.summary = summary
            self.style = ByteBuffer(
                bytes: PackageResources.style_css + PackageResources.controls_css + Array(style.utf8))
            self.pages = pages
        }

        /// Whether a path needs no encoding and is not reserved.
        private static func isAllowed(_ path: String) -> Bool {
            !path.isEmpty && path.utf8.allSatisfy("abcdefghijklmnopqrstuvwxyz0123456789-".utf8.contains)
        }

        // MARK: Answers

        /// The answer to a request.
        func reply(to head: HTTPRequestHead) -> Reply {
            switch head.method {
            case .GET, .HEAD: break
            case _:
                return Reply(
                    .methodNotAllowed, "Only GET and HEAD are understood here.", more: ["Allow": "GET, HEAD"])
            }
            let path = Site.path(of: head.uri)
            switch path {
            case "/" where hasStartPage:
                return Reply(type: "text/html; charset=utf-8", ByteBuffer(string: startDocument))
            case "/client.js": return Reply(type: "text/javascript; charset=utf-8", Site.script)
            case "/style.css": return Reply(type: "text/css; charset=utf-8", style)
            case "/icon.svg": return Reply(type: "image/svg+xml", Site.icon)
            case _: break
            }
            if let page = pages.first(where: { "/" + $0.path == path }) {
                return Reply(type: "text/html; charset=utf-8", ByteBuffer(string: document(of: page)))
            }
            if path.hasSuffix("/"), pages.contains(where: { "/" + $0.path == path.dropLast() }) {
                let page = String(path.dropLast())
                return Reply(.permanentRedirect, "The page is at \(page).", more: ["Location": page])
            }
            return missing
        }

        /// The answer with a file, for a request for one.
        func download(for head: HTTPRequestHead) async -> Reply? {
            let parts = Site.path(of: head.uri).split(separator: "/", maxSplits: 1)
            guard head.method == .GET || head.method == .HEAD, parts.count == 2,
                let name = parts[1].removingPercentEncoding,
                let files = downloads.first(where: { $0.path == parts[0] })
            else { return nil }
            guard let content = await files.content(name) else { return missing }
            let fileName = name.filter { $0.isASCII && ($0.isLetter || $0.isNumber || "-._".contains($0)) }
            return Reply(
                type: "application/octet-stream", ByteBuffer(string: content),
                more: ["Content-Disposition": "attachment; filename=\"\(fileName)\""])
        }

        /// The page of a socket request, and the session to resume.
        func visit(to head: HTTPRequestHead) -> (page: Page, token: String?)? {
            let path = Site.path(of: head.uri)
            guard let page = pages.first(where: { "/" + $0.path + "/socket" == path }) else { return nil }
            let query = head.uri[path.endIndex...]
            return (page, query.hasPrefix("?session=") ? String(query.dropFirst(9)) : nil)
        }

        /// Whether there is a page that leads to the others.
        var hasStartPage: Bool { pages.contains(where: \.isListed) }

        private static func path(of uri: String) -> Substring {
            uri.prefix { $0 != "?" && $0 != "#" }
        }

        private static let script = ByteBuffer(bytes: PackageResources.client_js)
        private static let icon = ByteBuffer(bytes: PackageResources.icon_svg)

        // MARK: Documents

        /// The start page, which leads to the others.
        var startDocument: String {
            document(title: title) {
                Element(.main, .class("start")) {
                    Element(.header) {
                        Element(.h1) { title }
                        if !summary.isEmpty { Element(.p, .class("lead")) { summary } }
                    }
                    Element(.ul, .class("cards")) {
                        for page in pages where page.isListed {
                            Element(.li, .class("card")) {
                                Element(.h2) { Element(.a, .href(page: page.path)) { page.title } }
                                Element(.p) { page.summary }
                            }
                        }
                    }
                }
            }
        }

        /// The answer for unknown paths.
        private var missing: Reply {
            let document = document(title: "Not found") {
                Element(.main, .class("start")) {
                    Element(.header) {
                        Element(.h1) { "There is no such page" }
                        Element(.p, .class("lead")) {
                            "It may have been one once, or its address has a letter too many."
                        }
                        if hasStartPage {
                            Element(.a, .class("button primary"), .href(page: "")) { "Go to the start page" }
                        }
                    }
                }
            }
            return Reply(.notFound, type: "text/html; charset=utf-8", ByteBuffer(string: document))
        }

        /// A page without the content of its machine.
        func document(of page: Page) -> String {
            document(
                title: "\(page.title) – \(title)", script: "<script src=\"/client.js\" defer></script>",
                otherwise:
                    "<noscript><p class=\"noscript\">This page needs JavaScript to talk to its machine.</p></noscript>"
            ) {
                Element(.header, .class("bar")) {
                    if hasStartPage {
                        Element(.nav, .aria(.label, "Site")) {
                            Element(.a, .class("back"), .href(page: "")) { title }
                        }
                    }
                    Element(.h1) { page.title }
                }
                Element(.div, .id("banner"), .role("status"), .aria(.live, "polite")) {}
                Element(.main, .id("scene"), .focusable, .aria(.busy, "true")) {}
                Element(.footer, .id("traffic"), .class("traffic")) {}
            }
        }

        private func document(
            title: String, script: String = "", otherwise: String = "", @HTMLBuilder<Place.Flow> body: () -> HTML
        ) -> String {
            """
            <!DOCTYPE html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta name="color-scheme" content="light dark">
            <title>\(HTML { title }.markup)</title>
            <link rel="icon" href="/icon.svg" type="image/svg+xml">
            <link rel="stylesheet" href="/style.css">
            \(script)
            </head>
            <body>\(otherwise)\(body().markup)</body>
            </html>

            """
        }
    }

    /// The reason why pages cannot form a site.
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    public enum SiteError: Error, Equatable, CustomStringConvertible {
        /// The path of a page is invalid.
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
#endif
