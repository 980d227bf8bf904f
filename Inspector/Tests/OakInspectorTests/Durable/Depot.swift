import Foundation
import Oak
import OakDurable
import OakTesting
import OakWeb
import Testing

@testable import OakInspector

/// A parcel with a secret, which is carried by an activity and lost after a while.
enum Parcel: EffectTransducer, DurableTransducer {
    enum State: Codable, Hashable, Sendable, Terminable {
        case packed(Label)
        case sent(Label, Van)
        case delivered(Code)

        var isTerminal: Bool { if case .delivered = self { true } else { false } }
    }

    enum Van: String, Codable, Sendable { case red, blue }

    struct Label: Codable, Hashable, Sendable {
        var city: String
        var code: Code
    }

    struct Code: Codable, Hashable, Sendable { var digits: String }

    enum Event: Codable, Hashable, Sendable { case send(Van), deliver(Code), lost, fail(Code) }

    /// An error that tells what is hidden.
    struct Damaged: Error { let code: Code }

    typealias Output = Code

    static let machineName = "parcel"

    static func tags(in state: State) -> [String: DurableTag] {
        switch state {
        case .packed(let label), .sent(let label, _): ["city": .text(label.city)]
        case .delivered: [:]
        }
    }

    static func activities(in state: State) -> [Effect] {
        guard case .sent = state else { return [] }
        return [
            Effect(id: "carry") { _, _ in try await Task.sleep(for: .seconds(1_000_000)) },
            .timeout(.seconds(60), id: "lost", sending: .lost),
        ]
    }

    static func update(_ state: inout State, event: Event) -> (Effect?, Code) {
        let code = Code(digits: "4711")
        switch (state, event) {
        case (.packed(let label), .send(let van)): state = .sent(label, van)
        case (.sent, .deliver(let code)): state = .delivered(code)
        case (_, .fail(let code)): return (Effect(action: { _ in throw Damaged(code: code) }), code)
        case (.packed, _), (.sent, _), (.delivered, _): return (.unexpected, code)
        }
        return (nil, code)
    }
}

/// A host of parcels, and an inspector that watches it, each with a clock that stands still.
final class Depot: Sendable {
    static let secret = "4711"

    let clock = TestClock()
    let store: MemoryStore
    let host: DurableHost
    let inspector: Inspector
    let pageClock = TestClock()

    init(
        hiding: Bool = true, store: MemoryStore = MemoryStore(), showing: (@Sendable (Any) -> Any?)? = nil,
        opens: Bool = true
    ) async throws {
        self.store = store
        var settings = InspectorSettings()
        settings.showing = showing
        if hiding { settings.redaction = Redaction().hiding(Parcel.Code.self) }
        inspector = Inspector(settings: settings, clock: pageClock)
        let start = Date(timeIntervalSinceReferenceDate: 0)
        host = DurableHost(
            store: store, owner: StoreOwner(name: "the depot"), clock: .counting(clock, from: start),
            observer: { _ in })
        try await host.register(Parcel.self)
        inspector.watch(host, as: "parcels")
        if opens { try await host.open() }
    }

    @discardableResult
    func pack(_ id: String, city: String = "Bern") async throws -> DurableID<Parcel> {
        try await host.start(
            Parcel.self, id: DurableID(id),
            initialState: .packed(Parcel.Label(city: city, code: Parcel.Code(digits: Self.secret))))
    }

    /// The answer to a query, read anew.
    func picture(_ query: DurableQuery = DurableQuery(), previous: DurablePicture = .init()) async -> DurablePicture {
        await pageClock.advance(by: .seconds(60))
        return await inspector.durables.picture(for: query, previous: previous)
    }

    func detail(_ id: String, _ change: (inout DurableQuery) -> Void = { _ in }) async throws -> InstanceDetail {
        var query = DurableQuery(instance: try await key(of: id))
        change(&query)
        return try #require(await picture(query).detail)
    }

    func key(of id: String) async throws -> InstanceKey {
        try #require(try await store.summary(of: InstanceName(machine: "parcel", id: id))).key
    }

    /// The text that a page would be sent.
    func markup(_ query: DurableQuery = DurableQuery()) async -> String {
        var state = DurableInspection.State()
        state.query = query
        state.picture = await picture(query)
        return state.scene(machines: "machines").markup
    }

    func perform(_ operation: DurableOperation, on id: String) async throws -> Answer {
        let source = try #require(inspector.durables.source(nil))
        return await source.perform(operation, on: InstanceName(machine: "parcel", id: id))
    }
}
