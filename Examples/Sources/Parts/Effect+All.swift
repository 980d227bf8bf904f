public import Oak

extension TransducerEffect {
    /// Carries out those effects that are there, side by side.
    ///
    /// - Parameter effects: The effects, for example that of a component's step and one of the composite's own.
    /// - Returns: `nil` if none is there.
    public static func all(_ effects: Self?...) -> Self? {
        let effects = effects.compactMap(\.self)
        return effects.count > 1 ? .combine(effects) : effects.first
    }
}
