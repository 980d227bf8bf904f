import OakTesting

/// The permitted behavior of a machine that runs a program, computed from the program alone.
///
/// The model receives the notes of a run one after the other and fails at the first that is not permitted. Within a
/// macrostep every event has its place; when operations begin, send and return follows from the notes.
final class ProgramModel {
    /// An operation of the program that is due.
    private final class Work {
        let plan: PlannedEffect.Work
        let scope: Scope?
        var isCancelled = false
        /// Whether the end of the operation has had its consequences.
        var hasEnded = false
        var hasBegun = false
        var hasReturned = false
        /// The latest processed event of the operation.
        var latest = 0

        init(_ plan: PlannedEffect.Work, in scope: Scope?) { (self.plan, self.scope) = (plan, scope) }

        /// Whether the operation has returned, or was cancelled before it began.
        var isOver: Bool { hasReturned || isCancelled && !hasBegun }

        /// Whether the operation lasts until it is cancelled.
        var isPatient: Bool { plan.steps.contains { if case .wait = $0 { true } else { false } } }
    }

    /// A composition of the program that is due.
    private final class Scope {
        let isSequence: Bool
        let parent: Scope?
        /// The number of effects that began before.
        let time: Int
        var rest: ArraySlice<PlannedEffect>
        var isCut = false
        var hasEnded = false
        var works: [Work] = []
        var scopes: [Scope] = []

        init(_ parts: [PlannedEffect], isSequence: Bool, in parent: Scope?, at time: Int) {
            (rest, self.isSequence, self.parent, self.time) = (parts[...], isSequence, parent, time)
        }

        var outermost: Scope { parent?.outermost ?? self }

        var isDead: Bool { isCut || parent?.isDead ?? false }
        /// The operations of the composition and of its parts.
        var allWorks: [Work] { works + scopes.flatMap(\.allWorks) }
    }

    private enum Named {
        case work(Work)
        case scope(Scope)
    }

    /// An item of the remaining work in this macrostep; the next one is the last of the list.
    private enum Item {
        case event(ProgramEvent)
        case plan(PlannedEffect, Scope?)
        case goOn(Scope)
        /// A sequence continues now or, if its step takes longer, in a separate macrostep.
        case goOnInTime(Scope, ProgramEvent)
    }

    private var agenda: [Item] = []
    private var names: [Int: Named] = [:]
    private var works: [Int: Work] = [:]
    /// The latest cancellation of each name, which also concerns parts that wait for their turn.
    private var cancelled: [Int: (time: Int, scope: Scope?)] = [:]
    private var time = 0
    /// Sequences whose step takes longer, by the event with which they continue.
    private var waiting: [Int: Scope] = [:]
    private var processed: Set<Int> = []
    private var accepted: [(event: ProgramEvent, work: Int)] = []
    private var latestFromOutside = 0
    private var hasEnded = false

    /// The numbers of processed events of operations and of cancelled operations.
    private(set) var heard = 0
    private(set) var cancellations = 0

    func note(_ note: ProgramNote) {
        switch note {
        case .processed(let event): process(event)
        case .began(let number):
            while works[number] == nil, deferTop() {}
            guard let work = works[number] else { return expectThat(false, "operation \(number) begins unasked") }
            expectThat(!work.hasBegun, "operation \(number) begins again")
            work.hasBegun = true
        case .accepted(let event):
            if case .operation(let number) = event.origin { accepted.append((event, number)) }
        case .returned(let number): works[number]?.hasReturned = true
        }
    }

    // MARK: - Events

    private func process(_ event: ProgramEvent) {
        expectThat(!hasEnded, "\(event.number) is processed after the end")
        expectThat(processed.insert(event.number).inserted, "\(event.number) is processed twice")
        switch event.origin {
        case .action: processAction(event)
        case .outside, .operation, .end:
            while deferTop() {}
            if let due { expectThat(false, "\(event.number) is processed where \(due.number) was due") }
            processFirst(event)
        }
        agenda += event.answer.reversed().map { .plan($0, nil) }
        settle()
    }

    private func processAction(_ event: ProgramEvent) {
        while true {
            switch agenda.last {
            case .event(let due):
                agenda.removeLast()
                return expectThat(
                    due.number == event.number, "\(event.number) is processed where \(due.number) was due")
            case .goOnInTime(let scope, let marker) where marker.number == event.number:
                agenda.removeLast()
                return goOn(scope, with: event)
            case .goOnInTime: _ = deferTop()
            case nil, .plan, .goOn:
                guard let scope = waiting.removeValue(forKey: event.number) else {
                    return expectThat(false, "\(event.number) is processed, which nobody has answered")
                }
                expectThat(!scope.isDead, "a sequence goes on with \(event.number) after it was cancelled")
                return goOn(scope, with: event)
            }
        }
    }

    private func processFirst(_ event: ProgramEvent) {
        switch event.origin {
        case .action: break
        case .outside:
            expectThat(event.number > latestFromOutside, "\(event.number) overtakes \(latestFromOutside)")
            latestFromOutside = event.number
        case .operation(let number):
            guard let work = works[number] else { return expectThat(false, "operation \(number) was not asked for") }
            expectThat(!work.isCancelled, "\(event.number) of operation \(number) is processed after it was cancelled")
            expectThat(!work.hasEnded, "\(event.number) of operation \(number) is processed after its end")
            expectThat(event.number > work.latest, "\(event.number) overtakes \(work.latest)")
            work.latest = event.number
            heard += 1
        case .end: hasEnded = true
        }
    }

    // MARK: - Effects

    private var due: ProgramEvent? {
        guard case .event(let event)? = agenda.last else { return nil }
        return event
    }

    /// Carries out effects up to the next event.
    private func settle() {
        while let item = agenda.last {
            switch item {
            case .event, .goOnInTime: return
            case .plan(let plan, let scope):
                agenda.removeLast()
                carryOut(plan, in: scope)
            case .goOn(let scope):
                agenda.removeLast()
                advance(scope)
            }
        }
    }

    /// Defers a sequence to a later macrostep.
    ///
    /// - Returns: Whether a sequence could have gone on now.
    private func deferTop() -> Bool {
        guard case .goOnInTime(let scope, let event)? = agenda.last else { return false }
        agenda.removeLast()
        waiting[event.number] = scope
        settle()
        return true
    }

    private func carryOut(_ plan: PlannedEffect, in scope: Scope?) {
        time += 1
        if let scope = scope?.outermost, let name = plan.name, let latest = cancelled[name], latest.time > scope.time,
            latest.scope !== scope
        {
            return
        }
        switch plan {
        case .events(let events), .action(let events): agenda += events.reversed().map { .event($0) }
        case .operation(let plan):
            let work = Work(plan, in: scope)
            take(plan.name, for: .work(work))
            scope?.works.append(work)
            works[plan.number] = work
        case .cancel(let name):
            take(name, for: nil)
            cancelled[name] = (time, scope?.outermost)
        case .sequence(let name, let parts): open(parts, name: name, isSequence: true, in: scope)
        case .combination(let name, let parts): open(parts, name: name, isSequence: false, in: scope)
        }
    }

    private func open(_ parts: [PlannedEffect], name: Int?, isSequence: Bool, in parent: Scope?) {
        let scope = Scope(parts, isSequence: isSequence, in: parent, at: time)
        take(name, for: .scope(scope))
        parent?.scopes.append(scope)
        agenda.append(.goOn(scope))
    }

    private func advance(_ scope: Scope) {
        guard !scope.isDead, let part = scope.rest.popFirst() else { return }
        agenda.append(.goOn(scope))
        agenda.append(.plan(part, scope))
        switch part {
        case .events, .action: break
        case .operation, .cancel, .sequence, .combination:
            // The event after such a step shows when the step has ended.
            guard scope.isSequence, case .events(let markers)? = scope.rest.popFirst() else { return }
            agenda.removeLast(2)
            agenda += markers.map { .goOnInTime(scope, $0) } + [.plan(part, scope)]
        }
    }

    private func goOn(_ scope: Scope, with event: ProgramEvent) {
        for work in scope.allWorks {
            expectThat(work.isOver, "\(event.number) is processed before operation \(work.plan.number) has returned")
        }
        noteEnd(within: scope)
        agenda.append(.goOn(scope))
    }

    private func noteEnd(within scope: Scope) {
        for work in scope.works { work.hasEnded = true }
        for inner in scope.scopes {
            inner.hasEnded = true
            noteEnd(within: inner)
        }
    }

    // MARK: - Names

    /// Cancels the effect of an identity and gives the identity to another.
    private func take(_ name: Int?, for successor: Named?) {
        guard let name else { return }
        switch names[name] {
        case .work(let work) where !work.hasEnded:
            cancel(work)
            cut(work.scope)
        case .scope(let scope) where !scope.hasEnded:
            scope.isCut = true
            for work in scope.allWorks where !work.hasEnded { cancel(work) }
            cut(scope.parent)
        case .work, .scope, nil: break
        }
        names[name] = successor
    }

    private func cancel(_ work: Work) {
        work.isCancelled = true
        cancellations += 1
    }

    /// Cancels the steps behind a cancelled one.
    private func cut(_ scope: Scope?) {
        var scope = scope
        while let sequence = scope, sequence.isSequence {
            sequence.isCut = true
            scope = sequence.parent
        }
    }
}

// MARK: - What has to have happened

extension ProgramModel {
    /// Checks that nothing is missing once the machine is idle.
    func checkQuiet(events: [ProgramEvent]) {
        while deferTop() {}
        if let due { expectThat(false, "\(due.number) was due and is not processed") }
        for event in events { expectThat(processed.contains(event.number), "\(event.number) is lost") }
        for (number, work) in works {
            expectThat(work.hasBegun || work.isCancelled, "operation \(number) does not begin")
            let returns = work.isCancelled || !work.isPatient
            expectThat(
                work.isOver == returns,
                returns ? "operation \(number) does not end" : "operation \(number) was cancelled")
        }
        for (event, number) in accepted where works[number]?.isCancelled == false {
            expectThat(processed.contains(event.number), "\(event.number) of operation \(number) is lost")
        }
        for (number, scope) in waiting where !scope.isDead && scope.allWorks.allSatisfy(\.isOver) {
            expectThat(false, "a sequence does not go on with \(number)")
        }
    }

    /// Checks that no operation is left when the run has returned.
    func checkEnd() {
        for (number, work) in works where work.hasBegun {
            expectThat(work.hasReturned, "operation \(number) outlives the run")
        }
    }
}
