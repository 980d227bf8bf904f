import Oak
import OakGraph
import Testing

@testable import OakTesting

@Suite("Answers that recorded runs teach")
struct LearnedAnswersTests {
    @Test("An alphabet learns the answers of a run, keeps the declared ones and says what it has added")
    func learned() async throws {
        let trace = try await TraceRecorderTests.loaderTrace()
        let declared = Alphabet<Loader>.events(.load, .checked).answers(of: "load", .failed)
        let learned = declared.learningAnswers(from: [trace])
        #expect(learned.description == "Added .loaded(7) of \"load\", as its last.")
        let graph = StateGraph(of: Loader.self, from: [.idle], events: learned.alphabet, limits: .init(depth: 6))
        #expect(graph.admits(trace).isAdmitted, "\(graph.admits(trace))")
        #expect(learned.alphabet.learningAnswers(from: [trace]).additions.isEmpty)
    }

    @Test("An event with which an effect has begun each time, and which it has sent no second time, comes first")
    func order() {
        typealias Entry = Trace<Courier.State, Courier.Event, NoOutput>.Entry
        func learned(_ rides: [Courier.Event]...) -> String {
            var trace = TraceRecorder(of: Courier.self).trace
            trace.entries = [.runStarted(.waiting(parcels: 0))]
            for (number, events) in rides.enumerated() {
                trace.entries += [
                    .eventTaken(.drive, from: .external), .transition(to: .driving(parcels: 0)),
                    .effect(TracedEffect(kind: .operation, id: "\"ride\"", number: number), .started),
                ]
                trace.entries += events.flatMap {
                    [Entry.eventTaken($0, from: .operation(number)), .transition(to: .driving(parcels: 0))]
                }
            }
            return Alphabet<Courier>.events(.drive).learningAnswers(from: [trace]).description
        }
        let others = "Added .turnBack of \"ride\"."
        #expect(
            learned([.wait, .turnBack, .turnBack], [], [.wait, .turnBack])
                == "Added .wait of \"ride\", before all others.\n\(others)")
        #expect(learned([.wait, .turnBack, .wait], [.wait, .turnBack]) == "Added .wait of \"ride\".\n\(others)")
        #expect(learned([.wait, .turnBack], [.turnBack]) == "Added .wait of \"ride\".\n\(others)")
        #expect(learned([.wait, .turnBack]) == "Added .wait of \"ride\".\n\(others)")
        #expect(learned([.wait], [.wait]) == "Added .wait of \"ride\".")
    }

    @Test("Silence, errors, last events and postponed ones are told apart, and an effect without an identity is named")
    func kinds() {
        typealias Entry = Trace<Courier.State, Courier.Event, NoOutput>.Entry
        func learned(_ entries: Entry..., id: String? = "\"ride\"") -> String {
            var trace = TraceRecorder(of: Courier.self).trace
            trace.entries = [
                .runStarted(.waiting(parcels: 0)), .eventTaken(.drive, from: .external),
                .transition(to: .driving(parcels: 0)),
                .effect(TracedEffect(kind: .operation, id: id, number: 1), .started),
            ]
            trace.entries += entries
            return Alphabet<Courier>.events(.drive).learningAnswers(from: [trace]).description
        }
        let ride = TracedEffect(kind: .operation, number: 1)
        let arrived: [Entry] = [.eventTaken(.arrived, from: .operation(1)), .transition(to: .waiting(parcels: 0))]
        #expect(learned() == "Nothing was added.")
        #expect(learned(.effect(ride, .ended(error: nil))) == "Added that \"ride\" may return without an event.")
        #expect(learned(.effect(ride, .ended(error: nil)), .runEnded(nil)) == "Nothing was added.")
        #expect(learned(.effect(ride, .ended(error: "flat tyre"))).contains("'fails:' can declare: flat tyre"))
        #expect(
            learned(.effect(ride, .ended(error: nil)), arrived[0], arrived[1])
                == "Added .arrived of \"ride\", as its last.")
        #expect(
            learned(.eventTaken(.turnBack, from: .operation(1)), .eventPostponed, arrived[0], arrived[1])
                == "Added .arrived of \"ride\".")
        #expect(
            learned(.eventTaken(.wait, from: .operation(1)), .transition(to: .driving(parcels: 0)), id: "\"engine\"")
                == "Added .wait of \"engine\".")
        #expect(learned(arrived[0], arrived[1], id: nil).contains("has sent .arrived; give it one"))
    }
}
