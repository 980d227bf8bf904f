import Foundation
import Oak

/// The instances that a host takes up by itself, and the work that waits until these are fewer.
///
/// After a start, a hundred thousand instances may have something to do. Taken up at once, they would fill the memory,
/// and an event that somebody sends would wait for all of them.
struct Crowd {
    private var names: Set<InstanceName> = []
    private var waiting = NumberedQueue<CheckedContinuation<Void, Never>>()

    var count: Int { names.count }

    mutating func insert(_ name: InstanceName) { names.insert(name) }

    /// Removes an instance, and lets the next work go on.
    mutating func remove(_ name: InstanceName) {
        guard names.remove(name) != nil else { return }
        waiting.popFirst()?.resume()
    }

    mutating func wait(_ continuation: CheckedContinuation<Void, Never>) { waiting.append(continuation) }

    /// Gives all places back, and lets all work go on.
    mutating func release() {
        names = []
        for continuation in waiting.takeAll() { continuation.resume() }
    }
}

extension DurableHost {
    /// The number of instances that the host reads at once of its own accord.
    private static var readingLimit: Int { 32 }

    /// Brings an instance with something to do into memory, as soon as few others are being read.
    ///
    /// - Returns: The instance; `nil` if the host was closed meanwhile.
    func takeUp(_ name: InstanceName) async -> LiveInstance? {
        if live[name] == nil {
            while beingRead.count >= Self.readingLimit, case .open = condition {
                await withCheckedContinuation { beingRead.wait($0) }
            }
            guard case .open = condition else { return nil }
            if live[name] == nil { beingRead.insert(name) }
        }
        return awake(name)
    }

    /// Waits until another interrupted instance may be taken up.
    ///
    /// The others do not wait for work that takes long: after a second, the next portion follows.
    func untilFewAreInterrupted() async {
        while interrupted.count >= settings.interruptedInstances, case .open = condition {
            let portion = later(at: clock.now.addingTimeInterval(1)) { host in host.interrupted.release() }
            await withCheckedContinuation { interrupted.wait($0) }
            portion.cancel()
        }
    }

    /// Notes that an instance was read, or could not be.
    func noteReading(of name: InstanceName) { beingRead.remove(name) }

    /// Notes that an instance has nothing to do for now, or has left the memory.
    func noteRest(of name: InstanceName) {
        beingRead.remove(name)
        interrupted.remove(name)
        suspicion.noteRest(of: name)
    }

    /// Ends all waiting, because the host takes up no more instances.
    func releaseCrowds() {
        beingRead.release()
        interrupted.release()
        suspicion.release()
    }
}
