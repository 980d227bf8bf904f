import Oak
import Orders

/// An order, its row in the store, the process that runs it, and the bank and the warehouse that it asks.
///
/// Transitions and activities are those of ``Order``. The process may end between any two events, and a request that it
/// has made may still arrive afterwards. Any number of crashes leads to finitely many states.
enum CrashModel: Transducer {
    struct State: Hashable, Sendable, Terminable {
        let bank: Bank
        var fault: Fault?
        var row: Row
        /// The messages of which the customer was told that they are kept.
        var acknowledged: Set<Message> = []
        var received: Set<Message> = []
        var inbox: [Message] = []
        /// The messages that durable macrosteps have processed.
        var journal: [Message] = []
        var process: Process?
        /// Requests of which nobody waits for the answer any more.
        var strays: Set<Request> = []
        var services = Services()
        /// The number of crashes; only a fault counts them.
        var crashes = 0

        /// The order has ended, and nothing is on its way to a service or to the store.
        var isTerminal: Bool { row.state.isTerminal && strays.isEmpty && process?.changes.isEmpty ?? true }
    }

    enum Bank: Hashable, Sendable {
        /// It decides once on each order, as ``Orders/Bank`` does. A request that has failed may arrive later.
        case knowsOrders
        /// It decides once on each key, and can always be reached.
        case knowsKeys
    }

    /// A message of the customer, under a deduplication key.
    enum Message: Hashable, Sendable, CaseIterable { case checkOut, cancel }

    /// An activity or a time-out of an order.
    enum Work: Hashable, Sendable, CaseIterable {
        case reserve, charge, ship, voidCharge, releaseStock
        case expiry, limit, pause
    }

    /// The row of an order in the store.
    struct Row: Hashable, Sendable {
        var state: Order.State
        var number = 0
        /// The macrostep that began each activity and time-out.
        var work: [Work: Int] = [:]
    }

    /// The memory of a process, which is lost in a crash.
    struct Process: Hashable, Sendable {
        /// The changes that are not durable yet, in order.
        var changes: [Change] = []
        var calls: [Work: Call] = [:]
    }

    enum Change: Hashable, Sendable { case receipt(Message), macrostep(Row, consuming: Message?) }

    enum Call: Hashable, Sendable { case asked(Request), answered(Order.Event) }

    /// An idempotency key; only a fault makes the crashes a part of it.
    struct Request: Hashable, Sendable {
        let work: Work
        let number: Int
        let crashes: Int
    }

    struct Services: Hashable, Sendable {
        /// `nil` until the warehouse has decided on the order.
        var reservation: Reservation?
        /// The decisions of the bank, by what it recognises.
        var isApproved: [Request: Bool] = [:]
        var isVoid = false
        var hasParcel = false

        enum Reservation: Hashable, Sendable { case reserved, released, refused }

        var charges: Int { isVoid ? 0 : isApproved.values.count(where: \.self) }
    }

    /// The answer of a service to a request.
    enum Luck: Hashable, Sendable { case agrees, refuses, isUnreachable }

    enum Event: Hashable, Sendable {
        case processStarts, processCrashes
        /// The customer sends a message for the first time or again.
        case send(Message)
        case receiptIsCommitted(isHeard: Bool), macrostepIsCommitted
        case machineTakesMessage, machineTakesAnswer(Work), timeoutFires(Work)
        case serviceAnswers(Work, Luck)
        case strayArrives(Request, Luck), strayIsLost(Request)
    }

    enum Fault: Hashable, Sendable, CaseIterable {
        case keyOfProcess, activityBeginsBeforeCommit, acknowledgedBeforeCommit, repetitionNotRecognised
        case activitiesForgotten, timeoutsForgotten
        /// The warehouse does not remember that an article was sold out.
        case refusalForgotten
        /// The bank cannot always be reached, and knows only keys, of which each attempt has another.
        case keyOfAttempt
    }

    static func update(_ state: inout State, event: Event) {
        switch event {
        case .processStarts: state.start()
        case .processCrashes: state.crash()
        case .send(let message): state.send(message)
        case .receiptIsCommitted(let isHeard): state.commitReceipt(isHeard)
        case .macrostepIsCommitted: state.commitMacrostep()
        case .machineTakesMessage: state.takeMessage()
        case .machineTakesAnswer(let work): state.takeAnswer(of: work)
        case .timeoutFires(let work): state.fire(work)
        case .serviceAnswers(let work, let luck): state.answer(work, luck)
        case .strayArrives(let request, let luck):
            if state.strays.remove(request) != nil { _ = state.serve(request, luck) }
        case .strayIsLost(let request): state.strays.remove(request)
        }
        state.strays = state.strays.filter(state.makesDifference)
    }
}

extension CrashModel.State {
    /// A cart that nobody has checked out.
    init(_ bank: CrashModel.Bank, _ fault: CrashModel.Fault? = nil) {
        self.bank = bank
        self.fault = fault
        row = CrashModel.Row(state: .cart(Shop.basket), work: [.expiry: 0])
    }

    /// The order as the process knows it.
    var live: CrashModel.Row? {
        guard let process else { return nil }
        for case .macrostep(let row, _) in process.changes.reversed() { return row }
        return row
    }

    /// The events that may come, in an order that is the same in each program.
    var events: [CrashModel.Event] {
        var events: [CrashModel.Event] = []
        for work in CrashModel.Work.allCases {
            for request in strays where request.work == work {
                events += work.luck.filter { $0 != .isUnreachable }.map { .strayArrives(request, $0) }
                events.append(.strayIsLost(request))
            }
        }
        guard let process, let live else { return events + [.processStarts] }
        if fault != .keyOfProcess || crashes < 2 { events.append(.processCrashes) }
        switch process.changes.first {
        case .receipt: events += [.receiptIsCommitted(isHeard: true), .receiptIsCommitted(isHeard: false)]
        case .macrostep: events.append(.macrostepIsCommitted)
        case nil: break
        }
        if !process.hasReceipt {
            events += CrashModel.Message.allCases.filter { !acknowledged.contains($0) }.map { .send($0) }
        }
        let canTake = !isWaiting && !live.state.isTerminal
        if canTake, nextMessage != nil { events.append(.machineTakesMessage) }
        for work in CrashModel.Work.allCases {
            switch process.calls[work] {
            case .asked: events += luck(of: work).map { .serviceAnswers(work, $0) }
            case .answered: if canTake { events.append(.machineTakesAnswer(work)) }
            case nil: if canTake, work.isTimeout, live.work[work] != nil { events.append(.timeoutFires(work)) }
            }
        }
        return events
    }

    private func luck(of work: CrashModel.Work) -> [CrashModel.Luck] {
        work.luck.filter { $0 != .isUnreachable || bank == .knowsOrders || fault == .keyOfAttempt }
    }
}

// MARK: The process and its store

extension CrashModel.State {
    fileprivate mutating func start() {
        guard process == nil else { return }
        process = CrashModel.Process()
        if fault == .timeoutsForgotten { row.work = row.work.filter { !$0.key.isTimeout } }
        if fault == .activitiesForgotten { row.work = row.work.filter(\.key.isTimeout) }
        beginActivities()
    }

    fileprivate mutating func crash() {
        for call in process?.calls ?? [:] { leave(call.value) }
        process = nil
        if fault == .keyOfProcess { crashes += 1 }
    }

    fileprivate mutating func send(_ message: CrashModel.Message) {
        guard let process, !process.hasReceipt, !acknowledged.contains(message) else { return }
        self.process?.changes.append(.receipt(message))
        if fault == .acknowledgedBeforeCommit { acknowledged.insert(message) }
    }

    fileprivate mutating func commitReceipt(_ isHeard: Bool) {
        guard case .receipt(let message) = process?.changes.first else { return }
        process?.changes.removeFirst()
        let isNew = !received.contains(message)
        // The store tells the sender that the order has ended.
        if isNew, row.state.isTerminal { return }
        received.insert(message)
        if isHeard { acknowledged.insert(message) }
        if isNew || fault == .repetitionNotRecognised && !row.state.isTerminal { inbox.append(message) }
    }

    fileprivate mutating func commitMacrostep() {
        guard case .macrostep(let new, let message) = process?.changes.first else { return }
        process?.changes.removeFirst()
        row = new
        if let message, let place = inbox.firstIndex(of: message) {
            inbox.remove(at: place)
            journal.append(message)
        }
        if live == row { beginActivities() }
    }

    /// An activity begins when everything before it is durable.
    private mutating func beginActivities() {
        for (work, number) in live?.work ?? [:] where !work.isTimeout && process?.calls[work] == nil {
            process?.calls[work] = .asked(.init(work: work, number: number, crashes: crashes))
        }
    }
}

// MARK: The machine

extension CrashModel.State {
    /// Whether the machine waits until the activities of its last macrostep have begun.
    private var isWaiting: Bool {
        guard let process, let live else { return true }
        return live.work.keys.contains { !$0.isTimeout && process.calls[$0] == nil }
    }

    private var nextMessage: CrashModel.Message? {
        var rest = inbox
        for case .macrostep(_, let message?) in process?.changes ?? [] {
            if let place = rest.firstIndex(of: message) { rest.remove(at: place) }
        }
        return rest.first
    }

    fileprivate mutating func takeMessage() {
        guard let message = nextMessage else { return }
        take(message == .checkOut ? .checkOut : .cancel, consuming: message)
    }

    fileprivate mutating func takeAnswer(of work: CrashModel.Work) {
        if case .answered(let event) = process?.calls[work] { take(event) }
    }

    fileprivate mutating func fire(_ work: CrashModel.Work) {
        guard live?.work[work] != nil, let event = work.timeoutEvent else { return }
        take(event)
    }

    private mutating func take(_ event: Order.Event, consuming message: CrashModel.Message? = nil) {
        guard !isWaiting, var row = live, !row.state.isTerminal else { return }
        _ = Order.update(&row.state, event: event)
        row.number += 1
        let named = row.state.isTerminal ? [] : Order.activities(in: row.state).compactMap(CrashModel.Work.init)
        row.work = Dictionary(uniqueKeysWithValues: named.map { ($0, row.work[$0] ?? row.number) })
        process?.changes.append(.macrostep(row, consuming: message))
        for (work, call) in process?.calls ?? [:] where row.work[work] == nil {
            process?.calls[work] = nil
            leave(call)
        }
        if fault == .activityBeginsBeforeCommit { beginActivities() }
    }
}

// MARK: The services

extension CrashModel.State {
    fileprivate mutating func answer(_ work: CrashModel.Work, _ luck: CrashModel.Luck) {
        guard case .asked(let request) = process?.calls[work] else { return }
        if luck == .isUnreachable {
            leave(.asked(request))
            process?.calls[work] = .answered(.bank(.unreachable))
        } else {
            let event = serve(request, luck)
            process?.calls[work] = .answered(event)
        }
    }

    /// Forgets a call, whose request may still be on its way.
    private mutating func leave(_ call: CrashModel.Call) {
        if case .asked(let request) = call { strays.insert(recognised(request)) }
    }

    /// The request without the parts that no service looks at.
    private func recognised(_ request: CrashModel.Request) -> CrashModel.Request {
        if bank == .knowsKeys, request.work == .charge { return request }
        return CrashModel.Request(work: request.work, number: 0, crashes: 0)
    }

    /// Whether a service may do anything when a request arrives, other than repeat its answer.
    fileprivate func makesDifference(_ request: CrashModel.Request) -> Bool {
        switch request.work {
        case .reserve: services.reservation == nil
        case .charge: !services.isVoid && services.isApproved[request] == nil
        case .ship: !services.hasParcel
        case .voidCharge: !services.isVoid
        case .releaseStock: services.reservation != .released
        case .expiry, .limit, .pause: false
        }
    }

    /// Lets a request arrive, as in ``Bank`` and ``Warehouse``.
    fileprivate mutating func serve(_ request: CrashModel.Request, _ luck: CrashModel.Luck) -> Order.Event {
        switch request.work {
        case .charge:
            guard !services.isVoid else { return .bank(.declined("the charge is void")) }
            let request = recognised(request)
            let isApproved = services.isApproved[request] ?? (luck == .agrees)
            services.isApproved[request] = isApproved
            return .bank(isApproved ? .approved : .declined("not enough money"))
        case .voidCharge:
            services.isVoid = true
            return .undone(.voidCharge)
        case .releaseStock:
            services.reservation = .released
            return .undone(.releaseStock)
        case .ship:
            services.hasParcel = true
            return .sent(parcel: 1)
        case .reserve, .expiry, .limit, .pause:
            let decision = services.reservation ?? (luck == .agrees ? .reserved : .refused)
            if decision != .refused || fault != .refusalForgotten { services.reservation = decision }
            return .stock(decision == .refused ? .soldOut(article: "tea") : .reserved)
        }
    }
}

extension CrashModel.Process {
    fileprivate var hasReceipt: Bool { changes.contains { if case .receipt = $0 { true } else { false } } }
}

extension CrashModel.Work {
    /// The model's name for an activity of the machine.
    init?(_ effect: Order.Effect) {
        guard let work = effect.id.flatMap({ Self.ids[$0] }), work.isTimeout == (effect.delay != nil) else {
            return nil
        }
        self = work
    }

    private static let ids = Dictionary(uniqueKeysWithValues: allCases.map { ($0.id, $0) })

    private var id: EffectID {
        switch self {
        case .voidCharge: EffectID(Undoing.Step.voidCharge)
        case .releaseStock: EffectID(Undoing.Step.releaseStock)
        case .reserve, .charge, .ship, .expiry, .limit, .pause: EffectID("\(self)")
        }
    }

    var isTimeout: Bool { timeoutEvent != nil }

    fileprivate var timeoutEvent: Order.Event? {
        switch self {
        case .expiry: .expire
        case .limit: .tooLate
        case .pause: .tryAgain
        case .reserve, .charge, .ship, .voidCharge, .releaseStock: nil
        }
    }

    fileprivate var luck: [CrashModel.Luck] {
        switch self {
        case .charge: [.agrees, .refuses, .isUnreachable]
        case .reserve: [.agrees, .refuses]
        case .ship, .voidCharge, .releaseStock, .expiry, .limit, .pause: [.agrees]
        }
    }
}
