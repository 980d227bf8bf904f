import Oak

// The door without Oak, as one would write it instead.

/// Runs the door on the events of a stream.
func runDoor(on events: AsyncStream<Door.Event>) async {
    var state = Door.State.locked(passed: 0)
    for await event in events {
        _ = Door.update(&state, event: event)
        if state.isTerminal { break }
    }
    blackHole(state)
}

/// Runs the door on the events of a stream, with a function that receives its outputs.
func runDoor(on events: AsyncStream<Door.Event>, output: (Int) throws -> Void) async rethrows {
    var state = Door.State.locked(passed: 0)
    for await event in events {
        try output(Door.update(&state, event: event))
        if state.isTerminal { break }
    }
    blackHole(state)
}

/// Runs the door on the events of a mailbox.
func runDoor(on mailbox: HandwrittenMailbox<Door.Event>) async {
    var state = Door.State.locked(passed: 0)
    await mailbox.forEach { event in
        _ = Door.update(&state, event: event)
        return !state.isTerminal
    }
    blackHole(state)
}

/// Runs the door on the events of a mailbox, with a function that receives its outputs.
func runDoor(on mailbox: HandwrittenMailbox<Door.Event>, output: (Int) -> Void) async {
    var state = Door.State.locked(passed: 0)
    await mailbox.forEach { event in
        output(Door.update(&state, event: event))
        return !state.isTerminal
    }
    blackHole(state)
}

/// Runs the door on an array: only the transitions.
func runDoor(on events: [Door.Event]) {
    var state = Door.State.locked(passed: 0)
    for event in events {
        _ = Door.update(&state, event: event)
        if state.isTerminal { break }
    }
    blackHole(state)
}

/// A door whose events are calls.
actor DoorActor {
    private var state = Door.State.locked(passed: 0)

    func receive(_ event: Door.Event) {
        _ = Door.update(&state, event: event)
    }
}

extension Workload {
    /// A task that does nothing and is awaited.
    static let bareTask = Workload("a bare `Task { }.value`") { count, stopwatch in
        stopwatch.start()
        for _ in 0..<count { await Task {}.value }
        stopwatch.stop()
    }
}
