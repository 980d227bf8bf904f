import ExampleTestSupport
import Foundation
import Parts
import Testing

@testable import Checkout

@Suite("The services of a checkout")
struct ServiceTests {
    let bank = Bank(today: Month(1, of: 2030), clock: ImmediateClock())

    func decide(_ cents: Int, attempt: Int = 1, pin: String? = nil, card: Card = Sample.card) async throws -> Verdict {
        try await bank.decide(Sample.charge(attempt, pin: pin, amount: Money(cents: cents), card: card))
    }

    func isApproved(_ verdict: Verdict) -> Bool { if case .approved = verdict { true } else { false } }
    func isDeclined(_ verdict: Verdict) -> Bool { if case .declined = verdict { true } else { false } }

    @Test("The bank reserves amounts up to the limit of a card, and none twice, after a release, or for another card")
    func limit() async throws {
        let first = try await decide(5000)
        #expect(isApproved(first))
        #expect(try await decide(5000) == first)
        #expect(isDeclined(try await decide(15_001, attempt: 2, pin: "1234")))
        await bank.release(Sample.reference(1))
        #expect(await bank.reserved.isEmpty)
        await #expect(throws: CancellationError.self) { try await decide(5000) }
        #expect(isApproved(try await decide(15_001, attempt: 3, pin: "1234")))
        let guessed = Card(number: Sample.card.number, expiry: Month(11, of: 2039))
        #expect(isDeclined(try await decide(1, attempt: 4, card: guessed)))
    }

    @Test("The PIN is needed above a threshold, may be wrong three times, and then blocks the card")
    func pin() async throws {
        #expect(try await decide(5001) == .pinNeeded(triesLeft: 3))
        #expect(try await decide(5001, pin: "0000") == .pinNeeded(triesLeft: 2))
        #expect(isApproved(try await decide(5001, pin: "1234")))
        for left in [2, 1] {
            #expect(try await decide(5001, attempt: 2, pin: "0000") == .pinNeeded(triesLeft: left))
        }
        #expect(isDeclined(try await decide(5001, attempt: 2, pin: "0000")))
        #expect(isDeclined(try await decide(1, attempt: 3, pin: "1234")))
    }

    @Test(
        "A price is a base for the zone and a fee for each half kilogram, or part of it, above the first",
        arguments: [
            ("DE", 1, [490, 1190]), ("DE", 1000, [490, 1190]), ("DE", 1001, [540, 1240]), ("FR", 2600, [1590, 2990]),
            ("US", 1001, [2340]), ("XX", 1, []),
        ])
    func price(country: String, grams: Int, cents: [Int]) async {
        let address = Address(name: "Kim", country: country, postcode: "1")
        switch await Carrier().quote(for: Parcel(address: address, grams: grams)) {
        case .offers(let offers): #expect(offers.map(\.price.cents) == cents)
        case .refused: #expect(cents.isEmpty)
        }
    }

    @Test("An order is a line with the last digits of the card, and is written once, also by another book")
    func orders() async throws {
        try await withFolder { folder in
            let book = OrderBook(folder: folder)
            #expect(try await book.place(Sample.order()) == Receipt(number: 1, file: book.file))
            #expect(try await book.place(Sample.order(id: "B")) == Receipt(number: 2, file: book.file))
            #expect(try await OrderBook(folder: folder).place(Sample.order()).number == 1)
            let lines = try String(contentsOfFile: book.file, encoding: .utf8).split(separator: "\n")
            #expect(lines.count == 2)
            #expect(lines[0].contains("4242") && !lines[0].contains(Sample.card.number))
        }
    }

    @Test("A missing folder and a damaged file are explained, and an order is written once they are mended")
    func damaged() async throws {
        try await withFolder { parent in
            let book = OrderBook(folder: parent + "/orders")
            await #expect(throws: Problem.self) { try await book.place(Sample.order()) }
            try FileManager.default.createDirectory(atPath: parent + "/orders", withIntermediateDirectories: true)
            try Data("half a li".utf8).write(to: URL(filePath: book.file))
            await #expect(throws: Problem.self) { try await book.place(Sample.order()) }
            try FileManager.default.removeItem(atPath: book.file)
            #expect(try await book.place(Sample.order()).number == 1)
        }
    }
}

@Suite("Text typed into the forms of a checkout")
struct FormTests {
    @Test("Every single wrong digit of a card number is detected")
    func wrongDigits() {
        let right = Array("4242424242424242")
        #expect(Card.hasCheckDigit(String(right)))
        for place in right.indices {
            for digit in "0123456789" where digit != right[place] {
                var wrong = right
                wrong[place] = digit
                #expect(!Card.hasCheckDigit(String(wrong)))
            }
        }
    }
}
