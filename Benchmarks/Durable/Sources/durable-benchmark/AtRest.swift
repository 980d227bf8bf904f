import ArgumentParser
import BenchmarkSupport
import Foundation
import OakDurable

/// Creates instances that are at rest.
struct Create: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Creates instances that are at rest.")

    @Argument(help: "The file, which must not exist.") var file: String
    @Option(help: "The number of instances.") var instances = 1_000_000

    func run() async throws {
        let host = try await openHost(file: URL(filePath: file), synchronous: .full)
        let seconds = try await measured {
            try await forEach(of: instances) { number in
                try await host.start(Counter.self, id: id(number), initialState: .init())
            }
        }
        print("| At rest | |\n|---|--:|")
        print("| created | \(figure(Double(instances) / seconds)) instances a second |")
        print("| memory when all were created | \(Memory.resident) |")
        await host.close()
        let size = try FileManager.default.attributesOfItem(atPath: file)[.size] as? Int ?? 0
        print("| size of the file | \(megabytes(size)), \(size / instances) bytes each |")
    }
}

/// Opens a store whose instances are at rest, and sends an event to each of them.
struct Wake: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Sends an event to each of the instances of a store.")

    @Argument(help: "The file that `create` has made.") var file: String
    @Option(help: "The number of instances.") var instances = 1_000_000

    func run() async throws {
        let clock = ContinuousClock()
        let start = clock.now
        let host = try await openHost(file: URL(filePath: file), synchronous: .full)
        let opened = clock.now
        try await host.send(.add(1), to: id(instances / 2))
        let first = clock.now
        print("| start-up | \(milliseconds(opened - start)) |")
        print("| start-up to the first transition committed | \(milliseconds(first - start)) |")
        print("| memory after start-up | \(Memory.resident) |")
        for part in [instances / 10, instances] {
            let seconds = try await measured {
                try await forEach(of: part) { number in try await host.send(.add(1), to: id(number)) }
            }
            let speed = figure(Double(part) / seconds)
            print("| an event to each of \(part), which are read and put away | \(speed) a second |")
            print("| memory after it | \(Memory.resident) |")
        }
        print("| memory at most | \(Memory.greatest) |")
        await host.close()
    }
}

private func id(_ number: Int) -> DurableID<Counter> { DurableID("instance \(number)") }

/// Does something for each number, for a thousand at a time.
func forEach(of count: Int, _ body: @escaping @Sendable (Int) async throws -> Void) async throws {
    try await withThrowingTaskGroup { group in
        for first in 0..<1000 {
            group.addTask {
                for number in stride(from: first, to: count, by: 1000) { try await body(number) }
            }
        }
        try await group.waitForAll()
    }
}

private func measured(_ body: () async throws -> Void) async rethrows -> Double {
    let clock = ContinuousClock()
    let start = clock.now
    try await body()
    return (clock.now - start) / .seconds(1)
}

func milliseconds(_ duration: Duration) -> String { "\(figure(duration / .milliseconds(1))) ms" }

private func megabytes(_ bytes: Int) -> String { "\(figure(Double(bytes) / 1e6)) MB" }

/// The memory of this process, as Linux tells it.
enum Memory {
    static var resident: String { field("VmRSS") }
    static var greatest: String { field("VmHWM") }

    private static func field(_ name: String) -> String {
        let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
        let line = status.split(separator: "\n").first { $0.hasPrefix(name) }
        guard let kilobytes = line?.split(separator: " ").compactMap({ Int($0) }).first else { return "unknown" }
        return megabytes(kilobytes * 1024)
    }
}
