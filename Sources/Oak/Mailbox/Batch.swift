/// Events in order of arrival, with marks between them for anything but plain events from outside.
///
/// A batch is filled at one end and then emptied as a whole. Events are moved in and out without being retained, copied
/// or checked, and the memory is kept for the next round.
///
/// Marks are rare, so they lie beside the events: a plain event costs an array access and one comparison.
///
/// The owner of a batch disposes of it. A `deinit` would make the release of a mailbox look up metadata, which costs
/// more than the mailbox.
@usableFromInline struct Batch<Event>: ~Copyable {
    // Untyped, because destroying an empty batch then needs no metadata of a pointer type.
    @usableFromInline var memory: UnsafeMutableRawPointer?
    @usableFromInline var capacity = 0
    @usableFromInline var head = 0
    @usableFromInline var tail = 0
    @usableFromInline var marks: [PositionedMark<Event>] = []
    @usableFromInline var nextMark = 0
    /// The position of the next mark; `Int.max` without one.
    @usableFromInline var markPosition = Int.max

    @inlinable init() {}

    /// Releases the events and the memory; nothing else may be done with the batch then.
    @inlinable borrowing func dispose() {
        guard let memory else { return }
        if head != tail { (base + head).deinitialize(count: tail - head) }
        memory.deallocate()
    }

    /// The typed memory; valid once some has been allocated.
    @inlinable var base: UnsafeMutablePointer<Event> {
        memory.unsafelyUnwrapped.assumingMemoryBound(to: Event.self)
    }

    @inlinable var isEmpty: Bool { head == tail && markPosition == .max }

    /// Adds an event at the end.
    ///
    /// - Complexity: Amortised O(1).
    @inlinable mutating func append(_ event: consuming Event) {
        if tail == capacity { makeRoom(for: 1) }
        (base + tail).initialize(to: event)
        tail += 1
    }

    /// Adds events at the end.
    ///
    /// - Complexity: O(*n*), where *n* is the number of events.
    @inlinable mutating func append(contentsOf events: [Event]) {
        guard !events.isEmpty else { return }
        makeRoom(for: events.count)
        events.withUnsafeBufferPointer { buffer in
            guard let source = buffer.baseAddress else { return }
            (base + tail).initialize(from: source, count: buffer.count)
        }
        tail += events.count
    }

    /// Adds a mark for the event that is added next.
    ///
    /// - Complexity: Amortised O(1).
    @inlinable mutating func append(_ mark: Mark<Event>) {
        if markPosition == .max { markPosition = tail }
        marks.append(PositionedMark(position: tail, mark: mark))
    }

    /// The mark taken last, if any.
    @inlinable var latestMark: PositionedMark<Event>? { nextMark > 0 ? marks[nextMark - 1] : nil }

    @inlinable var hasEvents: Bool { head != tail }

    /// Whether a mark comes next.
    @inlinable var isAtMark: Bool { head == markPosition }

    /// Removes the event at the front. Requires at least one event.
    ///
    /// - Complexity: O(1).
    @inlinable mutating func removeFirst() -> Event {
        defer { head += 1 }
        return (base + head).move()
    }

    /// Removes the mark at the front, if a mark comes next.
    ///
    /// - Complexity: O(1).
    @inlinable mutating func popMark() -> Mark<Event>? {
        guard isAtMark else { return nil }
        defer {
            nextMark += 1
            markPosition = nextMark < marks.count ? marks[nextMark].position : .max
        }
        return marks[nextMark].mark
    }

    /// Prepares an emptied batch for reuse.
    @inlinable mutating func reset() {
        head = 0
        tail = 0
        guard nextMark > 0 else { return }
        while !marks.isEmpty { marks.removeLast() }
        nextMark = 0
    }

    /// Reserves room for more events at the end, so that appending them allocates nothing.
    ///
    /// - Complexity: O(*n*), where *n* is the number of events held.
    @inlinable mutating func makeRoom(for additional: Int) {
        let needed = tail + additional
        guard needed > capacity else { return }
        let newCapacity = Swift.max(8, needed, capacity * 2)
        let newBase = UnsafeMutablePointer<Event>.allocate(capacity: newCapacity)
        if let memory {
            (newBase + head).moveInitialize(from: base + head, count: tail - head)
            memory.deallocate()
        }
        memory = UnsafeMutableRawPointer(newBase)
        capacity = newCapacity
    }
}

/// A note about a position in a batch.
@usableFromInline enum Mark<Event> {
    /// The origin of the event at this position.
    case sender(Sender<Event>)
    /// The end of an operation, before the event at this position.
    case end(of: Operation<Event>)
}

@usableFromInline struct PositionedMark<Event> {
    @usableFromInline let position: Int
    @usableFromInline let mark: Mark<Event>

    @inlinable init(position: Int, mark: Mark<Event>) {
        self.position = position
        self.mark = mark
    }
}
