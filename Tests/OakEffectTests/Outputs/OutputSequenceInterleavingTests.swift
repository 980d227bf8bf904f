import Oak
import OakTesting
import TestSupport
import Testing

@Suite("C5, C12 Outputs as a sequence in every interleaving")
struct OutputSequenceInterleavingTests {
    enum Disturbance: CaseIterable { case none, readerLeaves, readerCancelled, machineCancelled }

    @Test("C5 Reader and machine wait for each other, and neither waits for ever", arguments: Disturbance.allCases)
    func readerAndMachine(disturbance: Disturbance) async {
        await explore(seeds: Effort.seeds(100)) {
            let proxy = Sum.Proxy()
            try proxy.send(contentsOf: [.add(1), .add(1), .add(1), .end])
            let outputs = OutputSequence<Int>()
            async let run = result { try await Sum.run(initialState: .init(), proxy: proxy, output: outputs) }
            let reader = Task {
                var seen: [Int] = []
                do {
                    for try await output in outputs {
                        seen.append(output)
                        await Task.yield()
                        if disturbance == .readerLeaves, output == 2 { break }
                    }
                } catch { expectThat(disturbance == .machineCancelled, "\(error)") }
                return seen
            }
            for _ in 0..<3 { await Task.yield() }
            switch disturbance {
            case .none, .readerLeaves: break
            case .readerCancelled: reader.cancel()
            case .machineCancelled: proxy.cancel()
            }
            let seen = await reader.value
            expectThat(seen == Array([1, 2, 3, 3].prefix(seen.count)), "\(seen)")
            switch (disturbance, await run) {
            case (.none, .success(3)): expectThat(seen.count == 4, "\(seen)")
            case (.readerLeaves, .failure(TransducerError.outputAbandoned)): expectThat(seen == [1, 2], "\(seen)")
            case (.readerCancelled, .failure(TransducerError.outputAbandoned)): break
            case (.readerCancelled, .success), (.machineCancelled, .success): expectThat(seen.count == 4, "\(seen)")
            case (.machineCancelled, .failure(TransducerError.cancelled)): break
            case (_, let outcome): expectThat(false, "\(outcome), seen \(seen)")
            }
        }
    }
}
