import ArgumentParser
import Foundation
import NIOCore
import NIOPosix
import OakWeb

@main
struct WebLoad: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "web-load", abstract: "Puts a load on the counter page of a running server, and measures it.",
        discussion: """
            Each session opens the page, and sends increment, decrement and reset in a random order that a seed \
            decides, at an even pace with a phase of its own. What it is shown has to follow from that. The server has \
            to be one of this machine; it is looked at under /proc. Fails when an event was lost or reordered.
            """)

    @Option(help: "The port of the server at 127.0.0.1.")
    var port: Int

    @Option(help: "The number of its process.")
    var server: Int

    @Option(help: "How many pages are open at once.")
    var sessions = 1000

    @Option(help: "How many events each sends in a second.")
    var rate = 10.0

    @Option(help: "For how many seconds.")
    var seconds = 30.0

    @Option(help: "How often all of that is done; the memory must not grow from one time to the next.")
    var rounds = 2

    @Option(help: "How many seconds the server keeps a session whose page has gone.")
    var absence = 30.0

    @Option(help: "Decides which events are sent and when.")
    var seed: UInt64 = 1

    func validate() throws {
        guard sessions > 0, rate > 0, seconds > 0, rounds > 0, absence >= 0 else {
            throw ValidationError("There has to be something to do.")
        }
    }

    func run() async throws {
        let limit = OpenFiles.allowAsManyAsPossible()
        if limit < sessions + 64 { throw LoadError.tooFewFiles(limit: limit, needed: sessions + 64) }
        let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        defer { group.shutdownGracefully { _ in } }
        let browser = Browser(loop: group.next(), port: port, path: "counter")

        var results: [Round.Result] = []
        // The first round does not count: it pays the one-time costs.
        for number in 0...rounds {
            let load =
                number == 0
                ? Load(sessions: min(sessions, 20), rate: rate, span: .seconds(min(seconds, 2)), seed: seed)
                : Load(sessions: sessions, rate: rate, span: .seconds(seconds), seed: seed &+ UInt64(number << 32))
            let round = Round(
                load: load, browser: browser, server: ServerProcess(id: server), absence: .seconds(absence))
            let result = try await round.run()
            if number > 0 || !result.faults.isEmpty { results.append(result) }
        }
        let report = Report(rounds: results)
        for line in report.lines { print(line) }
        if !report.faults.isEmpty {
            FileHandle.standardError.write(Data((report.faults.joined(separator: "\n") + "\n").utf8))
            throw ExitCode.failure
        }
    }
}
