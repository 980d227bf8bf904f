package import Oak
import OakTesting

/// Checks that each effect begins, may be cancelled, and ends, each once and in this order.
package final class EffectChecker<Machine: BaseTransducer>: @unchecked Sendable {
    private enum Standing { case live, cancelled, ended }

    private var standings: [Int: Standing] = [:]
    /// The operation that has ended in the occurrence before, with its result as an event.
    private var answering: Int?
    /// The operations that were not cancelled, and of which no event was taken.
    package private(set) var unheard: Set<Int> = []
    package private(set) var cancellations = 0
    package private(set) var isOver = false

    /// The number of effects that have begun and not ended.
    package var live: Int { standings.values.count { $0 != .ended } }

    package init() {}

    /// An observer for one run.
    package var observer: MachineObserver<Machine> { MachineObserver(of: Machine.self) { self.observe($0) } }

    private func observe(_ occurrence: Occurrence<Machine.State, Machine.Event, Machine.Output>) {
        expectThat(!isOver, "something happens after the end")
        let answering = answering
        self.answering = nil
        switch occurrence {
        case .effectStarted(let effect) where effect.number > 0:
            expectThat(standings.updateValue(.live, forKey: effect.number) == nil, "\(effect) begins again")
            if effect.kind == .operation { unheard.insert(effect.number) }
        case .effectCancelled(let effect, _):
            cancellations += 1
            unheard.remove(effect.number)
            expectThat(standings.updateValue(.cancelled, forKey: effect.number) == .live, "\(effect) is cancelled")
        case .effectEnded(let effect, let error):
            expectThat(error == nil, "\(effect) ends with \(String(describing: error))")
            let before = standings.updateValue(.ended, forKey: effect.number)
            if before == .live { self.answering = effect.number }
            expectThat(before == .live || before == .cancelled, "\(effect) ends; it was \(String(describing: before))")
        case .eventTaken(_, from: .operation(let number)):
            unheard.remove(number)
            expectThat(standings[number] == .live || number == answering, "an event of \(number) is taken")
        case .runEnded:
            isOver = true
            let left = standings.filter { $0.value != .ended }
            expectThat(left.isEmpty, "\(left) at the end")
        case .runStarted, .eventTaken, .eventPostponed, .eventUnexpected, .transition, .output, .effectStarted,
            .effectOverdue, .sendRejected:
            break
        }
    }
}
