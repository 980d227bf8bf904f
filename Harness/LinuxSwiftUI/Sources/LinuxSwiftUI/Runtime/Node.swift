import Observation

/// A place in the tree of views.
///
/// View values come and go with each evaluation; their state, their tasks and previous values are stored here, as long
/// as a view of the same type is at the same place.
@MainActor
final class Node {
    /// Distinguishes a place from its siblings.
    enum Key: Hashable {
        case index(Int)
        case branch(Bool)
        case id(AnyHashable)
        /// An addition of a modifier to its content, such as a sheet.
        case addition(String)
    }

    private struct Identity: Hashable {
        let key: Key
        let type: ObjectIdentifier
        /// Distinguishes siblings that break the rules and share a key.
        var occurrence = 0
    }

    private enum Lifetime { case waiting, there, gone }

    weak var screen: Screen?
    private(set) weak var parent: Node?
    let depth: Int

    /// The values of properties from one evaluation to the next.
    var slots: [AnyObject] = []
    var environment: EnvironmentValues
    /// The visible element here, if any.
    var element: Element?
    /// Called when it appears and disappears; replaced with each evaluation.
    var onAppear: [() -> Void] = []
    var onDisappear: [() -> Void] = []
    private(set) var children: [Node] = []

    /// Whether another view is in front of it, as a destination is in front of the root of a navigation stack.
    private(set) var isCovered = false
    private var identities: [Identity: Node] = [:]
    private var past: [Identity: Node] = [:]
    private var show: (@MainActor (Node) -> Void)?
    private var lifetime = Lifetime.waiting
    /// Views to be evaluated after the one that contains them.
    private var inner: [() -> Void] = []

    init(on screen: Screen?, in parent: Node?, environment: EnvironmentValues) {
        self.screen = screen
        self.parent = parent
        self.environment = environment
        depth = (parent?.depth ?? -1) + 1
    }

    var isGone: Bool { lifetime == .gone }

    /// All visible places from here, from outside to inside, in order.
    var visible: [Node] { isCovered || isGone ? [] : [self] + children.flatMap(\.visible) }
}

// MARK: - Evaluation

extension Node {
    /// Requests a new evaluation.
    func invalidate() {
        guard !isGone else { return }
        screen?.setNeedsUpdate(self)
    }

    /// Evaluates the view at this place, then those within it.
    func update() {
        guard !isGone, let show else { return }
        screen?.noteUpdated(self)
        past = identities
        (identities, children) = ([:], [])
        (onAppear, onDisappear, element) = ([], [], nil)
        // Observes only the reads of this view: those within it are evaluated and observed separately.
        withObservationTracking {
            Evaluation.run { show(self) }
        } onChange: { [weak self] in
            // The value is about to change; the requested update sees the new one.
            MainActor.assumeIsolated { self?.invalidate() }
        }
        let evaluations = inner
        inner = []
        for evaluate in evaluations { evaluate() }
        for node in past.values { node.remove() }
        past = [:]
    }

    /// Puts a view here.
    func put<Content: View>(_ view: Content) {
        show = { node in
            if let primitive = view as? any PrimitiveView {
                primitive.show(at: node)
            } else {
                var view = view
                var slots = Slots(of: node)
                connectProperties(of: &view, to: &slots)
                node.child(.index(0), view.body)
            }
        }
        update()
    }

    /// Puts a view below this one, at the place of the previous view with its type and key, if any.
    func child<Content: View>(
        _ key: Key, _ view: Content, environment: EnvironmentValues? = nil, isCovered: Bool = false
    ) {
        var identity = Identity(key: key, type: ObjectIdentifier(Content.self))
        while identities[identity] != nil { identity.occurrence += 1 }
        let node =
            past.removeValue(forKey: identity) ?? Node(on: screen, in: self, environment: self.environment)
        node.environment = environment ?? self.environment
        identities[identity] = node
        children.append(node)
        inner.append {
            if isCovered, !node.isCovered { node.disappear() }
            node.isCovered = isCovered
            node.put(view)
        }
    }
}

// MARK: - Appearing and disappearing

extension Node {
    /// Notifies all newly visible places, inner ones first.
    func appear() {
        guard !isCovered, !isGone else { return }
        for child in children { child.appear() }
        guard lifetime == .waiting else { return }
        lifetime = .there
        for action in onAppear { action() }
    }

    /// Notifies all places from here that they are no longer visible.
    func disappear() {
        for child in children { child.disappear() }
        guard lifetime == .there else { return }
        lifetime = .waiting
        for action in onDisappear { action() }
    }

    /// Removes this place from the tree.
    func remove() {
        disappear()
        destroy()
    }

    private func destroy() {
        for child in children { child.destroy() }
        lifetime = .gone
        (show, onAppear, onDisappear, element) = (nil, [], [], nil)
        (children, identities, slots) = ([], [:], [])
    }
}

/// Whether a view is being evaluated, during which no state may change.
@MainActor
enum Evaluation {
    private(set) static var isUnderWay = false

    static func run(_ evaluate: () -> Void) {
        let wasUnderWay = isUnderWay
        isUnderWay = true
        defer { isUnderWay = wasUnderWay }
        evaluate()
    }
}
