/// A machine within another machine, with the mapping of its events, effects and environment to the outer machine.
///
/// Declare a child once, as a constant of the composite; see
/// ``CompositeTransducer/child(_:_:event:env:failure:fileID:line:column:)-(_,_,_,_,ChildFailure,_,_,_)``.
public struct Child<Composite: ExecutableTransducer, Machine: ExecutableTransducer>: Sendable {
    /// An effect of the composite.
    public typealias Effect = TransducerEffect<Composite.Event, Composite.Env, Composite.Input>

    @usableFromInline
    package typealias Lift = Oak.Lift<Machine.Event, Machine.Env, Machine.Input, Composite.Event, Composite.Env>

    @usableFromInline package let lift: Lift

    @inlinable package init(_ lift: Lift) { self.lift = lift }

    /// The name of the child within its composite.
    @inlinable public var name: ChildID { lift.place.id }

    /// The identity that one of the child's effects has in the composite.
    ///
    /// - Parameter id: The identity that the child gave to the effect.
    @inlinable public func id(_ id: some Hashable & Sendable) -> EffectID { EffectID(id).within(name) }
}

/// The consequence of an error that a child has not handled, unless the composite makes an event of it.
public enum ChildFailure: Hashable, Sendable {
    /// The error counts as one of the composite's own: if no composite around it handles the error, the run ends.
    case endsTheRun
}

extension CompositeTransducer {
    /// Declares a child.
    ///
    /// ```swift
    /// enum Session: CompositeTransducer {
    ///     enum State { case signedOut, signedIn(Profile.State) }
    ///     enum Event: Sendable { case signIn, signOut, profile(Profile.Event), profileFailed }
    ///     struct Env: Sendable { var profile: Profile.Env }
    ///
    ///     static let profile = child(
    ///         "profile", Profile.self, event: Event.profile, env: \.profile, failure: { _ in .profileFailed })
    ///
    ///     static func activeChildren(in state: State) -> some ActiveChildren<Self> {
    ///         switch state {
    ///         case .signedIn(let inner): profile(inner)
    ///         case .signedOut: nothing
    ///         }
    ///     }
    ///
    ///     static func update(_ state: inout State, event: Event) -> Effect? {
    ///         switch (state, event) {
    ///         case (.signedOut, .signIn):
    ///             state = .signedIn(.blank)
    ///             return nil
    ///         case (.signedIn(var inner), .profile(let event)):
    ///             let step = profile.step(&inner, event)
    ///             state = .signedIn(inner)
    ///             return step.effect
    ///         case (.signedIn, .signOut), (.signedIn, .profileFailed):
    ///             state = .signedOut
    ///             return nil
    ///         case (.signedOut, _), (.signedIn, .signIn):
    ///             return nil
    ///         }
    ///     }
    /// }
    /// enum Profile: EffectTransducer {
    ///     enum State { case blank, loaded(String) }
    ///     enum Event: Sendable { case load, loaded(String) }
    ///     struct Env: Sendable { var load: @Sendable () async throws -> String }
    ///
    ///     static func update(_ state: inout State, event: Event) -> Effect? {
    ///         switch event {
    ///         case .load: return Effect(id: "load", { env in try await env.load() }, success: Event.loaded)
    ///         case .loaded(let name): state = .loaded(name)
    ///         }
    ///         return nil
    ///     }
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - name: The name of the child, unique within the composite.
    ///   - machine: The child's machine.
    ///   - embed: Wraps an event of the child in an event of the composite; usually an enum case.
    ///   - project: Derives the child's environment from that of the composite; usually a key path.
    ///   - failure: Turns an error that the child has not handled in an effect into an event of the composite.
    ///   - fileID: The file that declares the child; omit it.
    ///   - line: The line of the declaration; omit it.
    ///   - column: The column of the declaration; omit it.
    /// - Returns: The child. Store it in a constant, or return it from a computed property of a generic composite.
    @inlinable public static func child<Machine: ExecutableTransducer>(
        _ name: some Hashable & Sendable, _ machine: Machine.Type,
        event embed: @escaping @Sendable (Machine.Event) -> Event,
        env project: @escaping @Sendable (Env) -> Machine.Env,
        failure: @escaping @Sendable (any Error) -> Event,
        fileID: StaticString = #fileID, line: UInt = #line, column: UInt = #column
    ) -> Child<Self, Machine> {
        declare(name, machine, embed, project, .event(failure), .init(file: fileID, line: line, column: column))
    }

    /// Declares a child whose failure ends the run.
    ///
    /// - Parameters:
    ///   - name: The name of the child, unique within the composite.
    ///   - machine: The child's machine.
    ///   - embed: Wraps an event of the child in an event of the composite; usually an enum case.
    ///   - project: Derives the child's environment from that of the composite; usually a key path.
    ///   - failure: The consequence of an error that the child has not handled in an effect.
    ///   - fileID: The file that declares the child; omit it.
    ///   - line: The line of the declaration; omit it.
    ///   - column: The column of the declaration; omit it.
    /// - Returns: The child. Store it in a constant, or return it from a computed property of a generic composite.
    @inlinable public static func child<Machine: ExecutableTransducer>(
        _ name: some Hashable & Sendable, _ machine: Machine.Type,
        event embed: @escaping @Sendable (Machine.Event) -> Event,
        env project: @escaping @Sendable (Env) -> Machine.Env,
        failure: ChildFailure,
        fileID: StaticString = #fileID, line: UInt = #line, column: UInt = #column
    ) -> Child<Self, Machine> {
        declare(name, machine, embed, project, .endsTheRun, .init(file: fileID, line: line, column: column))
    }

    /// Declares a child without an environment.
    ///
    /// - Parameters:
    ///   - name: The name of the child, unique within the composite.
    ///   - machine: The child's machine.
    ///   - embed: Wraps an event of the child in an event of the composite; usually an enum case.
    ///   - failure: Turns an error that the child has not handled in an effect into an event of the composite.
    ///   - fileID: The file that declares the child; omit it.
    ///   - line: The line of the declaration; omit it.
    ///   - column: The column of the declaration; omit it.
    /// - Returns: The child. Store it in a constant, or return it from a computed property of a generic composite.
    @inlinable public static func child<Machine: ExecutableTransducer>(
        _ name: some Hashable & Sendable, _ machine: Machine.Type,
        event embed: @escaping @Sendable (Machine.Event) -> Event,
        failure: @escaping @Sendable (any Error) -> Event,
        fileID: StaticString = #fileID, line: UInt = #line, column: UInt = #column
    ) -> Child<Self, Machine> where Machine.Env == Void {
        declare(name, machine, embed, { _ in }, .event(failure), .init(file: fileID, line: line, column: column))
    }

    /// Declares a child without an environment, whose failure ends the run.
    ///
    /// - Parameters:
    ///   - name: The name of the child, unique within the composite.
    ///   - machine: The child's machine.
    ///   - embed: Wraps an event of the child in an event of the composite; usually an enum case.
    ///   - failure: The consequence of an error that the child has not handled in an effect.
    ///   - fileID: The file that declares the child; omit it.
    ///   - line: The line of the declaration; omit it.
    ///   - column: The column of the declaration; omit it.
    /// - Returns: The child. Store it in a constant, or return it from a computed property of a generic composite.
    @inlinable public static func child<Machine: ExecutableTransducer>(
        _ name: some Hashable & Sendable, _ machine: Machine.Type,
        event embed: @escaping @Sendable (Machine.Event) -> Event,
        failure: ChildFailure,
        fileID: StaticString = #fileID, line: UInt = #line, column: UInt = #column
    ) -> Child<Self, Machine> where Machine.Env == Void {
        declare(name, machine, embed, { _ in }, .endsTheRun, .init(file: fileID, line: line, column: column))
    }

    /// Declares a child without effects.
    ///
    /// - Parameters:
    ///   - name: The name of the child, unique within the composite.
    ///   - machine: The child's machine.
    ///   - embed: Wraps an event of the child in an event of the composite; usually an enum case.
    ///   - fileID: The file that declares the child; omit it.
    ///   - line: The line of the declaration; omit it.
    ///   - column: The column of the declaration; omit it.
    /// - Returns: The child. Store it in a constant, or return it from a computed property of a generic composite.
    @inlinable public static func child<Machine: ExecutableTransducer>(
        _ name: some Hashable & Sendable, _ machine: Machine.Type,
        event embed: @escaping @Sendable (Machine.Event) -> Event,
        fileID: StaticString = #fileID, line: UInt = #line, column: UInt = #column
    ) -> Child<Self, Machine> where Machine: Transducer, Machine.Env == Void {
        declare(name, machine, embed, { _ in }, .endsTheRun, .init(file: fileID, line: line, column: column))
    }

    @_documentation(visibility: internal)
    @available(
        *, deprecated,
        message: "say what a failure of the child means: 'failure: { error in … }', or 'failure: .endsTheRun'"
    )
    @inlinable public static func child<Machine: ExecutableTransducer>(
        _ name: some Hashable & Sendable, _ machine: Machine.Type,
        event embed: @escaping @Sendable (Machine.Event) -> Event,
        env project: @escaping @Sendable (Env) -> Machine.Env,
        fileID: StaticString = #fileID, line: UInt = #line, column: UInt = #column
    ) -> Child<Self, Machine> {
        declare(name, machine, embed, project, .unstated, .init(file: fileID, line: line, column: column))
    }

    @_documentation(visibility: internal)
    @available(
        *, deprecated,
        message: "say what a failure of the child means: 'failure: { error in … }', or 'failure: .endsTheRun'"
    )
    @inlinable public static func child<Machine: ExecutableTransducer>(
        _ name: some Hashable & Sendable, _ machine: Machine.Type,
        event embed: @escaping @Sendable (Machine.Event) -> Event,
        fileID: StaticString = #fileID, line: UInt = #line, column: UInt = #column
    ) -> Child<Self, Machine> where Machine.Env == Void {
        declare(name, machine, embed, { _ in }, .unstated, .init(file: fileID, line: line, column: column))
    }

    @inlinable static func declare<Machine: ExecutableTransducer>(
        _ name: some Hashable & Sendable, _ machine: Machine.Type,
        _ embed: @escaping @Sendable (Machine.Event) -> Event, _ project: @escaping @Sendable (Env) -> Machine.Env,
        _ failure: FailureMeaning<@Sendable (any Error) -> Event>, _ declaration: ChildTable.Declaration
    ) -> Child<Self, Machine> {
        let place = ChildTable.place(of: ChildID(name), machine, in: Self.self, declaration)
        return Child(Oak.Lift(place, of: machine, embed: embed, project: project, failure: failure))
    }

    // Never callable: exists for its diagnostic when none above fits.
    @available(*, unavailable, message: "the child has an environment: add 'env: \\.…', which derives it from 'Env'")
    @inlinable public static func child<Machine: ExecutableTransducer>(
        _ name: some Hashable & Sendable, _ machine: Machine.Type,
        event embed: @escaping @Sendable (Machine.Event) -> Event,
        failure: ChildFailure = .endsTheRun
    ) -> Child<Self, Machine> {
        while true {}
    }
}

extension TransducerProxy {
    /// The input that sends events to a child.
    ///
    /// - Parameter child: A child of the machine that this proxy drives.
    @inlinable public func input<Composite, Machine>(of child: Child<Composite, Machine>) -> Machine.Input
    where Composite.Event == Event {
        Machine.Input(InputPort(mailbox).embedding(child.lift.embed))
    }
}
