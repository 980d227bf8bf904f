import Observation

/// The code that has read something of a machine on the main actor, and hears of the next change of it.
@usableFromInline class Audience {
    /// Something that is read of a machine.
    @usableFromInline enum Aspect {
        case state
        /// Whether the machine is active in its composite, or the keys of a collection.
        case presence
        case outcome
    }

    /// Whether the children of a machine can have audiences of their own.
    var isSelective: Bool { false }

    @usableFromInline init() {}

    /// Notes that the code which runs reads an aspect.
    @usableFromInline func noteReading(of aspect: Aspect) {}

    /// Tells the code that has read an aspect of a change.
    @usableFromInline func tell(of aspect: Aspect) {}

    /// Another audience of the same kind.
    func another() -> Audience { Audience() }
}

/// The audience of a machine whose changes are announced with `Observation`.
@available(macOS 14, iOS 17, macCatalyst 17, tvOS 17, watchOS 10, visionOS 1, *)
@usableFromInline final class ObservingAudience: Audience {
    /// The aspects as the registrar knows them.
    private struct Aspects: Observable {
        var state: Void { () }
        var presence: Void { () }
        var outcome: Void { () }

        static func path(of aspect: Aspect) -> KeyPath<Aspects, Void> {
            switch aspect {
            case .state: \.state
            case .presence: \.presence
            case .outcome: \.outcome
            }
        }
    }

    private let registrar = ObservationRegistrar()

    override var isSelective: Bool { true }

    @usableFromInline override init() {}

    @usableFromInline override func noteReading(of aspect: Aspect) {
        registrar.access(Aspects(), keyPath: Aspects.path(of: aspect))
    }

    // The value has changed when this is called: only then is it known that an event was none that no rule handles.
    @usableFromInline override func tell(of aspect: Aspect) {
        let path = Aspects.path(of: aspect)
        registrar.willSet(Aspects(), keyPath: path)
        registrar.didSet(Aspects(), keyPath: path)
    }

    override func another() -> Audience { ObservingAudience() }
}

/// The changes of one transition, announced when all of them are known: whoever hears of one may read the machine.
final class Announcements {
    private var list: [(audience: Audience, aspect: Audience.Aspect)] = []

    func add(_ aspect: Audience.Aspect, to audience: Audience) { list.append((audience, aspect)) }

    func make() {
        for (audience, aspect) in list { audience.tell(of: aspect) }
    }
}
