import Oak
import OakTesting
import XCTest

/// The same machines in XCTest, whose tests are isolated to no actor.
final class NetworkFlowXCTests: XCTestCase {
    struct MockEnvironment: Sendable {
        let apiService: MockAPIService
        let cache: MockCacheService

        static let happyPath = MockEnvironment(
            apiService: MockAPIService(shouldSucceed: true),
            cache: MockCacheService(hasData: true)
        )

        static let networkFailure = MockEnvironment(
            apiService: MockAPIService(shouldSucceed: false),
            cache: MockCacheService(hasData: false)
        )
    }

    func testNetworkFlow() async throws {
        let proxy = DataLoader.Proxy()
        let mockEnv = DataLoader.Env(
            apiService: MockEnvironment.happyPath.apiService,
            cache: MockEnvironment.happyPath.cache
        )

        let task = Task {
            var last = ""
            try await DataLoader.run(
                initialState: .idle,
                proxy: proxy,
                env: mockEnv,
                observer: .each(DataLoader.self) { occurrence in
                    if case .transition(_, _, let state) = occurrence { last = "\(state)" }
                }
            )
            return last
        }

        try proxy.send(.load)

        let last = try await task.value
        XCTAssertEqual(last, "\(DataLoader.State.loaded([4, 5]))")
        XCTAssertThrowsError(try proxy.send(.load)) { XCTAssertEqual($0 as? TransducerError, .terminated) }
    }

    func testNetworkFailure() async {
        let mock = MockEnvironment.networkFailure
        let tester = TransducerTester(
            of: DataLoader.self, initialState: .idle,
            env: DataLoader.Env(apiService: mock.apiService, cache: mock.cache))
        await tester.send(.load) { $0 = .loading }
        tester.expectStarted(.operation(id: "cache-check"))
        await tester.receive(.cacheChecked(nil)) { $0 = .loading }
        tester.expectStarted(.operation(id: "network"))
        await tester.receive(.loadFailed(MockAPIService.Offline())) { $0 = .error(MockAPIService.Offline()) }
        tester.expectCancelled(.operation(id: "network"), because: .machineEnded)
        await tester.finish()
    }

    func testLoginFlow() {
        var state = LoginFlow.State.start

        LoginFlow.update(&state, event: .startLogin)

        if case .enteringCredentials(let email, let password) = state {
            XCTAssertEqual(email, "")
            XCTAssertEqual(password, "")
        } else {
            XCTFail("Expected enteringCredentials state")
        }
    }

    func testSimpleCounter() async throws {
        var state = SimpleCounter.initialState
        XCTAssertEqual(SimpleCounter.update(&state, event: .increment), .value(1))
        XCTAssertEqual(state, SimpleCounter.State(count: 1))

        let proxy = SimpleCounter.Proxy()
        let task = Task { try await SimpleCounter.run(initialState: state, proxy: proxy) }
        try proxy.send(.increment)
        proxy.cancel()
        do {
            _ = try await task.value
            XCTFail("Expected the run to be cancelled")
        } catch {
            XCTAssertEqual(error as? TransducerError, .cancelled)
        }
    }
}
