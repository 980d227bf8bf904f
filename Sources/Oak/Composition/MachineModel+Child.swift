extension MachineModel where Machine: CompositeTransducer {
    /// A reference to a child, for a view that knows only the child's machine.
    ///
    /// ```swift
    /// @MainActor
    /// func title(of session: ObservableTransducer<Session>) -> String {
    ///     guard let profile = session.child(Session.profile) else { return "Signed out" }
    ///     return "\(profile.state)"
    /// }
    /// enum Session: CompositeTransducer {
    ///     struct State { var profile: Profile.State? }
    ///     enum Event: Sendable { case signIn, profile(Profile.Event) }
    ///
    ///     static let profile = child("profile", Profile.self, event: Event.profile)
    ///
    ///     static func activeChildren(in state: State) -> some ActiveChildren<Self> { profile(state.profile) }
    ///
    ///     static func update(_ state: inout State, event: Event) -> Effect? {
    ///         switch event {
    ///         case .signIn: state.profile = .private
    ///         case .profile(let event): return profile.step(&state.profile, event).effect
    ///         }
    ///         return nil
    ///     }
    /// }
    /// enum Profile: Transducer {
    ///     enum State { case `private`, `public` }
    ///     enum Event: Sendable { case publish }
    ///
    ///     static func update(_ state: inout State, event: Event) { state = .public }
    /// }
    /// ```
    ///
    /// The composite has to name the child with its state, as here in `profile(state.profile)`. A child that it names
    /// by itself cannot be read; that is logged.
    ///
    /// SwiftUI may still evaluate the view of a child that has just departed. The reference then has the state in which
    /// it was made, and an event for the child is refused.
    ///
    /// - Parameter child: A child of the machine.
    /// - Returns: The reference, or `nil` if the child is not active.
    /// - Complexity: One call of `activeChildren(in:)`, now and for each reading of the child's state.
    public func child<Inner>(_ child: Child<Machine, Inner>) -> MachineReference<Inner>? {
        reference.part(at: child.lift.place, through: child.lift.embed)
    }

    /// A reference to a child in a collection, for a view that knows only the child's machine.
    ///
    /// - Parameters:
    ///   - children: A collection of the machine.
    ///   - id: The key of the child.
    /// - Returns: The reference, or `nil` if there is no such child; see ``child(_:)``.
    /// - Complexity: One call of `activeChildren(in:)` and O(log *n*), where *n* is the number of children in the
    ///   collection, now and for each reading of the child's state.
    public func child<ID, Inner>(
        _ children: ChildCollection<Machine, ID, Inner>, _ id: ID
    ) -> MachineReference<Inner>? {
        let embed = children.core.embed
        return reference.part(id, of: children.place) { embed(id, $0) }
    }
}

extension MachineReference where Machine: CompositeTransducer {
    /// A reference to a child.
    fileprivate func part<Inner: ExecutableTransducer>(
        at place: ChildPlace, through embed: @escaping @Sendable (Inner.Event) -> Machine.Event
    ) -> MachineReference<Inner>? {
        func find() -> (contents: Inner.State, identity: EffectID?)? {
            Machine.contents(of: place, in: unobservedState)
        }
        let observed = machine.observedPlace(place.number, or: { ObservedChild<Inner>($0) })
        observed?.audience.noteReading(of: .presence)
        guard let (state, identity) = find() else { return nil }
        return part(observed?.machine, at: place, in: state, through: embed) {
            guard let now = find(), identity == now.identity else { return nil }
            return now.contents
        }
    }

    /// A reference to a child in a collection.
    fileprivate func part<ID: Hashable & Sendable, Inner: ExecutableTransducer>(
        _ id: ID, of place: ChildPlace, through embed: @escaping @Sendable (Inner.Event) -> Machine.Event
    ) -> MachineReference<Inner>? {
        func children() -> Children<ID, Inner.State>? {
            // Without a type, the contents would be optional themselves.
            let found: (contents: Children<ID, Inner.State>, EffectID?)? = Machine.contents(
                of: place, in: unobservedState)
            return found?.contents
        }
        let observed = machine.observedPlace(place.number, or: { ObservedCollection<ID, Inner>($0) })
        guard let all = children(), let state = all[id], let member = all.membership.member(id) else {
            observed?.awaitChild(id).noteReading(of: .presence)
            return nil
        }
        let part = observed?.machine(id)
        part?.audience.noteReading(of: .presence)
        var latest = member
        return self.part(part, at: place, in: state, through: embed) {
            guard let all = children(), let successor = all.membership.member(id), !successor.replaces(latest) else {
                return nil
            }
            latest = successor
            return all[id]
        }
    }

    /// - Parameters:
    ///   - part: The child as it is observed, unless its readers hear of each change of the composite.
    ///   - place: The place of the child, or of its collection.
    ///   - state: The state of the child.
    ///   - embed: Turns an event of the child into one of the composite.
    ///   - read: Reads the state of the child while it is active.
    private func part<Inner: ExecutableTransducer>(
        _ part: ObservedMachine<Inner>?, at place: ChildPlace, in state: Inner.State,
        through embed: @escaping @Sendable (Inner.Event) -> Machine.Event, _ read: @escaping () -> Inner.State?
    ) -> MachineReference<Inner> {
        guard let part else {
            return MachineReference<Inner>(through: port.embedding(embed), last: state, reading: read)
        }
        part.last = state
        let composite = Immutable<any ExecutableTransducer.Type>(Machine.self)
        let port = port.embedding(embed, until: part.departure) {
            // The key is in the event; the log of a platform shows no such values.
            .childNotActive([place.id], of: composite.value)
        }
        return MachineReference<Inner>(to: part, through: port) {
            guard !part.departure.isOver, let state = read() else { return nil }
            part.last = state
            return state
        }
    }
}

extension ObservedMachine where Machine: CompositeTransducer {
    /// The observed place of a number, unless the machine tells all its readers of each change.
    fileprivate func observedPlace<Place: ObservedPlace>(_ number: Int, or make: (Audience) -> Place) -> Place? {
        guard audience.isSelective else { return nil }
        if let place = places[number] as? Place { return place }
        let place = make(audience.another())
        places[number] = place
        isDivided = true
        return place
    }
}

// MARK: - Places of children

/// Hands the contents of places over to them.
private struct PlaceReading<Machine: ExecutableTransducer>: _ChildVisitor {
    typealias Composite = Machine

    let places: [Int: ObservedPlace]
    let task: PlaceTask

    func visit<Inner>(
        _ child: Child<Machine, Inner>, as identity: (some Hashable & Sendable)?, in state: Inner.State?
    ) {
        hand(state, to: child.lift.place, as: identity.map { EffectID($0) })
    }

    func visit<ID, Inner>(
        _ collection: ChildCollection<Machine, ID, Inner>, in states: Children<ID, Inner.State>
    ) {
        hand(states, to: collection.place)
    }

    private func hand<Contents>(_ contents: Contents?, to place: ChildPlace, as identity: EffectID? = nil) {
        guard let place = places[place.number] else { return }
        place.isNamed = true
        // A composite may name a child with its state, and again by itself.
        if let contents, let place = place as? TypedPlace<Contents> { place.take(contents, as: identity, task) }
    }
}

extension CompositeTransducer {
    /// Reads the contents of a place in a state.
    ///
    /// - Returns: The contents, and the identity of a child that has one, or `nil` if the child is not active, or is
    ///   named without its state.
    /// - Complexity: O(*n*), where *n* is the number of active children and collections; no state is copied but the one
    ///   that is read.
    @MainActor
    static func contents<Contents>(
        of place: ChildPlace, in state: State
    ) -> (contents: Contents, identity: EffectID?)? {
        let found = TypedPlace<Contents>(Audience())
        handOver(state, to: [place.number: found], .hold)
        if found.isNamed, found.held == nil { UnreadableChildren.log(place.id, of: Self.self) }
        return found.held.map { ($0, found.identity) }
    }
}

extension ExecutableTransducer {
    /// Hands the contents of observed places over to these.
    static func handOver(_ state: State, to places: [Int: ObservedPlace], _ task: PlaceTask) {
        var reading = PlaceReading<Self>(places: places, task: task)
        _visitChildren(in: state, &reading)
    }
}

/// The children that could not be read and have been logged.
@MainActor private enum UnreadableChildren {
    private static var logged: Set<String> = []

    /// Logs once that a child is active and has been named without its state.
    static func log(_ child: ChildID, of composite: any ExecutableTransducer.Type) {
        guard logged.insert("\(composite).\(child)").inserted else { return }
        PlatformLog.write(
            "\(composite): a view cannot show the child \(child), because activeChildren(in:) does not say its state.",
            details: "Name the child with its state, as in 'child(state.child)'.")
    }
}
