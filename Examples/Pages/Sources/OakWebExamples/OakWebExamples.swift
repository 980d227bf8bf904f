import ArgumentParser
import Checkout
import Foundation
import LoadingList
import OakInspector
import OakWeb
import Parts
import Shelf
import UnixSignals

/// The command that serves the pages.
@main
struct OakWebExamples: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "oak-web-examples",
        abstract: "Shows state machines in a browser on this computer, each page with a machine of its own.")

    @Option(help: "The port; 0 takes any that is free.")
    var port = 8080

    @Option(help: "Another name by which the server may be called; may be repeated.")
    var name: [String] = []

    @Option(help: "The folder that can be listed, with everything in it. (default: the current folder)")
    var root: String?

    @Option(help: "The folder that orders are written to. (default: \(TemporaryFolder.path), which lasts)")
    var orders: String?

    @Option(help: "The folder whose text documents can be downloaded. (default: the current folder)")
    var catalogue: String?

    @Option(help: "The folder for downloads and the state of the shelf. (default: \(TemporaryFolder.path)/shelf)")
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
        for (path, option) in [(root, "--root"), (orders, "--orders"), (catalogue, "--catalogue")] {
            guard let path else { continue }
            var isFolder: ObjCBool = false
            let isThere = FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
            if !isThere { throw ValidationError("There is no folder “\(path)”, which \(option) names.") }
            if !isFolder.boolValue { throw ValidationError("“\(path)”, which \(option) names, is not a folder.") }
        }
    }

    func run() async throws {
        // Each page has a connection.
        OpenFiles.allowAsManyAsPossible()
        var settings = InspectorSettings()
        settings.redaction = .payments
        let inspector = Inspector(settings: settings)
        if inspect { try await inspector.serve() }
        let site = try Site(
            title: "Oak examples",
            summary: "State machines in Swift. Your clicks go to a machine on the server, and its changes come back.",
            style: String(decoding: PackageResources.examples_css, as: UTF8.self), pages: try pages(inspector).all)
        var configuration = WebServer.Configuration()
        configuration.port = port
        configuration.names = name
        configuration.limits.absence = .seconds(absence)
        configuration.limits.heartbeat = .seconds(heartbeat)
        let server = WebServer(site, configuration: configuration)
        // Trapped before the address is shown: a user who has read it may end the server at once.
        let signals = await UnixSignalsSequence(trapping: .sigint, .sigterm)
        let serving = Task {
            try await server.run { port in
                // A program that reads this from a pipe waits for it.
                let line = "Open http://localhost:\(port)/ in a browser. Ctrl-C ends the server.\n"
                FileHandle.standardOutput.write(Data(line.utf8))
            }
        }
        let ending = Task { for await _ in signals { serving.cancel() } }
        defer { ending.cancel() }
        try await serving.value
    }

    private func pages(_ inspector: Inspector) throws -> ExamplePages {
        let shelf = URL(fileURLWithPath: shelf ?? TemporaryFolder.path + "/shelf")
        // A local disk is too fast to watch.
        let folders = Folders(
            catalogue: URL(fileURLWithPath: catalogue ?? "."), shelf: shelf, chunk: 2048, pause: .milliseconds(100))
        return ExamplePages(
            inspector: inspector,
            listing: LoadingList.FencedDirectoryService(root: root ?? ".", reportInterval: 100).list,
            orders: OrderBook(folder: try orders ?? TemporaryFolder.make()), services: Services(folders),
            archive: Archive(file: shelf.appendingPathComponent(".state.json")))
    }
}
