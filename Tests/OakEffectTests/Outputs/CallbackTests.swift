import Dispatch
import Oak
import TestSupport
import Testing

/// Where a callback is written, and where it runs.
@Suite("Callbacks and actors")
struct CallbackTests {
    private nonisolated static func callbacks(to screen: Screen) -> [Callback<Int>] {
        [
            Callback { @MainActor count in screen.show(count) },
            Callback { @MainActor _ in screen.show(0) },
            Callback { @MainActor count in
                let doubled = count * 2
                screen.show(doubled)
            },
            Callback { @MainActor count in
                if count < 0 { throw Failure() }
                screen.show(count)
            },
            Callback { @MainActor count in
                await Task.yield()
                screen.show(count)
            },
        ]
    }

    @Test("A callback written in nonisolated code runs on the global actor that it names")
    @Elsewhere
    func namedInNonisolatedCode() async throws {
        let screen = Screen()
        for callback in Self.callbacks(to: screen) { try await callback.send(7, isolated: Elsewhere.shared) }
        #expect(await screen.shown == [7, 0, 14, 7, 7])
        #expect(await screen.visits == Array(repeating: .main, count: 5))
    }

    @Test("A callback written in an actor accesses its state, or runs on the actor that it names")
    func inAnActor() async throws {
        actor Owner {
            var own: [Int] = []

            func listen(_ screen: Screen) async throws {
                let callbacks: [Callback<Int>] = [
                    Callback { self.own.append($0) },
                    Callback { count in
                        let doubled = count * 2
                        self.own.append(doubled)
                    },
                    Callback { _ in
                        await Task.yield()
                        self.own.append(0)
                    },
                    Callback { @MainActor count in screen.show(count) },
                ]
                for callback in callbacks { try await callback.send(7, isolated: self) }
            }
        }
        let owner = Owner()
        let screen = Screen()
        try await owner.listen(screen)
        #expect(await owner.own == [7, 14, 0])
        #expect(await screen.visits == [.main])
    }

    @Test("An error of a callback that names an actor ends the run")
    func errorOnAnotherActor() async {
        let proxy = Sum.Proxy(initialEvent: .end)
        await #expect(throws: Failure(name: "screen is off")) {
            try await Sum.run(
                initialState: .init(), proxy: proxy,
                output: Callback { @MainActor _ in throw Failure(name: "screen is off") })
        }
    }

    @Test("A Sendable callback can be stored and runs on the actor that it names or belongs to")
    func sendableCallbacks() async throws {
        struct Wiring: Sendable { let subject: SendableCallback<Int> }

        let screen = Screen()
        let log = ArchiveLog()
        let wirings = [
            Wiring(subject: SendableCallback { @MainActor count in screen.show(count) }),
            Wiring(
                subject: SendableCallback { @MainActor count in
                    await Task.yield()
                    screen.show(count)
                }),
            Wiring(subject: SendableCallback { @Archive count in log.note(count) }),
            await wiringOfTheMainActor(screen),
        ]
        @MainActor func wiringOfTheMainActor(_ screen: Screen) -> Wiring {
            Wiring(subject: SendableCallback { screen.show($0 * 2) })
        }
        try await Task.detached {
            for wiring in wirings { try await wiring.subject.send(7, isolated: Elsewhere.shared) }
        }.value
        #expect(await screen.shown == [7, 7, 14])
        #expect(await screen.visits == [.main, .main, .main])
        #expect(await log.visits == [.archive])
    }
}

// MARK: - Actors that can be told apart while they run

/// Where a function runs.
private enum Place: Sendable {
    case main, archive, elsewhere

    private static let key: DispatchSpecificKey<Place> = {
        let key = DispatchSpecificKey<Place>()
        DispatchQueue.main.setSpecific(key: key, value: .main)
        return key
    }()

    static var current: Place { DispatchQueue.getSpecific(key: key) ?? .elsewhere }

    /// Makes a queue for an actor that runs at this place.
    func queue() -> DispatchQueue {
        let queue = DispatchQueue(label: "\(self)")
        queue.setSpecific(key: Self.key, value: self)
        return queue
    }
}

private final class PlaceExecutor: SerialExecutor {
    private let queue: DispatchQueue

    init(_ place: Place) { queue = place.queue() }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    }
}

@globalActor
private actor Archive {
    static let shared = Archive()
    private let executor = PlaceExecutor(.archive)
    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }
}

@globalActor
private actor Elsewhere {
    static let shared = Elsewhere()
}

@MainActor
private final class Screen {
    private(set) var shown: [Int] = []
    private(set) var visits: [Place] = []

    func show(_ count: Int) {
        shown.append(count)
        visits.append(.current)
    }
}

@Archive
private final class ArchiveLog {
    private(set) var noted: [Int] = []
    private(set) var visits: [Place] = []

    func note(_ count: Int) {
        noted.append(count)
        visits.append(.current)
    }
}
