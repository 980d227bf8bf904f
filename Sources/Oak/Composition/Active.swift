/// The active children of a machine in a state, and the machine's activities there.
///
/// ``CompositeTransducer/activeChildren(in:)`` creates it from a state; neither order nor repetition matters.
/// ``ExecutableTransducer/live(in:)`` returns it for any machine, together with the activities.
public struct Active<Machine: ExecutableTransducer> {
    @usableFromInline typealias Effect = TransducerEffect<Machine.Event, Machine.Env, Machine.Input>

    /// The children that have neither an identity nor keys, one bit each.
    @usableFromInline var bits: UInt64 = 0
    /// The children that have an identity or keys, one bit each.
    @usableFromInline var marked: UInt64 = 0
    /// The keys of one collection if there is a `holder`; otherwise the ``ActiveDetails``, if there are any.
    @usableFromInline var object: AnyObject?
    /// The number of the collection whose keys `object` holds; negative if `object` holds no keys.
    @usableFromInline var holder: Int32 = -1
    /// Whether children may have been named inconsistently.
    @usableFromInline var needsReview = false
    /// Whether the machine or its children may have activities.
    @usableFromInline var mayHaveActivities = false

    @inlinable
    @inline(__always)
    init() {}
}

/// The part of an ``Active`` that few composites need.
@usableFromInline final class ActiveDetails<Machine: ExecutableTransducer> {
    @usableFromInline var marks: [ActiveMark] = []
    /// Queries for the children that may have activities or children of their own.
    @usableFromInline var queries: [(ActivityQuery<Machine>) -> Void] = []
    /// The machine's own activities.
    @usableFromInline var activities: [TransducerEffect<Machine.Event, Machine.Env, Machine.Input>] = []

    @inlinable init() {}

    @inlinable init(_ other: ActiveDetails) {
        marks = other.marks
        queries = other.queries
        activities = other.activities
    }
}

extension Active {
    /// Names a child.
    @inlinable
    @inline(__always)
    init(bit: UInt64, place: @autoclosure () -> ChildPlace) {
        self.init()
        bits = bit
        if bit == 0 { append(place(), .present) }
    }

    /// Names a child, and states whether it may have activities.
    @inlinable
    @inline(__always)
    init(bit: UInt64, mayHaveActivities: Bool) {
        self.init()
        bits = bit
        self.mayHaveActivities = mayHaveActivities
    }

    /// Names a child with an identity; a successor with another identity may replace it.
    @inlinable
    @inline(__always)
    init(bit: UInt64, place: @autoclosure () -> ChildPlace, identity: some Hashable & Sendable) {
        self.init()
        marked = bit
        switch Evaluation.purpose {
        case .glance, .activities: needsReview = bit == 0
        case .everything, .names, .reading: append(place(), .identified(identity))
        }
    }

    /// Names the children of a collection.
    @inlinable
    @inline(__always)
    init(bit: UInt64, place: @autoclosure () -> ChildPlace, keys: AnyObject?) {
        self.init()
        marked = bit
        if bit == 0 {
            append(place(), .keys(keys))
        } else if Evaluation.purpose != .activities {
            holder = Int32(truncatingIfNeeded: bit.trailingZeroBitCount)
            object = keys
        }
    }

    /// Adds a child that the bits do not describe.
    @inlinable
    @inline(never)
    mutating func append(_ place: ChildPlace, _ content: ActiveMark.Content) {
        // One bit tells whether a child is named twice; a child without one is compared by its marks.
        needsReview = place.mistake != nil || place.bit == 0 && !content.isPresent
        append(ActiveMark(place, content))
    }

    @inlinable mutating func append(_ mark: @autoclosure () -> ActiveMark) {
        switch Evaluation.purpose {
        case .everything, .names, .reading: withDetails { $0.marks.append(mark()) }
        case .glance, .activities: break
        }
    }

    /// Adds the machine's own activities.
    @inlinable func with(_ activities: [Effect]) -> Active {
        guard !activities.isEmpty else { return self }
        var active = self
        active.mayHaveActivities = true
        active.withDetails { $0.activities += activities }
        return active
    }

    /// The details, unless there are only the keys of a collection.
    @inlinable var details: ActiveDetails<Machine>? {
        holder < 0 ? object.map { unsafeDowncast($0, to: ActiveDetails<Machine>.self) } : nil
    }

    @inlinable mutating func withDetails(_ change: (ActiveDetails<Machine>) -> Void) {
        // A second reference would make the object look shared.
        let isShared = object != nil && !isKnownUniquelyReferenced(&object)
        let details: ActiveDetails<Machine>
        if holder >= 0 {
            details = ActiveDetails()
            details.marks.append(ActiveMark(number: Int(holder), .keys(object)))
            holder = -1
        } else if let present = self.details {
            details = isShared ? ActiveDetails(present) : present
        } else {
            details = ActiveDetails()
        }
        change(details)
        object = details
    }

    /// Adds the children of another value.
    @inlinable
    @inline(__always)
    mutating func formUnion(_ other: Active) {
        // Naming one child twice may be a mistake if it has an identity or keys.
        needsReview =
            needsReview || other.needsReview || marked & (other.marked | other.bits) | bits & other.marked != 0
        bits |= other.bits
        marked |= other.marked
        mayHaveActivities = mayHaveActivities || other.mayHaveActivities
        if other.holder >= 0 || other.object != nil { addDetails(of: other) }
    }

    @inlinable
    @inline(never)
    mutating func addDetails(of other: Active) {
        if object == nil, holder < 0 {
            (holder, object) = (other.holder, other.object)
        } else if other.holder >= 0 {
            append(ActiveMark(number: Int(other.holder), .keys(other.object)))
        } else if let added = other.details {
            withDetails { details in
                details.marks += added.marks
                details.queries += added.queries
                details.activities += added.activities
            }
        }
    }
}
