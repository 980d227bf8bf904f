import Checkout
import CheckoutTerminal
import ExampleTestSupport
import Foundation
import Oak
import Parts
import Terminal
import Testing

@MainActor
@Suite("The checkout in a terminal")
struct CheckoutSessionTests {
    /// Runs a script with the real services; the bank takes no time.
    func run(_ script: String..., orders folder: String = "/nowhere") async throws -> String {
        let session = SessionFixture(CheckoutFrontEnd(), Checkout.State(id: "A", cart: .sample))
        let service = Bank(today: Month(1, of: 2030), delay: .zero)
        try await session.run(
            env: Checkout.Env(
                carrier: .init(service: Carrier().quote), bank: .init(service: service.decide),
                release: { await service.release($0) },
                orders: .init(service: OrderBook(folder: folder).place, patience: nil)),
            input: .batches([script]))
        return session.text
    }

    @Test("A purchase is completed after a mistake in the card number")
    func happyPath() async throws {
        try await withFolder { folder in
            let text = try await run(
                "Kim", "DE", "12345", "continue", "standard", "4242 4242 4242 4241", "4242 4242 4242 4242", "12/39",
                "continue", "confirm", "quit", orders: folder)
            #expect(
                text == """
                    A checkout: delivery, payment, order.
                      2 × Oak seedling, €12.50
                      1 × Clay pot, €17.40
                      €42.40 for 2600 g
                    Cards to try: 4242 4242 4242 4242 pays up to €200.00 and has the PIN 1234;
                    5555 5555 5555 4444 pays up to €20.00. Both expire 12/39.
                    The PIN is needed above €50.00.
                    Where does the parcel go?
                    name: Who gets the parcel?
                    > Kim
                    country: Two letters, such as DE, FR or US.
                    > DE
                    postcode: 5 digits.
                    > 12345
                      name Kim, country DE, postcode 12345
                    Type "continue" to see what delivery costs, or what is to be changed: name, country, postcode.
                    > continue
                    Asking the carrier …
                    How is it to be delivered to 12345, DE?
                      standard: €6.90, 2 to 3 working days
                      express: €13.90, 1 working day
                    > standard
                    Which card pays €49.30?
                    number: 12 to 19 digits; the last one checks the others.
                    > 4242 4242 4242 4241
                    That is not a card number: its last digit does not fit the others.
                    number: 12 to 19 digits; the last one checks the others.
                    > 4242 4242 4242 4242
                    expiry: Month and year, such as 09/29.
                    > 12/39
                      number •••• 4242, expiry 12/39
                    Type "continue" to go on with this card, or what is to be changed: number, expiry.
                    > continue
                    Pay €49.30 with •••• 4242?
                    Type "confirm" to pay €49.30. Type "back" to change the card.
                    > confirm
                    Asking the bank …
                    €49.30 reserved on •••• 4242.
                    Placing the order …
                    Order 1 is placed.
                    €49.30, 2 to 3 working days. Written to \(folder)/orders.jsonl.
                    Not used any more: "quit".

                    """)
        }
    }

    @Test("A low limit declines a card, the PIN is hidden, and a missing folder stops the order")
    func refusals() async throws {
        let text = try await run(
            "Kim", "FR", "75001", "continue", "express", "5555555555554444", "12/39", "continue", "confirm",
            "4242424242424242", "12/39", "continue", "confirm", "0000", "1234", "retry", "cancel")
        #expect(
            text.hasSuffix(
                """
                > confirm
                Asking the bank …
                Declined: €72.30 is above the limit of the card •••• 4444, which is €20.00.
                Use another card.
                Which card pays €72.30?
                number: 12 to 19 digits; the last one checks the others.
                > 4242424242424242
                expiry: Month and year, such as 09/29.
                > 12/39
                  number •••• 4242, expiry 12/39
                Type "continue" to go on with this card, or what is to be changed: number, expiry.
                > continue
                Pay €72.30 with •••• 4242?
                Type "confirm" to pay €72.30. Type "back" to change the card.
                > confirm
                Asking the bank …
                The bank asks for the PIN.
                > ••••
                Asking the bank …
                That PIN is wrong. 2 tries left.
                > ••••
                Asking the bank …
                €72.30 reserved on •••• 4242.
                Placing the order …
                Error: There is no folder “/nowhere”.
                Create it, then retry.
                Type "retry" to try again. Type "cancel" to buy nothing.
                > retry
                €72.30 reserved on •••• 4242.
                Placing the order …
                Error: There is no folder “/nowhere”.
                Create it, then retry.
                Type "retry" to try again. Type "cancel" to buy nothing.
                > cancel
                Nothing was bought.

                """))
    }
}
