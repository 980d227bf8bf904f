#if Inspector
    import NIOCore
    import NIOHTTP1

    /// The names under which a server accepts requests, and the origins it accepts.
    ///
    /// A page from elsewhere must not use the sessions of its visitors: neither by opening a socket, which browsers
    /// allow for every origin, nor under a name of its own that leads to this address.
    struct NamePolicy: Sendable {
        /// The names besides those of the own machine, in lowercase.
        let names: Set<String>

        init(host: String, others: [String]) {
            names = Set((others + [host, "localhost", "127.0.0.1", "::1"]).map { $0.lowercased() })
        }

        /// Whether a request may be answered at all.
        func admits(_ headers: HTTPHeaders) -> Bool {
            let hosts = headers["host"]
            guard hosts.count == 1, let name = NamePolicy.name(in: hosts[0]) else { return false }
            return admits(name: name)
        }

        /// Whether a socket may be opened. Programs other than browsers name no origin, and cannot be directed here by
        /// a page.
        func admitsSocket(_ headers: HTTPHeaders) -> Bool {
            guard admits(headers) else { return false }
            let origins = headers["origin"]
            guard let origin = origins.first else { return true }
            guard origins.count == 1 else { return false }
            let host = headers["host"][0].lowercased()
            return ["http://" + host, "https://" + host].contains(origin.lowercased())
        }

        /// An address cannot be redirected, so any address is admitted.
        private func admits(name: String) -> Bool {
            names.contains(name) || (try? SocketAddress(ipAddress: name, port: 0)) != nil
        }

        /// The name in the value of a `Host` header, without the port; `nil` if the value is invalid.
        private static func name(in authority: String) -> String? {
            let name: Substring
            let rest: Substring
            if authority.hasPrefix("["), let end = authority.firstIndex(of: "]") {
                name = authority[..<end].dropFirst()
                rest = authority[end...].dropFirst()
            } else {
                name = authority.prefix { $0 != ":" }
                rest = authority[name.endIndex...]
            }
            let isPort = rest.isEmpty || rest.first == ":" && rest.dropFirst().allSatisfy { ("0"..."9").contains($0) }
            return isPort ? name.lowercased() : nil
        }
    }
#endif
