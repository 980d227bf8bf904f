/// The order in which an executor takes the jobs that are ready, as far as it differs from first come, first served.
///
/// A schedule is written as its switches: `"3+1 9+2"` says that at the third choice the job behind the oldest goes first,
/// and at the ninth the second behind the oldest. Choices are counted where there is one: with two jobs or more.
public struct Schedule: Hashable, Sendable {
    /// A choice of another job than the oldest.
    struct Switch: Hashable, Sendable {
        /// The number of the choice, counted from one.
        let choice: Int
        /// How many older jobs have to wait.
        let passing: Int
    }

    /// In the order of their choices.
    var switches: [Switch] = []

    init(switches: [Switch] = []) { self.switches = switches }

    /// Every job in the order in which it became ready.
    public static let firstComeFirstServed = Schedule()
}

extension Schedule: LosslessStringConvertible {
    public var description: String {
        switches.map { "\($0.choice)+\($0.passing)" }.joined(separator: " ")
    }

    /// Reads a schedule as it was printed.
    ///
    /// - Parameter description: Switches, separated by spaces; `nil` is returned if they are not well formed.
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

/// Decides which of the jobs that are ready goes next, and keeps account of it.
struct Chooser: Sendable {
    private enum Policy: Sendable {
        /// Out of so many choices, one is left to chance.
        case random(SeededGenerator, oneIn: Int)
        case fixed(ArraySlice<Schedule.Switch>)
    }

    private var policy: Policy
    private var choices = 0

    /// What was chosen so far.
    private(set) var schedule = Schedule()

    /// Chooses at random; some seeds change the order at every choice, others rarely.
    init(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let rarity = [1, 2, 4, 8][random.index(below: 4)]
        policy = .random(random, oneIn: rarity)
    }

    init(following schedule: Schedule) { policy = .fixed(schedule.switches[...]) }

    /// Chooses one of the jobs that are ready.
    ///
    /// - Parameter count: How many there are, at least one; the first is the oldest.
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
        switch policy {
        case .random(var random, let rarity):
            let passing = random.index(below: rarity) == 0 ? random.index(below: count) : 0
            policy = .random(random, oneIn: rarity)
            return passing
        case .fixed(var switches):
            guard let next = switches.first, next.choice == choices else { return 0 }
            switches.removeFirst()
            policy = .fixed(switches)
            return next.passing
        }
    }
}
