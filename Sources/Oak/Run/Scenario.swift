/// Everything that a test puts around the runs which its tasks start.
@usableFromInline package struct Scenario: Sendable {
    @TaskLocal package static var current: Scenario?

    /// The executor for everything that the scenario starts; it overrides the preference of the run's task.
    package var executor: (any RunSettings.Executor)?
    /// Makes an instrument for a run of a machine.
    package var instrument: (@Sendable (_ machine: Any.Type) -> any RunInstrument)?
    /// Notes a problem that something goes on from.
    package var noteProblem: (@Sendable (String) -> Void)?

    package init() {}

    /// Changes a part of the present scenario.
    package static func changed(_ change: (inout Scenario) -> Void) -> Scenario {
        var scenario = current ?? Scenario()
        change(&scenario)
        return scenario
    }
}

extension ExecutableTransducer {
    /// The instrument that the present scenario puts into a run of the machine.
    // Not inlined: clients need no scenario, which would enlarge the frame of a run.
    @usableFromInline static var instrumentOfScenario: (any RunInstrument)? {
        Scenario.current?.instrument?(Self.self)
    }

    /// Whether the present scenario puts an instrument into a run of the machine.
    @usableFromInline static var isInScenario: Bool { Scenario.current?.instrument != nil }
}
