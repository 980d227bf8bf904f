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

    /// The delivery time, in words.
    public var time: String {
        let (first, last) = (days.lowerBound, days.upperBound)
        return (first == last ? "\(first)" : "\(first) to \(last)") + (last == 1 ? " working day" : " working days")
    }
}

/// The result of shipping: a parcel and an offer.
public struct Delivery: Hashable, Sendable {
    /// The parcel.
    public let parcel: Parcel
    /// The chosen offer.
    public let offer: Offer
}

/// Asks for an address, gets the carrier's offers, and lets the user choose.
///
/// ```
///   entering ──form submits──▶ quoting ──offers──▶ choosing ──choose──▶ (output: delivery)
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
        public var form = AddressForm.State()
        /// The step.
        public var step = Step.entering

        init(grams: Int) { self.grams = grams }

        /// Creates the state in which the address of a chosen delivery is changed.
        init(changing delivery: Delivery) {
            grams = delivery.parcel.grams
            form = AddressForm.State(delivery.parcel.address.texts)
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

    /// The user's choice; `nil` if there is none.
    public typealias Output = Delivery?

    /// The carrier.
    public typealias Env = Quoting.Env

    /// The address form.
    public static let form = child("form", AddressForm.self, event: Event.form, failure: .endsTheRun)
    static let quoting = child("quoting", Quoting.self, event: Event.quoting, env: \.self, failure: .endsTheRun)

    public static func activeChildren(in state: State) -> some ActiveChildren<Self> {
        form(state.form)
        switch state.step {
        case .quoting(let call): quoting(call)
        case .entering, .refused, .choosing: nothing
        }
    }

    public static func update(_ state: inout State, event: Event) -> (Effect?, Output) {
        switch (state.step, event) {
        case (.entering, .form(let event)):
            let step = form.step(&state.form, event)
            if case .submitted(let address) = step.output {
                state.step = .quoting(.waiting(Parcel(address: address, grams: state.grams)))
            }
            return (step.effect, nil)
        case (.quoting(var call), .quoting(let event)):
            let question = call
            let step = quoting.step(&call, event)
            switch (question, call) {
            case (.waiting(let parcel), .answered(.offers(let offers))): state.step = .choosing(parcel, offers)
            case (_, .answered(.refused(let problem))): state.step = .refused(problem)
            case (_, .answered), (_, .waiting), (_, .failed): state.step = .quoting(call)
            }
            return (step.effect, nil)
        case (.choosing(let parcel, let offers), .choose(let id)):
            return (nil, offers.first { $0.id == id }.map { Delivery(parcel: parcel, offer: $0) })
        case (.quoting, .back), (.refused, .back), (.choosing, .back): state.step = .entering
        case (.entering, _), (.quoting, _), (.refused, _), (.choosing, _): break
        }
        return (nil, nil)
    }
}
