/// When an operation begins that replaces another one of its name.
public enum EffectReplacement: Hashable, Sendable {
    /// At once: the one before it is cancelled, and may take a while to return.
    case atOnce

    /// When all that bore its name has returned, so that there are never two of them at the same time.
    ///
    /// Until then it counts as live: it can be cancelled and replaced, and then never begins.
    case afterReturn
}
