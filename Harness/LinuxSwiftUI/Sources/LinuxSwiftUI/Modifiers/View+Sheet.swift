extension View {
    public func sheet<Item: Identifiable, Content: View>(
        item: Binding<Item?>, onDismiss: (() -> Void)? = nil, @ViewBuilder content: @escaping (Item) -> Content
    ) -> some View {
        modified { node, base in
            var slots = Slots(of: node)
            let place = slots.object { SheetPlace<Item.ID>() }
            node.child(.index(0), base)
            let current = item.wrappedValue
            if current?.id != place.dismissed { place.dismissed = nil }
            let shown = place.dismissed == nil ? current : nil
            if place.shown != nil, shown?.id != place.shown, let onDismiss { node.screen?.afterUpdate(onDismiss) }
            place.shown = shown?.id
            guard let shown else { return }
            let dismiss = { [weak node] in
                place.dismissed = shown.id
                item.wrappedValue = nil
                node?.invalidate()
            }
            var environment = node.environment
            environment.dismiss = DismissAction(dismiss: dismiss)
            environment.isEnabled = true
            environment.navigationPlace = nil
            node.child(
                .id(AnyHashable(shown.id)),
                Presented(presentation: Presentation(.sheet, title: nil, dismiss: dismiss), content: content(shown)),
                environment: environment)
        }
    }

    public func sheet<Content: View>(
        isPresented: Binding<Bool>, onDismiss: (() -> Void)? = nil, @ViewBuilder content: @escaping () -> Content
    ) -> some View {
        let item = Binding<OnlyItem?>(
            reading: { isPresented.wrappedValue ? OnlyItem() : nil }, writing: { isPresented.wrappedValue = $0 != nil })
        return sheet(item: item, onDismiss: onDismiss) { _ in content() }
    }
}

/// The state of a presentation: the item whose content it shows.
private final class SheetPlace<ID: Equatable> {
    var shown: ID?
    /// The item that the user has dismissed and the binding still holds.
    var dismissed: ID?
}

private struct OnlyItem: Identifiable {
    let id = 0
}

/// The presented content, as a place of its own.
struct Presented<Content: View>: PrimitiveView {
    let presentation: Presentation
    let content: Content

    func show(at node: Node) {
        node.element = .presentation(presentation)
        node.child(.index(0), content)
    }
}
