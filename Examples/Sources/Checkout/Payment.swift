public import Oak
public import Parts

/// A form for a card.
public typealias CardForm = FieldForm<Card>

/// Asks for a card, for the user's confirmation, and has the bank approve the charge.
///
/// ```
///   entering ──form submits──▶ confirming ──confirm──▶ authorizing ──approved──▶ (output: approved)
///    │  ▲ ▲                     │    ▲                  │   │
///    │  │ └────── back ─────────┘    └────── back ──────┘   │
///    │  └────────────────────── declined ───────────────────┘
///    └─back─▶ (output: left)
/// ```
public enum Payment: CompositeTransducer {
    /// How far the user has come.
    public struct State: Equatable, Sendable {
        /// The steps.
        public enum Step: Equatable, Sendable {
            /// The card is filled in, from the beginning if the last one was declined.
            case entering(declined: Problem?)
            /// The user is asked whether to pay.
            case confirming(Card)
            /// The bank is asked.
            case authorizing(Card, Authorization.State)
        }

        /// The order that is paid for.
        public let order: String
        /// What is to be paid.
        public let amount: Money
        /// How often the bank was asked to reserve something for this order.
        public var attempts: Int
        /// The card form; it is there in every step, so that one can go back to it.
        public var form: CardForm.State
        /// The step.
        public var step: Step

        /// Creates the first step.
        ///
        /// - Parameters:
        ///   - order: The order that is paid for.
        ///   - amount: What is to be paid.
        ///   - attempts: How often the bank was asked to reserve something for this order.
        public init(order: String, amount: Money, attempts: Int = 0) {
            self.order = order
            self.amount = amount
            self.attempts = attempts
            form = CardForm.State()
            step = .entering(declined: nil)
        }

        /// The charge that the bank may have reserved an amount for, without the answer being here.
        var openCharge: Charge.Reference? {
            switch step {
            case .authorizing: Charge.Reference(order: order, attempt: attempts)
            case .entering, .confirming: nil
            }
        }
    }

    /// The events.
    public enum Event: Equatable, Sendable {
        /// Something happens in the form.
        case form(CardForm.Event)
        /// The user wants to pay.
        case confirm
        /// Something happens in the conversation with the bank.
        case authorization(Authorization.Event)
        /// The user wants to go one step back.
        case back
    }

    /// What has become of it.
    public enum Output: Equatable, Sendable {
        /// It goes on.
        case pending
        /// The amount is reserved.
        case approved(Approval)
        /// The user has gone back while the bank was asked, which may reserve the amount or not.
        case withdrawn(Charge.Reference)
        /// The user has gone back behind the first step.
        case left
    }

    /// The bank.
    public typealias Env = Authorization.Env

    static let form = child("form", CardForm.self, event: Event.form)
    static let authorization = child("authorization", Authorization.self, event: Event.authorization, env: \.self)

    public static func activeChildren(in state: State) -> Active<Self> {
        form
        switch state.step {
        case .authorizing(_, let inner): authorization(inner)
        case .entering, .confirming: nothing
        }
    }

    /// Decides what an event leads to.
    ///
    /// - Parameters:
    ///   - state: The current state, which becomes the next one.
    ///   - event: What has happened.
    /// - Returns: What a child has to do, and what has become of the payment.
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
