/// The result of a check.
public enum Verdict: Hashable, Sendable {
    /// The check found nothing in any reachable state.
    case holds
    /// The check found at least one counterexample.
    case fails
    /// The check found nothing, but not everything was checked, for the given reason.
    case inconclusive(String)
    /// The check does not apply to the machine, for the given reason.
    case notApplicable(String)
}

extension Verdict: CustomStringConvertible {
    public var description: String {
        switch self {
        case .holds: "holds"
        case .fails: "fails"
        case .inconclusive(let reason): "inconclusive: \(reason)"
        case .notApplicable(let reason): "not applicable: \(reason)"
        }
    }
}
