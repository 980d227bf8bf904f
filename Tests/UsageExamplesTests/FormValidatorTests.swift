import Oak
import Testing

/// A form that is checked on request: pure logic, told in outputs.
enum FormValidator: Transducer {
    enum Field: CaseIterable { case name, email }

    struct FormData: Equatable {
        var name = ""
        var email = ""
    }

    enum State: Equatable {
        case empty
        case invalid(FormData, [String])
        case valid(FormData)
    }

    enum Event {
        case fieldChanged(Field, String)
        case validate
    }

    enum ValidationResult: Equatable {
        case fieldUpdated(Field, String)
        case validationPassed
        case validationFailed([String])
    }

    static func update(_ state: inout State, event: Event) -> ValidationResult {
        switch (state, event) {
        case (.empty, .fieldChanged(let field, let value)):
            state = .invalid(FormData().setting(field, to: value), [])
            return .fieldUpdated(field, value)

        case (.invalid(let form, let errors), .fieldChanged(let field, let value)):
            state = .invalid(form.setting(field, to: value), errors)
            return .fieldUpdated(field, value)

        case (.valid(let form), .fieldChanged(let field, let value)):
            state = .invalid(form.setting(field, to: value), [])
            return .fieldUpdated(field, value)

        case (.empty, .validate):
            return validate(FormData(), &state)

        case (.invalid(let form, _), .validate):
            return validate(form, &state)

        case (.valid, .validate):
            return .validationPassed
        }
    }

    private static func validate(_ form: FormData, _ state: inout State) -> ValidationResult {
        let errors = validateAllFields(of: form)
        if errors.isEmpty {
            state = .valid(form)
            return .validationPassed
        } else {
            state = .invalid(form, errors)
            return .validationFailed(errors)
        }
    }

    private static func validateAllFields(of form: FormData) -> [String] {
        var errors: [String] = []
        if form.name.isEmpty { errors.append("name is missing") }
        if !form.email.contains("@") { errors.append("email has no @") }
        return errors
    }
}

extension FormValidator.FormData {
    fileprivate func setting(_ field: FormValidator.Field, to value: String) -> Self {
        var form = self
        switch field {
        case .name: form.name = value
        case .email: form.email = value
        }
        return form
    }
}

@Suite("Form validator", .timeLimit(.minutes(20)))
struct FormValidatorTests {
    typealias FormData = FormValidator.FormData

    static let complete = FormData(name: "Ada", email: "ada@example.org")

    @Test("Filling in every field makes the form valid")
    func happyPath() {
        var state = FormValidator.State.empty

        #expect(FormValidator.update(&state, event: .fieldChanged(.name, "Ada")) == .fieldUpdated(.name, "Ada"))
        #expect(state == .invalid(FormData(name: "Ada"), []))

        #expect(FormValidator.update(&state, event: .validate) == .validationFailed(["email has no @"]))
        #expect(state == .invalid(FormData(name: "Ada"), ["email has no @"]))

        _ = FormValidator.update(&state, event: .fieldChanged(.email, "ada@example.org"))
        #expect(FormValidator.update(&state, event: .validate) == .validationPassed)
        #expect(state == .valid(Self.complete))
    }

    @Test(
        "Every event has an answer in every state",
        arguments: [.empty, .invalid(FormData(name: "Ada"), ["email has no @"]), .valid(complete)]
            as [FormValidator.State],
        [.fieldChanged(.email, "ada@example.org"), .fieldChanged(.name, ""), .validate] as [FormValidator.Event])
    func everyPair(state: FormValidator.State, event: FormValidator.Event) {
        var next = state
        let output = FormValidator.update(&next, event: event)
        switch (event, next, output) {
        case (.fieldChanged(let field, let value), .invalid, let output):
            #expect(output == .fieldUpdated(field, value))
        case (.validate, .valid(let form), let output):
            #expect(form == Self.complete)
            #expect(output == .validationPassed)
        case (.validate, .invalid(_, let errors), let output):
            #expect(output == .validationFailed(errors))
        case (_, .empty, _), (.fieldChanged, .valid, _):
            Issue.record("\(event) in \(state) led to \(next)")
        }
    }

    @Test("A running form reports what each event came to")
    func integration() async throws {
        let proxy = FormValidator.Proxy()
        try proxy.send(.fieldChanged(.name, "Ada"))
        try proxy.send(.validate)
        try proxy.send(.fieldChanged(.email, "ada@example.org"))
        try proxy.send(.validate)

        var results: [FormValidator.ValidationResult] = []
        await #expect(throws: TransducerError.cancelled) {
            // A form has no last state: whoever shows it ends it.
            try await FormValidator.run(
                initialState: .empty, proxy: proxy,
                output: Callback { result in
                    results.append(result)
                    if result == .validationPassed { proxy.cancel() }
                })
        }
        #expect(
            results == [
                .fieldUpdated(.name, "Ada"),
                .validationFailed(["email has no @"]),
                .fieldUpdated(.email, "ada@example.org"),
                .validationPassed,
            ])
    }
}
