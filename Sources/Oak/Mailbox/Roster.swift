/// Elements in the order in which they came, each of which can be taken out again by its number.
///
/// Numbers ascend, so that an element is found by bisection. Its slot stays empty until slots are mostly empty; then the
/// others move together. What is held is a small multiple of what is there.
@usableFromInline
struct Roster<Element> {
    @usableFromInline struct Slot {
        @usableFromInline let number: Int
        @usableFromInline var element: Element?

        @inlinable
        init(number: Int, element: Element) {
            self.number = number
            self.element = element
        }
    }

    /// The first and the last one are occupied, from `head` on.
    @usableFromInline var slots: [Slot] = []
    @usableFromInline var head = 0
    /// How many elements there are.
    @usableFromInline var count = 0

    @inlinable
    init() {}

    @inlinable
    var isEmpty: Bool { count == 0 }

    /// The element that came first.
    @inlinable
    var first: Element? { isEmpty ? nil : slots[head].element }

    /// All elements in the order in which they came.
    ///
    /// - Complexity: O(*n*), where *n* is the number of elements.
    @inlinable
    var elements: [Element] { slots[head...].compactMap(\.element) }

    /// The numbers of all elements, in ascending order.
    ///
    /// - Complexity: O(*n*), where *n* is the number of elements.
    @inlinable
    var numbers: [Int] { slots[head...].compactMap { $0.element == nil ? nil : $0.number } }

    /// Adds an element at the end.
    ///
    /// - Parameter number: A greater one than that of any element before.
    /// - Complexity: Amortised O(1).
    @inlinable
    mutating func append(_ element: Element, number: Int) {
        slots.append(Slot(number: number, element: element))
        count += 1
    }

    /// The element of a number, if it is there.
    ///
    /// - Complexity: O(log *n*), where *n* is the number of elements.
    @inlinable
    subscript(number: Int) -> Element? { index(of: number).flatMap { slots[$0].element } }

    /// Takes out the element of a number, if it is there.
    ///
    /// - Complexity: Amortised O(log *n*), where *n* is the number of elements.
    @inlinable
    @discardableResult
    mutating func remove(_ number: Int) -> Element? {
        guard let index = index(of: number), let element = slots[index].element else { return nil }
        slots[index].element = nil
        count -= 1
        closeGaps()
        return element
    }

    /// Takes out the element that came first.
    ///
    /// - Complexity: Amortised O(1).
    @inlinable
    @discardableResult
    mutating func popFirst() -> Element? {
        guard let first else { return nil }
        slots[head].element = nil
        count -= 1
        closeGaps()
        return first
    }

    @inlinable
    func index(of number: Int) -> Int? {
        // Most are asked for when they are the first or the last.
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

    /// Sees to it that the first and the last slot are occupied and that not too many between them are empty.
    @inlinable
    mutating func closeGaps() {
        if count == 0 {
            slots.removeAll(keepingCapacity: slots.capacity <= 1024)
            head = 0
            return
        }
        while slots[head].element == nil { head += 1 }
        while slots[slots.count - 1].element == nil { slots.removeLast() }
        guard slots.count > 16, slots.count > 4 * count else { return }
        slots = slots[head...].filter { $0.element != nil }
        head = 0
    }
}

extension Roster: Sendable where Element: Sendable {}
extension Roster.Slot: Sendable where Element: Sendable {}
