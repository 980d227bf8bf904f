/// A child that is known by more than that it is active.
@usableFromInline
struct ActiveMark {
    @usableFromInline enum Content {
        /// One for which there is no bit.
        case present
        /// One in the place of which there may be another.
        case identified(AnyIdentity)
        /// Those of a collection, by their keys, which are a part of a ``Membership``.
        case keys(AnyObject?)
        /// It was used in a way that makes no sense.
        case mistake(Mistake)
    }

    /// Use that makes no sense.
    @usableFromInline enum Mistake: Equatable, Sendable {
        /// Another child has its name.
        case childrenOfOneName
        /// It was named in one state as two different ones.
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

    /// Whether it says the same.
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

    /// Adds a mark; a child is named in one way only.
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

/// The part of an ``Active`` that is seldom there.
@usableFromInline
final class RareMarks<Machine: ExecutableTransducer> {
    @usableFromInline let marks: [ActiveMark]
    /// Asks those children that have activities, or may have.
    @usableFromInline let survey: Survey<Machine>?
    /// The activities of the machine itself.
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
