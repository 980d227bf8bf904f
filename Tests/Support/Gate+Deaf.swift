package import OakTesting

extension Gate where Value == Void {
    /// Waits until the gate is open, whether or not the task is cancelled.
    package func waitIgnoringCancellation() async {
        await Task { try? await self.wait() }.value
    }
}
