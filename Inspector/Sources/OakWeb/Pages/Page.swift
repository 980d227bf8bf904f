public import Oak

/// A page of the server: a machine shown and operated in a browser.
///
/// Each time it is opened, a machine of its own starts.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
public struct Page: Sendable {
    /// Its path: small letters, digits and hyphens.
    public let path: String

    /// Its title.
    public let title: String

    /// Its description, in one sentence.
    public let summary: String

    /// Whether the start page leads to it.
    var isListed = true

    /// Starts a machine for a user who opens the page.
    let open: @Sendable () -> any Performance

    /// The page without an entry on the start page: only its address leads to it.
    ///
    /// A site with no other pages has no start page. An address that nobody can guess keeps other programs of the
    /// computer away.
    package var unlisted: Page {
        var page = self
        page.isListed = false
        return page
    }
}

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension Page {
    /// Creates the page of a machine.
    ///
    /// Each time the page is opened, a machine of its own starts. The machine is independent of the page: its state is
    /// rendered, and messages from the page are decoded to its events.
    ///
    /// ```swift
    /// extension Counter {
    ///     static let page = Page(
    ///         for: Counter.self, at: "counter", title: "Counter", summary: "Counts up and down.",
    ///         host: { TransducerHost(of: Counter.self, initialState: Counter.State()) },
    ///         render: { state in
    ///             HTML {
    ///                 Element(.p) { "\(state.count)" }
    ///                 Element(.button, .type(.button), .onClick("increment")) { "Increment" }
    ///             }
    ///         },
    ///         decode: { message in message.event == "increment" ? .increment : nil })
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - machine: The machine.
    ///   - path: The path of the page: small letters, digits and hyphens.
    ///   - title: Its title.
    ///   - summary: Its description, in one sentence.
    ///   - host: Starts a machine.
    ///   - render: Renders a state. It is called for the latest state, not for each one.
    ///   - decode: The event for a message; `nil` if the page has no such message, which ends the session. Do not
    ///     return `nil` for an event that the machine ignores in its current state: a click may be on its way while the
    ///     page changes.
    public init<Machine>(
        for machine: Machine.Type, at path: String, title: String, summary: String,
        host: @escaping @Sendable () -> TransducerHost<Machine>,
        render: @escaping @Sendable (Machine.State) -> HTML,
        decode: @escaping @Sendable (Message) -> Machine.Event?
    )
    where
        Machine: ExecutableTransducer & SendableMetatype, Machine.State: Sendable, Machine.Event: Sendable,
        Machine.Output: Sendable, Machine.Proxy == Oak.Proxy<Machine.Event>
    {
        self.init(path: path, title: title, summary: summary, isListed: true) {
            MachinePerformance(host: host(), render: render, decode: decode)
        }
    }
}

/// Files of a site that are made when somebody asks for them.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
public struct Downloads: Sendable {
    /// The path in front of the names: small letters, digits and hyphens.
    public let path: String

    let content: @Sendable (_ name: String) async -> String?

    /// Creates files.
    ///
    /// A link to one of them has the attribute `.href(page: "\(path)/\(name)")`. A browser stores it under its name,
    /// and never shows it as a page.
    ///
    /// - Parameters:
    ///   - path: The path in front of the names: small letters, digits and hyphens.
    ///   - content: The text of the file with a name; `nil` if there is no such file. The name may be any text.
    public init(at path: String, content: @escaping @Sendable (_ name: String) async -> String?) {
        self.path = path
        self.content = content
    }
}
