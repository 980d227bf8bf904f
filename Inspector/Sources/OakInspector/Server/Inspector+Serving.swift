#if Inspector
    import Foundation
    import Oak
    import OakWeb

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
            let token = "inspector-\(randomToken())"
            return try await serve(try site(at: token), at: token, port: port)
        }

        /// Serves the page of durable hosts alone.
        package func serveDurables(port: Int = 0) async throws -> String {
            let token = "inspector-\(randomToken())"
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
            try keep(task, in: self.server, otherwise: .alreadyServing)
            for await port in ports {
                let address = "http://localhost:\(port)/\(token)"
                FileHandle.standardError.write(Data("The inspector is at \(address)\n".utf8))
                return address
            }
            self.server.withLock { $0 = nil }
            try await task.value
            throw CancellationError()
        }

        /// Keeps a task until ``stop()``, unless there is one already.
        func keep(
            _ task: Task<Void, any Error>, in place: Protected<Task<Void, any Error>?>,
            otherwise error: InspectorError
        ) throws(InspectorError) {
            let isFirst = place.withLock { present in
                if present != nil { return false }
                present = task
                return true
            }
            if isFirst { return }
            task.cancel()
            throw error
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
            let page = Page(
                for: Inspection.self, at: path, title: "Inspector", summary: "The machines of this program that run.",
                host: { [ledger] in
                    TransducerHost(of: Inspection.self, initialState: Inspection.State(), env: ledger)
                },
                render: { $0.scene(at: paths) }, decode: InspectionMessage.decode)
            return try site(
                of: [page.unlisted, durablePage(at: paths.durables, machines: path)], downloads: [files])
        }

        /// The page of durable hosts, which only its address leads to.
        ///
        /// - Parameters:
        ///   - path: Its path.
        ///   - machines: The path of the page of machines, if there is one.
        private func durablePage(at path: String, machines: String?) -> Page {
            Page(
                for: DurableInspection.self, at: path, title: "Durable hosts",
                summary: "The durable machines of this program.",
                host: { [durables] in
                    TransducerHost(
                        of: DurableInspection.self, initialState: DurableInspection.State(), env: durables)
                },
                render: { $0.scene(machines: machines) },
                decode: DurableInspectionMessage.decode
            ).unlisted
        }

        private func site(of pages: [Page], downloads: [Downloads] = []) throws(SiteError) -> Site {
            let style = PackageResources.inspector_css
            return try Site(
                title: "Inspector", style: String(decoding: style, as: UTF8.self), pages: pages, downloads: downloads)
        }
    }
#endif
