public import Oak
import Parts

extension Checkout {
    /// Hides cards and PINs: the events that type them, the form, and themselves.
    public static var redaction: Redaction {
        Redaction()
            .hiding(FieldForm<Card>.Event.self).hiding(FieldForm<Card>.State.self).hiding(Card.self)
            .hiding(Authorization.Event.self).hiding(\Charge.pin)
    }
}
