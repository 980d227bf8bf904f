import Checkout
import MachineTool
import Oak
import OakGraph
import Parts

/// The shown part of a purchase, without addresses, cards and the number of attempts.
enum Purchase: Hashable {
    case shipping(ShippingStep)
    case payment(PaymentStep)
    case placing(Call)
    case placed
    case cancelled

    enum ShippingStep: Hashable {
        /// The field that is missing; `nil` for none.
        case entering(Address.Field?)
        case quoting(Call)
        case refused
        case choosing
    }

    enum PaymentStep: Hashable {
        case entering(Card.Field?)
        case confirming
        case authorizing(Bank)
    }

    enum Bank: Hashable {
        case asking(Call)
        case challenged, approved, declined
    }

    init(_ state: Checkout.State) {
        self =
            switch state.step {
            case .shipping(let inner): .shipping(ShippingStep(inner))
            case .payment(_, let inner): .payment(PaymentStep(inner))
            case .placing(_, let call): .placing(Call(call))
            case .placed: .placed
            case .cancelled: .cancelled
            }
    }
}

extension Purchase.ShippingStep {
    init(_ state: Shipping.State) {
        self =
            switch state.step {
            case .entering: .entering(state.form.focus)
            case .quoting(let call): .quoting(Call(call))
            case .refused: .refused
            case .choosing: .choosing
            }
    }
}

extension Purchase.PaymentStep {
    init(_ state: Payment.State) {
        self =
            switch state.step {
            case .entering: .entering(state.form.focus)
            case .confirming: .confirming
            case .authorizing(_, let inner): .authorizing(Purchase.Bank(inner))
            }
    }
}

extension Purchase.Bank {
    init(_ state: Authorization.State) {
        self =
            switch state {
            case .asking(_, let call): .asking(Call(call))
            case .challenged: .challenged
            case .approved: .approved
            case .declined: .declined
            }
    }
}

extension Machines {
    static var checkout: ExploredMachine {
        .machine(
            Checkout.self, from: [Checkout.State(id: "A", cart: .sample)],
            events: .generated { state in state.choices + state.answers }.namedByCases().includingAnswers(),
            showing: { Purchase($0) }, style: DiagramStyle(showsEffects: false),
            properties: [
                .sometimes("A purchase can be placed") { Purchase($0) == .placed },
                .never("An order is placed without the bank's approval") { state in
                    guard case .placing(let order, _) = state.step else { return false }
                    return order.approval.amount != order.cart.total + order.delivery.offer.price
                },
            ])
    }

    static var authorization: ExploredMachine {
        .machine(
            Authorization.self, from: card.map { [Authorization.State(charge(to: $0))] } ?? [],
            events: .generated { state in state.answers.map(Authorization.Event.bank) + [.bank(.ask), .pin("1234")] }
                .namedByCases().includingAnswers(),
            showing: { Purchase.Bank($0) })
    }

    private static var card: Card? {
        switch Card.read([.number: "4242 4242 4242 4242", .expiry: "12/39"]) {
        case .subject(let card): card
        case .objections: nil
        }
    }

    private static func charge(to card: Card) -> Charge {
        Charge(Charge.Reference(order: "A", attempt: 1), card: card, amount: Money(cents: 1490))
    }
}

extension Checkout.State {
    /// The events that a user may send, with one text for each field.
    var choices: [Checkout.Event] {
        let typed = prompt.flatMap { prompt in Self.texts[prompt.label].map { prompt.event($0) } }
        let chosen = actions.map(\.event).filter { event in
            switch event {
            // A field that is filled in is not asked for again.
            case .shipping(.form(.focus)), .payment(.form(.focus)): false
            case .shipping, .payment, .placing, .changeDelivery, .cancel: true
            }
        }
        return (typed.map { [$0] } ?? []) + chosen
    }

    private static let texts = [
        "name": "Kim", "country": "DE", "postcode": "12345", "number": "4242 4242 4242 4242", "expiry": "12/39",
        "PIN": "1234",
    ]

    /// The events that the services may send.
    var answers: [Checkout.Event] {
        switch step {
        case .shipping(let inner):
            switch inner.step {
            case .quoting(let call):
                call.answers(.offers([Self.offer]), .refused(.sample)).map { .shipping(.quoting($0)) }
            case .entering, .refused, .choosing: []
            }
        case .payment(_, let inner):
            switch inner.step {
            case .authorizing(_, let inner): inner.answers.map { .payment(.authorization(.bank($0))) }
            case .entering, .confirming: []
            }
        case .placing(_, let call): call.answers(Receipt(number: 1, file: "orders")).map(Checkout.Event.placing)
        case .placed, .cancelled: []
        }
    }

    private static let offer = Offer("standard", price: Money(cents: 490), days: 2...3)
}

extension Authorization.State {
    /// The events that the bank may send.
    var answers: [BankCall.Event] {
        switch self {
        case .asking(let charge, let call):
            call.answers(
                .approved(Approval(charge.reference, card: "•••• 4242", amount: charge.amount)),
                .pinNeeded(triesLeft: 2), .declined(.sample))
        case .challenged, .approved, .declined: []
        }
    }
}
