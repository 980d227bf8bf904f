import Oak
import TestSupport

@testable import OakWeb

/// A page that counts, and carries something along that makes it large.
func page(named name: String, ballast: Int = 0) -> Page {
    Page(
        for: Sum.self, at: name, title: "Counter", summary: "Counts.",
        host: { TransducerHost(of: Sum.self, initialState: Sum.State()) },
        render: { state in
            HTML {
                Element(.p) { "\(state.total)" }
                if ballast > 0 { Element(.p) { String(repeating: "\(state.total % 10)", count: ballast) } }
            }
        },
        decode: { message in message.event == "increment" ? .add(1) : nil })
}

extension Page {
    static let counter = page(named: "counter")
}

extension Protected {
    var value: Value { withLock { $0 } }
    func set(_ value: Value) { withLock { $0 = value } }
}
