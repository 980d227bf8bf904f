/// Elements in order of arrival, each of which can be removed by its number.
///
/// Numbers ascend, so bisection finds an element. A removed element leaves an empty slot; once most slots are empty,
/// the others are compacted. The memory in use stays a small multiple of what the elements need.
@usableFromInline package struct NumberedQueue<Element> {
    @usableFromInline struct Slot {
        @usableFromInline let number: Int
        @usableFromInline var element: Element?

        @inlinable init(number: Int, element: Element) {
            self.number = number
            self.element = element
        }
    }

    /// The slots. From `head` on, the first and the last are occupied.
    @usableFromInline var slots: [Slot] = []
    @usableFromInline var head = 0
    /// The number of elements.
    @usableFromInline package var count = 0

    @inlinable package init() {}

    @inlinable package var isEmpty: Bool { count == 0 }

    /// The oldest element.
    @inlinable package var first: Element? { isEmpty ? nil : slots[head].element }

    /// All elements in order of arrival.
    ///
    /// - Complexity: O(*n*), where *n* is the number of elements.
    @usableFromInline var elements: [Element] { slots[head...].compactMap { $0.element } }

    /// The numbers of all elements, in ascending order.
    ///
    /// - Complexity: O(*n*), where *n* is the number of elements.
    @inlinable var numbers: [Int] { slots[head...].compactMap { $0.element == nil ? nil : $0.number } }

    /// Adds an element at the end.
    ///
    /// - Parameter number: A number greater than that of any earlier element.
    /// - Complexity: Amortised O(1).
    @inlinable mutating func append(_ element: Element, number: Int) {
        slots.append(Slot(number: number, element: element))
        count += 1
    }

    /// Adds an element at the end that is not removed by a number.
    package mutating func append(_ element: Element) { append(element, number: (slots.last?.number ?? 0) + 1) }

    /// The element with the given number, if present.
    ///
    /// - Complexity: O(log *n*), where *n* is the number of elements.
    @inlinable subscript(number: Int) -> Element? { index(of: number).flatMap { slots[$0].element } }

    /// Removes the element with the given number, if present.
    ///
    /// - Complexity: Amortised O(log *n*), where *n* is the number of elements.
    @inlinable
    @discardableResult
    mutating func remove(_ number: Int) -> Element? {
        guard let index = index(of: number), let element = slots[index].element.take() else { return nil }
        count -= 1
        closeGaps()
        return element
    }

    /// Removes the oldest element.
    ///
    /// - Complexity: Amortised O(1).
    @inlinable
    @discardableResult
    package mutating func popFirst() -> Element? {
        guard !isEmpty, let element = slots[head].element.take() else { return nil }
        count -= 1
        closeGaps()
        return element
    }

    /// Removes all elements, and returns them in order of arrival.
    package mutating func takeAll() -> [Element] {
        defer { self = NumberedQueue() }
        return elements
    }

    /// Returns the queue with other elements in place of its own.
    @inlinable func mapElements(_ transform: (Element) -> Element) -> NumberedQueue {
        var copy = self
        for index in slots.indices { copy.slots[index].element = slots[index].element.map(transform) }
        return copy
    }

    @inlinable func index(of number: Int) -> Int? {
        // Most look-ups ask for the first or the last element.
        guard !isEmpty else { return nil }
        if slots[head].number == number { return head }
        var (low, high) = (head, slots.count - 1)
        if slots[high].number == number { return high }
        while low < high {
            let middle = (low + high) / 2
            if slots[middle].number < number { low = middle + 1 } else { high = middle }
        }
        return slots[low].number == number ? low : nil
    }

    /// Drops empty slots at both ends, and compacts the slots once most of them are empty.
    @inlinable mutating func closeGaps() {
        if count == 0 {
            slots.empty()
            head = 0
            return
        }
        while slots[head].element == nil { head += 1 }
        while slots[slots.count - 1].element == nil { slots.removeLast() }
        guard slots.count > 16, slots.count > 4 * count else { return }
        // In place, unless much memory would stay in use.
        if slots.capacity > 1024 { return moveElements() }
        // Half the code of `removeAll(where:)`, which every machine would have several times.
        var end = 0
        for index in head..<slots.count where slots[index].element != nil {
            slots[end] = slots[index]
            end += 1
        }
        while slots.count > end { slots.removeLast() }
        head = 0
    }

    @usableFromInline mutating func moveElements() {
        slots = slots[head...].filter { $0.element != nil }
        head = 0
    }
}

extension Array {
    /// Removes all elements, and keeps memory for a moderate number of them.
    @inlinable mutating func empty() {
        guard count <= 4, capacity <= 1024 else { return removeAll(keepingCapacity: capacity <= 1024) }
        // A fraction of the cost of `removeAll(keepingCapacity:)`.
        while !isEmpty { removeLast() }
    }
}

extension NumberedQueue: Sendable where Element: Sendable {}
extension NumberedQueue.Slot: Sendable where Element: Sendable {}
