import Oak

@testable import OakWeb

/// A page that counts, and carries something along that makes it large.
func page(named name: String, ballast: Int = 0) -> Page {
    Page(
        for: Counter.self, at: name, title: "Counter", summary: "Counts.",
        host: { TransducerHost(of: Counter.self, initialState: Counter.State()) },
        render: { state in
            HTML {
                Element(.p) { "\(state.value)" }
                if ballast > 0 { Element(.p) { String(repeating: "\(state.value % 10)", count: ballast) } }
            }
        },
        decode: { message in message.event == "increment" ? .increment : nil })
}

extension Page {
    static let counter = page(named: "counter")
}

extension Protected {
    var value: Value { withLock { $0 } }
    func set(_ value: Value) { withLock { $0 = value } }
}
