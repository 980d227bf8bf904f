public import Oak
public import Parts

/// A form for an address.
public typealias AddressForm = FieldForm<Address>

/// Asks a carrier for its offers.
public typealias Quoting = ServiceCall<Parcel, Quote>

/// What a carrier says about a parcel.
public enum Quote: Equatable, Sendable {
    /// It can be sent in these ways.
    case offers([Offer])
    /// The carrier does not take it, however often it is asked.
    case refused(Problem)
}

/// What is to be sent, as far as a carrier has to know.
public struct Parcel: Hashable, Sendable {
    /// Where it goes.
    public let address: Address
    /// What it weighs.
    public let grams: Int

    /// Creates a parcel.
    ///
    /// - Parameters:
    ///   - address: Where it goes.
    ///   - grams: What it weighs.
    public init(address: Address, grams: Int) {
        self.address = address
        self.grams = grams
    }
}

/// One way to send a parcel.
public struct Offer: Hashable, Identifiable, Sendable {
    /// A word for it, such as "standard".
    public let id: String
    /// What it costs.
    public let price: Money
    /// The working days that it takes.
    public let days: ClosedRange<Int>

    /// Creates an offer.
    ///
    /// - Parameters:
    ///   - id: A word for it.
    ///   - price: What it costs.
    ///   - days: The working days that it takes.
    public init(_ id: String, price: Money, days: ClosedRange<Int>) {
        self.id = id
        self.price = price
        self.days = days
    }
}

/// What shipping has led to: where the parcel goes and how.
public struct Delivery: Hashable, Sendable {
    /// What is sent where.
    public let parcel: Parcel
    /// How it is sent.
    public let offer: Offer

    /// Creates a delivery.
    ///
    /// - Parameters:
    ///   - parcel: What is sent where.
    ///   - offer: How it is sent.
    public init(_ parcel: Parcel, by offer: Offer) {
        self.parcel = parcel
        self.offer = offer
    }
}

/// Asks for an address, asks the carrier what it offers, and lets the user choose.
///
/// ```
///   entering ──form submits──▶ quoting ──offers──▶ choosing ──choose──▶ (output: chosen)
///      ▲                        │    │                │
///      │                        │    └─refused─▶ refused
///      │                        │                │    │
///      └────────── back ────────┴────────────────┴────┘
/// ```
public enum Shipping: CompositeTransducer {
    /// How far the user has come.
    public struct State: Equatable, Sendable {
        /// The steps.
        public enum Step: Equatable, Sendable {
            /// The address is filled in.
            case entering
            /// The carrier is asked.
            case quoting(Quoting.State)
            /// The carrier does not take the parcel.
            case refused(Problem)
            /// The user chooses.
            case choosing(Parcel, [Offer])
        }

        /// What is to be sent, in grams.
        public let grams: Int
        /// The address form; it is there in every step, so that one can go back to it.
        public var form: AddressForm.State
        /// The step.
        public var step: Step

        /// Creates the first step.
        ///
        /// - Parameter grams: What is to be sent weighs so much.
        public init(grams: Int) {
            self.grams = grams
            form = AddressForm.State()
            step = .entering
        }

        /// Comes back to a delivery that was chosen, to change the address.
        ///
        /// - Parameter delivery: What was chosen.
        public init(changing delivery: Delivery) {
            grams = delivery.parcel.grams
            form = AddressForm.State(delivery.parcel.address.texts)
            step = .entering
        }
    }

    /// The events.
    public enum Event: Equatable, Sendable {
        /// Something happens in the form.
        case form(AddressForm.Event)
        /// Something happens in the conversation with the carrier.
        case quoting(Quoting.Event)
        /// The user chooses an offer.
        case choose(Offer.ID)
        /// The user wants to change the address.
        case back
    }

    /// What has become of it.
    public enum Output: Equatable, Sendable {
        /// It goes on.
        case pending
        /// The user has chosen.
        case chosen(Delivery)
    }

    /// The carrier.
    public typealias Env = Quoting.Env

    static let form = child("form", AddressForm.self, event: Event.form)
    static let quoting = child("quoting", Quoting.self, event: Event.quoting, env: \.self)

    public static func activeChildren(in state: State) -> Active<Self> {
        form
        switch state.step {
        case .quoting(let call): quoting(call)
        case .entering, .refused, .choosing: nothing
        }
    }

    /// Decides what an event leads to.
    ///
    /// - Parameters:
    ///   - state: The current state, which becomes the next one.
    ///   - event: What has happened.
    /// - Returns: What a child has to do, and the delivery when it is chosen.
    public static func update(_ state: inout State, event: Event) -> (Effect?, Output) {
        switch (state.step, event) {
        case (.entering, .form(let event)):
            let step = form.step(&state.form, event)
            guard case .submitted(let address) = step.output else { return (step.effect, .pending) }
            state.step = .quoting(.waiting(Parcel(address: address, grams: state.grams)))
            return (step.effect, .pending)
        case (.quoting(var call), .quoting(let event)):
            let parcel = call.question
            let step = quoting.step(&call, event)
            switch (call, parcel) {
            case (.answered(.offers(let offers)), let parcel?): state.step = .choosing(parcel, offers)
            case (.answered(.refused(let problem)), _?): state.step = .refused(problem)
            case (.answered, nil), (.waiting, _), (.failed, _): state.step = .quoting(call)
            }
            return (step.effect, .pending)
        case (.choosing(let parcel, let offers), .choose(let id)):
            guard let offer = offers.first(where: { $0.id == id }) else { return (nil, .pending) }
            return (nil, .chosen(Delivery(parcel, by: offer)))
        case (.quoting, .back), (.refused, .back), (.choosing, .back):
            state.step = .entering
            return (nil, .pending)
        case (.entering, .quoting), (.entering, .choose), (.entering, .back), (.quoting, .form), (.quoting, .choose),
            (.refused, .form), (.refused, .quoting), (.refused, .choose),
            (.choosing, .form), (.choosing, .quoting):
            return (nil, .pending)
        }
    }
}
