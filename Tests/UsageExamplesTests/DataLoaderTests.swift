import Oak
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

/// A cache that keeps the test informed and takes its time to write.
struct MockCacheService: CacheService {
    let hasData: Bool
    let writes = ControlledService<DataLoader.Data, Void>()
    let journal = Journal()

    func getData() async -> DataLoader.Data? { hasData ? [4, 5] : nil }

    func setData(_ data: DataLoader.Data) async {
        do {
            try await writes(data)
            await journal.note("written")
        } catch {
            await journal.note("write failed: \(error)")
        }
    }
}

actor Journal {
    private(set) var entries: [String] = []
    func note(_ entry: String) { entries.append(entry) }
}

@Suite("Data loader")
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
            [
                Row<DataLoader>(.idle, .load, to: .loading, "operation(id: cache-check)"),
                Row(.loading, .cacheChecked([4]), to: .loaded([4])),
                Row(.loading, .cacheChecked(nil), to: .loading, "operation(id: network)"),
                Row(.loading, .dataReceived([1]), to: .loaded([1]), "operation(id: cache-write)"),
                Row(.loading, .loadFailed(error), to: .error(error)),
            ],
            states: [.idle, .loading, .loaded([1]), .error(error)],
            events: [.load, .cacheChecked([4]), .cacheChecked(nil), .dataReceived([1]), .loadFailed(error)])
    }

    @Test("The cache is written before the run returns")
    func exitEffect() async throws {
        let cache = MockCacheService(hasData: false)
        let env = DataLoader.Env(apiService: MockAPIService(shouldSucceed: true), cache: cache)
        let recorder = StateRecorder(of: DataLoader.self)
        let proxy = DataLoader.Proxy()
        try proxy.send(.load)

        let task = Task {
            try await DataLoader.run(initialState: .idle, proxy: proxy, env: env, observer: recorder)
            await cache.journal.note("returned")
            // Should the run return without a write, nobody is to wait for one.
            _ = await cache.writes.close()
        }
        let write = try await cache.writes.next()
        #expect(write.argument == [1, 2, 3])
        write.succeed()

        try await task.value
        #expect(await cache.journal.entries == ["written", "returned"])
        #expect(descriptions(await recorder.states()) == descriptions([State.loading, .loading, .loaded([1, 2, 3])]))
    }

    @Test(
        "What the services answer decides the last state",
        arguments: [
            (hasData: true, isOnline: true, last: .loaded([4, 5])),
            (hasData: true, isOnline: false, last: .loaded([4, 5])),
            (hasData: false, isOnline: false, last: .error(MockAPIService.Offline())),
        ] as [(hasData: Bool, isOnline: Bool, last: State)])
    func integration(hasData: Bool, isOnline: Bool, last: State) async throws {
        let cache = MockCacheService(hasData: hasData)
        let env = DataLoader.Env(apiService: MockAPIService(shouldSucceed: isOnline), cache: cache)
        let recorder = StateRecorder(of: DataLoader.self)

        try await DataLoader.run(
            initialState: .idle, proxy: DataLoader.Proxy(initialEvent: .load), env: env, observer: recorder)

        #expect(descriptions(await recorder.states()).last == "\(last)")
        #expect(await cache.writes.close().isEmpty)
    }
}
