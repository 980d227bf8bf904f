import Commons
import Crypto
import Foundation
import OakDurable
import OakTesting
import Orders
import Synchronization
import Testing

@Suite("Encrypted orders")
struct EncryptionTests {
    private let folder = FileManager.default.temporaryDirectory.appending(path: "oak-\(UUID())")
    private let old = SymmetricKey(size: .bits256)
    private let new = SymmetricKey(size: .bits256)
    private let basket = Basket(articles: ["lapsang souchong"], price: Money(cents: 450))

    private var path: String { folder.appending(path: "orders.sqlite").path }

    /// Opens a host with some keys.
    private func host(
        _ keys: [UInt8: SymmetricKey], current: UInt8, _ counter: Counter, observer: DurableObserver? = nil
    ) async throws -> DurableHost {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let store = EncodedStore(SQLiteStore(path: path), codec: KeyRing(keys: keys, current: current))
        let host = DurableHost(store: store, observer: observer)
        try await host.register(Order.self, env: counter.env)
        try await host.open()
        return host
    }

    /// Whether the file shows anything of an order, and whether it shows its id.
    private func file() throws -> (isReadable: Bool, hasID: Bool) {
        let bytes = try Data(contentsOf: URL(filePath: path))
        // The phase is a tag, and stays readable.
        let words = ["lapsang", "articles", "checkOut"]
        return (words.contains { bytes.range(of: Data($0.utf8)) != nil }, bytes.range(of: Data("teatime".utf8)) != nil)
    }

    @Test("An order is read with the old key and goes on with the new one, and the file does not show it")
    func rotation() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let silence = Gate<BankAnswer>("the bank")
        let first = try await host([1: old], current: 1, Counter(bank: { _ in try await silence.wait() }))
        let id = try await first.start(Order.self, id: "teatime", initialState: .cart(basket))
        try await first.send(.checkOut, to: id, deduplication: "check out")
        try await first.reach(.charging(basket, attempt: 1), id)
        await first.close()
        #expect(try file() == (false, true))

        let second = try await host([1: old, 2: new], current: 2, Counter())
        try await second.value(of: id)
        #expect(try await second.history(of: id).count == 4)
        await second.close()
        #expect(try file() == (false, true))

        // The journal has entries of the old key, and the state is one of the new key.
        let third = try await host([2: new], current: 2, Counter())
        #expect(try await third.state(of: id) == .shipped(parcel: 1))
        await #expect(throws: DurableError.self) { try await third.history(of: id) }
        await third.close()
    }

    @Test("An order whose key is missing is left alone until a program has the key again")
    func missingKey() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let silence = Gate<BankAnswer>("the bank")
        let first = try await host([1: old], current: 1, Counter(bank: { _ in try await silence.wait() }))
        let id = try await first.start(Order.self, id: "teatime", initialState: .cart(basket))
        try await first.send(.checkOut, to: id)
        try await first.reach(.charging(basket, attempt: 1), id)
        await first.close()

        let alone = Mutex<[InstanceName]>([])
        let observer = DurableObserver { occurrence in
            if case .leftAlone(let name, _) = occurrence { alone.withLock { $0.append(name) } }
        }
        let second = try await host([2: new], current: 2, Counter(), observer: observer)
        await #expect(throws: DurableError.self) { try await second.send(.cancel, to: id) }
        let other = try await second.start(Order.self, id: "other", initialState: .cart(basket))
        try await second.send(.checkOut, to: other)
        try await second.value(of: other)
        await second.close()
        #expect(alone.withLock { $0 } == [id.name])

        // Another key under the same name is no key either.
        let wrong = try await host([1: new, 2: new], current: 2, Counter())
        await #expect(throws: DurableError.self) { try await wrong.state(of: id) }
        await wrong.close()

        let third = try await host([1: old, 2: new], current: 2, Counter())
        try await third.value(of: id)
        #expect(try await third.state(of: id) == .shipped(parcel: 1))
        await third.close()
    }
}
