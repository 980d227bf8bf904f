extension Active {
    /// Whether both values name the same children in the same order.
    @inlinable
    @inline(__always)
    func isPlainly(_ other: Active) -> Bool {
        guard bits == other.bits, marked == other.marked, holder == other.holder, !needsReview else { return false }
        return object === other.object && (object == nil || holder >= 0) || hasSameMarks(as: other)
    }

    @inlinable
    @inline(never)
    func hasSameMarks(as other: Active) -> Bool {
        guard let details, let others = other.details else { return false }
        return details.marks.isEqual(to: others.marks)
    }

    /// Whether the effect needs no further check against the active children.
    @inlinable
    @inline(__always)
    func expects(_ effect: TransducerEffect<Machine.Event, Machine.Env, Machine.Input>?) -> Bool {
        switch effect?.content {
        case nil, .event(_, .own)?, .events(_, .own)?: true
        case .event(_, .code(let code))?, .events(_, .code(let code))?:
            (bits | marked) & 1 << (code % Origin.radix &- 1) != 0
        case .event(_, .path(let path))?, .events(_, .path(let path))?: isPlainlyActive(path)
        case .work(let work)?: work.isOwn
        case .reply?: true
        }
    }

    /// The effect of a transition, preceded by the departures of all children that the transition made inactive.
    ///
    /// - Parameters:
    ///   - effect: The effect of the transition.
    ///   - past: The children that were active before.
    /// - Returns: The effect, or a mistake in its place.
    @inlinable
    @inline(never)
    func consequence(
        of effect: TransducerEffect<Machine.Event, Machine.Env, Machine.Input>?, since past: Active
    ) -> TransducerEffect<Machine.Event, Machine.Env, Machine.Input>? {
        let marks = marks
        let (ended, rest) = effect?.withoutDepartures(in: Machine.self) ?? ([], nil)
        for effect in ended {
            if let mistake = mistake(in: effect, marks) { return Effect(.mistake(mistake)) }
        }
        if let mistake = mistake(in: rest, marks) { return Effect(.mistake(mistake)) }
        var departures = departures(to: marks, since: past)
        if ended.isEmpty, departures.isEmpty { return effect }
        // Children that ended by themselves depart as ended, even if they were the last of their collection.
        if !ended.isEmpty, !departures.isEmpty {
            let hasEnded = Set(ended.map { $0.child })
            departures.removeAll { hasEnded.contains($0) }
        }
        let all = ended + departures.map { Effect(.departure(.childDeparted), .init(owner: .child($0, at: nil))) }
        return .all(rest.map { all + [$0] } ?? all)
    }

    /// The children that one bit cannot describe, in the order of their numbers.
    @inlinable var marks: [ActiveMark] {
        holder < 0 ? details?.marks.merged ?? [] : [ActiveMark(number: Int(holder), .keys(object))]
    }

    /// The paths of the children that are no longer active.
    @inlinable func departures(to marks: [ActiveMark], since past: Active) -> [[ChildID]] {
        var gone: [(child: ChildID, paths: [[ChildID]])] = []
        var lost = past.bits & ~bits
        while lost != 0 {
            if let child = ChildTable.child(lost.trailingZeroBitCount, in: Machine.self) {
                gone.append((child.id, [[child.id]]))
            }
            lost &= lost - 1
        }
        for mark in past.marks {
            let successor = marks.mark(of: mark.number)
            if let successor, successor.isEqual(to: mark) { continue }
            guard let child = ChildTable.child(mark.number, in: Machine.self) else { continue }
            var children = [[child.id]]
            if case .keys(let past) = mark.content {
                if past == nil { continue }
                if let successor, case .keys(let present) = successor.content, present != nil {
                    let keys = child.keys?.departed(past, present) ?? []
                    children = keys.map { [ChildID(.element(child.id, $0))] }
                }
            }
            gone.append((child.id, children))
        }
        // Sorted by name, because numbers depend on the order in which the children were first used.
        if gone.count > 1 { gone.sort { $0.child.description < $1.child.description } }
        return gone.flatMap { $0.paths }
    }
}

// MARK: - Mistakes

extension Active {
    @inlinable func mistake(in effect: Effect?, _ marks: [ActiveMark]) -> TransducerError? {
        for mark in marks {
            guard case .mistake(let mistake) = mark.content else { continue }
            return error(mistake, about: mark.number)
        }
        // A child has either a bit or a mark, never both.
        if let mark = marks.first(where: { $0.number < 64 && bits & 1 << UInt64($0.number) != 0 }) {
            return error(.namedTwice, about: mark.number)
        }
        guard let effect else { return nil }
        guard let stranger = stranger(in: effect, marks) else { return nil }
        if let place = stranger.place, let mistake = place.mistake { return error(mistake, about: place.number) }
        let names = stranger.names.map(\.description).joined(separator: "/")
        return .childNotActive(transducer: "\(Machine.self)", child: names)
    }

    @inlinable func error(_ mistake: ActiveMark.Mistake, about number: Int) -> TransducerError {
        let child = ChildTable.child(number, in: Machine.self).map { "\($0.id)" } ?? ""
        return switch mistake {
        case .childrenWithOneName: .childrenWithOneName(transducer: "\(Machine.self)", child: child)
        case .namedTwice: .childNamedTwice(transducer: "\(Machine.self)", child: child)
        }
    }

    /// The inactive child that an effect belongs to, if any.
    @inlinable func stranger(in effect: Effect, _ marks: [ActiveMark]) -> (names: [ChildID], place: ChildPlace?)? {
        var stranger: (names: [ChildID], place: ChildPlace?)?
        effect.walk { effect in
            if stranger != nil { return false }
            switch effect.content {
            case .event(_, let origin), .events(_, let origin):
                if !isActive(origin, marks) { stranger = (origin.names(in: Machine.self), origin.place) }
                return false
            case .reply: return false
            case .work(let work):
                if case .departure = work.form, work.traits.owner.place?.mistake == nil { return false }
                if let place = work.traits.owner.place, let name = work.owner.first, !isActive(place, name, marks) {
                    stranger = (work.owner, place)
                }
                return !work.isOwn
            }
        }
        return stranger
    }

    @inlinable func isActive(_ origin: Origin, _ marks: [ActiveMark]) -> Bool {
        switch origin {
        case .own: true
        case .code(let code): isActive(number: Int(code % Origin.radix) - 1, marks)
        case .path(let path): path.names.first.map { isActive(path.place, $0, marks) } ?? true
        }
    }

    @inlinable func isActive(_ place: ChildPlace, _ name: ChildID, _ marks: [ActiveMark]) -> Bool {
        if place.mistake != nil { return false }
        guard case .element(_, let key) = name.base, let collection = place.keys else {
            return isActive(number: place.number, marks)
        }
        guard case .keys(let keys)? = marks.mark(of: place.number)?.content else { return false }
        return collection.contains(keys, key)
    }

    @inlinable func isActive(number: Int, _ marks: [ActiveMark]) -> Bool {
        if number < 64, bits & 1 << UInt64(number) != 0 { return true }
        return marks.mark(of: number) != nil
    }

    /// Whether a path leads to an element of the collection whose keys are stored inline.
    @inlinable func isPlainlyActive(_ path: ChildPath) -> Bool {
        guard Int(holder) == path.place.number, path.place.mistake == nil,
            let collection = path.place.keys, let name = path.names.first, case .element(_, let key) = name.base
        else { return false }
        return collection.contains(object, key)
    }
}
