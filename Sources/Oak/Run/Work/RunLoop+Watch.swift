/// The cancelled operations of a run that have not returned.
@usableFromInline struct Watch<Event> {
    @usableFromInline struct Suspect {
        @usableFromInline let operation: Operation<Event>
        @usableFromInline let wait: GracePeriod.Wait

        @inlinable init(_ operation: Operation<Event>, wait: GracePeriod.Wait) {
            self.operation = operation
            self.wait = wait
        }
    }

    /// The time that each may take before the observer is told.
    @usableFromInline let gracePeriod: GracePeriod
    @usableFromInline var suspects = NumberedQueue<Suspect>()
    @usableFromInline var lastNumber = 0
    /// Waits until the grace period of one suspect is over.
    @usableFromInline var watcher: Operation<Event>?
    /// The number of the suspect that the watcher waits for.
    @usableFromInline var watched = 0

    @inlinable init(_ gracePeriod: GracePeriod) { self.gracePeriod = gracePeriod }
}

// Each run has one watcher: grace periods are equally long, so they end in the order in which they began.
extension RunLoop {
    /// Starts the grace period of a cancelled operation.
    @inlinable mutating func suspect(_ operation: Operation<T.Event>) {
        runtime.watch.lastNumber += 1
        operation.suspectNumber = runtime.watch.lastNumber
        runtime.watch.suspects.append(
            Watch.Suspect(operation, wait: runtime.watch.gracePeriod.begin()), number: operation.suspectNumber)
        if runtime.watch.watcher == nil { watchNext() }
    }

    /// Waits, concurrently with the machine, until the grace period of the next suspect is over.
    @inlinable mutating func watchNext() {
        guard let suspect = runtime.watch.suspects.first else { return }
        let watcher = Operation<T.Event>(summary: EffectSummary(kind: .operation, id: nil, number: 0), role: .watch)
        watcher.work = { [wait = suspect.wait] in
            try await wait.sleep()
            return nil
        }
        runtime.watch.watcher = watcher
        runtime.watch.watched = suspect.operation.suspectNumber
        runtime.tasks.start(watcher, postingTo: mailbox, wakingAtEnd: true)
    }

    @inlinable mutating func noteEndOfWatch(_ watcher: Operation<T.Event>) {
        runtime.watch.watcher = nil
        let suspect = runtime.watch.suspects.remove(runtime.watch.watched)
        guard watcher.failure == nil else { return }
        if let suspect { report(.effectOverdue(suspect.operation.summary)) }
        watchNext()
    }

    /// Cancels the watcher if nothing else is left of the run.
    @inlinable func dismissWatcher() {
        guard let existingRuntime, existingRuntime.registry.isEmpty else { return }
        existingRuntime.watch.watcher?.task?.cancel()
    }
}
