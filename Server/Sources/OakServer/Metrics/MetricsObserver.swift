#if Server
    public import CoreMetrics
    public import Oak

    /// Counts and times what happens in a run; see `metrics(_:factory:)`.
    @available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
    public struct MetricsObserver: TransducerObserver {
        @usableFromInline let meters: RunMeters

        /// Creates an observer of one run.
        ///
        /// - Parameters:
        ///   - machine: The name of the machine, a value of the label `machine`; by default that of its type.
        ///   - factory: The factory of the metrics; by default that of the process.
        public init(_ machine: String? = nil, factory: (any MetricsFactory)? = nil) {
            meters = RunMeters(machine, mailboxDepth: nil, factory)
        }

        /// Creates an observer of the run that a proxy drives, with the depth of its mailbox.
        ///
        /// - Parameters:
        ///   - machine: The name of the machine, a value of the label `machine`; by default that of its type.
        ///   - proxy: The proxy of the run.
        ///   - factory: The factory of the metrics; by default that of the process.
        public init<Event>(_ machine: String? = nil, of proxy: Proxy<Event>, factory: (any MetricsFactory)? = nil) {
            meters = RunMeters(machine, mailboxDepth: { proxy.waitingEvents }, factory)
        }

        @_documentation(visibility: internal)
        // Inlined, so that events and states are not copied.
        @inlinable
        public func observe<State, Event, Output>(_ occurrence: Occurrence<State, Event, Output>) {
            switch occurrence {
            case .eventTaken(_, let origin): meters.noteEvent(from: origin)
            case .transition, .output: break
            case .runStarted, .runEnded, .eventPostponed, .eventUnexpected, .effectStarted, .effectEnded,
                .effectCancelled, .effectOverdue, .sendRejected:
                meters.note(occurrence)
            }
        }
    }

    @available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
    extension MetricsObserver: RunInstrument {
        @usableFromInline package func rest<State>(in state: () -> State) { meters.noteEndOfMacrostep() }
    }

    @available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
    extension TransducerObserver where Self == MetricsObserver {
        /// Counts and times what happens in a run.
        ///
        /// | name | kind | labels besides `machine` |
        /// |---|---|---|
        /// | `oak.machine.runs` | counter | `outcome`: started, ended, failed, cancelled |
        /// | `oak.machine.events` | counter | `outcome`: taken, postponed, unexpected, rejected |
        /// | `oak.machine.macrostep.duration` | timer | |
        /// | `oak.machine.mailbox.depth` | gauge, in events | |
        /// | `oak.machine.operations` | gauge, of those under way | `operation` |
        /// | `oak.machine.operation.duration` | timer | `operation`, `outcome`: returned, failed, cancelled |
        ///
        /// Labels have few values: never the values of an event, and at most a hundred names of operations, the others
        /// being `other`. Timers record nanoseconds, which most systems show as seconds.
        ///
        /// - Parameters:
        ///   - machine: The name of the machine, a value of the label `machine`; by default that of its type.
        ///   - factory: The factory of the metrics; by default that of the process.
        public static func metrics(
            _ machine: String? = nil, factory: (any MetricsFactory)? = nil
        ) -> MetricsObserver { MetricsObserver(machine, factory: factory) }

        /// Counts and times what happens in the run that a proxy drives, and tells the depth of its mailbox.
        ///
        /// - Parameters:
        ///   - machine: The name of the machine, a value of the label `machine`; by default that of its type.
        ///   - proxy: The proxy of the run.
        ///   - factory: The factory of the metrics; by default that of the process.
        public static func metrics<Event>(
            _ machine: String? = nil, of proxy: Proxy<Event>, factory: (any MetricsFactory)? = nil
        ) -> MetricsObserver { MetricsObserver(machine, of: proxy, factory: factory) }
    }
#endif
