/// What a navigation stack shows: its root, and what was pushed upon it.
@MainActor
final class NavigationPlace {
    struct Entry {
        let value: AnyHashable
        let number: Int
    }

    private(set) var path: [Entry] = []
    /// How a value of a type is shown.
    var destinations: [ObjectIdentifier: (AnyHashable) -> any View] = [:]
    private var pushed = 0
    private weak let node: Node?

    init(of node: Node) { self.node = node }

    func push(_ value: AnyHashable) {
        pushed += 1
        path.append(Entry(value: value, number: pushed))
        node?.invalidate()
    }

    func pop() {
        path.removeLast()
        node?.invalidate()
    }

    func destination(for entry: Entry) -> (any View)? {
        destinations[ObjectIdentifier(Swift.type(of: entry.value.base))]?(entry.value)
    }
}

private enum NavigationPlaceKey: EnvironmentKey {
    static let defaultValue: NavigationPlace? = nil
}

extension EnvironmentValues {
    var navigationPlace: NavigationPlace? {
        get { self[NavigationPlaceKey.self] }
        set { self[NavigationPlaceKey.self] = newValue }
    }
}

public struct NavigationStack<Root: View>: PrimitiveView {
    private let root: Root

    public init(@ViewBuilder root: () -> Root) { self.root = root() }

    func show(at node: Node) {
        var slots = Slots(of: node)
        let place = slots.object { NavigationPlace(of: node) }
        node.element = .stack(place)
        var environment = node.environment
        environment.navigationPlace = place
        node.child(.index(0), root, environment: environment, isCovered: !place.path.isEmpty)
        environment.dismiss = DismissAction { place.pop() }
        for entry in place.path {
            guard let view = place.destination(for: entry) else { continue }
            node.child(
                .id(AnyHashable(entry.number)), AnyView(view), environment: environment,
                isCovered: entry.number != place.path.last?.number)
        }
    }
}

public struct NavigationLink<Label: View>: PrimitiveView {
    private let value: AnyHashable?
    private let label: Label

    public init<Value: Hashable>(value: Value?, @ViewBuilder label: () -> Label) {
        self.value = value.map { AnyHashable($0) }
        self.label = label()
    }

    func show(at node: Node) {
        let place = node.environment.navigationPlace
        node.element = .button(action: { [value] in if let value { place?.push(value) } })
        node.child(.index(0), label)
    }
}

extension NavigationLink where Label == Text {
    public init<Value: Hashable>(_ title: some StringProtocol, value: Value?) {
        self.init(value: value) { Text(title) }
    }
}

extension View {
    public func navigationDestination<Value: Hashable, Destination: View>(
        for type: Value.Type, @ViewBuilder destination: @escaping (Value) -> Destination
    ) -> some View {
        modified { node, content in
            node.environment.navigationPlace?.destinations[ObjectIdentifier(type)] = { value in
                if let value = value.base as? Value { destination(value) } else { EmptyView() }
            }
            node.child(.index(0), content)
        }
    }

    public func navigationTitle(_ title: some StringProtocol) -> some View { navigationTitle(Text(title)) }

    public func navigationTitle(_ title: Text) -> some View {
        modified { node, content in
            node.element = .title(title.string)
            node.child(.index(0), content)
        }
    }
}
