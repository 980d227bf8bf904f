import Oak
import Testing

@Suite("Names of components, written out")
struct EffectIDComponentsTests {
    private enum Part: Transducer {
        enum State { case only }
        enum Event: Sendable { case any }
        static func update(_ state: inout State, event: Event) {}
    }
    private enum Whole: EffectTransducer {
        enum State { case only }
        enum Event: Sendable { case part(Part.Event), parts(Int, Part.Event), whole(Part.Event) }

        static let part = Component<Self, Part>(
            "part", event: Event.part, extract: { if case .part(let event) = $0 { event } else { nil } })
        static let parts = ComponentCollection<Self, Int, Part>(
            "parts", event: Event.parts,
            extract: { if case .parts(let id, let event) = $0 { (id, event) } else { nil } })

        static func update(_ state: inout State, event: Event) -> Effect? { nil }
    }

    @Test("An identity made of names is that of the component's effect")
    func equality() {
        #expect(EffectID("load", in: ComponentID("part")) == Whole.part.id("load"))
        #expect(EffectID("load", in: ComponentID("parts")[7]) == Whole.parts[7].id("load"))
        #expect(EffectID("load", in: ComponentID("parts")[8]) != Whole.parts[7].id("load"))
        #expect(EffectID("load", in: .first) != EffectID("load", in: .second))
        #expect(EffectID("load") == EffectID("load"))
    }

    @Test("An identity tells the component and the name that the effect has there")
    func parts() {
        let id = Whole.parts[7].id("load")
        #expect(id.component == Whole.parts[7].path)
        #expect(id.withoutComponent == EffectID("load"))
        #expect(EffectID("load").component.isEmpty)
        #expect(EffectID("load").withoutComponent == EffectID("load"))
    }

    @Test("Children are written as a literal, in its order, the last of equal keys counts")
    func literal() {
        let children: Children<String, Int> = ["b": 1, "a": 2, "b": 3]
        #expect(children.ids == ["b", "a"])
        #expect(children["b"] == 3)
        #expect(children["a"] == 2)
        #expect([:] == Children<String, Int>())
    }
}
