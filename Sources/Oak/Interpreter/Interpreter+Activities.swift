extension Interpreter {
    /// Cancels the activities that the state no longer names, and begins the new ones.
    ///
    /// - Returns: Whether any begins.
    @inlinable
    @inline(never)
    mutating func reviseActivities() throws -> Bool {
        let root = live.activities ?? ActivityNode(ActivityRecord())
        live.activities = root
        let revision = ActivityRevision()
        let query = ActivityQuery<T>(root, revision)
        // Other code may have made the state a terminal one, which has no activities.
        if T.isTerminal(storage.storedValue) { query.visitEnd() } else { query.answer(in: storage.storedValue) }
        var found: [Effect] = []
        var mistake: TransducerError?
        for (effect, finding) in query.findings.list {
            switch finding {
            case .new: found.append(effect.asActivity)
            case .unnamed: mistake = mistake ?? .activityWithoutID(transducer: "\(T.self)", activity: "\(effect)")
            case .duplicate:
                let id = effect.id.map { "\($0)" } ?? ""
                mistake = mistake ?? .activitiesWithOneID(transducer: "\(T.self)", activity: id)
            case .unsteady:
                let id = effect.id.map { "\($0)" } ?? ""
                mistake = mistake ?? .unsteadyActivity(transducer: "\(T.self)", activity: id)
            }
        }
        activityCount += revision.count
        if let mistake = revision.mistake ?? mistake { throw mistake }
        endActivities(revision.lost)
        guard let activities = Effect.all(found) else { return false }
        push(activities.content)
        return true
    }
}

extension Interpreter {
    @usableFromInline mutating func endActivities(_ ids: [EffectID]) {
        var tags: [NameTag] = []
        for id in ids {
            let name = EffectName(id, ending: nil, in: .activities)
            existingLive?.postponed?.silence(.name(name))
            if let tag = live.registry.tags[name] { tags.append(tag) }
        }
        // A set of names has no order, so activities are cancelled in the order in which they began.
        if tags.count > 1 { tags.sort { $0.numberOfBearer < $1.numberOfBearer } }
        for tag in tags { cancelBearer(of: tag, because: .stateLeft) }
    }

    /// Notes that other code may have written the state, so that the next step asks for activities.
    ///
    /// No transition has let children depart, so the activities of those that are gone end here.
    ///
    /// - Complexity: O(*n* log *n*), where *n* is the number of active children.
    @usableFromInline mutating func reviewState() {
        isUnasked = true
        guard T._isComposite, let root = existingLive?.activities, !root.parts.isEmpty else { return }
        let children = T.isTerminal(storage.storedValue) ? [] : T.live(in: storage.storedValue).children
        let lost = root.removeChildren(missingIn: Set(children))
        activityCount -= lost.count
        endActivities(lost)
    }

    /// Throws if a terminal state names its children inconsistently.
    @usableFromInline func checkNames() throws {
        guard T._isComposite, T._mayHaveActivities(in: storage.storedValue) else { return }
        let revision = ActivityRevision()
        ActivityQuery<T>(ActivityNode(ActivityRecord()), revision).answer(in: storage.storedValue)
        if let mistake = revision.mistake { throw mistake }
    }
}

extension NameTag {
    /// The number of the effect that holds the name; zero if none does.
    @inlinable var numberOfBearer: Int {
        switch bearer {
        case .operation(let number)?, .composition(let number)?: number
        case nil: 0
        }
    }
}

extension TransducerEffect {
    /// The effects of a list, or the effect itself if it is not a list.
    @inlinable var flattened: [TransducerEffect] {
        var effects: [TransducerEffect] = []
        walk { effect in
            if case .work(let work) = effect.content, case .list = work.form { return true }
            effects.append(effect)
            return false
        }
        return effects
    }

    /// The identity of an effect that can be an activity; `nil` for others.
    @inlinable var activityName: EffectID? {
        guard case .work(let work) = content else { return nil }
        return switch work.form {
        case .operation, .sequence, .combination: work.id
        case .action, .cancellation, .list, .departure, .rejection, .mistake: nil
        }
    }

    /// The effect, marked as an activity.
    @inlinable var asActivity: TransducerEffect {
        guard case .work(let work) = content else { return self }
        var traits = work.traits
        traits.isActivity = true
        return TransducerEffect(work.form, traits)
    }
}
