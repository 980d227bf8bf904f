extension View {
    public func overlay<Content: View>(
        alignment: Alignment = .center, @ViewBuilder content: () -> Content
    ) -> some View {
        adding("overlay", content())
    }

    public func background<Content: View>(
        alignment: Alignment = .center, @ViewBuilder content: () -> Content
    ) -> some View {
        adding("background", content())
    }

    public func toolbar<Content: View>(@ViewBuilder content: () -> Content) -> some View {
        adding("toolbar", content())
    }

    public func safeAreaInset<Content: View>(
        edge: VerticalEdge, alignment: HorizontalAlignment = .center, spacing: Double? = nil,
        @ViewBuilder content: () -> Content
    ) -> some View {
        adding("inset", content())
    }

    public func tag<Value: Hashable>(_ tag: Value) -> some View {
        modified { node, content in
            node.element = .tag(AnyHashable(tag))
            node.child(.index(0), content)
        }
    }

    public func onSubmit(_ action: @escaping () -> Void) -> some View {
        modified { node, content in
            var environment = node.environment
            let outer = environment.submit
            environment.submit = {
                action()
                outer()
            }
            node.child(.index(0), content, environment: environment)
        }
    }

    private func adding<Content: View>(_ name: String, _ addition: Content) -> some View {
        modified { node, base in
            node.child(.index(0), base)
            node.child(.addition(name), addition)
        }
    }
}

public struct ToolbarItemPlacement: Sendable {
    public static let automatic = Self(), principal = Self(), navigation = Self(), primaryAction = Self()
    public static let status = Self(), confirmationAction = Self(), cancellationAction = Self()
    public static let destructiveAction = Self()
}

public struct ToolbarItem<Content: View>: View {
    private let content: Content
    public init(placement: ToolbarItemPlacement = .automatic, @ViewBuilder content: () -> Content) {
        self.content = content()
    }
    public var body: Content { content }
}

public struct ToolbarItemGroup<Content: View>: View {
    private let content: Content
    public init(placement: ToolbarItemPlacement = .automatic, @ViewBuilder content: () -> Content) {
        self.content = content()
    }
    public var body: Content { content }
}
