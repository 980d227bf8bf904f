import Foundation
public import Oak
public import OakDurable
public import OakTesting

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension TransducerTester where T: DurableTransducer {
    /// Starts a durable machine, whose activities find idempotency keys.
    ///
    /// The tester keeps nothing in a store, and time-outs run on its ``OakTesting/TransducerTester/clock``. The keys
    /// belong to an instance `test`, the first one of a store; their numbers count effects instead of macrosteps.
    ///
    /// - Parameters:
    ///   - type: The transducer.
    ///   - initialState: The initial state.
    ///   - proxy: The handle of the run.
    ///   - env: The environment of its effects.
    ///   - settings: The limits of the run; by default, ten thousand action events per event.
    ///   - clock: The clock of time-outs that name no other.
    ///   - exhaustivity: How much of the run the test has to state.
    public convenience init(
        of type: T.Type = T.self, initialState: sending T.State, proxy: T.Proxy = T.Proxy(), env: sending T.Env,
        settings: RunSettings = .forTests, clock: TestClock = TestClock(), exhaustivity: Exhaustivity = .on,
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) {
        let instance = InstanceName(machine: T.machineName, id: "test")
        self.init(
            initialState: initialState, proxy: proxy, env: env, settings: settings, clock: clock,
            exhaustivity: exhaustivity, at: CallSite(fileID, filePath, line, column),
            starting: { effect, start in
                guard effect.isActivity, let activity = DurableActivity(of: effect, in: instance) else {
                    return start()
                }
                DurableActivity.$current.withValue(activity, operation: start)
            })
    }
}
