import LoadingList
import WebHost

/// A button for each thing that the user can do.
struct ActionButtons {
    let actions: [LoadingList.Transducer.Action]
    /// What tells these buttons from others on the page; `nil` for those of the content, where the focus comes back to.
    var place: String?
    /// How much the first of them stands out.
    var prominence = Prominence.primary

    var html: HTML {
        HTML {
            for (index, action) in actions.enumerated() { button(for: action, index == 0 ? prominence : .plain) }
        }
    }

    /// One word, and what it does for those who ask.
    private func button(for action: LoadingList.Transducer.Action, _ prominence: Prominence) -> HTML {
        HTML {
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
