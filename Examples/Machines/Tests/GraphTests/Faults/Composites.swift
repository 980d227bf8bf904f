import Oak
import OakGraph

@testable import AppFlow
@testable import Checkout
@testable import Machines
@testable import Parts

let sells = "A purchase can be placed"
let approves = "No order is placed without the bank's approval of its price"

@Sendable func checkout() -> Guarded<Checkout, Purchase> {
    Guarded(
        initial: Checkout.State(id: "A", cart: .sample), events: { $0.choices + $0.answers },
        part: { Purchase($0) }, answers: { $0.namedByCases() },
        properties: [
            .sometimes(sells) { Purchase($0.original) == .placed },
            .never(approves) { state in
                guard case .placing(let order, _) = state.original.step else { return false }
                return order.approval.amount != order.cart.total + order.delivery.offer.price
            },
        ])
}

let opens = "A lock opens again"
let locks = "Three wrong codes lock the sign-in"

@Sendable func login() -> Guarded<Login, Screen.SignIn> {
    Guarded(
        initial: Login.State(), events: { $0.choices + $0.answers }, part: { Screen.SignIn($0) },
        answers: { $0.namedByCases() },
        properties: [
            .leadsTo(opens, from: { isLocked($0.original) }, to: { !isLocked($0.original) }, under: .strong),
            .always(locks) { $0.original.failures < Login.tries || isLocked($0.original) },
        ])
}

private func isLocked(_ state: Login.State) -> Bool {
    if case .locked = state.step { true } else { false }
}

let compositeFaults: [PlantedFault] = [
    PlantedFault(
        "An approved payment is not left", in: checkout,
        Fault(step: { state, event in
            let before = state
            let step = Checkout.step(&state, event: event)
            if case .payment = before.step, case .placing = state.step { state = before }
            return step
        }), foundBy: sells, after: nil),
    PlantedFault(
        "The bank is asked for the cart without the delivery", in: checkout,
        Fault(step: { state, event in
            let before = state
            let step = Checkout.step(&state, event: event)
            if case .shipping = before.step, case .payment(let delivery, _) = state.step {
                state.step = .payment(delivery, Payment.State(order: state.id, amount: state.cart.total))
            }
            return step
        }), foundBy: approves, after: 11),
    PlantedFault(
        "The third wrong code does not lock", in: login,
        Fault(step: { state, event in
            let before = state
            let step = Login.step(&state, event: event)
            if !isLocked(before), isLocked(state) { state.step = .entering(wasRefused: true) }
            return step
        }), foundBy: locks, after: 10),
    PlantedFault(
        "The seconds of a lock are postponed", in: login,
        Fault(step: { state, event in
            event == .tick ? (.postpone, .pending) : Login.step(&state, event: event)
        }), foundBy: .postponedForEver, after: 11),
    PlantedFault(
        "A lock begins again", in: login,
        Fault(step: { state, event in
            let before = state
            let step = Login.step(&state, event: event)
            if isLocked(before), !isLocked(state) {
                state = before
                state.step = .locked(seconds: Login.pause)
            }
            return step
        }), foundBy: opens, after: 40),
]
