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
        let run = try Run(["--folder", folder.path, "--port", "0", "--log-level", "debug"] + options)
        let listening = "Listening on "
        guard let line = await run.line(where: { $0.hasPrefix(listening) }) else {
            throw NotListening(code: await run.code())
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
        _ method: String, _ path: String, _ body: String? = nil, headers: [String: String] = [:]
    ) async throws -> Answer {
        guard let url = URL(string: address + path) else { throw URLError(.badURL) }
        var request = URLRequest(url: url)
        request.httpMethod = method
        request.httpBody = body.map { Data($0.utf8) }
        for (name, value) in headers { request.setValue(value, forHTTPHeaderField: name) }
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
    func untilLogged(_ text: String) async throws { _ = try await logged { $0.contains(text) } }

    /// The next line of the log that satisfies a condition.
    func logged(_ condition: (String) -> Bool) async throws -> String {
        guard let line = await run.line(where: condition) else { throw NotListening(code: await run.code()) }
        return line
    }

    /// Waits until orders that have not ended yet have ended.
    func untilEnded(_ ids: Set<String>) async throws {
        var missing = Set(ids.map { "order/\($0) has ended." })
        while !missing.isEmpty {
            let line = await run.line { line in missing.contains { line.hasSuffix($0) } }
            guard let line else { throw NotListening(code: await run.code()) }
            missing = missing.filter { !line.hasSuffix($0) }
        }
    }

    func signal(_ signal: Int32) { run.signal(signal) }

    /// The exit code, as soon as the program has ended.
    func code() async -> Int32 { await run.code() }

    func stop() async -> Int32 {
        signal(SIGTERM)
        return await code()
    }

    struct NotListening: Error { let code: Int32 }
}

/// A run of the program, whose output is read as it comes.
final class Run: Sendable {
    private let process = Process()
    private let lines: AsyncStream<String>
    private let end: AsyncStream<Int32>

    init(_ arguments: [String]) throws {
        // Of both outputs.
        let pipe = Pipe()
        process.executableURL = try Self.url
        process.arguments = arguments
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = pipe
        process.standardError = pipe
        let (end, ended) = AsyncStream.makeStream(of: Int32.self)
        self.end = end
        process.terminationHandler = {
            ended.yield($0.terminationStatus)
            ended.finish()
        }
        let (lines, continuation) = AsyncStream.makeStream(of: String.self)
        self.lines = lines
        try process.run()
        // A program whose output nobody reads comes to a halt.
        Thread.detachNewThread {
            var rest = Data()
            while true {
                let more = pipe.fileHandleForReading.availableData
                if more.isEmpty { return continuation.finish() }
                rest += more
                while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
                    continuation.yield(String(decoding: rest[..<end], as: UTF8.self))
                    rest = Data(rest[rest.index(after: end)...])
                }
            }
        }
    }

    /// The next line of the outputs that is as asked for; `nil` at their end.
    func line(where isWanted: (String) -> Bool) async -> String? {
        for await line in lines where isWanted(line) { return line }
        return nil
    }

    func signal(_ signal: Int32) { kill(process.processIdentifier, signal) }

    func code() async -> Int32 {
        for await code in end { return code }
        return process.terminationStatus
    }

    private static var url: URL {
        get throws {
            // The program is built beside the tests.
            var folder = Bundle(for: Run.self).bundleURL
            while folder.path != "/" {
                let program = folder.appendingPathComponent("orders-server")
                if FileManager.default.isExecutableFile(atPath: program.path) { return program }
                folder.deleteLastPathComponent()
            }
            throw CocoaError(.fileNoSuchFile)
        }
    }
}
