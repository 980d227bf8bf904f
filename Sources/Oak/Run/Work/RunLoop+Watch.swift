/// The cancelled operations of a run that have not returned.
@usableFromInline
struct Watch<Event> {
    @usableFromInline struct Suspect {
        @usableFromInline let operation: Operation<Event>
        @usableFromInline let wait: GracePeriod.Wait

        @inlinable
        init(_ operation: Operation<Event>, wait: GracePeriod.Wait) {
            self.operation = operation
            self.wait = wait
        }
    }

    /// How long each may take before the observer is told.
    @usableFromInline let gracePeriod: GracePeriod
    @usableFromInline var suspects = Roster<Suspect>()
    @usableFromInline var lastNumber = 0
    /// Waits until the grace period of one of them is over.
    @usableFromInline var watcher: Operation<Event>?
    /// The number of the suspect that it waits for.
    @usableFromInline var watched = 0

    @inlinable
    init(_ gracePeriod: GracePeriod) { self.gracePeriod = gracePeriod }
}

// One watcher per run: grace periods are equally long, so they end in the order in which they began.
extension RunLoop {
    /// Keeps an eye on a cancelled operation.
    @inlinable
    mutating func suspect(_ operation: Operation<T.Event>) {
        backstage.watch.lastNumber += 1
        operation.suspectNumber = backstage.watch.lastNumber
        backstage.watch.suspects.append(
            Watch.Suspect(operation, wait: backstage.watch.gracePeriod.begin()), number: operation.suspectNumber)
        if backstage.watch.watcher == nil { watchNext() }
    }

    /// Waits, beside the machine, until the grace period of the next suspect is over.
    @inlinable
    mutating func watchNext() {
        guard let suspect = backstage.watch.suspects.first else { return }
        let watcher = Operation<T.Event>(summary: EffectSummary(kind: .operation, id: nil, number: 0), role: .watch)
        watcher.work = { [wait = suspect.wait] in
            try await wait.sleep()
            return nil
        }
        backstage.watch.watcher = watcher
        backstage.watch.watched = suspect.operation.suspectNumber
        backstage.tasks.start(watcher, postingTo: mailbox, wakingAtEnd: true)
    }

    @inlinable
    mutating func noteEndOfWatch(_ watcher: Operation<T.Event>) {
        backstage.watch.watcher = nil
        let suspect = backstage.watch.suspects.remove(backstage.watch.watched)
        guard watcher.failure == nil else { return }
        if let suspect { report(.effectOverdue(suspect.operation.summary)) }
        watchNext()
    }

    /// Lets a run end in which nothing is left but the watcher.
    @inlinable
    func dismissWatcher() {
        guard let existingBackstage, existingBackstage.registry.isEmpty else { return }
        existingBackstage.watch.watcher?.task?.cancel()
    }
}
