#if canImport(SwiftUI)
    import LoadingList
    import SwiftUI

    /// A button for each action of the user.
    struct ActionButtons: View {
        let actions: [LoadingList.Transducer.Action]

        var body: some View {
            ForEach(actions) { action in ActionButton(action: action) }
        }
    }

    /// A button for an action: one word, with a description as its hint.
    struct ActionButton: View {
        let action: LoadingList.Transducer.Action
        var role: ButtonRole?

        var body: some View {
            Button(action.label, role: role) { action() }
                .accessibilityHint(action.title)
        }
    }

    extension LoadingList.Transducer.Action {
        fileprivate var label: String { id.prefix(1).uppercased() + id.dropFirst() }
    }
#endif
