public import Oak
import Parts

extension Editor {
    enum Work { case opening, saving }

    public static func activities(in state: State) -> [Effect] {
        let (id, card) = (state.id, state.card)
        switch state.phase {
        case .opening:
            return [
                Effect(
                    id: Work.opening, { services in try await services.read(id) }, success: Event.opened,
                    failure: { .failed(Problem($0)) })
            ]
        case .editing: return []
        case .saving:
            return [
                Effect(
                    id: Work.saving, { services in try await services.save(id, card) }, success: .saved,
                    failure: { .failed(Problem($0)) })
            ]
        }
    }

    public static func update(_ state: inout State, event: Event) -> (Effect?, Output) {
        switch (state.phase, event) {
        case (.opening, .opened(let content)): state.show(content)
        case (.opening, .failed(let problem)): return (nil, .unreadable(problem))
        case (.editing, .typed(let field, let text)): state.type(text, into: field)
        case (.editing, .undo): state.go(from: \.past, to: \.future)
        case (.editing, .redo): state.go(from: \.future, to: \.past)
        case (.editing, .save) where state.isEdited:
            state.phase = .saving
            state.problem = nil
        case (.saving, .saved):
            state.phase = .editing
            state.saved = state.card
            state.typing = nil
            return (nil, .saved)
        case (.saving, .failed(let problem)):
            state.phase = .editing
            state.problem = problem
        case (.opening, _), (.editing, _), (.saving, _): break
        }
        return (nil, nil)
    }
}

extension Editor.State {
    /// The number of changes that can be undone.
    private static let depth = 100

    fileprivate mutating func show(_ content: Content) {
        phase = .editing
        text = content.text
        card = content.card
        saved = card
    }

    fileprivate mutating func type(_ text: String, into field: Editor.Field) {
        guard card[keyPath: field.path] != text else { return }
        if typing != field { past = past.suffix(Self.depth - 1) + [card] }
        typing = field
        future = []
        card[keyPath: field.path] = text
    }

    fileprivate mutating func go(from origin: WritableKeyPath<Self, [Card]>, to end: WritableKeyPath<Self, [Card]>) {
        guard let other = self[keyPath: origin].popLast() else { return }
        self[keyPath: end].append(card)
        card = other
        typing = nil
    }
}
