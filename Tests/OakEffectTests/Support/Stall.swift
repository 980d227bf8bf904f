import Oak
import OakTesting
import TestSupport

/// Holds a machine in an action, while others send to it.
struct Stall: Sendable {
    let begun = Gate<Void>("the machine stands still"), over = Gate<Void>("the machine may go on")

    var effect: Script.Effect {
        Script.Effect(isolatedAction: { [self] _, _ async throws in
            begun.open()
            try await over.wait()
            return .init("resumed")
        })
    }

    var event: Script.Event { .init("stall", effect) }
}

extension TransducerEffect<Script.Event, Void, Oak.Proxy<Script.Event>.Input> {
    /// Ends the machine from an operation, which has a place of its own.
    static func ending(after gate: Gate<Void>) -> Self {
        Self { _, input in
            try await gate.wait()
            try input.send(.end)
        }
    }
}
