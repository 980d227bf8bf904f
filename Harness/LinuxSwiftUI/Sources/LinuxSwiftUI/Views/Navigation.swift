@available(macOS 13, iOS 16, macCatalyst 16, tvOS 16, watchOS 9, *)
public struct NavigationStack<Data, Root: View>: PrimitiveView {
    private let root: Root
    /// The values of a path stored elsewhere, and the means to change it.
    private let path: (values: () -> [AnyHashable], bound: NavigationPlace.BoundPath)?

    public init(@ViewBuilder root: () -> Root) where Data == NavigationPath {
        self.root = root()
        path = nil
    }

    public init(path: Binding<NavigationPath>, @ViewBuilder root: () -> Root) where Data == NavigationPath {
        self.root = root()
        self.path = (
            { path.wrappedValue.values },
            NavigationPlace.BoundPath(
                append: { path.wrappedValue.values.append($0) },
                keep: { path.wrappedValue.values.removeSubrange($0...) })
        )
    }

    public init(path: Binding<Data>, @ViewBuilder root: () -> Root)
    where Data: MutableCollection & RandomAccessCollection & RangeReplaceableCollection, Data.Element: Hashable {
        self.root = root()
        self.path = (
            { path.wrappedValue.map { AnyHashable($0) } },
            NavigationPlace.BoundPath(
                // A value of another type does not fit this path; SwiftUI ignores it as well.
                append: { if let value = $0.base as? Data.Element { path.wrappedValue.append(value) } },
                keep: { count in
                    let value = path.wrappedValue
                    path.wrappedValue.removeSubrange(value.index(value.startIndex, offsetBy: count)...)
                })
        )
    }

    func show(at node: Node) {
        var slots = Slots(of: node)
        let place = slots.object { NavigationPlace() }
        if let path {
            place.show(at: node, values: path.values(), in: path.bound)
        } else {
            place.show(at: node)
        }
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

/// The values, of any type, pushed onto the root of a navigation stack.
@available(macOS 13, iOS 16, macCatalyst 16, tvOS 16, watchOS 9, *)
public struct NavigationPath: Equatable {
    fileprivate var values: [AnyHashable] = []

    public init() {}

    public init<Values: Sequence>(_ elements: Values) where Values.Element: Hashable {
        values = elements.map { AnyHashable($0) }
    }

    public var count: Int { values.count }
    public var isEmpty: Bool { values.isEmpty }
    public mutating func append<Value: Hashable>(_ value: Value) { values.append(AnyHashable(value)) }
    public mutating func removeLast(_ k: Int = 1) { values.removeLast(k) }
}

/// The view of an entry; evaluated after the root, which declares it.
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

@available(macOS 13, iOS 16, macCatalyst 16, tvOS 16, watchOS 9, *)
extension NavigationLink where Destination == Never {
    public init<Value: Hashable>(value: Value?, @ViewBuilder label: () -> Label) {
        self.value = value.map { AnyHashable($0) }
        destination = nil
        self.label = label()
    }
}

@available(macOS 13, iOS 16, macCatalyst 16, tvOS 16, watchOS 9, *)
extension NavigationLink where Label == Text, Destination == Never {
    public init<Value: Hashable>(_ title: some StringProtocol, value: Value?) {
        self.init(value: value) { Text(title) }
    }
}

extension View {
    @available(macOS 13, iOS 16, macCatalyst 16, tvOS 16, watchOS 9, *)
    public func navigationDestination<Value: Hashable, Destination: View>(
        for data: Value.Type, @ViewBuilder destination: @escaping (Value) -> Destination
    ) -> some View {
        modified { node, content in
            let place = node.environment.navigationPlace
            place?.destinations[ObjectIdentifier(data)] = { value in
                if let value = value.base as? Value { destination(value) } else { EmptyView() }
            }
            // Visible destinations may have different values now.
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
