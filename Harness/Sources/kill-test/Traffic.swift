/// The commands that the driver gives, and what it knows of them.
struct Traffic {
    static let instances = 100
    /// How many moves may be ahead of the bank.
    static let backlog = 300
    private static let window = 100

    /// Commands that nobody has acknowledged.
    private var outstanding: [String: Command] = [:]
    /// Commands to give to the present worker, in order.
    private var queue: [Command] = []
    private(set) var moves: [String: Move] = [:]
    private var moveIDs: [String] = []
    private(set) var notes: Set<String> = []
    private(set) var acknowledged: Set<String> = []
    private(set) var repetitions = 0
    private(set) var retries = 0
    private(set) var ended: Set<Int> = []
    private(set) var failures: [String] = []
    private var instanceOfMove: [String: Int] = [:]
    private var lastID = 0

    init() {
        for instance in 0..<Self.instances { add(.start(instance: instance)) }
    }

    var isQuiet: Bool { outstanding.isEmpty }

    /// Whether every instance takes events.
    private var hasStarted: Bool { !outstanding.values.contains { if case .start = $0 { true } else { false } } }

    /// Forgets what the last worker has not acknowledged, or queues it again if it can be repeated.
    mutating func beginWorker() {
        queue = []
        for (id, command) in outstanding.sorted(by: { $0.key < $1.key }) {
            if command.isRepeatable { queue.append(command) } else { outstanding[id] = nil }
        }
    }

    /// The commands to give now.
    ///
    /// - Parameters:
    ///   - settled: The number of moves that the bank has settled.
    ///   - random: Draws moves.
    mutating func next(settled: Int, _ random: inout SeededRandom) -> [Command] {
        while hasStarted, outstanding.count < Self.window, moves.count - settled < Self.backlog {
            let instance = Int.random(in: 0..<Self.instances, using: &random)
            lastID += 1
            switch Int.random(in: 0..<40, using: &random) {
            case 0: add(.retry("r\(lastID)"))
            case 1..<12:
                notes.insert("n\(lastID)")
                add(.note("n\(lastID)", instance: instance))
            case 12..<16 where !moveIDs.isEmpty:
                // Said twice; the instance must hear it once.
                guard let id = moveIDs.randomElement(using: &random), let move = moves[id],
                    let instance = instanceOfMove[id], outstanding[id] == nil
                else { continue }
                repetitions += 1
                add(.move(move, instance: instance))
            case _:
                let from = Int.random(in: 0..<Bank.accounts, using: &random)
                let to = (from + Int.random(in: 1..<Bank.accounts, using: &random)) % Bank.accounts
                let move = Move(
                    id: "m\(lastID)", from: from, to: to, cents: Int.random(in: 1...500, using: &random))
                moves[move.id] = move
                moveIDs.append(move.id)
                instanceOfMove[move.id] = instance
                add(.move(move, instance: instance))
            }
        }
        return takeQueue()
    }

    /// The commands to give when no further moves are to come.
    mutating func takeQueue() -> [Command] {
        defer { queue = [] }
        return queue
    }

    /// Asks every instance to end.
    mutating func finish() {
        for instance in 0..<Self.instances { add(.finish(instance: instance)) }
    }

    /// Takes a report of the worker.
    mutating func note(_ report: Report) {
        switch report {
        case .opening, .ready: break
        case .refused(let reason): failures.append("the store was refused: \(reason)")
        case .failed(let id, let reason): failures.append("\(id) has failed: \(reason)")
        case .retried(let count): retries += count
        case .ended(let instance): ended.insert(instance)
        case .done(let id):
            outstanding[id] = nil
            acknowledged.insert(id)
        }
    }

    func instance(ofMove id: String) -> Int? { instanceOfMove[id] }

    private mutating func add(_ command: Command) {
        outstanding[command.id] = command
        queue.append(command)
    }
}
