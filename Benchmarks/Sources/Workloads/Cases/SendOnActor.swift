import Oak
import Observation

extension Comparison {
    /// A sender on the actor of an observable object, which processes the event before `send` returns.
    static let sentOnActor = Comparison(
        Workload("sent on the actor of an `ObservableTransducer`") { count, stopwatch in
            try await sendOnActor(count, stopwatch)
        },
        count: 100_000,
        baselines: [
            Baseline(
                Workload("writing an `@Observable` property") { count, stopwatch in
                    await writeProperty(count, stopwatch)
                }, .nanosecondsMore(60, times: 1))
        ])

    @MainActor
    private static func sendOnActor(_ count: Int, _ stopwatch: any Stopwatch) throws {
        let model = ObservableTransducer(of: Turnstile.self, initialState: Turnstile.State())
        stopwatch.start()
        for _ in 0..<count { try model.send(.pass) }
        stopwatch.stop()
        blackHole(model.state.passed)
    }

    @MainActor
    private static func writeProperty(_ count: Int, _ stopwatch: any Stopwatch) {
        let model = PlainModel()
        stopwatch.start()
        for _ in 0..<count { model.state.passed += 1 }
        stopwatch.stop()
        blackHole(model.state.passed)
    }
}

/// A machine that counts.
enum Turnstile: Transducer {
    struct State: Sendable { var passed = 0 }
    enum Event: Sendable { case pass }

    static func update(_ state: inout State, event: Event) {
        switch event {
        case .pass: state.passed += 1
        }
    }
}

/// The same without a machine.
@Observable
@MainActor
final class PlainModel {
    var state = Turnstile.State()
}
