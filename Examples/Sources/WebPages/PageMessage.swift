import WebHost

/// What can be done on a page, by name: what is shown and what is understood have one spelling.
protocol PageMessage: RawRepresentable<String>, CaseIterable, Sendable {
    associatedtype Event

    /// The event that a message of this name stands for; `nil` if it does not say what the page would.
    ///
    /// - Parameter message: What came from the page.
    func event(_ message: Message) -> Event?
}

extension PageMessage {
    /// The event that a message stands for; `nil` if the page has nothing of that kind.
    static func decode(_ message: Message) -> Event? {
        Self(rawValue: message.event).flatMap { $0.event(message) }
    }
}

extension Attribute {
    /// A click sends a message.
    static func onClick(_ message: some PageMessage) -> Attribute { .onClick(message.rawValue) }

    /// Submitting a form sends a message with the values of its fields.
    static func onSubmit(_ message: some PageMessage) -> Attribute { .onSubmit(message.rawValue) }

    /// A change of a field sends a message, with its name as `field` and what was typed as `text`.
    static func onChange(_ message: some PageMessage) -> Attribute { .onChange(message.rawValue) }

    /// A dialog is modal. Escape sends a message.
    static func modal(onDismiss message: some PageMessage) -> Attribute { .modal(onDismiss: message.rawValue) }
}
