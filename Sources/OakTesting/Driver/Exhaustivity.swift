/// How much of what a machine does a test has to state.
public enum Exhaustivity: Hashable, Sendable {
    /// Everything: what is not stated is a failure.
    case on

    /// Only what the test is about. What is passed over can be shown as a warning.
    case off(showSkipped: Bool)

    /// Only what the test is about; what is passed over is not shown.
    public static var off: Exhaustivity { .off(showSkipped: false) }
}
