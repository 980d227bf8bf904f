import ArgumentParser
import Foundation

/// Kills a process again and again, and proves that nothing is lost, doubled or stuck.
@main
struct KillTest: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "kill-test",
        abstract: "Kills a process again and again, and proves that nothing is lost, doubled or stuck.",
        subcommands: [Drive.self, Worker.self] + many, defaultSubcommand: Drive.self)

    private static var many: [any ParsableCommand.Type] {
        #if Postgres
            [ManyTest.self, ManyHost.self]
        #else
            []
        #endif
    }
}

/// The driver of the test.
struct Drive: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "drive", abstract: "Runs the test.")

    @Option(help: "How often a process is killed.")
    var kills = 1000

    @Option(help: "Decides when.")
    var seed: UInt64 = 1

    @Option(help: "The folder of the files, kept in the end. By default a temporary one, kept after a failure.")
    var folder: String?

    @Option(help: "After how many kills store and bank are compared entirely.")
    var proofEvery = 50

    @Flag(help: "The bank ignores the keys of requests; the test has to fail.")
    var bankIgnoresKeys = false

    @Flag(help: "Transactions survive the end of the process only.")
    var normal = false

    func run() async throws {
        // A worker that was killed reads nothing any more.
        signal(SIGPIPE, SIG_IGN)
        let place = folder ?? FileManager.default.temporaryDirectory.appendingPathComponent("kill-test-\(UUID())").path
        try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: true)
        var options: [String] = []
        if bankIgnoresKeys { options.append("--bank-ignores-keys") }
        if normal { options.append("--normal") }
        do {
            try await run(Driver(folder: place, options: options, seed: seed))
        } catch {
            print("FAILED with seed \(seed); the files are in \(place)")
            throw error
        }
        if folder == nil { try FileManager.default.removeItem(atPath: place) }
    }

    private func run(_ first: Driver) async throws {
        var driver = first
        let start = Date()
        for number in 1...max(1, kills) {
            do {
                try await driver.kill(at: Moment.draw(&driver.random))
            } catch {
                throw Finding("Kill \(number): \(error)")
            }
            if number % proofEvery == 0 {
                _ = try await prove(&driver, isFinal: false)
                print("\(number) kills, \(Int(Date().timeIntervalSince(start))) s")
                fflush(nil)
            }
        }
        try driver.finish()
        let proof = try await prove(&driver, isFinal: true)
        print(driver.figures.table(driver.traffic, proof, seconds: Date().timeIntervalSince(start)))
        print("Nothing is lost, doubled or stuck.")
    }

    private func prove(_ driver: inout Driver, isFinal: Bool) async throws -> Proof {
        var proof = Proof(driver.traffic, isFinal: isFinal)
        try await proof.check(folder: driver.folder)
        driver.figures.proofs += 1
        guard proof.problems.isEmpty else {
            throw Finding("\(proof.problems.count) problems:\n" + proof.problems.prefix(10).joined(separator: "\n"))
        }
        return proof
    }
}
