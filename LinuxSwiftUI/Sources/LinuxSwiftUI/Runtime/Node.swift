import Observation

/// A place in the tree of views.
///
/// View values come and go with each evaluation; what they keep (state, tasks, what was there before) is kept here, as long as a
/// view of the same type is at the same place.
@MainActor
final class Node {
    /// What tells a place from its siblings.
    enum Key: Hashable {
        case index(Int)
        case branch(Bool)
        case id(AnyHashable)
        /// What a modifier adds to its content, such as a sheet.
        case addition(String)
    }

    private struct Identity: Hashable {
        let key: Key
        let type: ObjectIdentifier
        /// Tells those apart that have one key in spite of the rules.
        var occurrence = 0
    }

    private enum Lifetime { case waiting, there, gone }

    weak var screen: Screen?
    private(set) weak var parent: Node?
    let depth: Int

    /// What properties keep from one evaluation to the next.
    var slots: [AnyObject] = []
    var environment: EnvironmentValues
    /// What is to be seen here, if anything.
    var element: Element?
    /// What happens when it comes and goes; set anew with each evaluation.
    var onAppear: [() -> Void] = []
    var onDisappear: [() -> Void] = []
    private(set) var children: [Node] = []

    /// Whether something else is in front of it, as a destination is in front of the root of a navigation stack.
    private(set) var isCovered = false
    private var identities: [Identity: Node] = [:]
    private var past: [Identity: Node] = [:]
    private var show: (@MainActor (Node) -> Void)?
    private var lifetime = Lifetime.waiting
    /// Views that are to be evaluated once the one that contains them has been.
    private var inner: [() -> Void] = []

    init(on screen: Screen?, in parent: Node?, environment: EnvironmentValues) {
        self.screen = screen
        self.parent = parent
        self.environment = environment
        depth = (parent?.depth ?? -1) + 1
    }

    var isGone: Bool { lifetime == .gone }

    /// Everything that is to be seen here, from outside to inside, in order.
    var visible: [Node] { isCovered || isGone ? [] : [self] + children.flatMap(\.visible) }
}

// MARK: - Evaluation

extension Node {
    /// Asks for a new evaluation.
    func invalidate() {
        guard !isGone else { return }
        screen?.setNeedsUpdate(self)
    }

    /// Evaluates the view that is here, then those within it.
    func update() {
        guard !isGone, let show else { return }
        screen?.noteUpdated(self)
        past = identities
        (identities, children) = ([:], [])
        (onAppear, onDisappear, element) = ([], [], nil)
        // Only what this view reads: those within it are evaluated, and observe, for themselves.
        withObservationTracking {
            Evaluation.run { show(self) }
        } onChange: { [weak self] in
            // It is about to change; what it is then is seen by the update that this asks for.
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

    /// Puts a view below this one, in the place where a view of its type with this key was before, if there was one.
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

// MARK: - Coming and going

extension Node {
    /// Tells all that has come into sight that it has; what is within comes first.
    func appear() {
        guard !isCovered, !isGone else { return }
        for child in children { child.appear() }
        guard lifetime == .waiting else { return }
        lifetime = .there
        for action in onAppear { action() }
    }

    /// Tells everything here that it is out of sight, for now.
    func disappear() {
        for child in children { child.disappear() }
        guard lifetime == .there else { return }
        lifetime = .waiting
        for action in onDisappear { action() }
    }

    /// Takes what is here out of the tree.
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

/// Whether a view is being evaluated, when nothing may change.
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
