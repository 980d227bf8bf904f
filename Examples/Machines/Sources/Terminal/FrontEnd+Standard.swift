import Foundation
public import Oak

extension FrontEnd {
    /// Runs the machine on the standard input and output, until it has ended or the user leaves.
    ///
    /// - Parameters:
    ///   - initialState: The initial state of the machine.
    ///   - proxy: The proxy of the machine.
    ///   - env: The dependencies of the machine.
    ///   - observer: Observes the run besides.
    /// - Throws: The error that ends the run of the machine.
    @MainActor
    public func runOnStandardStreams(
        initialState: Machine.State, proxy: Machine.Proxy, env: Machine.Env,
        observer: some TransducerObserver = NoObserver()
    ) async throws {
        let session = Session(
            self, initialState: initialState, proxy: proxy, screen: .standard(),
            pace: isatty(STDIN_FILENO) == 1 ? .typed : .script)
        try await session.run(env: env, input: StandardInput.lines(), observer: observer)
    }
}
