import Oak
import OakTesting
import TestSupport

/// A machine that collects numbers and puts out their count.
enum HostedMachine: EffectTransducer {
    struct State: Terminable, Sendable {
        var numbers: [Int] = []
        var isTerminal = false
        var token: Token?
    }
    enum Event: Sendable {
        case note(Int)
        /// Adds two numbers in one macrostep.
        case noteTwo(Int, Int)
        case work
        case fail
        case end
    }
    struct Env: Sendable {
        var token: Token?
        var work: @Sendable () async throws -> Void = {}
    }
    typealias Output = Int

    static func update(_ state: inout State, event: Event) -> (Effect?, Int) {
        var effect: Effect?
        switch event {
        case .note(let number): state.numbers.append(number)
        case .noteTwo(let first, let second):
            state.numbers.append(first)
            effect = .event(.note(second))
        case .work: effect = Effect { env, _ in try await env.work() }
        case .fail: effect = Effect { _, _ in throw Failure() }
        case .end: state.isTerminal = true
        }
        return (effect, state.numbers.count)
    }

    static func initialOutput(initialState: State) -> Int? {
        initialState.isTerminal ? initialState.numbers.count : nil
    }
}

/// An object that opens a gate when it is released.
final class Token: Sendable {
    let gone: Gate<Void>

    init(_ gone: Gate<Void> = Gate()) { self.gone = gone }

    deinit { gone.open() }
}

/// An operation that ends some time after its cancellation.
final class LingeringOperation: Sendable {
    let hasBegun = Gate<Void>("the work has begun")
    let isCancelled = Gate<Void>("the work is cancelled")
    let mayEnd = Gate<Void>("the work may end")
    private let live = Counter()

    /// The number of operations under way.
    var count: Int { live.value }

    var env: HostedMachine.Env {
        HostedMachine.Env { [self] in
            live.increment()
            defer { live.decrement() }
            hasBegun.open()
            do { try await Gate<Void>("nothing").wait() } catch { isCancelled.open() }
            await mayEnd.waitIgnoringCancellation()
        }
    }
}

func text<Value>(_ result: Result<Value, any Error>) -> String {
    switch result {
    case .success(let value): "\(value)"
    case .failure(let error as TransducerError): error == .cancelled ? "cancelled" : "\(error)"
    case .failure(let error): "\(error)"
    }
}
