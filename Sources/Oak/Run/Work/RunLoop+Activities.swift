extension RunLoop {
    /// Cancels the activities that the state does not name any more, and has those begin that are new.
    @inlinable
    @inline(never)
    mutating func reviseActivities() throws {
        let live = T.live(in: stepper.storage.storedValue)
        guard live.mayHaveActivities || stepper.hasActivities else { return }
        stepper.hasActivities = true
        let root = backstage.activities ?? ActivityNode()
        backstage.activities = root
        var (lost, found): ([EffectID], [Effect]) = ([], [])
        var mistake: TransducerError?
        live.answer(
            Inquiry(root, path: []) { node, path, effects in
                var names: Set<EffectID> = []
                for effect in effects.flatMap(\.flattened) {
                    guard let id = effect.activityName else {
                        mistake = mistake ?? .activityWithoutName(transducer: "\(T.self)", activity: "\(effect)")
                        continue
                    }
                    let name = id.withoutChildren(path.count)
                    if !names.insert(name).inserted {
                        mistake = mistake ?? .activitiesOfOneName(transducer: "\(T.self)", activity: "\(id)")
                    }
                    if !node.names.contains(name) { found.append(effect.asActivity) }
                }
                for name in node.names where !names.contains(name) {
                    lost.append(path.isEmpty ? name : name.within(path))
                }
                node.names = names
            })
        if let mistake { throw mistake }
        var tags: [NameTag] = []
        for id in lost {
            if let tag = backstage.registry.tags[EffectName(id, ending: nil, isActivity: true)] { tags.append(tag) }
        }
        // Names in a set have no order: they go in the order in which they began.
        if tags.count > 1 { tags.sort { $0.numberOfBearer < $1.numberOfBearer } }
        for tag in tags { cancelBearer(of: tag, because: .stateLeft) }
        guard let activities = Effect.all(found) else { return }
        // Nobody waits for what begins now.
        if let send = stepper.waiting { stepper.endMacrostep(send) }
        stepper.push(activities.content)
    }
}

extension NameTag {
    /// The number of what bears it; zero if nothing does.
    @inlinable
    var numberOfBearer: Int {
        switch bearer {
        case .operation(let number)?, .composition(let number)?: number
        case nil: 0
        }
    }
}

extension TransducerEffect {
    /// The effects in a list; it alone if it is no list.
    @inlinable
    var flattened: [TransducerEffect] {
        var effects: [TransducerEffect] = []
        walk { effect in
            if case .work(let work) = effect.content, case .list = work.form { return true }
            effects.append(effect)
            return false
        }
        return effects
    }

    /// The identity under which it can be an activity; `nil` if it cannot.
    @inlinable
    var activityName: EffectID? {
        guard case .work(let work) = content else { return nil }
        return switch work.form {
        case .operation, .sequence, .combination: work.id
        case .action, .cancellation, .list, .departure, .rejection, .mistake: nil
        }
    }

    /// The same as an activity.
    @inlinable
    var asActivity: TransducerEffect {
        guard case .work(let work) = content else { return self }
        var traits = work.traits
        traits.isActivity = true
        return TransducerEffect(work.form, traits)
    }
}

extension EffectID {
    /// The identity that an effect of a child has in the machine to which a number of names leads.
    @inlinable
    func withoutChildren(_ count: Int) -> EffectID {
        guard count > 0, let lifted = base as? ChildEffectID else { return self }
        let rest = Array(lifted.path.dropFirst(count))
        return rest.isEmpty ? lifted.id : EffectID(ChildEffectID(path: rest, id: lifted.id))
    }
}
