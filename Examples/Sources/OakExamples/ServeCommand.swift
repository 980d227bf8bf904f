import ArgumentParser
import Counters
import Dispatch
import Foundation
import WebHost
import WebPages

struct ServeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve", abstract: "Show the machines in a browser.",
        discussion: """
            Each page that is opened has a machine of its own on the server. Only this machine can be reached by a browser \
            on it, unless --host says otherwise; Ctrl-C ends the server.
            """)

    @Option(help: "The port; 0 takes any that is free.")
    var port = 8080

    @Option(help: "The name or address at which the server listens.")
    var host = "localhost"

    func run() async throws {
        var configuration = WebServer.Configuration()
        configuration.port = port
        configuration.host = host
        let server = WebServer(title: "Oak examples", pages: [Counter.page], configuration: configuration)
        let serving = Task {
            try await server.run { port in
                // Whoever reads this from a pipe waits for it.
                FileHandle.standardOutput.write(
                    Data("Open http://\(host):\(port)/ in a browser. Ctrl-C ends the server.\n".utf8))
            }
        }
        let signals = [SIGINT, SIGTERM].map { number in
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number)
            source.setEventHandler { serving.cancel() }
            source.resume()
            return source
        }
        defer { signals.forEach { $0.cancel() } }
        try await serving.value
    }
}
