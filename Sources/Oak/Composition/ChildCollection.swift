/// Children of one kind, added and removed under keys while the composite runs.
///
/// The composite's state holds their states in a ``Children``; each event carries the key of its child. Declare a
/// collection once, as a constant of the composite; see
/// ``CompositeTransducer/children(_:_:event:env:failure:fileID:line:column:)-(_,_,_,_,ChildFailure,_,_,_)``.
public struct ChildCollection<
    Composite: ExecutableTransducer, ID: Hashable & Sendable, Machine: ExecutableTransducer
>:
    Sendable
{
    /// An effect of the composite.
    public typealias Effect = TransducerEffect<Composite.Event, Composite.Env, Composite.Input>

    @usableFromInline
    typealias Lift = Oak.Lift<Machine.Event, Machine.Env, Machine.Input, Composite.Event, Composite.Env>

    @usableFromInline let core: Core

    @usableFromInline final class Core: Sendable {
        @usableFromInline let place: ChildPlace
        @usableFromInline let embed: @Sendable (ID, Machine.Event) -> Composite.Event
        @usableFromInline let project: @Sendable (Composite.Env, ID) -> Machine.Env
        @usableFromInline let failure: FailureMeaning<@Sendable (ID, any Error) -> Composite.Event>

        @inlinable init(
            _ place: ChildPlace, embed: @escaping @Sendable (ID, Machine.Event) -> Composite.Event,
            project: @escaping @Sendable (Composite.Env, ID) -> Machine.Env,
            failure: FailureMeaning<@Sendable (ID, any Error) -> Composite.Event>
        ) {
            self.place = place
            self.embed = embed
            self.project = project
            self.failure = failure
        }
    }

    @inlinable init(_ core: Core) { self.core = core }

    @inlinable var place: ChildPlace { core.place }

    /// The name of the collection within its composite; ``ChildID/subscript(_:)`` of it names an element.
    @inlinable public var name: ChildID { place.id }

    /// The child under a key.
    ///
    /// - Parameter id: The key.
    @inlinable public subscript(id: ID) -> Child<Composite, Machine> { child(id, nil) }

    /// - Parameter member: Tells the child from its successors under the key.
    @inlinable func child(_ id: ID, _ member: Membership<ID>.Member?) -> Child<Composite, Machine> {
        Child(
            Lift(
                element(id, member), of: Machine.self, embed: { [embed = core.embed] in embed(id, $0) },
                project: { [project = core.project] in project($0, id) },
                failure: core.failure.map { failure in { failure(id, $0) } }))
    }

    /// The place of the child under a key.
    @inlinable func element(_ id: ID, _ member: Membership<ID>.Member?) -> ChildPlace {
        ChildPlace(
            ChildID(.element(name, EffectID(id))), number: place.number, keys: place.keys, member: member,
            mistake: place.mistake)
    }
}

extension CompositeTransducer {
    /// Declares a collection of children.
    ///
    /// ```swift
    /// enum Warehouse: CompositeTransducer {
    ///     struct State { var parcels: Children<Int, Parcel.State> = [:] }
    ///     enum Event: Sendable { case accept(Int), hand(Int), parcel(Int, Parcel.Event), damaged(Int) }
    ///     struct Env: Sendable { var address: @Sendable (Int) async throws -> String }
    ///
    ///     static let parcels = children(
    ///         "parcel", Parcel.self, event: Event.parcel,
    ///         env: { env, number in { try await env.address(number) } },
    ///         failure: { number, _ in .damaged(number) })
    ///
    ///     static func activeChildren(in state: State) -> some ActiveChildren<Self> { parcels(state.parcels) }
    ///
    ///     static func update(_ state: inout State, event: Event) -> Effect? {
    ///         switch event {
    ///         case .accept(let number):
    ///             state.parcels[number] = .unknown
    ///             return parcels.step(&state.parcels, number, .lookUp).effect
    ///         case .parcel(let number, let event):
    ///             return parcels.step(&state.parcels, number, event).effect
    ///         case .hand(let number), .damaged(let number):
    ///             state.parcels[number] = nil
    ///             return nil
    ///         }
    ///     }
    /// }
    /// enum Parcel: EffectTransducer {
    ///     enum State { case unknown, addressed(String) }
    ///     enum Event: Sendable { case lookUp, found(String) }
    ///     typealias Env = @Sendable () async throws -> String
    ///
    ///     static func update(_ state: inout State, event: Event) -> Effect? {
    ///         switch event {
    ///         case .lookUp: return Effect(id: "look up", { env in try await env() }, success: Event.found)
    ///         case .found(let address): state = .addressed(address)
    ///         }
    ///         return nil
    ///     }
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - name: The name of the collection, unique within the composite.
    ///   - machine: The machine of the children.
    ///   - embed: Wraps a key and an event of that key's child in an event of the composite; usually an enum case.
    ///   - project: Derives a child's environment from that of the composite and the child's key.
    ///   - failure: Turns a key and an error that its child has not handled in an effect into an event of the
    ///     composite.
    ///   - fileID: The file that declares the collection; omit it.
    ///   - line: The line of the declaration; omit it.
    ///   - column: The column of the declaration; omit it.
    /// - Returns: The collection. Store it in a constant, or return it from a computed property of a generic composite.
    @inlinable public static func children<ID: Hashable & Sendable, Machine: ExecutableTransducer>(
        _ name: some Hashable & Sendable, _ machine: Machine.Type,
        event embed: @escaping @Sendable (ID, Machine.Event) -> Event,
        env project: @escaping @Sendable (Env, ID) -> Machine.Env,
        failure: @escaping @Sendable (ID, any Error) -> Event,
        fileID: StaticString = #fileID, line: UInt = #line, column: UInt = #column
    ) -> ChildCollection<Self, ID, Machine> {
        declare(name, machine, embed, project, .event(failure), .init(file: fileID, line: line, column: column))
    }

    /// Declares a collection of children whose failures end the run.
    ///
    /// - Parameters:
    ///   - name: The name of the collection, unique within the composite.
    ///   - machine: The machine of the children.
    ///   - embed: Wraps a key and an event of that key's child in an event of the composite; usually an enum case.
    ///   - project: Derives a child's environment from that of the composite and the child's key.
    ///   - failure: The consequence of an error that a child has not handled in an effect.
    ///   - fileID: The file that declares the collection; omit it.
    ///   - line: The line of the declaration; omit it.
    ///   - column: The column of the declaration; omit it.
    /// - Returns: The collection. Store it in a constant, or return it from a computed property of a generic composite.
    @inlinable public static func children<ID: Hashable & Sendable, Machine: ExecutableTransducer>(
        _ name: some Hashable & Sendable, _ machine: Machine.Type,
        event embed: @escaping @Sendable (ID, Machine.Event) -> Event,
        env project: @escaping @Sendable (Env, ID) -> Machine.Env,
        failure: ChildFailure,
        fileID: StaticString = #fileID, line: UInt = #line, column: UInt = #column
    ) -> ChildCollection<Self, ID, Machine> {
        declare(name, machine, embed, project, .endsTheRun, .init(file: fileID, line: line, column: column))
    }

    /// Declares a collection of children without an environment.
    ///
    /// - Parameters:
    ///   - name: The name of the collection, unique within the composite.
    ///   - machine: The machine of the children.
    ///   - embed: Wraps a key and an event of that key's child in an event of the composite; usually an enum case.
    ///   - failure: Turns a key and an error that its child has not handled in an effect into an event of the
    ///     composite.
    ///   - fileID: The file that declares the collection; omit it.
    ///   - line: The line of the declaration; omit it.
    ///   - column: The column of the declaration; omit it.
    /// - Returns: The collection. Store it in a constant, or return it from a computed property of a generic composite.
    @inlinable public static func children<ID: Hashable & Sendable, Machine: ExecutableTransducer>(
        _ name: some Hashable & Sendable, _ machine: Machine.Type,
        event embed: @escaping @Sendable (ID, Machine.Event) -> Event,
        failure: @escaping @Sendable (ID, any Error) -> Event,
        fileID: StaticString = #fileID, line: UInt = #line, column: UInt = #column
    ) -> ChildCollection<Self, ID, Machine> where Machine.Env == Void {
        declare(name, machine, embed, { _, _ in }, .event(failure), .init(file: fileID, line: line, column: column))
    }

    /// Declares a collection of children without an environment, whose failures end the run.
    ///
    /// - Parameters:
    ///   - name: The name of the collection, unique within the composite.
    ///   - machine: The machine of the children.
    ///   - embed: Wraps a key and an event of that key's child in an event of the composite; usually an enum case.
    ///   - failure: The consequence of an error that a child has not handled in an effect.
    ///   - fileID: The file that declares the collection; omit it.
    ///   - line: The line of the declaration; omit it.
    ///   - column: The column of the declaration; omit it.
    /// - Returns: The collection. Store it in a constant, or return it from a computed property of a generic composite.
    @inlinable public static func children<ID: Hashable & Sendable, Machine: ExecutableTransducer>(
        _ name: some Hashable & Sendable, _ machine: Machine.Type,
        event embed: @escaping @Sendable (ID, Machine.Event) -> Event,
        failure: ChildFailure,
        fileID: StaticString = #fileID, line: UInt = #line, column: UInt = #column
    ) -> ChildCollection<Self, ID, Machine> where Machine.Env == Void {
        declare(name, machine, embed, { _, _ in }, .endsTheRun, .init(file: fileID, line: line, column: column))
    }

    /// Declares a collection of children without effects.
    ///
    /// - Parameters:
    ///   - name: The name of the collection, unique within the composite.
    ///   - machine: The machine of the children.
    ///   - embed: Wraps a key and an event of that key's child in an event of the composite; usually an enum case.
    ///   - fileID: The file that declares the collection; omit it.
    ///   - line: The line of the declaration; omit it.
    ///   - column: The column of the declaration; omit it.
    /// - Returns: The collection. Store it in a constant, or return it from a computed property of a generic composite.
    @inlinable public static func children<ID: Hashable & Sendable, Machine: ExecutableTransducer>(
        _ name: some Hashable & Sendable, _ machine: Machine.Type,
        event embed: @escaping @Sendable (ID, Machine.Event) -> Event,
        fileID: StaticString = #fileID, line: UInt = #line, column: UInt = #column
    ) -> ChildCollection<Self, ID, Machine> where Machine: Transducer, Machine.Env == Void {
        declare(name, machine, embed, { _, _ in }, .endsTheRun, .init(file: fileID, line: line, column: column))
    }

    @_documentation(visibility: internal)
    @available(
        *, deprecated,
        message: "say what a failure of a child means: 'failure: { id, error in … }', or 'failure: .endsTheRun'"
    )
    @inlinable public static func children<ID: Hashable & Sendable, Machine: ExecutableTransducer>(
        _ name: some Hashable & Sendable, _ machine: Machine.Type,
        event embed: @escaping @Sendable (ID, Machine.Event) -> Event,
        env project: @escaping @Sendable (Env, ID) -> Machine.Env,
        fileID: StaticString = #fileID, line: UInt = #line, column: UInt = #column
    ) -> ChildCollection<Self, ID, Machine> {
        declare(name, machine, embed, project, .unstated, .init(file: fileID, line: line, column: column))
    }

    @_documentation(visibility: internal)
    @available(
        *, deprecated,
        message: "say what a failure of a child means: 'failure: { id, error in … }', or 'failure: .endsTheRun'"
    )
    @inlinable public static func children<ID: Hashable & Sendable, Machine: ExecutableTransducer>(
        _ name: some Hashable & Sendable, _ machine: Machine.Type,
        event embed: @escaping @Sendable (ID, Machine.Event) -> Event,
        fileID: StaticString = #fileID, line: UInt = #line, column: UInt = #column
    ) -> ChildCollection<Self, ID, Machine> where Machine.Env == Void {
        declare(name, machine, embed, { _, _ in }, .unstated, .init(file: fileID, line: line, column: column))
    }

    @inlinable static func declare<ID: Hashable & Sendable, Machine: ExecutableTransducer>(
        _ name: some Hashable & Sendable, _ machine: Machine.Type,
        _ embed: @escaping @Sendable (ID, Machine.Event) -> Event,
        _ project: @escaping @Sendable (Env, ID) -> Machine.Env,
        _ failure: FailureMeaning<@Sendable (ID, any Error) -> Event>, _ declaration: ChildTable.Declaration
    ) -> ChildCollection<Self, ID, Machine> {
        let place = ChildTable.place(
            of: ChildID(name), machine, in: Self.self, keys: CollectionKeys(of: ID.self), declaration)
        return ChildCollection(.init(place, embed: embed, project: project, failure: failure))
    }

    // Never callable: exists for its diagnostic when none above fits.
    @available(
        *, unavailable,
        message: "the children have an environment: add 'env: { env, id in … }', which derives it from 'Env'"
    )
    @inlinable public static func children<ID: Hashable & Sendable, Machine: ExecutableTransducer>(
        _ name: some Hashable & Sendable, _ machine: Machine.Type,
        event embed: @escaping @Sendable (ID, Machine.Event) -> Event,
        failure: ChildFailure = .endsTheRun
    ) -> ChildCollection<Self, ID, Machine> {
        while true {}
    }
}

extension ChildCollection {
    /// Lets one child process an event.
    ///
    /// - Parameters:
    ///   - children: The states of the children.
    ///   - id: The key of the child that the event is for.
    ///   - event: The event.
    /// - Returns: The consequence for the composite. An event for a missing key is refused.
    /// - Complexity: O(log *n*), where *n* is the number of children.
    @inlinable
    @inline(__always)
    public func step(
        _ children: inout Children<ID, Machine.State>, _ id: ID, _ event: Machine.Event
    ) -> ChildStep<Effect, Machine.Output> {
        LoopRecord.isWatched ? watchedStep(&children, id, event) : plainStep(&children, id, event)
    }

    @inlinable
    @inline(__always)
    func plainStep(
        _ children: inout Children<ID, Machine.State>, _ id: ID, _ event: Machine.Event
    ) -> ChildStep<Effect, Machine.Output> {
        children.update(id) { state, path, member in step(&state, member, event, path: &path) }
            ?? ChildStep(effect: self[id].refuse(event), .refused)
    }

    /// Makes a step within a composite whose children views observe, or whose effects are audited.
    @inlinable
    @inline(never)
    func watchedStep(
        _ children: inout Children<ID, Machine.State>, _ id: ID, _ event: Machine.Event
    ) -> ChildStep<Effect, Machine.Output> {
        let place = LoopRecord.place(place.number, of: Composite.self) as? ObservedCollection<ID, Machine>
        let outer = LoopRecord.observe(place?.stepBegins(of: id, in: children))
        let result = plainStep(&children, id, event)
        LoopRecord.observe(outer)
        place?.stepEnded(of: id, in: children, changing: result.isTransition)
        LoopRecord.note(result.effect, in: Composite.self)
        return result
    }

    /// - Parameter path: The child's path, cached beside its state.
    @inlinable
    @inline(__always)
    func step(
        _ state: inout Machine.State, _ member: Membership<ID>.Member, _ event: Machine.Event,
        path: inout ChildPath?
    ) -> ChildStep<Effect, Machine.Output> {
        var hasEnded = Machine.isTerminal(state)
        return Lift.step(
            Machine.self, &state, hasEnded: &hasEnded, event, embed: { core.embed(member.id, $0) },
            origin: { origin in
                guard origin.isOwn else { return origin.within(element(member.id, member), of: Machine.self) }
                if let path, isPath(path) { return .path(path) }
                let new = ChildPath(element(member.id, member))
                path = new
                return .path(new)
            }, lift: { child(member.id, member).lift })
    }

    /// Whether a cached path leads into this collection, and not into a collection of the same name in another
    /// composite.
    @inlinable func isPath(_ path: ChildPath) -> Bool {
        path.place?.number == place.number && path.place?.mistake == place.mistake && path.id.collection == name
    }

    /// Lets every child process an event, in the order of insertion.
    ///
    /// - Parameters:
    ///   - children: The states of the children.
    ///   - event: The event.
    /// - Returns: The effect for the composite, and the outcome for each child.
    /// - Complexity: O(*n* log *n*), where *n* is the number of children.
    @inlinable public func broadcast(
        _ children: inout Children<ID, Machine.State>, _ event: Machine.Event
    ) -> (effect: Effect?, outcomes: [(id: ID, outcome: ChildStep<Effect, Machine.Output>.Outcome)]) {
        var effects: [Effect] = []
        let outcomes = Array(children.keys).map { id in
            let step = step(&children, id, event)
            if let effect = step.effect { effects.append(effect) }
            return (id, step.outcome)
        }
        return (effects.isEmpty ? nil : .init(.list(effects)), outcomes)
    }
}
