public import Checkout
import Oak
import Parts
import PartsTerminal
public import Terminal

/// The checkout in a terminal.
///
/// Every state is a page of a few lines; a page is shown if it differs from the previous one.
public struct CheckoutFrontEnd: FrontEnd {
    public typealias Machine = Checkout

    /// Creates a front end.
    public init() {}

    public let introduction = "A checkout: delivery, payment, order."
    public let vocabulary: Set<String> = [
        "name", "country", "postcode", "number", "expiry", "continue", "standard", "express", "confirm", "retry",
        "back",
        "cancel",
    ]

    public func commands(in state: Checkout.State) -> [Command<Checkout>] { state.actions.map(Command.init) }

    public func question(in state: Checkout.State) -> Question<Checkout.Event>? { state.prompt.map(Question.init) }

    public func isWorking(in state: Checkout.State) -> Bool { state.isWorking }

    public func opening(in state: Checkout.State) -> [Line] {
        state.cart.items.map { item in "  \(item.quantity) × \(item.name), \(item.price)" }
            + ["  \(state.cart.total) for \(state.cart.grams) g"]
            + [
                Line("Cards to try: 4242 4242 4242 4242 pays up to €200.00 and has the PIN 1234;", .faint),
                Line("5555 5555 5555 4444 pays up to €20.00. Both expire 12/39.", .faint),
                Line("The PIN is needed above €50.00.", .faint),
            ] + page(of: state)
    }

    public func report(_ event: Checkout.Event, from old: Checkout.State, to new: Checkout.State) -> [Line] {
        switch event {
        case .shipping(.form), .payment(.form):
            // An answer that changes nothing, such as a repeated mistake, still gets a reply.
            return page(of: new)
        case .payment(.back), .changeDelivery:
            let calledOff = isAuthorizing(old) ? [Line("The payment was called off.")] : []
            return calledOff + page(of: new)
        case .shipping, .payment, .placing, .cancel:
            let page = page(of: new)
            return page == self.page(of: old) ? [] : page
        }
    }

    private func isAuthorizing(_ state: Checkout.State) -> Bool {
        guard case .payment(_, let inner) = state.step, case .authorizing = inner.step else { return false }
        return true
    }

    private func page(of state: Checkout.State) -> [Line] {
        switch state.step {
        case .shipping(let inner): shippingPage(inner)
        case .payment(_, let inner): paymentPage(inner)
        case .placing(_, .failed(_, let problem)): Line.explaining(problem) + [.typing(state.actions)]
        case .placing(let order, .waiting), .placing(let order, .answered):
            ["\(order.approval.amount) reserved on \(order.approval.card).", "Placing the order …"]
        case .placed(let order, let receipt):
            [
                Line("Order \(receipt.number) is placed.", .heading),
                Line("\(order.approval.amount), \(order.delivery.offer.time). Written to \(receipt.file)."),
            ]
        case .cancelled: ["Nothing was bought."]
        }
    }

    private func shippingPage(_ state: Shipping.State) -> [Line] {
        switch state.step {
        case .entering:
            FormPage(state.form, title: "Where does the parcel go?", submit: "see what delivery costs").lines
        case .quoting(.failed(_, let problem)), .refused(let problem):
            Line.explaining(problem) + [.typing(state.actions)]
        case .quoting(.waiting), .quoting(.answered): ["Asking the carrier …"]
        case .choosing(let parcel, let offers):
            [Line("How is it to be delivered to \(parcel.address.postcode), \(parcel.address.country)?", .heading)]
                + offers.map { "  \($0.id): \($0.price), \($0.time)" }
        }
    }

    private func paymentPage(_ state: Payment.State) -> [Line] {
        switch state.step {
        case .entering(let declined):
            (declined.map { [Line("Declined: \($0.reason)", .failure), Line($0.advice)] } ?? [])
                + FormPage(state.form, title: "Which card pays \(state.amount)?", submit: "go on with this card").lines
        case .confirming(let card):
            [Line("Pay \(state.amount) with \(card)?", .heading), .typing(state.actions)]
        case .authorizing(let card, .asking(_, .failed(_, let problem))):
            [Line("The bank of \(card) has not approved.")] + Line.explaining(problem) + [.typing(state.actions)]
        case .authorizing(_, .challenged(let charge, let triesLeft)):
            charge.pin == nil
                ? [Line("The bank asks for the PIN.", .heading)]
                : [Line("That PIN is wrong. \(triesLeft) \(triesLeft == 1 ? "try" : "tries") left.", .failure)]
        case .authorizing(_, .asking), .authorizing(_, .approved), .authorizing(_, .declined):
            ["Asking the bank …"]
        }
    }
}
