import Oak
import OakTesting
import Parts
import Testing

@testable import Checkout

@Suite("Answers of a bank to a charge")
struct BankTests {
    static let account = Bank.Account(
        number: "4242424242424242", expiry: Month(12, of: 2039), limit: Money(cents: 10_000), pin: "1234")

    func bank(today: Month = Month(1, of: 2030)) -> Bank {
        Bank([Self.account], today: today, clock: TestClock(advancing: .whenIdle), delay: .zero)
    }

    func charge(_ cents: Int, attempt: Int = 1, pin: String? = nil) -> Charge {
        Sample.charge(attempt, pin: pin, amount: Money(cents: cents))
    }

    @Test("An amount within the limit is reserved, and reserved amounts count towards the limit")
    func limit() async throws {
        let bank = bank()
        #expect(
            try await bank.decide(charge(5000))
                == .approved(Approval(Sample.reference(1), card: "•••• 4242", amount: Money(cents: 5000))))
        #expect(
            try await bank.decide(charge(5001, attempt: 2, pin: "1234"))
                == .declined(.limit(Sample.card, left: Money(cents: 5000), amount: Money(cents: 5001))))
        await bank.release(Sample.reference(1))
        #expect(await bank.reserved.isEmpty)
        guard case .approved = try await bank.decide(charge(10_000, attempt: 3, pin: "1234")) else {
            return #expect(Bool(false))
        }
    }

    @Test("A charge is never reserved twice")
    func twice() async throws {
        let bank = bank()
        let first = try await bank.decide(charge(3000))
        #expect(try await bank.decide(charge(3000)) == first)
        #expect(await bank.reserved.count == 1)
    }

    @Test("An amount that is released before the bank's decision is not reserved")
    func releasedEarly() async throws {
        let bank = bank()
        await bank.release(Sample.reference(1))
        await #expect(throws: CancellationError.self) { try await bank.decide(charge(3000)) }
        #expect(await bank.reserved.isEmpty)
    }

    @Test("The PIN is needed above a threshold and may be wrong three times")
    func pin() async throws {
        let bank = bank()
        #expect(try await bank.decide(charge(5001)) == .pinNeeded(triesLeft: 3))
        #expect(try await bank.decide(charge(5001, pin: "0000")) == .pinNeeded(triesLeft: 2))
        #expect(try await bank.decide(charge(5001, pin: "")) == .pinNeeded(triesLeft: 1))
        #expect(try await bank.decide(charge(5001, pin: "0001")) == .declined(.blocked(Sample.card)))
        #expect(try await bank.decide(charge(5001, pin: "1234")) == .declined(.blocked(Sample.card)))
        #expect(try await bank.decide(charge(1)) == .declined(.blocked(Sample.card)))
    }

    @Test("A correct PIN resets the count of wrong PINs")
    func rightPIN() async throws {
        let bank = bank()
        #expect(try await bank.decide(charge(5001, pin: "0000")) == .pinNeeded(triesLeft: 2))
        guard case .approved = try await bank.decide(charge(5001, pin: "1234")) else { return #expect(Bool(false)) }
        await bank.release(Sample.reference(1))
        #expect(try await bank.decide(charge(5001, attempt: 2, pin: "0000")) == .pinNeeded(triesLeft: 2))
    }

    @Test("An unknown or expired card is declined")
    func card() async throws {
        let other = Card(number: "5555555555554444", expiry: Month(12, of: 2039))
        #expect(
            try await bank().decide(Charge(Sample.reference(1), card: other, amount: Money(cents: 1)))
                == .declined(.unknown(other)))
        let guessed = Card(number: Self.account.number, expiry: Month(11, of: 2039))
        #expect(
            try await bank().decide(Charge(Sample.reference(1), card: guessed, amount: Money(cents: 1)))
                == .declined(.unknown(guessed)))
        #expect(try await bank(today: Month(1, of: 2040)).decide(charge(1)) == .declined(.expired(Sample.card)))
        guard case .approved = try await bank(today: Month(12, of: 2039)).decide(charge(1)) else {
            return #expect(Bool(false))
        }
    }
}
