import Checkout
import OakInspector
import Parts

extension Redaction {
    /// Hides cards and PINs: the events that type them, the form, and themselves.
    static let payments = Redaction()
        .hiding(FieldForm<Card>.Event.self).hiding(FieldForm<Card>.State.self).hiding(Card.self)
        .hiding(Authorization.Event.self).hiding(\Charge.pin)
}
