import Oak
import Testing

@Suite("Names of children, written out")
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

        static func activeChildren(in state: State) -> Active<Self> { nothing }
        static func update(_ state: inout State, event: Event) -> Effect? { nil }
    }

    @Test("An identity made of names is that of the child's effect")
    func equality() {
        #expect(EffectID("load", in: ChildID("part")) == Whole.part.id("load"))
        #expect(EffectID("load", in: ChildID("parts")[7]) == Whole.parts[7].id("load"))
        #expect(EffectID("load", in: ChildID("parts")[8]) != Whole.parts[7].id("load"))
        #expect(EffectID("load", in: .first) != EffectID("load", in: .second))
        #expect(EffectID("load") == EffectID("load"))
    }

    @Test("An identity tells the child and the name that the effect has there")
    func parts() {
        let id = Whole.parts[7].id("load")
        #expect(id.child == [Whole.parts[7].name])
        #expect(id.withoutChild == EffectID("load"))
        #expect(EffectID("load").child.isEmpty)
        #expect(EffectID("load").withoutChild == EffectID("load"))
    }

    @Test("Children are written as a literal, in its order, the last of equal keys counts")
    func literal() {
        let children: Children<String, Int> = ["b": 1, "a": 2, "b": 3]
        #expect(Array(children.keys) == ["b", "a"])
        #expect(children["b"] == 3)
        #expect(children["a"] == 2)
        #expect([:] == Children<String, Int>())
    }
}
