import Oak
import Synchronization

@testable import OakWeb

/// A page that counts, and carries something along that makes it large.
@available(macOS 15, *)
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

@available(macOS 15, *)
extension Page {
    static let counter = page(named: "counter")
}

/// Something that several tasks see.
@available(macOS 15, *)
final class Box<Value: Sendable>: Sendable {
    private let content: Mutex<Value>
    init(_ value: Value) { content = Mutex(value) }
    var value: Value { content.withLock { $0 } }
    func set(_ value: Value) { content.withLock { $0 = value } }
    func change(_ change: (inout sending Value) -> Void) { content.withLock { change(&$0) } }
}
