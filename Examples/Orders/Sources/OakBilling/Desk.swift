import Billing
import Commons
import Daemon
import Foundation
import Hummingbird
import OakDurable

/// Takes imports, payments and cancellations, and tells about customers.
struct Desk: Sendable {
    let host: DurableHost
    let plan: Plan
    let imports: String

    /// Imports the customers of a file, once under each id.
    func begin(_ id: String, _ text: String) async throws -> ImportView {
        let (file, name) = ("\(imports)/\(id).csv", DurableID<CustomerImport>(id))
        if try await host.count(ofImport: name) == 0 {
            try Data(text.utf8).write(to: URL(fileURLWithPath: file), options: .atomic)
            try await host.start(CustomerImport.self, id: name, initialState: .reading(file: file, plan))
        }
        return try await show(importOf: id)
    }

    func show(importOf id: String) async throws -> ImportView {
        ImportView(id: id, state: try await host.state(of: DurableID<CustomerImport>(id)))
    }

    func send(_ event: Subscription.Event, to id: String, deduplication: String?) async throws -> CustomerView {
        try await host.send(event, to: DurableID<Subscription>(id), deduplication: deduplication)
        return try await show(id)
    }

    func show(_ id: String) async throws -> CustomerView {
        CustomerView(try await host.summary(of: DurableID<Subscription>(id)))
    }

    func trouble() async throws -> [CustomerView] {
        try await host.instances(where: Subscription.trouble).reduce(into: []) { $0.append(CustomerView($1)) }
    }
}

extension DurableHost {
    /// The number of instances with an id, 0 or 1.
    fileprivate func count(ofImport id: DurableID<CustomerImport>) async throws -> Int {
        do {
            _ = try await summary(of: id)
            return 1
        } catch DurableError.unknownInstance { return 0 }
    }
}

/// A customer, as clients see them.
struct CustomerView: ResponseEncodable {
    let id: String
    let status: InstanceStatus
    let phase: String
    let problem: String?

    init(_ summary: InstanceSummary) {
        (id, status, problem) = (summary.name.id, summary.status, summary.problem)
        if case .text(let name)? = summary.tags["phase"] { phase = name } else { phase = "?" }
    }
}

/// An import, as clients see it.
struct ImportView: ResponseEncodable {
    let id: String
    let state: CustomerImport.State
}
