import Oak
import TestSupport
import Testing

@Suite("Identities with names of children")
struct EffectIDChildrenTests {
    @Test("An identity made of names equals the identity of the child's effect")
    func equality() {
        #expect(EffectID("load", in: ChildID("a")) == ScriptComposite.a.id("load"))
        #expect(EffectID("load", in: ChildID("group")[7]) == ScriptComposite.group[7].id("load"))
        #expect(EffectID("load", in: ChildID("group")[8]) != ScriptComposite.group[7].id("load"))
        #expect(EffectID("load", in: .first) != EffectID("load", in: .second))
    }

    @Test("An identity names the child and the effect within it")
    func parts() {
        let id = ScriptComposite.group[7].id("load")
        #expect(id.child == [ScriptComposite.group[7].name])
        #expect(id.withoutChild == EffectID("load"))
    }
}
