#if Inspector
    import Foundation
    import OakWeb
    import Synchronization

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    extension Inspector {
        /// Serves the page to browsers on this computer, until ``stop()`` or the end of the inspector.
        ///
        /// The address contains a random token, and is the only way to the page. It is written to standard error,
        /// because a program that ignores the result would have no other way to tell it.
        ///
        /// - Parameter port: The port; 0 for any free one.
        /// - Returns: The address of the page.
        /// - Throws: `ListeningError` if it cannot listen; ``InspectorError/alreadyServing`` if it serves already.
        @discardableResult
        public func serve(port: Int = 0) async throws -> String {
            let token = Self.token("inspector-")
            return try await serve(try site(at: token), at: token, port: port)
        }

        /// Serves the page of durable hosts alone.
        package func serveDurables(port: Int = 0) async throws -> String {
            let token = Self.token("inspector-")
            return try await serve(try site(of: [durablePage(at: token, machines: nil)]), at: token, port: port)
        }

        private func serve(_ site: Site, at token: String, port: Int) async throws -> String {
            var configuration = WebServer.Configuration()
            configuration.port = port
            configuration.limits.sessions = 32
            configuration.limits.connections = 256
            // A paused machine should not wait long for a page that nobody has any more.
            configuration.limits.absence = .seconds(10)
            let server = WebServer(site, configuration: configuration)
            let (ports, listening) = AsyncStream.makeStream(of: Int.self)
            let task = Task {
                defer { listening.finish() }
                try await server.run { listening.yield($0) }
            }
            let isFirst = self.server.withLock { present in
                if present != nil { return false }
                present = task
                return true
            }
            guard isFirst else {
                task.cancel()
                throw InspectorError.alreadyServing
            }
            for await port in ports {
                let address = "http://localhost:\(port)/\(token)"
                FileHandle.standardError.write(Data("The inspector is at \(address)\n".utf8))
                return address
            }
            self.server.withLock { $0 = nil }
            try await task.value
            throw CancellationError()
        }

        /// Stops serving and listening, and waits until every page has been told.
        public func stop() async {
            for task in [server.withLock({ $0.take() }), listener.withLock({ $0.take() })] {
                task?.cancel()
                try? await task?.value
            }
        }

        func site(at path: String) throws(SiteError) -> Site {
            let paths = PagePaths(machines: path)
            let files = Downloads(at: paths.exports) { [ledger] name in ledger.export(named: name) }
            return try site(
                of: [page(at: paths), durablePage(at: paths.durables, machines: path)], downloads: [files])
        }

        private func site(of pages: [Page], downloads: [Downloads] = []) throws(SiteError) -> Site {
            let style = PackageResources.inspector_css + PackageResources.durable_css
            return try Site(
                title: "Inspector", style: String(decoding: style, as: UTF8.self), pages: pages, downloads: downloads)
        }

        /// A path that nobody can guess, of 128 random bits.
        static func token(_ prefix: String = "") -> String {
            var random = SystemRandomNumberGenerator()
            return prefix
                + (0..<4).map { _ in
                    let digits = String(UInt32.random(in: .min ... .max, using: &random), radix: 16)
                    return String(repeating: "0", count: 8 - digits.count) + digits
                }.joined()
        }
    }
#endif
