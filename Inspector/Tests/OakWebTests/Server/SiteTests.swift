#if Inspector
    import NIOCore
    import Testing

    @testable import OakWeb

    @Suite("A site")
    struct SiteTests {
        @Test(
            "A page whose path cannot be reached is an error of its site",
            arguments: ["", "traffic light", "äh", "Light", "style.css", "/light", "a/b", "..", "light\n", "light?"])
        func paths(path: String) {
            #expect(throws: SiteError.pathNotAllowed(path)) { try Site(title: "Pages", pages: [page(named: path)]) }
        }

        @Test("Two pages with the same path are an error")
        func duplicates() throws {
            #expect(throws: SiteError.pathTaken("light")) {
                try Site(title: "Pages", pages: [page(named: "light"), page(named: "light")])
            }
            _ = try Site(title: "Pages", pages: [page(named: "light"), page(named: "light-2")])
        }

        @Test("The title of a site links back from each page, and its style sheet comes last")
        func surroundings() throws {
            let site = try Site(title: "My <lights>", summary: "All of them.", style: ".lamp { }", pages: [.counter])
            #expect(site.document(of: .counter).contains(">My &lt;lights&gt;</a>"))
            #expect(site.startDocument.contains("All of them."))
            #expect(String(decoding: site.style.readableBytesView, as: UTF8.self).hasSuffix(".lamp { }"))
        }

        @Test("Only its address leads to an unlisted page, and a site of such pages has no start page")
        func unlisted() async throws {
            let hidden = page(named: "hidden").unlisted
            let site = try Site(title: "Pages", pages: [.counter, hidden])
            #expect(!site.startDocument.contains("hidden"))
            #expect(site.document(of: hidden).contains("class=\"back\""))
            try await TestServer.run(pages: [hidden]) { server in
                let start = try await server.answer(to: RequestTests.get("/", "Host: localhost"))
                #expect(start.hasPrefix("HTTP/1.1 404 "))
                #expect(!start.contains("hidden") && !start.contains("href=\"/\""))
                let page = try await server.answer(to: RequestTests.get("/hidden", "Host: localhost"))
                #expect(page.hasPrefix("HTTP/1.1 200 "))
                #expect(!page.contains("href=\"/\""))
            }
        }

        @Test("A file is made when it is asked for, under a name that no header can be made of, and is never a page")
        func downloads() async throws {
            let files = Downloads(at: "files") { name in name == "missing" ? nil : "<b>\(name)</b>" }
            try await TestServer.run(downloads: [files]) { server in
                func answer(_ path: String, _ header: String = "Host: localhost") async throws -> String {
                    try await server.answer(to: RequestTests.get(path, header))
                }
                let file = try await answer("/files/a%0D%0AX-B:%20%221%2F..txt")
                #expect(file.hasPrefix("HTTP/1.1 200 "))
                #expect(file.contains("attachment; filename=\"aX-B1..txt\"\r\n"))
                #expect(file.contains("application/octet-stream") && file.contains("nosniff"))
                #expect(file.hasSuffix("<b>a\r\nX-B: \"1/..txt</b>"))
                for path in ["/files/missing", "/files/", "/files", "/other/a", "/files/%FF"] {
                    #expect(try await answer(path).hasPrefix("HTTP/1.1 404 "), "\(path)")
                }
                #expect(try await answer("/files/a", "Host: evil.example").hasPrefix("HTTP/1.1 421 "))
                let put = try await server.answer(to: "PUT /files/a HTTP/1.1\r\nHost: localhost\r\n\r\n")
                #expect(put.hasPrefix("HTTP/1.1 405 "))
                let head = try await server.answer(to: "HEAD /files/abc HTTP/1.1\r\nHost: localhost\r\n\r\n")
                #expect(head.hasPrefix("HTTP/1.1 200 ") && head.hasSuffix("\r\n\r\n"))
            }
            #expect(throws: SiteError.pathTaken("counter")) {
                try Site(title: "", pages: [.counter], downloads: [Downloads(at: "counter") { $0 }])
            }
        }
    }
#endif
