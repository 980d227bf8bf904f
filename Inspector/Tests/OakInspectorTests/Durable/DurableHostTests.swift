import Foundation
import Oak
import OakDurable
import OakTesting
import Testing

@testable import OakInspector

@Suite("C38 A page of durable hosts")
struct DurableHostTests {
    @Test("A host is shown with its instances, its work and its owner")
    func overview() async throws {
        let depot = try await Depot()
        for id in ["1", "2", "3"] { try await depot.pack(id, city: id == "3" ? "Basel" : "Bern") }
        try await depot.host.send(.send(.red), to: DurableID<Parcel>("1"))
        let picture = await depot.picture()
        let overview = try #require(picture.overview)
        #expect(picture.trouble == nil && overview.trouble == nil)
        #expect(overview.condition == "open")
        #expect(overview.machines.map(\.name) == ["parcel"])
        #expect(overview.machines[0].counts[.running] == Overview.Bounded(3))
        #expect(overview.owners.map(\.name) == ["the depot"])
        #expect(overview.activities.map(\.name) == ["carry"])
        #expect(overview.deadlines.map(\.lateness) == [-60])
        #expect(overview.deadlines.map(\.name) == ["lost"])
        #expect(picture.list?.rows.map(\.name.id) == ["1", "2", "3"])
        #expect(
            picture.list?.facets.map { "\($0.tag.text): \($0.count)" } == ["city=Bern: 2", "city=Basel: 1"])
        await depot.host.close()
    }

    @Test("A deadline that nobody could meet is late")
    func lateness() async throws {
        let depot = try await Depot()
        let parcel = try await depot.pack("1")
        try await depot.host.send(.send(.red), to: parcel)
        let access = try #require(await depot.inspector.durables.source(nil)?.currentAccess())
        let later = Access(
            store: access.store, reader: access.reader, machines: access.machines,
            now: access.now.addingTimeInterval(63), host: access.host)
        let overview = await later.overview()
        #expect(overview.late == Overview.Bounded(1))
        #expect(overview.deadlines.map(\.lateness) == [3])
        await depot.host.close()
    }

    @Test("Instances are found by machine, condition and tag, a page at a time")
    func lists() async throws {
        let depot = try await Depot()
        for number in 0..<120 { try await depot.pack("\(number)", city: number < 60 ? "Bern" : "Basel") }
        var query = DurableQuery()
        let first = await depot.picture(query)
        #expect(first.list?.rows.count == InstanceList.pageLength)
        #expect(first.list?.hasNext == true)
        query.trail = [try #require(first.list?.rows.last).key]
        #expect(await depot.picture(query).list?.rows.first?.name.id == "50")
        query.trail = []
        query.filter.tag = StoredTag(text: "city=Basel")
        #expect(await depot.picture(query).list?.rows.first?.name.id == "60")
        query.filter.status = .failed
        let none = await depot.picture(query)
        #expect(none.list?.rows.isEmpty == true)
        await depot.host.close()
    }

    @Test("A host that is not open, has closed, or is no more is said to be so")
    func conditions() async throws {
        let store = MemoryStore()
        var depot: Depot? = try await Depot(store: store, opens: false)
        let book = try #require(depot?.inspector.durables)
        #expect(await depot?.picture().trouble?.contains("not open yet") == true)
        try await depot?.host.open()
        #expect(await depot?.picture().trouble == nil)
        await depot?.host.close()
        #expect(await depot?.picture().trouble?.contains("closed") == true)
        let number = try #require(book.sources.first?.number)
        depot = nil
        #expect(book.sources.isEmpty)
        let picture = await book.picture(for: DurableQuery(source: number), previous: DurablePicture())
        #expect(picture.trouble == "The host is no more.")
    }

    @Test("A store that fails is said to do so, and nothing else is shown of it")
    func failure() async throws {
        let inspector = Inspector(settings: InspectorSettings(), clock: TestClock())
        // It has no owner, so that it cannot be read.
        inspector.watch(MemoryStore() as any DurableStore, as: "file", machines: ["parcel"], hiding: [])
        let picture = await inspector.durables.picture(for: DurableQuery(), previous: DurablePicture())
        #expect(picture.overview?.trouble?.contains("The store cannot be read") == true)
        #expect(picture.list == nil)
    }

    @Test("Pages share what was asked, and ask again after a while that grows with the time it took")
    func sharing() async throws {
        let clock = TestClock()
        let start = clock.now
        let shared = Shared<Int>(time: { start.duration(to: clock.now) })
        let asked = Protected(0)
        let ask: @Sendable () async -> Int = {
            asked.value += 1
            return asked.value
        }
        #expect(await shared.value(ask) == 1)
        #expect(await shared.value(ask) == 1)
        await clock.advance(by: DurableBook.interval)
        #expect(await shared.value(ask) == 2)
        await clock.advance(by: DurableBook.interval)
        #expect(
            await shared.value {
                await clock.advance(by: .seconds(1))
                return 3
            } == 3)
        await clock.advance(by: .seconds(3))
        #expect(await shared.value(ask) == 3)
        await clock.advance(by: .seconds(2))
        #expect(await shared.value(ask) == 3)
        #expect(asked.value == 3)
    }

    @Test("A name that is markup is shown as it is written")
    func hostileNames() async throws {
        let depot = try await Depot()
        let name = "<script>alert('\u{202E}')</script>\"&"
        try await depot.pack(name, city: name)
        for query in [DurableQuery(), DurableQuery(instance: try await depot.key(of: name))] {
            let markup = await depot.markup(query)
            #expect(markup.contains("&lt;script"))
            #expect(!markup.contains("<script"))
        }
        await depot.host.close()
    }
}
