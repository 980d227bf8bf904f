import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The program, run as a user runs it, and asked over the loopback interface.
final class Server: Sendable {
    let address: String
    private let run: Run

    /// Starts the program with any free port, and returns when it listens.
    static func start(in folder: Folder, _ options: String...) async throws -> Server {
        let run = try Run(
            "orders-server", ["--folder", folder.path, "--port", "0", "--log-level", "debug"] + options)
        let listening = "Listening on "
        guard let line = await run.line(where: { $0.hasPrefix(listening) }) else {
            throw Ended(code: await run.result().code)
        }
        return Server(String(line.dropFirst(listening.count)), run)
    }

    private init(_ address: String, _ run: Run) {
        self.address = address
        self.run = run
    }

    var port: String { String(address.split(separator: ":").last ?? "") }

    struct Answer: Sendable {
        let code: Int
        let location: String?
        let text: String

        func decoded<Value: Decodable>(as type: Value.Type) throws -> Value {
            try JSONDecoder().decode(type, from: Data(text.utf8))
        }

        var order: Order { get throws { try decoded(as: Order.self) } }
    }

    struct Order: Decodable, Equatable {
        let id: String
        let status: String
        let state: String
        let problem: String?
    }

    struct Page: Decodable {
        let orders: [Order]
        let next: String?
    }

    func ask(
        _ method: String, _ path: String, _ body: String? = nil
    ) async throws -> Answer {
        guard let url = URL(string: address + path) else { throw URLError(.badURL) }
        var request = URLRequest(url: url)
        request.httpMethod = method
        request.httpBody = body.map { Data($0.utf8) }
        let (data, response) = try await URLSession.shared.data(for: request)
        let http = response as? HTTPURLResponse
        return Answer(
            code: http?.statusCode ?? 0, location: http?.value(forHTTPHeaderField: "Location"),
            text: String(decoding: data, as: UTF8.self))
    }

    /// The orders of a query, by default all, read in pages of a few.
    func orders(_ query: String = "") async throws -> [Order] {
        var orders: [Order] = []
        var next: String? = "0"
        while let token = next {
            let page = try await ask("GET", "/orders?limit=7&after=\(token)&\(query)").decoded(as: Page.self)
            orders += page.orders
            next = page.next
        }
        return orders
    }

    /// Waits until the log says something.
    func untilLogged(_ text: String) async throws {
        guard await run.line(where: { $0.contains(text) }) != nil else { throw Ended(code: await run.result().code) }
    }

    /// Waits until orders that have not ended yet have ended.
    func untilEnded(_ ids: Set<String>) async throws {
        var missing = Set(ids.map { "order/\($0) has ended." })
        while !missing.isEmpty {
            let line = await run.line { line in missing.contains { line.hasSuffix($0) } }
            guard let line else { throw Ended(code: await run.result().code) }
            missing = missing.filter { !line.hasSuffix($0) }
        }
    }

    func signal(_ signal: Int32) { run.signal(signal) }

    /// The exit code, as soon as the program has ended.
    func code() async -> Int32 { await run.result().code }

    func stop() async -> Int32 {
        signal(SIGTERM)
        return await code()
    }

    struct Ended: Error { let code: Int32 }
}
