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
    @usableFromInline mutating func suspect(_ operation: Operation<T.Event>) {
        carrier.watch.lastNumber += 1
        operation.suspectNumber = carrier.watch.lastNumber
        carrier.watch.suspects.append(
            Watch.Suspect(operation, wait: carrier.watch.gracePeriod.begin()), number: operation.suspectNumber)
        if carrier.watch.watcher == nil { watchNext() }
    }

    /// Waits, concurrently with the machine, until the grace period of the next suspect is over.
    @usableFromInline mutating func watchNext() {
        guard let suspect = carrier.watch.suspects.first else { return }
        let summary = EffectSummary(kind: .operation, id: nil, number: 0)
        let watcher = Machine.Live.Operation(summary, as: .watch, of: nil, in: nil)
        watcher.bound = { [wait = suspect.wait] in
            try await wait.sleep()
            return nil
        }
        carrier.watch.watcher = watcher
        carrier.watch.watched = suspect.operation.suspectNumber
        start(watcher, wakingAtEnd: true)
    }

    @usableFromInline mutating func noteEndOfWatch(_ watcher: Operation<T.Event>) {
        carrier.watch.watcher = nil
        let suspect = carrier.watch.suspects.remove(carrier.watch.watched)
        guard watcher.failure == nil else { return }
        if let suspect { report(.effectOverdue(suspect.operation.summary)) }
        watchNext()
    }

    /// Cancels the watcher if nothing else is left of the run.
    @usableFromInline func dismissWatcher() {
        guard let existingCarrier, !interpreter.hasOperations else { return }
        existingCarrier.watch.watcher?.task?.cancel()
    }
}
