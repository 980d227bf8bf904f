/// The contents of a navigation stack: its root, and the entries pushed onto it.
@MainActor
final class NavigationPlace {
    struct Entry {
        let content: Content
        let number: Int

        enum Content {
            /// Shown as a destination for values of its type.
            case value(AnyHashable)
            case view(AnyView)
        }

        var value: AnyHashable? {
            if case .value(let value) = content { value } else { nil }
        }
    }

    /// A path stored elsewhere. It contains the values; views pushed without a value are not in it.
    struct BoundPath {
        let append: (AnyHashable) -> Void
        /// Keeps the given number of values.
        let keep: (Int) -> Void
    }

    private(set) var path: [Entry] = []
    private var pushed = 0
    private var boundPath: BoundPath?
    private weak var stack: Node?

    /// The view for each type of values.
    var destinations: [ObjectIdentifier: (AnyHashable) -> any View] = [:]
    /// The places of destinations, by the numbers of their entries.
    var shown: [Int: WeakNode] = [:]

    struct WeakNode { weak var node: Node? }

    nonisolated init() {}

    /// Evaluates the content above an entry again.
    func invalidateDestinations(above number: Int) {
        for (entry, destination) in shown where entry > number { destination.node?.invalidate() }
    }

    func push(_ value: AnyHashable) {
        if let boundPath { return boundPath.append(value) }
        append(.value(value))
        stack?.invalidate()
    }

    func push(view: AnyView) {
        append(.view(view))
        stack?.invalidate()
    }

    private func append(_ content: Entry.Content) {
        pushed += 1
        path.append(Entry(content: content, number: pushed))
    }

    func pop() { if let last = path.last { pop(last) } }

    /// Removes an entry, and all those pushed onto it.
    func pop(_ entry: Entry) {
        drop(from: entry.number)
        boundPath?.keep(path.count { $0.value != nil })
        stack?.invalidate()
    }

    private func drop(from number: Int) {
        path.removeAll { $0.number >= number }
        shown = shown.filter { $0.key < number }
    }

    func destination(for entry: Entry) -> (any View)? {
        switch entry.content {
        case .value(let value): destinations[ObjectIdentifier(Swift.type(of: value.base))]?(value)
        case .view(let view): view
        }
    }
}

// MARK: - Evaluation

extension NavigationPlace {
    /// Shows the stack, under evaluation, with a path of its own.
    func show(at node: Node) { (stack, boundPath) = (node, nil) }

    /// Shows the stack, under evaluation, with a path stored elsewhere.
    ///
    /// An entry stays as long as the values up to it are unchanged; SwiftUI does not document how it identifies the
    /// rest, and here the rest is new.
    func show(at node: Node, values: [AnyHashable], in boundPath: BoundPath) {
        (stack, self.boundPath) = (node, boundPath)
        var rest = values[...]
        for entry in path {
            guard let value = entry.value else { continue }
            guard rest.first == value else {
                drop(from: entry.number)
                break
            }
            rest.removeFirst()
        }
        for value in rest { append(.value(value)) }
    }
}

private enum NavigationEntryKey: EnvironmentKey {
    static let defaultValue = 0
}

private enum NavigationPlaceKey: EnvironmentKey {
    static let defaultValue: NavigationPlace? = nil
}

extension EnvironmentValues {
    var navigationPlace: NavigationPlace? {
        get { self[NavigationPlaceKey.self] }
        set { self[NavigationPlaceKey.self] = newValue }
    }

    /// The number of the entry to which a view belongs; that of the root is 0.
    var navigationEntry: Int {
        get { self[NavigationEntryKey.self] }
        set { self[NavigationEntryKey.self] = newValue }
    }
}
