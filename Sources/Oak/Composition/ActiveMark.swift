/// An active child that one bit cannot describe.
@usableFromInline struct ActiveMark {
    @usableFromInline enum Content {
        /// A child without a bit.
        case present
        /// A child that another child of the same name may replace.
        case identified(any Hashable & Sendable)
        /// The elements of a collection, as the object behind the keys of a ``Membership``.
        case keys(AnyObject?)
        /// A child that was declared or named incorrectly.
        case mistake(Mistake)

        @inlinable var isPresent: Bool { if case .present = self { true } else { false } }
    }

    /// An incorrect use of a child.
    @usableFromInline enum Mistake: Equatable, Sendable {
        /// Another child has the same name.
        case childrenWithOneName
        /// One state names the child in two different ways.
        case namedTwice
    }

    @usableFromInline let number: Int
    @usableFromInline let content: Content

    @inlinable init(number: Int, _ content: Content) {
        self.number = number
        self.content = content
    }

    @inlinable init(_ place: ChildPlace, _ content: Content) {
        self.init(number: place.number, place.mistake.map { .mistake($0) } ?? content)
    }

    /// Whether both marks describe the same child in the same way.
    @inlinable func isEqual(to other: ActiveMark) -> Bool {
        guard number == other.number else { return false }
        return switch (content, other.content) {
        case (.present, .present): true
        case (.keys(let keys), .keys(let others)): keys === others
        case (.identified(let identity), .identified(let other)): EffectID.areEqual(identity, other)
        case (.mistake(let mistake), .mistake(let other)): mistake == other
        case (.present, _), (.keys, _), (.identified, _), (.mistake, _): false
        }
    }

    /// The mark of a child that this mark and another one describe; two different descriptions are a mistake.
    @inlinable func merged(with other: ActiveMark) -> ActiveMark {
        switch (content, other.content) {
        case (.mistake, _): self
        case (_, .mistake): other
        case (.present, _), (.identified, _), (.keys, _):
            isEqual(to: other) ? self : ActiveMark(number: number, .mistake(.namedTwice))
        }
    }
}

extension [ActiveMark] {
    @inlinable func isEqual(to marks: [ActiveMark]) -> Bool {
        count == marks.count && zip(self, marks).allSatisfy { $0.isEqual(to: $1) }
    }

    /// The marks in the order of their numbers, with one mark for each child.
    ///
    /// - Complexity: O(*n* log *n*), where *n* is the number of marks.
    @inlinable var merged: [ActiveMark] {
        guard count > 1 else { return self }
        var merged: [ActiveMark] = []
        for mark in sorted(by: { $0.number < $1.number }) {
            if let last = merged.last, last.number == mark.number {
                merged[merged.count - 1] = last.merged(with: mark)
            } else {
                merged.append(mark)
            }
        }
        return merged
    }

    /// The mark of a child, among marks in the order of their numbers.
    @inlinable func mark(of number: Int) -> ActiveMark? {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if self[middle].number < number { low = middle + 1 } else { high = middle }
        }
        return low < count && self[low].number == number ? self[low] : nil
    }
}
