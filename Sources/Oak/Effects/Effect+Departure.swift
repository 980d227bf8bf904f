extension TransducerEffect {
    /// The departures in it, wherever they are, and the rest, without what children have answered before they departed.
    ///
    /// - Parameter machine: The machine that has answered it.
    @inlinable
    func withoutDepartures(
        in machine: any ExecutableTransducer.Type
    ) -> (departures: [TransducerEffect], rest: TransducerEffect?) {
        guard case .work(let work) = content, work.nature.hasDeparture else { return ([], self) }
        var departures: [TransducerEffect] = []
        var places: [[ChildID]: Int] = [:]
        var place = 0
        // A departure is one of a child of the machine itself, or of one within it; either ends what came before.
        let isBranch = { (work: Work) in work.owner.isEmpty && !work.nature.isPure }
        _ = folded(
            isBranch: isBranch,
            leaf: { effect -> Void? in
                place += 1
                guard case .work(let work) = effect.content, case .departure = work.form else { return nil }
                departures.append(effect)
                places[work.owner] = place
                return nil
            }, branch: { _, _ in nil })
        place = 0
        let rest = folded(
            isBranch: isBranch,
            leaf: { effect in
                place += 1
                if case .work(let work) = effect.content, case .departure = work.form { return nil }
                let ends = effect.owner(in: machine).surroundings.lazy.compactMap { places[$0] }
                return ends.contains { place < $0 } ? nil : effect
            },
            branch: { work, parts in work.keeping(parts) })
        return (departures, rest)
    }

    /// The child to which it belongs as a whole, or whose event it is.
    @inlinable
    func owner(in machine: any ExecutableTransducer.Type) -> [ChildID] {
        switch content {
        case .event(_, let origin), .events(_, let origin): origin.names(in: machine)
        case .work(let work): work.owner
        case .reply: []
        }
    }

    /// The work that children which have ended still have to do, whatever becomes of the rest.
    @inlinable
    var exits: [TransducerEffect] {
        var exits: [TransducerEffect] = []
        walk { effect in
            guard case .work(let work) = effect.content else { return false }
            if work.ending != nil { exits.append(effect) }
            return work.ending == nil
        }
        return exits
    }

    /// The children to which parts of it belong, or whose events are in it.
    @inlinable
    func owners(in machine: any ExecutableTransducer.Type) -> [[ChildID]] {
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

extension TransducerEffect.Work {
    /// The same with those of its parts that are left; a list of none is none.
    @inlinable
    func keeping(_ parts: [TransducerEffect]) -> TransducerEffect? {
        switch form {
        case .list: .all(parts)
        case .action, .operation, .cancellation, .sequence, .combination, .departure, .rejection, .mistake: with(parts)
        }
    }
}
