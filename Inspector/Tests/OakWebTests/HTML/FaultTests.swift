import Testing

@testable import OakWeb

@Suite("Faults of a scene")
struct FaultTests {
    static let faulty: [(scene: HTML, fault: String)] = [
        (
            HTML {
                Element(.p, .id("a")); Element(.p, .id("a"))
            }, "There are several elements a."
        ),
        (
            HTML {
                Element(.p, key: "k"); Element(.div) { Element(.p) }; Element(.p, key: "k")
            },
            "There are several siblings with the key k."
        ),
        (HTML { Element(.input, .name("city"), .type(.text)) }, "The field city has no label."),
        (
            HTML { Element(.section, .aria(.labelledby, "missing")) { "Orders" } },
            "The section “Orders” has no name."
        ),
        (
            HTML { Element(.section, .aria(.labelledby, "missing")) { "Orders" } },
            "There is no element missing, which another one refers to."
        ),
        (HTML { Element(.button, .type(.button)) { "Go" } }, "The button “Go” has no type, no text, or nothing to do."),
        (HTML { Element(.h1) { "Shop" } }, "The heading “Shop” is that of the whole page, which has one already."),
    ]

    @Test("Each fault of a scene is told in a sentence", arguments: faulty.indices)
    func told(index: Int) { #expect(Self.faulty[index].scene.faults.contains(Self.faulty[index].fault)) }

    @Test("A scene without faults has nothing to tell, and all messages of a user")
    func messages() {
        let scene = HTML {
            Element(.section, .aria(.labelledby, "title")) {
                Element(.h2, .id("title")) { "Orders" }
                Element(.form, .onSubmit("add")) {
                    Element(.label, .for("name")) { "Name" }
                    Element(.input, .id("name"), .name("name"), .type(.text), .value("tea"))
                    Element(.button, .type(.submit)) { "Add" }
                }
                Element(.button, .onClick("remove"), .says("order", "7")) { "Remove" }
            }
        }
        #expect(scene.faults == [])
        #expect(
            scene.messages == [
                Message("add", values: ["name": "tea"]), Message("remove", values: ["order": "7"]),
            ])
    }
}
