import Oak
import OakWeb

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension Inspector {
    /// The page, which only its address leads to.
    ///
    /// - Parameter paths: The paths of the site.
    func page(at paths: PagePaths) -> Page {
        Page(
            for: Inspection.self, at: paths.machines, title: "Inspector",
            summary: "The machines of this program that run.",
            host: { [ledger] in
                TransducerHost(of: Inspection.self, initialState: Inspection.State(), env: ledger)
            },
            render: { $0.scene(at: paths) },
            decode: InspectionMessage.decode
        ).unlisted
    }
}

/// The paths of the site of an inspector.
struct PagePaths: Hashable, Sendable {
    /// The path of the page of machines.
    let machines: String

    /// The path of the page of durable hosts.
    var durables: String { "\(machines)-durable" }

    /// The path of the files that the page of machines offers.
    var exports: String { "\(machines)-export" }
}

/// A reason why an inspector cannot be used as asked.
public enum InspectorError: Error, Equatable, CustomStringConvertible {
    /// It serves already.
    case alreadyServing
    /// It listens already.
    case alreadyListening
    /// The address of a listener has another form.
    case unusableAddress(String)
    /// The listener has refused the program, with its reason.
    case refused(String)
    /// A stored trace cannot be read.
    case unreadableTrace(line: Int, String)

    public var description: String {
        switch self {
        case .alreadyListening: "This inspector listens already. Stop it first, or use the address that it has."
        case .unusableAddress(let text):
            "\(text.debugDescription) is no address of an inspector: it has the form HOST:PORT/TOKEN."
        case .refused(let reason): "The inspector has refused this program. \(reason)"
        case .unreadableTrace(let line, let reason): "Line \(line) of the trace cannot be read. \(reason)"
        case .alreadyServing: "This inspector serves its page already. Stop it first, or use the address that it has."
        }
    }
}
