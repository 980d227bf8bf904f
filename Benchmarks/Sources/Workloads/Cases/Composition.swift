import Oak

extension Comparison {
    /// Doors side by side, in a balanced tree of two by two; each gets an event in turn.
    public static let sideBySide = [
        Comparison(drained(Doors2.self, "2 machines side by side"), levels: 1),
        Comparison(drained(Doors8.self, "8 machines side by side"), levels: 3),
        Comparison(drained(Doors32.self, "32 machines side by side"), levels: 5),
    ]

    /// A door within other machines, which only pass on its events.
    public static let embedded = [
        Comparison(drained(Room.self, "three levels deep, in properties"), levels: 3, limit: 3.2),
        Comparison(drained(Street.self, "three levels deep, in enum cases"), levels: 3),
        Comparison(drained(Tower.self, "three levels deep, in optionals"), levels: 3),
    ]

    private init(_ subject: Workload, levels: Int, limit: Double = 10) {
        self.init(
            subject, count: 100_000,
            baselines: [
                Baseline(Self.drained(Door.self, "one such machine alone"), .nanosecondsMore(limit, times: levels))
            ])
    }

    // Inlined to be specialized, like a function written for one concrete machine.
    @inline(__always)
    private static func drained<Machine: Doors>(_: Machine.Type, _ name: String) -> Workload {
        Workload(name) { count, stopwatch in
            let proxy = Machine.Proxy(bufferSize: count)
            try proxy.send(contentsOf: Door.events(count, for: Machine.self))
            stopwatch.start()
            _ = try await Machine.run(initialState: Machine.locked, proxy: proxy, env: Machine.environment)
            stopwatch.stop()
        }
    }
}

extension Door {
    /// A number of events, for each door in turn; the last ones end the doors.
    fileprivate static func events<Machine: Doors>(_ count: Int, for _: Machine.Type) -> [Machine.Event] {
        (0..<count).map { index in
            let event: Event =
                if index >= count - Machine.count { .close } else {
                    (index / Machine.count).isMultiple(of: 2) ? .coin(index + 1) : .push
                }
            return Machine.event(event, for: index % Machine.count)
        }
    }
}
