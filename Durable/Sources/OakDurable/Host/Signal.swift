/// Wakes the tasks that wait for something to change.
///
/// Belongs to an actor, on which all of its functions are called.
final class Signal {
    private var waiting: [Int: AsyncStream<Never>.Continuation] = [:]
    private var last = 0
    /// How often it was sent; equal before and after a suspension if nothing has changed meanwhile.
    private(set) var count = 0

    /// Wakes all tasks that wait, in the order in which they came.
    func send() {
        count += 1
        let woken = waiting.sorted { $0.key < $1.key }
        waiting = [:]
        for (_, waiter) in woken { waiter.finish() }
    }

    /// Waits until it is sent, or the calling task is cancelled.
    func next(isolation: isolated (any Actor)? = #isolation) async {
        let (end, continuation) = AsyncStream<Never>.makeStream()
        last += 1
        let waiter = last
        waiting[waiter] = continuation
        for await _ in end {}
        waiting[waiter] = nil
    }
}
