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
            let numbers = texts.compactMapValues { Int($0) }
            let missing = Field.allCases.filter { numbers[$0] == nil }
            guard let width = numbers[.width], let height = numbers[.height] else {
                return .objections(Dictionary(uniqueKeysWithValues: missing.map { ($0, "no number") }))
            }
            if height > width { return .objections([.height: "too high"]) }
            return .subject(Banner(width: width, height: height))
        }

        static func hint(for field: Field, in texts: [Field: String]) -> String { "a number" }
    }

    typealias Form = FieldForm<Banner>

    @Test("Fields are asked for in order, and a mistake is shown at its field, which is asked for again")
    func order() {
        var state = Form.State()
        #expect(state.focus == .width && state.objections.isEmpty)
        #expect(Form.update(&state, event: .enter(.width, "wide")) == .editing)
        #expect(state.focus == .width && state.objections == [.width: "no number"])
        #expect(Form.update(&state, event: .enter(.width, "4")) == .editing)
        #expect(state.focus == .height && state.objections.isEmpty)
        #expect(Form.update(&state, event: .enter(.height, "3")) == .editing)
        #expect(state.focus == nil)
        #expect(Form.update(&state, event: .submit) == .submitted(Banner(width: 4, height: 3)))
    }

    @Test("A field that invalidates another field leads back to the invalid field")
    func dependence() {
        var state = Form.State([.width: "4", .height: "3"])
        #expect(Form.update(&state, event: .focus(.width)) == .editing)
        #expect(state.focus == .width)
        #expect(Form.update(&state, event: .enter(.width, "2")) == .editing)
        #expect(state.focus == .height && state.objections == [.height: "too high"])
    }
}
