import Observation

/// What a navigation stack shows: its root, and what was pushed upon it.
@MainActor
@Observable
final class NavigationPlace {
    struct Entry {
        let content: Content
        let number: Int

        enum Content {
            /// Shown as a destination for values of its type.
            case value(AnyHashable)
            case view(AnyView)
        }
    }

    private(set) var path: [Entry] = []
    /// How a value of a type is shown.
    @ObservationIgnored var destinations: [ObjectIdentifier: (AnyHashable) -> any View] = [:]
    @ObservationIgnored private var pushed = 0
    /// Where destinations are shown, by the number of their entry.
    @ObservationIgnored var shown: [Int: WeakNode] = [:]

    struct WeakNode { weak var node: Node? }

    nonisolated init() {}

    /// What is shown upon an entry is evaluated anew.
    func invalidateDestinations(above number: Int) {
        for (entry, destination) in shown where entry > number { destination.node?.invalidate() }
    }

    func push(_ value: AnyHashable) { push(.value(value)) }

    func push(view: AnyView) { push(.view(view)) }

    private func push(_ content: Entry.Content) {
        pushed += 1
        path.append(Entry(content: content, number: pushed))
    }

    func pop() { if let last = path.last { pop(last) } }

    /// Takes an entry away, and what was pushed upon it.
    func pop(_ entry: Entry) {
        path.removeAll { $0.number >= entry.number }
        shown = shown.filter { $0.key < entry.number }
    }

    func destination(for entry: Entry) -> (any View)? {
        switch entry.content {
        case .value(let value): destinations[ObjectIdentifier(Swift.type(of: value.base))]?(value)
        case .view(let view): view
        }
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

    /// The number of the entry that a view belongs to; that of the root is 0.
    var navigationEntry: Int {
        get { self[NavigationEntryKey.self] }
        set { self[NavigationEntryKey.self] = newValue }
    }
}
