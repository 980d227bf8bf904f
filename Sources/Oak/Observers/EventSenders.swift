/// The senders of the events that have not been taken, as an instrument remembers them.
package final class EventSenders<Sender: Sendable>: @unchecked Sendable {
    private let lock = Lock()
    // Guarded by the lock.
    private var senders: [EventPlace: Sender] = [:]
    /// The senders of events that are dropped, under the lock of the mailbox, which values of the user's must not meet.
    private var dropped: [Sender] = []

    package init() {}

    /// Follows an event on its way into a run.
    ///
    /// - Parameters:
    ///   - note: A note of the run.
    ///   - read: Reads the sender, in its frame, or what ``EarlySenders`` has read there.
    /// - Returns: The sender of the event that the machine takes, which is forgotten.
    package func follow(_ note: RunNote, reading read: (_ early: AnyObject?) -> Sender?) -> Sender? {
        switch note {
        case .arrives(let place, let early): lock.withLock { senders[place] = read(early) }
        case .moves(let line, let place): lock.withLock { senders[place] = senders.removeValue(forKey: line) }
        case .drops(let place):
            lock.withLock { if let sender = senders.removeValue(forKey: place) { dropped.append(sender) } }
        case .takes(let number):
            var released: [Sender] = []
            return lock.withLock {
                swap(&released, &dropped)
                return senders.removeValue(forKey: .queue(number))
            }
        case .begins, .delays: break
        }
        return nil
    }

    /// Remembers something in the place of the sender of an event, which the machine will take again.
    package func keep(_ sender: Sender?, for number: MailNumber) {
        lock.withLock { senders[.queue(number)] = sender }
    }

    package func forgetAll() {
        var released: ([EventPlace: Sender], [Sender]) = ([:], [])
        lock.withLock {
            swap(&released.0, &senders)
            swap(&released.1, &dropped)
        }
    }
}

/// The senders of events for which no run has begun, and so no instrument is known.
package enum EarlySenders {
    /// Reads what an instrument of the run would read in the frame of a sender.
    // Safe without a lock: a library writes it in a constructor, before `main`, when there is no other thread.
    package nonisolated(unsafe) static var reader: (@Sendable () -> AnyObject?)?

    @usableFromInline static var areRead: Bool { reader != nil }

    static func read() -> AnyObject? { reader?() }
}
