#if canImport(SwiftUI)
    import Oak
    import Parts
    import SwiftUI

    /// The fields of a form, and a button to submit it.
    struct FormFields<Subject: FormSubject>: View {
        let form: MachineReference<FieldForm<Subject>>

        var body: some View {
            ForEach(Array(Subject.Field.allCases), id: \.self) { field in
                FormField(
                    title: field.rawValue.prefix(1).uppercased() + field.rawValue.dropFirst(),
                    text: form.binding({ $0.texts[field, default: ""] }, sending: { .enter(field, $0) }),
                    hint: Subject.hint(for: field, in: form.state.texts), objection: form.state.objections[field])
            }
            Button("Continue") { form.input(.submit) }
                .buttonStyle(.borderedProminent)
        }
    }

    /// A field, with its mistake or its hint.
    private struct FormField: View {
        let title: String
        @Binding var text: String
        let hint: String
        let objection: String?

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
        }
    }
#endif
