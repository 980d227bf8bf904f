import Oak

/// A durable instance between a sender and a bank, of which the process may die between any two steps.
///
/// The instance is a payment: an order begins an activity that charges it, and the answer of the bank ends it. Another
/// order before that replaces the first, which an action recalls.
enum Recovery: Transducer {
    /// An event, by its place in ``State/deliveries``, which is also its deduplication key if it has one.
    typealias Order = Int

    struct State: Hashable {
        var deliveries: [Delivery]
        var store = Store()
        var process: Process?
        var bank: Set<Charge> = []
        var recalled: Set<Charge> = []
        var attempts = 0
        let fault: Fault?

        /// Creates a state in which no process runs and no order has been sent.
        init(_ orders: [Identification], fault: Fault? = nil) {
            deliveries = orders.map { Delivery(identification: $0) }
            self.fault = fault
        }
    }

    /// An order from the point of view of its sender.
    struct Delivery: Hashable {
        let identification: Identification
        var progress = Progress.unsent
    }

    enum Identification: Hashable {
        /// The sender sends the order again until it is acknowledged.
        case deduplicationKey
        /// The sender sends the order once, for a repetition would be another order.
        case none
    }

    /// The sender of an order without a key may not learn whether it was durable.
    enum Progress: Hashable { case unsent, sent, acknowledged, unknown }

    /// A charge of an order under an idempotency key: the bank carries out the first of each key.
    struct Charge: Hashable {
        let order: Order
        let key: Int
    }

    /// The machine of the instance. The key is the number of the macrostep that began the activity.
    enum Payment: Hashable { case idle, charging(Charge) }

    /// The row of the instance.
    struct Instance: Hashable {
        var number = 0
        var payment = Payment.idle
    }

    struct Store: Hashable {
        var instance = Instance()
        var inbox: [Order] = []
        var received: Set<Order> = []
        var journal: [Cause] = []
    }

    enum Cause: Hashable { case order(Order), answer(to: Order) }

    enum Change: Hashable {
        case receive(Order)
        case step(Instance, Cause)
        /// Deletes a consumed event in a transaction of its own; only a fault does so.
        case delete(Order)
    }

    /// The memory of a process, which is lost in a crash.
    struct Process: Hashable {
        /// The instance, unless it is at rest.
        var live: Live?
        /// Orders on their way to the machine, of which the store need not know.
        var arrivals: [Order] = []
        /// The changes of the transaction under way, followed by the changes that wait for a transaction.
        var queue: [Change] = []
        var writer = Writer.idle
        /// The orders that are durable and not yet acknowledged.
        var answers: Set<Order> = []
        /// The number of activities begun; only a fault counts them.
        var begun = 0
    }

    enum Writer: Hashable { case idle, writing(count: Int) }

    /// An instance in memory, whose last macrosteps may not be durable yet.
    struct Live: Hashable {
        var instance: Instance
        var taken: Set<Order> = []
        var activity: Activity?
    }

    enum Activity: Hashable {
        case begun(Charge)
        case charged(Charge)

        var charge: Charge {
            switch self {
            case .begun(let charge), .charged(let charge): charge
            }
        }
    }

    enum Event: Hashable {
        case processStarts, processDies
        case send(Order), acknowledge(Order)
        case write, commit, commitFails
        /// The transaction is durable, and the process hears that it has failed.
        case answerIsLost
        case wake, putAway, takeFromInbox, takeArrival
        case activityBegins, bankCharges, bankAnswers
    }

    enum Fault: CaseIterable, Hashable {
        case activityBeginsBeforeCommit, actionRunsBeforeCommit, acknowledgedBeforeCommit
        case keyOfAttempt, keyOfProcess
        case eventDeletedBefore, eventDeletedAfter, repetitionNotRecognised, arrivalTakenFromInbox
        case aheadAfterFailedCommit, eventsDoNotWake
    }

    static func update(_ state: inout State, event: Event) {
        switch event {
        case .processStarts: state.start()
        case .processDies: state.die()
        case .send(let order): state.send(order)
        case .acknowledge(let order): state.acknowledge(order)
        case .write: state.write()
        case .commit: state.commit()
        case .commitFails: state.failCommit()
        case .answerIsLost: state.loseAnswer()
        case .wake: state.wake()
        case .putAway: state.putAway()
        case .takeFromInbox: state.takeFromInbox()
        case .takeArrival: state.takeArrival()
        case .activityBegins: state.beginActivity()
        case .bankCharges: state.charge()
        case .bankAnswers: state.answer()
        }
    }
}
