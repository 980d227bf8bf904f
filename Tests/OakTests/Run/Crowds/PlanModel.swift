import OakTesting

/// The permitted behavior of a machine that plays a program, computed from the program alone.
///
/// It is told what the machine does, one thing after the other, and fails at the first that must not be. Of effects it
/// knows what the documentation says, and nothing of how they are carried out: within a macrostep everything has its
/// place; when operations begin, what they get to send and when they return it learns as it happens.
final class PlanModel {
    /// An operation that has been asked for.
    private final class Work {
        let plan: Plan.Work
        let scope: Scope?
        var isCancelled = false
        /// Whether it is known that everybody who cares has been told of its end.
        var hasEnded = false
        var hasBegun = false
        var hasReturned = false
        /// The latest of its events that was processed.
        var latest = 0

        init(_ plan: Plan.Work, in scope: Scope?) { (self.plan, self.scope) = (plan, scope) }

        /// Whether nothing of it is under way: what is cancelled before its task has started never begins.
        var isOver: Bool { hasReturned || isCancelled && !hasBegun }

        /// Whether it does not return unless it is cancelled.
        var isPatient: Bool {
            plan.steps.contains { if case .wait = $0 { true } else { false } }
        }
    }

    /// A composition that has been asked for.
    private final class Scope {
        let isSequence: Bool
        let parent: Scope?
        var rest: ArraySlice<Plan>
        var isCut = false
        var hasEnded = false
        var works: [Work] = []
        var scopes: [Scope] = []

        init(_ parts: [Plan], isSequence: Bool, in parent: Scope?) {
            (rest, self.isSequence, self.parent) = (parts[...], isSequence, parent)
        }

        var isDead: Bool { isCut || parent?.isDead ?? false }
        /// The operations in it and in the compositions within.
        var allWorks: [Work] { works + scopes.flatMap(\.allWorks) }
    }

    private enum Named {
        case work(Work)
        case scope(Scope)
    }

    /// An item of the remaining work in this macrostep; the next one is the last of the list.
    private enum Item {
        case letter(Letter)
        case plan(Plan, Scope?)
        case goOn(Scope)
        /// A sequence goes on now or, if its step takes longer, in a macrostep of its own.
        case goOnInTime(Scope, Letter)
    }

    private var agenda: [Item] = []
    private var names: [Int: Named] = [:]
    private var works: [Int: Work] = [:]
    /// Sequences whose step takes longer, by the letter with which they go on.
    private var waiting: [Int: Scope] = [:]
    private var processed: Set<Int> = []
    private var accepted: [(letter: Letter, work: Int)] = []
    private var latestFromOutside = 0
    private var hasEnded = false

    /// How many events of operations were processed, and how many operations cancelled.
    private(set) var heard = 0
    private(set) var cancellations = 0

    func note(_ note: PlayerNote) {
        switch note {
        case .processed(let letter): process(letter)
        case .began(let number):
            while works[number] == nil, deferTop() {}
            guard let work = works[number] else { return expectThat(false, "operation \(number) begins unasked") }
            expectThat(!work.hasBegun, "operation \(number) begins again")
            work.hasBegun = true
        case .accepted(let letter):
            if case .operation(let number) = letter.origin { accepted.append((letter, number)) }
        case .returned(let number): works[number]?.hasReturned = true
        }
    }

    // MARK: - Events

    private func process(_ letter: Letter) {
        expectThat(!hasEnded, "\(letter.number) is processed after the end")
        expectThat(processed.insert(letter.number).inserted, "\(letter.number) is processed twice")
        switch letter.origin {
        case .action: processAction(letter)
        case .outside, .operation, .end:
            while deferTop() {}
            if let due { expectThat(false, "\(letter.number) is processed where \(due.number) was due") }
            processFirst(letter)
        }
        agenda += letter.answer.reversed().map { .plan($0, nil) }
        settle()
    }

    private func processAction(_ letter: Letter) {
        while true {
            switch agenda.last {
            case .letter(let due):
                agenda.removeLast()
                return expectThat(
                    due.number == letter.number, "\(letter.number) is processed where \(due.number) was due")
            case .goOnInTime(let scope, let marker) where marker.number == letter.number:
                agenda.removeLast()
                return goOn(scope, with: letter)
            case .goOnInTime: _ = deferTop()
            case nil, .plan, .goOn:
                guard let scope = waiting.removeValue(forKey: letter.number) else {
                    return expectThat(false, "\(letter.number) is processed, which nobody has answered")
                }
                expectThat(!scope.isDead, "a sequence goes on with \(letter.number) after it was cancelled")
                return goOn(scope, with: letter)
            }
        }
    }

    private func processFirst(_ letter: Letter) {
        switch letter.origin {
        case .action: break
        case .outside:
            expectThat(letter.number > latestFromOutside, "\(letter.number) overtakes \(latestFromOutside)")
            latestFromOutside = letter.number
        case .operation(let number):
            guard let work = works[number] else { return expectThat(false, "operation \(number) was not asked for") }
            expectThat(!work.isCancelled, "\(letter.number) of operation \(number) is processed after it was cancelled")
            expectThat(!work.hasEnded, "\(letter.number) of operation \(number) is processed after its end")
            expectThat(letter.number > work.latest, "\(letter.number) overtakes \(work.latest)")
            work.latest = letter.number
            heard += 1
        case .end: hasEnded = true
        }
    }

    // MARK: - Effects

    private var due: Letter? {
        guard case .letter(let letter)? = agenda.last else { return nil }
        return letter
    }

    /// Does everything up to the next event.
    private func settle() {
        while let item = agenda.last {
            switch item {
            case .letter, .goOnInTime: return
            case .plan(let plan, let scope):
                agenda.removeLast()
                carryOut(plan, in: scope)
            case .goOn(let scope):
                agenda.removeLast()
                advance(scope)
            }
        }
    }

    /// Finds that a sequence does not go on in this macrostep.
    ///
    /// - Returns: Whether there was a sequence that might have done so now.
    private func deferTop() -> Bool {
        guard case .goOnInTime(let scope, let letter)? = agenda.last else { return false }
        agenda.removeLast()
        waiting[letter.number] = scope
        settle()
        return true
    }

    private func carryOut(_ plan: Plan, in scope: Scope?) {
        switch plan {
        case .letters(let letters), .action(let letters): agenda += letters.reversed().map { .letter($0) }
        case .operation(let plan):
            let work = Work(plan, in: scope)
            take(plan.name, for: .work(work))
            scope?.works.append(work)
            works[plan.number] = work
        case .cancel(let name): take(name, for: nil)
        case .sequence(let name, let parts): open(parts, name: name, isSequence: true, in: scope)
        case .combination(let name, let parts): open(parts, name: name, isSequence: false, in: scope)
        }
    }

    private func open(_ parts: [Plan], name: Int?, isSequence: Bool, in parent: Scope?) {
        let scope = Scope(parts, isSequence: isSequence, in: parent)
        take(name, for: .scope(scope))
        parent?.scopes.append(scope)
        agenda.append(.goOn(scope))
    }

    private func advance(_ scope: Scope) {
        guard !scope.isDead, let part = scope.rest.popFirst() else { return }
        agenda.append(.goOn(scope))
        agenda.append(.plan(part, scope))
        switch part {
        case .letters, .action: break
        case .operation, .cancel, .sequence, .combination:
            // Behind such a step there is a letter that tells when it is over.
            guard scope.isSequence, case .letters(let markers)? = scope.rest.popFirst() else { return }
            agenda.removeLast(2)
            agenda += markers.map { .goOnInTime(scope, $0) } + [.plan(part, scope)]
        }
    }

    private func goOn(_ scope: Scope, with letter: Letter) {
        for work in scope.allWorks {
            expectThat(work.isOver, "\(letter.number) is processed before operation \(work.plan.number) has returned")
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

    /// Cancels what bears a name, and gives the name to another.
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

    /// Cancels the steps that come after one that was cancelled.
    private func cut(_ scope: Scope?) {
        var scope = scope
        while let sequence = scope, sequence.isSequence {
            sequence.isCut = true
            scope = sequence.parent
        }
    }
}

// MARK: - What has to have happened

extension PlanModel {
    /// Checks that nothing is missing when nothing more can happen.
    func checkQuiet(letters: [Letter]) {
        while deferTop() {}
        if let due { expectThat(false, "\(due.number) was due and is not processed") }
        for letter in letters { expectThat(processed.contains(letter.number), "\(letter.number) is lost") }
        for (number, work) in works {
            expectThat(work.hasBegun || work.isCancelled, "operation \(number) does not begin")
            let returns = work.isCancelled || !work.isPatient
            expectThat(
                work.isOver == returns,
                returns ? "operation \(number) does not end" : "operation \(number) was cancelled")
        }
        for (letter, number) in accepted where works[number]?.isCancelled == false {
            expectThat(processed.contains(letter.number), "\(letter.number) of operation \(number) is lost")
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
