import Oak
import Testing

@Suite("Identities with names of children")
struct EffectIDChildrenTests {
    private enum Part: Transducer {
        enum State { case only }
        enum Event: Sendable { case any }
        static func update(_ state: inout State, event: Event) {}
    }
    private enum Whole: CompositeTransducer {
        enum State { case only }
        enum Event: Sendable { case part(Part.Event), parts(Int, Part.Event), whole(Part.Event) }

        static let part = child("part", Part.self, event: Event.part)
        static let parts = children("parts", Part.self, event: Event.parts)

        static func activeChildren(in state: State) -> some ActiveChildren<Self> { nothing }
        static func update(_ state: inout State, event: Event) -> Effect? { nil }
    }

    @Test("An identity made of names equals the identity of the child's effect")
    func equality() {
        #expect(EffectID("load", in: ChildID("part")) == Whole.part.id("load"))
        #expect(EffectID("load", in: ChildID("parts")[7]) == Whole.parts[7].id("load"))
        #expect(EffectID("load", in: ChildID("parts")[8]) != Whole.parts[7].id("load"))
        #expect(EffectID("load", in: .first) != EffectID("load", in: .second))
        #expect(EffectID("load") == EffectID("load"))
    }

    @Test("An identity names the child and the effect within it")
    func parts() {
        let id = Whole.parts[7].id("load")
        #expect(id.child == [Whole.parts[7].name])
        #expect(id.withoutChild == EffectID("load"))
        #expect(EffectID("load").child.isEmpty)
        #expect(EffectID("load").withoutChild == EffectID("load"))
    }
}
