import Checkout
import Parts
import OakWeb

/// The messages of the checkout page.
enum CheckoutMessage: String, PageMessage {
    case enterAddress, submitAddress, askCarrier, choose, changeAddress
    case enterCard, submitCard, confirm, askBank, enterPIN, back, changeDelivery
    case askToPlace, cancel

    /// The name of the value for the chosen offer.
    static let offer = "offer"
    /// The name of the field for the PIN.
    static let pin = "pin"

    func event(_ message: Message) -> Checkout.Event? {
        switch self {
        case .enterAddress: message.entry().map { .shipping(.form($0)) }
        case .submitAddress: .shipping(.form(.submit))
        case .askCarrier: .shipping(.quoting(.ask))
        case .choose: message[Self.offer].map { .shipping(.choose($0)) }
        case .changeAddress: .shipping(.back)
        case .enterCard: message.entry().map { .payment(.form($0)) }
        case .submitCard: .payment(.form(.submit))
        case .confirm: .payment(.confirm)
        case .askBank: .payment(.authorization(.bank(.ask)))
        case .enterPIN:
            message[Self.pin].map { pin in .payment(.authorization(.pin(pin.filter { !$0.isWhitespace }))) }
        case .back: .payment(.back)
        case .changeDelivery: .changeDelivery
        case .askToPlace: .placing(.ask)
        case .cancel: .cancel
        }
    }
}

extension Message {
    /// The field and its text; `nil` if the form has no such field.
    fileprivate func entry<Subject: FormSubject>() -> FieldForm<Subject>.Event? {
        guard let name = self["field"], let field = Subject.Field(rawValue: name), let text = self["text"] else {
            return nil
        }
        return .enter(field, text)
    }
}
