import Parts
import Testing

@testable import Checkout

@Suite("Offers of a carrier")
struct CarrierTests {
    func offers(_ country: String, grams: Int) async throws -> [Offer] {
        let address = Address(name: "Kim", country: country, postcode: "1")
        switch await Carrier().quote(for: Parcel(address: address, grams: grams)) {
        case .offers(let offers): return offers
        case .refused(let problem): throw problem
        }
    }

    @Test(
        "A price is a base for the zone plus a fee for each half kilogram, or part of it, above the first",
        arguments: [
            ("DE", 1, 490), ("DE", 1000, 490), ("DE", 1001, 540), ("DE", 1500, 540), ("DE", 1501, 590),
            ("FR", 1000, 990), ("FR", 2600, 1590), ("US", 1001, 2340), ("DE", 20000, 2390),
        ])
    func price(country: String, grams: Int, cents: Int) async throws {
        #expect(try await offers(country, grams: grams).first?.price == Money(cents: cents))
    }

    @Test("Express delivery costs more, takes less time and does not reach every country")
    func express() async throws {
        for country in ["DE", "FR"] {
            let offers = try await offers(country, grams: 1000)
            #expect(offers.map(\.id) == ["standard", "express"])
            #expect(offers[0].price < offers[1].price)
            #expect(offers[0].days.lowerBound > offers[1].days.upperBound)
        }
        #expect(try await offers("US", grams: 1000).map(\.id) == ["standard"])
    }

    @Test("A parcel that is too heavy or has an unknown destination is refused with an explanation")
    func refusals() async {
        await #expect(throws: Problem.self) { try await offers("DE", grams: Carrier.limit + 1) }
        await #expect(throws: Problem.self) { try await offers("XX", grams: 1) }
    }
}

@Suite("Text typed into the forms")
struct FormTests {
    @Test(
        "A card number has the check digit that its other digits determine",
        arguments: [
            ("4242424242424242", true), ("4242424242424241", false), ("5555555555554444", true),
            ("79927398713", true), ("79927398710", false), ("0", true),
        ])
    func checkDigit(number: String, isRight: Bool) {
        #expect(Card.hasCheckDigit(number) == isRight)
    }

    @Test("Every single wrong digit is detected")
    func wrongDigits() {
        let right = Array("4242424242424242")
        for place in right.indices {
            for digit in "0123456789" where digit != right[place] {
                var wrong = right
                wrong[place] = digit
                #expect(!Card.hasCheckDigit(String(wrong)))
            }
        }
    }

    @Test("A card number may contain blanks and hyphens and is not shown")
    func card() {
        let reading = Card.read([.number: " 4242-4242 4242 4242", .expiry: " 12/39 "])
        #expect(reading == .subject(Sample.card))
        #expect("\(Sample.card)" == "•••• 4242")
    }

    @Test("An error in a card is shown at its field")
    func cardObjections() {
        for number in ["", "4242", "4242 4242 4242 424x", "4242424242424241", "４２４２424242424242"] {
            let reading = Card.read([.number: number, .expiry: "12/39"])
            guard case .objections(let objections) = reading else { return #expect(Bool(false), "\(number)") }
            #expect(Set(objections.keys) == [.number])
        }
        for expiry in ["", "13/30", "00/30", "1/30", "12-30", "12/2030", "12/3x", "/"] {
            let reading = Card.read([.number: "4242424242424242", .expiry: expiry])
            guard case .objections(let objections) = reading else { return #expect(Bool(false), "\(expiry)") }
            #expect(Set(objections.keys) == [.expiry])
        }
    }

    @Test("A postcode has the format of its country")
    func postcode() {
        for (country, postcode, isRight) in [
            ("DE", "12345", true), ("de", "12345", true), ("DE", "1234", false), ("AT", "1234", true),
            ("AT", "12345", false), ("GB", "SW1A 1AA", true), ("GB", "", false), ("DE", "1234x", false),
        ] {
            let reading = Address.read([.name: "Kim", .country: country, .postcode: postcode])
            switch reading {
            case .subject: #expect(isRight, "\(country) \(postcode)")
            case .objections(let objections):
                #expect(!isRight, "\(country) \(postcode)")
                #expect(Set(objections.keys) == [.postcode])
            }
        }
    }

    @Test("Money has two decimal places and is counted in whole cents")
    func money() {
        #expect("\(Money(cents: 0))" == "€0.00")
        #expect("\(Money(cents: 5))" == "€0.05")
        #expect("\(Money(cents: 123456))" == "€1234.56")
        #expect("\(Money(cents: -5))" == "-€0.05")
        #expect(Cart.sample.total == Money(cents: 4240))
        #expect(Cart.sample.grams == 2600)
    }
}
