/// The result of ``ExecutableTransducer/activities(in:)`` for a machine that has no activities in any state.
public struct _NoActivities: Sendable {
    @inlinable init() {}
}

/// The result for a machine of which only the children may have activities.
public struct _ActivitiesOfChildren: Sendable {
    @inlinable init() {}
}

extension ExecutableTransducer {
    /// Returns no activities for any state.
    ///
    /// - Parameter state: The state.
    @inlinable public static func activities(in state: State) -> _NoActivities { _NoActivities() }

    @inlinable public static var _isComposite: Bool { false }
    @inlinable public static var _mayHaveActivities: Bool { true }
    @inlinable public static var _mayReply: Bool { true }
    @inlinable public static var _actsInFrames: Bool { false }

    @inlinable public static func _visitChildren(in state: State, _ visitor: inout some _ChildVisitor<Self>) {}

    @inlinable public static func _mayHaveActivities(in state: State) -> Bool {
        guard _ownActivities(in: state).isEmpty else { return true }
        var search = ActivitySearch<Self>()
        _visitChildren(in: state, &search)
        return search.hasFound || search.names.isDoubtful
    }
}

@_documentation(visibility: internal) extension ExecutableTransducer where Activities == _NoActivities {
    @inlinable public static func _ownActivities(in state: State) -> [TransducerEffect<Event, Env, Input>] { [] }

    @inlinable public static var _mayHaveActivities: Bool { false }

    @inlinable public static func _mayHaveActivities(in state: State) -> Bool { false }
}

@_documentation(visibility: internal) extension ExecutableTransducer where Activities == _ActivitiesOfChildren {
    @inlinable public static func _ownActivities(in state: State) -> [TransducerEffect<Event, Env, Input>] { [] }
}

@_documentation(visibility: internal)
extension ExecutableTransducer where Activities == [TransducerEffect<Event, Env, Input>] {
    @inlinable public static func _ownActivities(in state: State) -> [TransducerEffect<Event, Env, Input>] {
        activities(in: state)
    }
}

@_documentation(visibility: internal)
extension ExecutableTransducer where Activities == TransducerEffect<Event, Env, Input> {
    @inlinable public static func _ownActivities(in state: State) -> [TransducerEffect<Event, Env, Input>] {
        [activities(in: state)]
    }

    @inlinable public static func _mayHaveActivities(in state: State) -> Bool { true }
}

@_documentation(visibility: internal)
extension ExecutableTransducer where Activities == TransducerEffect<Event, Env, Input>? {
    @inlinable public static func _ownActivities(in state: State) -> [TransducerEffect<Event, Env, Input>] {
        activities(in: state).map { [$0] } ?? []
    }
}

extension CompositeTransducer {
    /// Returns no activities beyond those of the children.
    ///
    /// - Parameter state: The state.
    @inlinable public static func activities(in state: State) -> _ActivitiesOfChildren { _ActivitiesOfChildren() }

    @inlinable public static var _isComposite: Bool { true }
}

extension PairTransducer {
    /// Returns no activities beyond those of the two machines.
    ///
    /// - Parameter state: The states of both machines.
    @inlinable public static func activities(in state: State) -> _ActivitiesOfChildren { _ActivitiesOfChildren() }

    @inlinable public static var _isComposite: Bool { First._isComposite || Second._isComposite }
    @inlinable public static var _mayHaveActivities: Bool { First._mayHaveActivities || Second._mayHaveActivities }
    @inlinable public static var _mayReply: Bool { First._mayReply || Second._mayReply }
}

// Never callable: exists for its diagnostic when no declaration above fits.
extension ExecutableTransducer {
    @available(
        *, unavailable,
        message: "let 'activities' return '[Effect]': 'static func activities(in state: State) -> [Effect]'"
    )
    public static func _ownActivities(in state: State) -> [TransducerEffect<Event, Env, Input>] {
        while true {}
    }
}
