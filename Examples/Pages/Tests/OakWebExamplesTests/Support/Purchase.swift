import Checkout
import Parts

/// A purchase in each of its states, named by its history.
enum Purchase {
    static let number = "5555555555554444"
    static let wrongPIN = "9876"
    static let problem = Problem("The sky has fallen.", advice: "Hold it up.")
    static let offers = [
        Offer("standard", price: Money(cents: 640), days: 2...3),
        Offer("express", price: Money(cents: 1340), days: 1...1),
    ]

    static let address = state([])
    static let mistaken = state([.shipping(.form(.enter(.country, "Germany")))])
    static let quoting = state(addressed)
    static let unanswered = state(addressed + [.shipping(.quoting(.failed(problem)))])
    static let refused = state(addressed + [.shipping(.quoting(.answered(.refused(problem))))])
    static let choosing = state(offered)
    static let card = state(delivered)
    static let cardTyped = state(delivered + typing)
    static let confirming = state(carded)
    static let asking = state(charged)
    static let bankFailed = state(charged + [bank(.failed(problem))])
    static let declined = state(charged + [bank(.answered(.declined(problem)))])
    static let challenged = state(charged + [bank(.answered(.pinNeeded(triesLeft: 3)))])
    static let challengedAgain = state(
        charged + [bank(.answered(.pinNeeded(triesLeft: 3))), .payment(.authorization(.pin(wrongPIN)))]
            + [bank(.answered(.pinNeeded(triesLeft: 1)))])
    static let placing = state(approved)
    static let orderFailed = state(approved + [.placing(.failed(problem))])
    static let placed = state(approved + [.placing(.answered(Receipt(number: 7, file: "orders")))])
    static let cancelled = state(carded + [.cancel])

    static let samples = [
        address, mistaken, quoting, unanswered, refused, choosing, card, cardTyped, confirming, asking, bankFailed,
        declined, challenged, challengedAgain, placing, orderFailed, placed, cancelled,
    ]

    // Events that an effect would send are included.

    private static let addressed: [Checkout.Event] = [
        .shipping(.form(.enter(.name, "Kim"))), .shipping(.form(.enter(.country, "DE"))),
        .shipping(.form(.enter(.postcode, "12345"))), .shipping(.form(.submit)),
    ]
    private static let offered = addressed + [.shipping(.quoting(.answered(.offers(offers))))]
    private static let delivered = offered + [.shipping(.choose("standard"))]
    private static let typing: [Checkout.Event] = [
        .payment(.form(.enter(.number, number))), .payment(.form(.enter(.expiry, "12/39"))),
    ]
    private static let carded = delivered + typing + [.payment(.form(.submit))]
    private static let charged = carded + [.payment(.confirm)]
    private static let approval = Approval(
        Charge.Reference(order: "A", attempt: 1), card: "•••• 4444", amount: Money(cents: 4880))
    private static let approved = charged + [bank(.answered(.approved(approval)))]

    private static func bank(_ event: BankCall.Event) -> Checkout.Event { .payment(.authorization(.bank(event))) }

    private static func state(_ events: [Checkout.Event]) -> Checkout.State {
        var state = Checkout.State(id: "A", cart: .sample)
        for event in events { _ = Checkout.update(&state, event: event) }
        return state
    }
}
