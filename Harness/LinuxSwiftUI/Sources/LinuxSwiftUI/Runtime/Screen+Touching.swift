extension Screen {
    /// Taps a button.
    public func tap(_ label: String) throws {
        let button = reachable.first { $0.isEnabledButton && $0.label == label }
        guard let button, case .button(let action) = button.element else {
            throw NotOnScreen(description: "No button \"\(label)\" can be tapped, only \(buttons).")
        }
        action()
        update()
    }

    /// Replaces the text in a field.
    public func type(_ text: String, into label: String) throws {
        let (_, binding) = try field(label)
        binding.wrappedValue = text
        update()
    }

    /// Presses the return key in a field.
    public func submit(_ label: String) throws {
        let (node, _) = try field(label)
        node.environment.submit()
        update()
    }

    private func field(_ label: String) throws -> (Node, Binding<String>) {
        for node in reachable {
            guard case .field(label, let binding) = node.element, node.environment.isEnabled else { continue }
            return (node, binding)
        }
        throw NotOnScreen(description: "No field \"\(label)\" can be typed into, only \(fields).")
    }

    /// Flips a toggle.
    public func toggle(_ label: String) throws {
        for node in reachable where node.environment.isEnabled && node.label == label {
            guard case .toggle(let isOn) = node.element else { continue }
            isOn.wrappedValue.toggle()
            update()
            return
        }
        throw NotOnScreen(description: "No toggle \"\(label)\" can be flipped, only \(toggles.keys.sorted()).")
    }

    /// Chooses one of the options of a picker.
    public func choose(_ option: String, in label: String) throws {
        let picker = try picker(label)
        guard case .choice(let select, _) = picker.element, picker.environment.isEnabled,
            let chosen = picker.options.first(where: { $0.node.label == option })
        else {
            let options = picker.options.map(\.node.label)
            throw NotOnScreen(description: "\"\(option)\" cannot be chosen in \"\(label)\", only \(options).")
        }
        select(chosen.tag)
        update()
    }

    /// Dismisses the sheet on top, as by a swipe.
    public func dismissSheet() throws {
        guard let sheet = presented.last(where: { $0.kind == .sheet }) else {
            throw NotOnScreen(description: "There is no sheet.")
        }
        sheet.dismiss()
        update()
    }

    /// Goes back in the innermost navigation stack.
    public func back() throws {
        guard let place = stacks.last(where: { !$0.path.isEmpty }) else {
            throw NotOnScreen(description: "There is nothing to go back to.")
        }
        place.pop()
        update()
    }
}
