// Written by GeneratedSourceTests, which compares it with what is generated now.
// swift-format-ignore-file

import Foundation
import Oak
import OakTesting
import Testing

@Suite("Tests made of recorded runs")
struct GeneratedTests {
    @Test("All kinds of \"values\", with effects")
    func allKindsOfValuesWithEffects() {
        expectTransitions(of: Workshop.self, from: .idle)
            .on(.detailed(Workshop.Details(amounts: ["boards": -2, "nails": 100], tags: ["a", "b"], due: Date(timeIntervalSinceReferenceDate: 0.1), link: URL(string: "https://example.org/?q=%22")!, token: UUID(uuidString: "E621E1F8-C36C-495A-93FC-0C247A3E6E5F")!, width: 1...3, limit: .milliseconds(1500), boxes: [Workshop.Box<Optional<Bool>>(content: nil), Workshop.Box<Optional<Bool>>(content: true)], price: 1.5, data: Data([1, 2]))), to: .idle, output: [])
            .on(.ordered(Workshop.OrderID(number: 1, shop: "At \"Oak\" \\ Son")), to: .taking(Workshop.OrderID(number: 1, shop: "At \"Oak\" \\ Son"), by: .some(nil)), effect: .combination([.operation(id: Workshop.OrderID(number: 1, shop: "At \"Oak\" \\ Son"), after: .milliseconds(1)), .event(.later(.started(job: "later")))]), output: [])
            .on(.later(.started(job: "later")), to: .taking(Workshop.OrderID(number: 1, shop: "At \"Oak\" \\ Son"), by: .some(nil)), output: [])
            .on(.later(.ordered(Workshop.OrderID(number: 2, shop: "At \"Oak\" \\ Son"))), to: .taking(Workshop.OrderID(number: 1, shop: "At \"Oak\" \\ Son"), by: .some(nil)), output: [])
            .on(.started(job: "a"), to: .busy([Workshop.OrderID(number: 1, shop: "At \"Oak\" \\ Son"): 0.5], ["a": .waiting]), effect: .sequence([.events([.maybe(.some(nil)), .nothing(())]), .cancelTask(Workshop.OrderID(number: 1, shop: "At \"Oak\" \\ Son"))]), output: [])
            .on(.maybe(.some(nil)), to: .busy([Workshop.OrderID(number: 1, shop: "At \"Oak\" \\ Son"): 0.5], ["a": .waiting]), output: [])
            .on(.nothing(()), to: .busy([Workshop.OrderID(number: 1, shop: "At \"Oak\" \\ Son"): 0.5], ["a": .waiting]), output: [])
            .on(.job("a", .begin), to: .busy([Workshop.OrderID(number: 1, shop: "At \"Oak\" \\ Son"): 0.5], ["a": .working(on: [1])]), effect: .combination([.operation(id: EffectID(Job.Work.process, in: ChildID("job")["a"])), .operation(id: EffectID(Job.Work.default, in: ChildID("job")["a"]))]), output: [nil])
            .on(.job("a", .stop), to: .busy([Workshop.OrderID(number: 1, shop: "At \"Oak\" \\ Son"): 0.5], ["a": .working(on: [1])]), effect: .cancelTask(EffectID("\"quoted\"", in: ChildID("job")["a"])), output: [nil])
            .on(.machine(.begin), to: .busy([Workshop.OrderID(number: 1, shop: "At \"Oak\" \\ Son"): 0.5], ["a": .working(on: [1])]), effect: .combination([.operation(id: EffectID(Job.Work.process, in: ChildID("machine"))), .operation(id: EffectID(Job.Work.default, in: ChildID("machine")))]), output: [])
            .on(.maybe(nil), to: .busy([Workshop.OrderID(number: 1, shop: "At \"Oak\" \\ Son"): 0.5], ["a": .working(on: [1])]), output: [])
            .on(.maybe(.some(nil)), to: .busy([Workshop.OrderID(number: 1, shop: "At \"Oak\" \\ Son"): 0.5], ["a": .working(on: [1])]), output: [])
            .on(.maybe(3), to: .busy([Workshop.OrderID(number: 1, shop: "At \"Oak\" \\ Son"): 0.5], ["a": .working(on: [1])]), output: [])
            .on(.nothing(()), to: .busy([Workshop.OrderID(number: 1, shop: "At \"Oak\" \\ Son"): 0.5], ["a": .working(on: [1])]), output: [])
            .on(.finished(.success(-1)), to: .busy([Workshop.OrderID(number: 1, shop: "At \"Oak\" \\ Son"): 0.5], ["a": .working(on: [1])]), output: [])
            .on(.finished(.failure(Workshop.Problem.missing(part: "🌳\0"))), to: .busy([Workshop.OrderID(number: 1, shop: "At \"Oak\" \\ Son"): 0.5], ["a": .working(on: [1])]), output: [])
            .on(.failed(Workshop.Problem.broken), to: .failed(Workshop.Problem.broken), effect: .departure(of: ChildID("job")), output: [Workshop.Problem.broken])
            .on(.moved(x: -.infinity, y: 1e+20), to: .failed(Workshop.Problem.broken), output: [])
            .on(.priced(Decimal(string: "-0.1")!, URL(string: "a?b", relativeTo: URL(string: "https://oak.example/c/d")!)!), to: .failed(Workshop.Problem.broken), output: [])
            .on(.ranged(3..., ..<(.seconds(1)), ...(-0.5)), to: .failed(Workshop.Problem.broken), output: [])
            .on(.ranged((-3)..., ..<(.seconds(0)), ...(.infinity)), to: .failed(Workshop.Problem.broken), output: [])
            .on(.paired(.success((1, name: "a"))), to: .failed(Workshop.Problem.broken), output: [])
            .on(.paired(.failure(Workshop.Problem.missing(part: "b"))), to: .failed(Workshop.Problem.broken), output: [])
            .on(.chosen(.none, .some(.none), .some(.some(.none))), to: .failed(Workshop.Problem.broken), output: [])
            .on(.chosen(.some(1), .some(.some(2)), .some(nil)), to: .failed(Workshop.Problem.broken), output: [])
            .on(.chosen(.none, nil, nil), to: .failed(Workshop.Problem.broken), output: [])
            .on(.chosen(.none, nil, .some(nil)), to: .failed(Workshop.Problem.broken), output: [])
            .on(.choices([.some(.none), nil], ["a": .some(.some(.none)), "b": .some(nil)], .some(.some(nil))), to: .failed(Workshop.Problem.broken), output: [])
            .on(.`init`, to: .`self`, output: [Workshop.Problem.missing(part: "everything")])
    }

    @Test("default")
    func `default`() {
        expectTransitions(of: Lift.self, from: Lift.State(isMoving: false, isOpen: false, isObstructed: false))
            .on(.called, to: Lift.State(isMoving: true, isOpen: false, isObstructed: false))
    }

    @Test("2 attempts")
    func run2Attempts() {
        expectTransitions(of: Loader.self, from: .idle)
            .on(.load, to: .loading(attempt: 1), effect: .operation(id: "load"), output: "loading")
            .on(.failed, to: .loading(attempt: 1), effect: .events([.log, .retry]), output: "failed")
            .on(.log, to: .loading(attempt: 1), output: "")
            .on(.retry, to: .loading(attempt: 2), effect: .operation(id: "load"), output: "again")
            .on(.loaded(7), to: .checking(7), effect: .sequence([.event(.log), .action]), output: "loaded")
            .on(.log, to: .checking(7), output: "")
            .on(.checked, to: .done(7), effect: .cancelTask("load"), output: "checked")
    }
}

enum GeneratedValues {
    static var effects: [EffectDescription<Workshop.Event>] {
        [
            .operation(id: EffectID(Job.Work.process, in: ChildID("machine"))),
            .operation(id: EffectID("process", in: ChildID("job")["a"])),
            .isolatedOperation(id: EffectID(Job.Work.default, in: ChildID("room"), ChildID("job")["b"])),
            .operation(id: EffectID(1, in: .first)),
            .operation(id: EffectID((1 as UInt8), in: .second)),
            .operation(id: Workshop.OrderID(number: 3, shop: "At \"Oak\" \\ Son")),
            .operation(id: ([.process] as Array<Job.Work>)),
            .operation(id: ([1] as Set<Int>)),
            .operation(id: ("a" as Optional<String>)),
            .operation(id: (1.0 as Float)),
            .operation(id: AnyHashableName(base: Workshop.Problem.broken)),
            .operation(id: "e"),
            .operation(id: Duration.seconds(1)),
            .operation(id: ([.seconds(1)] as Array<Duration>)),
            .operation(id: (.infinity as Double)),
            .operation(id: EffectID((-.infinity as Double), in: .first)),
            .operation(id: ((-3)...(-1) as ClosedRange<Int>)),
            .operation(id: (1..<2 as Range<UInt8>)),
            .operation(id: Decimal(string: "1.25")!),
            .operation(id: Workshop.`default`.`class`.a),
            .operation(id: ([.`two words`] as Array<Workshop.`default`.`class`>)),
            .operation(id: ([Workshop.`default`.`in two words`(var: 1, `inout`: 2, `in two words`: 3)] as Array<Workshop.`default`.`in two words`>)),
            .operation(id: Workshop.`default`.`in two words`(var: 1, `inout`: 2, `in two words`: 3)),
            .operation(id: UUID(uuidString: "00000000-0000-0000-0000-000000000001")!, after: .nanoseconds(1)),
            .operation(after: Duration(secondsComponent: 1, attosecondsComponent: 899999999999999872)),
            .isolatedOperation(after: .milliseconds(20)),
            .departure(of: ChildID("machine")),
            .departure(of: ChildID("room"), ChildID("job")["b"]),
            .rejection,
            .cancelTask(EffectID("process", in: ChildID("job")["a"])),
            .action,
            .isolatedAction,
            .event(.later(.nothing(()))),
            .events([]),
            .events([.maybe(1), .job("a", .begin)]),
            .list([.sequence(id: "s", [.action]), .combination(id: 2, [])]),
            .sequence([]),
            .combination([.operation]),
        ]
    }

    static var events: [Workshop.Event] {
        [
            .detailed(Workshop.Details(amounts: ["boards": -2, "nails": 100], tags: ["a", "b"], due: Date(timeIntervalSinceReferenceDate: 0.1), link: URL(string: "https://example.org/?q=%22")!, token: UUID(uuidString: "E621E1F8-C36C-495A-93FC-0C247A3E6E5F")!, width: 1...3, limit: .milliseconds(1500), boxes: [Workshop.Box<Optional<Bool>>(content: nil), Workshop.Box<Optional<Bool>>(content: true)], price: 1.5, data: Data([1, 2]))),
            .ordered(Workshop.OrderID(number: 1, shop: "At \"Oak\" \\ Son")),
            .later(.ordered(Workshop.OrderID(number: 2, shop: "At \"Oak\" \\ Son"))),
            .started(job: "a"),
            .job("a", .begin),
            .job("a", .stop),
            .machine(.begin),
            .maybe(nil),
            .maybe(.some(nil)),
            .maybe(3),
            .nothing(()),
            .finished(.success(-1)),
            .finished(.failure(Workshop.Problem.missing(part: "🌳\0"))),
            .failed(Workshop.Problem.broken),
            .moved(x: -.infinity, y: 1e+20),
            .priced(Decimal(string: "-0.1")!, URL(string: "a?b", relativeTo: URL(string: "https://oak.example/c/d")!)!),
            .ranged(3..., ..<(.seconds(1)), ...(-0.5)),
            .ranged((-3)..., ..<(.seconds(0)), ...(.infinity)),
            .paired(.success((1, name: "a"))),
            .paired(.failure(Workshop.Problem.missing(part: "b"))),
            .chosen(.none, .some(.none), .some(.some(.none))),
            .chosen(.some(1), .some(.some(2)), .some(nil)),
            .chosen(.none, nil, nil),
            .chosen(.none, nil, .some(nil)),
            .choices([.some(.none), nil], ["a": .some(.some(.none)), "b": .some(nil)], .some(.some(nil))),
            .`init`,
        ]
    }
}
