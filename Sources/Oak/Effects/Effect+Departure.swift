extension TransducerEffect {
    /// Separates the departures, at any depth, from the other parts, and drops the effects that the departing children
    /// returned earlier.
    ///
    /// - Parameter machine: The machine whose transition returned the effect.
    @inlinable func withoutDepartures(
        in machine: any ExecutableTransducer.Type
    ) -> (departures: [TransducerEffect], rest: TransducerEffect?) {
        guard case .work(let work) = content, work.nature.hasDeparture else { return ([], self) }
        if case .departure = work.form { return ([self], nil) }
        var departures: [TransducerEffect] = []
        var places: [[ChildID]: [(place: Int, member: AnyObject?)]] = [:]
        var place = 0
        // The departing child may belong to the machine itself or to a child; either way it drops the effects before
        // its departure.
        let isBranch = { (work: Work) in work.traits.owner.path == nil && !work.nature.isPure }
        _ = folded(
            isBranch: isBranch,
            leaf: { effect -> Void? in
                place += 1
                guard case .work(let work) = effect.content, case .departure = work.form else { return nil }
                departures.append(effect)
                places[work.owner, default: []].append((place, work.traits.owner.path?.last.place?.member))
                return nil
            }, branch: { _, _ in nil })
        place = 0
        let rest = folded(
            isBranch: isBranch,
            leaf: { effect in
                place += 1
                if case .work(let work) = effect.content, case .departure = work.form { return nil }
                let departs = effect.owner(in: machine)?.surroundings.contains { names, member in
                    places[names]?.contains { place < $0.place && !areSuccessors(member, $0.member) } ?? false
                }
                return departs ?? false ? nil : effect
            },
            branch: { work, parts in work.keeping(parts) })
        return (departures, rest)
    }

    /// The child that the whole effect, or its event, belongs to.
    @inlinable func owner(in machine: any ExecutableTransducer.Type) -> ChildPath? {
        switch content {
        case .event(_, .path(let path)), .events(_, .path(let path)): path
        case .event(_, let origin), .events(_, let origin): ChildPath(origin.names(in: machine))
        case .work(let work): work.traits.owner.path
        case .reply: nil
        }
    }

    /// The exit effects of children that have ended, which run to completion whatever happens to the rest.
    @inlinable var exits: [TransducerEffect] {
        var exits: [TransducerEffect] = []
        walk { effect in
            guard case .work(let work) = effect.content else { return false }
            if work.ending != nil { exits.append(effect) }
            return work.ending == nil
        }
        return exits
    }

    /// The children that the parts of the effect, or its events, belong to.
    @inlinable func owners(in machine: any ExecutableTransducer.Type) -> [[ChildID]] {
        var owners: [[ChildID]] = []
        walk { effect in
            switch effect.content {
            case .event(_, let origin), .events(_, let origin): owners.append(origin.names(in: machine))
            case .work(let work): owners.append(work.owner)
            case .reply: break
            }
            return true
        }
        return owners
    }
}

/// Whether two members of a collection are different ones under a key; a child in no collection is no member.
@inlinable func areSuccessors(_ member: AnyObject?, _ other: AnyObject?) -> Bool {
    member != nil && other != nil && member !== other
}

extension TransducerEffect.Work {
    /// The same work with only the given parts; `nil` for a list without any.
    @inlinable func keeping(_ parts: [TransducerEffect]) -> TransducerEffect? {
        if case .list = form { .all(parts) } else { with(parts) }
    }
}
