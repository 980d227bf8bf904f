/// The active children of a composite in a state by their numbers, which most transitions need alone.
@usableFromInline struct ActiveNumbers<Composite: ExecutableTransducer>: _ChildVisitor {
    /// Whether a child is named again, or was declared or named incorrectly.
    @usableFromInline var isDoubtful = false
    @usableFromInline var numbers = NumberSet()
    /// The number of the first collection, and the object behind its ``Membership``.
    @usableFromInline var collection: Int?
    @usableFromInline var keys: AnyObject?

    @inlinable
    @inline(__always)
    init() {}

    @inlinable
    @inline(__always)
    init(in state: Composite.State) { Composite._visitChildren(in: state, &self) }

    @inlinable
    @inline(__always)
    mutating func visit<Inner>(
        _ child: Child<Composite, Inner>, as identity: (some Hashable & Sendable)?, in state: Inner.State?
    ) {
        _ = insert(child.lift.place, isCollection: false)
    }

    @inlinable
    @inline(__always)
    mutating func visit<ID, Inner>(
        _ collection: ChildCollection<Composite, ID, Inner>, in states: Children<ID, Inner.State>
    ) {
        guard insert(collection.place, isCollection: true), self.collection == nil else { return }
        (self.collection, keys) = (collection.place.number, states.membership.object)
    }

    /// - Returns: Whether the child is named for the first time, and correctly.
    @inlinable
    @inline(__always)
    mutating func insert(_ place: ChildPlace, isCollection: Bool) -> Bool {
        // An element without its collection is as doubtful as a child that is named again.
        if numbers.insert(place.number), place.mistake == nil, (place.keys != nil) == isCollection { return true }
        isDoubtful = true
        return false
    }

    /// Whether an effect belongs to the machine or to an active child; `false` is inconclusive.
    @inlinable
    @inline(__always)
    func expects<Event, Env, Input>(_ effect: TransducerEffect<Event, Env, Input>?) -> Bool {
        switch effect?.content {
        case .event(_, let origin)?, .events(_, let origin)?: expects(origin)
        case .work(let work)?: work.isOwn
        case nil, .reply?: true
        }
    }

    @inlinable
    @inline(__always)
    func expects(_ origin: Origin) -> Bool {
        switch origin {
        case .own: true
        case .code(let code): numbers.contains(Int(code % Origin.radix) - 1)
        case .path(let path): hasElement(at: path)
        }
    }

    /// Whether a path leads to an element of the first collection.
    @inlinable func hasElement(at path: ChildPath) -> Bool {
        guard let place = path.place, place.number == collection, place.mistake == nil, let elements = place.keys,
            case .element(_, let key) = path.id.base
        else { return false }
        return elements.contains(keys, key, place.member)
    }
}

/// The active children of a composite in a state by their names, to compare them with the children of another state.
///
/// The value holds no state of a child, so that a transition between two values changes the states in place.
@usableFromInline struct ActiveNames<Composite: ExecutableTransducer>: _ChildVisitor {
    @usableFromInline typealias Effect = TransducerEffect<Composite.Event, Composite.Env, Composite.Input>

    @usableFromInline var active = ActiveNumbers<Composite>()
    /// The marks of children with identities and of further collections, by their numbers.
    @usableFromInline var marks: [Int: ActiveMark] = [:]
    /// The first child that was declared or named incorrectly.
    @usableFromInline var mistake: (number: Int, mistake: NamingMistake)?

    @inlinable
    @inline(__always)
    init() {}

    /// The names in a state.
    @inlinable
    @inline(__always)
    init(in state: Composite.State) { Composite._visitChildren(in: state, &self) }

    @inlinable
    @inline(__always)
    mutating func visit<Inner>(
        _ child: Child<Composite, Inner>, as identity: (some Hashable & Sendable)?, in state: Inner.State?
    ) {
        let place = child.lift.place
        if !active.insert(place, isCollection: false) {
            review(place, identity.map { .identity($0) })
        } else if let identity {
            marks[place.number] = .identity(identity)
        }
    }

    @inlinable
    @inline(__always)
    mutating func visit<ID, Inner>(
        _ collection: ChildCollection<Composite, ID, Inner>, in states: Children<ID, Inner.State>
    ) {
        let (place, keys) = (collection.place, states.membership.object)
        if !active.insert(place, isCollection: true) {
            review(place, .keys(keys))
        } else if active.collection == nil {
            (active.collection, active.keys) = (place.number, keys)
        } else {
            marks[place.number] = .keys(keys)
        }
    }

    /// Looks for a mistake in a child that is named again, or that was declared or named incorrectly.
    @usableFromInline mutating func review(_ place: ChildPlace, _ mark: ActiveMark?) {
        if mistake != nil { return }
        if let wrong = place.mistake {
            mistake = (place.number, wrong)
        } else if place.keys != nil && !(mark?.isKeys ?? false) || self.mark(of: place.number) != mark {
            mistake = (place.number, .namedTwice)
        }
    }

    @inlinable func mark(of number: Int) -> ActiveMark? {
        active.collection == number ? .keys(active.keys) : marks[number]
    }
}

/// The identity of an active child, or the keys of an active collection.
@usableFromInline enum ActiveMark {
    /// Another child with the same name may replace the child.
    case identity(any Hashable & Sendable)
    /// The object behind the ``Membership`` of a collection.
    case keys(AnyObject?)

    @usableFromInline var isKeys: Bool { if case .keys = self { true } else { false } }
}

extension ActiveMark: Equatable {
    @usableFromInline static func == (lhs: Self, rhs: Self) -> Bool {
        switch (lhs, rhs) {
        case (.keys(let keys), .keys(let others)): keys === others
        case (.identity(let identity), .identity(let other)): EffectID.areEqual(identity, other)
        case (.keys, .identity), (.identity, .keys): false
        }
    }
}

/// An incorrect use of a child.
@usableFromInline enum NamingMistake: Sendable {
    /// Another child has the same name.
    case childrenWithOneName
    /// One state names the child in two different ways.
    case namedTwice
}

extension ActiveNames {
    /// Whether both values name the same children, all of them correctly.
    @inlinable
    @inline(__always)
    func isSame(as other: ActiveNames) -> Bool {
        guard active.numbers == other.active.numbers, mistake == nil else { return false }
        guard active.collection == other.active.collection, active.keys === other.active.keys else { return false }
        return marks.isEmpty && other.marks.isEmpty || marks == other.marks
    }

    /// The names of the children.
    ///
    /// - Complexity: O(*n* log *n*), where *n* is the number of children and elements.
    @usableFromInline var list: [ChildID] {
        var numbers: [Int] = []
        active.numbers.forEach { numbers.append($0) }
        return children(numbers).flatMap { number, child in
            guard case .keys(let keys)? = mark(of: number) else { return [child.id] }
            return child.keys?.departed(keys, nil).map { ChildID(.element(child.id, $0)) } ?? []
        }
    }

    /// The children of some numbers, sorted by name: the numbers depend on the order of their first use.
    @usableFromInline func children(_ numbers: [Int]) -> [(number: Int, child: ChildTable.Entry)] {
        let found = numbers.compactMap { number in
            ChildTable.child(number, in: Composite.self).map { (number: number, child: $0) }
        }
        return found.count < 2 ? found : found.sorted { $0.child.id.description < $1.child.id.description }
    }
}

extension ActiveChildren {
    /// The names of the children; those of declared children are sorted, elements keep the order of their collection.
    ///
    /// - Complexity: O(*n* log *n*), where *n* is the number of children and elements.
    public var children: [ChildID] {
        var names = ActiveNames<Composite>()
        _visit(&names)
        return names.list
    }
}

// MARK: - Transitions

extension ActiveNames {
    /// The effect of a transition, preceded by the departures of all children that the transition made inactive.
    ///
    /// - Parameters:
    ///   - effect: The effect of the transition.
    ///   - past: The children that were active before.
    /// - Returns: The effect, or a mistake in its place.
    @inlinable
    @inline(__always)
    func consequence(of effect: Effect?, since past: ActiveNames) -> Effect? {
        isSame(as: past) && active.expects(effect) ? effect : revised(effect, since: past)
    }

    @inlinable
    @inline(never)
    func revised(_ effect: Effect?, since past: ActiveNames) -> Effect? {
        let (ended, rest) = effect?.withoutDepartures(in: Composite.self) ?? ([], nil)
        let mistakes = ended.lazy.compactMap { error(in: $0) }
        if let mistake = mistakes.first ?? error(in: rest) { return Effect(.mistake(mistake)) }
        var departures = departures(since: past)
        if ended.isEmpty, departures.isEmpty { return effect }
        // Children that ended by themselves depart as ended, even if they were the last of their collection.
        if !ended.isEmpty, !departures.isEmpty {
            let hasEnded = Set(ended.map { $0.child })
            departures.removeAll { hasEnded.contains([$0]) }
        }
        var all = ended
        for child in departures {
            all.append(Effect(.departure(.childDeparted), .init(owner: .child(ChildPath(child, nil)))))
        }
        if let rest { all.append(rest) }
        return .all(all)
    }

    /// The children that are no longer active.
    @usableFromInline func departures(since past: ActiveNames) -> [ChildID] {
        var gone: [Int] = []
        past.active.numbers.forEach { number in
            if !active.numbers.contains(number) || past.mark(of: number) != mark(of: number) { gone.append(number) }
        }
        if gone.isEmpty { return [] }
        return children(gone).flatMap { number, child -> [ChildID] in
            guard case .keys(let past)? = past.mark(of: number) else { return [child.id] }
            guard past != nil else { return [] }
            // A collection without elements departs as a whole.
            guard case .keys(let present?)? = mark(of: number) else { return [child.id] }
            return child.keys?.departed(past, present).map { ChildID(.element(child.id, $0)) } ?? []
        }
    }
}

// MARK: - Mistakes

extension ActiveNames {
    /// The mistake in naming the children, or in an effect that belongs to a child that is not active.
    @inlinable func error(in effect: Effect?) -> TransducerError? {
        if let (number, mistake) = mistake { return error(mistake, about: number) }
        guard let stranger = effect.flatMap({ stranger(in: $0) }) else { return nil }
        if let place = stranger.place, let mistake = place.mistake { return error(mistake, about: place.number) }
        return .childNotActive(stranger.names, of: Composite.self)
    }

    @usableFromInline func error(_ mistake: NamingMistake, about number: Int) -> TransducerError {
        let child = ChildTable.child(number, in: Composite.self).map { "\($0.id)" } ?? ""
        return switch mistake {
        case .childrenWithOneName: .childrenWithOneName(transducer: "\(Composite.self)", child: child)
        case .namedTwice: .childNamedTwice(transducer: "\(Composite.self)", child: child)
        }
    }

    /// The inactive child that an effect belongs to, if any.
    @inlinable func stranger(in effect: Effect) -> (names: [ChildID], place: ChildPlace?)? {
        var stranger: (names: [ChildID], place: ChildPlace?)?
        effect.walk { effect in
            if stranger != nil { return false }
            switch effect.content {
            case .event(_, let origin), .events(_, let origin):
                if !isActive(origin) { stranger = (origin.names(in: Composite.self), origin.place) }
                return false
            case .reply: return false
            case .work(let work):
                if case .departure = work.form, work.traits.owner.path?.place?.mistake == nil { return false }
                if let path = work.traits.owner.path, !isActive(path) { stranger = (path.names, path.place) }
                return !work.isOwn
            }
        }
        return stranger
    }

    @inlinable func isActive(_ origin: Origin) -> Bool {
        switch origin {
        case .own: true
        case .code(let code): active.numbers.contains(Int(code % Origin.radix) - 1)
        case .path(let path): isActive(path)
        }
    }

    @inlinable func isActive(_ path: ChildPath) -> Bool {
        guard let place = path.place else { return true }
        if place.mistake != nil { return false }
        guard case .element(_, let key) = path.id.base, let collection = place.keys else {
            return active.numbers.contains(place.number)
        }
        guard case .keys(let keys)? = mark(of: place.number) else { return false }
        return collection.contains(keys, key, place.member)
    }
}

/// A set of small numbers: a bit each for the first ones, and the others one by one.
@usableFromInline struct NumberSet: Equatable {
    @usableFromInline var low: UInt64 = 0
    @usableFromInline var high: Set<Int>?

    @inlinable
    @inline(__always)
    init() {}

    /// Inserts a number.
    ///
    /// - Returns: Whether it was missing.
    @inlinable
    @inline(__always)
    mutating func insert(_ number: Int) -> Bool {
        guard number < UInt64.bitWidth else { return insertHigh(number) }
        defer { low |= 1 << UInt64(number) }
        return low & 1 << UInt64(number) == 0
    }

    @usableFromInline mutating func insertHigh(_ number: Int) -> Bool {
        var numbers = high.take() ?? []
        defer { high = numbers }
        return numbers.insert(number).inserted
    }

    @inlinable
    @inline(__always)
    func contains(_ number: Int) -> Bool {
        number < UInt64.bitWidth ? low & 1 << UInt64(number) != 0 : high?.contains(number) ?? false
    }

    /// Visits the numbers, in no order.
    @usableFromInline func forEach(_ visit: (Int) -> Void) {
        var left = low
        while left != 0 {
            visit(left.trailingZeroBitCount)
            left &= left - 1
        }
        high?.forEach(visit)
    }
}
