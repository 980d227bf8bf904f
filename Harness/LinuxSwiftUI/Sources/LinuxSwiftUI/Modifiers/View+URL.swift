public import Foundation

extension View {
    /// Handles an address that something outside of the application has opened.
    public func onOpenURL(perform action: @escaping (URL) -> Void) -> some View {
        modified { node, content in
            node.element = .addressee(action)
            node.child(.index(0), content)
        }
    }
}

extension Screen {
    /// Opens an address, as a link in another application does.
    public func open(_ address: URL) {
        for action in addressees { action(address) }
        update()
    }
}
