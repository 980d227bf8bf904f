import Checkout
import Parts
import OakWeb

extension Address: FormLayout {
    static let entering = CheckoutMessage.enterAddress
    static let submitting = CheckoutMessage.submitAddress

    static func attributes(of field: Field) -> (autocomplete: Attribute, inputmode: Attribute?) {
        switch field {
        case .name: (.autocomplete("name"), nil)
        case .country: (.autocomplete("country"), nil)
        case .postcode: (.autocomplete("postal-code"), nil)
        }
    }
}

extension Card: FormLayout {
    static let entering = CheckoutMessage.enterCard
    static let submitting = CheckoutMessage.submitCard

    static func attributes(of field: Field) -> (autocomplete: Attribute, inputmode: Attribute?) {
        switch field {
        case .number: (.autocomplete("cc-number"), .inputmode("numeric"))
        case .expiry: (.autocomplete("cc-exp"), nil)
        }
    }
}
