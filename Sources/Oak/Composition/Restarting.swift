/// A machine that begins anew when one of its effects fails, but only so many times within a period.
///
/// An error that the machine does not handle ends its effects, and the machine continues in its initial state, with its
/// activities. One failure too many within the period is a failure of the restarting machine, which ends: as a child it
/// becomes the event that `failure:` declares. The composite neither counts nor measures time.
///
/// ```swift
/// enum Reader: CompositeTransducer {
///     enum State: NonTerminal { case idle, reading(Restarting<Feed>.State), broken }
///     enum Event: Sendable { case start, feed(Restarting<Feed>.Event), feedBroke }
///     struct Env: Sendable {
///         var feed: Feed.Env
///         var clock: any Clock<Duration> = ContinuousClock()
///     }
///
///     static let feed = child(
///         "feed", Restarting<Feed>.self, event: Event.feed,
///         env: { .init($0.feed, atMost: 3, within: .seconds(5), clock: $0.clock) }, failure: { _ in .feedBroke })
///
///     static func activeChildren(in state: State) -> some ActiveChildren<Self> {
///         switch state {
///         case .reading(let inner): feed(inner)
///         case .idle, .broken: nothing
///         }
///     }
///
///     static func update(_ state: inout State, event: Event) -> Effect? {
///         switch (state, event) {
///         case (.idle, .start), (.broken, .start): state = .reading(.init(Feed.State()))
///         case (.reading(var inner), .feed(let event)):
///             let step = feed.step(&inner, event)
///             state = .reading(inner)
///             return step.effect
///         case (.reading, .feedBroke): state = .broken
///         case (.idle, _), (.broken, _), (.reading, .start): break
///         }
///         return nil
///     }
/// }
/// enum Feed: EffectTransducer {
///     struct State { var latest = "" }
///     enum Event: Sendable { case arrived(String) }
///     struct Env: Sendable { var next: @Sendable () async throws -> String }
///
///     static func activities(in state: State) -> [Effect] {
///         [
///             Effect(id: "connection") { env, input in
///                 while true { try input.send(.arrived(try await env.next())) }
///             }
///         ]
///     }
///     static func update(_ state: inout State, event: Event) -> Effect? {
///         switch event { case .arrived(let text): state.latest = text }
///         return nil
///     }
/// }
/// ```
///
/// The machine is the child named `"child"` of the restarting one, and its events are the payload of
/// ``Event/child(_:)``. Restarts belong to the ``State``: one made by ``State/init(_:)`` has none. It is not `Codable`,
/// because the instants of a clock do not outlive their process. An observer sees a restart as the transition of
/// ``Event/failed(_:life:)``. The composite passes on all events, as for any child: one that drops `failed` or
/// `exhausted` leaves the machine without the effect that has failed.
///
/// `Restarting<Parallel<A, B>>` restarts both machines when one fails; `Parallel<Restarting<A>, Restarting<B>>`
/// restarts only that one.
@available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
public enum Restarting<Machine: ExecutableTransducer & SendableMetatype>: CompositeTransducer {
    /// The state of the machine, and its recent restarts.
    public struct State {
        /// The state of the machine.
        public var child: Machine.State
        @usableFromInline let initial: Machine.State
        /// The instants of the restarts that may count at the next failure.
        @usableFromInline var restarts: [any InstantProtocol] = []
        @usableFromInline var isExhausted = false
        /// The number of restarts; not compared, because only exit effects from before a restart depend on it.
        @usableFromInline var life = 0
        @usableFromInline let link = Link()

        /// Creates the state of a machine that has not been restarted.
        ///
        /// - Parameter initial: The state in which the machine begins, now and after each restart.
        @inlinable public init(_ initial: Machine.State) {
            self.initial = initial
            child = initial
        }
    }

    /// An event of the machine, or of its restarts.
    public enum Event {
        /// An event for the machine.
        case child(Machine.Event)
        /// An effect of the machine has failed, and the machine begins anew, unless it has done so since that effect.
        case failed(any Error, life: Int? = nil)
        /// The restart was one of few enough, the instants of which follow.
        case restarted([any InstantProtocol])
        /// The failure was one too many: the machine ends with this error.
        case exhausted(any Error)
    }

    /// The environment of the machine, and the rule for its restarts.
    public struct Env {
        @usableFromInline let inner: Machine.Env
        @usableFromInline let limit: Int
        @usableFromInline let period: Duration
        @usableFromInline let clock: any Clock<Duration>

        /// Creates an environment; usually in the `env:` of a child's declaration.
        ///
        /// - Parameters:
        ///   - inner: The environment of the machine.
        ///   - limit: The maximum number of restarts within the period; with zero, the first failure ends the machine.
        ///   - period: The time for which a restart counts, including its last instant.
        ///   - clock: The clock that measures the time.
        @inlinable public init(
            _ inner: Machine.Env, atMost limit: Int, within period: Duration,
            clock: any Clock<Duration> = ContinuousClock()
        ) {
            self.inner = inner
            self.limit = limit
            self.period = period
            self.clock = clock
        }
    }

    /// The output of the machine; `nil` if a transition has none.
    public typealias Output = Machine.Output?

    /// The declarations of the machine as a child, made once for each state that begins.
    @usableFromInline final class Link: Sendable {
        /// The child whose errors become events.
        @usableFromInline let supervised = Restarting.child(
            "child", Machine.self, event: Event.child, env: { $0.inner }, failure: { .failed($0) })
        /// The same child, whose errors pass on.
        @usableFromInline let plain: Child<Restarting, Machine>

        @usableFromInline init() {
            plain = Child(
                .init(
                    supervised.lift.place, of: Machine.self, embed: supervised.lift.embed,
                    project: supervised.lift.project))
        }
    }
}

@available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
@_documentation(visibility: internal)
extension Restarting {
    /// Marks the machine as active.
    @inlinable public static func activeChildren(in state: State) -> some ActiveChildren<Self> {
        state.link.supervised(state.child)
    }

    /// Lets the machine process an event, or restarts it.
    @inlinable public static func update(_ state: inout State, event: Event) -> (Effect?, Machine.Output?) {
        switch event {
        case .child(let event):
            let step = state.link.plain.step(&state.child, event)
            return switch step.outcome {
            // Nothing is left to restart, so an error of the exit effect is one of the restarting machine.
            case .ended(let output): (step.effect, output)
            case .running, .refused: (state.supervising(step.effect), step.output)
            }
        case .failed(let error, let life):
            // An ended child of the machine does not depart with it, so its exit effect may fail later.
            if let life, life != state.life { return (nil, nil) }
            state.life += 1
            state.child = state.initial
            let path = ChildPath(state.link.plain.lift.place)
            let departure = Effect(.departure(.childDeparted), .init(owner: .child(path)))
            // Time is read by an action, and activities begin after its answer.
            let count = Effect(
                .ownIsolation,
                .immediate { [restarts = state.restarts] env, _ in
                    SystemIsolated(.event(env.value.verdict(on: error, after: restarts, at: env.value.clock)))
                })
            return (departure.followed(by: count), nil)
        case .restarted(let restarts):
            state.restarts = restarts
            return (nil, Machine.initialOutput(initialState: state.child))
        case .exhausted(let error):
            state.isExhausted = true
            return (Effect(.ownIsolation, .immediate { _, _ in throw error }), nil)
        }
    }

    /// Tells whether the machine has ended, or has failed once too often.
    @inlinable public static func isTerminal(_ state: State) -> Bool {
        state.isExhausted || Machine.isTerminal(state.child)
    }

    /// The initial output of the machine.
    @inlinable public static func initialOutput(initialState: State) -> Machine.Output?? {
        Machine.initialOutput(initialState: initialState.child).map { .some($0) }
    }
}

@available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
extension Restarting.State {
    /// The effect of the machine, whose errors become events of this life.
    @usableFromInline func supervising(_ effect: Restarting.Effect?) -> Restarting.Effect? {
        guard let effect, case .work = effect.content else { return effect }
        return effect.catching { [life] in .failed($0, life: life) }
    }
}

@available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
extension Restarting.Env {
    @usableFromInline func verdict<C: Clock<Duration>>(
        on error: any Error, after restarts: [any InstantProtocol], at clock: C
    ) -> Restarting.Event {
        let now = clock.now
        let recent = restarts.filter { ($0 as? C.Instant).map { $0.duration(to: now) <= period } ?? false }
        return recent.count < limit ? .restarted(recent + [now]) : .exhausted(error)
    }
}

@available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
extension Restarting.State: Sendable where Machine.State: Sendable {}
@available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
extension Restarting.Event: Sendable where Machine.Event: Sendable {}
@available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
extension Restarting.Env: Sendable where Machine.Env: Sendable {}

@available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
@_documentation(visibility: internal)
extension Restarting.State: Equatable where Machine.State: Equatable {
    public static func == (lhs: Self, rhs: Self) -> Bool {
        lhs.child == rhs.child && lhs.initial == rhs.initial && lhs.isExhausted == rhs.isExhausted
            && lhs.restarts.map { AnyHashable($0) } == rhs.restarts.map { AnyHashable($0) }
    }
}

@available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
@_documentation(visibility: internal)
extension Restarting.State: Hashable where Machine.State: Hashable {
    public func hash(into hasher: inout Hasher) {
        hasher.combine(child)
        hasher.combine(restarts.map { AnyHashable($0) })
    }
}

@available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
@_documentation(visibility: internal)
extension Restarting.State: CustomReflectable {
    public var customMirror: Mirror {
        Mirror(self, children: ["child": child, "restarts": restarts.count, "isExhausted": isExhausted])
    }
}
