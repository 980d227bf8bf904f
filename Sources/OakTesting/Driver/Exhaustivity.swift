/// How much of a run a test has to state.
public enum Exhaustivity: Hashable, Sendable {
    /// Everything: an unstated step is a failure.
    case on

    /// Only the steps that the test is about. Skipped steps can be shown as a warning.
    case off(showSkipped: Bool)

    /// Only the steps that the test is about; skipped steps are not shown.
    public static var off: Exhaustivity { .off(showSkipped: false) }
}
