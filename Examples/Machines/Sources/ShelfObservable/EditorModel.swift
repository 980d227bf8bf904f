public import Observation
public import Parts
public import Shelf

/// An opened document: its text to read, and its card to edit, with undo and redo.
@Observable @MainActor
public final class EditorModel {
    /// The stage.
    public enum Phase: Codable, Sendable {
        case opening
        case editing
        case saving
    }

    public let id: Document.ID
    public private(set) var phase = Phase.opening
    public private(set) var text = ""
    public private(set) var saved: Card
    public private(set) var problem: Problem?
    private var card: Card
    private var past: [Card] = []
    private var future: [Card] = []
    private var typing: WritableKeyPath<Card, String>?
    private var addition: String?
    @ObservationIgnored private var work: Task<Void, Never>?
    @ObservationIgnored private var pause: Task<Void, Never>?
    private let services: Services
    private let onSave: () -> Void
    private let onUnreadable: (Problem) -> Void

    public init(
        _ id: Document.ID, adding addition: String? = nil, services: Services, onSave: @escaping () -> Void,
        onUnreadable: @escaping (Problem) -> Void
    ) {
        self.id = id
        self.addition = addition
        self.services = services
        self.onSave = onSave
        self.onUnreadable = onUnreadable
        (card, saved) = (Card(title: id), Card(title: id))
        open()
    }

    deinit {
        work?.cancel()
        pause?.cancel()
    }

    public var title: String {
        get { card.title }
        set { type(newValue, into: \.title) }
    }
    public var note: String {
        get { card.note }
        set { type(newValue, into: \.note) }
    }
    public var isEdited: Bool { card != saved }
    public var canSave: Bool { phase == .editing && isEdited }
    public var canUndo: Bool { phase == .editing && !past.isEmpty }
    public var canRedo: Bool { phase == .editing && !future.isEmpty }

    public func undo() { go(from: \.past, to: \.future) }
    public func redo() { go(from: \.future, to: \.past) }

    public func add(_ line: String) {
        guard phase == .editing else {
            if phase == .opening { addition = line }
            return
        }
        remember()
        endTyping()
        future = []
        card.note += card.note.isEmpty ? line : "\n" + line
    }

    public func save() {
        guard canSave else { return }
        phase = .saving
        problem = nil
        endTyping()
        work = Task { [weak self, services, id, card] in
            do {
                try await services.save(id, card)
                if !Task.isCancelled { self?.show(saved: card) }
            } catch {
                if !Task.isCancelled { self?.showNotSaved(Problem(error)) }
            }
        }
    }

    private func open() {
        work = Task { [weak self, services, id] in
            do {
                let content = try await services.read(id)
                if !Task.isCancelled { self?.show(content) }
            } catch {
                if !Task.isCancelled { self?.onUnreadable(Problem(error)) }
            }
        }
    }

    private func show(_ content: Content) {
        phase = .editing
        text = content.text
        card = content.card
        saved = card
        if let addition { add(addition) }
        addition = nil
    }

    private func show(saved card: Card) {
        phase = .editing
        saved = card
        onSave()
    }

    private func showNotSaved(_ problem: Problem) {
        phase = .editing
        self.problem = problem
    }

    private func type(_ text: String, into field: WritableKeyPath<Card, String>) {
        guard phase == .editing, card[keyPath: field] != text else { return }
        if typing != field { remember() }
        typing = field
        future = []
        card[keyPath: field] = text
        pause?.cancel()
        pause = Task { [weak self, services] in
            try? await services.clock.sleep(for: .seconds(1))
            // Otherwise, the pause before another keystroke would end the typing.
            if !Task.isCancelled { self?.endTyping() }
        }
    }

    private func endTyping() {
        pause?.cancel()
        typing = nil
    }

    private func remember() { past = past.suffix(99) + [card] }

    private func go(
        from origin: ReferenceWritableKeyPath<EditorModel, [Card]>,
        to end: ReferenceWritableKeyPath<EditorModel, [Card]>
    ) {
        guard phase == .editing, let other = self[keyPath: origin].popLast() else { return }
        self[keyPath: end].append(card)
        card = other
        endTyping()
    }
}

// MARK: - Restoration

extension EditorModel {
    /// The contents to store.
    public struct Snapshot: Codable, Equatable, Sendable {
        var id: Document.ID
        var phase: Phase
        var text: String
        var saved: Card
        var problem: Problem?
        var card: Card
        var past: [Card]
        var future: [Card]
        var addition: String?
    }

    public var snapshot: Snapshot {
        Snapshot(
            id: id, phase: phase, text: text, saved: saved, problem: problem, card: card, past: past, future: future,
            addition: addition)
    }

    public convenience init(
        restoring snapshot: Snapshot, services: Services, onSave: @escaping () -> Void,
        onUnreadable: @escaping (Problem) -> Void
    ) {
        self.init(
            snapshot.id, adding: snapshot.addition, services: services, onSave: onSave, onUnreadable: onUnreadable)
        if snapshot.phase == .opening { return }
        // The initializer has begun to open the document.
        work?.cancel()
        (phase, text, problem) = (.editing, snapshot.text, snapshot.problem)
        (saved, card, past, future) = (snapshot.saved, snapshot.card, snapshot.past, snapshot.future)
        if snapshot.phase == .saving { save() }
    }
}
