/// Views of which one is visible, and a bar to choose it. A view is there from its first choice on, and covered while
/// another one is chosen.
@available(macOS 15, iOS 18, macCatalyst 18, tvOS 18, watchOS 11, *)
public struct TabView<SelectionValue: Hashable, Content: TabContent>: PrimitiveView
where Content.TabValue == SelectionValue {
    private let selection: Binding<SelectionValue>
    private let content: Content

    public init(
        selection: Binding<SelectionValue>, @TabContentBuilder<SelectionValue> content: () -> Content
    ) {
        self.selection = selection
        self.content = content()
    }

    func show(at node: Node) {
        var slots = Slots(of: node)
        let past = slots.object { ChosenTabs<SelectionValue>() }
        let selection = selection
        past.values.insert(selection.wrappedValue)
        for tab in content.tabs where past.values.contains(tab.value) {
            node.child(.id(AnyHashable(tab.value)), tab.content, isCovered: tab.value != selection.wrappedValue)
        }
        for tab in content.tabs {
            node.child(.addition("\(tab.value)"), Button(action: { selection.wrappedValue = tab.value }) { tab.label })
        }
    }
}

private final class ChosenTabs<Value: Hashable> {
    var values: Set<Value> = []
}

/// One view of a `TabView`.
@available(macOS 15, iOS 18, macCatalyst 18, tvOS 18, watchOS 11, *)
public struct Tab<Value: Hashable, Content: View, Label: View>: TabContent {
    public let tabs: [_Tab<Value>]
}

@available(macOS 15, iOS 18, macCatalyst 18, tvOS 18, watchOS 11, *)
extension Tab where Label == _TitleAndIcon {
    @MainActor
    public init(
        _ title: some StringProtocol, systemImage: String, value: Value, @ViewBuilder content: () -> Content
    ) {
        let label = _TitleAndIcon(title, systemImage: systemImage)
        tabs = [_Tab(value: value, content: AnyView(content()), label: AnyView(label))]
    }
}

/// One or more tabs.
@available(macOS 15, iOS 18, macCatalyst 18, tvOS 18, watchOS 11, *)
public protocol TabContent<TabValue> {
    associatedtype TabValue: Hashable
    var tabs: [_Tab<TabValue>] { get }
}

/// A tab without the types of its views.
public struct _Tab<Value: Hashable> {
    let value: Value
    let content: AnyView
    let label: AnyView
}

@available(macOS 15, iOS 18, macCatalyst 18, tvOS 18, watchOS 11, *)
public struct _Tabs<Value: Hashable>: TabContent {
    public let tabs: [_Tab<Value>]
}

@available(macOS 15, iOS 18, macCatalyst 18, tvOS 18, watchOS 11, *)
@resultBuilder
public struct TabContentBuilder<TabValue: Hashable> {
    public static func buildExpression<Content: TabContent<TabValue>>(_ content: Content) -> Content { content }

    public static func buildPartialBlock<Content: TabContent<TabValue>>(first: Content) -> Content { first }

    public static func buildPartialBlock(
        accumulated: some TabContent<TabValue>, next: some TabContent<TabValue>
    ) -> _Tabs<TabValue> {
        _Tabs(tabs: accumulated.tabs + next.tabs)
    }
}
