import LoadingList
import OakWeb

/// A button for each action of the user.
struct ActionButtons {
    let actions: [LoadingList.Transducer.Action]
    /// Distinguishes these buttons from others on the page; `nil` for those of the content, to which the focus returns.
    var place: String?
    /// The prominence of the first of them.
    var prominence = Prominence.primary

    var html: Fragment<Place.Phrase> {
        Fragment {
            for (index, action) in actions.enumerated() { button(for: action, index == 0 ? prominence : .plain) }
        }
    }

    /// A button with one word and a description.
    private func button(
        for action: LoadingList.Transducer.Action, _ prominence: Prominence
    ) -> Fragment<Place.Phrase> {
        Fragment {
            if let message = LoadingListMessage(action.event) {
                Element(
                    .button, key: action.id, .type(.button), .id(place.map { "\($0)-\(action.id)" } ?? action.id),
                    .class(prominence.rawValue), .title(action.title), .onClick(message)
                ) { action.label }
            }
        }
    }
}

extension LoadingList.Transducer.Action {
    fileprivate var label: String { id == "ok" ? "OK" : id.capitalizedFirst }
}
