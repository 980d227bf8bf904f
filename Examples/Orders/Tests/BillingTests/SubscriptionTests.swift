import Billing
import Commons
import Oak
import OakDurable
import OakGraph
import OakTesting
import Testing

@Suite("Subscriptions")
struct SubscriptionTests {
    /// The part of a state that decides; the number of the period is only counted.
    struct Shape: Hashable {
        let name: String
        let declines: Int
        let isUnreachable: Bool

        init(_ state: Subscription.State) {
            let invoice: Invoice?
            switch state {
            case .charging(let its): (name, invoice) = ("charging", its)
            case .active(let its): (name, invoice) = ("active", its)
            case .pastDue(let its): (name, invoice) = ("pastDue", its)
            case .suspended(let its): (name, invoice) = ("suspended", its)
            case .trial: (name, invoice) = ("trial", nil)
            case .ended(let end, _): (name, invoice) = (end.rawValue, nil)
            }
            declines = min(invoice?.declines ?? 0, Office.plan.patience)
            isUnreachable = invoice?.isUnreachable ?? false
        }
    }

    @Test("A subscription can end from each state, and a charge that is answered leads to a phase")
    func graph() {
        let graph = StateGraph(
            of: Subscription.self, from: [.trial(Office.plan)],
            events: .events(.pay, .cancel)
                .answers(of: "trial", .due).answers(of: "period", .due).answers(of: "pause", .due)
                .answers(of: "lapse", .lapse)
                .answers(
                    of: "charge", sending: [.unreachable],
                    endingWith: [.gateway(.approved), .gateway(.declined)]),
            showing: Shape.init)
        let report = graph.check(
            [.termination, .deadEnds, .sinks, .consistency, .undeclaredAnswers, .unansweredEffects, .postponedForEver],
            properties: [
                .always("Something is under way until the end") {
                    $0.isTerminal || !Subscription.activities(in: $0).isEmpty
                },
                .everyTransition("Only an approved charge begins a paid period") { step in
                    guard case .active = step.after, step.before != step.after else { return true }
                    return step.event == .gateway(.approved)
                },
                .everyTransition("Nobody is suspended before the third decline") { step in
                    guard case .suspended(let invoice) = step.after else { return true }
                    return invoice.declines >= invoice.plan.patience
                },
            ])
        #expect(report.verdict == .holds, "\(report)")
    }

    @Test("A payment in trouble charges at once; during a charge it changes nothing, and a cancellation waits")
    func payments() {
        var late = Office.invoice
        late.declines = 1
        expectTransitions(of: Subscription.self, from: .pastDue(late))
            .on(.pay, to: .charging(late))
            .on(.pay, to: .charging(late))
            .on(.cancel, to: .charging(late), effect: .postpone)
        expectTransition(
            of: Subscription.self, from: .suspended(late), on: .cancel, to: .ended(.cancelled, paidPeriods: 0))
    }

    @Test("Each phase has its tags, and only those in trouble have the tag of the query")
    func tags() {
        var late = Office.invoice
        late.declines = 1
        var patience = Office.invoice
        patience.declines = 3
        let phases: [(Subscription.State, Subscription.State.Phase)] = [
            (.trial(Office.plan), .trial), (.charging(Office.invoice), .active), (.charging(late), .pastDue),
            (.charging(patience), .suspended), (.active(Office.invoice), .active), (.pastDue(late), .pastDue),
            (.suspended(patience), .suspended), (.ended(.lapsed, paidPeriods: 0), .ended),
        ]
        for (state, phase) in phases {
            let tags = Subscription.tags(in: state)
            #expect(tags["phase"] == .text(phase.rawValue))
            #expect((tags["trouble"] == "payment") == (phase == .pastDue || phase == .suspended))
        }
    }

    @Test("A file has a customer in each line, and each customer once")
    func file() throws {
        let customers = try Customer.list(of: "id,cents\nkim,990\r\nrobin,1500\n")
        #expect(customers.map(\.id) == ["kim", "robin"] && customers.map(\.price.cents) == [990, 1500])
        for line in ["kim", "kim,", ",5", "kim,-5", "kim,5,6", "robin,7"] {
            #expect(throws: UnreadableLine.self) { try Customer.list(of: "id,cents\nrobin,1\n\(line)") }
        }
    }
}
