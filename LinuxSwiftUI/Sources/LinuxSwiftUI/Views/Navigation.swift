public struct NavigationStack<Root: View>: PrimitiveView {
    private let root: Root

    public init(@ViewBuilder root: () -> Root) { self.root = root() }

    func show(at node: Node) {
        var slots = Slots(of: node)
        let place = slots.object { NavigationPlace() }
        node.element = .stack(place)
        var environment = node.environment
        environment.navigationPlace = place
        environment.navigationEntry = 0
        node.child(.index(0), root, environment: environment, isCovered: !place.path.isEmpty)
        for entry in place.path {
            environment.navigationEntry = entry.number
            environment.dismiss = DismissAction { place.pop(entry) }
            node.child(
                .id(AnyHashable(entry.number)), DestinationView(place: place, entry: entry), environment: environment,
                isCovered: entry.number != place.path.last?.number)
        }
    }
}

/// What is shown for an entry; evaluated after the root, which says how.
private struct DestinationView: PrimitiveView {
    let place: NavigationPlace
    let entry: NavigationPlace.Entry

    func show(at node: Node) {
        place.shown[entry.number] = NavigationPlace.WeakNode(node: node)
        if let view = place.destination(for: entry) { node.child(.index(0), AnyView(view)) }
    }
}

public struct NavigationLink<Label: View, Destination: View>: PrimitiveView {
    private let value: AnyHashable?
    private let destination: Destination?
    private let label: Label

    func show(at node: Node) {
        let place = node.environment.navigationPlace
        node.element = .button(action: { [value, destination] in
            if let destination { place?.push(view: AnyView(destination)) }
            if let value { place?.push(value) }
        })
        node.child(.index(0), label)
    }
}

extension NavigationLink {
    public init(@ViewBuilder destination: () -> Destination, @ViewBuilder label: () -> Label) {
        value = nil
        self.destination = destination()
        self.label = label()
    }
}

extension NavigationLink where Label == Text {
    public init(_ title: some StringProtocol, @ViewBuilder destination: () -> Destination) {
        self.init(destination: destination) { Text(title) }
    }
}

extension NavigationLink where Destination == Never {
    public init<Value: Hashable>(value: Value?, @ViewBuilder label: () -> Label) {
        self.value = value.map { AnyHashable($0) }
        destination = nil
        self.label = label()
    }
}

extension NavigationLink where Label == Text, Destination == Never {
    public init<Value: Hashable>(_ title: some StringProtocol, value: Value?) {
        self.init(value: value) { Text(title) }
    }
}

extension View {
    public func navigationDestination<Value: Hashable, Destination: View>(
        for data: Value.Type, @ViewBuilder destination: @escaping (Value) -> Destination
    ) -> some View {
        modified { node, content in
            let place = node.environment.navigationPlace
            place?.destinations[ObjectIdentifier(data)] = { value in
                if let value = value.base as? Value { destination(value) } else { EmptyView() }
            }
            // What is shown already may be shown with other values now.
            place?.invalidateDestinations(above: node.environment.navigationEntry)
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
