import OakGraph

extension Alphabet {
    /// The same events with short names: those of their cases without the values, such as `shipping.form.submit`.
    func namedByCases() -> Alphabet { merging { casePath(of: $0).joined(separator: ".") } }
}

private func casePath(of value: Any) -> [String] {
    let mirror = Mirror(reflecting: value)
    guard mirror.displayStyle == .enum else { return [] }
    guard let (label, payload) = mirror.children.first, let label else { return ["\(value)"] }
    let parts = Mirror(reflecting: payload)
    // Of several values the first is the one that tells more.
    guard parts.displayStyle == .tuple else { return [label] + casePath(of: payload) }
    return [label] + (parts.children.first.map { casePath(of: $0.value) } ?? [])
}
