import Oak
import OakTesting
import TestSupport
import Testing

protocol APIService: Sendable {
    func fetchData() async throws -> DataLoader.Data
}

protocol CacheService: Sendable {
    func getData() async -> DataLoader.Data?
    func setData(_ data: DataLoader.Data) async
}

/// Loads from the cache, or else from the network; what came from the network is put into the cache.
enum DataLoader: EffectTransducer {
    typealias Data = [UInt8]

    struct Env {
        let apiService: any APIService
        let cache: any CacheService
    }

    enum State: Terminable {
        case idle
        case loading
        case loaded(Data)
        case error(any Error)

        var isTerminal: Bool {
            switch self {
            case .loaded, .error: return true
            case .idle, .loading: return false
            }
        }
    }

    enum Event {
        case load
        case cacheChecked(Data?)
        case dataReceived(Data)
        case loadFailed(any Error)
    }

    static func update(_ state: inout State, event: Event) -> Effect? {
        switch (state, event) {
        case (.idle, .load):
            state = .loading
            return checkCacheEffect()

        case (.loading, .cacheChecked(.some(let data))):
            state = .loaded(data)
            return nil

        case (.loading, .cacheChecked(.none)):
            return networkEffect()

        case (.loading, .dataReceived(let data)):
            state = .loaded(data)
            // The last thing the machine does, although the state is terminal.
            return cacheEffect(data)

        case (.loading, .loadFailed(let error)):
            state = .error(error)
            return nil

        case (.idle, .cacheChecked), (.idle, .dataReceived), (.idle, .loadFailed):
            return nil

        case (.loading, .load), (.loaded, _), (.error, _):
            return nil
        }
    }

    static func checkCacheEffect() -> Effect {
        Effect(id: "cache-check") { env, input in
            let data = await env.cache.getData()
            try input.send(.cacheChecked(data))
        }
    }

    static func networkEffect() -> Effect {
        Effect(id: "network") { env, input in
            do {
                let data = try await env.apiService.fetchData()
                try input.send(.dataReceived(data))
            } catch {
                try input.send(.loadFailed(error))
            }
        }
    }

    static func cacheEffect(_ data: Data) -> Effect {
        Effect(id: "cache-write") { env, _ in await env.cache.setData(data) }
    }
}

struct MockAPIService: APIService {
    struct Offline: Error {}

    let shouldSucceed: Bool

    func fetchData() async throws -> DataLoader.Data {
        guard shouldSucceed else { throw Offline() }
        return [1, 2, 3]
    }
}

/// A cache that takes its time to write.
struct MockCacheService: CacheService {
    let hasData: Bool
    let written = Gate<Void>("the cache to be written")
    let journal = Recorder<String>()

    func getData() async -> DataLoader.Data? { hasData ? [4, 5] : nil }

    func setData(_ data: DataLoader.Data) async {
        do {
            try await written.wait()
            journal.record("\(data) written")
        } catch {
            journal.record("write failed: \(error)")
        }
    }
}

@Suite("Data loader", .timeLimit(.minutes(20)))
struct DataLoaderTests {
    typealias State = DataLoader.State

    @Test("Data that is not in the cache is fetched and then cached")
    func happyPath() {
        var state = State.idle
        #expect(DataLoader.update(&state, event: .load)?.id == EffectID("cache-check"))
        #expect(DataLoader.update(&state, event: .cacheChecked(nil))?.id == EffectID("network"))
        #expect(DataLoader.update(&state, event: .dataReceived([1]))?.id == EffectID("cache-write"))
        #expect("\(state)" == "\(State.loaded([1]))")
    }

    @Test("Every event has an answer in every state")
    func everyPair() {
        let error = MockAPIService.Offline()
        expectTable(
            of: DataLoader.self,
            states: [.idle, .loading, .loaded([1]), .error(error)],
            events: [.load, .cacheChecked([4]), .cacheChecked(nil), .dataReceived([1]), .loadFailed(error)])
    }

    @Test("The cache is written before the run returns")
    func exitEffect() async {
        let cache = MockCacheService(hasData: false)
        let tester = TransducerTester(
            of: DataLoader.self, initialState: .idle,
            env: DataLoader.Env(apiService: MockAPIService(shouldSucceed: true), cache: cache))

        await tester.send(.load) { $0 = .loading }
        tester.expectStarted(.operation(id: "cache-check"))
        await tester.receive(.cacheChecked(nil)) { $0 = .loading }
        tester.expectStarted(.operation(id: "network"))
        await tester.receive(.dataReceived([1, 2, 3])) { $0 = .loaded([1, 2, 3]) }
        tester.expectCancelled(.operation(id: "network"), because: .machineEnded)
        tester.expectStarted(.operation(id: "cache-write"))
        #expect(!tester.hasEnded)

        cache.written.open()
        await tester.settle()
        #expect(tester.hasEnded)
        #expect(cache.journal.values == ["[1, 2, 3] written"])
        await tester.finish()
    }

    @Test(
        "The answers of the services decide the last state",
        arguments: [
            (hasData: true, isOnline: true, last: .loaded([4, 5])),
            (hasData: true, isOnline: false, last: .loaded([4, 5])),
            (hasData: false, isOnline: false, last: .error(MockAPIService.Offline())),
        ] as [(hasData: Bool, isOnline: Bool, last: State)])
    func integration(hasData: Bool, isOnline: Bool, last: State) async {
        let cache = MockCacheService(hasData: hasData)
        let env = DataLoader.Env(apiService: MockAPIService(shouldSucceed: isOnline), cache: cache)
        let tester = TransducerTester(of: DataLoader.self, initialState: .idle, env: env, exhaustivity: .off)
        await tester.send(.load) { $0 = .loading }
        await tester.finish()
        #expect("\(tester.state)" == "\(last)")
        #expect(tester.hasEnded)
        #expect(cache.written.waiters == 0)
    }
}
