public import Oak

/// A page of the server: a machine that is looked at and operated in a browser.
///
/// Create one with ``page(for:at:title:summary:host:render:decode:)``.
public struct Page: Sendable {
    /// Its path: small letters, digits and hyphens.
    public let path: String

    /// What it is called.
    public let title: String

    /// What it is about, in one sentence.
    public let summary: String

    /// Starts a machine for somebody who opens the page.
    let open: @Sendable () -> any Performance
}

/// Makes a page of a machine.
///
/// Each time that the page is opened a machine of its own is started. It knows nothing of the page: its state is rendered,
/// and what comes from the page is decoded to its events.
///
/// ```swift
/// let counter = page(
///     for: Counter.self, at: "counter", title: "Counter", summary: "Counts up and down.",
///     host: { TransducerHost(of: Counter.self, initialState: Counter.State()) },
///     render: { state in
///         HTML {
///             Element(.p) { "\(state.value)" }
///             Element(.button, .type(.button), .onClick("increment")) { "Increment" }
///         }
///     },
///     decode: { message in message.event == "increment" ? .increment : nil })
/// ```
///
/// - Parameters:
///   - machine: The machine.
///   - path: The path of the page: small letters, digits and hyphens.
///   - title: What the page is called.
///   - summary: What it is about, in one sentence.
///   - host: Starts a machine.
///   - render: What the page shows of a state. It is called for the latest state, not for each one.
///   - decode: The event that something done on the page stands for; `nil` if the page has nothing of that kind, which
///     ends the session. What the machine ignores in its current state is no reason for `nil`: a click may be on its way
///     while the page changes.
/// - Returns: The page.
public func page<Machine>(
    for machine: Machine.Type, at path: String, title: String, summary: String,
    host: @escaping @Sendable () -> TransducerHost<Machine>,
    render: @escaping @Sendable (Machine.State) -> HTML,
    decode: @escaping @Sendable (Message) -> Machine.Event?
) -> Page
where
    Machine: ExecutableTransducer & SendableMetatype, Machine.State: Sendable, Machine.Event: Sendable,
    Machine.Output: Sendable, Machine.Proxy == Oak.Proxy<Machine.Event>
{
    Page(path: path, title: title, summary: summary) {
        MachinePerformance(host: host(), render: render, decode: decode)
    }
}
