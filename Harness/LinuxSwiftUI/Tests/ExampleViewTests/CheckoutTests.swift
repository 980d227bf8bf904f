import Checkout
import CheckoutViews
import Oak
import OakTesting
import Parts
import SwiftUI
import Testing

@MainActor
@Suite("A checkout on a screen")
struct CheckoutTests {
    nonisolated static let noRoom = Problem("There is no room.", advice: "Make room.")

    let bank = Bank(today: Month(1, of: 2030), clock: ImmediateClock())
    let verdict = Gate<Verdict>("the bank")
    let refused = Gate<Void>("the end of the call")
    let released = Noted<Charge.Reference>()
    let receipts = Noted<Receipt?>()

    /// A checkout with real services, except for the given ones.
    private func screen(
        bank decide: (@Sendable (Charge) async throws -> Verdict)? = nil,
        place: @escaping @Sendable (Order) async throws -> Receipt = { _ in Receipt(number: 1, file: "orders") }
    ) -> Screen {
        let env = Checkout.Env(
            carrier: Shipping.Env(service: Carrier().quote, patience: nil),
            bank: Payment.Env(service: decide ?? bank.decide, patience: nil),
            release: { [released, bank] reference in
                await bank.release(reference)
                released.note(reference)
            },
            orders: Placing.Env(service: place, patience: nil))
        return Screen(
            CheckoutView(id: "A", cart: .sample, env: env) { [receipts] in receipts.note($0) })
    }

    /// A bank that answers on request of the test and records whether the call was cancelled.
    private var slowBank: @Sendable (Charge) async throws -> Verdict {
        { [verdict, refused] _ in
            do { return try await verdict.wait() } catch {
                refused.open()
                throw error
            }
        }
    }

    // MARK: From address to receipt

    @Test("An address, an offer, a card and a PIN place the order, and the view's owner has the receipt")
    func order() async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let book = OrderBook(folder: folder.path)
        let screen = screen(place: book.place)
        #expect(screen.titles == ["Checkout"])
        #expect(screen.texts.starts(with: ["Cart", "2 × Oak seedling", "€25.00", "1 × Clay pot", "€17.40", "Total"]))
        try await ship(on: screen)
        #expect(screen.texts.contains("standard to 12345"))
        try await enterCard(on: screen)
        #expect(screen.texts.contains("Pay €49.30 with •••• 4242?"))
        try screen.tap("Pay")
        await screen.wait { $0.texts.contains("Order 1") }
        #expect(screen.texts.contains("2 to 3 working days"))
        #expect(screen.buttons.isEmpty)
        try await receipts.first { $0 == Receipt(number: 1, file: book.file) }
        #expect(await bank.reserved.map(\.amount) == [Money(cents: 4930)])
        #expect(released.all.isEmpty)
    }

    @Test("An error in a field is shown below it and prevents the next step until it is corrected")
    func objections() async throws {
        let screen = screen()
        #expect(screen.fields == ["Name", "Country", "Postcode"])
        try screen.tap("Continue")
        await screen.wait { $0.texts.contains("A name is needed.") }
        try screen.type("Kim", into: "Name")
        await screen.wait { !$0.texts.contains("A name is needed.") }
        try screen.type("DE", into: "Country")
        await screen.wait { $0.texts.contains("5 digits.") }
        try screen.type("1234", into: "Postcode")
        await screen.wait { $0.texts.contains("A postcode in DE has 5 digits.") }
        try screen.type("12345", into: "Postcode")
        await screen.wait { $0.texts.contains("5 digits.") }
        try screen.tap("Continue")
        await screen.wait { $0.buttons.contains("standard €6.90 2 to 3 working days") }
    }

    @Test("The carrier's refusal is shown, and going back keeps the typed address")
    func carrierRefuses() async throws {
        let screen = screen()
        try screen.type("Kim", into: "Name")
        try screen.type("XX", into: "Country")
        try screen.type("1", into: "Postcode")
        try screen.tap("Continue")
        await screen.wait { $0.texts.contains("The carrier does not deliver to XX.") }
        #expect(screen.buttons == ["Back", "Cancel"])
        try screen.tap("Back")
        await screen.wait { $0.fields.count == 3 }
        #expect(try screen.text(in: "Country") == "XX")
        try screen.type("FR", into: "Country")
        try screen.type("75001", into: "Postcode")
        try screen.tap("Continue")
        await screen.wait { $0.buttons.contains { $0.hasPrefix("express") } }
    }

    // MARK: Payment

    @Test("A high amount needs the PIN, and a wrong PIN uses up an attempt and is cleared")
    func pin() async throws {
        let screen = screen()
        try await ship("express €13.90 1 working day", on: screen)
        try await enterCard(on: screen)
        try screen.tap("Pay")
        await screen.wait { $0.texts.contains("Tries left: 3") }
        #expect(screen.fields == ["PIN"])
        try screen.type("9999", into: "PIN")
        try screen.submit("PIN")
        await screen.wait { $0.texts.contains("Tries left: 2") }
        #expect(try screen.text(in: "PIN").isEmpty)
        try screen.type("1234", into: "PIN")
        try screen.tap("Confirm PIN")
        await screen.wait { $0.texts.contains("Order 1") }
    }

    // MARK: The end

    @Test("An order that cannot be placed is retried, or given up and its amount released", arguments: [true, false])
    func failedOrder(tryingAgain: Bool) async throws {
        let room = Gate<Receipt>("room")
        let screen = screen(place: { _ in
            guard room.isOpen else { throw Self.noRoom }
            return try await room.wait()
        })
        try await ship(on: screen)
        try await enterCard(on: screen)
        try screen.tap("Pay")
        await screen.wait { $0.texts.contains("There is no room.") }
        #expect(screen.buttons == ["Retry", "Cancel"])
        if tryingAgain {
            room.open(returning: Receipt(number: 9, file: "orders"))
            try screen.tap("Retry")
            await screen.wait { $0.texts.contains("Order 9") }
        } else {
            try screen.tap("Cancel")
            await screen.wait { $0.texts.contains("Nothing was bought.") }
            try await released.first { $0 == Charge.Reference(order: "A", attempt: 1) }
            try await receipts.first { $0 == nil }
            #expect(await bank.reserved.isEmpty)
        }
    }

    @Test("A cancelled checkout places no order, and the owner of the view is told")
    func cancel() async throws {
        let screen = screen()
        try screen.tap("Cancel")
        await screen.wait { $0.texts.contains("Nothing was bought.") }
        try await receipts.first { $0 == nil }
        #expect(screen.buttons.isEmpty)
    }

    @Test("Closing the screen ends a call to the bank")
    func close() async throws {
        let screen = screen(bank: slowBank)
        try await ship(on: screen)
        try await enterCard(on: screen)
        try screen.tap("Pay")
        #expect(screen.texts.contains("Asking the bank …"))
        while verdict.waiters == 0 { await Task.yield() }
        screen.close()
        try await refused.wait()
        try await receipts.first { $0 == nil }
    }

}

// MARK: - What a user does

extension CheckoutTests {
    private func fillInAddress(on screen: Screen) throws {
        try screen.type("Kim", into: "Name")
        try screen.type("DE", into: "Country")
        try screen.type("12345", into: "Postcode")
    }

    private func ship(_ offer: String = "standard €6.90 2 to 3 working days", on screen: Screen) async throws {
        try fillInAddress(on: screen)
        try screen.tap("Continue")
        await screen.wait { $0.buttons.contains(offer) }
        try screen.tap(offer)
        await screen.wait { $0.fields == ["Number", "Expiry"] }
    }

    private func enterCard(_ number: String = "4242 4242 4242 4242", on screen: Screen) async throws {
        try screen.type(number, into: "Number")
        try screen.type("12/39", into: "Expiry")
        try screen.tap("Continue")
        await screen.wait { $0.buttons.contains("Pay") }
    }
}
