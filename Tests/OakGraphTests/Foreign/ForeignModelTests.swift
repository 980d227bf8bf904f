#if os(macOS) || os(Linux)
    import Foundation
    import Testing

    /// Foreign models have exactly the expected number of states, and SPIN stores as many.
    struct ForeignModelTests {
        /// A model, the number of its processes, whether it is wrong, its states, and whether SPIN finds no error: no
        /// assertion that is violated, and no process that stops where it may not.
        typealias Sample = (model: any ForeignModel.Type, count: Int, isWrong: Bool, states: Int, isSound: Bool)

        private static let samples: [Sample] = [
            (Peterson.self, 2, false, 20, true), (Peterson.self, 2, true, 32, false),
            (Dekker.self, 2, false, 48, true), (Dekker.self, 2, true, 52, true),
            (Philosophers.self, 3, true, 26, false), (Philosophers.self, 4, true, 80, false),
            (Philosophers.self, 6, false, 729, true), (Philosophers.self, 6, true, 728, false),
            (AlternatingBit.self, 2, false, 36, true), (AlternatingBit.self, 2, true, 56, true),
            (Election.self, 3, false, 51, true), (Election.self, 3, true, 176, false),
            (Election.self, 4, false, 283, true), (TwoPhaseCommit.self, 5, false, 8832, true),
            (TwoPhaseCommit.self, 3, false, 288, true), (TwoPhaseCommit.self, 3, true, 623, false),
            (TCPConnection.self, 2, false, 150, true), (TCPConnection.self, 2, true, 180, true),
        ]

        @Test(arguments: samples)
        func `A foreign model has exactly the expected number of states`(sample: Sample) {
            #expect(sample.model.stateCount(sample.count, isWrong: sample.isWrong) == sample.states)
        }

        @Test(.enabled(if: isInstalled), arguments: samples)
        func `SPIN stores as many states of a foreign model, and finds its error`(sample: Sample) throws {
            let report = try Self.report(on: sample)
            #expect(report.contains(" \(sample.states) states, stored"))
            #expect(report.contains("errors: 0\n") == sample.isSound)
        }

        private static let isInstalled = ["/usr/bin/spin", "/usr/local/bin/spin", "/opt/homebrew/bin/spin"].contains {
            FileManager.default.isExecutableFile(atPath: $0)
        }

        /// What SPIN says when it has visited all states, without optimizations that would leave some out.
        private static func report(on sample: Sample) throws -> String {
            let script = """
                set -e; folder=$(mktemp -d); trap 'rm -r "$folder"' EXIT; cd "$folder"; echo "$0" > model
                spin -a -o1 -o2 -o3 model; cc -w -DSAFETY -DNOREDUCE -o pan pan.c; ./pan -n -c0 -w16
                """
            let program = "#define N \(sample.count)\n#define wrong \(sample.isWrong)\n\(sample.model.program)"
            let (process, output) = (Process(), Pipe())
            process.executableURL = URL(fileURLWithPath: "/bin/sh")
            process.arguments = ["-c", script, program]
            process.standardOutput = output
            try process.run()
            return String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        }
    }
#endif
