import Foundation
import Oak
import OakDurable
import OakTesting
import Testing

@testable import OakInspector

@Suite("C38 The operations of a page of durable hosts")
struct DurableOperationTests {
    @Test("Nothing is done where the program does not allow it")
    func refusal() async throws {
        let depot = try await Depot()
        try await depot.pack("1")
        #expect(await depot.picture().allowsOperations == false)
        guard case .refused = try await depot.perform(.cancel, on: "1") else {
            Issue.record("It was cancelled.")
            return
        }
        #expect(try await depot.detail("1").status == .running)
        await depot.host.close()
    }

    @Test("Instances are retried, cancelled and forked, and their events skipped")
    func operations() async throws {
        let depot = try await Depot()
        depot.inspector.control(depot.host)
        let parcel = try await depot.pack("1")
        try await depot.host.send(.fail(Parcel.Code(digits: Depot.secret)), to: parcel)
        _ = try? await depot.host.value(of: parcel)
        let event = try #require(try await depot.detail("1").waiting.first)
        #expect(try await depot.perform(.skip(event.number), on: "1").isDone)
        #expect(try await depot.detail("1").waiting.isEmpty)
        #expect(try await depot.perform(.retry, on: "1").isDone)
        #expect(try await depot.detail("1").status == .running)
        try await depot.host.send(.send(.blue), to: parcel)
        #expect(try await depot.perform(.fork(from: 1, as: "2"), on: "1").isDone)
        #expect(try await depot.detail("2").present.tree?.name == "sent")
        #expect(try await depot.perform(.cancel, on: "1").isDone)
        #expect(try await depot.detail("1").status == .cancelled)
        await depot.host.close()
    }

    @Test("An operation that fails is explained in words, without what is hidden")
    func errors() async throws {
        let depot = try await Depot()
        depot.inspector.control(depot.host)
        try await depot.pack("1")
        #expect(
            try await depot.perform(.fork(from: 0, as: "1"), on: "1")
                == .refused("There is an instance parcel/1. Choose another id."))
        #expect(
            try await depot.perform(.skip(77), on: "1")
                == .refused("parcel/1 has no waiting event 77. List its waiting events, and choose one of them."))
        #expect(try await depot.perform(.fork(from: 9, as: "2"), on: "1").isDone == false)
        #expect(try await depot.perform(.retry, on: "none") == .refused("parcel/none does not exist. Start it first."))
        await depot.host.close()
        #expect(try await depot.perform(.cancel, on: "1").isDone == false)
    }
}

extension Answer {
    fileprivate var isDone: Bool { if case .done = self { true } else { false } }
}
