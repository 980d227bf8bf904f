import OakTesting

@testable import OakWeb

/// A performance that the test controls.
struct FakePerformance: Performance {
    /// Is open when there is a message to take.
    let begun: Gate<Void>
    /// Opened when a message is taken.
    let taking: Gate<Void>
    /// Opened when the machine has ended.
    let ending: Gate<Void>

    var scenes: Scenes { Scenes(ending: ending) }

    func take(_ message: Message) async throws(Farewell) {
        begun.open()
        try? await taking.wait()
    }

    var end: Result<Void, any Error> {
        get async {
            do { return .success(try await ending.wait()) } catch { return .failure(error) }
        }
    }

    func cancel() async { ending.open() }

    /// One scene, and then nothing until the end.
    struct Scenes: AsyncSequence, Sendable {
        let ending: Gate<Void>

        struct AsyncIterator: AsyncIteratorProtocol {
            let ending: Gate<Void>
            var isShown = false

            mutating func next() async -> HTML? {
                if isShown {
                    try? await ending.wait()
                    return nil
                }
                isShown = true
                return HTML { "scene" }
            }

            mutating func next(isolation actor: isolated (any Actor)?) async -> HTML? { await next() }
        }

        func makeAsyncIterator() -> AsyncIterator { AsyncIterator(ending: ending) }
    }
}
