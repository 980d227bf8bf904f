#if canImport(SwiftUI)
    import Parts
    import SwiftUI

    /// The fields of a form, and a button to submit it.
    struct FormFields<Subject: FormSubject>: View {
        let form: FieldForm<Subject>.State
        let send: (FieldForm<Subject>.Event) -> Void

        var body: some View {
            ForEach(Array(Subject.Field.allCases), id: \.self) { field in
                FormField(
                    title: field.rawValue.prefix(1).uppercased() + field.rawValue.dropFirst(),
                    text: form.texts[field, default: ""], hint: Subject.hint(for: field, in: form.texts),
                    objection: form.objections[field]
                ) { text in
                    send(.enter(field, text))
                }
            }
            Button("Continue") { send(.submit) }
                .buttonStyle(.borderedProminent)
        }
    }

    /// A field, with its mistake or its hint.
    ///
    /// The text being typed is a state of the view: the machine receives it without delaying the typing.
    private struct FormField: View {
        let title: String
        let hint: String
        let objection: String?
        let enter: (String) -> Void

        @State private var text: String

        init(title: String, text: String, hint: String, objection: String?, enter: @escaping (String) -> Void) {
            self.title = title
            self.hint = hint
            self.objection = objection
            self.enter = enter
            _text = State(initialValue: text)
        }

        var body: some View {
            VStack(alignment: .leading) {
                TextField(title, text: $text)
                    .accessibilityHint(hint)
                if let objection {
                    Text(objection).font(.footnote).foregroundStyle(Color.red)
                } else {
                    Text(hint).font(.footnote).foregroundStyle(Color.secondary)
                }
            }
            .onChange(of: text) { _, text in enter(text) }
        }
    }
#endif
