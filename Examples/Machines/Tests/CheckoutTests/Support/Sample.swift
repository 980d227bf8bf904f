import Oak
import OakTesting
import Parts

@testable import Checkout

/// A purchase to try things with, step by step.
enum Sample {
    static let address = Address(name: "Kim", country: "DE", postcode: "12345")
    static let parcel = Parcel(address: address, grams: 1000)
    static let offer = Offer("standard", price: Money(cents: 490), days: 2...3)
    static let delivery = Delivery(parcel: parcel, offer: offer)
    static let cart = Cart(items: [Cart.Item(name: "Pot", quantity: 1, price: Money(cents: 1000), grams: 1000)])
    static let amount = Money(cents: 1490)
    static let card = Card(number: "4242424242424242", expiry: Month(12, of: 2039))
    static let cardTexts: [Card.Field: String] = [.number: "4242 4242 4242 4242", .expiry: "12/39"]

    static func reference(_ attempt: Int) -> Charge.Reference { Charge.Reference(order: "A", attempt: attempt) }

    static func approval(_ attempt: Int = 1) -> Approval {
        Approval(reference(attempt), card: "•••• 4242", amount: amount)
    }

    static func charge(_ attempt: Int = 1, pin: String? = nil, amount: Money = amount, card: Card = card) -> Charge {
        Charge(reference: reference(attempt), card: card, amount: amount, pin: pin)
    }

    static func order(id: String = "A") -> Order {
        Order(id: id, cart: cart, delivery: delivery, approval: approval())
    }

    /// A payment at a step, with the card filled in.
    static func payment(_ step: Payment.State.Step, attempts: Int = 0) -> Payment.State {
        var state = Payment.State(order: "A", amount: amount, attempts: attempts)
        state.form = CardForm.State(cardTexts)
        state.step = step
        return state
    }

    /// A checkout at a step.
    static func checkout(_ step: Checkout.State.Step, attempts: Int = 0) -> Checkout.State {
        var state = Checkout.State(id: "A", cart: cart)
        state.attempts = attempts
        state.step = step
        return state
    }

    static func waiting(_ attempt: Int = 1) -> Payment.State.Step {
        .authorizing(card, .asking(charge(attempt), .waiting(charge(attempt))))
    }
}

/// Records entries from several tasks.
actor Diary<Entry: Sendable> {
    private(set) var entries: [Entry] = []

    func note(_ entry: Entry) { entries.append(entry) }
}
