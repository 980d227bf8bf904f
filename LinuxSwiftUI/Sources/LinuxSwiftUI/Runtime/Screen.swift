/// A tree of views that is shown nowhere, and hands to operate it: what a device and its user are to SwiftUI.
///
/// ```swift
/// let screen = Screen(CounterView())
/// try screen.tap("Increment")
/// await screen.wait { $0.texts == ["1"] }
/// ```
@MainActor
public final class Screen {
    private var root: Node?
    private var stale: [ObjectIdentifier: Node] = [:]
    private var new: [Node] = []
    private var afterwards: [() -> Void] = []
    private var isUpdating = false
    private var isScheduled = false
    private var waiting: [(condition: (Screen) -> Bool, continuation: CheckedContinuation<Void, Never>)] = []

    /// Shows a view.
    public init(_ view: some View, environment: EnvironmentValues = EnvironmentValues()) {
        let root = Node(on: self, in: nil, environment: environment)
        self.root = root
        isUpdating = true
        root.put(view)
        new.append(root)
        isUpdating = false
        update()
    }

    /// Takes everything away, as when a window is closed.
    public func close() {
        root?.remove()
        root = nil
    }

    func setNeedsUpdate(_ node: Node) {
        stale[ObjectIdentifier(node)] = node
        guard !isScheduled, !isUpdating else { return }
        isScheduled = true
        Task { @MainActor [weak self] in
            self?.isScheduled = false
            self?.update()
        }
    }

    func noteUpdated(_ node: Node) { stale[ObjectIdentifier(node)] = nil }

    func noteNew(_ node: Node) { new.append(node) }

    /// Does something when what is to be seen now has been put together.
    func afterUpdate(_ action: @escaping () -> Void) { afterwards.append(action) }

    /// Evaluates what has changed, until nothing changes any more.
    public func update() {
        guard !isUpdating else { return }
        isUpdating = true
        var rounds = 0
        while true {
            if let node = stale.values.min(by: { $0.depth < $1.depth }) {
                stale[ObjectIdentifier(node)] = nil
                node.update()
            } else if !new.isEmpty {
                // Inner views appear first.
                let appearing = new
                new = []
                for node in appearing.reversed() where !node.isGone && !node.isHidden { node.appear() }
            } else if !afterwards.isEmpty {
                let actions = afterwards
                afterwards = []
                for action in actions { action() }
            } else {
                break
            }
            rounds += 1
            precondition(rounds < 100_000, "A view changes its own state in each evaluation.")
        }
        isUpdating = false
        let satisfied = waiting.filter { $0.condition(self) }
        waiting.removeAll { $0.condition(self) }
        for wait in satisfied { wait.continuation.resume() }
    }

    /// Waits until something is to be seen.
    public func wait(until condition: @escaping (Screen) -> Bool) async {
        update()
        if condition(self) { return }
        await withCheckedContinuation { waiting.append((condition, $0)) }
    }
}

extension Node {
    /// Whether it, or what it is in, is covered.
    var isHidden: Bool { isCovered || (parent?.isHidden ?? false) }

    /// Everything that is to be seen here, from outside to inside, in order.
    var visible: [Node] { isCovered || isGone ? [] : [self] + children.flatMap(\.visible) }
}

// MARK: - Looking

extension Screen {
    private var visible: [Node] { root?.visible ?? [] }

    /// The part that can be touched: what is presented last covers the rest.
    private var reachable: [Node] {
        var reachable = visible
        while let top = reachable.last(where: { $0.presentation != nil && $0 !== reachable.first }) {
            reachable = top.visible
        }
        return reachable
    }

    /// All texts that are to be seen, also the labels of buttons, in order.
    public var texts: [String] { visible.compactMap(\.text) }

    /// The titles of navigation bars, sheets and alerts that are to be seen.
    public var titles: [String] {
        visible.compactMap { node in
            switch node.element {
            case .title(let title): title
            case .presentation(let presentation): presentation.title
            case .text, .button, .field, .toggle, .progress, .stack, nil: nil
            }
        }
    }

    /// The labels of the buttons that can be tapped.
    public var buttons: [String] { reachable.filter(\.isEnabledButton).map(\.label) }

    /// The labels of the text fields that can be typed into.
    public var fields: [String] {
        reachable.compactMap { if case .field(let label, _) = $0.element { label } else { nil } }
    }

    /// Whether something is to be seen that tells of work under way.
    public var showsProgress: Bool {
        visible.contains { if case .progress = $0.element { true } else { false } }
    }

    /// What covers the rest, the topmost last.
    public var presentations: [String] {
        visible.compactMap { node in node.presentation.map { $0.title ?? "\($0.kind)" } }
    }
}

extension Node {
    fileprivate var presentation: Presentation? {
        if case .presentation(let presentation) = element { presentation } else { nil }
    }

    fileprivate var text: String? {
        if case .text(let text) = element { text } else { nil }
    }

    fileprivate var isEnabledButton: Bool {
        if case .button = element { environment.isEnabled } else { false }
    }

    /// The texts within it.
    fileprivate var label: String { visible.compactMap(\.text).joined(separator: " ") }
}

// MARK: - Touching

/// Why something could not be done.
public struct NotOnScreen: Error, CustomStringConvertible {
    public let description: String
}

extension Screen {
    /// Taps a button.
    public func tap(_ label: String) throws {
        let button = reachable.first { $0.isEnabledButton && $0.label == label }
        guard let button, case .button(let action) = button.element else {
            throw NotOnScreen(description: "No button \"\(label)\" can be tapped, only \(buttons).")
        }
        action()
        update()
    }

    /// Types a text into a field, in place of what is there.
    public func type(_ text: String, into label: String) throws {
        for node in reachable {
            guard case .field(label, let binding) = node.element, node.environment.isEnabled else { continue }
            binding.wrappedValue = text
            update()
            return
        }
        throw NotOnScreen(description: "No field \"\(label)\" can be typed into, only \(fields).")
    }

    /// The text in a field.
    public func text(in label: String) throws -> String {
        for node in reachable {
            if case .field(label, let binding) = node.element { return binding.wrappedValue }
        }
        throw NotOnScreen(description: "There is no field \"\(label)\", only \(fields).")
    }

    /// Dismisses the sheet on top, as by a swipe.
    public func dismissSheet() throws {
        let sheets = visible.compactMap(\.presentation).filter { $0.kind == .sheet }
        guard let sheet = sheets.last else { throw NotOnScreen(description: "There is no sheet.") }
        sheet.dismiss()
        update()
    }

    /// Goes back in the innermost navigation stack.
    public func back() throws {
        let places = visible.compactMap { if case .stack(let place) = $0.element { place } else { nil } }
        guard let place = places.last(where: { !$0.path.isEmpty }) else {
            throw NotOnScreen(description: "There is nothing to go back to.")
        }
        place.pop()
        update()
    }
}
