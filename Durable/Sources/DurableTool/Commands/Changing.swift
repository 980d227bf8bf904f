#if Tools && SQLite
    import ArgumentParser
    import Foundation
    import MachineTool
    import OakDurable

    /// Lets a failed instance go on.
    struct RetryInstance<Tool: DurableCommand>: AsyncParsableCommand {
        static var configuration: CommandConfiguration {
            CommandConfiguration(
                commandName: "retry", abstract: "Let failed instances go on where they were, with the next host.")
        }

        @OptionGroup var options: StoreOptions<Tool>

        @Argument(help: "The instance as MACHINE/ID.")
        var instance: String?

        @Flag(help: "All failed instances, or those with the machine, the tags and the versions of the options.")
        var all = false

        @OptionGroup var filter: InstanceFilter

        func validate() throws {
            if (instance == nil) != all || filter.isGiven && !all {
                throw ValidationError("Name an instance, or write --all, with or without further options.")
            }
        }

        func run() async throws {
            guard let instance else { return try await retryAll() }
            let name = try Tool.instance(instance)
            try await options.change([name]) { store, _ in
                let summary = try await store.store.existingSummary(of: name)
                guard summary.status == .failed else { return Console.current.print("\(name) has not failed.") }
                try await store.commit(.setStatus(.running, of: summary.key), to: name)
                Console.current.print("\(name) goes on with the next host.")
            }
        }

        private func retryAll() async throws {
            let failed = try filter.query(of: [.failed])
            let names = try await options.read { store in
                var names: [InstanceName] = []
                for try await summary in store.instances(where: failed) { names.append(summary.name) }
                return names
            }
            var count = 0
            try await options.change(names) { store, names in
                for name in names {
                    let summary = try await store.store.existingSummary(of: name)
                    // Others may have been faster.
                    guard summary.status == .failed else { continue }
                    try await store.commit(.setStatus(.running, of: summary.key), to: name)
                    count += 1
                }
            }
            Console.current.print(
                count == 1 ? "1 instance goes on with the next host." : "\(count) instances go on with the next host.")
        }
    }

    /// Cancels an instance.
    struct CancelInstance<Tool: DurableCommand>: AsyncParsableCommand {
        static var configuration: CommandConfiguration {
            CommandConfiguration(
                commandName: "cancel",
                abstract: "Cancel an instance, which loses its waiting events, activities and deadlines.")
        }

        @OptionGroup var chosen: ChosenInstance<Tool>

        func run() async throws {
            try await chosen.change { store, name in
                let summary = try await store.store.existingSummary(of: name)
                if summary.status != .cancelled {
                    try await store.commit(.setStatus(.cancelled, of: summary.key), to: name)
                }
                Console.current.print("\(name) is cancelled.")
            }
        }
    }

    /// Drops a waiting event.
    struct SkipEvent<Tool: DurableCommand>: AsyncParsableCommand {
        static var configuration: CommandConfiguration {
            CommandConfiguration(commandName: "skip", abstract: "Drop a waiting event of an instance.")
        }

        @OptionGroup var chosen: ChosenInstance<Tool>

        @Argument(help: "The number of the event; see 'show'.")
        var event: Int64

        func run() async throws {
            try await chosen.change { store, name in
                let key = try await store.store.existingSummary(of: name).key
                try await store.commit(.skip(event, of: key), to: name, event: event)
                Console.current.print("\(DurableOccurrence.skipped(name, event))")
            }
        }
    }

    /// Replaces a waiting event.
    struct EditEvent<Tool: DurableCommand>: AsyncParsableCommand {
        static var configuration: CommandConfiguration {
            CommandConfiguration(
                commandName: "edit", abstract: "Put another event in the place of a waiting one.",
                discussion: "The event is decoded as one of the machine first; nothing is changed if it is none.")
        }

        @OptionGroup var chosen: ChosenInstance<Tool>

        @Argument(help: "The number of the event; see 'show'.")
        var event: Int64

        @OptionGroup var value: JSONArgument

        func run() async throws {
            try await chosen.change { store, name in
                let key = try await store.instance(name).key
                let (data, version) = try Tool.machine(of: name).event(value.data, name)
                try await store.commit(.edit(event, event: data, version: version, of: key), to: name, event: event)
                Console.current.print("\(DurableOccurrence.edited(name, event))")
            }
        }
    }

    /// Gives an instance another state.
    struct PatchInstance<Tool: DurableCommand>: AsyncParsableCommand {
        static var configuration: CommandConfiguration {
            CommandConfiguration(
                commandName: "patch", abstract: "Give an instance another state, as a macrostep of its own.",
                discussion: """
                    The state is decoded as one of the machine first; nothing is changed if it is none. Activities and \
                    time-outs begin and end with it, and a failed instance waits for its retry.
                    """)
        }

        @OptionGroup var chosen: ChosenInstance<Tool>

        @OptionGroup var value: JSONArgument

        func run() async throws {
            try await chosen.change { store, name in
                let stored = try await store.instance(name)
                let step = try Tool.machine(of: name).patch(stored, value.data, Date())
                try await store.commit(.step(step), to: name)
                Console.current.print(
                    "\(DurableOccurrence.macrostep(name, number: step.journal.number, cause: .patch))")
            }
        }
    }

    /// Starts a new instance in the state of another one.
    struct ForkInstance<Tool: DurableCommand>: AsyncParsableCommand {
        static var configuration: CommandConfiguration {
            CommandConfiguration(
                commandName: "fork",
                abstract: "Start a new instance in the state that another one had after a macrostep.")
        }

        @OptionGroup var chosen: ChosenInstance<Tool>

        @Option(help: "The number of the macrostep; see 'show'.")
        var from: Int

        @Option(name: .customLong("as"), help: "The id of the new instance.")
        var id: String

        func run() async throws {
            let name = try Tool.instance(chosen.instance)
            let machine = try Tool.machine(of: name)
            try await chosen.options.change([InstanceName(machine: name.machine, id: id)]) { store, _ in
                let former = try await store.store.instance(name, after: from)
                let fork = try machine.fork(former, id, Date())
                try await store.commit(.create(fork), to: fork.name)
                Console.current.print("\(DurableOccurrence.started(fork.name))")
            }
        }
    }

    /// The instance that a command is about, and its store.
    struct ChosenInstance<Tool: DurableCommand>: ParsableArguments {
        @OptionGroup var options: StoreOptions<Tool>

        @Argument(help: "The instance as MACHINE/ID.")
        var instance: String

        /// Changes the instance in a store that nobody else has meanwhile.
        func change(_ body: (OwnedStore, InstanceName) async throws -> Void) async throws {
            let name = try Tool.instance(instance)
            try await options.change([name]) { store, _ in try await body(store, name) }
        }
    }

    /// A value that the command line has as JSON.
    struct JSONArgument: ParsableArguments {
        @Argument(help: "The JSON; - reads it from the standard input.")
        var json: String

        var data: Data { Data((json == "-" ? Console.current.readAll() : json).utf8) }
    }
#endif
