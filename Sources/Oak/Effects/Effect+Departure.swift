extension TransducerEffect {
    /// What is left of it when a component goes: nothing of that component, nor of one within it, and none of its events.
    ///
    /// - Parameters:
    ///   - component: The names of the component and of those around it, the outermost first.
    ///   - drops: Whether an event is for that component.
    @inlinable
    func without(_ component: [ComponentID], dropping drops: (Event) -> Bool) -> TransducerEffect? {
        folded(
            isBranch: { !$0.owner.isWithin(component) },
            leaf: { effect in
                switch effect.content {
                case .event(let event): return drops(event) ? nil : effect
                case .events(let events):
                    let rest = events.filter { !drops($0) }
                    return rest.isEmpty ? nil : .events(rest)
                case .work(let work): return work.owner.isWithin(component) ? .all(effect.exits) : effect
                }
            },
            branch: { work, parts in work.with(parts) })
    }

    /// What components that have ended still have to do, whatever becomes of the rest.
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

    /// What is left of it when components have departed already.
    ///
    /// - Parameter departures: Their departures.
    @inlinable
    func withoutDepartures(in departures: TransducerEffect) -> TransducerEffect? {
        var departed: Set<[ComponentID]> = []
        departures.walk { effect in
            guard case .work(let work) = effect.content else { return false }
            if case .departure = work.form { departed.insert(work.owner) }
            return true
        }
        return folded(
            isBranch: { if case .list = $0.form { true } else { false } },
            leaf: { effect in
                guard case .work(let work) = effect.content, case .departure = work.form else { return effect }
                return work.owner.surroundings.contains(where: departed.contains) ? nil : effect
            },
            branch: { _, parts in .all(parts) })
    }
}
