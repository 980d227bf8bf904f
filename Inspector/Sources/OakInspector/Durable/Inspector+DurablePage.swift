import Oak
import OakWeb

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension Inspector {
    /// The page of durable hosts, which only its address leads to.
    ///
    /// - Parameters:
    ///   - path: Its path.
    ///   - machines: The path of the page of machines, if there is one.
    func durablePage(at path: String, machines: String?) -> Page {
        Page(
            for: DurableInspection.self, at: path, title: "Durable hosts",
            summary: "The durable machines of this program.",
            host: { [durables] in
                TransducerHost(
                    of: DurableInspection.self, initialState: DurableInspection.State(), env: durables)
            },
            render: { $0.scene(machines: machines) },
            decode: DurableInspectionMessage.decode
        ).unlisted
    }
}
