import Oak
import Testing

private struct Failure: Error {}

@Suite("Machines made of machines, a hundred in one")
struct CrowdTests {
    private static let env = Heater.Env(heat: {})
    private static let kitchen = Kitchen.Env(heat: { _ in })

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

    @Test func bars() async {
        await expectCrowd(
            of: Bar.self, from: .init(), on: .heater(.start), .replace(serialNumber: 2), .heater(.start), env: Self.env)
    }

    @Test func kettles() async {
        await expectCrowd(of: Kettle.self, from: .init(), on: .fill, env: Self.env)
        await expectCrowd(of: Kettle.self, from: .init(), on: .fill, env: .init(heat: { throw Failure() }))
    }

    @Test(arguments: [1, 100]) func kitchen(heaters: Int) async {
        await expectRun(
            of: Kitchen.self, from: .init(), on: (1...heaters).map { .plugIn($0) } + [.startAll], env: Self.kitchen,
            answers: heaters)
        await expectCrowd(
            of: Kitchen.self, from: .init(), on: .plugIn(1), .plugIn(2), .startAll,
            env: .init(heat: { if $0 == 1 { throw Failure() } }), answers: 2)
    }

    @Test func catalogues() async {
        await expectCrowd(
            of: Catalogue.self, from: .open([1: .cold, 2: .cold]), on: .heater(1, .start), .heater(2, .start),
            env: Self.env, answers: 2)
    }

    @Test func canteens() async {
        await expectCrowd(
            of: Canteen.self, from: .closed, on: .open, .kitchen(.plugIn(1)), .kitchen(.plugIn(2)),
            .kitchen(.startAll), env: Self.kitchen, answers: 2)
    }
}
