public import Oak
public import Parts

/// A form for an address.
public typealias AddressForm = FieldForm<Address>

/// Asks a carrier for its offers.
public typealias Quoting = ServiceCall<Parcel, Quote>

/// The carrier's answer to a parcel.
public enum Quote: Equatable, Sendable {
    /// The carrier offers these ways to send it.
    case offers([Offer])
    /// The carrier does not accept the parcel; asking again does not help.
    case refused(Problem)
}

/// A parcel, as a carrier sees it.
public struct Parcel: Hashable, Sendable {
    /// Its destination.
    public let address: Address
    /// Its weight in grams.
    public let grams: Int

    /// Creates a parcel.
    ///
    /// - Parameters:
    ///   - address: Its destination.
    ///   - grams: Its weight in grams.
    public init(address: Address, grams: Int) {
        self.address = address
        self.grams = grams
    }
}

/// One way to send a parcel.
public struct Offer: Hashable, Identifiable, Sendable {
    /// A name for it, such as "standard".
    public let id: String
    /// The price.
    public let price: Money
    /// The number of working days.
    public let days: ClosedRange<Int>

    /// Creates an offer.
    ///
    /// - Parameters:
    ///   - id: A name for it.
    ///   - price: The price.
    ///   - days: The number of working days.
    public init(_ id: String, price: Money, days: ClosedRange<Int>) {
        self.id = id
        self.price = price
        self.days = days
    }
}

/// The result of shipping: a parcel and an offer.
public struct Delivery: Hashable, Sendable {
    /// The parcel.
    public let parcel: Parcel
    /// The chosen offer.
    public let offer: Offer

    /// Creates a delivery.
    ///
    /// - Parameters:
    ///   - parcel: The parcel.
    ///   - offer: The chosen offer.
    public init(_ parcel: Parcel, by offer: Offer) {
        self.parcel = parcel
        self.offer = offer
    }
}

/// Asks for an address, gets the carrier's offers, and lets the user choose.
///
/// ```
///   entering ──form submits──▶ quoting ──offers──▶ choosing ──choose──▶ (output: chosen)
///      ▲                        │    │                │
///      │                        │    └─refused─▶ refused
///      │                        │                │    │
///      └────────── back ────────┴────────────────┴────┘
/// ```
public enum Shipping: CompositeTransducer {
    /// The current step.
    public struct State: Equatable, Sendable {
        /// The steps.
        public enum Step: Equatable, Sendable {
            /// The user fills in the address.
            case entering
            /// The carrier is asked.
            case quoting(Quoting.State)
            /// The carrier does not accept the parcel.
            case refused(Problem)
            /// The user chooses.
            case choosing(Parcel, [Offer])
        }

        /// The weight of the parcel, in grams.
        public let grams: Int
        /// The address form; it exists in every step, so that the user can go back to it.
        public var form: AddressForm.State
        /// The step.
        public var step: Step

        /// Creates the first step.
        ///
        /// - Parameter grams: The weight of the parcel.
        public init(grams: Int) {
            self.grams = grams
            form = AddressForm.State()
            step = .entering
        }

        /// Creates the state in which the address of a chosen delivery is changed.
        ///
        /// - Parameter delivery: The chosen delivery.
        public init(changing delivery: Delivery) {
            grams = delivery.parcel.grams
            form = AddressForm.State(delivery.parcel.address.texts)
            step = .entering
        }
    }

    /// The events.
    public enum Event: Equatable, Sendable {
        /// An event of the form.
        case form(AddressForm.Event)
        /// An event of the call to the carrier.
        case quoting(Quoting.Event)
        /// The user chooses an offer.
        case choose(Offer.ID)
        /// The user goes back to change the address.
        case back
    }

    /// The result.
    public enum Output: Equatable, Sendable {
        /// No result yet.
        case pending
        /// The user has chosen.
        case chosen(Delivery)
    }

    /// The carrier.
    public typealias Env = Quoting.Env

    /// The address form.
    public static let form = child("form", AddressForm.self, event: Event.form)
    static let quoting = child("quoting", Quoting.self, event: Event.quoting, env: \.self)

    public static func activeChildren(in state: State) -> Active<Self> {
        form(state.form)
        switch state.step {
        case .quoting(let call): quoting(call)
        case .entering, .refused, .choosing: nothing
        }
    }

    /// Computes the transition for an event.
    ///
    /// - Parameters:
    ///   - state: The current state, updated to the next one.
    ///   - event: The event.
    /// - Returns: The effect of a child, and the delivery once it is chosen.
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
