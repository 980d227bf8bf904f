public import Oak
public import Parts

/// A form for a card.
public typealias CardForm = FieldForm<Card>

/// Asks for a card and for confirmation, and gets the charge approved by the bank.
///
/// ```
///   entering ──form submits──▶ confirming ──confirm──▶ authorizing ──approved──▶ (output: approved)
///    │  ▲ ▲                     │    ▲                  │   │
///    │  │ └────── back ─────────┘    └────── back ──────┘   │
///    │  └────────────────────── declined ───────────────────┘
///    └─back─▶ (output: left)
/// ```
public enum Payment: CompositeTransducer {
    /// The current step.
    public struct State: Equatable, Sendable {
        /// The steps.
        public enum Step: Equatable, Sendable {
            /// The user fills in the card, from the beginning if the last one was declined.
            case entering(declined: Problem?)
            /// The user confirms the payment.
            case confirming(Card)
            /// The bank is asked.
            case authorizing(Card, Authorization.State)
        }

        /// The name of the order.
        public let order: String
        /// The amount to pay.
        public let amount: Money
        /// The number of requests to the bank for this order.
        public var attempts = 0
        /// The card form; it exists in every step, so that the user can go back to it.
        public var form = CardForm.State()
        /// The step.
        public var step = Step.entering(declined: nil)

        /// The charge without an answer, for which the bank may have reserved an amount.
        var openCharge: Charge.Reference? {
            switch step {
            case .authorizing: Charge.Reference(order: order, attempt: attempts)
            case .entering, .confirming: nil
            }
        }
    }

    /// The events.
    public enum Event: Equatable, Sendable {
        /// An event of the form.
        case form(CardForm.Event)
        /// The user pays.
        case confirm
        /// An event of the call to the bank.
        case authorization(Authorization.Event)
        /// The user goes one step back.
        case back
    }

    /// The result, if there is one.
    public typealias Output = Outcome?

    /// The results.
    public enum Outcome: Equatable, Sendable {
        /// The amount is reserved.
        case approved(Approval)
        /// The user has gone back during the request to the bank, which may still reserve the amount.
        case withdrawn(Charge.Reference)
        /// The user has gone back from the first step.
        case left
    }

    /// The bank.
    public typealias Env = Authorization.Env

    /// The card form.
    public static let form = child("form", CardForm.self, event: Event.form, failure: .endsTheRun)
    static let authorization = child(
        "authorization", Authorization.self, event: Event.authorization, env: \.self, failure: .endsTheRun)

    public static func activeChildren(in state: State) -> some ActiveChildren<Self> {
        form(state.form)
        switch state.step {
        case .authorizing(_, let inner): authorization(inner)
        case .entering, .confirming: nothing
        }
    }

    public static func update(_ state: inout State, event: Event) -> (Effect?, Output) {
        switch (state.step, event) {
        case (.entering, .form(let event)):
            let step = form.step(&state.form, event)
            let card: Card? = if case .submitted(let card) = step.output { card } else { nil }
            state.step = card.map { .confirming($0) } ?? .entering(declined: nil)
            return (step.effect, nil)
        case (.confirming(let card), .confirm):
            state.attempts += 1
            let reference = Charge.Reference(order: state.order, attempt: state.attempts)
            state.step = .authorizing(
                card, Authorization.State(Charge(reference: reference, card: card, amount: state.amount)))
        case (.authorizing(let card, var inner), .authorization(let event)):
            let step = authorization.step(&inner, event)
            state.step = .authorizing(card, inner)
            switch inner {
            case .asking, .challenged: break
            case .approved(let approval): return (step.effect, .approved(approval))
            case .declined(let problem):
                // Another card has another number and another expiry.
                state.form = CardForm.State()
                state.step = .entering(declined: problem)
            }
            return (step.effect, nil)
        case (.authorizing(let card, _), .back):
            let charge = state.openCharge
            state.step = .confirming(card)
            return (nil, charge.map(Outcome.withdrawn))
        case (.confirming, .back): state.step = .entering(declined: nil)
        case (.entering, .back): return (nil, .left)
        case (.entering, _), (.confirming, _), (.authorizing, _): break
        }
        return (nil, nil)
    }
}
