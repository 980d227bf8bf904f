extension TransducerEffect {
    /// What is left of it when a component goes: nothing of that component, nor of one within it, and none of its events.
    ///
    /// - Parameters:
    ///   - component: The names of the component and of those around it, the outermost first.
    ///   - drops: Whether an event is for that component.
    @inlinable
    func without(_ component: [ComponentID], dropping drops: (Event) -> Bool) -> TransducerEffect? {
        switch content {
        case .event(let event): return drops(event) ? nil : self
        case .events(let events):
            let rest = events.filter { !drops($0) }
            return rest.isEmpty ? nil : .events(rest)
        case .work(let work):
            return work.without(component, dropping: drops)
        case .list(let effects):
            return TransducerEffect(content: .list(effects.compactMap { $0.without(component, dropping: drops) }))
        }
    }
}

extension TransducerEffect.Work {
    @inlinable
    func without(_ component: [ComponentID], dropping drops: (Event) -> Bool) -> TransducerEffect? {
        if owner.isWithin(component) { return .all(exits) }
        switch form {
        case .action, .operation, .cancellation, .departure, .rejection: return TransducerEffect(content: .work(self))
        case .sequence(let parts):
            return with(.sequence(parts.compactMap { $0.without(component, dropping: drops) }))
        case .combination(let parts):
            return with(.combination(parts.compactMap { $0.without(component, dropping: drops) }))
        }
    }

    @inlinable
    func with(_ form: Form) -> TransducerEffect {
        TransducerEffect(
            content: .work(TransducerEffect.Work(form, id: id, pause: pause, owner: owner, ending: ending)))
    }

    /// What components within it that have ended still have to do.
    @inlinable
    var exits: [TransducerEffect] {
        if ending != nil { return [TransducerEffect(content: .work(self))] }
        return switch form {
        case .action, .operation, .cancellation, .departure, .rejection: []
        case .sequence(let parts), .combination(let parts): parts.flatMap(\.exits)
        }
    }
}

extension TransducerEffect {
    /// What components that have ended still have to do, whatever becomes of the rest.
    @inlinable
    var exits: [TransducerEffect] {
        switch content {
        case .event, .events: []
        case .work(let work): work.exits
        case .list(let effects): effects.flatMap(\.exits)
        }
    }
}

extension TransducerEffect {
    /// What is left of it when components have departed already.
    ///
    /// - Parameter departures: Their departures.
    @inlinable
    func withoutDepartures(in departures: TransducerEffect) -> TransducerEffect? {
        switch content {
        case .event, .events: return self
        case .work(let work):
            guard case .departure = work.form else { return self }
            return departures.holdsDeparture(of: work.owner) ? nil : self
        case .list(let effects):
            let rest = effects.compactMap { $0.withoutDepartures(in: departures) }
            return .all(rest)
        }
    }

    @inlinable
    func holdsDeparture(of component: [ComponentID]) -> Bool {
        switch content {
        case .event, .events: return false
        case .work(let work):
            guard case .departure = work.form else { return false }
            return component.isWithin(work.owner)
        case .list(let effects): return effects.contains { $0.holdsDeparture(of: component) }
        }
    }
}
