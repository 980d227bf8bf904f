import Oak
import OakWeb

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension Inspector {
    /// The page, which only its address leads to.
    func page(at path: String) -> Page {
        Page(
            for: Inspection.self, at: path, title: "Inspector", summary: "The machines of this program that run.",
            host: { [ledger] in
                TransducerHost(of: Inspection.self, initialState: Inspection.State(), env: ledger)
            },
            render: { $0.scene },
            decode: InspectionMessage.decode
        ).unlisted
    }
}

/// A reason why an inspector cannot be used as asked.
public enum InspectorError: Error, Equatable, CustomStringConvertible {
    /// It serves already.
    case alreadyServing

    public var description: String {
        switch self {
        case .alreadyServing: "This inspector serves its page already. Stop it first, or use the address that it has."
        }
    }
}
