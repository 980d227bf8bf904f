#if canImport(SwiftUI) && DEBUG
    import Shelf

    extension Services {
        /// Services for previews: they answer at once, but for the downloads, which take a while.
        static var sample: Services {
            var services = Services()
            services.search = { _ in
                [Document(id: "oak.md", title: "Oak", excerpt: "A tree."), Document(id: "elm.md", title: "Elm")]
            }
            services.download = { _, report in
                for step in 1...20 {
                    try await Task.sleep(nanoseconds: 200_000_000)
                    try await report(Double(step) / 20)
                }
            }
            services.read = { Content(text: "A tree.", card: Card(title: $0)) }
            return services
        }
    }
#endif
