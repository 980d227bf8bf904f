/// A running machine on the main actor that views can show: a host, or a reference to its machine.
///
/// It is the common interface of ``ObservableTransducer``, of `@StateTransducer` and of ``MachineReference``. Whatever
/// a view makes of a machine, such as a binding, it makes of any of them.
@MainActor
public protocol MachineModel<Machine> {
    /// The machine.
    associatedtype Machine: ExecutableTransducer

    /// A reference to the machine, for a view that does not own it.
    var reference: MachineReference<Machine> { get }
}

/// A running machine as a view sees it, whoever owns the machine: its state, and the means to send.
///
/// ```swift
/// @MainActor
/// struct CounterPanel {
///     let counter: MachineReference<Counter>
///
///     var title: String { "\(counter.state.count) so far" }
///
///     func increment() throws { try counter.send(.increment) }
/// }
/// ```
///
/// A reference keeps no machine alive. Later, its state is the last one, and an event is rejected.
@MainActor
public struct MachineReference<Machine: ExecutableTransducer>: MachineModel {
    private let read: () -> Machine.State

    /// The sending end of the mailbox.
    let port: InputPort<Machine.Event>

    init(through port: InputPort<Machine.Event>, reading read: @escaping () -> Machine.State) {
        self.port = port
        self.read = read
    }

    /// The current state, or the last one when the machine has ended.
    public var state: Machine.State { read() }

    /// The handle that can only send.
    public var input: Machine.Input { Machine.Input(port) }

    /// This reference.
    public var reference: MachineReference { self }

    /// Sends an event to the machine, which processes it before the call returns if it is at rest.
    ///
    /// - Parameter event: The event to be processed.
    /// - Throws: ``TransducerError/bufferOverflow`` when the mailbox is full, ``TransducerError/terminated`` when the
    ///   machine has ended.
    public func send(_ event: sending Machine.Event) throws { try port.send(event, on: MainActor.shared) }
}

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

@available(macOS 14, iOS 17, macCatalyst 17, tvOS 17, watchOS 10, visionOS 1, *)
extension ObservableTransducer: MachineModel {
    /// A reference to the machine, which does not keep this object alive.
    public var reference: MachineReference<Machine> {
        let model = model
        return MachineReference(through: InputPort(proxy.mailbox)) { model.state }
    }
}
