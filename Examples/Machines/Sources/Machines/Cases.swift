import OakGraph
import Parts

/// The names of the cases in a value, such as `shipping.quoting.waiting`, without the values that belong to them.
///
/// - Parameter value: A state or an event.
func cases(of value: Any) -> String {
    let mirror = Mirror(reflecting: value)
    let style = mirror.displayStyle
    let isState = style == .struct && "\(type(of: value))" == "State"
    guard style == .enum || style == .tuple || style == .optional || isState else { return "" }
    let text = mirror.children.map { cases(of: $0.value) }.filter { !$0.isEmpty }.joined(separator: ", ")
    guard style == .enum else { return text }
    guard let name = mirror.children.first?.label else { return "\(value)" }
    return text.isEmpty ? name : "\(name).\(text)"
}

extension Alphabet {
    /// The same events with short names: those of their cases without the values.
    func namedByCases() -> Alphabet { merging { cases(of: $0) } }
}

extension FieldForm.State {
    /// Whether a user who fills in one field after the other sends an event.
    func expects(_ event: FieldForm.Event) -> Bool {
        switch event {
        case .enter(let field, _): field == focus
        case .focus: false
        case .submit: focus == nil
        }
    }
}
