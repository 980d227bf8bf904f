public import Oak
public import OakDurable
public import OakGraph

/// Shows the machines of a program that runs, on a page in a browser.
///
/// ```swift
/// func inspected() async throws {
///     let inspector = Inspector()
///     let counter = TransducerHost(
///         of: Counter.self, initialState: Counter.State(), observer: inspector.watch("counter"))
///     let address = try await inspector.serve()
///     print("Open \(address) in a browser.")
///     print("The last count is \(try await counter.value).")
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
    let server = Protected<Task<Void, any Error>?>(nil)
    let listener = Protected<Task<Void, any Error>?>(nil)

    /// Creates an inspector that watches nothing yet.
    ///
    /// - Parameter settings: The limits of the values that it shows, and the values that it never shows.
    public convenience init(settings: InspectorSettings = InspectorSettings()) {
        self.init(settings: settings, clock: ContinuousClock())
    }

    init(settings: InspectorSettings, clock: some Clock<Duration>) {
        ledger = Ledger(settings: settings, clock: clock)
        durables = DurableBook(besides: ledger)
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
        let types = valueTypes(Machine.State.self, Machine.Event.self, Machine.Output.self)
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
    ///         StateGraph(of: Counter.self, from: states, events: [.increment], limits: limits) { $0.count })
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
        let sends = events.map { title, event in Control.Send(title, { try proxy.send(event) }) }
        ledger.allow(Control(of: proxy, sends: sends), on: ObjectIdentifier(proxy.mailbox))
    }

    // MARK: Durable hosts

    /// Shows a durable host and its instances on a page.
    ///
    /// The host may be watched before it is opened, and is not kept alive. While no page is open, it costs the host
    /// nothing; while one is, the host is asked twice a second how it stands, and its store is read a page at a time.
    ///
    /// ```swift
    /// import OakDurable
    ///
    /// let host = DurableHost(store: MemoryStore())
    /// let inspector = Inspector()
    /// inspector.watch(host, as: "orders")
    /// ```
    ///
    /// The states, events and outputs of machines that the host has registered are decoded, so that
    /// ``InspectorSettings/redaction`` applies to them. Once it hides anything, values that cannot be decoded and the
    /// errors of failed instances are not shown at all. Ids, tags, and the names of activities and time-outs are shown
    /// as they are in the store.
    ///
    /// - Parameters:
    ///   - host: The host.
    ///   - name: Its name on the page.
    public func watch(_ host: DurableHost, as name: String) {
        durables.add(name, host: host)
    }

    /// Allows the page to retry, cancel and fork the instances of a host, and to skip their events.
    ///
    /// The host has to be watched.
    ///
    /// ```swift
    /// import OakDurable
    ///
    /// let host = DurableHost(store: MemoryStore())
    /// let inspector = Inspector()
    /// inspector.watch(host, as: "orders")
    /// inspector.control(host)
    /// ```
    ///
    /// - Parameter host: The host.
    public func control(_ host: DurableHost) { durables.allowOperations(on: host) }

    /// Shows a store that no host of this program has open, without changing it.
    ///
    /// - Parameters:
    ///   - store: The store.
    ///   - name: Its name on the page.
    ///   - machines: The names of the machines whose instances are counted.
    ///   - hiddenFields: The names of fields that are hidden in all values.
    package func watch(
        _ store: any DurableStore, as name: String, machines: [String], hiding hiddenFields: Set<String>
    ) {
        durables.add(name, store: DurableSource.Store(store: store, machines: machines, hiddenFields: hiddenFields))
    }
}

/// The things that a page may do to a machine.
struct Control: Sendable {
    typealias Send = (title: String, perform: @Sendable () throws -> Void)

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

/// A reason why an inspector cannot be used as asked.
public enum InspectorError: Error, Equatable, CustomStringConvertible {
    /// It serves already.
    case alreadyServing
    /// It listens already.
    case alreadyListening
    /// The address of a listener has another form.
    case unusableAddress(String)
    /// The listener has refused the program, with its reason.
    case refused(String)
    /// A stored trace cannot be read.
    case unreadableTrace(line: Int, String)

    public var description: String {
        switch self {
        case .alreadyListening: "This inspector listens already. Stop it first, or use the address that it has."
        case .unusableAddress(let text):
            "\(text.debugDescription) is no address of an inspector: it has the form HOST:PORT/TOKEN."
        case .refused(let reason): "The inspector has refused this program. \(reason)"
        case .unreadableTrace(let line, let reason): "Line \(line) of the trace cannot be read. \(reason)"
        case .alreadyServing: "This inspector serves its page already. Stop it first, or use the address that it has."
        }
    }
}
