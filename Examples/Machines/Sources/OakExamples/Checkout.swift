import Checkout
import Oak
import Parts
import Terminal

extension Terminal<Checkout> {
    static var checkout: Self {
        Self(
            "A checkout: delivery, payment, order.",
            text: { state in
                switch state.step {
                case .shipping(let shipping): shipping.text
                case .payment(_, let payment): payment.text
                case .placing(_, .failed(_, let problem)): problem.text(offering: "retry or cancel")
                case .placing: "Placing the order …"
                case .placed(let order, let receipt):
                    "Order \(receipt.number) is placed for \(order.approval.amount). It is in \(receipt.file)."
                case .cancelled: "Nothing was bought."
                }
            },
            words: { state in
                switch state.step {
                case .shipping(let shipping): shipping.words.map { ($0, .shipping($1)) } + [("cancel", .cancel)]
                case .payment(_, let payment):
                    payment.words.map { ($0, .payment($1)) } + [("delivery", .changeDelivery), ("cancel", .cancel)]
                case .placing(_, .failed): [("retry", .placing(.ask)), ("cancel", .cancel)]
                case .placing, .placed, .cancelled: []
                }
            },
            answer: { state, line in
                switch state.step {
                case .shipping(let shipping): shipping.form.answer(line).map { .shipping(.form($0)) }
                case .payment(_, let payment):
                    if case .authorizing(_, .challenged) = payment.step {
                        .payment(.authorization(.pin(line.filter { !$0.isWhitespace })))
                    } else {
                        payment.form.answer(line).map { .payment(.form($0)) }
                    }
                case .placing, .placed, .cancelled: nil
                }
            })
    }
}

extension Shipping.State {
    fileprivate var text: String {
        switch step {
        case .entering: form.text
        case .quoting(.failed(_, let problem)): problem.text(offering: "retry or back")
        case .quoting: "Asking the carrier …"
        case .refused(let problem): problem.text(offering: "back")
        case .choosing(_, let offers): offers.map { "  \($0.id): \($0.price), \($0.time)" }.joined(separator: "\n")
        }
    }

    fileprivate var words: [(String, Shipping.Event)] {
        switch step {
        case .entering: form.words.map { ($0, .form($1)) }
        case .quoting(.failed): [("retry", .quoting(.ask)), ("back", .back)]
        case .quoting, .refused: [("back", .back)]
        case .choosing(_, let offers): offers.map { ($0.id, .choose($0.id)) } + [("back", .back)]
        }
    }
}

extension Payment.State {
    fileprivate var text: String {
        switch step {
        case .entering(let declined): (declined.map { "Declined: \($0.reason)\n" } ?? "") + form.text
        case .confirming(let card): "Pay \(amount) with \(card)? Type confirm or back."
        case .authorizing(_, .asking(_, .failed(_, let problem))): problem.text(offering: "retry or back")
        case .authorizing(_, .challenged(_, let triesLeft)): "The bank wants the PIN. Tries left: \(triesLeft)."
        case .authorizing: "Asking the bank …"
        }
    }
    fileprivate var words: [(String, Payment.Event)] {
        switch step {
        case .entering: form.words.map { ($0, .form($1)) } + [("back", .back)]
        case .confirming: [("confirm", .confirm), ("back", .back)]
        case .authorizing(_, .asking(_, .failed)): [("retry", .authorization(.bank(.ask))), ("back", .back)]
        case .authorizing: [("back", .back)]
        }
    }
}
