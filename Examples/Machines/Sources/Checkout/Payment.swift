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
        public var attempts: Int
        /// The card form; it exists in every step, so that the user can go back to it.
        public var form: CardForm.State
        /// The step.
        public var step: Step

        /// Creates the first step.
        ///
        /// - Parameters:
        ///   - order: The name of the order.
        ///   - amount: The amount to pay.
        ///   - attempts: The number of requests to the bank for this order.
        public init(order: String, amount: Money, attempts: Int = 0) {
            self.order = order
            self.amount = amount
            self.attempts = attempts
            form = CardForm.State()
            step = .entering(declined: nil)
        }

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

    /// The result.
    public enum Output: Equatable, Sendable {
        /// No result yet.
        case pending
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
    public static let form = child("form", CardForm.self, event: Event.form)
    static let authorization = child("authorization", Authorization.self, event: Event.authorization, env: \.self)

    public static func activeChildren(in state: State) -> Active<Self> {
        form(state.form)
        switch state.step {
        case .authorizing(_, let inner): authorization(inner)
        case .entering, .confirming: nothing
        }
    }

    /// Computes the transition for an event.
    ///
    /// - Parameters:
    ///   - state: The current state, updated to the next one.
    ///   - event: The event.
    /// - Returns: The effect of a child, and the result of the payment.
    public static func update(_ state: inout State, event: Event) -> (Effect?, Output) {
        switch (state.step, event) {
        case (.entering, .form(let event)):
            let step = form.step(&state.form, event)
            switch step.output {
            case .submitted(let card)?: state.step = .confirming(card)
            case .editing?, nil: state.step = .entering(declined: nil)
            }
            return (step.effect, .pending)
        case (.confirming(let card), .confirm):
            state.attempts += 1
            let reference = Charge.Reference(order: state.order, attempt: state.attempts)
            state.step = .authorizing(card, Authorization.State(Charge(reference, card: card, amount: state.amount)))
            return (nil, .pending)
        case (.authorizing(let card, var inner), .authorization(let event)):
            let step = authorization.step(&inner, event)
            state.step = .authorizing(card, inner)
            switch inner {
            case .asking, .challenged:
                return (step.effect, .pending)
            case .approved(let approval):
                return (step.effect, .approved(approval))
            case .declined(let problem):
                // Another card has another number and another expiry.
                state.form = CardForm.State()
                state.step = .entering(declined: problem)
                return (step.effect, .pending)
            }
        case (.authorizing(let card, _), .back):
            let output = state.openCharge.map(Output.withdrawn) ?? .pending
            state.step = .confirming(card)
            return (nil, output)
        case (.confirming, .back):
            state.step = .entering(declined: nil)
            return (nil, .pending)
        case (.entering, .back):
            return (nil, .left)
        case (.entering, .confirm), (.entering, .authorization), (.confirming, .form), (.confirming, .authorization),
            (.authorizing, .form), (.authorizing, .confirm):
            return (nil, .pending)
        }
    }
}
