#if Inspector
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    extension Site {
        /// The start page, which leads to the others.
        var startDocument: String {
            document(
                title: title,
                body: HTML {
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
                })
        }

        /// The document for unknown paths.
        var missingDocument: String {
            document(
                title: "Not found",
                body: HTML {
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
                })
        }

        /// A page without the content of its machine.
        func document(of page: Page) -> String {
            document(
                title: "\(page.title) – \(title)",
                body: HTML {
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
                }, script: "<script src=\"/client.js\" defer></script>",
                otherwise:
                    "<noscript><p class=\"noscript\">This page needs JavaScript to talk to its machine.</p></noscript>")
        }

        private func document(title: String, body: HTML, script: String = "", otherwise: String = "") -> String {
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
            <body>\(otherwise)\(body.markup)</body>
            </html>

            """
        }
    }
#endif
