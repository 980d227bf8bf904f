import ArgumentParser
import Foundation
import Oak
import OakDurable
import Synchronization

/// Measures a parent whose children all have an activity in one queue.
struct Crowd: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "A parent of many children, whose activities are in one queue.")

    @Argument(help: "The file, which must not exist.") var file: String
    @Option(help: "The number of children.") var children = 100_000
    @Option(help: "How many activities are at work at the same time.") var limit = 50

    func run() async throws {
        let clock = ContinuousClock()
        let desk = Desk()
        var settings = DurableSettings()
        settings.queues = [Errand.queue: DurableQueue(atOnce: limit)]
        let host = DurableHost(store: SQLiteStore(path: file), settings: settings)
        try await host.register(Family.self)
        try await host.register(Errand.self, env: desk)
        try await host.open()
        print("| \(children) children, \(limit) activities at once | |\n|---|--:|")
        print("| memory before | \(Memory.resident) |")
        let parent = try await host.start(Family.self, id: "family", initialState: .waiting(0))
        let start = clock.now
        try await host.send(.begin(children), to: parent)
        print("| one macrostep begins and watches them | \(milliseconds(clock.now - start)) |")
        print("| memory after it | \(Memory.resident) |")
        try await host.value(of: parent)
        let seconds = (clock.now - start) / .seconds(1)
        print("| the parent has heard of every end | \(figure(seconds)) s |")
        print("| ends a second | \(figure(Double(children) / seconds)) |")
        print("| activities at work at most | \(desk.greatest) |")
        print("| memory at the end | \(Memory.resident) |")
        print("| memory at most | \(Memory.greatest) |")
        await host.close()
    }
}

/// Counts the activities at work.
private final class Desk: Sendable {
    private let count = Mutex((now: 0, most: 0))

    var greatest: Int { count.withLock { $0.most } }

    func work() async {
        count.withLock { $0 = ($0.now + 1, max($0.most, $0.now + 1)) }
        await Task.yield()
        count.withLock { $0.now -= 1 }
    }
}

private enum Family: EffectTransducer, DurableTransducer {
    enum State: Codable, Hashable, Sendable, Terminable {
        case waiting(Int), home

        var isTerminal: Bool { self == .home }
    }
    enum Event: Codable, Hashable, Sendable { case begin(Int), ended }

    static let machineName = "family"

    static func update(_ state: inout State, event: Event) -> Effect? {
        switch (state, event) {
        case (.waiting, .begin(let count)):
            state = .waiting(count)
            return .all(
                (0..<count).flatMap { number -> [Effect] in
                    let id = DurableID<Errand>("errand \(number)")
                    return [
                        .start(Errand.self, id: id, initialState: .away), .watch(id, ended: .ended, failed: .ended),
                    ]
                })
        case (.waiting(let count), .ended): state = count == 1 ? .home : .waiting(count - 1)
        case (.home, _): return .unexpected
        }
        return nil
    }
}

private enum Errand: EffectTransducer, DurableTransducer {
    enum State: Codable, Hashable, Sendable, Terminable {
        case away, home

        var isTerminal: Bool { self == .home }
    }
    enum Event: Codable, Hashable, Sendable { case finish }
    typealias Env = Desk

    static let machineName = "errand"
    static let queue = "desk"

    static func queue(of activity: EffectID) -> String? { queue }

    static func activities(in state: State) -> [Effect] {
        guard state == .away else { return [] }
        return [Effect(id: "work", { desk in await desk.work() }, success: { _ in .finish })]
    }

    static func update(_ state: inout State, event: Event) -> Effect? {
        guard state == .away else { return .unexpected }
        state = .home
        return nil
    }
}
