import Oak
import OakTesting
import Parts
import Testing

@Suite("A form of fields")
struct FieldFormTests {
    /// A rectangle that is not higher than wide.
    struct Banner: FormSubject {
        enum Field: String, CaseIterable { case width, height }
        var width: Int
        var height: Int

        static func read(_ texts: [Field: String]) -> FormReading<Banner> {
            let (width, height) = (texts[.width].flatMap { Int($0) }, texts[.height].flatMap { Int($0) })
            switch (width, height) {
            case (let width?, let height?) where height <= width:
                return .subject(Banner(width: width, height: height))
            case (_?, _?): return .objections([.height: "too high"])
            case (let width, let height):
                var objections: [Field: String] = [:]
                if width == nil { objections[.width] = "no number" }
                if height == nil { objections[.height] = "no number" }
                return .objections(objections)
            }
        }

        static func hint(for field: Field, in texts: [Field: String]) -> String { "a number" }
    }

    typealias Form = FieldForm<Banner>

    @Test("Fields are asked for in order, and a mistake is shown at its field, which is asked for again")
    func order() {
        var state = Form.State()
        #expect(state.focus == .width)
        #expect(state.objections.isEmpty)
        #expect(Form.update(&state, event: .enter(.width, "wide")) == .editing)
        #expect(state.objections == [.width: "no number"])
        #expect(state.focus == .width)
        #expect(Form.update(&state, event: .enter(.width, "4")) == .editing)
        #expect(state.objections.isEmpty)
        #expect(state.focus == .height)
        #expect(Form.update(&state, event: .enter(.height, "3")) == .editing)
        #expect(state.focus == nil)
        #expect(Form.update(&state, event: .submit) == .submitted(Banner(width: 4, height: 3)))
    }

    @Test("A field that invalidates another field leads back to the invalid field")
    func dependence() {
        var state = Form.State([.width: "4", .height: "3"])
        #expect(state.isComplete)
        #expect(Form.update(&state, event: .focus(.width)) == .editing)
        #expect(state.focus == .width)
        #expect(Form.update(&state, event: .enter(.width, "2")) == .editing)
        #expect(state.objections == [.height: "too high"])
        #expect(state.focus == .height)
    }

    @Test("A form that is submitted too early shows all its errors and has no result")
    func tooEarly() {
        var state = Form.State()
        #expect(Form.update(&state, event: .submit) == .editing)
        #expect(state.objections == [.width: "no number", .height: "no number"])
        #expect(state.focus == .width)
    }

    @Test("The command that submits a form is accepted only if the form is valid")
    func actions() {
        var state = Form.State([.width: "4"])
        #expect(state.actions(submit: "go on").map(\.id) == ["width"])
        _ = Form.update(&state, event: .enter(.height, "3"))
        #expect(state.actions(submit: "go on").map(\.id) == ["continue", "width", "height"])
    }
}
