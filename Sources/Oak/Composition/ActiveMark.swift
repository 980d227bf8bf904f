/// An active child that one bit cannot describe.
@usableFromInline
struct ActiveMark {
    @usableFromInline enum Content {
        /// A child without a bit.
        case present
        /// A child that another child of the same name may replace.
        case identified(AnyIdentity)
        /// The elements of a collection, as the object behind the keys of a ``Membership``.
        case keys(AnyObject?)
        /// A child that was declared or named incorrectly.
        case mistake(Mistake)
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

    @inlinable
    init(number: Int, _ content: Content) {
        self.number = number
        self.content = content
    }

    @inlinable
    var isMistake: Bool {
        switch content {
        case .mistake: true
        case .present, .identified, .keys: false
        }
    }

    /// Whether both marks describe the same child in the same way.
    @inlinable
    func isEqual(to other: ActiveMark) -> Bool {
        guard number == other.number else { return false }
        return switch (content, other.content) {
        case (.present, .present): true
        case (.keys(let keys), .keys(let others)): keys === others
        case (.identified(let identity), .identified(let other)): AnyIdentity.areEqual(identity, other)
        case (.mistake(let mistake), .mistake(let other)): mistake == other
        case (.present, _), (.keys, _), (.identified, _), (.mistake, _): false
        }
    }
}

extension [ActiveMark] {
    @inlinable
    func isEqual(to marks: [ActiveMark]) -> Bool {
        count == marks.count && zip(self, marks).allSatisfy { $0.isEqual(to: $1) }
    }

    /// Adds a mark; naming one child in two ways becomes a mistake.
    @inlinable
    mutating func merge(_ new: ActiveMark) {
        guard let place = firstIndex(where: { $0.number == new.number }) else { return append(new) }
        switch (self[place].content, new.content) {
        case (.mistake, _): break
        case (_, .mistake): self[place] = new
        case (.present, .present), (.present, .identified), (.present, .keys), (.identified, _), (.keys, _):
            if !self[place].isEqual(to: new) { self[place] = ActiveMark(number: new.number, .mistake(.namedTwice)) }
        }
    }
}

/// The rare contents of an ``Active``, boxed to keep that small.
@usableFromInline
final class RareMarks<Machine: ExecutableTransducer> {
    @usableFromInline let marks: [ActiveMark]
    /// Queries the children that have, or may have, activities.
    @usableFromInline let survey: Survey<Machine>?
    /// The machine's own activities.
    @usableFromInline let activities: [TransducerEffect<Machine.Event, Machine.Env, Machine.Input>]

    @inlinable
    init(
        marks: [ActiveMark] = [], survey: Survey<Machine>? = nil,
        activities: [TransducerEffect<Machine.Event, Machine.Env, Machine.Input>] = []
    ) {
        self.marks = marks
        self.survey = survey
        self.activities = activities
    }

    @inlinable
    @inline(never)
    convenience init(_ place: ChildPlace, _ content: ActiveMark.Content) {
        self.init(marks: [ActiveMark(number: place.number, place.mistake.map { .mistake($0) } ?? content)])
    }

    @inlinable
    @inline(never)
    convenience init(ofSet number: Int) { self.init(marks: RareSets.marks(in: number)) }

    @inlinable
    @inline(never)
    static func with(_ survey: Survey<Machine>, _ rest: RareMarks?) -> RareMarks {
        joined(rest, RareMarks(survey: survey))
    }

    @inlinable
    @inline(never)
    static func with(_ mark: ActiveMark, _ rest: RareMarks?) -> RareMarks { joined(rest, RareMarks(marks: [mark])) }

    @inlinable
    static func joined(_ rest: RareMarks?, _ other: RareMarks) -> RareMarks {
        guard let rest else { return other }
        return RareMarks(
            marks: rest.marks + other.marks, survey: rest.survey.joined(with: other.survey),
            activities: rest.activities + other.activities)
    }
}
