package import OakTesting

extension Gate where Value == Void {
    /// Waits until the gate is open, whether or not the task is cancelled.
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    package func waitIgnoringCancellation() async {
        await Task(executorPreference: DeterministicExecutor.current) { try? await self.wait() }.value
    }
}
