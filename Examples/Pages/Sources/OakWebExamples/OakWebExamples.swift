import ArgumentParser
import Checkout
import Counters
import Dispatch
import Foundation
import LoadingList
import Parts
import Shelf
import Timers
import OakInspector
import OakWeb
import WebPages

/// The command that serves the pages.
@main
struct OakWebExamples: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "oak-web-examples", abstract: "Shows state machines in a browser.",
        discussion: """
            Each page that is opened has a machine of its own on the server. Only browsers on this computer reach it, \
            unless --host says otherwise; Ctrl-C ends the server.
            """)

    @Option(help: "The port; 0 takes any that is free.")
    var port = 8080

    @Option(help: "The name or address at which the server listens.")
    var host = "localhost"

    @Option(
        help: ArgumentHelp(
            "Another name by which the server may be called, such as one for use from outside; may be repeated.",
            valueName: "name"))
    var name: [String] = []

    @Option(help: "The folder that can be listed, with everything in it. (default: the current folder)")
    var root: String?

    @Option(
        help: "The folder that orders are written to; it has to exist. (default: \(TemporaryFolder.path), which lasts)"
    )
    var orders: String?

    @Option(
        help: "The folder whose text documents can be downloaded. (default: the documentation, or the current folder)")
    var catalogue: String?

    @Option(
        help: """
            The folder that downloads are written to, with the state of the shelf. \
            (default: \(TemporaryFolder.path)/shelf, which lasts)
            """)
    var shelf: String?

    @Option(help: "How many seconds a machine waits for its page to come back.")
    var absence = 30.0

    @Option(help: "After how many seconds without a word server and page let each other know that they are there.")
    var heartbeat = 20.0

    @Flag(help: "Shows what the machines do on another page, whose address is written to standard error.")
    var inspect = false

    func validate() throws {
        guard (0...65535).contains(port) else { throw ValidationError("A port is a number from 0 to 65535.") }
        guard (0...86400).contains(absence) else { throw ValidationError("An absence has 0 to 86400 seconds.") }
        guard (0.1...86400).contains(heartbeat) else { throw ValidationError("A heartbeat has 0.1 to 86400 seconds.") }
        if let root { try Self.expectFolder(root, "--root") }
        if let orders { try Self.expectFolder(orders, "--orders") }
        if let catalogue { try Self.expectFolder(catalogue, "--catalogue") }
        for name in name where !Self.isName(name) {
            throw ValidationError("“\(name)”, which --name names, is no name of a computer, such as example.org.")
        }
    }

    func run() async throws {
        // Each page has a connection.
        OpenFiles.allowAsManyAsPossible()
        let inspector = Inspector(settings: Self.inspection)
        if inspect { try await inspector.serve() }
        let site = try Site(
            title: "Oak examples",
            summary: """
                State machines in Swift, each behind a page. The pages hold no logic: what you do is sent to a \
                machine on the server, and what changes comes back.
                """,
            style: ExamplePages.style, pages: try pages(inspector))
        let server = WebServer(site, configuration: configuration)
        // Requested from the beginning: a user who has read the address may end the server at once.
        let (requests, request) = AsyncStream.makeStream(of: Void.self)
        let signals = [SIGINT, SIGTERM].map { number in
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number)
            source.setEventHandler { request.yield() }
            source.resume()
            return source
        }
        defer { signals.forEach { $0.cancel() } }
        try await withThrowingTaskGroup { group in
            group.addTask {
                try await server.run { port in
                    let address = "http://\(authority):\(port)/"
                    // A program that reads this from a pipe waits for it.
                    FileHandle.standardOutput.write(
                        Data("Open \(address) in a browser. Ctrl-C ends the server.\n".utf8))
                }
            }
            group.addTask { for await _ in requests { break } }
            try await group.next()
            group.cancelAll()
            try await group.waitForAll()
        }
    }

    private static var inspection: InspectorSettings {
        var settings = InspectorSettings()
        settings.redaction = Checkout.redaction
        return settings
    }

    private func pages(_ inspector: Inspector) throws -> [Page] {
        let root = root ?? FileManager.default.currentDirectoryPath
        return [
            LoadingList.Transducer.page(
                service: LoadingList.FencedDirectoryService(root: root, reportInterval: 100).list,
                inspector: inspector),
            Checkout.page(
                bank: { Bank(today: .current) }, orders: OrderBook(folder: try orders ?? TemporaryFolder.make()),
                inspector: inspector),
            shelfPage(inspector), TimerBoard.page(inspector: inspector), Counter.page(inspector: inspector),
            EffectCounter.page(inspector: inspector),
        ]
    }

    private func shelfPage(_ inspector: Inspector) -> Page {
        let documentation = "Sources/Oak/Oak.docc"
        let catalogue = catalogue ?? (FileManager.default.fileExists(atPath: documentation) ? documentation : ".")
        let shelf = URL(fileURLWithPath: shelf ?? TemporaryFolder.path + "/shelf")
        // A local disk is too fast to watch.
        let folders = Folders(
            catalogue: URL(fileURLWithPath: catalogue), shelf: shelf, chunk: 2048, pause: .milliseconds(100))
        return Shelf.page(
            services: Services(folders), archive: Archive(file: shelf.appendingPathComponent(".state.json")),
            inspector: inspector)
    }

    private var configuration: WebServer.Configuration {
        var configuration = WebServer.Configuration()
        configuration.port = port
        configuration.host = host
        configuration.names = name
        configuration.limits.absence = .seconds(absence)
        configuration.limits.heartbeat = .seconds(heartbeat)
        return configuration
    }

    private static func isName(_ name: String) -> Bool {
        !name.isEmpty && name.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "." || $0 == "-") }
    }

    private static func expectFolder(_ path: String, _ option: String) throws {
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
            throw ValidationError("There is no folder “\(path)”, which \(option) names.")
        }
        guard isFolder.boolValue else { throw ValidationError("“\(path)”, which \(option) names, is not a folder.") }
    }

    /// The host as written in an address: those of IP version 6 contain colons, and some stand for all addresses.
    private var authority: String {
        switch host {
        case "0.0.0.0", "::": "localhost"
        case let host: host.contains(":") ? "[\(host)]" : host
        }
    }
}
