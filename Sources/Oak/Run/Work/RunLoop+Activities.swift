extension RunLoop {
    /// Cancels the activities that the state no longer names, and begins the new ones.
    @inlinable
    @inline(never)
    mutating func reviseActivities() throws {
        let live = T.live(in: stepper.storage.storedValue)
        guard live.mayHaveActivities || stepper.hasActivities else { return }
        stepper.hasActivities = true
        let root = runtime.activities ?? ActivityNode()
        runtime.activities = root
        var (lost, found): ([EffectID], [Effect]) = ([], [])
        var mistake: TransducerError?
        live.answer(
            Inquiry(root, path: []) { node, path, effects in
                var names: Set<EffectID> = []
                for effect in effects.flatMap(\.flattened) {
                    guard let id = effect.activityName else {
                        mistake = mistake ?? .activityWithoutID(transducer: "\(T.self)", activity: "\(effect)")
                        continue
                    }
                    let name = id.withoutChildren(path.count)
                    if !names.insert(name).inserted {
                        mistake = mistake ?? .activitiesWithOneID(transducer: "\(T.self)", activity: "\(id)")
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
            if let tag = runtime.registry.tags[EffectName(id, ending: nil, isActivity: true)] { tags.append(tag) }
        }
        // A set of names has no order, so activities are cancelled in the order in which they began.
        if tags.count > 1 { tags.sort { $0.numberOfBearer < $1.numberOfBearer } }
        for tag in tags { cancelBearer(of: tag, because: .stateLeft) }
        guard let activities = Effect.all(found) else { return }
        // Sends that wait for the macrostep do not wait for new activities.
        if let send = stepper.waiting { stepper.endMacrostep(send) }
        stepper.push(activities.content)
    }
}

extension NameTag {
    /// The number of the effect that holds the name; zero if none does.
    @inlinable
    var numberOfBearer: Int {
        switch bearer {
        case .operation(let number)?, .composition(let number)?: number
        case nil: 0
        }
    }
}

extension TransducerEffect {
    /// The effects of a list, or the effect itself if it is not a list.
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

    /// The identity of an effect that can be an activity; `nil` for others.
    @inlinable
    var activityName: EffectID? {
        guard case .work(let work) = content else { return nil }
        return switch work.form {
        case .operation, .sequence, .combination: work.id
        case .action, .cancellation, .list, .departure, .rejection, .mistake: nil
        }
    }

    /// The effect, marked as an activity.
    @inlinable
    var asActivity: TransducerEffect {
        guard case .work(let work) = content else { return self }
        var traits = work.traits
        traits.isActivity = true
        return TransducerEffect(work.form, traits)
    }
}

extension EffectID {
    /// The identity of an effect relative to a child that is the given number of levels down.
    @inlinable
    func withoutChildren(_ count: Int) -> EffectID {
        guard count > 0, let lifted = base as? ChildEffectID else { return self }
        let rest = Array(lifted.path.dropFirst(count))
        return rest.isEmpty ? lifted.id : EffectID(ChildEffectID(path: rest, id: lifted.id))
    }
}
