#if canImport(SwiftUI)
    import Oak
    import Parts
    import SwiftUI

    /// The fields of a form, and a button to submit it.
    struct FormFields<Subject: FormSubject>: View {
        let form: MachineReference<FieldForm<Subject>>

        var body: some View {
            ForEach(Array(Subject.Field.allCases), id: \.self) { field in
                let (hint, objection) = (Subject.hint(for: field, in: form.state.texts), form.state.objections[field])
                VStack(alignment: .leading) {
                    TextField(
                        field.rawValue.prefix(1).uppercased() + field.rawValue.dropFirst(),
                        text: form.binding({ $0.texts[field, default: ""] }, sending: { .enter(field, $0) })
                    )
                    .accessibilityHint(hint)
                    Text(objection ?? hint).font(.footnote)
                        .foregroundStyle(objection == nil ? Color.secondary : Color.red)
                }
            }
            Button("Continue") { form.input(.submit) }
                .buttonStyle(.borderedProminent)
        }
    }
#endif
