public import Oak
public import OakGraph
import Synchronization

/// Shows the machines of a program that runs, on a page in a browser.
///
/// ```swift
/// func inspected() async throws {
///     let inspector = Inspector()
///     let counter = TransducerHost(
///         of: Counter.self, initialState: Counter.State(), observer: inspector.watch("counter"))
///     let address = try await inspector.serve()
///     print("Open \(address) in a browser.")
///     try await counter.value
///     await inspector.stop()
/// }
/// ```
///
/// While no page is open, a machine runs as fast as without an observer, however large its state is: only the
/// beginning and the end of runs, effects, and refused events are noted. A slow page slows no machine down: entries
/// beyond a rate that a page can show are left out, and the page says how many.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
public final class Inspector: Sendable {
    let ledger: Ledger
    let durables: DurableBook
    let server = Mutex<Task<Void, any Error>?>(nil)
    let listener = Mutex<Task<Void, any Error>?>(nil)

    /// Creates an inspector that watches nothing yet.
    ///
    /// - Parameter settings: The limits of the values that it shows, and the values that it never shows.
    public convenience init(settings: InspectorSettings = InspectorSettings()) {
        self.init(settings: settings, clock: ContinuousClock())
    }

    init(settings: InspectorSettings, clock: some Clock<Duration>) {
        ledger = Ledger(settings: settings, clock: clock)
        durables = DurableBook(settings: settings, clock: clock)
    }

    deinit {
        server.withLock { $0?.cancel() }
        listener.withLock { $0?.cancel() }
    }

    /// Creates the observer of a run.
    ///
    /// Pass it to a run or a host. Each run, one after the other or at the same time, needs an observer of its own.
    ///
    /// A machine that another one has started by an operation is listed below that one. So is one with a path as its
    /// name: `checkout/payment` is listed below `checkout`.
    ///
    /// - Parameter name: The name of the machine on the page.
    /// - Returns: An observer that changes nothing.
    public func watch(_ name: String) -> InspectorObserver {
        InspectorObserver(ledger: ledger, name: name)
    }

    /// Creates the observer of a run whose values other threads may read.
    ///
    /// Such a machine only keeps its values while a page is open, and another thread describes them: an event takes it
    /// about a microsecond more, and not about ten. A machine whose values have objects, places for objects or mirrors
    /// of their own, or are cut, because they have more parts than the settings allow, describes them itself all the
    /// same. So does one with ``InspectorSettings/showing`` or ``InspectorSettings/showsEncoding``.
    ///
    /// - Parameters:
    ///   - name: The name of the machine on the page.
    ///   - machine: The machine.
    /// - Returns: An observer that changes nothing.
    public func watch<Machine: ExecutableTransducer>(_ name: String, of machine: Machine.Type) -> InspectorObserver
    where Machine.State: Sendable, Machine.Event: Sendable, Machine.Output: Sendable {
        let types = ValueTypes(Machine.State.self, Machine.Event.self, Machine.Output.self)
        return InspectorObserver(ledger: ledger, name: name, sendable: types)
    }

    /// Draws the whole state diagram of a machine, in place of the states and transitions that were seen.
    ///
    /// Runs that begin later have the diagram. It counts the transitions that were taken, and hides hidden values.
    ///
    /// ```swift
    /// import OakGraph
    ///
    /// func drawn(_ inspector: Inspector) {
    ///     let states = [Counter.State()]
    ///     let limits = GraphLimits(states: 3)
    ///     inspector.draw(
    ///         StateGraph(of: Counter.self, from: states, events: [.increment], limits: limits) { $0.value })
    /// }
    /// ```
    ///
    /// - Parameter graph: The graph of the machine.
    /// - Complexity: O(*n*) in the number of its transitions.
    public func draw<Machine>(_ graph: StateGraph<Machine>) {
        let outline = Outline(of: graph) { [settings = ledger.settings] in settings.tree(of: $0).name }
        ledger.draw(outline, of: machineName(ofState: Machine.State.self))
    }

    /// Allows the page to send events to a machine, to cancel it, to pause it, and to let it go on by single steps.
    ///
    /// The machine has to be watched. Its host is not kept alive.
    ///
    /// A paused machine finishes its macrostep and takes no further event; its operations go on, and its mailbox fills.
    /// A step lets it process one event. It goes on at the latest ten seconds after the last page was closed.
    ///
    /// ```swift
    /// func controlled(_ inspector: Inspector) {
    ///     let host = TransducerHost(
    ///         of: Counter.self, initialState: Counter.State(), observer: inspector.watch("counter"))
    ///     inspector.control(host, sending: ["increment": .increment])
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - host: The host of the machine.
    ///   - events: The events that the page may send, with the titles of their buttons.
    public func control<Host: MachineHost>(
        _ host: Host, sending events: KeyValuePairs<String, Host.Machine.Event> = [:]
    )
    where Host.Machine.Event: Sendable, Host.Machine.Proxy == Proxy<Host.Machine.Event> {
        let proxy = host.proxy
        let sends = events.map { title, event in Control.Send(title: title) { try proxy.send(event) } }
        ledger.allow(Control(of: proxy, sends: sends), on: ObjectIdentifier(proxy.mailbox))
    }
}

/// The limits of the values that an inspector shows, and the values that it never shows.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
public struct InspectorSettings: Sendable {
    /// The values that are never shown: they reach no page.
    public var redaction = Redaction()

    /// Values that are shown in the place of others, such as a summary of a large one, or the text of an opaque one;
    /// `nil` shows the value itself.
    ///
    /// It is called with states, events and outputs, while somebody watches, and with stored ones. The redaction hides
    /// parts of the value that it returns, too.
    public var showing: (@Sendable (Any) -> Any?)?

    /// Whether structures and objects that are `Encodable` are shown as they encode themselves, in the place of their
    /// stored properties.
    ///
    /// As soon as the redaction hides something, values are shown by their properties all the same, because an encoding
    /// could tell what is hidden.
    public var showsEncoding = false

    /// The number of levels of a value that are shown.
    public var depth = 8

    /// The number of parts of a value that are shown, on all levels together; of each collection, a quarter of that.
    public var parts = 200

    /// The number of characters of a text that are shown.
    public var textLength = 500

    /// The number of entries in the log of each run: a hundred thousand need some forty megabytes, or five times that
    /// with large states.
    public var logLength = 100_000

    /// The number of ended runs that are kept.
    public var endedRuns = 100

    /// The number of entries of each machine that are kept in a second, also at once; those beyond are counted.
    public var entriesPerSecond = 2000

    /// The program that lays out diagrams: its name, which is looked up in `PATH`, or its path; `nil` for none.
    ///
    /// It is Graphviz's `dot`. A page that shows a diagram starts it, and passes it numbers alone. Where it is not
    /// installed, and on systems that start no programs, a layout in layers has its place, for up to 40 states.
    public var graphviz: String? = "dot"

    /// Creates the default settings, which hide nothing.
    public init() {}

    func tree(of value: Any) -> ValueTree { redaction.tree(of: value, within: limits) }

    var limits: ValueTree.Limits {
        var limits = ValueTree.Limits()
        limits.depth = max(1, depth)
        limits.parts = max(1, parts)
        limits.elements = max(1, parts / 4)
        limits.text = max(1, textLength)
        limits.showing = showing
        if showsEncoding, redaction.hidesNothing { limits.structureParts = EncodedParts.parts }
        return limits
    }
}

/// The things that a page may do to a machine.
struct Control: Sendable {
    struct Send: Sendable {
        let title: String
        let perform: @Sendable () throws -> Void
    }

    let sends: [Send]
    let cancel: @Sendable () -> Void
    let pause: @Sendable () -> Void
    let step: @Sendable () -> Void
    let resume: @Sendable () -> Void
    let isPaused: @Sendable () -> Bool
    /// The number of events that the machine may process although it is paused.
    let steps: @Sendable () -> Int

    init<Event>(of proxy: Proxy<Event>, sends: [Send]) {
        self.sends = sends
        let mailbox = proxy.mailbox
        cancel = { proxy.cancel() }
        pause = { mailbox.hold() }
        step = { mailbox.grantStep() }
        resume = { mailbox.release() }
        isPaused = { mailbox.isHeld }
        steps = { mailbox.grantedSteps }
    }
}
