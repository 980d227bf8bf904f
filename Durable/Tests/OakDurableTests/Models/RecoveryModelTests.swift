import OakGraph
import Testing

/// Proves the recovery of an instance on all states of its model.
struct RecoveryModelTests {
    typealias Property = TemporalProperty<Recovery>

    static let orders: [[Recovery.Identification]] = [
        [.deduplicationKey, .deduplicationKey], [.deduplicationKey, .none], [.none, .none],
    ]

    static let faultless = graph()

    static func graph(_ fault: Recovery.Fault? = nil, depth: Int? = nil) -> StateGraph<Recovery> {
        StateGraph(
            of: Recovery.self, from: orders.map { .init($0, fault: fault) },
            events: [
                .processStarts, .processDies, .send(0), .send(1), .acknowledge(0), .acknowledge(1), .write, .commit,
                .commitFails, .answerIsLost, .wake, .putAway, .takeFromInbox, .takeArrival, .activityBegins,
                .bankCharges,
                .bankAnswers,
            ], limits: .init(depth: depth, seconds: nil))
    }

    /// Events from outside need not come, and a process that crashes repeatedly makes progress at some time.
    static var fairness: Fairness<Recovery> {
        .strong { event in
            switch event {
            case .processDies, .send, .commitFails, .answerIsLost, .putAway: false
            case .processStarts, .acknowledge, .write, .commit, .wake, .takeFromInbox, .takeArrival: true
            case .activityBegins, .bankCharges, .bankAnswers: true
            }
        }
    }

    static var lostEvent: Property {
        Property.never("An acknowledged event is neither in the inbox nor consumed") { state in
            state.acknowledged.contains { !state.store.inbox.contains($0) && !state.store.hasConsumed($0) }
        }
    }

    static var repeatedEvent: Property {
        Property.never("An event is consumed twice") { $0.store.journal.count > Set($0.store.journal).count }
    }

    static var chargedTwice: Property {
        Property.never("The bank charges an order twice") { $0.bank.count > Set($0.bank.map(\.order)).count }
    }

    static var answeredUncharged: Property {
        Property.never("An order counts as charged, and the bank took it for another") { state in
            state.deliveries.indices.contains { order in
                state.store.journal.contains(.answer(to: order)) && !state.bank.contains { $0.order == order }
            }
        }
    }

    static var unnamedActivity: Property {
        Property.never("An activity runs that the committed state does not name") { state in
            guard let activity = state.process?.live?.activity else { return false }
            return state.store.instance.payment != .charging(activity.charge)
        }
    }

    static var actionAhead: Property {
        Property.never("An action recalls a charge that no durable macrostep has begun") { state in
            !state.recalled.allSatisfy { charge in
                let began = state.store.journal.dropFirst(charge.key - 1).first
                return began == .order(charge.order)
            }
        }
    }

    static func isConsumed(_ order: Recovery.Order) -> Property {
        Property.leadsTo(
            "Order \(order) is consumed once it is acknowledged", from: { $0.acknowledged.contains(order) },
            to: { $0.store.hasConsumed(order) }, under: fairness)
    }

    static func isAnsweredOrLeft(_ order: Recovery.Order) -> Property {
        Property.leadsTo(
            "The activity for order \(order) ends or is left", from: { $0.chargedOrder == order },
            to: { $0.chargedOrder != order }, under: fairness)
    }

    static var worksAhead: Property {
        Property.sometimes("Two macrosteps wait, of which the first is being written") { state in
            guard let process = state.process, case .writing(count: 1) = process.writer else { return false }
            return process.queue.count > 1
                && process.queue.allSatisfy { if case .step = $0 { true } else { false } }
        }
    }

    @Test func `Events are consumed exactly once and effects keep their keys, wherever the process crashes`() {
        let report = Self.faultless.check(
            [.determinism, .unhandledEvents, .deadEnds],
            properties: [
                Self.lostEvent, Self.repeatedEvent, Self.chargedTwice, Self.answeredUncharged, Self.unnamedActivity,
                Self.actionAhead,
                Self.worksAhead,
            ])
        #expect(report.verdict == .holds, "\(report)")
    }

    @Test func `An action may run for a macrostep that a crash loses and a different macrostep replaces`() {
        let property = Property.sometimes("A charge was recalled, and the bank's answer was taken all the same") {
            $0.recalled.contains(.init(order: 0, key: 1)) && $0.store.journal.prefix(2) == [.order(0), .answer(to: 0)]
        }
        #expect(Self.faultless.verdict(on: property) == .holds)
    }

    @Test func `Every acknowledged event is consumed, and every activity ends or is cancelled`() {
        let report = Self.faultless.check(
            [],
            properties: [0, 1].flatMap { [Self.isConsumed($0), Self.isAnsweredOrLeft($0)] })
        #expect(report.verdict == .holds, "\(report)")
    }

    typealias Planted = PlantedFault<Recovery, Recovery.Fault>

    static let plantedFaults = [
        Planted(fault: .activityBeginsBeforeCommit, finder: { unnamedActivity }, length: 5),
        Planted(fault: .activityBeginsBeforeCommit, finder: { chargedTwice }, length: 18),
        Planted(fault: .actionRunsBeforeCommit, finder: { actionAhead }, length: 6),
        Planted(fault: .acknowledgedBeforeCommit, finder: { lostEvent }, length: 2),
        Planted(fault: .keyOfAttempt, finder: { chargedTwice }, length: 13),
        Planted(fault: .keyOfProcess, finder: { answeredUncharged }, length: 20),
        Planted(fault: .eventDeletedBefore, finder: { lostEvent }, length: 7),
        Planted(fault: .eventDeletedAfter, finder: { repeatedEvent }, length: 12),
        Planted(fault: .repetitionNotRecognised, finder: { repeatedEvent }, length: 13),
        Planted(fault: .arrivalTakenFromInbox, finder: { repeatedEvent }, length: 14),
        Planted(fault: .aheadAfterFailedCommit, finder: { isConsumed(0) }, length: 9),
        Planted(fault: .eventsDoNotWake, finder: { isConsumed(0) }, length: 5),
    ]

    @Test(arguments: plantedFaults)
    func `A planted fault is found with a shortest path to it`(_ planted: Planted) throws {
        try planted.expect(in: Self.graph(planted.fault, depth: planted.length + 1))
    }

    @Test func `Every fault of the model is planted`() {
        #expect(Set(Self.plantedFaults.map(\.fault)) == Set(Recovery.Fault.allCases))
    }
}

extension Recovery.State {
    var acknowledged: [Recovery.Order] { deliveries.indices.filter { deliveries[$0].progress == .acknowledged } }

    /// The order whose activity the committed state names.
    var chargedOrder: Recovery.Order? {
        guard case .charging(let charge) = store.instance.payment else { return nil }
        return charge.order
    }
}

extension Recovery.Store {
    func hasConsumed(_ order: Recovery.Order) -> Bool { journal.contains(.order(order)) }
}
