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
    ///     static func activeChildren(in state: State) -> Active<Self> { profile(state.profile) }
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
        reference.part(through: child.lift) { Machine.contents(of: child.lift.place, in: $0) }
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
        reference.part(through: children[id].lift) { state in
            let states: Children<ID, Inner.State>? = Machine.contents(of: children.place, in: state)
            return states?[id]
        }
    }
}

extension MachineReference {
    /// A reference to a part that is a machine itself.
    fileprivate func part<Inner>(
        through lift: Child<Machine, Inner>.Lift, _ state: @escaping (Machine.State) -> Inner.State?
    ) -> MachineReference<Inner>? {
        guard let first = state(self.state) else { return nil }
        return MachineReference<Inner>(through: port.embedding(lift.embed)) { state(self.state) ?? first }
    }
}
