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
    }

    let screen: Screen
    let parent: Node?
    let depth: Int

    /// What properties keep from one evaluation to the next.
    var slots: [AnyObject] = []
    var environment: EnvironmentValues
    /// What is to be seen here, if anything.
    var element: Element?
    /// Whether it is covered by something else, as the root of a navigation stack is by a destination.
    var isCovered = false
    private(set) var children: [Node] = []

    private var identities: [Identity: Node] = [:]
    private var past: [Identity: Node] = [:]
    private var evaluate: (@MainActor (Node) -> Void)?
    private var lifetime = Lifetime.waiting

    /// What happens when it comes and goes; set anew with each evaluation.
    var onAppear: [() -> Void] = []
    var onDisappear: [() -> Void] = []

    private enum Lifetime { case waiting, there, gone }

    init(on screen: Screen, in parent: Node?, environment: EnvironmentValues) {
        self.screen = screen
        self.parent = parent
        self.environment = environment
        depth = (parent?.depth ?? -1) + 1
    }

    var isGone: Bool { lifetime == .gone }

    /// Asks for a new evaluation.
    func invalidate() {
        guard !isGone else { return }
        screen.setNeedsUpdate(self)
    }

    /// Evaluates the view that is here, and shows what comes out of it.
    func update() {
        guard !isGone else { return }
        screen.noteUpdated(self)
        past = identities
        (identities, children) = ([:], [])
        (onAppear, onDisappear, element) = ([], [], nil)
        evaluate?(self)
        for node in past.values { node.remove() }
        past = [:]
    }

    /// Puts a view here.
    func put<Content: View>(_ view: Content) {
        evaluate = { node in
            if let primitive = view as? any PrimitiveView {
                primitive.show(at: node)
            } else {
                var view = view
                var slots = Slots(of: node)
                connectProperties(of: &view, to: &slots)
                let body = withObservationTracking {
                    view.body
                } onChange: { [weak node] in
                    // It is about to change; what it is then is seen by the update that this asks for.
                    MainActor.assumeIsolated { node?.invalidate() }
                }
                node.child(.index(0), body)
            }
        }
        update()
    }

    /// Puts a view below this one, in the place where a view of its type with this key was before, if there was one.
    @discardableResult
    func child<Content: View>(
        _ key: Key, _ view: Content, environment: EnvironmentValues? = nil, isCovered: Bool = false
    ) -> Node {
        let identity = Identity(key: key, type: ObjectIdentifier(Content.self))
        let node =
            past.removeValue(forKey: identity) ?? Node(on: screen, in: self, environment: self.environment)
        node.environment = environment ?? self.environment
        identities[identity] = node
        children.append(node)
        let wasCovered = node.isCovered
        node.isCovered = isCovered
        if isCovered, !wasCovered { node.disappear() }
        node.put(view)
        if !isCovered { screen.noteNew(node) }
        return node
    }

    /// Tells everything here that it is to be seen now.
    func appear() {
        guard lifetime == .waiting else { return }
        lifetime = .there
        for action in onAppear { action() }
    }

    /// Tells everything here that it is not to be seen any more, for now.
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
        (evaluate, onAppear, onDisappear, element) = (nil, [], [], nil)
        (children, identities, slots) = ([], [:], [])
    }
}
