/// The order in which an executor runs ready jobs, stored as its deviations from first come, first served.
///
/// A schedule is written as its switches: in `"3+1 9+2"` the job after the oldest goes first at the third choice, and
/// the second after the oldest at the ninth. A choice counts if at least two jobs are ready.
public struct Schedule: Hashable, Sendable {
    /// A choice of another job than the oldest.
    struct Switch: Hashable, Sendable {
        /// The number of the choice, counted from one.
        let choice: Int
        /// The number of older jobs that have to wait.
        let passing: Int
    }

    /// The switches in the order of their choices.
    var switches: [Switch] = []

    /// Runs every job in the order in which it became ready.
    public static let firstComeFirstServed = Schedule()
}

extension Schedule: LosslessStringConvertible {
    public var description: String {
        switches.map { "\($0.choice)+\($0.passing)" }.joined(separator: " ")
    }

    /// Creates a schedule from its printed form.
    ///
    /// - Parameter description: Switches, separated by spaces; the result is `nil` if they are not well formed.
    public init?(_ description: String) {
        for part in description.split(separator: " ") {
            let numbers = part.split(separator: "+", omittingEmptySubsequences: false).map { Int($0) }
            guard numbers.count == 2, let choice = numbers[0], let passing = numbers[1], choice > 0, passing > 0,
                choice > switches.last?.choice ?? 0
            else { return nil }
            switches.append(Switch(choice: choice, passing: passing))
        }
    }
}

/// Decides which ready job goes next, and records the decisions.
struct Chooser: Sendable {
    /// The source of random choices; `nil` repeats a schedule.
    private var random: SeededGenerator?
    /// The mean number of choices for each random choice; every other choice takes the oldest job.
    private var rarity = 1
    /// The switches to repeat.
    private var switches: ArraySlice<Schedule.Switch> = []
    private var choices = 0

    /// The choices so far.
    private(set) var schedule = Schedule()

    /// Chooses at random; some seeds change the order at every choice, others rarely.
    init(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        rarity = [1, 2, 4, 8][random.index(below: 4)]
        self.random = random
    }

    init(following schedule: Schedule) { switches = schedule.switches[...] }

    /// Chooses one of the ready jobs.
    ///
    /// - Parameter count: The number of ready jobs, at least one; the first is the oldest.
    mutating func choose(among count: Int) -> Int {
        guard count > 1 else { return 0 }
        choices += 1
        let passing = min(preferred(among: count), count - 1)
        if passing > 0 { schedule.switches.append(Schedule.Switch(choice: choices, passing: passing)) }
        return passing
    }

    /// Chooses whether a job that could have become ready later has to wait until then.
    mutating func holdsBack() -> Bool { choose(among: 2) == 1 }

    private mutating func preferred(among count: Int) -> Int {
        if var random {
            defer { self.random = random }
            return random.index(below: rarity) == 0 ? random.index(below: count) : 0
        }
        return switches.first?.choice == choices ? switches.removeFirst().passing : 0
    }
}
