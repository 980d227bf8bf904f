/// When an operation begins that replaces another with the same identity.
public enum EffectReplacement: Hashable, Sendable {
    /// At once: the earlier operation is cancelled but may take a while to return.
    case atOnce

    /// When everything with the same identity has returned, so that two never run at the same time.
    ///
    /// Until then the operation counts as live: it can be cancelled or replaced, and then never begins.
    case afterReturn
}
