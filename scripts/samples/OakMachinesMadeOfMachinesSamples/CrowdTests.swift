import Oak
import Testing

private struct Failure: Error {}

@Suite("Machines made of machines, a hundred in one", .timeLimit(.minutes(1)))
struct CrowdTests {
    private static let env = Heater.Env(heat: {})

    @Test func heaters() async {
        await expectCrowd(of: Heater.self, from: .cold, on: .start, env: Self.env)
        await expectCrowd(of: TimedHeater.self, from: .init(.cold, 0), on: .first(.start), env: .init(Self.env, ()))
        await expectCrowd(
            of: Parallel<Grinder, Heater>.self, from: .init(.init(gramsLeft: 2), .cold), on: .second(.start),
            env: .init((), Self.env))
    }

    @Test func coffeeMakers() async {
        await expectCrowd(of: CoffeeMaker.self, from: .idle(served: 0), on: .brew, env: .init(heater: Self.env))
    }

    @Test func kettles() async {
        await expectCrowd(of: Kettle.self, from: .init(), on: .heater(.start), env: Self.env)
        await expectCrowd(
            of: Kettle.self, from: .init(), on: .heater(.start), env: .init(heat: { throw Failure() }))
    }

    @Test(arguments: [1, 100]) func kitchen(heaters: Int) async {
        await expectRun(
            of: Kitchen.self, from: .init(), on: (1...heaters).map { .plugIn($0) } + [.startAll], env: Self.env,
            answers: heaters)
        await expectCrowd(
            of: Kitchen.self, from: .init(), on: .plugIn(1), .plugIn(2), .startAll, env: Self.env, answers: 2)
    }

    @Test func catalogues() async {
        await expectCrowd(
            of: Catalogue.self, from: .open([1: .cold, 2: .cold]), on: .heater(1, .start), .heater(2, .start),
            env: Self.env, answers: 2)
    }
}
