private enum DismissAlertKey: EnvironmentKey {
    nonisolated(unsafe) static let defaultValue: (() -> Void)? = nil
}

extension EnvironmentValues {
    /// What a button in an alert does beside its action.
    var dismissAlert: (() -> Void)? {
        get { self[DismissAlertKey.self] }
        set { self[DismissAlertKey.self] = newValue }
    }
}

/// What a presentation keeps: whose content it shows, and what is to be done when it is gone.
private final class PresentationPlace<ID: Equatable> {
    var shown: ID?
    /// What the user has dismissed and the binding still holds.
    var dismissed: ID?
}

extension View {
    public func sheet<Item: Identifiable, Content: View>(
        item: Binding<Item?>, onDismiss: (() -> Void)? = nil, @ViewBuilder content: @escaping (Item) -> Content
    ) -> some View {
        modified { node, base in
            var slots = Slots(of: node)
            let place = slots.object { PresentationPlace<Item.ID>() }
            node.child(.index(0), base)
            let current = item.wrappedValue
            if current?.id != place.dismissed { place.dismissed = nil }
            let shown = place.dismissed == nil ? current : nil
            if place.shown != nil, shown?.id != place.shown, let onDismiss { node.screen.afterUpdate(onDismiss) }
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

    public func alert<Data, Actions: View, Message: View>(
        _ title: some StringProtocol, isPresented: Binding<Bool>, presenting data: Data?,
        @ViewBuilder actions: @escaping (Data) -> Actions, @ViewBuilder message: @escaping (Data) -> Message
    ) -> some View {
        let title = String(title)
        return modified { node, base in
            node.child(.index(0), base)
            guard isPresented.wrappedValue, let data else { return }
            let dismiss = { [weak node] in
                isPresented.wrappedValue = false
                node?.invalidate()
            }
            var environment = node.environment
            environment.dismissAlert = dismiss
            environment.isEnabled = true
            node.child(
                .addition("alert"),
                Presented(
                    presentation: Presentation(.alert, title: title, dismiss: dismiss),
                    content: TupleView(message(data), actions(data))),
                environment: environment)
        }
    }

    public func alert<Actions: View, Message: View>(
        _ title: some StringProtocol, isPresented: Binding<Bool>,
        @ViewBuilder actions: @escaping () -> Actions, @ViewBuilder message: @escaping () -> Message
    ) -> some View {
        alert(title, isPresented: isPresented, presenting: (), actions: { _ in actions() }, message: { _ in message() })
    }

    public func alert<Actions: View>(
        _ title: some StringProtocol, isPresented: Binding<Bool>, @ViewBuilder actions: @escaping () -> Actions
    ) -> some View {
        alert(title, isPresented: isPresented, actions: actions, message: { EmptyView() })
    }

    public func overlay<Content: View>(alignment: Alignment = .center, @ViewBuilder content: () -> Content) -> some View {
        let content = content()
        return modified { node, base in
            node.child(.index(0), base)
            node.child(.addition("overlay"), content)
        }
    }
}

private struct OnlyItem: Identifiable {
    let id = 0
}

/// What is presented, as one place of its own.
private struct Presented<Content: View>: PrimitiveView {
    let presentation: Presentation
    let content: Content

    func show(at node: Node) {
        node.element = .presentation(presentation)
        node.child(.index(0), content)
    }
}
