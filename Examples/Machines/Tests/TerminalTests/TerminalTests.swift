import AppFlow
import Checkout
import Counters
import ExampleTestSupport
import Foundation
import LoadingList
import Oak
import OakTesting
import Parts
import Terminal
import Testing

@testable import LoadingListProgram
@testable import OakExamples

@MainActor
@Suite("Machines in a terminal")
struct TerminalTests {
    /// The output of a terminal that reads some lines.
    func session<Machine: ExecutableTransducer & SendableMetatype>(
        _ terminal: Terminal<Machine>, from state: Machine.State, proxy: Machine.Proxy = Machine.Proxy(),
        env: Machine.Env, _ lines: String...
    ) async throws -> [String]
    where Machine.Proxy == Proxy<Machine.Event>, Machine.State: Sendable, Machine.Event: Sendable {
        let (input, line) = AsyncStream.makeStream(of: String.self)
        for text in lines { line.yield(text) }
        line.finish()
        var output: [String] = []
        try await terminal.run(from: state, proxy: proxy, env: env, lines: input, echoes: false) { output.append($0) }
        return output
    }

    @Test("Each word is answered by the text of the next state, an unknown one by the words there are, and quit ends")
    func words() async throws {
        let output = try await session(
            .counter, from: Counter.State(), env: (), "increment", "increment", "reset", "reset", "multiply", "quit",
            "increment")
        #expect(
            output.dropFirst() == ["0", "1", "2", "0", "0", "You can type: increment, decrement, reset, quit."])
    }

    @Test("A line that the state does not take yet waits until the work has ended, and so does the end of the input")
    func waiting() async throws {
        let env = EffectCounter.Env(increment: { await Task.yield() }, decrement: { await Task.yield() })
        let output = try await session(
            .effectCounter, from: EffectCounter.State(), env: env, "increment", "increment", "decrement")
        #expect(
            output.dropFirst() == ["0", "0, counting up …", "1", "1, counting up …", "2", "2, counting down …", "1"])
    }

    @Test("A folder is listed, after one that is missing; names cannot change the terminal")
    func loadingList() async throws {
        try await withFolder { folder in
            try Data(count: 5).write(to: URL(filePath: folder + "/\u{1B}[2J"))
            let proxy = LoadingList.Transducer.Proxy(initialEvent: .viewOnAppear)
            let output = try await session(
                .loadingList, from: LoadingList.Transducer.State(), proxy: proxy,
                env: LoadingList.Transducer.Env(service: LoadingList.DirectoryService().list, input: proxy.input),
                "start", folder + "/nowhere", "ok", "start", folder)
            #expect(output.contains { $0.hasPrefix("Error: There is no folder “\(folder)/nowhere”.") })
            #expect(output.last == "\(folder): 1 entries\n       5 B  \u{FFFD}[2J")
        }
    }

    @Test("An address, an offer, a card and a PIN lead to an order")
    func checkout() async throws {
        let bank = Bank(today: Month(1, of: 2030), clock: ImmediateClock())
        let env = Checkout.Env(
            carrier: Shipping.Env(service: Carrier().quote, patience: nil),
            bank: Payment.Env(service: bank.decide, patience: nil), release: { await bank.release($0) },
            orders: Placing.Env(service: { _ in Receipt(number: 7, file: "orders") }, patience: nil))
        let output = try await session(
            .checkout, from: Checkout.State(id: "A", cart: .sample), env: env, "Kim", "Germany", "DE", "12345",
            "continue", "express", "4242 4242 4242 4242", "12/39", "continue", "confirm", "0000", "1234")
        #expect(output.contains { $0.hasPrefix("A country has two letters") })
        #expect(output.contains("The bank wants the PIN. Tries left: 2."))
        #expect(output.last == "Order 7 is placed for €56.30. It is in orders.")
    }

    @Test("A user signs in at the second attempt and sees the sizes of folders; another one signs out")
    func appFlow() async throws {
        try await withFolder { folder in
            let accounts = AccountFile(folder: folder)
            let env = AppFlow.Env(
                launch: Launch.Env(service: { try await accounts.count($0) }, clock: TestClock()),
                login: Login.Env(verify: { try await accounts.admit($0) }, clock: TestClock()),
                dashboard: Dashboard.Env(measure: { $0.utf8.count }, clock: TestClock()))
            let output = try await session(
                .appFlow, from: .init(), env: env, "demo", "oak", "continue", "acorn", "continue", "Tests", "abc")
            #expect(output.contains { $0.hasPrefix("That was wrong.") })
            #expect(output.contains { $0.hasPrefix("demo, codes left: 4") })
            #expect(output.last?.hasSuffix("Sources: 7 bytes\nabc: 3 bytes") ?? false)
            let end = try await session(
                .appFlow, from: AppFlow.State(), env: env, "demo", "beech", "continue", "logout", "exit")
            #expect(end.last == "Good-bye.")
        }
    }
}
