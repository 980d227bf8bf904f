extension View {
    public func onAppear(perform action: (() -> Void)? = nil) -> some View {
        modified { node, content in
            if let action { node.onAppear.append(action) }
            node.child(.index(0), content)
        }
    }

    public func onDisappear(perform action: (() -> Void)? = nil) -> some View {
        modified { node, content in
            if let action { node.onDisappear.append(action) }
            node.child(.index(0), content)
        }
    }

    /// Gives the view an identity: with a different one it is a different view, without the state of the previous one.
    public func id<ID: Hashable>(_ id: ID) -> some View {
        modified { node, content in node.child(.id(AnyHashable(id)), content) }
    }
}
