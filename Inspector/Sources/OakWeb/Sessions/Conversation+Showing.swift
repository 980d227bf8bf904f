@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension Conversation {
    /// Sends the first scene, and then its changes.
    ///
    /// - Parameter performance: The machine of the session.
    /// - Returns: The farewell; `nil` if the page is gone.
    func show(_ performance: some Performance) async -> Farewell? {
        var shown: HTML?
        do {
            for await scene in performance.scenes {
                if visit.isLeaving { return nil }
                if let before = shown {
                    if let change = try Notice.change(from: before, to: scene) { try await line.send(change) }
                } else {
                    let notice = Notice.welcome(
                        session: session.token, isResumed: isResumed, heartbeat: limits.heartbeat, scene)
                    try await line.send(notice.encoded())
                }
                shown = scene
            }
        } catch {
            return nil
        }
        if Task.isCancelled { return nil }
        switch await performance.end {
        case .success: return .ended
        case .failure: return .failed
        }
    }
}
