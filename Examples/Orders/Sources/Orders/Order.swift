public import Oak
public import OakDurable

/// An order that survives the process: reserves its articles, charges their price and ships them.
///
/// ```
///   cart ──checkOut──▶ reserving ──▶ charging ──approved──▶ shipping ──▶ shipped
///    │                     │          │ ▲  │ no connection
///    │ cancelled,          │ sold     │ │  ▼
///    │ expired             │ out      │ pausing
///    ▼                     ▼          ▼ declined, too late, cancelled
///   rejected ◀─────────────────── undoing
/// ```
///
/// In `undoing`, a rejected order takes back its work at the bank and in the warehouse. Each step
/// that may have happened is undone, also if nobody has heard of its result.
public enum Order: EffectTransducer, DurableTransducer {
    /// The current stage.
    public enum State: Codable, Hashable, Sendable, Terminable {
        /// The customer has not checked out.
        case cart(Basket)
        /// The warehouse reserves the articles.
        case reserving(Basket)
        /// The bank is asked for the price.
        case charging(Basket, attempt: Int)
        /// The bank could not be reached; the next attempt follows after a pause.
        case pausing(Basket, attempt: Int)
        /// The warehouse sends the parcel.
        case shipping(Basket)
        /// The order takes back its work.
        case undoing(Undoing)
        /// The parcel is on its way.
        case shipped(parcel: Int)
        /// The order has ended without a parcel, a charge or a reservation.
        case rejected(Reason)

        public var isTerminal: Bool {
            switch self {
            case .shipped, .rejected: true
            case .cart, .reserving, .charging, .pausing, .shipping, .undoing: false
            }
        }
    }

    /// The events.
    public enum Event: Codable, Hashable, Sendable {
        /// The customer checks out.
        case checkOut
        /// The customer cancels the order.
        case cancel
        /// The customer has not checked out for too long.
        case expire
        /// The warehouse has answered.
        case stock(StockAnswer)
        /// The bank has answered.
        case bank(BankAnswer)
        /// The bank has not answered in time.
        case tooLate
        /// The pause is over.
        case tryAgain
        /// The warehouse has sent the parcel.
        case sent(parcel: Int)
        /// A step has been taken back.
        case undone(Undoing.Step)
    }

    public static let machineName = "order"

    /// How often an order tries to reach the bank.
    public static let attempts = 3

    /// Computes the transition for an event.
    ///
    /// - Parameters:
    ///   - state: The current state, updated to the next one.
    ///   - event: The event.
    /// - Returns: `unexpected` for an event that the state has no transition for.
    public static func update(_ state: inout State, event: Event) -> Effect? {
        switch (state, event) {
        case (.cart(let basket), .checkOut): state = .reserving(basket)
        case (.cart, .cancel): state = .rejected(.cancelled)
        case (.cart, .expire): state = .rejected(.expired)

        case (.reserving(let basket), .stock(.reserved)): state = .charging(basket, attempt: 1)
        case (.reserving, .stock(.soldOut(let article))): state = .rejected(.soldOut(article: article))
        case (.reserving, .cancel): state = .undoing(Undoing([.releaseStock], because: .cancelled))

        case (.charging(let basket, _), .bank(.approved)): state = .shipping(basket)
        case (.charging, .bank(.declined(let why))):
            state = .undoing(Undoing([.releaseStock], because: .declined(why)))
        case (.charging(let basket, let attempt), .bank(.unreachable)) where attempt < attempts:
            state = .pausing(basket, attempt: attempt)
        // The bank may have charged the card all the same, and has only failed to say so.
        case (.charging, .bank(.unreachable)):
            state = .undoing(Undoing([.voidCharge, .releaseStock], because: .unreachable))
        case (.charging, .tooLate):
            state = .undoing(Undoing([.voidCharge, .releaseStock], because: .noAnswer))
        case (.charging, .cancel):
            state = .undoing(Undoing([.voidCharge, .releaseStock], because: .cancelled))

        case (.pausing(let basket, let attempt), .tryAgain): state = .charging(basket, attempt: attempt + 1)
        case (.pausing, .cancel):
            state = .undoing(Undoing([.voidCharge, .releaseStock], because: .cancelled))

        case (.shipping, .sent(let parcel)): state = .shipped(parcel: parcel)

        case (.undoing(var undoing), .undone(let step)):
            undoing.steps.removeAll { $0 == step }
            state = undoing.steps.isEmpty ? .rejected(undoing.reason) : .undoing(undoing)
        case (.undoing, .cancel): break

        case (.cart, _), (.reserving, _), (.charging, _), (.pausing, _), (.shipping, _), (.undoing, _), (.shipped, _),
            (.rejected, _):
            return .unexpected
        }
        return nil
    }
}
