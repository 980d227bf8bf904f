extension View {
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
                    content: TupleView(message(data), AlertActions(actions: actions(data)))),
                environment: environment)
        }
    }

    public func alert<Data, Actions: View>(
        _ title: some StringProtocol, isPresented: Binding<Bool>, presenting data: Data?,
        @ViewBuilder actions: @escaping (Data) -> Actions
    ) -> some View {
        alert(title, isPresented: isPresented, presenting: data, actions: actions, message: { _ in EmptyView() })
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
}

/// Whether a title is visible.
public enum Visibility: Sendable { case automatic, visible, hidden }

// In this model, a confirmation dialog is an alert.
extension View {
    public func confirmationDialog<Actions: View>(
        _ title: some StringProtocol, isPresented: Binding<Bool>, titleVisibility: Visibility = .automatic,
        @ViewBuilder actions: @escaping () -> Actions
    ) -> some View {
        alert(title, isPresented: isPresented, actions: actions)
    }

    public func confirmationDialog<Actions: View, Message: View>(
        _ title: some StringProtocol, isPresented: Binding<Bool>, titleVisibility: Visibility = .automatic,
        @ViewBuilder actions: @escaping () -> Actions, @ViewBuilder message: @escaping () -> Message
    ) -> some View {
        alert(title, isPresented: isPresented, actions: actions, message: message)
    }
}

/// The buttons of an alert; without any, it has one to dismiss it.
private struct AlertActions<Actions: View>: View {
    let actions: Actions

    var body: some View {
        if Actions.self == EmptyView.self { Button("OK") {} } else { actions }
    }
}
