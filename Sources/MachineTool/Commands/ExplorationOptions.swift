#if Tools
    import ArgumentParser
    import OakGraph

    /// The options of all commands that explore.
    struct ExplorationOptions: ParsableArguments {
        @Option(help: "The maximum number of states.")
        var states: Int?

        @Option(help: "The maximum number of events from an initial state.")
        var depth: Int?

        @Option(help: "The maximum time of an exploration, in seconds.")
        var seconds: Double?

        func validate() throws {
            if let states, states < 1 { throw ValidationError("--states needs a number above 0.") }
            if let depth, depth < 0 { throw ValidationError("--depth needs a number that is not negative.") }
            if let seconds, !(seconds > 0) { throw ValidationError("--seconds needs a number above 0.") }
        }

        /// Explores and checks a machine.
        ///
        /// - Parameter surround: Calls the exploration.
        func check(
            _ machine: ExploredMachine, exploring surround: (() -> any Exploration) throws -> any Exploration
        ) rethrows -> (result: CheckResult, outcome: Outcome) {
            let exploration = try surround { explore(machine) }
            let result = exploration.check()
            return (result, max(result.outcome, exploration.outcome))
        }

        /// Explores a machine; shows its progress, and ends early after ^C.
        func explore(_ machine: ExploredMachine) -> any Exploration {
            let console = Console.current
            let interruption = Interruption()
            defer { interruption.end() }
            // One line of the terminal, which changes some times a second.
            let clearing = "\r\u{1B}[K"
            var shown: Double?
            defer { if shown != nil { console.complain(clearing) } }
            return machine.explore(limits(changing: machine.limits)) { progress in
                // A short exploration needs no line.
                if console.showsProgress, progress.seconds > 0.3, progress.seconds - (shown ?? 0) > 0.1 {
                    shown = progress.seconds
                    console.complain("\(clearing)\(machine.name): \(progress.text)")
                }
                return !interruption.isRequested
            }
        }

        private func limits(changing limits: GraphLimits) -> GraphLimits {
            var limits = limits
            if let states { limits.states = states }
            if let depth { limits.depth = depth }
            if let seconds { limits.seconds = seconds }
            return limits
        }

        /// Explores a machine, and says if its graph is incomplete.
        func exploreWithRemark(_ machine: ExploredMachine) -> any Exploration {
            let exploration = explore(machine)
            remark(on: exploration)
            return exploration
        }

        /// Says if a graph is incomplete.
        func remark(on exploration: some Exploration) {
            if let cut = exploration.cut { Console.current.complain("\(cut)\n") }
        }
    }

    /// The form of a result.
    enum ResultFormat: String, ExpressibleByArgument, CaseIterable {
        case text
        case json
    }

    extension Console {
        /// Prints a result in the form that the command line asks for.
        func print(_ result: some Encodable, as format: ResultFormat, text: String) throws {
            print(format == .text ? text : try Self.json(result))
        }
    }

    extension ExplorationProgress {
        fileprivate var text: String {
            """
            \(states) states, \(Int(Double(states) / seconds)) a second, \(frontier) to leave, \
            \(transitions) transitions, depth \(depth)
            """
        }
    }

    extension Exploration {
        /// *Interrupted* if ^C has ended the exploration.
        var outcome: Outcome { isInterrupted ? .interrupted : .holds }
    }
#endif
