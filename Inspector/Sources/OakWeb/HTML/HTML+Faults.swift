import Oak

extension HTML {
    /// The faults of a scene in sentences: elements that are invisible, unreachable, or indistinguishable for some.
    ///
    /// Ids and keys that repeat; fields, sections and dialogs without names; references to missing elements; buttons
    /// without text or without anything to do; a second heading of the whole page. A test that asks each state of the
    /// machine has looked at the whole page:
    ///
    /// ```swift
    /// func faults(of states: [Counter.State]) -> [String] {
    ///     states.flatMap { state in HTML { Element(.p) { "\(state.count)" } }.faults }
    /// }
    /// ```
    ///
    /// - Complexity: O(*n*²) in the number of elements.
    public var faults: [String] {
        repeatedIDs + repeatedKeys + unnamedFields + unnamedSections + unnamedDialogs + danglingReferences
            + faultyButtons + headings
    }

    private var ids: [String] { elements.compactMap { $0["id"] } }

    private var repeatedIDs: [String] { ids.repeated.map { "There are several elements \($0)." } }

    private var repeatedKeys: [String] {
        ([self] + elements.map(\.content)).flatMap { $0.children.compactMap(\.key).repeated }
            .map { "There are several siblings with the key \($0)." }
    }

    private var unnamedFields: [String] {
        let named = Set(all(.label).filter { !$0.content.text.isEmpty }.compactMap { $0["for"] })
        return all(.input).filter { field in field["id"].map { !named.contains($0) } ?? true }
            .map { "The field \($0["name"] ?? "") has no label." }
    }

    private var unnamedSections: [String] {
        all(.section).filter { ($0["aria-label"] ?? text(of: $0["aria-labelledby"])).isEmpty }
            .map { "The section “\($0.content.text.prefix(200))” has no name." }
    }

    private var unnamedDialogs: [String] {
        all(.dialog).filter { $0.content.text(of: $0["aria-labelledby"]).isEmpty || $0["data-modal"] == nil }
            .map { "The dialog “\($0.content.text)” has no label or cannot be dismissed." }
    }

    private func text(of ids: String?) -> String {
        (ids ?? "").split(separator: " ").compactMap { element(id: String($0))?.content.text }.joined()
    }

    private var danglingReferences: [String] {
        let known = Set(ids)
        return elements.flatMap { element in
            ["for", "aria-labelledby", "aria-describedby"].compactMap { element[$0] }
                .flatMap { $0.split(separator: " ") }
        }.filter { !known.contains(String($0)) }.map { "There is no element \($0), which another one refers to." }
    }

    private var faultyButtons: [String] {
        let forms = Set(
            all(.form).flatMap { $0.content.all(.button) }.compactMap { $0["type"] == "submit" ? $0.content.text : nil }
        )
        return all(.button).filter { button in
            guard !button.content.text.isEmpty else { return true }
            switch button["type"] {
            case "button": return button["data-click"] == nil
            case "submit": return button["data-click"] != nil || !forms.contains(button.content.text)
            case _: return true
            }
        }.map { "The button “\($0.content.text)” has no type, no text, or nothing to do." }
    }

    private var headings: [String] {
        all(.h1).map { "The heading “\($0.content.text)” is that of the whole page, which has one already." }
    }
}

extension [String] {
    fileprivate var repeated: [String] {
        Dictionary(grouping: self) { $0 }.filter { $1.count > 1 }.keys.sorted()
    }
}
