/// The messages of a page by name: rendering and decoding share one spelling.
///
/// ```swift
/// enum CounterMessage: String, PageMessage {
///     case increment, decrement
///
///     func event(_ message: Message) -> Counter.Event? {
///         switch self {
///         case .increment: .increment
///         case .decrement: .decrement
///         }
///     }
/// }
/// ```
public protocol PageMessage: RawRepresentable<String>, CaseIterable, Sendable {
    /// The events of the machine behind the page.
    associatedtype Event

    /// The event of a message with this name.
    ///
    /// - Parameter message: The message from the page.
    /// - Returns: The event; `nil` if the page would not send such a message, which ends the session.
    func event(_ message: Message) -> Event?
}

extension PageMessage {
    /// The event of a message; pass it to a page as its `decode` function.
    ///
    /// - Parameter message: The message from the page.
    /// - Returns: The event; `nil` if the page has no such message.
    public static func decode(_ message: Message) -> Event? {
        Self(rawValue: message.event).flatMap { $0.event(message) }
    }
}

extension Attribute {
    /// A click sends a message.
    public static func onClick(_ message: some PageMessage) -> Attribute { .onClick(message.rawValue) }

    /// Submitting a form sends a message with the values of its fields.
    public static func onSubmit(_ message: some PageMessage) -> Attribute { .onSubmit(message.rawValue) }

    /// A change of a field sends a message with its name as `field` and its content as `text`.
    public static func onChange(_ message: some PageMessage) -> Attribute { .onChange(message.rawValue) }

    /// Each change of the text in a field sends a message with its name as `field` and its content as `text`.
    public static func onInput(_ message: some PageMessage) -> Attribute { .onInput(message.rawValue) }

    /// A fragment in the address of the page, behind its `#`, sends a message with the fragment as `link`.
    public static func onLink(_ message: some PageMessage) -> Attribute { .onLink(message.rawValue) }

    /// The escape key sends a message, wherever the focus is, unless a dialog is open.
    package static func onEscape(_ message: some PageMessage) -> Attribute { .onEscape(message.rawValue) }

    /// Makes a dialog modal: it takes the focus and keeps it. Escape sends a message.
    public static func modal(onDismiss message: some PageMessage) -> Attribute { .modal(onDismiss: message.rawValue) }
}
